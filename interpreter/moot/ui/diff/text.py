"""A comparison at the terminal: the answer in the first lines, then documents, rules and counterexamples in full."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.table import Table

from ...tools.diff.compare import BEHAVIOUR, DOCUMENTS, STRUCTURE, Diff
from ...tools.diff.structure.documents import MOVED, ONLY_IN_A, ONLY_IN_B, REWORDED, SAME
from ...tools.diff.structure.rule_texts import value_text
from ...tools.diff.structure.rules import EQUAL, Difference
from ..console import console
from .wording import EditionWords, counts, in_short, partings, reading_text, searched_text, statuses

_LISTED = 6  # differences in play that the summary names
_BEFORE = 3  # lines of the journals before the two part
_QUIET = ("term", "citation")


def tell_diff(found: Diff) -> None:
    """The whole report."""
    out = console()
    words = EditionWords(found.a.bundle), EditionWords(found.b.bundle)
    _summary(out, found, words)
    if DOCUMENTS in found.parts:
        _documents(out, found)
    if STRUCTURE in found.parts:
        _structure(out, found)
    if BEHAVIOUR in found.parts:
        for one in found.behaviour:
            _behaviour(out, found, one.as_json(), words)


def _summary(out: Console, found: Diff, words: tuple[EditionWords, EditionWords]) -> None:
    out.print(f"{found.names[0]}  beside  {found.names[1]}", style="bold")
    if DOCUMENTS in found.parts:
        out.print(f"documents  {document_counts(found)}")
    if STRUCTURE in found.parts:
        rules = [one.sort for one in found.differences if one.sort not in _QUIET]
        quiet = counts(one.sort for one in found.differences if one.sort in _QUIET)
        differ = "differs" if len(rules) == 1 else "differ"
        told = f"{len(rules)} {differ}: {counts(rules)}" if rules else "none differs"
        out.print(f"rules      {told}{f'; also {quiet}' if quiet else ''}")
    if BEHAVIOUR in found.parts:
        shown = [one for one in found.behaviour if one.witness is not None]
        rest = statuses(one.status for one in found.behaviour if one.witness is None)
        seconds = sum(one.searched.get("seconds", 0) for one in found.behaviour)
        if not found.behaviour:
            told = "no differences in play"
        else:
            told = f"{len(shown)} of {len(found.behaviour)} shown by a counterexample"
        out.print(f"in play    {told}{f'; {rest}' if rest else ''} ({seconds:.1f} s)")
        for one in shown[:_LISTED]:
            out.print(f"  {one.id}: {in_short(one.as_json()['witness'], *words)}", no_wrap=True, overflow="ellipsis")
        if len(shown) > _LISTED:
            out.print(f"  and {len(shown) - _LISTED} more")
    out.print()


def document_counts(found: Diff) -> str:
    by_status: dict[str, int] = {}
    for pair in found.pairs:
        by_status[pair.status] = by_status.get(pair.status, 0) + 1
    told = [f"{by_status[status]} {status}" for status in (SAME, REWORDED, MOVED) if by_status.get(status)]
    alike = sum(pair.status == REWORDED and pair.same_gist for pair in found.pairs)
    told += [f"of these {alike} with the same summary"] if alike else []
    for status, name in ((ONLY_IN_A, found.names[0]), (ONLY_IN_B, found.names[1])):
        if by_status.get(status):
            told.append(f"{by_status[status]} only in {name}")
    return ", ".join(told) if told else "none"


# ------------------------------------------------------------------------------------------------ documents


def _documents(out: Console, found: Diff) -> None:
    differing = [pair for pair in found.pairs if pair.status != SAME]
    if not differing:
        return
    table = _two_columns(found, "clause")
    for pair in differing:
        name = (pair.a or pair.b)[0]
        note = pair.status.replace("only_in_a", "only here").replace("only_in_b", "only here")
        moved = ", moved" if pair.moved and pair.status != MOVED else ""
        sides = ["\n".join(_wording(found, one) for one in names) for names in (pair.a, pair.b)]
        table.add_row(f"{name.partition('/')[2]}\n  {note}{moved}", *sides)
    out.print("Documents", style="bold")
    out.print(table)
    out.print()


def _wording(found: Diff, name: str) -> str:
    return found.sentences.get(name) or found.clauses[name].gist


# ------------------------------------------------------------------------------------------------ structure


def _structure(out: Console, found: Diff) -> None:
    if found.differences:
        out.print("Rules", style="bold")
    for one in found.differences:
        if one.sort in _QUIET:
            continue
        out.print(f"{one.id}  [{one.sort}]", style="bold cyan")
        for note in dict.fromkeys(filter(None, (one.note_a, one.note_b))):
            out.print(f"# {note}", style="italic")
        out.print(_abreast(found, one))
        out.print()
    terms = [one for one in found.differences if one.sort == "term"]
    if terms:
        table = _two_columns(found, "term")
        for one in terms:
            table.add_row(one.name, one.a or "none", one.b or "none")
        out.print(table)
        out.print()
    for one in found.differences:
        if one.sort == "citation":
            out.print(f"{one.id}: {', '.join(one.clauses_a) or 'none'} | {', '.join(one.clauses_b) or 'none'}")
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
    out.print(f"In play: {one['id']}", style="bold cyan")
    for reading in one["readings"]:
        out.print(f"  {reading_text(reading, found.names, words)}")
    told = searched_text(one["searched"])
    if one["status"] == "proved_equal":
        out.print(f"  proved equal: {told}\n")
        return
    if one["witness"] is None:
        out.print(f"  no counterexample found; the rules may still differ. Searched: {told}\n")
        return
    witness = one["witness"]
    for line in story(witness):
        out.print(f"  {line}")
    out.print(_journals(found, witness))
    table = _two_columns(found, "differs")
    for part in partings(witness, *words):
        table.add_row(part.what, part.a, part.b)
    out.print(table)
    out.print(f"  searched: {told}\n", style="dim")


def story(witness: dict[str, Any]) -> list[str]:
    """The position and the choices of a counterexample, as a case says them."""
    lines = [f"given  {key}: {value_text(value)}" for key, value in witness["given"].items()]
    if witness["chance"]:
        lines.append(f"chance {value_text(witness['chance'])}")
    return lines + [f"when   {player}: {value_text(key)}" for step in witness["when"] for player, key in step.items()]


def _journals(found: Diff, witness: dict[str, Any]) -> Table:
    """What both sides did after the last choice, from shortly before they part."""
    table = _two_columns(found)
    rows = abreast(witness["a"]["journal"], witness["b"]["journal"])
    parting = next((n for n, row in enumerate(rows) if not tells_same(*row)), len(rows))
    first = max(0, parting - _BEFORE)
    if first:
        table.add_row(*[f"… {first} more, alike"] * 2, style="dim")
    for here, there in rows[first:]:
        table.add_row(_line(here), _line(there), style="dim" if tells_same(here, there) else "")
    return table


def tells_same(here: dict[str, Any] | None, there: dict[str, Any] | None) -> bool:
    """Whether two lines that stand abreast tell the same."""
    return here is not None and there is not None and here["text"] == there["text"]


def abreast(ours: list[dict[str, Any]], theirs: list[dict[str, Any]]) -> list[tuple[Any, Any]]:
    """Two journals side by side: what both did stands in one row."""
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
