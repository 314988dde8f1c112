"""What passes are given beside units: what nodes do not say themselves, and the boards."""

from __future__ import annotations

from collections.abc import Mapping

from ..state.boards import BoardRow
from .ir.expressions import Plain, Table
from .ir.touched import Surroundings
from .layout.numbering import Numbering
from .lower.game import LoweredGame
from .passes.boards import BoardOf, Boards
from .plan.plan import Plan
from .plan.tables import Tables
from .typing import types


def surroundings(plan: Plan, found: LoweredGame) -> Surroundings:
    layout = plan.numbering.layout
    return Surroundings(
        len(layout.things),
        frozenset(number for number, zone in enumerate(layout.zones) if zone.in_play),
        bool(plan.effects),
        "reset" if any(unit.name == "reset" for unit in found.lowered.units) else "",
        {table: tuple(filter(None, units)) for table, units in found.formulas.items()},
    )


def boards_of(tables: Tables, found: Mapping[Table, tuple[Plain, ...]]) -> Boards:
    numbering = tables.numbering
    return Boards(tuple(_board(numbering, tables, row) for row in numbering.layout.boards), found)


def _board(numbering: Numbering, tables: Tables, row: BoardRow) -> BoardOf:
    kinds = [kind for kind in (row.place, row.side) if kind]
    return BoardOf(
        row.name,
        row.places,
        numbering.things_of(row.side) if row.side else range(0),
        tables.holders(types.Thing(row.place)),
        all(numbering.root(kind) == kind for kind in kinds),
    )
