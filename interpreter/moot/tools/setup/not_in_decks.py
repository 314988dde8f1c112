"""Why a thing of a pack is not in a game: no deck that is used holds it."""

from __future__ import annotations

from ...pack.model.kinds import Kinds
from .compiled import CompiledGame


def not_in_game(game: CompiledGame, name: str) -> tuple[str, str] | None:
    """A message and a hint for the name of a thing that the packs have and this game has not; None for other names.

    `name` may begin with a deck and end with a number, as names in logs do.
    """
    bundle = game.world.bundle
    parts = name.split(".")
    title = next((part for part in parts if part in bundle.things), "")
    of_deck = any(deck.whole == parts[0] or deck.id == parts[0] for deck in bundle.decks.values())
    if not title or (title in game.things and not of_deck):
        return None
    laid = {row.deck for row in game.layout.things}
    kinds = Kinds(bundle.declarations)

    def root(one: str) -> str:
        return kinds.line(bundle.things[one].kind)[-1].name

    alike = [deck for deck in bundle.decks.values() if any(root(one) == root(title) for one, _, _ in deck.cards)]
    used = [deck for deck in alike if deck.id in laid]
    own = [deck for deck in used if deck.id == parts[0]] or [deck for deck in used if deck.choice] or used
    if not own:
        return f"`{title}` is not in this game", ""
    decks = list(dict.fromkeys(f"`{deck.whole}`" for deck in own))
    message = f"the deck {decks[0]} holds no `{title}`" if len(decks) == 1 else f"no deck holds `{title}`"
    hint = f"add it to the deck{'' if len(decks) == 1 else f', one of {chr(44).join(decks)}'}".replace(",`", ", `")
    with_it = next((deck for deck in alike if deck.choice and any(one == title for one, _, _ in deck.cards)), None)
    if with_it is not None and with_it.choice is not None:
        suits = {suit: entry.value for suit, entry in with_it.suits.items()} | {with_it.choice.value: with_it.whole}
        hint += f", or set options: {{{', '.join(f'{suit}: {value}' for suit, value in suits.items())}}}"
    elif any(deck.choice for deck in own):
        hint += ", or set the option `deck` to one that holds it"
    return message, hint
