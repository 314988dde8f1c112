"""Loops inside formulas: as comprehensions, or as statements before the line, where they are run in any case."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from ... import ir
from ...ir.make import both
from ...ir.walk import mapped, printed_value, substituted, walk, with_parts
from .scans import by_state, scanned, span_of
from .tightness import AND, COND, OR, SUM, UNIT, TightText, Use

if TYPE_CHECKING:
    from .expressions import Expressions

INDEXED = 8  # from this number of things on, those with a given value are looked up


def fold(p: Expressions, e: ir.Fold, use: Use) -> TightText:
    """As a comprehension."""
    if (found := scanned(p, fused(e))) is not None:
        return found
    with p.again_and_again():
        e, head = prepared(p, e, p.costs.turn_of(fused(e)))
        name = p.name(e.var)
        loop = head + (f" if {p.x(e.where, OR, 'test')}" if e.where is not None else "")
        tight = SUM if e.rep.sort == "mask" else COND
        of = "" if e.of is None else p.x(e.of, tight, "test" if e.what == "every" else "value")
    match e.what:
        case "any" if use == "test" and _is_lying(e.over):
            return f"{p.items(e.over, OR)} and any(True {loop})", AND
        case "any":
            return f"any(True {loop})", UNIT
        case "every":
            return f"all({of} {loop})", UNIT
        case "count":
            return f"sum(1 {loop})", UNIT
        case "each":
            if e.rep.sort == "mask":
                return f"sum(1 << {of or name} {loop})", UNIT
            listed = f"[{of or name} {loop}]"
            return (listed if use == "items" else f"tuple({listed})"), UNIT
        case "sum":
            return f"{_sum_of(e)}([{of} {loop}])", UNIT
        case "most" | "least":
            return f"{e.what}([{of} {loop}])", UNIT
        case _:
            assert_never(e.what)


def _is_lying(over: ir.Expr) -> bool:
    """The contents of a place that is found at once: often there are none."""
    return isinstance(over, ir.Contents) and all(
        isinstance(n, ir.Const | ir.Local | ir.Op | ir.Printed) for n in walk(over.zone)
    )


def _sum_of(e: ir.Fold) -> str:
    return "total" if e.rep.optional else "sum"


# ------------------------------------------------------------------------------------------------------- iteration


def metered(source: str, turn: int, name: str = "") -> str:
    """The members that a loop goes through. Its length times the work of a turn is charged, unless that is 0.

    `name`: for a zone in a loop that is a statement. Most zones are empty, which costs no call.
    """
    if not turn:
        return source
    return f"({name} := {source}) and metered(S, {name}, {turn})" if name else f"metered(S, {source}, {turn})"


def prepared(p: Expressions, e: ir.Fold, turn: int, named: bool = False) -> tuple[ir.Fold, str]:
    """The loop and its head as text: one loop in place of two, an index or a column where one does. `turn`: the work
    of a turn, if it is charged. `named`: the loop is a statement.
    """
    e = fused(e)
    found = _by_value(p, e) or by_state(p, e)
    if found is not None:
        names, _, inside = found[1].partition(" in ")
        return found[0], f"{names} in {metered(inside, turn)}"
    e, column = _by_column(p, e)
    saved, p.in_source = p.in_source, True
    source = column or p.items(e.over, OR)
    p.in_source = saved
    name = p.new("lying") if turn and named and isinstance(e.over, ir.Contents) else ""
    return e, f"for {p.name(e.var)} in {metered(source, turn, name)}"


def fused(e: ir.Fold) -> ir.Fold:
    """A loop over all of something that pass a test, as one loop."""
    over = e.over.args[0] if isinstance(e.over, ir.Op) and e.over.op == "frozen" else e.over
    if not isinstance(over, ir.Fold) or over.what != "each" or over.of is not None or over.rep.sort == "mask":
        return e
    where = None if over.where is None else substituted(over.where, {over.var: ir.Local(e.var.rep, e.var)})
    tests = [test for test in (where, e.where) if test is not None]
    return fused(replace(e, over=over.over, where=both(*tests) if tests else None))


def _by_value(p: Expressions, e: ir.Fold) -> tuple[ir.Fold, str] | None:
    """Things on which some value must be printed, which is asked first: only those, from an index."""
    span = span_of(e)
    if span is None or len(span) < INDEXED or e.where is None or e.var.rep.sort != "thing":
        return None
    is_all = isinstance(e.where, ir.Op) and e.where.op == "and"
    first, *rest = e.where.args if is_all and isinstance(e.where, ir.Op) else (e.where,)
    found = printed_value(first, e.var)
    if found is None:
        return None
    table, other = found
    index = p.constants.by_value(table, span.start, span.stop)
    return replace(e, where=both(*rest) if rest else None), f"for {p.name(e.var)} in {index}.get({p.x(other)}, ())"


def _by_column(p: Expressions, e: ir.Fold) -> tuple[ir.Fold, str]:
    """Things iterated over for a single printed field: the column of that field."""
    span = span_of(e)
    if span is None or e.what == "each":
        return e, ""
    nodes = [n for part in (e.where, e.of) if part is not None for n in walk(part)]
    reads = [n for n in nodes if isinstance(n, ir.Printed) and isinstance(n.at, ir.Local) and n.at.var is e.var]
    uses = sum(isinstance(n, ir.Local) and n.var is e.var for n in nodes)
    if not reads or len({n.table for n in reads}) > 1 or uses != len(reads):
        return e, ""
    value = ir.Var(f"{reads[0].table[1]}_of_{e.var.name}", reads[0].rep)

    def read(n: ir.Expr) -> ir.Expr:
        is_it = isinstance(n, ir.Printed) and isinstance(n.at, ir.Local) and n.at.var is e.var
        return ir.Local(n.rep, value) if is_it else n

    whole = (span.start, span.stop) == (0, len(p.given.printed[reads[0].table]))
    column = p.constants.printed(reads[0].table) + ("" if whole else f"[{span.start}:{span.stop}]")
    where, of = (None if part is None else mapped(part, read) for part in (e.where, e.of))
    return replace(e, var=value, where=where, of=of), column


# ---------------------------------------------------------------------------------------------- before the line

_BEGINS = {"any": "False", "every": "True", "count": "0", "sum": "0", "each": "[]", "most": "[]", "least": "[]"}


def hoisted(p: Expressions, e: ir.Expr, use: Use) -> ir.Expr:
    """The same, with every part that is always read and is a loop, or is read more than once, in earlier lines."""
    match e:
        case ir.Fold():
            return looped(p, e, use)
        case ir.Bind(_, var, value, body):
            put_value(p, var, value)
            return hoisted(p, body, use)
        case ir.Op(_, ("and" | "or" | "cond"), (first, *others)):
            changed = hoisted(p, first, "test")
            return e if changed is first else replace(e, args=(changed, *others))
        case ir.Op(_, op, args) if args:
            inner: Use = "items" if op in _ITEMS else "test" if op == "not" else "value"
            member = op in _WITH_A_MEMBER
            made = tuple(hoisted(p, a, "value" if n and member else inner) for n, a in enumerate(args))
            return e if all(a is b for a, b in zip(made, args, strict=True)) else replace(e, args=made)
        case ir.Cell() | ir.Where() | ir.Printed() | ir.Field() | ir.Contents() | ir.Make() | ir.Arg() | ir.Pure():
            return with_parts(e, lambda part: hoisted(p, part, "value"))
        case ir.Prim() | ir.OnBoard() | ir.Show():
            return with_parts(e, lambda part: hoisted(p, part, "value"))
    return e


_ITEMS = frozenset(("size", "empty", "first", "last", "nth", "nth_there", "contains", "frozen", "joined", "with"))
_ITEMS |= {"without", "less", "distinct", "same_set", "in_order", "foremost", "hindmost"}
_WITH_A_MEMBER = frozenset(("contains", "with"))  # the second part is, or may be, one member: it is stored


def put_value(p: Expressions, var: ir.Var, value: ir.Expr) -> None:
    text = p.x(hoisted(p, value, "value"))
    if text != p.name(var):
        p.line(f"{p.name(var)} = {text}")


def looped(p: Expressions, e: ir.Fold, use: Use) -> ir.Expr:
    """A loop as statements, with its result in a local."""
    if e.what == "sum" and _sum_of(e) == "total":
        return e
    e = fused(e)
    turn = p.costs.turn_of(e)
    e = replace(e, over=hoisted(p, e.over, "items"))
    if scanned(p, e) is not None:
        return e
    found = ir.Var("found", e.rep)
    name = p.name(found)
    e, head = prepared(p, e, turn, named=True)
    p.line(f"{name} = {'0' if e.rep.sort == 'mask' else _BEGINS[e.what]}")
    p.line(f"{head}:")
    before = p.depth
    with p.again_and_again():
        p.depth += 1
        if e.where is not None:
            p.line(f"if {p.x(hoisted(p, e.where, 'test'), use='test')}:")
            p.depth += 1
        _turn(p, e, name)
    p.depth = before
    result: ir.Expr = ir.Local(e.rep, found)
    if e.what in ("most", "least"):
        p.line(f"{name} = {e.what}({name})")
    elif e.what == "each" and e.rep.sort != "mask" and use != "items":
        p.line(f"{name} = tuple({name})")
    return result


def _turn(p: Expressions, e: ir.Fold, name: str) -> None:
    """The code for each member that passes."""

    def value() -> str:
        return p.name(e.var) if e.of is None else p.x(hoisted(p, e.of, "value"), SUM if e.rep.sort == "mask" else COND)

    match e.what:
        case "any":
            p.lines([f"{name} = True", "break"])
        case "every":
            assert e.of is not None
            test = p.x(ir.Op(e.rep, "not", (hoisted(p, e.of, "test"),)), use="test")
            p.lines([f"if {test}:", f"    {name} = False", "    break"])
        case "count":
            p.line(f"{name} += 1")
        case "sum":
            p.line(f"{name} += {value()}")
        case "each":
            p.line(f"{name} |= 1 << {value()}" if e.rep.sort == "mask" else f"{name}.append({value()})")
        case "most" | "least":
            p.line(f"{name}.append({value()})")
        case _:
            assert_never(e.what)
