"""Compare the display names of editions: names in the rules for which one edition has a term and another has not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ...lang.diagnostic import Diagnostic
from ...lang.source import Span, shown_path
from ...pack.model.bundle import Bundle


@dataclass(frozen=True, slots=True)
class EditionTerms:
    """For an edition: the names that its players read, its terms for them, and the places of both existing and
    missing terms.
    """

    id: str
    names: list[str]
    terms: dict[str, str]
    places: dict[str, Span]
    file: str


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """A name that players read, and its display names: by the id of the pack, its term, or None if it has none."""

    name: str
    words: dict[str, str | None]


def edition_terms(bundle: Bundle) -> EditionTerms:
    """The words of an edition."""
    from .names_read import names_read

    return EditionTerms(
        bundle.id, names_read(bundle), dict(bundle.terms), dict(bundle.term_places), _terms_file(bundle)
    )


def glossary(editions: Sequence[EditionTerms]) -> list[GlossaryEntry]:
    """All names that the players of these rule sets read and at least one has a term for, in the order of the rules."""
    names = dict.fromkeys(name for one in editions for name in (*one.names, *one.terms))
    found = []
    for name in names:
        if any(name in one.terms for one in editions):
            found.append(GlossaryEntry(name, {one.id: one.terms.get(name) for one in editions}))
    return found


def term_gaps(editions: Sequence[EditionTerms]) -> list[Diagnostic]:
    """A warning for each name for which an edition lacks a term that another has.

    If no edition has a term, all use the name in the rules. An inherited term is the edition's own too.
    """
    if len(editions) < 2:
        return []
    found = []
    read = {one.id: set(one.names) for one in editions}
    for named in glossary(editions):
        for one in editions:
            if named.words[one.id] is not None or named.name not in read[one.id]:
                continue
            other = next(other for other in editions if named.words[other.id] is not None)
            message = f"`{one.id}` has no term for `{named.name}`, which `{other.id}` calls “{named.words[other.id]}”"
            at = other.places[named.name]
            hint = f"write `{named.name}: …` in {one.file}"
            found.append(Diagnostic("term-gap", message, at, hint, severity="warning"))
    return found


def _terms_file(bundle: Bundle) -> str:
    folder = Path(bundle.manifests[-1].folder)
    files = dict.fromkeys(at.source.path for at in bundle.term_places.values())
    own = [path for path in files if Path(path).resolve().parent == folder.resolve()]
    return own[0] if own else f"{shown_path(folder)}/terms.yaml"
