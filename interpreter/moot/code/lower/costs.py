"""Costs of actions: what paying does, and whether a single number can be lowered so far."""

from __future__ import annotations

from collections.abc import Sequence

from ...lang import tree
from ..ir import make
from ..ir.expressions import Expr
from ..ir.intervals import interval
from ..ir.make import both, bound, op
from ..ir.reps import NUM
from ..plan import actions
from ..plan.units import Flat
from ..typing import symbols, types
from ..typing.types import bare
from .changes import range_ends
from .context import Lowering


def payable(low: Lowering, flat: Flat, required: Sequence[Expr]) -> Expr | None:
    """The test that the cost can be paid, where it is one state without parameters that is lowered; None elsewhere.

    `required`: what is known to hold.
    """
    cost = _single(low, flat)
    if cost is None:
        return None
    target, by = low.expr(cost.target), low.expr(cost.by)
    if target.rep.optional or by.rep.optional:
        return None
    least, most = range_ends(low, bare(cost.target.type))
    left = op("-", target, by, rep=NUM)
    found = interval(left)
    enough = least == make.number(0) and not {op("<=", by, target), op(">=", target, by)}.isdisjoint(required)
    passes_low = not enough and not (found[0] is not None and _at_least(found[0], least))
    passes_high = not (found[1] is not None and _at_least(most, found[1]))

    def kept(one: Expr) -> Expr:
        low_test = op(">=", one, least) if passes_low else make.YES
        return both(low_test, op("<=", one, most) if passes_high else make.YES)

    return bound(left, kept)


def _at_least(a: Expr | int, b: Expr | int) -> bool:
    """Whether a number is surely as large as another."""
    high = a if isinstance(a, int) else interval(a)[0]
    low = b if isinstance(b, int) else interval(b)[1]
    return high is not None and low is not None and high >= low


def _single(low: Lowering, flat: Flat) -> tree.Lower | None:
    costs = actions.lines_of(flat, tree.Cost)
    if len(costs) != 1 or actions.lines_of(flat, tree.Let) or len(flat.chain) > 1:
        return None
    cost = costs[0].statement
    if not isinstance(cost, tree.Lower) or not isinstance(cost.target, tree.Name) or low.pauses(cost.by):
        return None
    plain = isinstance(cost.target.ref, symbols.State) and isinstance(bare(cost.target.type), types.Bounded)
    return cost if plain and not types.may_be_none(cost.target.type) else None
