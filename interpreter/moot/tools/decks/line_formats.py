"""Decks written line by line: with fenced headings from deck programs, as plain lists, and as CSV."""

from __future__ import annotations

import csv
import html
import re
from collections.abc import Callable
from dataclasses import replace

from ...lang.diagnostic import Report
from ...lang.source import Source
from ...lang.visible import visible_line
from .listing import MOST, DeckLine, DeckList, card_line, copies, marked, no_count, whole_line

KnownHeading = Callable[[str], bool]  # whether a text is a heading of this game's files, or a kind of card

FENCE = re.compile(r"^\s*#{4,}\s*(.*?)\s*#*\s*$")
_SUB = re.compile(r"^\s*#{1,3}\s*(.+?)\s*$")
_HEAD = re.compile(
    r"^\s*(?:[*_=#-]{1,6}\s*)?(.+?)\s*(?:\(\s*\d+[^()]*\))?\s*:?\s*(?:\(\s*\d+[^()]*\))?\s*[*_=#]{0,6}\s*$"
)
_UNDERLINE = re.compile(r"^\s*([-=_*~])\1{2,}\s*$")

COLUMNS = {
    "section": ("section", "part", "zone", "board", "heading"),
    "count": ("count", "qty", "quantity", "copies", "number", "amount"),
    "name": ("card", "name", "title", "card_name", "cardname"),
    "code": ("card_id", "id", "code", "cardid"),
}


def read_fenced(source: Source, known: KnownHeading, report: Report) -> DeckList:
    """`####` around a section's title, `#` before that of a group, `2 Name [mark] (mark)` for cards."""
    found = DeckList("text", source)
    section, group = "", ""
    fenced = False  # a title between two fences
    notes: list[str] = []
    for number, text in enumerate(source.lines, 1):
        if fence := FENCE.match(text):
            if fence[1]:
                section, group, fenced = fence[1], "", False
            else:
                fenced = not fenced
        elif not text.strip():
            continue
        elif fenced:
            section, group = text.strip(), ""
        elif section.casefold() in ("notes", "comments"):
            notes.append(text.strip())
        elif sub := _SUB.match(text):
            group = _bare(sub[1])
        elif line := card_line(text, whole_line(source, number), [h for h in (section, group) if h], bool(section)):
            found.lines.append(line)
    found.notes = "\n".join(notes)
    return found


def read_list(source: Source, known: KnownHeading, report: Report) -> DeckList:
    """The usual form of a list: headings on lines of their own, cards with or without counts, sentences between
    them.
    """
    found = DeckList("list", source)
    headings: list[str] = []
    for number, text in enumerate(source.lines, 1):
        plain = visible_line(html.unescape(text))
        if not plain.strip() or _UNDERLINE.match(plain):
            continue
        head = _HEAD.match(plain)
        title = _bare(head[1]) if head else ""
        if title and known(title):
            headings = [title]
            continue
        at = whole_line(source, number)
        for part in _cards(plain):
            if line := card_line(part, at, headings, False):
                found.lines.append(line)
    return found


def _cards(text: str) -> list[str]:
    """The cards of a line: `Lieutenant / Strange Rations` are two, and `3 Ghosts, 2 Twilight` as well."""
    several = re.split(r"\s+/\s+|[,;]\s*(?=\d{1,2}\s*x?\s+\w)|\s*\|\s*", text)
    return [part for part in several if part.strip()]


def _bare(title: str) -> str:
    """A heading without its count: `Hazard (30)`, `Hazards: 30`."""
    return re.sub(r"\s*[(\[:]\s*\d+[^()]*[)\]]?\s*$", "", title).strip().strip(":").strip()


def csv_columns(line: str) -> dict[str, int] | None:
    """The columns of a CSV file, if its first line names them: at least the name or the code."""
    try:
        cells = next(csv.reader([line], delimiter=_delimiter(line)), [])
    except csv.Error:  # a field longer than any heading
        return None
    words = [cell.strip().strip("\ufeff").casefold().replace(" ", "_") for cell in cells]
    found = {
        what: next(n for n, word in enumerate(words) if word in names)
        for what, names in COLUMNS.items()
        if any(word in names for word in words)
    }
    enough = len(words) > 1 and ("name" in found or "code" in found) and len(found) > 1
    return found if enough else None


def _delimiter(line: str) -> str:
    return max(",;\t", key=line.count)


def read_csv(source: Source, known: KnownHeading, report: Report) -> DeckList:
    """A table with a first row that names its columns: section, count, card, card_id, or other words for them."""
    found = DeckList("csv", source)
    first = next(n for n, line in enumerate(source.lines) if line.strip())
    columns = csv_columns(source.lines[first]) or {}
    reader = csv.reader(source.lines[first + 1 :], delimiter=_delimiter(source.lines[first]))
    try:
        for cells in reader:
            number = first + reader.line_num + 1
            if any(cell.strip() for cell in cells):
                _row(found, cells, columns, number, known, report)
    except csv.Error as error:
        report.error("bad-csv", f"cannot read this row: {error}", whole_line(source, first + reader.line_num + 1))
    return found


def _row(
    found: DeckList, cells: list[str], columns: dict[str, int], number: int, known: KnownHeading, report: Report
) -> None:
    def cell(what: str) -> str:
        place = columns.get(what, len(cells))
        return cells[place].strip() if place < len(cells) else ""

    at = whole_line(found.source, number)
    count = copies(cell("count") or "1")
    if count is None:
        report.error("bad-count", no_count(cell("count")), at, "write a whole number")
        return
    name, marks = marked(visible_line(html.unescape(cell("name"))))
    if not name and not cell("code"):
        report.error("no-card", "missing card name in this row", at)
        return
    section = cell("section")
    parts = [section] if known(section) else re.split(r"[-/:>]", section)
    headings = tuple(part for part in parts if part.strip())
    found.lines.append(DeckLine(count, name, at, headings, marks, cell("code")))


def check_counts(found: DeckList, report: Report) -> None:
    """Report impossible counts, and read them as one."""
    for place, line in enumerate(found.lines):
        if line.count > MOST or line.count < 1:
            if line.count > MOST:
                message = f"{line.count} copies are too many for any deck"
                report.error("bad-count", message, line.at, f"write at most {MOST}")
            else:
                report.warn("bad-count", f"`{line.name}` has 0 copies, so the line is ignored", line.at)
            found.lines[place] = replace(line, count=0)
    found.lines = [line for line in found.lines if line.count]
