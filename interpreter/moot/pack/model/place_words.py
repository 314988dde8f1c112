"""Reads the words by which a map names places and sides: 0304, 0401..0403, 0304/0305, names and areas."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ...lang.diagnostic import Report, nearest
from ...lang.source import Span
from .boards import Grid, Spot, nearest_number, number_of, spot_of
from .bundle import YamlEntry
from .yaml_text import Scalar

Layer = tuple[str, YamlEntry]  # what one pack says of a map: the pack, and the entry below the name of the board
SpotPair = tuple[Spot, Spot]  # two hexes that touch, the lower number first

_NUMBER = re.compile(r"[0-9]{1,4}")
_WORD = re.compile(r"[^\s,]+")


def words_in(entry: YamlEntry) -> Iterator[tuple[str, Span]]:
    """The words of a text, or of the texts of a list, each with its own place."""
    if isinstance(entry.value, list):
        for item in entry.value:
            yield from words_in(item)
        return
    raw = entry.raw if isinstance(entry, Scalar) else str(entry.value)
    line, start = entry.at.line, entry.at.column - 1
    lines = entry.at.source.lines
    for word in _WORD.findall(raw):
        while line <= len(lines) and word not in lines[line - 1][start:]:
            line, start = line + 1, 0
        if line > len(lines):  # written with escapes: the whole text is its place
            yield word, entry.at
            continue
        start = lines[line - 1].index(word, start)
        yield word, Span(entry.at.source, line, start + 1, line, start + len(word) + 1)
        start += len(word)


def one_word(entry: YamlEntry, report: Report) -> list[tuple[str, Span]]:
    """The word of a text that names one place or side; tells if there is none or are several, and gives the first."""
    found = list(words_in(entry))
    if len(found) != 1:
        at = found[1][1] if found else entry.at
        code, given = ("wrong-value", "several are") if found else ("names-nothing", "none is")
        report.error(code, f"one place or side is due here, and {given} given", at)
    return found[:1]


def hex_number(spot: Spot) -> str:
    """The printed number of a hex."""
    return f"{number_of(spot):04d}"


def spot_pair(one: Spot, other: Spot) -> SpotPair:
    return (one, other) if one < other else (other, one)


class HexWords:
    """What words mean on a map of hexes: `spots` are its hexes, the names and areas may grow while it is read."""

    def __init__(self, board: str, grid: Grid, spots: Mapping[Spot, object], report: Report) -> None:
        self.board = board
        self.grid = grid
        self.spots = spots
        self.report = report
        self.names: dict[str, Spot] = {}
        self.sides: dict[str, SpotPair] = {}
        self.areas: dict[str, list[Spot]] = {}
        self.complete = True  # whether all names and areas are known: else a word that is not may be a lost one

    def places(self, entry: YamlEntry) -> list[tuple[Spot, Span, bool]]:
        """The hexes that an entry names, each with the place of its word, and whether the word names it alone."""
        return [found for word, at in words_in(entry) for found in self.of_word(word, at)]

    def of_word(self, word: str, at: Span) -> list[tuple[Spot, Span, bool]]:
        """The same of one word."""
        first, dots, last = word.partition("..")
        if dots and _NUMBER.fullmatch(first) and _NUMBER.fullmatch(last):
            return [(spot, at, False) for spot in self._span(int(first), int(last), at)]
        if word in self.areas:
            return [(spot, at, False) for spot in self.areas[word]]
        spot = self.place(word, at, alone=False)
        return [] if spot is None else [(spot, at, True)]

    def place(self, word: str, at: Span, alone: bool = True) -> Spot | None:
        """The hex of a number or name. `alone`: whether a span or an area would not do."""
        if _NUMBER.fullmatch(word):
            spot = spot_of(int(word))
            if spot in self.spots:
                return spot
            self._missing(int(word), at)
            return None
        if word in self.names:
            return self.names[word]
        for what, known in (("a side", self.sides), ("an area", self.areas if alone else ())):
            if word in known:
                self.report.error("unknown-place", f"`{word}` is {what}, and here a hex is due", at)
                return None
        if self.complete or not word.isidentifier():
            message = f"`{word}` is no hex" + ("" if alone else ", span of hexes, name or area")
            hint = "write a number of four figures" + (" or a name" if alone else ", a name or an area")
            self.report.error("unknown-place", message, at, nearest(word, self._known(alone)) or hint)
        return None

    def _known(self, alone: bool) -> list[str]:
        return [*self.names] if alone else [*self.names, *self.areas]

    def side(self, word: str, at: Span) -> SpotPair | None:
        """The side that a word such as 0304/0305, or a name, means."""
        one, slash, other = word.partition("/")
        if not (one and slash and other):
            if word in self.sides:
                return self.sides[word]
            if self.complete or not word.isidentifier():
                hint = nearest(word, self.sides) or "write the two hexes that it parts, such as 0304/0305"
                self.report.error("unknown-place", f"`{word}` is no side", at, hint)
            return None
        ends = [self.place(part, _part(at, word, part)) for part in (one, other)]
        return self.touching(ends[0], ends[1], "not-adjacent", at) if ends[0] and ends[1] else None

    def touching(self, one: Spot, other: Spot, code: str, at: Span) -> SpotPair | None:
        """The side between two hexes; None, and told, if they do not touch."""
        around = [spot for spot in self.grid.neighbours(one) if spot in self.spots]
        if other in around:
            return spot_pair(one, other)
        message = f"{hex_number(one)} and {hex_number(other)} do not touch, so there is no side between them"
        if code == "walk-gap":
            message = f"this walk has a gap: {hex_number(one)} and {hex_number(other)} do not touch"
        if one == other:
            message = (
                f"{hex_number(one)} stands here twice in a row" if code == "walk-gap" else "a side parts two hexes"
            )
        self.report.error(
            code, message, at, f"next to {hex_number(one)} lie {', '.join(map(hex_number, sorted(around)))}"
        )
        return None

    def _span(self, first: int, last: int, at: Span) -> list[Spot]:
        ends = [spot_of(first), spot_of(last)]
        for spot in ends:
            if spot not in self.spots:
                self._missing(number_of(spot), at)
                return []
        columns = range(min(c for c, _ in ends), max(c for c, _ in ends) + 1)
        rows = range(min(r for _, r in ends), max(r for _, r in ends) + 1)
        found = [(column, row) for column in columns for row in rows if (column, row) in self.spots]
        return found if ends[0] <= ends[1] else found[::-1]

    def _missing(self, number: int, at: Span) -> None:
        near = nearest_number(number, self.spots)
        hint = f"the nearest is {near}" if near else ""
        self.report.error("no-such-hex", f"the board `{self.board}` has no hex {number:04d}", at, hint)


def _part(at: Span, word: str, part: str) -> Span:
    """The place of a part of a word that stands on one line."""
    if at.line != at.end_line or at.end_column - at.column != len(word):
        return at
    start = at.column + (len(word) - len(part) if word.endswith(part) and not word.startswith(part) else 0)
    return Span(at.source, at.line, start, at.line, start + len(part))
