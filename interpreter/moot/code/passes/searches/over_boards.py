"""The passes for a game with boards: cached functions, specialized searches, cached members."""

from __future__ import annotations

from dataclasses import replace

from ..game import GameUnits
from .keep import Keepers, keep
from .members import members
from .search import search


def over_boards(game: GameUnits) -> GameUnits:
    if not game.boards.all:
        return game
    keepers = Keepers(game.effects, game.boards)
    changed = members(search(keep(game.units, keepers), keepers), keepers)
    return replace(game, units=changed, keepers=keepers.made)
