"""A search for ways over a board, taken apart into what is known before a step is looked at and what is left to ask."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .expressions import Expr, Search, Var
from .node import AnyStmt

if TYPE_CHECKING:
    from .statements import Block

LONG = 200  # a cost up to which `reachable` has a list for each cost


@dataclass(frozen=True, slots=True)
class Look(AnyStmt):
    """What these keepers keep is from here on of this position."""

    keepers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ways(AnyStmt):
    """Does what `general` does and returns what it comes to; where anything is a fault, it is left to that.

    ahead: locals that are the same for all steps. rows: what is held of steps by the place `here` that is left; row:
    makes that of a place, of all steps that may be taken from there as far as that is known beforehand: to `there`,
    with `columns`. of_search, of_place: locals that are not known when it begins, when a place is left. leaving: if any
    holds, no step leaves the place. cost: what a step costs if it may be taken at all, where that is in a column; else
    None. body: a Break leaves out the step; without a cost it sets `step`, to none where there is no such step. least:
    what a step costs at least; None where it may cost less than nothing.
    """

    general: Search
    here: Var
    there: Var
    step: Var
    ahead: Block
    rows: Expr
    row: Expr
    columns: tuple[Var, ...]
    of_search: tuple[Var, ...]
    of_place: tuple[Var, ...]
    leaving: tuple[Expr, ...]
    cost: Expr | None
    body: Block
    least: int | None

    @property
    def own(self) -> tuple[Var, ...]:
        """The locals that it sets itself."""
        return (self.here, self.there, self.step, *self.columns, *self.of_search, *self.of_place)


@dataclass(frozen=True, slots=True)
class Flood(AnyStmt):
    """Does what `general` does, where no step costs anything, and returns what it comes to: the places that are reached
    from the start, nearest first. test: whether there is a step from `here` to `there`.
    """

    general: Search
    here: Var
    there: Var
    test: Expr
