"""What passes are given, and give: the units of a game with what they read."""

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
    """printed: the tables of what is printed on things, with those that passes have worked out. tallied: the zones of
    which a position keeps in one number what lies there, and how far up the bits of their things are. steady: fields of
    formulas that read nothing which changes in play. keepers: what keeps values from call to call, by name. effects:
    of the units as lowering made them.
    """

    units: Sequence[Unit]
    printed: Mapping[PrintedTable, tuple[Plain, ...]]
    effects: Effects
    boards: Boards = field(default_factory=Boards)
    tallied: Mapping[int, int] = field(default_factory=dict)
    steady: Set[str] = frozenset()
    keepers: Mapping[str, Keeper] = field(default_factory=dict)
