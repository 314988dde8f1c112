"""The part of a pack in the compiled game: it omits cards that are in no used deck, and things of players who do
not take part.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...lang import tree
from ...pack.model.bundle import Thing, YamlEntry
from . import symbols
from .fits import PLAYER
from .scope import World
from .types import OrNone, bare


def absent_titles(game: symbols.TypedGame) -> set[str]:
    """Titles that are not in the game: things of players who do not take part, and, if decks deal things of a
    kind, those that are in no deck. Their code never runs, and is not compiled.
    """
    dealt = {title for deck in game.decks.values() for title, _ in deck.cards}
    roots = {root_kind(game, game.things[title].kind) for title in dealt if title in game.things}
    return game.left_out | {
        title for title, thing in game.things.items() if title not in dealt and root_kind(game, thing.kind) in roots
    }


def of_those_here(world: World, thing: Thing, kind: symbols.Kind) -> dict[str, YamlEntry]:
    """The fields of a thing. If one names a player who does not take part, the thing is not in the game. A place
    of a board stays, and names no player.
    """
    game, fields = world.game, thing.fields
    if not game.absent:
        return fields
    of_players = {name for name, one in kind.fields.items() if bare(one.type) == PLAYER}
    naming = [name for name in fields if name in of_players and str(fields[name].value) in game.absent]
    if any(thing.kind in (board.place, board.side) for board in world.bundle.boards.values()):
        naming = [name for name in naming if isinstance(kind.fields[name].type, OrNone)]
        return fields | {name: YamlEntry(None, fields[name].at) for name in naming}
    if naming:
        game.left_out.add(thing.id)
    return {name: entry for name, entry in fields.items() if name not in naming}


def root_kind(game: symbols.TypedGame, kind: str) -> str:
    """The root of a kind: the base kind that has no base of its own."""
    while kind in game.kinds and (base := game.kinds[kind].base) is not None:
        kind = base.name
    return kind


def bodies_of(game: symbols.TypedGame, every: Iterable[symbols.Carried], code: Iterable[symbols.CodeUnit]) -> list[Any]:
    """The code of a game with that of some of its things."""
    roots: list[Any] = [p.decl for p in game.procedures.values()] + [a.decl for a in game.actions.values()]
    roots += [*game.standing, *(one.nodes for one in code)]
    for carried in every:
        roots += [*carried.standing, *(p.decl for p in carried.procedures.values())]
        roots += [a.decl for a in carried.actions.values()]
    return roots


def formulas_outside(game: symbols.TypedGame, every: Iterable[symbols.Carried]) -> list[Any]:
    """The formulas outside that code: of functions, first values, and who sees zones and states."""
    declared: list[symbols.Symbol] = [*game.functions.values(), *game.states.values(), *game.zones.values()]
    declared += [member for kind in game.kinds.values() for member in kind.fields.values()]
    for carried in every:
        declared += [*carried.functions.values(), *carried.states.values()]
    return [one.decl for one in declared]


def phases_read(node: tree.Call, every: Iterable[str]) -> Iterable[str]:
    """The phases whose entries `in_phase` or `innermost` needs: all of them for the innermost."""
    return every if node.name == "innermost" else [one.name for one in node.args if isinstance(one, tree.Name)]
