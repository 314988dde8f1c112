"""Things for which a constant formula in data must be true: the loop covers those alone.

any(h in 63..950 where formula arrival.entry of a(h) == yes and …)  =  any(h in fulfilling(arrival.entry, a) where …)
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

from ...ir.expressions import Const, DataFormula, Expr, Fold, Local, Op, Prim, Pure
from ...ir.make import YES, both, number
from ...ir.node import AnyNode
from ...ir.reps import ARGS
from ...ir.units import Unit
from ...ir.walk import mapped_block, reads_locals, walk
from ..formulas import Formulas

FEW = 8  # things that may as well be asked each


def fulfilled(units: Sequence[Unit], steady: Set[str]) -> tuple[Unit, ...]:
    """`steady`: the fields of formulas that never change."""
    if not steady:
        return tuple(units)
    formulas = Formulas({unit.name: unit for unit in units})

    def change(node: AnyNode) -> AnyNode:
        return _alone(node, steady, formulas) if isinstance(node, Fold) else node

    return tuple(
        replace(unit, body=mapped_block(unit.body, change))
        if any(isinstance(n, Fold) for n in walk(unit.body))
        else unit
        for unit in units
    )


def _alone(e: Fold, steady: Set[str], formulas: Formulas) -> Fold:
    if not isinstance(e.over, Const) or not isinstance(e.over.value, range) or len(e.over.value) < FEW:
        return e
    if e.over.rep.item is None or e.over.rep.item.sort != "thing":
        return e
    first, *others = _tests(e.where, formulas)
    match first:
        case Op(_, "==", (DataFormula() as asked, last)) if last == YES:
            pass
        case DataFormula() as asked:
            pass
        case _:
            return e
    match asked:
        case DataFormula(_, (_, name) as table, thing, (Local(_, var),)) if var is e.var and name in steady:
            if var not in reads_locals(thing) and not thing.rep.optional:
                ends = (number(e.over.value.start), number(e.over.value.stop))
                over = Prim(e.over.rep, "fulfilling", (Const(ARGS, table), thing, *ends))
                return replace(e, over=over, where=both(*others) if others else None)
    return e


def _tests(test: Expr | None, formulas: Formulas) -> list[Expr]:
    """All conditions, with the formula of a small function in place of its call if that is the first of them."""
    match test:
        case None:
            return [YES]
        case Op(_, "and", (first, *others)):
            return [*_tests(first, formulas), *others]
        case Pure() if (opened := formulas.of(test)) is not None:
            return _tests(opened, formulas)
    return [test]
