"""First values of states: constants, or the formulas that give them."""

from __future__ import annotations

from ...lang import tree
from ..layout.first_values import nothing_yet
from ..layout.values import Value
from ..typing import symbols
from .constants import UNKNOWN, Constant, constant_of
from .plan import Plan


def initial_of(symbol: symbols.State | symbols.Member) -> tree.Formula | None:
    """What its declaration says."""
    if isinstance(symbol.decl, tree.StateDecl):
        return symbol.decl.initial
    default: tree.Formula | None = symbol.default if isinstance(symbol, symbols.Member) else None
    return default


def first_constant(plan: Plan, symbol: symbols.State | symbols.Member) -> Constant:
    """The first value of a state, if it is always the same."""
    initial = initial_of(symbol)
    return nothing_yet(plan.numbering, symbol.type) if initial is None else constant_of(plan, initial)


def first_value(plan: Plan, symbol: symbols.State | symbols.Member) -> Value | tree.Formula | None:
    """The first value of a state: a constant, or the formula that gives it."""
    value = first_constant(plan, symbol)
    if value is not UNKNOWN:
        return value
    initial = initial_of(symbol)
    assert initial is not None
    return initial
