"""Phrases cut into their parts: words, places to fill, and words that depend on how many there are."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

_PART = re.compile(
    r"\{(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?P<form>'s|:[a-z]+)?\}|\[(?P<one>[^\[\]|]*)\|(?P<many>[^\[\]|]*)\]"
)


@dataclass(frozen=True, slots=True)
class PhraseSlot:
    """`{x}`, `{x's}` or `{x:dative}`: a placeholder for x, in a form of the language."""

    name: str
    form: str = ""


@dataclass(frozen=True, slots=True)
class PhraseVerb:
    """`[is|are]`: the singular and plural word, according to the slot before it."""

    one: str
    many: str


PhrasePart = str | PhraseSlot | PhraseVerb
Template = tuple[PhrasePart, ...]


@lru_cache(maxsize=5000)
def template(text: str) -> Template:
    """The parts of a phrase."""
    parts: list[PhrasePart] = []
    end = 0
    for found in _PART.finditer(text):
        if found.start() > end:
            parts.append(text[end : found.start()])
        name = found.group("name")
        if name is None:
            parts.append(PhraseVerb(found.group("one"), found.group("many")))
        else:
            parts.append(PhraseSlot(name, (found.group("form") or "").lstrip(":")))
        end = found.end()
    if end < len(text):
        parts.append(text[end:])
    return tuple(parts)


def slots(text: str) -> list[str]:
    """The names that a phrase has places for."""
    return [part.name for part in template(text) if isinstance(part, PhraseSlot)]


def left_over(text: str) -> str:
    """The first brace or bracket that belongs to no place; empty if all do."""
    for part in template(text):
        if isinstance(part, str):
            found = re.search(r"[{}\[\]|]", part)
            if found:
                return found.group()
    return ""
