"""A comparison at the terminal: the answer in the first lines, then documents and differences in full."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.table import Table

from ...tools.diff.compare import BEHAVIOUR, DOCUMENTS, STRUCTURE, Diff
from ...tools.diff.search.behaviour import Behaviour
from ...tools.diff.structure.documents import (
    MOVED,
    ONLY_IN_A,
    ONLY_IN_B,
    REWORDED,
    SAME,
    VOCABULARY,
    ClausePair,
    place_heading,
)
from ...tools.diff.structure.entries import QUIET
from ...tools.diff.structure.rule_texts import value_text
from ...tools.diff.structure.rules import EQUAL, Difference
from ..console import console
from .wording import (
    EditionWords,
    counts,
    in_short,
    origin_text,
    partings,
    proof_text,
    reading_text,
    searched_text,
    statuses,
)

_WIDE = 100  # columns, where no terminal has its own width
_LISTED = 6  # differences in play listed in the summary
_UNDER = " " * 11  # below the first words of the summary
_BEFORE = 3  # lines of the journals before the two part
_LAST = 8  # printed choices of a whole game, the last ones


def tell_diff(found: Diff) -> None:
    """The whole report."""
    out = console(_WIDE)
    words = EditionWords(found.a.bundle), EditionWords(found.b.bundle)
    _summary(out, found, words)
    if DOCUMENTS in found.parts:
        _documents(out, found)
    if STRUCTURE in found.parts or BEHAVIOUR in found.parts:
        _entries(out, found, words)
    if STRUCTURE in found.parts:
        _quiet(out, found)


def _put(out: Console, text: str, first: str = "", rest: str = "", style: str = "") -> None:
    """A line, continued below where it does not fit."""
    below = rest or " " * (len(first) + 2)
    filled = textwrap.fill(
        text, out.width, initial_indent=first, subsequent_indent=below, break_long_words=False, break_on_hyphens=False
    )
    out.print(filled, style=style or None, soft_wrap=True)


def _summary(out: Console, found: Diff, words: tuple[EditionWords, EditionWords]) -> None:
    out.print(f"{found.names[0]} compared with {found.names[1]}", style="bold")
    if DOCUMENTS in found.parts:
        _put(out, f"documents  {document_counts(found)}", rest=_UNDER)
    if STRUCTURE in found.parts:
        rules = [one.sort for one in found.differences if one.sort not in QUIET]
        quiet = counts(one.sort for one in found.differences if one.sort in QUIET)
        several = f"{len(found.entries)} differences, " if len(found.entries) != len(rules) else ""
        differ = "differs" if len(rules) == 1 else "differ"
        told = f"{several}{len(rules)} {differ}: {counts(rules)}" if rules else "none differs"
        told = told.replace("differences, ", "differences; rules: ") if several else told
        _put(out, f"rules      {told}{f'; also {quiet}' if quiet else ''}", rest=_UNDER)
    if BEHAVIOUR in found.parts:
        shown = [one for one in found.behaviour if one.counterexample is not None]
        rest = statuses(one.status for one in found.behaviour if one.counterexample is None)
        seconds = sum(one.searched.get("seconds", 0) for one in found.behaviour)
        if not found.behaviour:
            told = "no differences in play"
        else:
            told = f"{len(shown)} of {len(found.behaviour)} shown by a counterexample"
        _put(out, f"in play    {told}{f'; {rest}' if rest else ''} ({seconds:.1f} s)", rest=_UNDER)
        for one in shown[:_LISTED]:
            _put(out, short_line(one, *words), "  ")
        if len(shown) > _LISTED:
            out.print(f"  and {len(shown) - _LISTED} more")
    out.print()


def short_line(one: Behaviour, *words: EditionWords) -> str:
    """A difference shown in play, on one line."""
    return f"{one.entry.heading}: {in_short(one.as_json()['counterexample'], *words)}"


def document_counts(found: Diff) -> str:
    by_status: dict[str, int] = {}
    for pair in found.pairs:
        by_status[pair.status] = by_status.get(pair.status, 0) + 1
    said = {SAME: "same", REWORDED: "reworded", VOCABULARY: "differing only in vocabulary", MOVED: "moved"}
    told = [f"{by_status[status]} {words}" for status, words in said.items() if by_status.get(status)]
    alike = sum(pair.status == REWORDED and pair.same_gist for pair in found.pairs)
    told += [f"{alike} of those reworded have the same summary"] if alike else []
    for status, name in ((ONLY_IN_A, found.names[0]), (ONLY_IN_B, found.names[1])):
        if by_status.get(status):
            told.append(f"{by_status[status]} only in {name}")
    return ", ".join(told) if told else "none"


# ------------------------------------------------------------------------------------------------ documents


def _documents(out: Console, found: Diff) -> None:
    """The clauses that differ, under their headings; clauses with other vocabulary alone are only named."""
    differing = [pair for pair in found.pairs if pair.status not in (SAME, VOCABULARY)]
    names = [(pair.a or pair.b)[0].partition("/")[2] for pair in found.pairs if pair.status == VOCABULARY]
    if not differing and not names:
        return
    out.print("Documents", style="bold")
    table = _two_columns(found, "clause")
    heading = ""
    for heading_now, pair in ((heading_over(found, pair), pair) for pair in differing):
        if heading_now != heading:
            heading = heading_now
            table.add_row(heading, style="bold")
        name = (pair.a or pair.b)[0]
        note = pair.status.replace("only_in_a", "only here").replace("only_in_b", "only here")
        moved = ", moved" if pair.moved and pair.status != MOVED else ""
        sides = ["\n".join(_wording(found, one) for one in names) for names in (pair.a, pair.b)]
        table.add_row(f"{name.partition('/')[2]}\n  {note}{moved}", *sides)
    if differing:
        out.print(table)
    if names:
        _put(out, f"differing only in vocabulary: {', '.join(names)}", rest="  ")
    out.print()


def heading_over(found: Diff, pair: ClausePair) -> str:
    """The heading that a pair belongs under: the first side's, also for a clause that only the second side has."""
    own = place_heading(found.clauses[(pair.a or pair.b)[0]])
    return own if pair.a else found.headings.get(own, own)


