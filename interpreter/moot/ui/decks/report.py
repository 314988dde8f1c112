"""Tells how a deck of a file was judged, at the terminal or as JSON."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from ...lang.diagnostic import Report
from ...lang.source import Source
from ...tools.decks.encoding import decode_deck
from ...tools.decks.file import deck_source
from ...tools.decks.legality import JudgedDeck, judge
from ..errors import report_if_any
from ..options import STDIN

_SHOWN = 3  # lines taken for sentences that are shown


def read_source(path: str) -> Source:
    """The text of a deck file, or of the input if the path is `-`. Raises MootError if it is not text."""
    report = Report()
    if path == STDIN:
        data: bytes = sys.stdin.buffer.read()
        source = decode_deck(data, "the input", report)
    else:
        source = deck_source(Path(path), report)
    report.raise_if_failed()
    assert source is not None
    report_if_any(report.diagnostics)
    return source


def judged(
    path: str, game: str, mods: Sequence[str], settings: list[tuple[str, Any]], prefer: Sequence[str]
) -> JudgedDeck:
    """A file's deck, checked against its game's laws. Raises MootError if the deck, or the game, cannot be read."""
    return judge(read_source(path), game, mods, settings, prefer)


def tell_deck(deck: JudgedDeck) -> None:
    """Write what a deck holds, every diagnostic, and the verdict."""
    if deck.cards is not None:
        click.echo(f"{deck.game}: {deck.title}, read as {deck.cards.deck.format}")
        sizes = (f"{name.replace('_', ' ')} {size}" for name, size in deck.sizes().items())
        click.echo(f"  {', '.join(sizes) or 'no cards'}\n")
    for diagnostic in deck.report:
        click.echo(diagnostic.render() + "\n")
    if deck.cards is not None:
        for note in _notes(deck):
            click.echo(f"note: {note}")
    click.echo(verdict(deck))


def _notes(deck: JudgedDeck) -> list[str]:
    assert deck.cards is not None
    found = []
    if deck.taken:
        found.append(f"several cards share a name; used: {', '.join(deck.taken)}")
    if asides := deck.cards.asides:
        some = "; ".join(f"“{line.name[:40]}{'…' * (len(line.name) > 40)}”" for line in asides[:_SHOWN])
        count = len(asides)
        found.append(f"{count} line{'s' * (count > 1)} not read as {'cards' if count > 1 else 'a card'}: {some}")
    return found


def verdict(deck: JudgedDeck) -> str:
    """Whether the deck is legal, in a line."""
    errors = sum(one.severity == "error" for one in deck.report)
    unknown = sum(card.count for card in deck.cards.unknown) if deck.cards is not None else 0
    known = f"; {unknown} unknown card{'s' * (unknown > 1)}" if unknown else ""
    if deck.cards is None:
        return "no deck was read"
    if errors:
        return f"not legal: {errors} error{'s' * (errors > 1)}{known}"
    if deck.lacks:
        return f"legal as a part of a deck: it holds no {' and no '.join(deck.lacks)}{known}"
    if deck.doubtful:
        return f"not decided{known}"
    return f"legal{', as far as its cards are known' * bool(unknown)}{known}"


def deck_json(deck: JudgedDeck) -> dict[str, Any]:
    """The same as data."""
    cards = [] if deck.cards is None else deck.cards.cards
    return {
        "game": deck.game,
        "title": deck.title,
        "format": deck.cards.deck.format if deck.cards is not None else None,
        "legal": deck.legal if deck.cards is not None else None,
        "cards": [
            {
                "section": card.section,
                "group": card.group,
                "count": card.count,
                "card": card.thing.id if card.thing is not None else None,
                "name": card.line.name,
            }
            for card in cards
        ],
        "diagnostics": [one.as_json() for one in deck.report],
    }
