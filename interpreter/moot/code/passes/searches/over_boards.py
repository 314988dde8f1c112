"""What passes make of a game with boards: functions whose values are kept, searches of their own."""

from __future__ import annotations

from dataclasses import replace

from ..game import GameUnits
from .keep import Keepers, keep
from .search import search


def over_boards(game: GameUnits) -> GameUnits:
    if not game.boards.all:
        return game
    keepers = Keepers(game.effects, game.boards)
    changed = search(keep(game.units, keepers), keepers)
    return replace(game, units=changed, keepers=keepers.made)