def _wording(found: Diff, name: str) -> str:
    return found.sentences.get(name) or found.clauses[name].gist


# ------------------------------------------------------------------------------------------------ differences


def _entries(out: Console, found: Diff, words: tuple[EditionWords, EditionWords]) -> None:
    """Each difference: its card or heading, a sentence, its effect in play, and its rules."""
    played = {one.id: one for one in found.behaviour}
    for number, entry in enumerate(found.entries, 1):
        if STRUCTURE not in found.parts and entry.id not in played:
            continue
        out.print(f"{number}. {entry.heading}", style="bold cyan")
        _put(out, entry.sentence, "   ", "   ", "italic")
        if entry.id in played:
            _behaviour(out, found, played[entry.id].as_json(), words)
        if STRUCTURE in found.parts:
            for one in entry.rules:
                _rule(out, found, one)
        out.print()


def _rule(out: Console, found: Diff, one: Difference) -> None:
    out.print(f"{one.id}  [{one.sort}]", style="bold")
    for note in dict.fromkeys(filter(None, (one.note_a, one.note_b))):
        _put(out, note, "# ", "# ", "italic")
    out.print(_abreast(found, one))


def _quiet(out: Console, found: Diff) -> None:
    """Display names, and rules that differ only in the clauses they cite."""
    terms = [one for one in found.differences if one.sort == "term"]
    if terms:
        table = _two_columns(found, "term")
        for one in terms:
            table.add_row(one.name, one.a or "none", one.b or "none")
        out.print(table)
        out.print()
    for one in found.differences:
        if one.sort == "citation":
            _put(out, f"{one.id}: {', '.join(one.clauses_a) or 'none'} | {', '.join(one.clauses_b) or 'none'}")
    if any(one.sort == "citation" for one in found.differences):
        out.print()


def _abreast(found: Diff, one: Difference) -> Table:
    table = _two_columns(found)
    for row in one.marked():
        table.add_row(row.a, row.b, style="dim" if row.mark == EQUAL else "")
    clauses = [", ".join(names) for names in (one.clauses_a, one.clauses_b)]
    if any(clauses):
        table.add_row(*clauses, style="italic")
    return table


