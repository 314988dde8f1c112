"""Documents with their clauses, and the terms of an edition."""

from __future__ import annotations

from ..lang.diagnostic import Report
from ..lang.source import Span
from ..lang.spelling import nearest
from ..lang.visible import visible_line
from .model.bundle import Clause, Document, YamlEntry
from .model.yaml_text import Scalar, raw

UNWRITTEN = "?"  # the summary of a clause that has not been summarised yet


def make_document(root: YamlEntry, pack: str, report: Report) -> Document:
    """The document of a file whose shape has been checked."""
    entry: YamlEntry = root.value["document"]
    given: dict[str, YamlEntry] = entry.value
    clauses = _clauses(given, report)
    return Document(
        id=_text(given, "id"),
        title=_text(given, "title"),
        edition=_text(given, "edition"),
        translator=_text(given, "translator"),
        date=_text(given, "date"),
        sha256=_text(given, "sha256"),
        clauses=clauses,
        at=entry.key_at,
        pack=pack,
    )


def continues(root: YamlEntry) -> str:
    """The id of the document that a file adds clauses to; empty if the file has its own document."""
    return _text(root.value["document"].value, "continues")


def continue_document(root: YamlEntry, pack: str, documents: dict[str, Document], report: Report) -> None:
    """The clauses of a file that continues a document of its pack, appended to the earlier ones."""
    given: dict[str, YamlEntry] = root.value["document"].value
    document = documents.get(continues(root))
    if document is None or document.pack != pack:
        message = f"unknown document `{continues(root)}`"
        own = [one.id for one in documents.values() if one.pack == pack]
        report.error("unknown-document", message, given["continues"].at, nearest(continues(root), own))
        return
    for ident, clause in _clauses(given, report).items():
        before = document.clauses.setdefault(ident, clause)
        if before is not clause:
            notes = [(before.at, "first occurrence")]
            report.error("duplicate-id", f"clause `{ident}` appears twice in `{document.id}`", clause.at, "", notes)


def check_about(root: YamlEntry, documents: dict[str, Document], report: Report) -> None:
    """The clauses that a document's clauses refer to must exist in some document."""
    known = dict.fromkeys(ident for document in documents.values() for ident in document.clauses)
    for clause in root.value["document"].value["clauses"].value.values():
        for one in clause.value["about"].value if "about" in clause.value else ():
            if _raw(one) not in known:
                message = f"unknown clause `{_raw(one)}`"
                report.error("unknown-clause", message, one.at, nearest(_raw(one), known))


def make_terms(root: YamlEntry) -> dict[str, tuple[str, YamlEntry]]:
    """The words of an edition by the names of the rules, each with its entry."""
    return {name: (_raw(entry), entry) for name, entry in root.value["terms"].value.items()}


def make_docs(root: YamlEntry) -> dict[str, tuple[str, Span]]:
    """Words about declarations by their names, each with its place."""
    return {name: (_sentence(entry), entry.key_at) for name, entry in root.value["doc"].value.items()}


def _clauses(given: dict[str, YamlEntry], report: Report) -> dict[str, Clause]:
    """The clauses of a file; warns of those that have no gist yet."""
    clauses = {ident: _clause(ident, one, report) for ident, one in given["clauses"].value.items()}
    unwritten = [clause for clause in clauses.values() if clause.gist == UNWRITTEN]
    if unwritten:
        few = len(unwritten) == 1
        message = f"{len(unwritten)} of {len(clauses)} clauses {'has' if few else 'have'} no summary yet"
        hint = "replace each `?` with a summary in your own words"
        report.warn("gists-to-write", message, unwritten[0].at, hint)
    return clauses


def _clause(ident: str, entry: YamlEntry, report: Report) -> Clause:
    given: dict[str, YamlEntry] = entry.value
    lines = (0, 0)
    if "lines" in given:
        first, last = (one.value for one in given["lines"].value)
        if first > last:
            report.error(
                "bad-lines", f"lines {first} to {last} are in reverse order", given["lines"].at, f"[{last}, {first}]"
            )
        lines = (first, last)
    terms, about = ([_raw(one) for one in given[name].value] if name in given else [] for name in ("terms", "about"))
    kind = str(given["kind"].value)
    place, mark = _text(given, "place"), _text(given, "mark")
    gist, left_out = (_sentence(given[name]) if name in given else "" for name in ("gist", "left_out"))
    return Clause(ident, place, lines, gist, kind, terms, about, left_out, entry.key_at, mark)


def _text(given: dict[str, YamlEntry], name: str) -> str:
    return _raw(given[name]) if name in given else ""


def _raw(entry: YamlEntry) -> str:
    return visible_line(entry.raw.strip()) if isinstance(entry, Scalar) else ""


def _sentence(entry: YamlEntry) -> str:
    """Words that may be written over several lines."""
    return " ".join(raw(entry).split())
