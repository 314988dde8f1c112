"""What of a pack is in the game that is compiled: of cards that no laid deck has, nothing is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...lang import tree
from . import symbols


def absent_titles(game: symbols.TypedGame) -> set[str]:
    """Titles that are not in the game: where decks deal things of a kind, those that no deck has. Their code never
    runs, and is not compiled.
    """
    dealt = {title for deck in game.decks.values() for title, _ in deck.cards}
    roots = {root_kind(game, game.things[title].kind) for title in dealt if title in game.things}
    return {
        title for title, thing in game.things.items() if title not in dealt and root_kind(game, thing.kind) in roots
    }


def root_kind(game: symbols.TypedGame, kind: str) -> str:
    """The kind that a kind is a sort of, of which it is no sort of another."""
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
    """Of all phases those whose entries `in_phase` or `innermost` needs: for the innermost all of them."""
    return every if node.name == "innermost" else [one.name for one in node.args if isinstance(one, tree.Name)]
