"""All the facts about a compiled game: the results of each stage, for the later ones."""

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
    """`lowered`: the output of lowering. `framed`: its units after all passes, with the frames of their points.

    `printed`: the printed values of things, with tables computed on the way. `formulas`: by field, for each thing the
    unit of its formula. `when_cells`: the cells that every `when` reads; None if one of them reads anything else.
    `keepers`: the caches of values, by name. `tallied`: zones whose contents a position stores in one number, and the
    number of bits per thing. `quick`: whether the passes were skipped.
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
