"""Input and output of passes: the units of a game with their reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

from ..ir.effects import Effects
from ..ir.expressions import Plain, PrintedTable
from ..ir.keepers import Keeper
from ..ir.units import Unit
from .boards import Boards


@dataclass(frozen=True, slots=True)
class GameUnits:
    """printed: the tables of printed values of things, and those that passes have computed. tallied: the zones
    whose contents a position stores in one number, and the number of bits per thing. steady: fields of formulas
    that read nothing that changes in play. keepers: the caches that persist from call to call, by name. effects:
    of the units as lowering made them.
    """

    units: Sequence[Unit]
    printed: Mapping[PrintedTable, tuple[Plain, ...]]
    effects: Effects
    boards: Boards = field(default_factory=Boards)
    tallied: Mapping[int, int] = field(default_factory=dict)
    steady: Set[str] = frozenset()
    keepers: Mapping[str, Keeper] = field(default_factory=dict)
