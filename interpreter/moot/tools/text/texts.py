"""The texts of a game's cards, kept in the user's cache folder until something changes that they come from."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ...lang import cache, data
from ...lang.diagnostic import Report, fail
from ...lang.name_folding import ids_named
from ...lang.spelling import nearest
from ...pack.gather import gather_packs
from ...pack.load import merged
from .phrasebook import language_file
from .write import CardText, Paragraph, card_texts

_PART = "texts"


def texts_of(
    name: str | Path,
    mods: Sequence[str | Path] = (),
    settings: Iterable[tuple[str, Any]] = (),
    language: str = "english",
) -> dict[str, CardText]:
    """The texts of all things of a game by their ids, including those without code, with its present options.

    Raises MootError if the game has errors, or the language has no phrases.
    """
    told = list(settings)
    phrases = language_file(language).at.source.text
    report = Report()
    gathered = gather_packs(name, mods, report)
    call = gathered.digest, told, language, phrases, data.interpreter_digest()
    key = hashlib.sha256(repr(call).encode()).hexdigest()
    kept = cache.get(key, _PART)
    if isinstance(kept, list):
        return {ident: CardText(ident, shown, kind, _paragraphs(made)) for ident, shown, kind, made in kept}
    bundle = merged(gathered, report, told, cases=False)
    report.raise_if_failed()
    found = card_texts(bundle, language)
    rows = [
        (
            one.id,
            one.name,
            one.kind,
            [(part.field, part.text, part.code, part.place, part.bare, list(part.lacking)) for part in one.paragraphs],
        )
        for one in found.values()
    ]
    cache.put(key, _PART, rows)
    return found


def _paragraphs(made: list[Any]) -> tuple[Paragraph, ...]:
    return tuple(
        Paragraph(field, text, code, place, bare, tuple(lacking)) for field, text, code, place, bare, lacking in made
    )


def texts_named(
    game: str | Path,
    names: Sequence[str],
    mods: Sequence[str | Path] = (),
    settings: Iterable[tuple[str, Any]] = (),
    language: str = "english",
) -> list[CardText]:
    """The texts of the things with these names or ids; without names, those of all things with code.

    Raises MootError for an unknown name, with the nearest spelling.
    """
    found = texts_of(game, mods, settings, language)
    if not names:
        return [one for one in found.values() if one.paragraphs]
    chosen: list[CardText] = []
    for name in names:
        meant = (
            [name]
            if name in found
            else ids_named(name, [(one.id, word) for one in found.values() for word in (one.id, one.name)])
        )
        if not meant:
            words = dict.fromkeys(word for one in found.values() for word in (one.id, one.name))
            raise fail(
                "unknown-thing",
                f"unknown card or other thing `{name}`",
                hint=nearest(name, words) or f"list those with a text: moot text {game}",
            )
        chosen += [found[one] for one in meant if found[one] not in chosen]
    return chosen
