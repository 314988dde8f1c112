"""The passes, in their order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..ir.effects import Effects
from ..ir.keepers import Keeper
from ..ir.units import Unit
from .boards import Boards
from .over_boards import over_boards


def passed(units: Sequence[Unit], boards: Boards, effects: Effects) -> tuple[Sequence[Unit], Mapping[str, Keeper]]:
    """The units of a game after all passes, and what keeps values, by name. `effects`: of the units as given."""
    found = over_boards(units, boards, effects)
    return found.units, found.keepers
