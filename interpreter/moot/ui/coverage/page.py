"""Coverage as a page, in the document's own order."""

from __future__ import annotations

import re
from typing import Any

from ...tools.coverage.clauses import ClauseCovered, Coverage, DocumentCovered
from ..page import anchor, page

_ORDINAL = re.compile(r"[\s,:]*\d+$")  # of a place: `Scoring 4`


def coverage_page(found: Coverage) -> str:
    """The text of the page: totals, gaps, then clause by clause."""
    documents = [_document(one) for one in found.documents]
    title = "Coverage of " + " and ".join(dict.fromkeys(one.game for one in found.documents))
    return page(
        "coverage",
        found=found,
        title=title,
        documents=documents,
        uncited=[rule for rule in found.uncited if not rule.stand_in],
    )


def _document(one: DocumentCovered) -> dict[str, Any]:
    sections: list[dict[str, Any]] = []
    for clause in one.clauses:
        heading = _ORDINAL.sub("", clause.clause.place)
        if not sections or sections[-1]["heading"] != heading:
            ident = f"{anchor(one.document.id)}.section-{len(sections) + 1}"
            sections.append({"heading": heading, "anchor": ident, "entries": []})
        sections[-1]["entries"].append(_entry(one.document.id, clause))
    counts = {**one.counts(), "left out": len(one.left_out), "missing": len(one.missing)}
    missing = [entry for section in sections for entry in section["entries"] if entry["missing"]]
    return {"about": one.document, "game": one.game, "counts": counts, "sections": sections, "missing": missing}


def _entry(document: str, one: ClauseCovered) -> dict[str, Any]:
    rules: dict[tuple[str, str, int], dict[str, Any]] = {}
    for rule in one.rules:
        rules.setdefault(
            (rule.rule, rule.file, rule.line),
            {"rule": rule.rule, "file": rule.file, "line": rule.line, "text": rule.text},
        )
    return {
        "anchor": anchor(f"{document}/{one.clause.id}"),
        "clause": one.clause.id,
        "place": one.clause.place,
        "kind": one.clause.kind,
        "gist": one.clause.gist,
        "sentence": one.sentence,
        "left_out": one.clause.left_out,
        "mark": _mark(one),
        "deciding": one.deciding,
        "missing": one.missing,
        "rules": list(rules.values()),
        "cases": [{"case": case, "reached": case not in one.unreached} for case in one.cases],
        "games": one.games,
        "always": one.always,
    }


def _mark(one: ClauseCovered) -> str:
    """The highlight of the clause: bad, mild, good, or none if it decides nothing."""
    if one.missing:
        return "bad"
    if one.clause.left_out or (one.deciding and not (one.cases and one.reached)):
        return "mild"
    return "good" if one.deciding else ""
