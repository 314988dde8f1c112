"""Decks from files, ready to be played: read, checked against the laws, and in the form for `stack.load.load`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...lang.diagnostic import Diagnostic, MootError, Report
from .file import deck_source
from .legality import judge


def playable_decks(
    files: Mapping[str, str],
    game: str,
    mods: Sequence[str] = (),
    settings: Iterable[tuple[str, Any]] = (),
    anyway: bool = False,
) -> tuple[dict[str, dict[str, dict[str, int]]], list[Diagnostic]]:
    """The sections of each player's own deck, and warnings.

    `files`: the path of each player's deck file. Raises MootError with all errors in any of them: broken laws (not with
    `anyway`), and cards that the game does not have.
    """
    settings = list(settings)
    report = Report()
    found: dict[str, dict[str, dict[str, int]]] = {}
    sources = {player: deck_source(Path(file), report) for player, file in files.items()}
    for player, source in sources.items():
        if source is None:
            continue
        judged = judge(source, game, mods, settings, player=player)
        for diagnostic in judged.report:
            if diagnostic.code == "law" and anyway:
                continue
            if diagnostic.code not in ("unknown-card", "law") or diagnostic.severity == "error":
                report.add(diagnostic)
        sections = found.setdefault(player, {})
        for card in judged.cards.cards if judged.cards is not None else ():
            if card.thing is None:
                nearest = next((d.hint for d in judged.report if d.at == card.line.at and d.code == "unknown-card"), "")
                message = f"the game has no card `{card.line.name}`"
                report.error("unknown-card", message, card.line.at, nearest)
                continue
            there = sections.setdefault(card.section, {})
            there[card.thing.id] = there.get(card.thing.id, 0) + card.count
    if report.failed:
        raise MootError(report.diagnostics)
    return found, report.diagnostics
