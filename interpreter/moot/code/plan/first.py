"""Initial values of states: their declarations and results."""

from __future__ import annotations

from ...lang import tree
from ..layout.first_values import nothing_yet
from ..typing import symbols
from .constants import Constant, constant_of
from .units import Plan


def initial_of(symbol: symbols.State | symbols.Member) -> tree.Formula | None:
    """The declared value."""
    if isinstance(symbol.decl, tree.StateDecl):
        return symbol.decl.initial
    default: tree.Formula | None = symbol.default if isinstance(symbol, symbols.Member) else None
    return default


def first_constant(plan: Plan, symbol: symbols.State | symbols.Member) -> Constant:
    """The first value of a state, if it is always the same."""
    initial = initial_of(symbol)
    return nothing_yet(plan.numbering, symbol.type) if initial is None else constant_of(plan, initial)
