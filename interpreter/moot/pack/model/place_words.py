"""Reads the words by which a map names places and sides: 0304, 0401..0403, 0304/0305, names and areas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from ...lang.diagnostic import Report
from ...lang.source import Span
from ...lang.spelling import nearest
from ...state.grids.grid import Grid, Spot
from .bundle import YamlEntry
from .yaml_text import Scalar

Layer = tuple[str, YamlEntry]  # one pack's entries for a map: the pack, and the entry below the name of the board
SpotPair = tuple[Spot, Spot]  # two places that touch, the lower one first

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
    """The word of a text that names one place or side. If there are none or several, an error is reported and the first
    is returned.
    """
    found = list(words_in(entry))
    if len(found) != 1:
        at = found[1][1] if found else entry.at
        code, given = ("wrong-value", "several") if found else ("names-nothing", "none")
        report.error(code, f"expected one place or side, found {given}", at)
    return found[:1]


def spot_pair(one: Spot, other: Spot) -> SpotPair:
    return (one, other) if one < other else (other, one)


class GridWords:
    """The meaning of words on a map with a grid. `spots` are its places. Names and areas are added while it is read."""

    def __init__(self, board: str, grid: Grid, spots: Mapping[Spot, object], report: Report, prefix: str = "") -> None:
        self.board = board
        self.prefix = prefix
        self.grid = grid
        self.spots = spots
        self.report = report
        self.names: dict[str, Spot] = {}
        self.sides: dict[str, SpotPair] = {}
        self.areas: dict[str, list[Spot]] = {}
        self.complete = True  # whether all names and areas are known: else a word that is not may be a lost one

    def id_of(self, spot: Spot) -> str:
        return f"{self.prefix}{self.grid.label(spot)}"

    def side_id(self, side: SpotPair) -> str:
        return f"{self.id_of(side[0])}/{self.grid.label(side[1])}"

    @property
    def example(self) -> str:
        """How a side is written."""
        return "/".join(map(self.grid.label, ((3, 4), (3, 5))))

    def places(self, entry: YamlEntry) -> list[tuple[Spot, Span, bool]]:
        """The spots that an entry names, each with the place of its word, and whether the word names it alone."""
        return [found for word, at in words_in(entry) for found in self.of_word(word, at)]

    def of_word(self, word: str, at: Span) -> list[tuple[Spot, Span, bool]]:
        """The same of one word."""
        first, dots, last = word.partition("..")
        ends = (self.grid.spot_of(first), self.grid.spot_of(last)) if dots else (None, None)
        if ends[0] is not None and ends[1] is not None:
            return [(spot, at, False) for spot in self._span(ends[0], ends[1], at)]
        if word in self.areas:
            return [(spot, at, False) for spot in self.areas[word]]
        spot = self.place(word, at, alone=False)
        return [] if spot is None else [(spot, at, True)]

    def place(self, word: str, at: Span, alone: bool = True) -> Spot | None:
        """The spot of a label or name. `alone`: whether a span or an area would not do."""
        spot, kind = self.grid.spot_of(word), self.grid.place
        if spot is not None:
            return self._there(spot, at)
        if word in self.names:
            return self.names[word]
        for what, known in (("the side", self.sides), ("the area", self.areas if alone else ())):
            if word in known:
                self.report.error("unknown-place", f"expected a {kind}, found {what} `{word}`", at)
                return None
        if self.complete or not word.isidentifier():
            message = f"`{word}` is not a {kind}" + ("" if alone else f", span of {self.grid.shape}, name or area")
            hint = f"write {self.grid.labels}" + (" or a name" if alone else ", a name or an area")
            others = [*self.names, *(() if alone else self.areas)]
            self.report.error("unknown-place", message, at, nearest(word, others) or hint)
        return None

    def side(self, word: str, at: Span) -> SpotPair | None:
        """The side that a word such as 0304/0305, or a name, means."""
        one, slash, other = word.partition("/")
        if not (one and slash and other):
            if word in self.sides:
                return self.sides[word]
            if self.complete or not word.isidentifier():
                hint = f"write the two {self.grid.shape} on either side, such as {self.example}"
                self.report.error("unknown-place", f"`{word}` is not a side", at, nearest(word, self.sides) or hint)
            return None
        ends = [self.place(part, _part(at, word, part)) for part in (one, other)]
        return self.touching(ends[0], ends[1], "not-adjacent", at) if ends[0] and ends[1] else None

    def touching(self, one: Spot, other: Spot, code: str, at: Span) -> SpotPair | None:
        """The side between two places; None, and an error, if they do not touch."""
        around = [spot for spot in self.grid.around(one) if spot in self.spots]
        if other in around:
            return spot_pair(one, other)
        here, there = map(self.grid.label, (one, other))
        apart = f"{here} and {there} do not touch"
        if code == "walk-gap":
            message = f"{here} appears twice in a row" if one == other else f"gap in this walk: {apart}"
        else:
            side = f"{apart}, so they have no side between them"
            message = f"name two adjacent {self.grid.shape}" if one == other else side
        self.report.error(code, message, at, f"adjacent to {here}: {', '.join(map(self.grid.label, sorted(around)))}")
        return None

    def _span(self, first: Spot, last: Spot, at: Span) -> list[Spot]:
        if not (self._there(first, at) and self._there(last, at)):
            return []
        columns, rows = (range(min(ends), max(ends) + 1) for ends in zip(first, last, strict=True))
        found = [(column, row) for column in columns for row in rows if (column, row) in self.spots]
        return found if first <= last else found[::-1]

    def _there(self, spot: Spot, at: Span) -> Spot | None:
        """The spot itself; None, and an error, if there is no place."""
        if spot in self.spots:
            return spot
        code, message, hint = no_such_place(self.board, self.grid, self.grid.label(spot), self.spots)
        self.report.error(code, message, at, hint)
        return None


def no_such_place(board: str, grid: Grid, label: str, spots: Iterable[Spot]) -> tuple[str, str, str]:
    """Code, message and hint for a label that no place of a board has."""
    near = grid.nearest(label, spots)
    hint = f"the nearest is {near}" if near else f"write {grid.labels}, such as {grid.first}"
    return f"no-such-{grid.place}", f"the board `{board}` has no {grid.place} {label}", hint


def _part(at: Span, word: str, part: str) -> Span:
    """The place of a part of a word that is on one line."""
    if at.line != at.end_line or at.end_column - at.column != len(word):
        return at
    start = at.column + (len(word) - len(part) if word.endswith(part) and not word.startswith(part) else 0)
    return Span(at.source, at.line, start, at.line, start + len(part))
