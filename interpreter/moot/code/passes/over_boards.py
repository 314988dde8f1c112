"""What passes make of a game with boards: functions whose values are kept, searches of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..ir.effects import Effects
from ..ir.keepers import Keeper
from ..ir.units import Unit
from .boards import Boards
from .keep import Keepers, keep
from .search import search


@dataclass(frozen=True, slots=True)
class OverBoards:
    """keepers: what keeps values from call to call, by name."""

    units: tuple[Unit, ...]
    keepers: Mapping[str, Keeper]


def over_boards(units: Sequence[Unit], boards: Boards, effects: Effects) -> OverBoards:
    """`effects`: of these units."""
    if not boards.all:
        return OverBoards(tuple(units), {})
    keepers = Keepers(effects, boards)
    changed = search(keep(units, keepers), keepers)
    return OverBoards(changed, keepers.made)
