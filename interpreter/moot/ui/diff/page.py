"""A comparison as a page: for a reader who knows neither rule set and wants to find what differs where."""

from __future__ import annotations

from typing import Any

from ...tools.diff.compare import BEHAVIOUR, Diff, document_titles
from ...tools.diff.structure.documents import MOVED, REWORDED, SAME, VOCABULARY, ClausePair
from ...tools.diff.structure.entries import QUIET, DifferenceEntry
from ...tools.diff.structure.rule_texts import value_text
from ...tools.diff.structure.rules import Difference
from ..page import anchor, page
from .text import abreast, document_counts, heading_over, tells_same
from .wording import EditionWords, counts, origin_text, partings, reading_text, searched_text, statuses

_STATUS = {
    "counterexample": ("differs in play", "bad"),
    "none_found": ("no difference found in play", "mild"),
    "proved_equal": ("proved the same in play", "good"),
    "": ("not searched for in play", ""),
}


def diff_page(found: Diff) -> str:
    """The whole report as one file of HTML."""
    return page("diff", **_Page(found).data())


class _Page:
    def __init__(self, found: Diff) -> None:
        self.found = found
        self.words = EditionWords(found.a.bundle), EditionWords(found.b.bundle)
        self.played = {one.id: one.as_json() for one in found.behaviour}
        self.number = {name: n for n, pair in enumerate(found.pairs) for name in (*pair.a, *pair.b)}

    def data(self) -> dict[str, Any]:
        found = self.found
        entries = [self._entry(one) for one in found.entries]
        groups: dict[str, list[dict[str, Any]]] = {}
        for entry in sorted(entries, key=lambda one: one["rank"]):
            groups.setdefault(entry["heading"], []).append(entry)
        return {
            "names": found.names,
            "documents": [document_titles(side) for side in (found.a, found.b)],
            "groups": [
                {"subject": name, "anchor": f"about-{anchor(name)}", "entries": group} for name, group in groups.items()
            ],
            "sections": self._sections(entries),
            "terms": [one for one in found.differences if one.sort == "term"],
            "citations": [one for one in found.differences if one.sort == "citation"],
            "document_counts": document_counts(found),
            "rule_counts": counts(one.sort for one in found.differences if one.sort not in QUIET),
            "status_counts": statuses(one.status for one in found.behaviour) if BEHAVIOUR in found.parts else "",
            "quoted": bool(found.sentences),
        }

    # -------------------------------------------------------------------------------------------- differences

    def _entry(self, one: DifferenceEntry) -> dict[str, Any]:
        played = self.played.get(one.id)
        status = played["status"] if played is not None else ""
        told, mark = _STATUS[status]
        example = played["counterexample"] if played is not None else None
        return {
            "id": one.id,
            "anchor": f"rule-{anchor(one.id)}",
            "heading": one.heading,
            "sentence": one.sentence,
            "status": told,
            "mark": mark,
            "rank": list(_STATUS).index(status),
            "clauses": [[self._clause(name) for name in names] for names in (one.clauses_a, one.clauses_b)],
            "rules": [self._rule(rule) for rule in one.rules],
            "counterexample": self._counterexample(example) if example is not None else None,
            "readings": [self._reading(reading) for reading in played["readings"]] if played else [],
            "searched": searched_text(played["searched"]) if played is not None else "",
            "reached": self._reached(example) if example is not None else [],
        }

    def _rule(self, one: Difference) -> dict[str, Any]:
        return {
            "id": one.id,
            "sort": one.sort,
            "notes": [one.note_a] if one.note_a == one.note_b else [one.note_a, one.note_b],
            "rows": one.marked(),
            "missing": [one.a is None, one.b is None],
        }

    def _reading(self, reading: dict[str, Any]) -> dict[str, Any]:
        told = reading.get("counterexample")
        text = reading_text(reading, self.found.names, self.words)
        return {"text": text, "counterexample": self._counterexample(told) if told is not None else None}

    def _clause(self, name: str) -> dict[str, Any]:
        clause = self.found.clauses.get(name)
        return {
            "clause": name,
            "place": clause.place if clause is not None else "",
            "kind": clause.kind if clause is not None else "",
            "gist": clause.gist if clause is not None else "",
            "sentence": self.found.sentences.get(name, ""),
            "link": f"#{self._pair_anchor(self.number[name])}" if name in self.number else "",
        }

    def _counterexample(self, counterexample: dict[str, Any]) -> dict[str, Any]:
        """A counterexample as a story: the position, the random results and the choices, then each outcome."""
        words = self.words[0]
        shown = {"phase", "within", *counterexample["shown"]}
        all_lines = counterexample["given"]
        given = {key: value for key, value in all_lines.items() if key in shown or not counterexample["shown"]}
        begins = given.pop("phase", None)
        within = given.pop("within", None)
        return {
            "origin": origin_text(counterexample),
            "begins": begins,
            "within": ", ".join(within) if within else "",
            "position": [(words.text(key), words.value(value)) for key, value in given.items()],
            "chance": words.value([value_text(one) for one in counterexample["chance"]])
            if counterexample["chance"]
            else "",
            "choices": [
                (words.name(p), words.value(key)) for step in counterexample["when"] for p, key in step.items()
            ],
            "partings": partings(counterexample, *self.words),
            "rows": [
                [None if line is None else self._line(line, n) for n, line in enumerate(pair)] + [tells_same(*pair)]
                for pair in abreast(counterexample["a"]["journal"], counterexample["b"]["journal"])
            ],
            "after": [self._after(counterexample[side], n) for n, side in enumerate("ab")],
        }

    def _line(self, line: dict[str, Any], side: int) -> dict[str, Any]:
        return {
            "text": self.words[side].text(line["text"]),
            "call": line["text"].endswith(")") and ": " not in line["text"],
            "clauses": [self._clause(name) for name in line["clauses"]],
        }

    def _after(self, told: dict[str, Any], side: int) -> str:
        words = self.words[side]
        if told["winner"] is not None:
            return f"{words.name(told['winner'])} has won."
        if told["asked"] is None:
            return "No choice is left."
        return f"{words.name(told['asked'])} can choose: {words.value(told['choices'])}."

    def _reached(self, counterexample: dict[str, Any]) -> list[str]:
        return [name for side in "ab" for name in counterexample[side]["clauses"]]

    # -------------------------------------------------------------------------------------------- documents

    def _sections(self, entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The documents in the order of the first, by its headings; each pair with all rules about it."""
        sections: list[dict[str, Any]] = []
        for number, pair in enumerate(self.found.pairs):
            name = heading_over(self.found, pair) or "Without a heading"
            if not sections or sections[-1]["heading"] != name:
                sections.append({"heading": name, "anchor": f"part-{len(sections)}-{anchor(name)}", "pairs": []})
            sections[-1]["pairs"].append(self._pair(number, pair, entries))
        for section in sections:
            section["rules"] = len({link["id"] for pair in section["pairs"] for link in pair["rules"]})
        return sections

    def _pair(self, number: int, pair: ClausePair, entries: list[dict[str, Any]]) -> dict[str, Any]:
        names = {*pair.a, *pair.b}
        cited = [one for one in entries if names & {c["clause"] for side in one["clauses"] for c in side}]
        passed = [one for one in entries if one not in cited and names & set(one["reached"])]
        status = "differing only in vocabulary" if pair.status == VOCABULARY else pair.status.replace("_", " ")
        for letter, side in zip("ab", self.found.names, strict=True):
            status = f"only in {side}" if status == f"only in {letter}" else status
        return {
            "anchor": self._pair_anchor(number),
            "anchors": [f"clause-{anchor(name)}" for name in (*pair.a, *pair.b)],
            "status": status
            + (", the same summary" if pair.status == REWORDED and pair.same_gist else "")
            + (", moved" if pair.moved and pair.status != MOVED else ""),
            "same": pair.status == SAME,
            "sides": [[self._clause(name) for name in side] for side in (pair.a, pair.b)],
            "rules": cited,
            "passed": passed,
        }

    def _pair_anchor(self, number: int) -> str:
        pair = self.found.pairs[number]
        return f"pair-{anchor((pair.a or pair.b)[0])}"
