"""Operations as Python text."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from ...ir.expressions import Const, Contents, Expr, Fold, Local, Make, Op, Printed
from ...ir.make import YES, is_atom
from ...ir.operations import Operation
from ...ir.reps import Rep
from .tightness import AND, BIT_AND, BIT_OR, COMPARE, COND, NOT, OR, SHIFT, SIGN, SUM, TIMES, UNIT, TightText, Use

if TYPE_CHECKING:
    from .expressions import Expressions

MOST_WAYS = 2  # tests that may hold or not, whose combinations are all written out
_TUPLES: frozenset[Operation] = frozenset(
    (
        *("bits", "frozen", "joined", "without", "less", "distinct"),
        *("with", "span", "where", "in_order", "with_nth", "weights", "subsets"),
    )
)


# Functions that fail by themselves for none.
_FAIL: frozenset[Operation] = frozenset(("+", "-", "*", "times", "neg", "abs", "<", "<=", ">", ">=", "shift", "span"))


def operation(p: Expressions, e: Op, use: Use) -> TightText:
    args = e.args
    if e.op in _FAIL:
        args = tuple(a.args[0] if isinstance(a, Op) and a.op == "sure" else a for a in args)
    match e.op:
        case "+" | "-":
            return f"{p.x(args[0], SUM)} {e.op} {p.x(args[1], TIMES if e.op == '-' else SUM)}", SUM
        case "*":
            return f"{p.x(args[0], TIMES)} * {p.x(args[1], SIGN)}", TIMES
        case "times":
            return f"times({p.args(args)})", UNIT
        case "div" | "mod":
            return _divided(p, e.op, args)
        case "neg":
            return f"-{p.x(args[0], SIGN)}", SIGN
        case "abs":
            return f"abs({p.x(args[0])})", UNIT
        case "min" | "max":
            if len(args) == 2 and all(map(is_atom, args)):
                a, b = p.x(args[0], OR), p.x(args[1], OR)
                return f"{a} if {a} {'<' if e.op == 'min' else '>'} {b} else {b}", COND
            return f"{e.op}({p.args(args)})", UNIT
        case "==" | "!=":
            if "seq" in (args[0].rep.sort, args[1].rep.sort):
                return f"{_as_tuple(p, args[0])} {e.op} {_as_tuple(p, args[1])}", COMPARE
            return f"{p.x(args[0], BIT_OR)} {e.op} {p.x(args[1], BIT_OR)}", COMPARE
        case "<" | "<=" | ">" | ">=":
            return f"{p.x(args[0], BIT_OR)} {e.op} {p.x(args[1], BIT_OR)}", COMPARE
        case "and" | "or":
            asked: Use = "test" if use == "test" else "value"
            if e.op == "and":
                return " and ".join(_conjuncts(p, args, asked)), AND
            return " or ".join(p.x(a, AND, asked) for a in args), OR
        case "not":
            return _not(p, args[0], use)
        case "cond":
            test = p.x(args[0], OR, "test")
            return f"{p.x(args[1], OR, use)} if {test} else {p.x(args[2], COND, use)}", COND
        case "is_none" | "some":
            return _there(p, args[0], e.op == "some")
        case "alive":
            return f"{p.x(args[0], BIT_OR)} in S.rows", COMPARE
        case "sure":
            return _sure(p, args[0], use)
        case "known_thing" | "as_zone" | "as_name":
            return p.made(args[0], use)
        case "inside":
            return f"inside({p.x(args[0])}, {p.x(args[1])}, {_last(args[2])})", UNIT
        case "having":
            return f"having({p.x(args[0])}, {p.x(args[1])}, {_last(args[2])}, {p.x(args[3])})", UNIT
        case "of_kind":
            return _of_kind(p, e)
        case "|" | "&":
            tight = BIT_OR if e.op == "|" else BIT_AND
            return f" {e.op} ".join(p.x(a, tight) for a in args), tight
        case "andnot":
            return f"{p.x(args[0], BIT_AND)} & ~{p.x(args[1], SIGN)}", BIT_AND
        case "bit":
            return _bit(p, args, use)
        case "shift":
            return (f"mask_of({p.x(args[0])})", UNIT) if args[0].rep.optional else (f"1 << {p.x(args[0], SUM)}", SHIFT)
        case "weights":
            return f"weights({p.items(args[0])})", UNIT
        case "few_dice":
            return f"few_dice({p.args(args)})", UNIT
        case "bits":
            return f"bits({p.x(args[0])})", UNIT
        case "between":
            return f"mask_between({p.args(args)})", UNIT
        case "size":
            return _size(p, args[0])
        case "empty":
            if args[0].rep.sort == "mask" and use != "test":
                return f"{p.x(args[0], BIT_OR)} == 0", COMPARE
            return f"not {p.items(args[0], NOT)}", NOT
        case "first" | "last":
            return _end(p, e)
        case "nth":
            match args[0]:
                case Printed(_, table, Const(_, int(thing))) if isinstance(p.given.printed[table][thing], tuple):
                    return f"{p.constants.nth(table, thing)}({p.x(args[1])})", UNIT
            return f"nth({p.items(args[0])}, {p.x(args[1])})", UNIT
        case "nth_there" | "with_nth" | "subsets":
            return f"{e.op}({', '.join([p.items(args[0]), *(p.x(arg) for arg in args[1:])])})", UNIT
        case "at":
            return f"{p.items(args[0], UNIT)}[{p.x(args[1])}]", UNIT
        case "where":
            return numbers_where(p, args)
        case "contains":
            return f"{p.x(args[1], BIT_OR)} in {p.items(args[0], BIT_OR)}", COMPARE
        case "frozen":
            return _frozen(p, args[0], use)
        case "joined":
            text = p.items(args[0])
            for arg in args[1:]:
                text = f"joined({text}, {p.items(arg)})"
            return text, UNIT
        case "distinct":
            return f"distinct({p.items(args[0])})", UNIT
        case "same_set":
            return f"set({p.items(args[0])}) == set({p.items(args[1])})", COMPARE
        case "without" | "less":
            return f"{e.op}({p.items(args[0])}, {p.items(args[1])})", UNIT
        case "with":
            return f"(*{p.items(args[0], BIT_OR)}, {p.x(args[1])})", UNIT
        case "in_order" | "foremost" | "hindmost":
            return f"{e.op}({p.items(args[0])}, {p.items(args[1])})", UNIT
        case "span":
            text = f"span({p.args(args)})"
            return (text if use == "items" else f"tuple({text})"), UNIT
        case "or_empty":
            return (f"{p.x(args[0], AND, use)} or ()", OR) if args[0].rep.optional else p.made(args[0], use)
        case "with_rest":
            return _with_rest(p, args)
        case "arg_or_none":
            shown, number = p.x(args[0], UNIT), p.x(args[1])
            return f"{shown}[{number}] if len({shown}) > {number} else None", COND
        case "text":
            return _text(p, args)
        case "short_text":
            return f"short({_text(p, args)[0]})", UNIT
        case _:
            assert_never(e.op)


# ---------------------------------------------------------------------------------------------- numbers


def _divided(p: Expressions, name: str, args: tuple[Expr, ...]) -> TightText:
    sign = "//" if name == "div" else "%"
    if isinstance(args[1], Const) and args[1].value:
        return f"{p.x(args[0], TIMES)} {sign} {p.x(args[1], SIGN)}", TIMES
    return f"divide({sign!r}, {p.args(args)})", UNIT


# ---------------------------------------------------------------------------------------------- tests


def _sure(p: Expressions, of: Expr, use: Use) -> TightText:
    """An iteration over none fails by itself."""
    if use == "items":
        return p.made(of, use)
    is_named = isinstance(of, Local) and of.var not in p.binding
    shown = p.x(of)
    if is_named:
        return f"{shown} if {shown} is not None else there(None)", COND
    return f"there({shown})", UNIT


def _not(p: Expressions, of: Expr, use: Use) -> TightText:
    """Python treats an empty value as false, and any other as true."""
    match of:
        case Op(_, "contains", (within, item)):
            return f"{p.x(item, BIT_OR)} not in {p.items(within, BIT_OR)}", COMPARE
        case Op(_, sign, (a, b)) if sign in _OPPOSITE:
            return f"{p.x(a, BIT_OR)} {_OPPOSITE[sign]} {p.x(b, BIT_OR)}", COMPARE
        case Op(_, "empty", (held,)):
            return _not_empty(p, held, use)
    return f"not {p.x(of, NOT, 'test')}", NOT


_OPPOSITE: dict[Operation, Operation] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def _not_empty(p: Expressions, held: Expr, use: Use) -> TightText:
    if use == "test":
        return p.made(held, "items")
    if held.rep.sort == "mask":
        return f"{p.x(held, BIT_OR)} != 0", COMPARE
    return f"bool({p.items(held)})", UNIT


def _conjuncts(p: Expressions, args: tuple[Expr, ...], use: Use) -> list[str]:
    """Tests of both ends of a number that follow one another are one for Python."""
    shown: list[str] = []
    at = 0
    while at < len(args):
        between = _between(p, args[at], args[at + 1]) if at + 1 < len(args) else ""
        shown.append(between or p.x(args[at], NOT, use))
        at += 2 if between else 1
    return shown


def _between(p: Expressions, low: Expr, high: Expr) -> str:
    """For a thing, they test its kind."""
    least, most = _end_asked(low, (">=", ">"), ("<=", "<")), _end_asked(high, ("<=", "<"), (">=", ">"))
    if least is None or most is None or least[0].var is not most[0].var:
        return ""
    of = least[0]
    if of.rep.sort == "thing":
        first, end = least[2] + (least[1] == ">"), most[2] + (most[1] == "<=")
        shown = p.x(of)
        return _kind_named(p, shown, shown, False, first, end)[0]
    return f"{least[2]} {'<=' if least[1] == '>=' else '<'} {p.x(of)} {most[1]} {most[2]}"


_TURNED: dict[Operation, Operation] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _end_asked(e: Expr, signs: tuple[str, str], turned: tuple[str, str]) -> tuple[Local, str, int] | None:
    """For a local compared with a number: the local, the operator, the number."""
    match e:
        case Op(_, sign, (Local() as of, Const(_, int(number)))) if sign in signs:
            return of, sign, number
        case Op(_, sign, (Const(_, int(number)), Local() as of)) if sign in turned:
            return of, _TURNED[sign], number
    return None


def _there(p: Expressions, of: Expr, some: bool) -> TightText:
    """A row is none when it is gone; a number that is printed on a thing is known already."""
    if isinstance(of, Const):
        return str((of.value is not None) == some), UNIT
    shown = p.x(of, BIT_OR)
    if of.rep.sort == "row":
        return f"{shown} {'in' if some else 'not in'} S.rows", COMPARE
    if shown.isdecimal():  # Python warns of `0 is not None`
        return str(some), UNIT
    return f"{shown} {'is not' if some else 'is'} None", COMPARE


def _of_kind(p: Expressions, e: Op) -> TightText:
    """Whether a thing is of a kind; or the thing, none if it is of another."""
    of = e.args[0]
    if len(e.args) > 1 and e.rep.sort == "bool":
        return _kind_test(p, of, _number(e.args[1]), _number(e.args[2]))
    if e.rep.low is None or e.rep.end is None:
        return _row_or_none(p, e)
    shown = again = p.x(of, OR)
    if not is_atom(of):
        again = p.new("of")
        shown = f"({again} := {shown})"
    return f"{again} if {_kind_named(p, shown, again, of.rep.optional, e.rep.low, e.rep.end)[0]} else None", COND


def _row_or_none(p: Expressions, e: Op) -> TightText:
    of, kinds = e.args[0], p.given.row_sorts.get(e.rep.of, (e.rep.of,))
    shown = again = p.x(of, OR)
    if not is_atom(of):
        again = p.new("of")
        shown = f"({again} := {shown})"
    return f"{again} if is_row(S, {shown}, {kinds!r}) else None", COND


def _last(end: Expr) -> str:
    """The last number before an end."""
    return str(_number(end) - 1)


def _number(e: Expr) -> int:
    assert isinstance(e, Const) and isinstance(e.value, int)
    return e.value


def _kind_test(p: Expressions, of: Expr, low: int, end: int) -> TightText:
    if of.rep.optional and not is_atom(of):
        return f"within({p.x(of)}, {low}, {end - 1})", UNIT
    shown = p.x(of, BIT_OR)
    return _kind_named(p, shown, shown, of.rep.optional, low, end)


def _kind_named(p: Expressions, first: str, again: str, optional: bool, low: int, end: int) -> TightText:
    """The test of a value read as `first` and then as `again`."""
    there = f"{first} is not None and " if optional else ""
    shown = again if optional else first
    tight = AND if optional else COMPARE
    if end - low == 1:
        return f"{there}{shown} == {low}", tight
    table = p.constants.kind(low, end)
    if table is None:
        return f"{there}{low} <= {shown} < {end}", tight
    return f"{there}{table}[{shown}]", AND if optional else UNIT


def _bit(p: Expressions, args: tuple[Expr, ...], use: Use) -> TightText:
    if args[1].rep.optional:
        return f"has_bit({p.args(args)})", UNIT
    is_least = isinstance(args[1], Const) and args[1].value == 0
    text = f"{p.x(args[0], BIT_AND)} & 1" if is_least else f"{p.x(args[0], SHIFT)} >> {p.x(args[1], SUM)} & 1"
    return (text, BIT_AND) if use == "test" else (f"{text} == 1", COMPARE)


# ---------------------------------------------------------------------------------------------- sets, lists


def is_tuple(e: Expr) -> bool:
    """Whether its text is surely a tuple."""
    match e:
        case Const(_, tuple()) | Make():
            return True
        case Const(_, range()) | Fold(_, "each"):
            return True
        case Op(_, name):
            return name in _TUPLES
    return False


def _as_tuple(p: Expressions, e: Expr) -> str:
    if e.rep.sort != "seq" or e.rep.optional or is_tuple(e):
        return p.x(e, BIT_OR)
    return f"tuple({p.items(e)})"


def _frozen(p: Expressions, of: Expr, use: Use) -> TightText:
    if is_tuple(of):
        return p.made(of, use)
    return f"tuple({p.items(of)})", UNIT


def _size(p: Expressions, of: Expr) -> TightText:
    if isinstance(of, Const) and isinstance(of.value, tuple | range):
        return str(len(of.value)), UNIT
    if of.rep.sort != "mask":
        return f"len({p.items(of)})", UNIT
    table = p.constants.count(_end_of(of.rep.item))
    return (f"{table}[{p.x(of)}]" if table else f"{p.x(of, UNIT)}.bit_count()"), UNIT


def _end_of(item: Rep | None) -> int | None:
    return item.end if item is not None else None


def _end(p: Expressions, e: Op) -> TightText:
    (of,) = e.args
    at = 0 if e.op == "first" else -1
    if not e.rep.optional:
        return f"{p.items(of, UNIT)}[{at}]", UNIT
    is_short = is_atom(of) or (isinstance(of, Contents) and is_atom(of.zone))
    if is_short and not p.binding:
        shown = p.items(of, UNIT)
        return f"{shown}[{at}] if {shown} else None", COND
    return f"end_of({p.items(of)}, {at})", UNIT


def numbers_where(p: Expressions, tests: tuple[Expr, ...], chosen: tuple[int, ...] = (), at: int = 0) -> TightText:
    """The numbers of the tests that hold; each test is read once, in their order."""
    if at == len(tests):
        return repr(chosen), UNIT
    if isinstance(tests[at], Const):
        return numbers_where(p, tests, (*chosen, at) if tests[at] == YES else chosen, at + 1)
    unsure = sum(not isinstance(test, Const) for test in tests[at:])
    if unsure > MOST_WAYS:
        rest = (f"*(({n},) if {p.x(test, OR, 'test')} else ())" for n, test in list(enumerate(tests))[at:])
        return f"({', '.join([*map(str, chosen), *rest])})", UNIT
    test = p.x(tests[at], OR, "test")
    holds, fails = (numbers_where(p, tests, taken, at + 1) for taken in ((*chosen, at), chosen))
    return f"{_in_brackets(holds, OR)} if {test} else {_in_brackets(fails, COND)}", COND


def _in_brackets(made: TightText, tight: int) -> str:
    return made[0] if made[1] >= tight else f"({made[0]})"


def _with_rest(p: Expressions, args: tuple[Expr, ...]) -> TightText:
    """Arguments, and those of others behind the same number."""
    first, others = args
    assert isinstance(first, Make)
    return f"{p.x(first, SUM)} + {p.x(others, UNIT)}[{len(first.items)}:]", SUM


def _text(p: Expressions, args: tuple[Expr, ...]) -> TightText:
    if len(args) == 1:
        return p.made(args[0], "value")
    return " + ".join(p.x(a, SUM) for a in args), SUM
