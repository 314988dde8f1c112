"""Two rule sets compared: their documents, their rules, and the effect in play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ...lang.diagnostic import Diagnostic, MootError, Report
from ...pack.model.bundle import Clause
from ..documents.owner_text import read_sources
from .search.behaviour import COUNTEREXAMPLE, Behaviour, Limits, SearchProgress, behaviour
from .structure.documents import SAME, ClausePair, aligned, documents_of, like_headings
from .structure.entries import DifferenceEntry, difference_entries
from .structure.rule_texts import value_text
from .structure.rules import Difference, differences
from .structure.shared_names import SharedNames
from .structure.side import Side

DOCUMENTS, STRUCTURE, BEHAVIOUR = "documents", "structure", "behaviour"
PARTS = (DOCUMENTS, STRUCTURE, BEHAVIOUR)


@dataclass(slots=True)
class Diff:
    """The result of a comparison. `parts`: the requested parts. `names`: the names of the sides. `headings`: for each
    heading of the second side's documents, the corresponding one of the first.

    `clauses` has every clause of either side by document/id, and `sentences` the words of the source where they are
    known. `warnings` report a source that does not fit its document.
    """

    a: Side
    b: Side
    names: tuple[str, str]
    parts: tuple[str, ...]
    pairs: list[ClausePair] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    entries: list[DifferenceEntry] = field(default_factory=list)
    headings: dict[str, str] = field(default_factory=dict)
    behaviour: list[Behaviour] = field(default_factory=list)
    clauses: dict[str, Clause] = field(default_factory=dict)
    sentences: dict[str, str] = field(default_factory=dict)
    warnings: list[Diagnostic] = field(default_factory=list)

    @property
    def differ(self) -> bool:
        """Whether any compared part differs."""
        documents = DOCUMENTS in self.parts and any(pair.status != SAME for pair in self.pairs)
        shown = any(one.status == COUNTEREXAMPLE for one in self.behaviour)
        return documents or shown or (STRUCTURE in self.parts and bool(self.differences))

    def as_json(self) -> dict[str, Any]:
        listed = self.differences if STRUCTURE in self.parts else []
        return {
            "a": self.names[0],
            "b": self.names[1],
            "sides": {"a": _side(self.a), "b": _side(self.b)},
            "documents": [self._pair(pair) for pair in self.pairs] if DOCUMENTS in self.parts else [],
            "structure": [_difference(one) for one in listed],
            "entries": [_entry(one) for one in self.entries] if STRUCTURE in self.parts else [],
            "behaviour": [one.as_json() for one in self.behaviour],
        }

    def _pair(self, pair: ClausePair) -> dict[str, Any]:
        gists = {side: [self.clauses[name].gist for name in names] for side, names in (("a", pair.a), ("b", pair.b))}
        told = {"a": list(pair.a), "b": list(pair.b), "status": pair.status, "moved": pair.moved}
        return told | {"same_gist": pair.same_gist, "gists": gists}


def load_sides(
    names: tuple[str | Path, str | Path],
    mods: tuple[Sequence[str | Path], Sequence[str | Path]] = ((), ()),
    settings: tuple[Iterable[tuple[str, Any]], Iterable[tuple[str, Any]]] = ((), ()),
    quick: bool = False,
) -> tuple[Side, Side]:
    """Both sides, compiled. `quick` takes less time, if no game will be played (code.pipeline.compiled). Raises
    MootError with all errors, each with its side, or if the two have no game in common.
    """
    sides: list[Side] = []
    wrong: list[Diagnostic] = []
    for letter, name, laid, given in zip("ab", names, mods, settings, strict=True):
        try:
            sides.append(Side.load(name, laid, given, quick))
        except MootError as error:
            for told in error.diagnostics:
                if told.severity == "error" and told not in wrong:
                    wrong.append(replace(told, message=f"side {letter}, `{name}`: {told.message}"))
    if wrong:
        raise MootError(wrong)
    a, b = sides
    SharedNames(a.game, b.game)
    return a, b


def diff(
    a: Side,
    b: Side,
    parts: Sequence[str] = PARTS,
    limits: Limits | None = None,
    sources: Sequence[str] = (),
    progress: SearchProgress | None = None,
) -> Diff:
    """Compares two sides. `parts`: documents, structure, behaviour, or some of these. The last one searches for
    counterexamples within `limits`. `sources`: the owner's texts of the documents (see `source_text.read_sources`).
    Raises MootError for a text that cannot be read or belongs to no document.
    """
    found = Diff(a, b, _names(a, b), tuple(parts))
    report = Report()
    documents = {**b.bundle.documents, **a.bundle.documents}
    for text in read_sources(sources, list(documents.values()), report).values():
        found.sentences.update({f"{text.document.id}/{clause}": said for clause, said in text.sentences.items()})
    found.warnings = list(report)
    found.pairs = aligned(a.bundle, b.bundle, found.sentences)
    found.headings = like_headings(a.bundle, b.bundle, found.pairs)
    found.differences = differences(a.bundle, b.bundle, found.pairs)
    found.entries = difference_entries(a, b, found.differences)
    for bundle in (a.bundle, b.bundle):
        for name, document in bundle.documents.items():
            found.clauses.update({f"{name}/{ident}": clause for ident, clause in document.clauses.items()})
    if BEHAVIOUR in parts:
        found.behaviour = behaviour(a, b, found.differences, limits or Limits(), progress)
    return found


def document_titles(side: Side) -> list[str]:
    """The titles of the documents that a side implements."""
    found = [side.bundle.documents[name] for name in documents_of(side.bundle)]
    return [f"{one.title} ({one.edition})" if one.edition else one.title for one in found]


def _names(a: Side, b: Side) -> tuple[str, str]:
    """Names of the sides that cannot be confused."""
    one, other = ([_side_name(side), side] for side in (a, b))
    if one[0] == other[0]:
        return f"a: {one[0]}", f"b: {other[0]}"
    return str(one[0]), str(other[0])


def _side_name(side: Side) -> str:
    name = side.bundle.id if not Path(side.name).is_dir() else side.name
    more = [f"with {mod}" for mod in side.mods] + [f"{option}={value_text(value)}" for option, value in side.settings]
    return f"{name} ({', '.join(more)})" if more else name


def _side(side: Side) -> dict[str, Any]:
    return {
        "pack": side.name,
        "id": side.bundle.id,
        "title": side.bundle.manifests[-1].title,
        "mods": [str(mod) for mod in side.mods],
        "options": {option: value_text(value) for option, value in side.settings},
        "documents": documents_of(side.bundle),
    }


def _entry(one: DifferenceEntry) -> dict[str, Any]:
    return {
        "id": one.id,
        "heading": one.heading,
        "sentence": one.sentence,
        "rules": [rule.id for rule in one.rules],
        "clauses": {"a": list(one.clauses_a), "b": list(one.clauses_b)},
    }


def _difference(one: Difference) -> dict[str, Any]:
    return {
        "id": one.id,
        "sort": one.sort,
        "name": one.name,
        "a": one.a,
        "b": one.b,
        "clauses": {"a": list(one.clauses_a), "b": list(one.clauses_b)},
        "notes": {"a": one.note_a, "b": one.note_b},
    }
