"""Brings the boards that the rules declare and the maps of all packs together."""

from __future__ import annotations

from ...lang import tree
from ...lang.spelling import nearest, nearest_word
from ...state.grids import GRIDS
from ..model.boards import Board
from ..model.bundle import Thing, YamlEntry
from ..model.fields import Fields
from ..model.lineage import Claims
from ..model.place_words import Layer, words_in
from .graphs import GraphMap
from .grids import GridMap

_OF_GRIDS = ("grid", "legend", *GRIDS, "fields", "sides")


class BoardLinker:
    """Makes the boards. Their places and sides go into `things`; `mapped` has the ids of those that a map made."""

    def __init__(self, fields: Fields, things: dict[str, Thing], claims: Claims) -> None:
        self.fields = fields
        self.report = fields.report
        self.things = things
        self.claims = claims
        self.boards: dict[str, Board] = {}
        self.mapped: set[str] = set()
        self.layers: dict[str, list[Layer]] = {}
        self.graphs_due: list[tree.BoardDecl] = []

    def grids(self, files: list[tuple[str, list[YamlEntry]]], complete: bool) -> None:
        """Gather the maps, pack by pack, and make the boards with grids before things are read, because things may name
        places.

        `complete`: whether all YAML could be read. If not, a missing map may be a lost one.
        """
        for pack, roots in files:
            for root in roots:
                self._gather(root, pack)
            for root in roots:
                self.override(root, pack)
        decls = [decl for decl in self.fields.kinds.boards.values() if self._kinds_known(decl)]
        for decl in decls:
            if decl.name not in self.layers and complete:
                hint = f"write it in a YAML file: `maps:`, and below it `{decl.name}:`"
                self.report.error("board-without-map", f"missing map for the board `{decl.name}`", decl.at, hint)
        mapped = [decl for decl in decls if decl.name in self.layers and self._keys_fit(decl)]
        for decl in mapped:
            others = [board.grid for board in self.boards.values() if board.grid is not None]
            if decl.shape in GRIDS and (read := GridMap(decl, others, self.fields).read(self.layers[decl.name])):
                self._add(*read)
        self.graphs_due = [decl for decl in mapped if decl.shape not in GRIDS]

    def graphs(self, complete: bool, homes: dict[int, str]) -> None:
        """Make the boards that are graphs. Their places are things that have been read by now.

        `complete`: whether all things could be read.
        """
        self._by_hand()
        for decl in self.graphs_due:
            board, things = GraphMap(decl, self.fields, self.things, complete).read(self.layers[decl.name])
            for place in board.places:
                self.things[place] = self.things.pop(place)  # one after another
            self._add(board, things)
            homes.update((id(thing), thing.pack) for thing in things)
        order = list(self.fields.kinds.boards)
        self.boards = {name: self.boards[name] for name in order if name in self.boards}

    def _by_hand(self) -> None:
        """Tells of things that only a map may make."""
        made: dict[str, tree.BoardDecl] = {}
        for decl in self.fields.kinds.boards.values():
            made |= {kind: decl for kind in (decl.side, decl.place if decl.shape in GRIDS else "") if kind}
        for thing in self.things.values():
            for kind in self.fields.kinds.line(thing.kind):
                if kind.name in made and thing.id not in self.mapped:
                    decl = made[kind.name]
                    what = "place" if kind.name == decl.place else "side"
                    message = f"`{thing.id}` is a {thing.kind}: only the map of `{decl.name}` makes a {what}"
                    hint = "remove it, and add its fields under `fields`, `sides` or `links` of the map"
                    notes = [(decl.at, "board declared here")]
                    self.report.error("place-by-hand", message, thing.at, hint, notes)

    def _add(self, board: Board, things: list[Thing]) -> None:
        board.changed_at = {pack: entry.key_at for pack, entry in self.layers[board.id][1:]}
        for _, entry in self.layers[board.id]:
            if "connected" in entry.value:
                self._connected(board, entry.value["connected"])
            told = dict(entry.value["drawing"].value) if "drawing" in entry.value else {}
            if "at" in told and "at" in board.drawing:  # where some places are drawn says nothing of others
                at = told["at"]
                told["at"] = YamlEntry({**board.drawing["at"].value, **at.value}, at.at, at.key_at)
            board.drawing |= told
        self.boards[board.id] = board
        self.things.update((thing.id, thing) for thing in things)
        self.mapped.update(thing.id for thing in things)

    def _connected(self, board: Board, entry: YamlEntry) -> None:
        for word, at in words_in(entry):
            if word in board.areas or word == "all":
                board.connected[word] = at
            else:
                hint = nearest(word, [*board.areas, "all"]) or "name areas of this map, or write all"
                self.report.error("unknown-place", f"`{word}` is not an area of the board `{board.id}`", at, hint)

    # ------------------------------------------------------------------------------------------- maps and overrides

    def _gather(self, root: YamlEntry, pack: str) -> None:
        for name, entry in (root.value["maps"].value if "maps" in root.value else {}).items():
            decl = self.fields.kinds.boards.get(name)
            if decl is None:
                meant = nearest_word(name, self.fields.kinds.boards)
                hint = f"did you mean `{meant}`?" if meant else f"declare it in the rules: board {name} : hexes of …"
                self.report.error("map-without-board", f"unknown board `{name}`", entry.key_at, hint)
                if meant:
                    self.layers.setdefault(meant, [(pack, entry)])
            elif name in self.layers:
                other, at = self.layers[name][0][0], self.layers[name][0][1].key_at
                hint = "put it under `override:`" if self.claims.lineage.extends(pack, other) else "remove one of them"
                message = f"the board `{name}` already has a map"
                self.report.error("duplicate-id", message, entry.key_at, hint, [(at, f"in `{other}`")])
            else:
                self.layers[name] = [(pack, entry)]

    def override(self, root: YamlEntry, pack: str) -> None:
        """Lays what a file says under `override:` over the maps that are there."""
        for name, entry in (root.value["override"].value if "override" in root.value else {}).items():
            layers = self.layers.get(name)
            if layers is None:
                hint = nearest(name, self.layers) or "move a new map out of `override:`"
                self.report.error("override-nothing", f"no base pack has a map `{name}`", entry.key_at, hint)
                continue
            home, base = layers[0]
            if self.claims.allowed(("maps", name), f"the map `{name}`", home, base.key_at, pack, entry.key_at):
                layers.append((pack, entry))

    # --------------------------------------------------------------------------------------------- what must be so

    def _kinds_known(self, decl: tree.BoardDecl) -> bool:
        kinds = self.fields.kinds
        right = True
        for word in filter(None, (decl.place, decl.side)):
            at = decl.at.word(word)
            if word not in kinds.kinds:
                names = f"`{word}` is a kind of names, not of things"
                message = names if word in kinds.names else f"unknown kind `{word}`"
                self.report.error("unknown-kind", message, at, nearest(word, kinds.kinds))
                right = False
                continue
            root = kinds.line(word)[-1].name
            for other in kinds.boards.values():
                for taken in (other.place, other.side):
                    same = other is decl and (taken is not decl.place or word is decl.place)
                    if not taken or taken not in kinds.kinds or same or kinds.line(taken)[-1].name != root:
                        continue
                    if other is decl:
                        message, hint = (
                            "places and sides need two different kinds",
                            f"declare a kind other than `{word}`",
                        )
                    else:
                        message = f"things of the kind `{word}` already belong to the board `{other.name}`"
                        hint = "give each board its own kinds"
                    self.report.error("board-kind", message, at, hint, [(other.at, "declared here")])
                    right = False
                if other is decl:
                    break
        return right

    def _keys_fit(self, decl: tree.BoardDecl) -> bool:
        """Whether the map says what a board of its shape has."""
        of_grid = decl.shape in GRIDS
        wrong = ["links", *(shape for shape in GRIDS if shape != decl.shape)] if of_grid else _OF_GRIDS
        right = True
        for _, entry in self.layers[decl.name]:
            for key in wrong:
                if key in entry.value:
                    shape = f"made of {decl.shape}" if of_grid else "a graph"
                    message = f"the board `{decl.name}` is {shape}, so it has no `{key}`"
                    notes = [(decl.at, "board declared here")]
                    hint = f"write `{decl.shape}:`" if of_grid and key in GRIDS else ""
                    self.report.error("unknown-key", message, entry.value[key].key_at, hint, notes)
                    right = False
        return right
