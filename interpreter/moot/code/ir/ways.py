"""A search for routes over a board, split into the part known before a step is examined and the rest."""

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
    """The values of these keepers belong to this position from now on."""

    keepers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ways(AnyStmt):
    """Does what `general` does and returns its result; any error is left to it.

    ahead: locals that are the same for all steps. rows: the stored steps by the place `here` that is left. row: makes
    the row of a place, with all steps from there as far as known in advance: to `there`, with `columns`. of_search,
    of_place: locals that are unknown when the search begins, or when a place is left. leaving: if any holds, no step
    leaves the place. cost: the cost of a possible step, if it is in a column; otherwise None. body: a Break skips the
    step; without a cost it sets `step`, to none if there is no such step. least: the minimum cost of a step; None if it
    may be negative.
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
    """Does what `general` does, if no step has a cost, and returns its result: the places within reach of the
    start, nearest first. test: whether there is a step from `here` to `there`.
    """

    general: Search
    here: Var
    there: Var
    test: Expr
