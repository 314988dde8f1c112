"""A deck as listed in a file of any format: counts, names and headings. The cards are identified later."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ...lang.source import Source, Span

MOST = 1000  # copies on one line
_DIGITS = 9  # the largest count
_SAID = 30  # the letters shown of an entry that is not a count
_LONG = 60  # letters; longer than any card's name


@dataclass(frozen=True, slots=True)
class DeckLine:
    """`headings`: the headings above it, outermost first. `marks`: the marks in brackets after the name.

    `sure`: it has a count, or is in a place only for cards. Otherwise it may be a sentence. `most`: for a count such as
    1-2, the greater number; otherwise 0.
    """

    count: int
    name: str
    at: Span
    headings: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    code: str = ""
    starred: bool = False
    sure: bool = True
    most: int = 0


@dataclass(slots=True)
class DeckList:
    """`format`: its id. `facts`: the file's other data, such as `game`, as written."""

    format: str
    source: Source
    lines: list[DeckLine] = field(default_factory=list)
    title: str = ""
    notes: str = ""
    facts: dict[str, str] = field(default_factory=dict)


_MARK = re.compile(r"\s*(?:\[([^\[\]]{1,20})\]|\(([^()]{1,20})\))\s*$")
_COUNT_FIRST = re.compile(r"(\d{1,4})(?:\s*-\s*(\d{1,3}))?\s*(?:[x\u00d7*]\s*|\s+)(?=\S)")
_COUNT_LAST = re.compile(r"\s*(?:[*\u00d7]\s*|\bx\s*|\s*\()(\d{1,3})\)?\s*$")
_BULLET = re.compile(r"^\s*(?:[-\u2022\u00b7\u2013\u2014]\s+|\*\s+)?")


def marked(text: str) -> tuple[str, tuple[str, ...]]:
    """A name without its brackets, and their contents: `Moria [B] (BA)` → Moria, (B, BA)."""
    marks: list[str] = []
    while (found := _MARK.search(text)) and found.start():
        marks.insert(0, (found[1] or found[2]).strip())
        text = text[: found.start()]
    return " ".join(text.split()), tuple(marks)


def card_line(text: str, at: Span, headings: Sequence[str], sure: bool) -> DeckLine | None:
    """A line that names a card: with a count before or after the name, with an asterisk, with marks.

    `sure`: whether it counts as a card even without a count. Returns None for a line that names nothing.
    """
    rest = _BULLET.sub("", text).strip()
    starred = False
    if rest.startswith("*") or (rest.endswith("*") and not re.search(r"\*\s*\d+\s*\*?$", rest)):
        starred, rest = True, rest.strip("* ").strip()
    count, most = None, 0
    if found := _COUNT_FIRST.match(rest):
        count, most, rest = int(found[1]), int(found[2] or 0), rest[found.end() :]
    elif (found := _COUNT_LAST.search(rest)) and found.start():
        count, rest = int(found[1]), rest[: found.start()]
    name, marks = marked(rest.strip())
    if not name.strip(" .,:;-"):
        return None
    sure = sure or (count is not None and len(name) < _LONG)
    count = 1 if count is None else count
    return DeckLine(count, name, at, tuple(headings), marks, starred=starred, sure=sure, most=most)


def copies(text: str) -> int | None:
    """A count as a file writes it; None if it is not a count, or is longer than any number of copies."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _DIGITS else None


def no_count(said: object) -> str:
    """The shown text of an entry that is not a count, shortened if long."""
    told = {list: "a list", dict: "a map", bool: "yes or no", type(None): "nothing"}.get(type(said))
    if told is None:
        told = f"`{str(said)[:_SAID]}{'…' * (len(str(said)) > _SAID)}`"
    return f"{told} is not a number of copies"


def whole_line(source: Source, number: int) -> Span:
    """The span of a line without the blanks around its text."""
    text = source.lines[number - 1] if 0 < number <= len(source.lines) else ""
    start = len(text) - len(text.lstrip()) + 1
    return Span(source, number, start, number, max(start, len(text.rstrip())) + 1)
