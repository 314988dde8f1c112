"""Maps with a grid: from the letters and the lists of a YAML file to a `Board`, and the things on it.

More specific entries for a place or a side override more general ones: letters come first, then spans and areas, then
single places; sides all around, then named sides. A later pack overrides its base.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from ...lang import tree
from ...lang.diagnostic import Report
from ...lang.source import Span
from ...lang.spelling import nearest
from ...state.grids import GRIDS
from ...state.grids.grid import Grid, Spot
from ..model.board_values import BoardValues
from ..model.boards import Board
from ..model.bundle import Thing, YamlEntry
from ..model.fields import Fields
from ..model.kinds import code_of, needed
from ..model.place_words import GridWords, Layer, SpotPair, one_word, spot_pair, words_in
from ..model.schema import entry_phrase as shown_entry
from ..model.schema import plain_data
from ..model.yaml_text import Scalar
from .has_fields import has_fields
from .letters import Ground, GroundReader

Typed = dict[str, tuple[YamlEntry, YamlEntry]]  # fields: as typed, as written


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where something is said: in which layer, how closely, by whom."""

    layer: int
    rank: int
    at: Span
    pack: str


@dataclass(slots=True)
class MapGiven:
    """A field of a place or side: as typed, as written, and how closely it was said."""

    entry: YamlEntry
    written: YamlEntry
    said: Provenance


@dataclass(slots=True)
class Spoken:
    """The entries for a place or side."""

    at: Span
    pack: str
    fields: dict[str, MapGiven] = field(default_factory=dict)
    letter: str = ""  # of a place
    drawn: Span | None = None  # the position of the letter
    lost: bool = False  # something said of it could not be read, and may be what is missing


