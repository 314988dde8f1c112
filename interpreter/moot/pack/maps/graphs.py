"""Maps of graphs: places are things of a kind, written like other things. The map says which of them are linked."""

from __future__ import annotations

from itertools import pairwise

from ...lang import tree
from ...lang.source import Span
from ...lang.spelling import nearest
from ..model.boards import Board
from ..model.bundle import Thing, YamlEntry
from ..model.fields import Fields
from ..model.kinds import needed
from ..model.place_words import Layer, one_word, words_in


class GraphMap:
    """Reads the map of one board that is a graph."""

    def __init__(self, decl: tree.BoardDecl, fields: Fields, things: dict[str, Thing], complete: bool) -> None:
        self.decl = decl
        self.fields = fields
        self.report = fields.report
        self.complete = complete  # whether all things are known: else one that is not may be a lost one
        kinds = fields.kinds
        self.places = [t.id for t in things.values() if decl.place in [kind.name for kind in kinds.line(t.kind)]]
        self.index = {place: n for n, place in enumerate(self.places)}
        self.around: list[list[int]] = [[] for _ in self.places]
        self.links: dict[tuple[int, int], str] = {}
        self.sides: dict[str, tuple[Thing, int]] = {}  # by id: also the layer that made it
        self.names: dict[str, str] = {}
        self.named_at: dict[str, Span] = {}

    def read(self, layers: list[Layer]) -> tuple[Board, list[Thing]]:
        """The board, and its links as things if they have a kind. Errors are reported, and the rest is kept."""
        areas: dict[str, list[str]] = {}
        areas_at: dict[str, Span] = {}
        for number, (pack, entry) in enumerate(layers):
            for link in entry.value["links"].value if "links" in entry.value else []:
                self._link(link, number, pack)
            for name, one in (entry.value["names"].value if "names" in entry.value else {}).items():
                self._name(name, one)
            for name, one in (entry.value["areas"].value if "areas" in entry.value else {}).items():
                areas_at[name] = one.key_at
                found = [place for word, at in words_in(one) if (place := self._place(word, at))]
                areas[name] = sorted(set(found), key=self.index.__getitem__)
                if not list(words_in(one)):
                    hint = "name its places, or remove it"
                    self.report.error("empty-area", f"the area `{name}` is empty", one.key_at, hint)
        self._missing()
        kinds = self.decl.place, self.decl.side
        board = Board(self.decl.name, None, *kinds, self.places, [sorted(set(one)) for one in self.around], self.links)
        board.names, board.areas, board.at = self.names, areas, layers[0][1].key_at
        board.named_at, board.areas_at = self.named_at, areas_at
        return board, [thing for thing, _ in self.sides.values()]

    def _place(self, word: str, at: Span) -> str:
        if word in self.index:
            return word
        if self.complete:
            hint = nearest(word, self.places)
            message = f"`{word}` is not a place of the board `{self.decl.name}` (kind {self.decl.place})"
            self.report.error("unknown-place", message, at, hint)
        return ""

    def _link(self, link: YamlEntry, layer: int, pack: str) -> None:
        given: dict[str, YamlEntry] = link.value
        one_way = "one_way" in given and given["one_way"].value == "yes"
        typed: dict[str, YamlEntry] = {}
        if "fields" in given and not self.decl.side:
            message = f"the links of the board `{self.decl.name}` have no kind, so they have no fields"
            hint = f"declare a kind: board {self.decl.name} : graph of {self.decl.place}, road"
            self.report.error("no-side-kind", message, given["fields"].key_at, hint)
        elif "fields" in given:
            at = given["fields"].key_at
            typed = self.fields.row(given["fields"].value, self.decl.side, "this link", at, pack, whole=False)
        if not {"between", "along"} & given.keys():
            self.report.error("missing-key", "missing places for this link", link.at, "write `between: [a, b]`")
        for key in ("between", "along"):
            if key not in given:
                continue
            steps = [(self._place(word, at), at) for word, at in words_in(given[key])]
            if key == "between" and len(steps) != 2:
                message = f"expected two places, found {len(steps)}"
                self.report.error("bad-link", message, given[key].at, "write `along:` for a route through several")
                continue
            for (one, _), (other, at) in pairwise(steps):
                if one and one == other:
                    self.report.error("bad-link", f"`{one}` is linked to itself", at, "name two different places")
                elif one and other:
                    self._join(one, other, one_way, Thing("", self.decl.side, dict(typed), at, pack), layer)
            if "name" in given and key == "between" and all(place for place, _ in steps):
                self._name_link(str(given["name"].value), steps[0][0], steps[1][0], given["name"])

    def _join(self, one: str, other: str, one_way: bool, side: Thing, layer: int) -> None:
        i, j = self.index[one], self.index[other]
        first, second = (one, other) if one_way or i < j else (other, one)
        side.id = f"{first}/{second}"
        old = self.sides.get(side.id)
        if j in self.around[i] and (old is None or old[1] == layer):
            hint = "remove one of them"
            notes = [(old[0].at, "first occurrence")] if old else []
            self.report.error("link-twice", f"`{one}` and `{other}` are linked twice", side.at, hint, notes)
            return
        if old is not None:
            side.fields = {**old[0].fields, **side.fields}
        for a, b in ((i, j),) if one_way else ((i, j), (j, i)):
            self.around[a].append(b)
            if self.decl.side:
                self.links[a, b] = side.id
        if self.decl.side:
            self.sides[side.id] = (side, layer)

    def _name(self, name: str, one: YamlEntry) -> None:
        self.named_at[name] = one.key_at
        for word, at in one_word(one, self.report):
            first, slash, second = word.partition("/")
            if slash:
                if (a := self._place(first, at)) and (b := self._place(second, at)):
                    self._name_link(name, a, b, one)
            elif place := self._place(word, at):
                self.names[name] = place

    def _name_link(self, name: str, one: str, other: str, entry: YamlEntry) -> None:
        found = self.links.get((self.index[one], self.index[other]))
        self.named_at.setdefault(name, entry.at)
        if found:
            self.names[name] = found
        else:
            message = f"cannot name a link between `{one}` and `{other}`"
            self.report.error("unknown-place", message, entry.at, "link them in `links`, and give links a kind")

    def _missing(self) -> None:
        known = self.fields.kinds.fields(self.decl.side)
        for thing, _ in self.sides.values():
            names = [name for name, decl in known.items() if needed(decl) and name not in thing.fields]
            self.fields.missing(names, thing.kind, f"`{thing.id}`", thing.at)
