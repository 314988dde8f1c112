"""Costs of actions: what paying does, and whether a single number can be lowered so far."""

from __future__ import annotations

from collections.abc import Sequence

from ...lang import tree
from ..ir import make
from ..ir.expressions import Const, Expr
from ..ir.intervals import interval
from ..ir.make import both, bound, op
from ..ir.reps import NUM
from ..plan import actions
from ..plan.plan import Flat
from ..typing import symbols, types
from ..typing.types import bare
from .changes import limits
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
    least, most = limits(low, bare(cost.target.type))
    left = op("-", target, by, rep=NUM)
    low_end, high_end = interval(left)
    tests = []
    if not (isinstance(least, Const) and low_end is not None and low_end >= int(least.value or 0)):  # type: ignore[arg-type]
        enough = isinstance(least, Const) and least.value == 0
        known = {op("<=", by, target), op(">=", target, by)}
        if not (enough and not known.isdisjoint(required)):
            tests.append(lambda one: op(">=", one, least))
    if not (isinstance(most, Const) and high_end is not None and high_end <= int(most.value or 0)):  # type: ignore[arg-type]
        tests.append(lambda one: op("<=", one, most))
    return bound(left, lambda one: both(*(test(one) for test in tests))) if tests else make.YES


def _single(low: Lowering, flat: Flat) -> tree.Lower | None:
    costs = actions.lines_of(flat, tree.Cost)
    if len(costs) != 1 or actions.lines_of(flat, tree.Let) or len(flat.chain) > 1:
        return None
    cost = costs[0].statement
    if not isinstance(cost, tree.Lower) or not isinstance(cost.target, tree.Name) or low.pauses(cost.by):
        return None
    plain = isinstance(cost.target.ref, symbols.State) and isinstance(bare(cost.target.type), types.Bounded)
    return cost if plain and not types.may_be_none(cost.target.type) else None