class GridMap:
    """Reads the map of one board that has a grid."""

    def __init__(self, decl: tree.BoardDecl, others: Iterable[Grid], fields: Fields) -> None:
        """`others`: the grids of earlier boards. If one has the same labels, ids begin with the board's name."""
        self.decl = decl
        self.fields = fields
        self.report: Report = fields.report
        self.grid = GRIDS[decl.shape]()  # until its map is read
        self.place = self.grid.place
        self.spoken: dict[Spot, Spoken] = {}
        self.sides: dict[SpotPair, Spoken] = {}
        self.words = GridWords(decl.name, self.grid, self.spoken, self.report)
        self.others = others
        self.named_at: dict[str, Span] = {}
        self.areas_at: dict[str, Span] = {}
        self.stand_in: set[tuple[str, str]] = set()  # packs, and the fields for which they only have stand-ins
        self.missed: set[tuple[str, int]] = set()  # fields already reported as missing, and the line that lacks them
        self.before = 0  # how many diagnostics there were before this map

    def read(self, layers: list[Layer]) -> tuple[Board, list[Thing]] | None:
        """The board, and its places and sides as things, in order. Errors are reported, and the rest is kept. None if
        even the grid is unknown.
        """
        self.before = len(self.report.diagnostics)
        ground = GroundReader(self.decl.name, type(self.grid), self.report).read(layers)
        if ground is None:
            return None
        self.grid = self.words.grid = ground.grid
        if any(grid.lettered == self.grid.lettered for grid in self.others):
            self.words.prefix = f"{self.decl.name}."
        board = Board(self.decl.name, self.grid, self.decl.place, self.decl.side, [], [], {})
        board.spots, board.letters = list(ground.letters), [one.letter for one in ground.letters.values()]
        board.at, board.prefix = layers[0][1].key_at, self.words.prefix
        self.spoken.update((spot, Spoken(board.at, layers[0][0])) for spot in board.spots)
        self._names([entry for _, entry in layers])
        values = BoardValues(board, self.words)  # the fields of this map may name its places
        self.fields.boards |= {kind: values for kind in (board.place, board.side) if kind}
        self._lay(ground)
        for number, (pack, entry) in enumerate(ground.layers):
            for word, given in (entry.value["fields"].value if "fields" in entry.value else {}).items():
                typed = self._typed(given, self.decl.place, f"this {self.place}", pack)
                for spot, at, alone in self.words.places(Scalar(word, given.key_at, raw=word)):
                    said = Provenance(number, 1 + alone, at, pack)
                    self._give(self.spoken[spot], f"the {self.place} {self.grid.label(spot)}", typed, said)
        for number, (pack, entry) in enumerate(ground.layers):
            if "sides" in entry.value:
                self._sides(entry.value["sides"], number, pack)
        self._stand_in(layers)
        return board, self._finish(board)

    def _lay(self, ground: Ground) -> None:
        """Gives each place the fields of its letter."""
        typed = {
            letter: self._typed(entry, self.decl.place, f"`{letter}`", pack)
            for letter, (entry, pack) in ground.legend.items()
        }
        for spot, one in ground.letters.items():
            if one.letter not in typed:
                self.spoken[spot] = Spoken(one.at, one.pack, letter=one.letter, lost=bool(one.letter))
                continue
            entry, pack = ground.legend[one.letter]
            self.spoken[spot] = Spoken(entry.key_at, one.pack, letter=one.letter, drawn=one.at)
            self._give(self.spoken[spot], "", typed[one.letter], Provenance(0, 0, entry.key_at, pack))

    # ------------------------------------------------------------------------------------------- fields of places

    def _typed(self, given: YamlEntry, kind: str, what: str, pack: str) -> Typed:
        typed = self.fields.row(given.value, kind, what, given.key_at, pack, whole=False) if given.value else {}
        return {name: (entry, given.value[name]) for name, entry in typed.items()}

    def _give(self, spoken: Spoken, what: str, typed: Typed, said: Provenance) -> None:
        """Lays fields over what was said before, unless that was said more closely."""
        for name, (entry, written) in typed.items():
            before = spoken.fields.get(name)
            order = (before.said.layer, before.said.rank) if before else (-1, -1)
            if before and order == (said.layer, said.rank) and plain_data(before.entry) != plain_data(entry):
                code = "side-twice" if what.startswith("the side") else f"{self.place}-twice"
                message = f"{what} has two values for `{name}`"
                notes = [(before.said.at, f"here it is {shown_entry(before.written)}")]
                self.report.error(code, message, said.at, "remove one of them", notes)
            elif order < (said.layer, said.rank):
                spoken.fields[name] = MapGiven(entry, written, said)

    def _names(self, layers: list[YamlEntry]) -> None:
        """Read names and areas. Where several layers give a value, the last one counts."""
        before = len(self.report.diagnostics)
        for name, one in _laid(layers, "names").items():
            self.named_at[name] = one.key_at
            for word, at in one_word(one, self.report):
                if "/" in word and (side := self.words.side(word, at)):
                    self.words.sides[name] = side
                elif "/" not in word and (spot := self.words.place(word, at)):
                    self.words.names[name] = spot
        for name, one in _laid(layers, "areas").items():
            self.areas_at[name] = one.key_at
            spots = [spot for spot, _, _ in self.words.places(one)]
            self.words.areas[name] = list(dict.fromkeys(spots))
            if not spots and not list(words_in(one)):
                hint = f"name its {self.grid.shape}, or remove it"
                self.report.error("empty-area", f"the area `{name}` is empty: it has no {self.place}", one.key_at, hint)
        self.words.complete = len(self.report.diagnostics) == before

    # -------------------------------------------------------------------------------------------------------- sides

    def _sides(self, entry: YamlEntry, layer: int, pack: str) -> None:
        if not self.decl.side:
            message = f"the board `{self.decl.name}` has no kind for its sides"
            hint = f"declare a kind: board {self.decl.name} : {self.decl.shape} of {self.decl.place}, {self.place}side"
            self.report.error("no-side-kind", message, entry.key_at, hint, [(self.decl.at, "board declared here")])
            return
        if not isinstance(entry.value, list):
            self._all(entry, {}, layer, pack)
            return
        for group in entry.value:
            given: dict[str, YamlEntry] = group.value
            typed = self._typed(given["fields"], self.decl.side, "these sides", pack) if "fields" in given else {}
            if not {"between", "along", "around", "against"} & given.keys():
                hint = f'write `between: "{self.words.example}"`, `along:` or `around:`'
                self.report.error("missing-key", "missing position of these sides", group.at, hint)
            if "between" in given and given["between"].value == "all":
                self._all(given["between"], typed, layer, pack)
            elif "between" in given:
                self._some(given["between"], "`between` is empty")
                for word, at in words_in(given["between"]):
                    if side := self.words.side(word, at):
                        self._side(side, typed, Provenance(layer, 1, at, pack))
            if "along" in given:
                walks = given["along"].value if isinstance(given["along"].value, list) else [given["along"]]
                for walk in walks:
                    steps = self.words.places(walk)
                    if len(list(words_in(walk))) < 2 and len(steps) < 2:
                        self._some(walk, f"a walk must join one {self.place} to another", two=True)
                    for (one, _, _), (other, at, _) in pairwise(steps):
                        if side := self.words.touching(one, other, "walk-gap", at):
                            self._side(side, typed, Provenance(layer, 1, at, pack))
            if "around" in given:
                self._around(given["around"], given.get("against"), typed, layer, pack)
            elif "against" in given:
                hint = "add `around:` to say what is on the other side"
                self.report.error("missing-key", "`against` needs `around`", given["against"].at, hint)

    def _all(self, entry: YamlEntry, typed: Typed, layer: int, pack: str) -> None:
        if entry.value != "all":
            self.report.error("wrong-type", f"`sides` must be a list or all, not {shown_entry(entry)}", entry.at)
            return
        for spot in self.spoken:
            self._around_spot(spot, lambda _: True, typed, Provenance(layer, 0, entry.at, pack))

    def _around(self, entry: YamlEntry, against: YamlEntry | None, typed: Typed, layer: int, pack: str) -> None:
        inside = self._like(entry, pack)
        beyond = (set(self.spoken) if against is None else self._like(against, pack)) - inside
        for spot in sorted(inside):
            self._around_spot(spot, lambda other: other in beyond, typed, Provenance(layer, 0, entry.at, pack))

    def _like(self, entry: YamlEntry, pack: str) -> set[Spot]:
        """The spots that have these fields, or that these words name."""
        if isinstance(entry.value, dict):
            wanted = self._typed(entry, self.decl.place, f"these {self.grid.shape}", pack)
            values = {spot: {n: g.entry for n, g in spoken.fields.items()} for spot, spoken in self.spoken.items()}
            known = self.fields.kinds.fields(self.decl.place)
            asked = {name: typed_entry for name, (typed_entry, _) in wanted.items()}
            found = {spot for spot in self.spoken if asked and has_fields(values[spot], asked, known)}
        else:
            found = {spot for spot, _, _ in self.words.places(entry)}
        if not found and not self._failed():
            self.report.error("empty-area", f"no {self.place} matches, so there is nothing to go around", entry.at)
        return found

    def _some(self, entry: YamlEntry, message: str, two: bool = False) -> None:
        """Tells of a text that names nothing, or not enough."""
        if two or not list(words_in(entry)):
            at = entry.at if entry.value or not entry.key_at.line else entry.key_at
            self.report.error("names-nothing", message, at, f"write numbers of {self.grid.shape}, or remove it")

    def _failed(self) -> bool:
        """Whether an error was reported for this map, so that an absent entry may be a lost one."""
        return any(one.severity == "error" for one in self.report.diagnostics[self.before :])

    def _around_spot(self, spot: Spot, wanted: Callable[[Spot], bool], typed: Typed, said: Provenance) -> None:
        for other in self.grid.around(spot):
            if other in self.spoken and wanted(other):
                self._side(spot_pair(spot, other), typed, said)

    def _side(self, side: SpotPair, typed: Typed, said: Provenance) -> None:
        spoken = self.sides.setdefault(side, Spoken(said.at, said.pack))
        self._give(spoken, f"the side {'/'.join(map(self.grid.label, side))}", typed, said)

    # -------------------------------------------------------------------------------------------------------- results

    def _stand_in(self, layers: list[Layer]) -> None:
        known = {**self.fields.kinds.fields(self.decl.place), **self.fields.kinds.fields(self.decl.side)}
        for pack, entry in layers:
            for word in entry.value["stand_in"].value if "stand_in" in entry.value else []:
                if word.value not in known:
                    message = f"no place or side of this board has a field `{word.value}`"
                    self.report.error("unknown-field", message, word.at, nearest(word.value, known))
                self.stand_in.add((pack, word.value))

    def _finish(self, board: Board) -> list[Thing]:
        """Fills the board; gives its places and sides as things."""
        for side in self.words.sides.values():
            if self.decl.side:
                self.sides.setdefault(side, Spoken(board.at, self.spoken[side[0]].pack))
        index = {spot: n for n, spot in enumerate(board.spots)}
        board.places = [self.words.id_of(spot) for spot in board.spots]
        board.around = [[index.get(other, -1) for other in self.grid.around(spot)] for spot in board.spots]
        things = [self._thing(self.words.id_of(spot), self.decl.place, self.spoken[spot]) for spot in board.spots]
        titles: dict[SpotPair, str] = {}
        for side in sorted(self.sides):
            i, j = index[side[0]], index[side[1]]
            titles[side] = board.links[i, j] = board.links[j, i] = self.words.side_id(side)
            things.append(self._thing(titles[side], self.decl.side, self.sides[side]))
        board.names = {name: self.words.id_of(spot) for name, spot in self.words.names.items()}
        board.names |= {name: titles[side] for name, side in self.words.sides.items() if side in titles}
        board.areas = {name: list(map(self.words.id_of, sorted(area))) for name, area in self.words.areas.items()}
        board.named_at, board.areas_at = self.named_at, self.areas_at
        for spot, one in self.spoken.items():
            what = f"`{one.letter}`" if one.letter else f"the {self.place} {self.grid.label(spot)}"
            self._missing(self.decl.place, what, one)
        for side, one in self.sides.items():
            self._missing(self.decl.side, f"the side {titles[side]}", one)
        return things

    def _thing(self, ident: str, kind: str, spoken: Spoken) -> Thing:
        known = self.fields.kinds.fields(kind)
        typed = {name: given.entry for name, given in spoken.fields.items()}
        for name, given in spoken.fields.items():
            if code_of(known[name].declared):  # typing writes into code, so each thing has its own
                typed[name] = self.fields.value(given.written, known[name].declared, f"`{name}`", given.said.pack)
        marks = [name for name in typed if (self._by(spoken, spoken.fields[name]), name) in self.stand_in]
        return Thing(ident, kind, typed, spoken.drawn or spoken.at, spoken.pack, marks)

    def _by(self, spoken: Spoken, given: MapGiven) -> str:
        """The pack that gives a field: of a letter the one that wrote it on the map."""
        return spoken.pack if spoken.letter and (given.said.layer, given.said.rank) == (0, 0) else given.said.pack

    def _missing(self, kind: str, what: str, spoken: Spoken) -> None:
        """Tells of needed fields that were not given: once for each line of the file that should have."""
        for name, decl in self.fields.kinds.fields(kind).items():
            line = (name, spoken.at.line)
            if needed(decl) and name not in spoken.fields and not spoken.lost and line not in self.missed:
                self.missed.add(line)
                self.fields.missing([name], kind, what, spoken.at)


def _laid(layers: list[YamlEntry], key: str) -> dict[str, YamlEntry]:
    """The values of the layers for a key; later layers override earlier ones."""
    found: dict[str, YamlEntry] = {}
    for entry in layers:
        found |= entry.value[key].value if key in entry.value else {}
    return found
