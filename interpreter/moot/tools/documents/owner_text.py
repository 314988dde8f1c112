"""The owner's text of a rulebook next to its document: the real sentences of clauses, and mismatches.

The text is neither stored nor written. If neighbouring clauses share a line, its sentences are divided among them in
their order. A clause that does not begin and end with sentences gets whole lines.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ...lang.diagnostic import Diagnostic, Report, fail
from ...lang.source import Source, Span, shown_path
from ...lang.spelling import one_of
from ...pack.load import load
from ...pack.model.bundle import Clause, Document
from ..files import read_whole, whole_line_at
from .text_parts import HEADING, SENTENCE, TextPart, split_lines, text_parts, word_list

SHOWN = 12  # ids that a message names
SKIPPED, OUTSIDE = 6, 20  # the penalty for a clause without a sentence, or with one that has a line outside the clause
_REMARK = re.compile(r"\[[^\[\]]+\]")
_BULLET = re.compile(r"^[\u2022\u00b7\u25aa*-]\s+")
_PIECES = re.compile(r"[:/,>]|\d+$")


@dataclass(slots=True)
class SourceText:
    """A text that belongs to a document. `sentences` by a clause's id, of those whose lines can be trusted."""

    document: Document
    source: Source
    lines: list[str]
    sha256: str
    sentences: dict[str, str] = field(default_factory=dict)

    @property
    def fresh(self) -> bool:
        return self.sha256 == self.document.sha256


def mark_of(lines: Sequence[str]) -> str:
    """The fingerprint of the words on some lines: eight hexadecimal digits, whatever their spacing."""
    return hashlib.sha256(" ".join(word_list(" ".join(lines))).encode()).hexdigest()[:8]


def read_sources(given: Iterable[str], documents: Sequence[Document], report: Report) -> dict[str, SourceText]:
    """The texts that `FILE` or `DOCUMENT=FILE` name, by the ids of their documents.

    A hash identifies the documents of a file: one text may have several, each for a part of it. A changed file is
    assigned to the only document, or to the named one. Mismatches are reported. Raises MootError for a file that cannot
    be read or belongs to no document.
    """
    found: dict[str, SourceText] = {}
    for one in given:
        named, _, file = one.rpartition("=")
        if named and Path(one).is_file():
            named, file = "", one
        texts = _read(Path(file), named, documents)
        for text in texts:
            _check(text, report)
            every = text.document.clauses
            real = sentences_of(text.lines, every.values())
            text.sentences = {c: s for c, s in real.items() if text.fresh or _same(text, every[c])}
            found[text.document.id] = text
        _uncovered(texts, report)
    return found


def sentences_for(
    name: str | Path, mods: Sequence[str | Path], given: Sequence[str]
) -> tuple[dict[str, str], list[Diagnostic]]:
    """The sentences of a game's clauses (document/id) in the given texts, and the mismatches."""
    if not given:
        return {}, []
    report = Report()
    bundle = load(name, mods, cases=False)
    texts = read_sources(given, list(bundle.documents.values()), report)
    return {f"{text.document.id}/{c}": s for text in texts.values() for c, s in text.sentences.items()}, list(report)


def _read(path: Path, named: str, documents: Sequence[Document]) -> list[SourceText]:
    source = read_whole(path)
    by_id = {document.id: document for document in documents}
    if named and named not in by_id:
        hint = one_of(named, by_id)
        raise fail("unknown-document", f"unknown document `{named}`", hint=hint)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    same = [document for document in documents if document.sha256 == digest]
    candidates = [by_id[named]] if named else same or list(documents)
    if not same and len(candidates) != 1:
        hint = f"name the document: --source {next(iter(by_id), 'DOCUMENT')}={shown_path(path)}"
        raise fail(
            "unknown-source", f"`{shown_path(path)}` is not the text of any of these: {', '.join(by_id)}", hint=hint
        )
    return [SourceText(one, source, split_lines(source.text), digest) for one in candidates]


# ------------------------------------------------------------------------------------------------ what does not match


