"""Differences of cards in the words of their texts, instead of code."""

from __future__ import annotations

from dataclasses import replace

from ..text.texts import texts_of
from .compare import Diff
from .structure.rules import Difference
from .structure.side import Side


def in_texts(found: Diff) -> Diff:
    """The same, with the texts of cards that differ in code, unless the texts are alike."""
    told = [one for one in found.differences if one.sort == "card"]
    if not told:
        return found
    ours, theirs = _texts(found.a), _texts(found.b)
    differences = [_in_texts(one, ours, theirs) if one in told else one for one in found.differences]
    return replace(found, differences=differences)


def _texts(side: Side) -> dict[str, str]:
    """The paragraphs of a field, one per line, by `thing: field`."""
    found: dict[str, str] = {}
    for ident, one in texts_of(side.name, side.mods, side.settings).items():
        for part in one.paragraphs:
            key = f"{ident}: {part.field}"
            found[key] = f"{found[key]}\n{part.text}" if key in found else part.text
    return found


def _in_texts(one: Difference, ours: dict[str, str], theirs: dict[str, str]) -> Difference:
    a, b = ours.get(one.id), theirs.get(one.id)
    if a == b or (one.a is None) != (a is None) or (one.b is None) != (b is None):
        return one
    return replace(one, a=a, b=b)
