"""Loops over adjacent cells, which Python iterates over directly: the states of many things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import ir
from ...ir.make import negated
from ...ir.total import never_fails
from ...ir.walk import mapped, reads_locals, walk
from .tightness import BIT_OR, COMPARE, UNIT, TightText

if TYPE_CHECKING:
    from .expressions import Expressions

SIDE_BY_SIDE = 8  # of so many things and more, states are read as one slice


def span_of(e: ir.Fold) -> range | None:
    """Where it goes through numbers that follow one another."""
    return e.over.value if isinstance(e.over, ir.Const) and isinstance(e.over.value, range) else None


def scanned(p: Expressions, e: ir.Fold) -> TightText | None:
    """A loop that tests for one value: whether it is among states, or whether the member is among known values."""
    test = negated(e.of) if e.what == "every" and e.of is not None and e.where is None else e.where
    if test is None or (e.what, e.of is not None) not in (("any", False), ("every", True), ("count", False)):
        return None
    span = span_of(e)
    if span is not None and len(span) >= SIDE_BY_SIDE and (found := _one_value(e, test)) is not None:
        cell, value = found
        states, sought = _slice(p, cell, span), p.x(value, BIT_OR)
        if e.what == "count":
            return f"{states}.count({sought})", UNIT
        return f"{sought} {'in' if e.what == 'any' else 'not in'} {states}", COMPARE
    match test:
        case ir.Op(_, "contains", (ir.Const(_, tuple(members)), ir.Local(_, var))) if var is e.var:
            apart = f"{p.constants.members(members)}.isdisjoint({p.items(e.over)})"
            return (f"not {apart}", COMPARE) if e.what == "any" else (apart, UNIT) if e.what == "every" else None
    return None


def _one_value(e: ir.Fold, test: ir.Expr) -> tuple[ir.Cell, ir.Expr] | None:
    """The state of the member, and its required value."""
    match test:
        case ir.Op(_, "is_none", (ir.Cell() as cell,)):
            value: ir.Expr = ir.Const(cell.rep, None)
        case ir.Op(_, "==", (ir.Cell() as cell, value)) | ir.Op(_, "==", (value, ir.Cell() as cell)):
            pass
        case _:
            return None
    is_alone = e.var not in reads_locals(value) and never_fails(value)
    return (cell, value) if is_alone and _offset(cell, e.var) is not None else None


def _offset(cell: ir.Cell, var: ir.Var) -> int | None:
    """The distance of a thing's state from its number."""
    match cell.at:
        case ir.Local(_, thing) if thing is var:
            return 0
        case ir.Op(_, "+", (ir.Local(_, thing), ir.Const(_, int(off)))) if thing is var:
            return off
    return None


def _slice(p: Expressions, cell: ir.Cell, span: range) -> str:
    off = cell.at.args[1].value if isinstance(cell.at, ir.Op) and isinstance(cell.at.args[1], ir.Const) else 0
    assert isinstance(off, int)
    return f"{p.cells()}[{span.start + off}:{span.stop + off}]"


def by_state(p: Expressions, e: ir.Fold) -> tuple[ir.Fold, str] | None:
    """A loop whose first test reads a state of each thing: the states as a column, and the head of the loop."""
    span = span_of(e)
    if span is None or len(span) < SIDE_BY_SIDE or e.where is None or e.what not in ("each", "count", "sum"):
        return None
    first = e.where.args[0] if isinstance(e.where, ir.Op) and e.where.op == "and" else e.where
    cell = next((n for n in walk(first) if isinstance(n, ir.Cell) and _offset(n, e.var) is not None), None)
    if cell is None:
        return None
    column = ir.Var("state", cell.rep)

    def read(n: ir.Expr) -> ir.Expr:
        return ir.Local(n.rep, column) if isinstance(n, ir.Cell) and n.at == cell.at else n

    where, of = (None if part is None else mapped(part, read) for part in (e.where, e.of))
    changed = ir.Fold(e.rep, e.what, e.var, e.over, where, of)
    begin = f", {span.start}" if span.start else ""
    return changed, f"for {p.name(e.var)}, {p.name(column)} in enumerate({_slice(p, cell, span)}{begin})"