def _check(text: SourceText, report: Report) -> None:
    clauses = [clause for clause in text.document.clauses.values() if clause.lines != (0, 0)]
    shown = text.source.path
    if not text.fresh:
        report.add(_stale(text, clauses))
    for clause in clauses:
        first, last = clause.lines
        where = f"line {first}" if first == last else f"lines {first} to {last}"
        if last > len(text.lines):
            message = f"`{clause.id}` is on {where}, but `{shown}` has {len(text.lines)} lines"
            report.error("lines-outside", message, clause.at, "correct the lines of the clause")
        elif not any(line.strip() for line in text.lines[first - 1 : last]):
            message = f"`{clause.id}` is on {where}, {'which is' if first == last else 'which are'} blank in `{shown}`"
            report.error("lines-blank", message, clause.at, "correct the lines of the clause")
    if _trusted(text):
        for clause in clauses:
            if clause.mark and clause.lines[1] <= len(text.lines) and not _same(text, clause):
                message = f"the mark of `{clause.id}` does not match lines {clause.lines[0]} to {clause.lines[1]}"
                report.error("stale-mark", message, clause.at, f'mark: "{mark_of(_lines(text, clause))}"')


def _trusted(text: SourceText) -> bool:
    clauses = [clause for clause in text.document.clauses.values() if clause.lines != (0, 0)]
    return text.fresh or (bool(clauses) and all(_same(text, clause) for clause in clauses))


def _stale(text: SourceText, clauses: list[Clause]) -> Diagnostic:
    """The warning for a text other than the one from which the document was made."""
    marked = [clause for clause in clauses if clause.mark]
    gone = [clause for clause in marked if not _same(text, clause)]
    unmarked = [clause for clause in clauses if not clause.mark]
    doubtful = [clause for clause in clauses if clause in gone or not clause.mark]
    name = f"`{text.source.path}` is not the text from which `{text.document.id}` was made"
    if not text.document.sha256:
        name = f"`{text.document.id}` does not name the text from which it was made"
    if not clauses:
        message = name
    elif not doubtful:
        message = f"{name}, but the lines of every clause still match"
    elif len(unmarked) == len(clauses):
        message = f"{name}: check the lines of all of its {len(clauses)} clauses"
    else:
        message = f"{name}: these clauses need new lines: {_list_names(clause.id for clause in doubtful)}"
    places = [(clause, _found(text, clause)) for clause in gone]
    moved = [f"{clause.id} now [{first}, {last}]" for clause, (first, last) in places if first]
    hint = (
        f"{'moved: ' + _list_names(moved) + '; ' if moved else ''}once the lines are correct, set sha256: {text.sha256}"
    )
    return Diagnostic("stale-source", message, text.document.at, hint)


def _list_names(names: Iterable[str]) -> str:
    every = list(names)
    more = f" and {len(every) - SHOWN} more" if len(every) > SHOWN else ""
    return ", ".join(every[:SHOWN]) + more


def _lines(text: SourceText, clause: Clause) -> list[str]:
    return text.lines[clause.lines[0] - 1 : clause.lines[1]]


def _same(text: SourceText, clause: Clause) -> bool:
    return mark_of(_lines(text, clause)) == clause.mark


def _found(text: SourceText, clause: Clause) -> tuple[int, int]:
    """The present lines of a clause; (0, 0) if they are not found."""
    height = clause.lines[1] - clause.lines[0] + 1
    for first in range(1, len(text.lines) - height + 2):
        if mark_of(text.lines[first - 1 : first - 1 + height]) == clause.mark:
            return first, first + height - 1
    return 0, 0


