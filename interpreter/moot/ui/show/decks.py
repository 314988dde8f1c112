"""`moot show GAME decks`: in the terminal and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.text import Text

from ...stack.words import name_words
from ..output import emit, print_columns

if TYPE_CHECKING:
    from ...stack.game import Game
    from ...tools.show.decks import DeckFacts


def show_decks(loaded: Game, game: str, mods: tuple[str, ...], name: str | None) -> int:
    """List a game's decks, or the cards of the one of that name. Raises MootError."""
    from ...tools.show.decks import decks_of

    found = decks_of(game, mods, name)
    return emit("show decks", {"decks": [one.as_json() for one in found]}, lambda: _tell(loaded, found, name, game))


def _tell(loaded: Game, found: list[DeckFacts], name: str | None, game: str) -> None:
    if not found:
        click.echo(f"{loaded.id} has no decks")
    elif name is None:
        rows = [(one.id, str(one.size), one.pack, ", ".join(one.sections)) for one in found]
        print_columns([("deck", "cards", "pack", "zones"), *rows])
        click.echo(f"\nmoot show {game} decks NAME lists the cards of one.")
    else:
        for one in found:
            _cards(loaded, one)


def _cards(loaded: Game, deck: DeckFacts) -> None:
    out = Console(highlight=False)
    out.print(Text(f"{deck.id}: {deck.size} cards, from {deck.pack}"))
    for zone, cards in deck.sections.items():
        out.print(Text(f"\n{zone} ({sum(cards.values())})", style="bold"))
        for title, count in cards.items():
            out.print(Text(f"{count:>4}  {name_words(loaded.program, title)}"))
