"""The ground of a map with a grid: how large it is, and the letters that say of each place what it is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product
from typing import Any

from ...lang.diagnostic import Report
from ...lang.source import Span
from ...lang.spelling import nearest
from ...state.grids.grid import Grid, Spot
from ..model.bundle import YamlEntry
from ..model.place_words import GridWords, Layer, words_in
from ..model.schema import entry_phrase as shown_entry
from ..model.yaml_text import Scalar


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter with its position, and the pack that wrote it."""

    letter: str
    at: Span
    pack: str


@dataclass(slots=True)
class Ground:
    """The spots that have a place, with their letters. Without letters, every spot of the grid, with an empty letter.

    `legend` has the letters that mean a place: the entry of its fields, and the pack that wrote it. `layers` are the
    layers that describe the ground, from the last one that draws the whole map.
    """

    grid: Grid
    letters: dict[Spot, Letter]
    legend: dict[str, tuple[YamlEntry, str]]
    layers: list[Layer]


class GroundReader:
    """Read the ground. `sort`: the type of grid."""

    def __init__(self, board: str, sort: type[Grid], report: Report) -> None:
        self.board = board
        self.sort = sort
        self.drawn = sort.shape  # the key of the letters
        self.report = report
        self.nothing: set[str] = set()  # letters for spots without a place

    def read(self, layers: list[Layer]) -> Ground | None:
        """The ground described by the map of a base and by later packs; None if its size is unknown.

        Errors are reported.
        """
        start = max(n for n, (_, entry) in enumerate(layers) if n == 0 or self._whole(entry))
        pack, base = layers[start]
        rows = self._rows(base.value[self.drawn]) if self.drawn in base.value else []
        gridded = next((entry for _, entry in layers[start::-1] if "grid" in entry.value), base)
        grid = self._grid(gridded, rows)
        if grid is None:
            return None
        legend = self._legend(layers)
        letters = self._placed(base.value[self.drawn], rows, grid, pack) if rows else self._blank(grid, base, pack)
        if legend and not rows:
            hint = f"write `{self.drawn}: |`, and below it a line of letters for each row"
            self.report.error(
                "missing-key", f"missing `{self.drawn}` for this legend", base.value["legend"].key_at, hint
            )
        for pack, entry in layers[start + 1 :]:
            for word, one in (entry.value[self.drawn].value if self.drawn in entry.value else {}).items():
                spot = GridWords(self.board, grid, letters, self.report).place(word, one.key_at)
                if spot:
                    letter = one.raw if isinstance(one, Scalar) else str(one.value)
                    letters[spot] = Letter(letter, one.at, pack)
        self._check(letters, legend, {pack for pack, _ in layers[start:]})
        there = {spot: letters[spot] for spot in sorted(letters) if letters[spot].letter not in self.nothing}
        return Ground(grid, there, legend, layers[start:])

    # -------------------------------------------------------------------------------------------------------- grid

    def _grid(self, base: YamlEntry, rows: list[list[Letter]]) -> Grid | None:
        given: dict[str, YamlEntry] = base.value["grid"].value if "grid" in base.value else {}
        values: dict[str, Any] = {name: one.value for name, one in given.items()}
        if rows:  # if the grid does not give it, the letters do
            values.setdefault("rows", len(rows))
            values.setdefault("columns", Counter(map(len, rows)).most_common(1)[0][0])
        lost = [name for name in ("columns", "rows") if name not in values]
        if lost:
            at = base.value["grid"].key_at if given else base.key_at
            hint = f"write `grid: {{columns: …, rows: …}}`, or draw the {self.drawn} in letters"
            self.report.error("missing-key", f"missing number of {lost[0]}", at, hint)
            return None
        if "first" in values:
            first = values["first"]
            values["first"] = f"{first:04d}" if isinstance(first, int) else first
        for name in values.keys() - set(self.sort.keys()):  # of another type of grid
            message = f"a grid of {self.sort.shape} has no `{name}`"
            self.report.error("unknown-key", message, given[name].key_at, "remove it")
            del values[name]
        grid = self.sort(**values)
        if grid.too_large:
            at = base.value["grid"].key_at if given else base.key_at
            column, row = ("one letter", "two digits") if grid.lettered else ("two digits", "two")
            message = f"the grid is too large: a label has {column} for the column and {row} for the row"
            self.report.error("wrong-value", message, at, "make the map smaller, or write a smaller `first`")
            return None
        if grid.one and grid.one not in grid.compass:
            message = f"no side of a {grid.place} faces {grid.one} {grid.lie}".rstrip()
            self.report.error("wrong-value", message, given["one"].at, f"write one of {', '.join(grid.compass)}")
        return grid

    # ----------------------------------------------------------------------------------------------------- letters

    def _legend(self, layers: list[Layer]) -> dict[str, tuple[YamlEntry, str]]:
        found: dict[str, tuple[YamlEntry, str]] = {}
        for pack, entry in layers:
            for letter, meaning in (entry.value["legend"].value if "legend" in entry.value else {}).items():
                self.nothing.discard(letter)
                if isinstance(meaning.value, dict):
                    found[letter] = (meaning, pack)
                    continue
                self.nothing.add(letter)
                found.pop(letter, None)
                if meaning.value != "none":
                    message = f"`{letter}` must be a map of fields, not {shown_entry(meaning)}"
                    hint = f"write fields, such as {{terrain: clear}}, or none for a gap without a {self.sort.place}"
                    self.report.error("wrong-type", message, meaning.at, hint)
        return found

    def _rows(self, drawn: YamlEntry) -> list[list[Letter]]:
        """The lines of letters. Letters without spaces between them are still separate letters."""
        rows: dict[int, list[Letter]] = {}
        for word, at in words_in(drawn):
            for n, letter in enumerate(word):
                place = Span(at.source, at.line, at.column + n, at.line, at.column + n + 1)
                rows.setdefault(at.line, []).append(Letter(letter, place, ""))
        return list(rows.values())

    def _placed(self, drawn: YamlEntry, rows: list[list[Letter]], grid: Grid, pack: str) -> dict[Spot, Letter]:
        """The letters by spot. A row that is too short or too long is reported; its letters count from the left."""
        found: dict[Spot, Letter] = {}
        if len(rows) != grid.rows:
            message = f"expected {grid.rows} lines of letters, found {len(rows)}"
            self.report.error("ragged-row", message, drawn.key_at, "write one line for each row")
        for number, letters in enumerate(rows[: grid.rows], grid.corner[1]):
            if len(letters) != grid.columns:
                row = grid.drawn((0, number))[1]
                message = f"row {row} has {len(letters)} letters, expected {grid.columns}"
                hint = f"write one letter for each {grid.place}; spaces do not count"
                self.report.error("ragged-row", message, letters[0].at.to(letters[-1].at), hint)
            for column, one in enumerate(letters[: grid.columns], grid.corner[0]):
                found[grid.drawn((column, number))] = Letter(one.letter, one.at, pack)
        return found

    def _blank(self, grid: Grid, base: YamlEntry, pack: str) -> dict[Spot, Letter]:
        column, row = grid.corner
        spots = product(range(column, column + grid.columns), range(row, row + grid.rows))
        return {spot: Letter("", base.key_at, pack) for spot in spots}

    def _check(self, letters: dict[Spot, Letter], legend: dict[str, tuple[YamlEntry, str]], packs: set[str]) -> None:
        """Report letters that are not in the legend, and letters of these packs that are never drawn."""
        known = [*legend, *sorted(self.nothing)]
        used = {one.letter for one in letters.values()}
        told: set[str] = set()
        for one in letters.values():
            if one.letter and one.letter not in known and one.letter not in told:
                told.add(one.letter)
                hint = nearest(one.letter, known) or f"available letters: {' '.join(known) or 'none'}"
                self.report.error("unknown-letter", f"unknown letter `{one.letter}`", one.at, hint)
        for letter, (entry, pack) in legend.items():
            if letter not in used and not told and pack in packs:
                message = f"the letter `{letter}` is not used by any {self.sort.place}"
                self.report.warn("unused-letter", message, entry.key_at, "remove it from the legend, or draw it")

    def _whole(self, entry: YamlEntry) -> bool:
        """Whether it draws all places, not single ones."""
        return self.drawn in entry.value and not isinstance(entry.value[self.drawn].value, dict)
