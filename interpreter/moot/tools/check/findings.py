"""The findings of the check of one pack, and their cache, valid until one of their sources changes.

It is in the user's cache folder as plain data, under a digest of every file of the packs, of the arguments and of moot
itself. The packs are determined each time: an additional or missing file, or another base, gives another digest.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...lang import cache, data
from ...lang.diagnostic import Diagnostic
from ...lang.source import NOWHERE, Source, Span
from ...pack.gather import Gathered
from .terms import EditionTerms

_PART = "check"
_Place = tuple[int, int, int, int, int]  # the number of its text, and the lines and columns of a Span


@dataclass(slots=True)
class PackChecked:
    """The findings for one pack, in the form of `Checked`.

    `words`: its display names, if it is sound.
    """

    name: str
    diagnostics: list[Diagnostic] = field(default_factory=list)
    stand_in: dict[str, list[str]] = field(default_factory=dict)
    stand_in_fields: dict[tuple[str, ...], list[str]] = field(default_factory=dict)
    stand_in_map: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    stand_in_cells: dict[str, list[str]] = field(default_factory=dict)
    legal: dict[str, list[str]] = field(default_factory=dict)
    words: EditionTerms | None = None


def key_of(found: Gathered, mods: Sequence[str | Path], settings: Iterable[tuple[str, Any]]) -> str:
    """The digest of all sources of a check; also of the working folder, because paths are shown relative to it."""
    packs = []
    for one in found.manifests:
        bases = [other.id for other in found.manifests if found.lineage.extends(one.id, other.id)]
        files = [(name, hashlib.sha256(content).digest()) for name, content in found.files[one.id]]
        packs.append((one.id, os.path.abspath(one.folder), bases, files))
    call = (found.root, [str(mod) for mod in mods], list(settings), os.getcwd())
    return hashlib.sha256(repr((data.interpreter_digest(), call, packs)).encode()).hexdigest()


def keep_findings(key: str, found: PackChecked) -> None:
    """Cache the findings, if there is a cache."""
    texts: dict[Source, int] = {}

    def place(at: Span) -> _Place:
        return texts.setdefault(at.source, len(texts)), at.line, at.column, at.end_line, at.end_column

    diagnostics = [
        (one.code, one.message, place(one.at), one.hint, one.severity, [(place(at), text) for at, text in one.notes])
        for one in found.diagnostics
    ]
    own = found.words
    words = own and (own.id, own.names, own.terms, {name: place(at) for name, at in own.places.items()}, own.file)
    told = found.stand_in, found.stand_in_fields, found.stand_in_map, found.stand_in_cells, found.legal
    cache.put(key, _PART, ([(one.path, one.text) for one in texts], found.name, diagnostics, told, words))


def kept_findings(key: str) -> PackChecked | None:
    """The cached value of a key; None if there is none."""
    plain = cache.get(key, _PART)
    if plain is None:
        return None
    texts, name, diagnostics, told, words = plain
    sources = [Source(path, text) if path else NOWHERE.source for path, text in texts]

    def span(place: _Place) -> Span:
        return Span(sources[place[0]], *place[1:])

    found = PackChecked(name, [], *told)
    for code, message, at, hint, severity, notes in diagnostics:
        noted = tuple((span(place), text) for place, text in notes)
        found.diagnostics.append(Diagnostic(code, message, span(at), hint, severity, noted))
    if words is not None:
        ident, names, terms, places, file = words
        found.words = EditionTerms(ident, names, terms, {name: span(place) for name, place in places.items()}, file)
    return found
