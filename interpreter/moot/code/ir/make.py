"""Making expressions: operations folded where what they read is known, and the one place that converts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from .expressions import Bind, Const, Expr, Fold, Local, Op, Plain, Var
from .first_read import first_read
from .intervals import interval, is_less, lie_apart, lies_inside
from .operations import Operation
from .reps import BOOL, NONE, NUM, PLAYERS, TEXT, Rep
from .total import fails_if_none, never_fails
from .walk import mapped, walk

NO_VALUE = Const(NONE, None)
YES, NO = Const(BOOL, True), Const(BOOL, False)


def number(value: int) -> Const:
    return Const(Rep("num", value, value + 1), value)


def text(value: str) -> Const:
    return Const(TEXT, value)


def local(var: Var) -> Local:
    return Local(var.rep, var)


def is_atom(e: Expr) -> bool:
    """Whether it may as well be read twice."""
    return isinstance(e, Const | Local)


# ---------------------------------------------------------------------------------------------- operations

_FOLDED: dict[Operation, Callable[..., Plain]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "times": lambda a, b: a * b,
    "neg": lambda a: -a,
    "abs": abs,
    "min": min,
    "max": max,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "andnot": lambda a, b: a & ~b,
    "bit": lambda a, b: a >> b & 1 == 1,
    "shift": lambda a: 1 << a,
}
_TESTS: frozenset[Operation] = frozenset(
    (
        "==",
        "!=",
        "<",
        "<=",
        ">",
        ">=",
        "and",
        "or",
        "not",
        "is_none",
        "some",
        "bit",
        "empty",
        "contains",
        "alive",
        "of_kind",
    )
)
_EMPTY: dict[tuple[Operation, int], bool] = {
    ("==", 0): True,
    ("<", 1): True,
    ("<=", 0): True,
    ("!=", 0): False,
    (">", 0): False,
    (">=", 1): False,
}  # how a size is compared: whether it asks for emptiness


def op(name: Operation, *args: Expr, rep: Rep | None = None) -> Expr:
    """The operation, folded. `rep`: its result, if that does not follow from its arguments."""
    match name:
        case "and" | "or":
            return _joined(name, args)
        case "not":
            return negated(args[0])
        case "cond":
            return chosen(args[0], args[1], args[2], rep)
        case "is_none" | "some":
            return none_test(name, args[0])
        case "==" | "!=":
            return _equal(name, args[0], args[1])
        case "inside" if lies_inside(*args):
            return args[0]
        case "sure":
            return Op(rep or args[0].rep, name, args) if args[0].rep.sort == "none" else sure(args[0])
        case "first" | "last" if rep is not None and rep.optional:
            return _end(name, args[0], rep)
        case "size" | "empty" if isinstance(args[0], Const) and isinstance(args[0].value, tuple | range):
            count = len(args[0].value)
            return number(count) if name == "size" else Const(BOOL, not count)
    if all(isinstance(a, Const) and _is_plain(a.value) for a in args) and name in _FOLDED:
        values = [a.value for a in args if isinstance(a, Const)]
        if name not in ("*", "times") or all(isinstance(v, int) and abs(v) < 1 << 31 for v in values):
            return constant(_FOLDED[name](*values), rep or args[0].rep)
    if name in _ORDERED and (found := _ordered(name, args[0], args[1])) is not None:
        return found
    if name in ("+", "-"):
        return _sum(name, args[0], args[1], rep)
    return Op(rep or (BOOL if name in _TESTS else args[0].rep), name, tuple(args))


def _is_plain(value: Plain | range) -> bool:
    return isinstance(value, int)


def constant(value: Plain, rep: Rep) -> Const:
    if isinstance(value, bool):
        return Const(BOOL, value)
    if rep.sort == "num" and isinstance(value, int):
        return number(value)
    return Const(rep, value)


def both(*tests: Expr) -> Expr:
    return _joined("and", tests)


def either(*tests: Expr) -> Expr:
    return _joined("or", tests)


def _joined(name: Operation, args: tuple[Expr, ...]) -> Expr:
    decides = name == "or"
    left: list[Expr] = []
    for arg in args:
        arg = _behind(name, left, arg)
        if isinstance(arg, Const):
            if bool(arg.value) is decides:
                left.append(Const(BOOL, decides))
                break
        elif isinstance(arg, Op) and arg.op == name:
            left += arg.args
        elif left and (shared := _shared(name, left[-1], arg)) is not None:
            left[-1] = shared
        else:
            left.append(arg)
    if left and isinstance(left[-1], Const) and all(map(never_fails, left[:-1])):
        return left[-1]
    if not left:
        return Const(BOOL, not decides)
    return left[0] if len(left) == 1 else Op(BOOL, name, tuple(left))


def _behind(name: Operation, before: Sequence[Expr], test: Expr) -> Expr:
    """A test that applies if none before it has decided: facts from those are left out."""
    if isinstance(test, Op) and test.op == ("and" if name == "or" else "or"):
        left = [one for one in test.args if negated(one) not in before]
        return test if len(left) == len(test.args) else _joined(test.op, tuple(left))
    return Const(BOOL, name == "and") if test in before else test


def _shared(name: Operation, test: Expr, other: Expr) -> Expr | None:
    """Two tests of one value, which is read once: whether it is none, and the other test otherwise."""
    match test, other:
        case Op(_, ("is_none" | "some") as asked, (value,)), Bind(_, var, bound_value, body) if value == bound_value:
            return Bind(BOOL, var, value, _joined(name, (Op(BOOL, asked, (local(var),)), body)))
    return None


_OPPOSITE: dict[Operation, Operation] = {"==": "!=", "!=": "==", "is_none": "some", "some": "is_none"}


def negated(test: Expr) -> Expr:
    if isinstance(test, Const):
        return Const(BOOL, not test.value)
    if isinstance(test, Op) and test.op == "not":
        return test.args[0]
    if isinstance(test, Op) and test.op in _OPPOSITE:
        return Op(BOOL, _OPPOSITE[test.op], test.args)
    return Op(BOOL, "not", (test,))


def chosen(test: Expr, a: Expr, b: Expr, rep: Rep | None = None) -> Expr:
    """The first if the test is true, otherwise the second."""
    if isinstance(test, Const):
        return a if test.value else b
    if a == b and never_fails(test):
        return a
    if _is_bool(a) and _is_bool(b):
        if isinstance(a, Const):
            return either(test, b) if a.value else both(negated(test), b)
        if isinstance(b, Const):
            return either(negated(test), a) if b.value else both(test, a)
    rep = rep or joint(a.rep, b.rep)
    return Op(rep if a.rep.optional or b.rep.optional or NONE in (a.rep, b.rep) else rep.sure, "cond", (test, a, b))


def players(value: Expr) -> Expr:
    """A player, or none, as a set of players."""
    if isinstance(value, Const):
        return Const(PLAYERS, 1 << value.value if isinstance(value.value, int) else 0)
    bit = Op(PLAYERS, "shift", (known(value),))
    return chosen(op("is_none", value), Const(PLAYERS, 0), bit, PLAYERS) if value.rep.optional else bit


def _is_bool(e: Expr) -> bool:
    return e.rep.sort == "bool" and not e.rep.optional


def joint(a: Rep, b: Rep) -> Rep:
    """A representation for both: two representations of one type, or none with any."""
    if a == b or b.sort == "none":
        return a if a == b else a.maybe
    if a.sort == "none":
        return b.maybe
    optional = a.optional or b.optional
    low = None if a.low is None or b.low is None else min(a.low, b.low)
    end = None if a.end is None or b.end is None else max(a.end, b.end)
    of = a.of if a.of == b.of else ""
    item = a.item if b.item is None else b.item if a.item is None else joint(a.item, b.item)
    found = Rep(a.sort, low, end, of, item, a.items if a.items == b.items else (), optional)
    return found if a.sort == b.sort else Rep("thing", optional=optional)


def none_test(name: Operation, value: Expr) -> Expr:
    if isinstance(value, Const):
        return Const(BOOL, (value.value is None) == (name == "is_none"))
    if not value.rep.optional and value.rep.sort not in ("row", "none"):
        return Const(BOOL, name == "some")
    match value:
        case Op(_, "cond", (test, a, b)) if all(one.rep.optional or never_fails(one) for one in (a, b)):
            return chosen(test, none_test(name, a), none_test(name, b))
        case Bind(_, var, bound_value, body):
            return Bind(BOOL, var, bound_value, none_test(name, body))
    return Op(BOOL, name, (value,))


def _equal(name: Operation, a: Expr, b: Expr) -> Expr:
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Const) and one.value is None:
            return none_test("is_none" if name == "==" else "some", other)
        if one in (YES, NO) and _is_bool(other):
            return other if (one == YES) == (name == "==") else negated(other)
        match other:
            case Op(_, "cond", (test, Const(_, None), value)) if isinstance(one, Const):
                same = op(name, value, one)
                return both(negated(test), same) if name == "==" else either(test, same)
    if isinstance(a, Const) and isinstance(b, Const) and _is_plain(a.value) and _is_plain(b.value):
        return Const(BOOL, (a.value == b.value) == (name == "=="))
    found = _size_compared(name, a, b)
    if found is None and lie_apart(a, b) and never_fails(a) and never_fails(b):
        found = Const(BOOL, name == "!=")
    return found if found is not None else Op(BOOL, name, (a, b))


def _end(name: Operation, of: Expr, rep: Rep) -> Expr:
    """One end of a seq; a sorted seq need not be built for it, nor are the values of all members read."""
    match of:
        case Op(_, "in_order", parts):
            return Op(rep, "foremost" if name == "first" else "hindmost", parts)
        case Fold(_, "each", var, over, None, of_each) if of_each is not None:
            read: Expr = of_each
            member = op(name, over, rep=var.rep.maybe)
            return unless_none(member, lambda one: mapped(read, lambda n: one if _reads(n, var) else n))
        case Bind(_, var, value, body):
            return Bind(rep, var, value, _end(name, body, rep))
    return Op(rep, name, (of,))


def _reads(node: Any, var: Var) -> bool:
    return isinstance(node, Local) and node.var is var


_ORDERED: dict[Operation, tuple[bool, bool]] = {  # which is the greater if it holds; whether they may be equal
    "<": (False, False),
    "<=": (False, True),
    ">": (True, False),
    ">=": (True, True),
}


def _ordered(name: Operation, a: Expr, b: Expr) -> Expr | None:
    """Which of two numbers is the greater, as far as their ends show."""
    if (found := _size_compared(name, a, b)) is not None:
        return found
    swap, equal = _ORDERED[name]
    (low, high), (other_low, other_high) = (interval(b), interval(a)) if swap else (interval(a), interval(b))
    surely = is_less(high, other_low) or (equal and high is not None and high == other_low)
    never = is_less(other_high, low) or (not equal and low is not None and low == other_high)
    if not (surely or never or a == b) or not (never_fails(a) and never_fails(b)):
        return None
    return Const(BOOL, surely or (equal and not never))


def _size_compared(name: Operation, a: Expr, b: Expr) -> Expr | None:
    if isinstance(a, Op) and a.op == "size" and isinstance(b, Const) and isinstance(b.value, int):
        empty = _EMPTY.get((name, b.value))
        if empty is not None:
            test = Op(BOOL, "empty", a.args)
            return test if empty else Op(BOOL, "not", (test,))
    return None


def _sum(name: Operation, a: Expr, b: Expr, rep: Rep | None) -> Expr:
    given = rep or (NUM if a.rep.sort == "num" else a.rep)
    if isinstance(b, Const) and isinstance(b.value, int):
        if b.value == 0:
            return a if a.rep.sort == given.sort else Op(given, name, (a, b))
        inner = a.args[1] if isinstance(a, Op) and a.op in ("+", "-") and a.rep.sort == "num" else None
        if isinstance(a, Op) and isinstance(inner, Const) and isinstance(inner.value, int):
            before = inner.value if a.op == "+" else -inner.value
            total = before + (b.value if name == "+" else -b.value)
            return op("+" if total >= 0 else "-", a.args[0], number(abs(total)), rep=given)
    if name == "+" and isinstance(a, Const) and a.value == 0 and b.rep.sort == given.sort:
        return b
    return Op(given, name, (a, b))


# ---------------------------------------------------------------------------------------------- none


def sure(value: Expr) -> Expr:
    """The same where it is there. Else reading it is a fault, as none has no place here."""
    if not value.rep.optional:
        return value
    match value:
        case Op(rep, ("first" | "last") as name, args):
            return Op(rep.sure, name, args)
        case Op(_, "cond", (Op(_, "is_none", (Local(_, var),)), Const(_, None), made)) if fails_if_none(made, var):
            return sure(made)
        case Bind(_, var, of, Op(_, "cond", (Op(_, "is_none", (Local(_, read),)), Const(_, None), made))):
            if read is var and fails_if_none(made, var):
                return bound_as(var, sure(of), sure(made))
    return Op(value.rep.sure, "sure", (value,))


def known(value: Expr) -> Expr:
    """The same, where a test before it has excluded that it is none."""
    if not value.rep.optional:
        return value
    match value:
        case Local(rep, var):
            return Local(rep.sure, var)
        case Const():
            return value
    return Op(value.rep.sure, "known_thing", (value,))


def unless_none(value: Expr, use: Callable[[Expr], Expr]) -> Expr:
    """The result for a value, or none for none. It is read once."""
    if value == NO_VALUE:
        return NO_VALUE
    if not value.rep.optional:
        return use(value)
    if is_atom(value):
        made = use(known(value))
        return chosen(none_test("is_none", value), NO_VALUE, made, made.rep.maybe)
    var = Var("it", value.rep)
    made = use(Local(value.rep.sure, var))
    rep = made.rep.maybe
    return Bind(rep, var, value, Op(rep, "cond", (Op(BOOL, "is_none", (local(var),)), NO_VALUE, made)))


def bound(value: Expr, use: Callable[[Expr], Expr], name: str = "it") -> Expr:
    """The result for a value that is read more than once."""
    if is_atom(value):
        return use(value)
    var = Var(name, value.rep)
    return bound_as(var, value, use(local(var)))


def bound_as(var: Var, value: Expr, made: Expr) -> Expr:
    """The result for a value held in a local."""
    count = sum(isinstance(n, Local) and n.var is var for n in walk(made))
    if count > 1 or not (never_fails(value) or first_read(made, var)):
        return Bind(made.rep, var, value, made)
    return mapped(made, lambda n: value if isinstance(n, Local) and n.var is var else n)


def with_rep(value: Expr, rep: Rep) -> Expr:
    """The same value under a narrower or wider representation of its sort."""
    return replace(value, rep=rep)
