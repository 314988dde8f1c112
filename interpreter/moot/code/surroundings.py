"""The additional input of passes: the cells that units read and write, and the boards."""

from __future__ import annotations

from collections.abc import Mapping

from ..state.boards import BoardRow
from .ir.effects import Effects
from .ir.expressions import Plain, PrintedTable
from .ir.spans import NumberSpan
from .ir.touched import Surroundings
from .layout.numbering import Numbering
from .lower.game import LoweredGame
from .passes.answers.tally import often_asked
from .passes.boards import BoardOf, Boards
from .passes.game import GameUnits
from .plan.tables import Tables
from .plan.units import Plan
from .typing import types


def passing(plan: Plan, tables: Tables, found: LoweredGame) -> GameUnits:
    """A game as lowering has made it."""
    units, printed, effects = found.lowered.units, {**tables.printed, **found.found}, effects_of(plan, found)
    tallied = often_asked(units, effects.around.things)
    return GameUnits(units, printed, effects, boards_of(tables, found.found), tallied, plan.steady)


def effects_of(plan: Plan, found: LoweredGame) -> Effects:
    """The cells that the units of a game read and write, after lowering."""
    layout = plan.numbering.layout
    around = Surroundings(
        len(layout.things),
        frozenset(number for number, zone in enumerate(layout.zones) if zone.in_play),
        bool(plan.effects),
        "reset" if any(unit.name == "reset" for unit in found.lowered.units) else "",
        {table: tuple(filter(None, units)) for table, units in found.formulas.items()},
        layout.cells,
    )
    return Effects(found.lowered.units, around)


def when_cells(plan: Plan, effects: Effects) -> frozenset[NumberSpan] | None:
    """The cells that the formula of any `when` may read; None where one reads more than cells."""
    read = [effects.cells_of(f"w{rule.number}") for rule in plan.whens]
    if any(cells is None for cells in read):
        return None
    return frozenset(span for cells in read if cells is not None for span in cells)


def boards_of(tables: Tables, found: Mapping[PrintedTable, tuple[Plain, ...]]) -> Boards:
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
