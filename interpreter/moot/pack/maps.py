"""Maps of hexes: from the grid of letters and the lists of a YAML file to a `Board`, and the things on it.

What is said of a hex or a side is laid over what was said more sweepingly: letters first, then spans and areas, then
single hexes; sides all around, then those that are named. A later pack is laid over its base.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from ..lang import tree
from ..lang.diagnostic import Report, nearest
from ..lang.source import Span
from .boards import COMPASS, Board, Grid, Spot, spot_of
from .bundle import Entry, Thing
from .fields import Fields
from .kinds import code_of, needed
from .map_fits import fits
from .place_words import HexWords, Layer, Pair, pair, shown, words
from .schema import plain
from .schema import shown as shown_entry

Typed = dict[str, tuple[Entry, Entry]]  # fields: as typed, as written


@dataclass(frozen=True, slots=True)
class Said:
    """Where something is said: in which layer, how closely, by whom."""

    layer: int
    rank: int
    at: Span
    pack: str


@dataclass(slots=True)
class Given:
    """A field of a place or side: as typed, as written, and how closely it was said."""

    entry: Entry
    written: Entry
    said: Said


@dataclass(slots=True)
class Spoken:
    """What is said of a place or side."""

    at: Span
    pack: str
    fields: dict[str, Given] = field(default_factory=dict)


class HexMap:
    """Reads the map of one board of hexes."""

    def __init__(self, decl: tree.BoardDecl, prefix: str, fields: Fields) -> None:
        self.decl = decl
        self.prefix = prefix
        self.fields = fields
        self.report: Report = fields.report
        self.grid = Grid()
        self.letters: dict[Spot, str] = {}
        self.hexes: dict[Spot, Spoken] = {}
        self.sides: dict[Pair, Spoken] = {}
        self.words = HexWords(decl.name, self.grid, self.hexes, self.report)
        self.stand_in: dict[str, Span] = {}

    def read(self, layers: list[Layer]) -> tuple[Board, list[Thing]]:
        """The board, and its places and sides as things, in order. What is wrong is told, and the rest is kept."""
        self._grid(layers[0][1])
        self._letters(layers)
        self._names(layers)
        for number, (pack, entry) in enumerate(layers):
            for word, given in (entry.value["fields"].value if "fields" in entry.value else {}).items():
                typed = self._typed(given, self.decl.place, "this hex", pack)
                for spot, at, alone in self.words.of_word(word, given.key_at):
                    self._give(self.hexes[spot], f"the hex {shown(spot)}", typed, Said(number, 1 + alone, at, pack))
        for number, (pack, entry) in enumerate(layers):
            if "sides" in entry.value:
                self._sides(entry.value["sides"], number, pack)
        self._stand_in(layers)
        return self._board(layers[0][1].key_at)

    # --------------------------------------------------------------------------------------------- grid and letters

    def _grid(self, entry: Entry) -> None:
        given: dict[str, Entry] = entry.value["grid"].value if "grid" in entry.value else {}
        if not given:
            message = f"the map of `{self.decl.name}` has no `grid`"
            self.report.error("missing-key", message, entry.key_at, "write `grid: {columns: …, rows: …}`")
            return
        first = spot_of(given["first"].value) if "first" in given else (1, 1)
        values: dict[str, Any] = {name: one.value for name, one in given.items() if name != "first"}
        grid = Grid(**values, first=first)
        if max(first[0] + grid.columns, first[1] + grid.rows) > 100:
            message = "numbers of hexes have two figures for the column and two for the row"
            self.report.error("wrong-value", message, entry.value["grid"].key_at, "make the map smaller, or `first`")
            return
        if grid.one and grid.one not in COMPASS[grid.straight]:
            message = f"no side of a hex looks {grid.one} where {grid.straight} are straight"
            self.report.error("wrong-value", message, given["one"].at, f"it is {', '.join(COMPASS[grid.straight])}")
        self.grid = self.words.grid = grid

    def _letters(self, layers: list[Layer]) -> None:
        legend: dict[str, tuple[Entry, str]] = {}
        for pack, entry in layers:
            for letter, meaning in (entry.value["legend"].value if "legend" in entry.value else {}).items():
                legend[letter] = (meaning, pack)
        placed: dict[Spot, tuple[str, Span, str]] = {}
        for pack, entry in layers:
            hexes = entry.value.get("hexes")
            if hexes is None:
                continue
            if isinstance(hexes.value, dict):
                for word, one in hexes.value.items():
                    spot = spot_of(int(word)) if word.isdecimal() else (0, 0)
                    if spot not in placed:
                        HexWords(self.decl.name, self.grid, placed, self.report).place(word, one.key_at)
                    else:
                        placed[spot] = (getattr(one, "raw", str(one.value)), one.at, pack)
            else:
                placed = self._drawn(hexes, pack)
        if "hexes" not in layers[0][1].value and not legend:
            spots = ((c, r) for c in range(self.grid.columns) for r in range(self.grid.rows))
            at, first = layers[0][1].key_at, self.grid.first
            self.hexes |= {(c + first[0], r + first[1]): Spoken(at, layers[0][0]) for c, r in spots}
            return
        typed: dict[str, Typed | None] = {}
        for letter, (meaning, pack) in legend.items():
            typed[letter] = self._meaning(letter, meaning, pack)
        unknown: set[str] = set()
        for spot in sorted(placed):
            letter, at, pack = placed[spot]
            if letter not in typed:
                if letter not in unknown:
                    hint = nearest(letter, legend) or f"the legend has {' '.join(legend) or 'no letters'}"
                    self.report.error("unknown-letter", f"`{letter}` is not in the legend", at, hint)
                unknown.add(letter)
                self.hexes[spot] = Spoken(at, pack)
                continue
            fields = typed[letter]
            if fields is not None:
                spoken = self.hexes[spot] = Spoken(legend[letter][0].key_at, pack)
                self.letters[spot] = letter
                said = Said(0, 0, spoken.at, legend[letter][1])
                self._give(spoken, f"the hex {shown(spot)}", fields, said)

    def _meaning(self, letter: str, meaning: Entry, pack: str) -> Typed | None:
        """The fields of a letter; None where it means that there is no hex."""
        if isinstance(meaning.value, dict):
            return self._typed(meaning, self.decl.place, f"`{letter}`", pack)
        if meaning.value != "none":
            hint = "write its fields, such as {terrain: clear}; or none, where there is no hex"
            self.report.error("wrong-type", f"`{letter}` must be a map of fields, not {shown_entry(meaning)}",
                              meaning.at, hint)  # fmt: skip
            return {}
        return None

    def _drawn(self, hexes: Entry, pack: str) -> dict[Spot, tuple[str, Span, str]]:
        """The letters of the grid by spot. A row that is too short or long is told; its letters count from the left."""
        rows: dict[int, list[tuple[str, Span]]] = {}
        for word, at in words(hexes):
            here = rows.setdefault(at.line, [])
            here += [
                (c, Span(at.source, at.line, at.column + n, at.line, at.column + n + 1)) for n, c in enumerate(word)
            ]
        columns, count = self.grid.columns, self.grid.rows
        found: dict[Spot, tuple[str, Span, str]] = {}
        for number, letters in enumerate(rows.values()):
            if number < count and len(letters) != columns:
                message = (
                    f"row {number + self.grid.first[1]} has {len(letters)} letters, and there are {columns} columns"
                )
                hint = "write one letter for each hex; spaces do not count"
                self.report.error("ragged-row", message, letters[0][1].to(letters[-1][1]), hint)
            for column, (letter, at) in enumerate(letters[:columns]):
                if number < count:
                    found[column + self.grid.first[0], number + self.grid.first[1]] = (letter, at, pack)
        if len(rows) != count:
            message = f"{len(rows)} rows of letters stand here, and the grid has {count}"
            self.report.error("ragged-row", message, hexes.key_at, "write one line for each row")
        return found

    # ------------------------------------------------------------------------------------------- fields of places

    def _typed(self, given: Entry, kind: str, what: str, pack: str) -> Typed:
        typed = self.fields.row(given.value, kind, what, given.key_at, pack, whole=False) if given.value else {}
        return {name: (entry, given.value[name]) for name, entry in typed.items()}

    def _give(self, spoken: Spoken, what: str, typed: Typed, said: Said) -> None:
        """Lays fields over what was said before, unless that was said more closely."""
        for name, (entry, written) in typed.items():
            before = spoken.fields.get(name)
            order = (before.said.layer, before.said.rank) if before else (-1, -1)
            if before and order == (said.layer, said.rank) and plain(before.entry) != plain(entry):
                code = "side-twice" if what.startswith("the side") else "hex-twice"
                message = f"{what} is given two values for `{name}`"
                notes = [(before.said.at, f"here it is {shown_entry(before.entry)}")]
                self.report.error(code, message, said.at, "take one of them out", notes)
            elif order < (said.layer, said.rank):
                spoken.fields[name] = Given(entry, written, said)

    def _names(self, layers: list[Layer]) -> None:
        before = len(self.report.diagnostics)
        for _, entry in layers:
            names: dict[str, Entry] = entry.value["names"].value if "names" in entry.value else {}
            for name, one in names.items():
                for word, at in list(words(one))[:1]:
                    if "/" in word and (side := self.words.side(word, at)):
                        self.words.sides[name] = side
                    elif "/" not in word and (spot := self.words.place(word, at)):
                        self.words.names[name] = spot
            areas: dict[str, Entry] = entry.value["areas"].value if "areas" in entry.value else {}
            for name, one in areas.items():
                spots = [spot for spot, _, _ in self.words.places(one)]
                self.words.areas[name] = list(dict.fromkeys(spots))
                if not spots and not list(words(one)):
                    hint = "name its hexes, or take it out"
                    self.report.error("empty-area", f"the area `{name}` holds no hex", one.key_at, hint)

        self.words.complete = len(self.report.diagnostics) == before

    # -------------------------------------------------------------------------------------------------------- sides

    def _sides(self, entry: Entry, layer: int, pack: str) -> None:
        if not self.decl.side:
            message = f"the board `{self.decl.name}` has no kind of sides"
            hint = f"declare one: board {self.decl.name} : hexes of {self.decl.place}, hexside"
            self.report.error(
                "no-side-kind", message, entry.key_at, hint, [(self.decl.at, "the board is declared here")]
            )
            return
        if not isinstance(entry.value, list):
            self._all(entry, {}, layer, pack)
            return
        for group in entry.value:
            given: dict[str, Entry] = group.value
            typed = self._typed(given["fields"], self.decl.side, "these sides", pack) if "fields" in given else {}
            if not {"between", "along", "around"} & given.keys():
                hint = 'write `between: "0304/0305"`, `along:` or `around:`'
                self.report.error("missing-key", "nothing says where these sides lie", group.at, hint)
            if "between" in given and given["between"].value == "all":
                self._all(given["between"], typed, layer, pack)
            elif "between" in given:
                for word, at in words(given["between"]):
                    if side := self.words.side(word, at):
                        self._side(side, typed, Said(layer, 1, at, pack))
            if "along" in given:
                walks = given["along"].value if isinstance(given["along"].value, list) else [given["along"]]
                for walk in walks:
                    steps = self.words.places(walk)
                    for (one, _, _), (other, at, _) in pairwise(steps):
                        if side := self.words.touching(one, other, "walk-gap", at):
                            self._side(side, typed, Said(layer, 1, at, pack))
            if "around" in given:
                self._around(given["around"], typed, layer, pack)

    def _all(self, entry: Entry, typed: Typed, layer: int, pack: str) -> None:
        if entry.value != "all":
            self.report.error("wrong-type", f"`sides` must be a list or all, not {shown_entry(entry)}", entry.at)
            return
        for spot in self.hexes:
            self._around_spot(spot, lambda _: True, typed, Said(layer, 0, entry.at, pack))

    def _around(self, entry: Entry, typed: Typed, layer: int, pack: str) -> None:
        if isinstance(entry.value, dict):
            wanted = self._typed(entry, self.decl.place, "these hexes", pack)
            values = {spot: {n: g.entry for n, g in spoken.fields.items()} for spot, spoken in self.hexes.items()}
            known = self.fields.kinds.fields(self.decl.place)
            asked = {name: typed_entry for name, (typed_entry, _) in wanted.items()}
            inside = {spot for spot in self.hexes if asked and fits(values[spot], asked, known)}
        else:
            inside = {spot for spot, _, _ in self.words.places(entry)}
        if not inside:
            self.report.error("empty-area", "no hex is like this, so nothing lies around it", entry.at)
        for spot in sorted(inside):
            self._around_spot(spot, lambda other: other not in inside, typed, Said(layer, 0, entry.at, pack))

    def _around_spot(self, spot: Spot, wanted: Callable[[Spot], bool], typed: Typed, said: Said) -> None:
        for other in self.grid.neighbours(spot):
            if other in self.hexes and wanted(other):
                self._side(pair(spot, other), typed, said)

    def _side(self, side: Pair, typed: Typed, said: Said) -> None:
        spoken = self.sides.setdefault(side, Spoken(said.at, said.pack))
        self._give(spoken, f"the side {shown(side[0])}/{shown(side[1])}", typed, said)

    # --------------------------------------------------------------------------------------------- what comes of it

    def _stand_in(self, layers: list[Layer]) -> None:
        known = {**self.fields.kinds.fields(self.decl.place), **self.fields.kinds.fields(self.decl.side)}
        for _, entry in layers:
            for word in entry.value["stand_in"].value if "stand_in" in entry.value else []:
                if word.value not in known:
                    message = f"no place and no side of this board has a field `{word.value}`"
                    self.report.error("unknown-field", message, word.at, nearest(word.value, known))
                self.stand_in[word.value] = word.at

    def _board(self, at: Span) -> tuple[Board, list[Thing]]:
        for side in self.words.sides.values():
            if self.decl.side:
                self.sides.setdefault(side, Spoken(at, self.hexes[side[0]].pack))
        spots = sorted(self.hexes)
        index = {spot: n for n, spot in enumerate(spots)}
        ids = {spot: f"{self.prefix}{shown(spot)}" for spot in spots}
        board = Board(self.decl.name, "hexes", self.decl.place, self.decl.side, [ids[spot] for spot in spots], [], {})
        board.around = [[index.get(other, -1) for other in self.grid.neighbours(spot)] for spot in spots]
        board.spots, board.grid, board.at, board.prefix = spots, self.grid, at, self.prefix
        things = [self._thing(ids[spot], self.decl.place, self.hexes[spot]) for spot in spots]
        titles: dict[Pair, str] = {}
        for side in sorted(self.sides):
            one, other = side
            titles[side] = f"{self.prefix}{shown(one)}/{shown(other)}"
            things.append(self._thing(titles[side], self.decl.side, self.sides[side]))
            board.links[index[one], index[other]] = board.links[index[other], index[one]] = titles[side]
        board.names = {name: ids[spot] for name, spot in self.words.names.items()}
        board.names |= {name: titles[side] for name, side in self.words.sides.items() if side in titles}
        board.areas = {name: [ids[spot] for spot in sorted(area)] for name, area in self.words.areas.items()}
        self._missing(self.decl.place, self.hexes.values(), "these hexes")
        self._missing(self.decl.side, self.sides.values(), "these sides")
        return board, things

    def _thing(self, ident: str, kind: str, spoken: Spoken) -> Thing:
        known = self.fields.kinds.fields(kind)
        typed = {name: given.entry for name, given in spoken.fields.items()}
        for name, given in spoken.fields.items():
            if code_of(known[name].declared):  # typing writes into code, so each thing has its own
                typed[name] = self.fields.value(given.written, known[name].declared, f"`{name}`", given.said.pack)
        marks = [name for name in self.stand_in if name in typed]
        return Thing(ident, kind, typed, spoken.at, spoken.pack, marks)

    def _missing(self, kind: str, spoken: Iterable[Spoken], what: str) -> None:
        """Tells of needed fields that were not given: once for each place in the file that should have."""
        known = self.fields.kinds.fields(kind)
        told: set[tuple[str, Span]] = set()
        for one in spoken:
            for name, decl in known.items():
                if needed(decl) and name not in one.fields and (name, one.at) not in told:
                    told.add((name, one.at))
                    self.fields.missing([name], kind, what, one.at)