# ------------------------------------------------------------------------------------------------ behaviour


def _behaviour(out: Console, found: Diff, one: dict[str, Any], words: tuple[EditionWords, EditionWords]) -> None:
    for reading in one["readings"]:
        _put(out, reading_text(reading, found.names, words), "   ")
    searched = searched_text(one["searched"])
    if one["status"] == "proved_equal":
        _put(out, proof_text(one["searched"]), "   ")
        return
    if one["counterexample"] is None:
        _put(out, f"No counterexample found in {searched}; the rules may still differ.", "   ")
        return
    example = one["counterexample"]
    _put(out, origin_text(example), "   ")
    for line in story(example):
        _put(out, line, "   ", " " * 10)
    out.print(_journals(found, example))
    table = _two_columns(found, "differs")
    for part in partings(example, *words):
        table.add_row(part.what, part.a, part.b)
    out.print(table)
    _put(out, f"searched: {searched}", "   ", style="dim")


def story(example: dict[str, Any]) -> list[str]:
    """The position and the choices of a counterexample, as a case has them: the lines that the difference turns on."""
    shown = {"phase", "within", *example["shown"]}
    given = {key: value for key, value in example["given"].items() if key in shown or not example["shown"]}
    lines = [f"given  {key}: {value_text(value)}" for key, value in given.items()]
    if example["chance"]:
        lines.append(f"chance {value_text(example['chance'])}")
    steps = [f"when   {player}: {value_text(key)}" for step in example["when"] for player, key in step.items()]
    before = len(steps) - _LAST if not example["given"] else 0
    return lines + ([f"when   … {before} choices"] if before > 0 else []) + steps[max(0, before) :]


def _journals(found: Diff, counterexample: dict[str, Any]) -> Table:
    """The events on both sides after the last choice, from shortly before they part."""
    table = _two_columns(found)
    rows = abreast(counterexample["a"]["journal"], counterexample["b"]["journal"])
    parting = next((n for n, row in enumerate(rows) if not tells_same(*row)), len(rows))
    first = max(0, parting - _BEFORE)
    if first:
        table.add_row(*[f"… {first} more, alike"] * 2, style="dim")
    last = max((n for n, row in enumerate(rows) if not tells_same(*row)), default=first) + 1
    last = len(rows) if len(rows) <= last + 1 else last
    for here, there in rows[first:last]:
        table.add_row(_line(here), _line(there), style="dim" if tells_same(here, there) else "")
    if last < len(rows):
        table.add_row(*[f"… {len(rows) - last} more, alike"] * 2, style="dim")
    return table


def tells_same(here: dict[str, Any] | None, there: dict[str, Any] | None) -> bool:
    """Whether two lines of one row say the same."""
    return here is not None and there is not None and here["text"] == there["text"]


def abreast(ours: list[dict[str, Any]], theirs: list[dict[str, Any]]) -> list[tuple[Any, Any]]:
    """Two journals side by side, with equal events in one row."""
    from difflib import SequenceMatcher

    mine, other = ([str(line["text"]) for line in lines] for lines in (ours, theirs))
    rows: list[tuple[Any, Any]] = []
    for _, from_a, to_a, from_b, to_b in SequenceMatcher(None, mine, other, autojunk=False).get_opcodes():
        here, there = ours[from_a:to_a], theirs[from_b:to_b]
        for n in range(max(len(here), len(there))):
            rows.append((here[n] if n < len(here) else None, there[n] if n < len(there) else None))
    return rows


def _line(line: dict[str, Any] | None) -> str:
    if line is None:
        return ""
    cited = f"  ({', '.join(line['clauses'])})" if line["clauses"] else ""
    return f"{line['text']}{cited}"


def _two_columns(found: Diff, first: str = "") -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), expand=False)
    heads: Iterable[str] = [first, *found.names] if first else found.names
    for head in heads:
        table.add_column(head, overflow="fold", ratio=None if head == first else 1, no_wrap=False)
    return table