def _uncovered(texts: Sequence[SourceText], report: Report) -> None:
    """Lines with sentences that are in no clause of the documents of a text. The places of clauses cover headings."""
    if not all(_trusted(text) for text in texts):
        return
    text = texts[0]
    clauses = [clause for one in texts for clause in one.document.clauses.values() if clause.lines != (0, 0)]
    named = " or ".join(f"`{one.document.id}`" for one in texts)
    covered = {number for clause in clauses for number in range(clause.lines[0], clause.lines[1] + 1)}
    heads = {_key(piece) for clause in clauses for piece in _PIECES.split(clause.place)} - {""}
    open_lines: list[int] = []
    for part in text_parts(text.lines):
        keys = (_key(part.text), _key(f"{part.number} {part.text}"))
        heading = part.sort == HEADING and any(k.startswith(head) or head.startswith(k) for head in heads for k in keys)
        if part.sort == SENTENCE or (part.sort == HEADING and not heading):
            open_lines += [
                n for n in range(part.first, part.last + 1) if n not in covered and text.lines[n - 1].strip()
            ]
    for first, last in _runs(sorted(set(open_lines)), text.lines):
        where = f"line {first} is" if first == last else f"lines {first} to {last} are"
        message = f"{where} in no clause of {named}"
        at = whole_line_at(text.source, first)
        numbered = Span(Source(text.source.path, "\n".join(text.lines)), first, at.column, first, at.end_column)
        report.warn("lines-uncovered", message, numbered, "extend the lines of a clause, or add a clause for it")


def _runs(numbers: list[int], lines: list[str]) -> list[tuple[int, int]]:
    """Runs of lines with nothing but blank ones between them."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and not any(line.strip() for line in lines[found[-1][1] : number - 1]):
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found


def _key(text: str) -> str:
    return "".join(word_list(text))


# ------------------------------------------------------------------------------------------------ sentences


def sentences_of(lines: list[str], clauses: Iterable[Clause]) -> dict[str, str]:
    """The text of each clause, by its id; clauses without lines have none."""
    placed = sorted((c for c in clauses if c.lines[0] and c.lines[0] <= len(lines)), key=lambda c: c.lines)
    parts = [part for part in text_parts(lines) if part.sort == SENTENCE]
    dealt: dict[str, list[TextPart]] = {clause.id: [] for clause in placed}
    for part, clause in _dealt(parts, placed):
        dealt[clause.id].append(part)
    found = {}
    for clause in placed:
        first, last = clause.lines
        own = dealt[clause.id]
        whole = bool(own) and all(first <= part.first and part.last <= last for part in own)
        text = " ".join(part.text for part in own) if whole else " ".join(lines[first - 1 : last])
        remarks = _REMARK.findall(text) if clause.kind in ("gloss", "doubt") and not own else []
        if remarks:  # inside a sentence that is another clause's
            text = max(remarks, key=lambda remark: _common_words(remark, clause.gist))
        found[clause.id] = _BULLET.sub("", " ".join(text.split()), count=1)
    return found


def _dealt(parts: list[TextPart], clauses: list[Clause]) -> list[tuple[TextPart, Clause]]:
    """Match sentences to clauses, both in order, with as few sentences outside their clause's lines and as few
    clauses without a sentence as possible. Ties go to sentences with words in common with the summary.
    """
    paths: dict[int, tuple[int, tuple[TextPart, int, object] | None]] = {-1: (0, None)}  # last clause: cost, way back
    for part in parts:
        near = [n for n, c in enumerate(clauses) if c.lines[0] <= part.last and part.first <= c.lines[1]]
        if not near:
            continue
        ways: dict[int, tuple[int, tuple[TextPart, int, object] | None]] = {}
        for n in near:
            first, last = clauses[n].lines
            outside = max(0, first - part.first) + max(0, part.last - last)
            best = min(
                ((cost + SKIPPED * max(0, n - m - 1), m) for m, (cost, _) in paths.items() if m <= n),
                default=(1 << 30, -1),
            )
            if best[0] < 1 << 30:
                cost = best[0] + OUTSIDE * outside - min(SKIPPED - 1, _common_words(part.text, clauses[n].gist))
                ways[n] = (cost, (part, n, paths[best[1]][1]))
        paths = ways or paths
    end: object = min(paths.items(), key=lambda item: item[1][0] + SKIPPED * (len(clauses) - 1 - item[0]))[1][1]
    found = []
    while isinstance(end, tuple):
        part, n, end = end
        found.append((part, clauses[n]))
    return found[::-1]


def _common_words(sentence: str, gist: str) -> int:
    """How many words of some length they have in common, whatever their endings."""
    stems = ({word[:5] for word in word_list(text) if len(word) > 3} for text in (sentence, gist))
    return len(set.intersection(*stems))
