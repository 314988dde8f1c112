"""All that is known of a game that has been compiled: what each stage has made of it, for those that come after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .ir.expressions import Plain, PrintedTable
from .ir.keepers import Keeper
from .ir.spans import NumberSpan
from .ir.units import Lowered, Unit
from .layout.numbering import Numbering
from .passes.framed import Framed
from .plan.sight import sees_target
from .plan.tables import Tables
from .plan.units import Plan, Target
from .typing import symbols


@dataclass(frozen=True, slots=True)
class Compiled:
    """`lowered`: as lowering made it. `framed`: its units after all passes, with the frames of their points.

    `printed`: what is printed on things, with the tables that were worked out on the way. `formulas`: by field, of each
    thing the unit of its formula. `when_cells`: the cells that every `when` reads; None where one reads more than
    cells. `keepers`: what keeps values, by name. `tallied`: zones of which a position keeps in one number what lies
    there, and how far up the bits of their things are. `quick`: whether the passes were left out.
    """

    numbering: Numbering
    plan: Plan
    tables: Tables
    lowered: Lowered
    printed: Mapping[PrintedTable, tuple[Plain, ...]]
    formulas: Mapping[PrintedTable, tuple[str | None, ...]]
    framed: Framed
    when_cells: frozenset[NumberSpan] | None
    keepers: Mapping[str, Keeper] = field(default_factory=dict)
    tallied: Mapping[int, int] = field(default_factory=dict)
    quick: bool = False

    @property
    def game(self) -> symbols.TypedGame:
        return self.numbering.game

    @property
    def sees(self) -> Target | None:
        return sees_target(self.plan)

    @property
    def has_thing_states(self) -> bool:
        """Whether any thing has states, which go back to their first values when it leaves play."""
        return any(unit.name == "reset" for unit in self.lowered.units)

    def unit(self, name: str) -> Unit:
        return next(unit for unit in self.framed.units if unit.name == name)
