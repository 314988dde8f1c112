"""Builds the picture of a board, which `ui.maps` draws: places, sides, pieces, overlays.

`drawing` in a map sets the details. The defaults use letters, fields and owners.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from ...code.typing import types
from ...code.typing.types import bare
from ...lang.diagnostic import Report, fail
from ...lang.spelling import nearest, one_of
from ...pack.model.boards import Board
from ...pack.model.bundle import Bundle, CodeText, Thing, YamlEntry
from ...stack.words import name_words
from ...state.position import Position
from ..setup.compiled import CompiledGame
from .formulas import MapFormulas, typed_in
from .picture import Counter, DrawnPlace, DrawnSide, Picture
from .printing import printed, printed_on

GROUND = ("#ebe5cf", "#bcd29a", "#d9c6a0", "#a9c8d8", "#c9c9c0", "#e3cfd6", "#cfe0cd", "#d8d2e6", "#e9d9b0", "#b9cfc4")
LINES = ("#4a4a4a", "#b07a2a", "#3d6fa5", "#8a3d3d", "#4c7a3d", "#6c4a8a")
SEATS = ("#2f5f9e", "#a83a32", "#3b7a45", "#8a6a1f", "#6a4a8f", "#3a7f86")
OVERLAYS = ("#c62828", "#6a1b9a", "#00695c", "#ad5c00")
GREY = "#8c8c86"
RING = "()"  # the text in the key for an outline


class PictureBuilder:
    """Makes the picture of one board in its present state."""

    def __init__(self, case: CompiledGame, bundle: Bundle, board: Board, position: Position, report: Report) -> None:
        self.case = case
        self.bundle = bundle
        self.board = board
        self.position = position
        self.report = report
        self.formulas = MapFormulas(case, report)
        layout = case.game.program.layout
        self.numbers = {row.key: number for number, row in enumerate(layout.things)}
        self.things = [bundle.things.get(row.title) for row in layout.things]
        self.index = {self.numbers[ident]: n for n, ident in enumerate(board.places) if ident in self.numbers}
        places = [DrawnPlace(ident, self._title(ident), GROUND[0]) for ident in board.places]
        self.picture = Picture(board, f"{bundle.manifests[-1].title}: {board.id.replace('_', ' ')}", places)

    def paint(self) -> Picture:
        """Ground, sides, names and pieces. Raises MootError for formulas of the map's `drawing` that are wrong."""
        self._ground()
        self._sides()
        for name, ident in self.board.names.items():
            if ident in self.board.places:
                self.picture.places[self.board.places.index(ident)].names.append(self._term(name))
        self._pieces()
        self._facts_of_game()
        self.report.raise_if_failed()
        return self.picture

    def _facts_of_game(self) -> None:
        """The map's `title` for the present game."""
        told = []
        for style in self._styles("title"):
            if "if" not in style or self.formulas.value(style["if"], {}, self.position):
                told.append(printed(self.formulas, style["print"], self.position))
        self.picture.facts = ", ".join(filter(None, told))

    def _title(self, ident: str) -> str:
        """A place of a grid is titled by its label, that of a graph by its name."""
        return self._term(ident) if self.board.grid is None else ident.removeprefix(self.board.prefix)

    # ---------------------------------------------------------------------------------------------- the map's settings

    def _styles(self, key: str) -> list[dict[str, YamlEntry]]:
        return [entry.value for entry in self.board.drawing[key].value] if key in self.board.drawing else []

    def _fitting(self, style: dict[str, YamlEntry], name: str, kind: str) -> list[int]:
        """Which things a style is for."""
        if "if" in style:
            return self.formulas.those(style["if"], name, kind, self.position)
        of = style["of"].value if "of" in style else kind
        return [n for n, row in enumerate(self.case.game.program.layout.things) if self._is(row.kind, of)]

    def _ground(self) -> None:
        styles = self._styles("places")
        for style in styles:
            fitting = [self.index[n] for n in self._fitting(style, "h", self.board.place) if n in self.index]
            colour, mark, ring = (_text(style, key) for key in ("colour", "mark", "ring"))
            for n in fitting:
                place = self.picture.places[n]
                place.colour, place.mark = colour or place.colour, mark or place.mark
                place.rings += [ring] if ring else []
            if "print" in style:
                shown = [self.numbers[self.board.places[n]] for n in fitting]
                for thing, text in printed_on(
                    self.formulas, style["print"], self.board.place, shown, self.position, "h"
                ).items():
                    self.picture.places[self.index[thing]].note = text
            self._explain(colour or ring, RING if ring and not colour else mark, style, bool(fitting))
        for n, letter in enumerate(() if styles else dict.fromkeys(self.board.letters)):
            colour = GROUND[n % len(GROUND)]
            those = [place for place, own in zip(self.picture.places, self.board.letters, strict=True) if own == letter]
            for place in those if letter else ():
                place.colour, place.mark = colour, letter if letter not in (".", "-") else ""
            self.picture.key.append((colour, letter, self._facts(self.bundle.things[those[0].id])))

    def _sides(self) -> None:
        ends = {self.numbers[ident]: pair for pair, ident in self.board.links.items() if ident in self.numbers}
        styles = self._styles("sides")
        for style in styles:
            fitting = [n for n in self._fitting(style, "s", self.board.side) if n in ends]
            width = style["width"].value if "width" in style else 4
            across = _text(style, "across") == "yes"
            labels: dict[int, Any] = {}
            if "label" in style:
                labels = self.formulas.values(style["label"], "s", self.board.side, fitting, self.position)
            for n in fitting:
                colour = _text(style, "colour") or LINES[0]
                label = "" if labels.get(n) is None else str(labels[n])
                self.picture.sides.append(DrawnSide(ends[n], colour, width, across, label=label))
            self._explain(_text(style, "colour") or LINES[0], "—" if across else "|", style, bool(fitting))
        if styles or self.board.grid is None:
            return
        kept: dict[str, int] = {}
        for pair, ident in self.board.links.items():
            facts = self._facts(self.bundle.things[ident])
            if pair[0] < pair[1] and facts:
                colour = LINES[kept.setdefault(facts, len(kept)) % len(LINES)]
                self.picture.sides.append(DrawnSide(pair, colour, 4, False))
        self.picture.key += [(LINES[n % len(LINES)], "|", facts) for facts, n in kept.items()]

    def _explain(self, colour: str, mark: str, style: dict[str, YamlEntry], used: bool) -> None:
        """A line of the key: the name of a style, or its formula, which is what it means."""
        words = re.sub(r"\b[hsu]\.|\w+ = ", "", _text(style, "if")).replace("_", " ")
        if used and ("if" in style or "name" in style):
            self.picture.key.append((colour, mark, _text(style, "name") or words))

    def _facts(self, thing: Thing) -> str:
        """The printed fields of a place or side, in few words."""
        found = []
        for name, entry in thing.fields.items():
            if isinstance(entry.value, list | CodeText | dict) or entry.value in (None, False, "none"):
                continue
            value = "" if entry.value is True else str(entry.value)
            found.append(f"{name} {value}".strip() if value == "" or value.isdecimal() else value)
        return ", ".join(found)

    def _term(self, name: str) -> str:
        return self.bundle.terms.get(name, name).replace("_", " ")

    # -------------------------------------------------------------------------------------------------------- pieces

    def _pieces(self) -> None:
        """The contents of zones that belong to places and that all players see."""
        position, layout = self.position, self.case.game.program.layout
        colours: dict[int, str] = {}
        marks: dict[int, str] = {}
        prints: dict[int, str] = {}
        zones = [
            (number, self.index[zone.args[0]])
            for number, zone in enumerate(layout.zones)
            if len(zone.args) == 1 and zone.args[0] in self.index and self._on_board(zone.name)
        ]
        there = {thing for number, _ in zones for thing in position.zones[number] if thing < len(layout.things)}
        for style in self._styles("pieces"):
            for kind in self._kind(style["of"]) if "of" in style else self._roots(there):
                fitting = self._fitting(style, "u", kind)
                for thing in fitting:
                    colours[thing] = _text(style, "colour") or colours.get(thing, "")
                    marks[thing] = _text(style, "mark") or marks.get(thing, "")
                shown = [thing for thing in fitting if thing in there]
                if "print" in style:
                    prints |= printed_on(self.formulas, style["print"], kind, shown, position)
                if "name" in style:
                    self._explain(_text(style, "colour") or GREY, _text(style, "mark"), style, bool(shown))
        everybody = (1 << len(layout.players)) - 1
        sees = self.case.game.machine.fast.sees_now
        for number, place in zones:
            for thing in position.zones[number]:
                if thing in there:
                    key = layout.things[thing].key
                    known = sees(position, number) & everybody == everybody
                    label = marks.get(thing) or (counter_label(key) if known else "?")
                    counter = Counter(key if known else "", label, colours.get(thing) or self._owner(thing))
                    if known:
                        counter.printed, counter.title = prints.get(thing, ""), self._title_of(key)
                    self.picture.places[place].pieces.append(counter)

    def _title_of(self, key: str) -> str:
        return name_words(self.case.game.program, key)

    def _on_board(self, zone: str) -> bool:
        domains = self.case.game.program.layout.zone_bases[zone][1]
        return domains[0].tag == "thing"

    def _kind(self, entry: YamlEntry) -> list[str]:
        kinds = self.case.world.game.kinds
        if entry.value in kinds:
            return [str(entry.value)]
        hint = nearest(str(entry.value), kinds)
        self.report.error("unknown-kind", f"unknown kind `{entry.value}`", entry.at, hint)
        return []

    def _roots(self, things: set[int]) -> list[str]:
        """The kinds of these things that are not subtypes."""
        rows = self.case.game.program.layout.things
        return list(dict.fromkeys(self._line(rows[thing].kind)[-1] for thing in sorted(things)))

    def _line(self, kind: str) -> list[str]:
        line, found = [kind], self.case.world.game.kinds.get(kind)
        while found is not None and found.base is not None:
            found = found.base
            line.append(found.name)
        return line

    def _is(self, kind: str, of: str) -> bool:
        return of in self._line(kind)

    def _owner(self, thing: int) -> str:
        """The colour of the player whom the thing names first, or something that it names: its army."""
        players = self.case.game.players
        made = self.things[thing]
        named = [entry.value for entry in made.fields.values() if isinstance(entry.value, str)] if made else []
        others = [self.bundle.things[name] for name in named if name in self.bundle.things]
        named += [entry.value for other in others for entry in other.fields.values() if isinstance(entry.value, str)]
        owner = next((name for name in named if name in players), None)
        return GREY if owner is None else SEATS[players.index(owner) % len(SEATS)]

    # ------------------------------------------------------------------------------------------------------- overlays

    def overlay(self, name: str) -> None:
        """Show a set of places: an overlay of the map, an area, or a formula about `h`."""
        known: dict[str, YamlEntry] = self.board.drawing["overlays"].value if "overlays" in self.board.drawing else {}
        if name in self.board.areas:
            found = [self.board.places.index(ident) for ident in self.board.areas[name]]
        elif name in known or (name.strip() and not name.isidentifier()):
            entry = known.get(name) or typed_in(name)
            those = self.formulas.those(entry, "h", self.board.place, self.position)
            found = [self.index[n] for n in those if n in self.index]
        else:
            names = [*known, *self.board.areas]
            hint = one_of(name, names) if names else "write a formula with `h`, a place"
            raise fail("unknown-overlay", f"the map of `{self.board.id}` has no overlay `{name}`", hint=hint)
        self._lay(name, found)

    def _lay(self, name: str, found: Sequence[int]) -> None:
        self.report.raise_if_failed()
        number = len(self.picture.overlays)
        self.picture.overlays.append((self._term(name), OVERLAYS[number % len(OVERLAYS)]))
        for n in found:
            self.picture.places[n].shown.append(number)

    def reach(self, piece: str) -> None:
        """Show the places within reach of a piece, and their costs, from `reach` and `cost` of the map's `drawing`."""
        entry = self._asked("reach", "reachable(march, u, hex_of(u), points(u))")
        number = self._piece(piece)
        key = self.case.game.program.layout.things[number].key
        found = self._places(entry, {"u": key})
        self.report.raise_if_failed()
        if not found and all(counter.id != key for place in self.picture.places for counter in place.pieces):
            raise fail("not-there", f"`{key}` is not on the board, so it has no reach")
        if "cost" in self.board.drawing:
            for n in found:
                meant = {"u": key, "h": self.board.places[n]}
                cost = self.formulas.value(self.board.drawing["cost"], meant, self.position)
                self.picture.places[n].note = "" if cost is None else str(cost)
        self._lay(f"within reach of {name_words(self.case.game.program, key)}", found)

    def _places(self, entry: YamlEntry, meant: dict[str, str]) -> list[int]:
        """The places that a formula gives, by their indices; reports any other value."""
        value = self.formulas.value(entry, meant, self.position)
        those = value if isinstance(value, tuple | list | set | frozenset) else ()
        found = [self.index[n] for n in those if n in self.index]
        if value is not None and (not isinstance(value, tuple | list | set | frozenset) or len(found) < len(those)):
            hint = "write for example: within(place_of(u), 2)"
            self.report.error("wrong-type", f"expected a set or list of the kind {self.board.place}", entry.at, hint)
        return found

    def check(self) -> None:
        """Tells what is wrong with the formulas that `paint` does not read."""
        drawing = self.board.drawing
        for entry in drawing["overlays"].value.values() if "overlays" in drawing else ():
            self.formulas.those(entry, "h", self.board.place, self.position)
        one = {name: self.board.places[0] for name in "hg"} if self.board.places else {}
        if "reach" in drawing:
            self._fits_some(lambda piece: self._places(drawing["reach"], {"u": piece}))
        if "cost" in drawing and one:
            self._fits_some(
                lambda piece: self.formulas.value(drawing["cost"], {"u": piece, "h": one["h"]}, self.position)
            )
        if "sight" in drawing and one:
            self.formulas.value(drawing["sight"], one, self.position)

    def _fits_some(self, read: Callable[[str], object]) -> None:
        """A formula about a piece needs to fit only one kind of the pieces there: not all can move."""
        ours, told = self.report, []
        things = self.case.game.program.layout.things
        there = [counter.id for place in self.picture.places for counter in place.pieces if counter.id]
        for piece in {things[self.numbers[ident]].kind: ident for ident in reversed(there)}.values():
            self.report = self.formulas.report = Report()
            read(piece)
            told.append(self.report)
        self.report = self.formulas.report = ours
        for diagnostic in told[-1] if told and all(one.failed for one in told) else ():
            ours.add(diagnostic)

    def sight(self, one: str, other: str) -> None:
        """Shows the line between two places, and where the map says how, whether it is free."""
        ends = (self._place(one), self._place(other))
        self.picture.line = ends
        meant = {"h": self.board.places[ends[0]], "g": self.board.places[ends[1]]}
        for n in self.formulas.value(typed_in("line(h, g)"), meant, self.position) or ():
            self.picture.places[self.index[n]].in_line = True
        if "sight" in self.board.drawing:
            self.picture.sees = bool(self.formulas.value(self.board.drawing["sight"], meant, self.position))
        self.report.raise_if_failed()

    def _asked(self, key: str, example: str) -> YamlEntry:
        if key not in self.board.drawing:
            hint = f"add below `drawing:` of the map, for example `{key}: {example}`"
            raise fail("no-drawing", f"the map of `{self.board.id}` does not define `{key}`", hint=hint)
        found: YamlEntry = self.board.drawing[key]
        return found

    def _piece(self, name: str) -> int:
        """The number of a piece. Raises MootError for an unknown piece, or one that cannot be on this board."""
        there = [counter.id for place in self.picture.places for counter in place.pieces if counter.id]
        some = f"pieces on the board: {', '.join(there[:12])}{' …' if len(there) > 12 else ''}"
        hint = nearest(name, there) or (some if there else "the board is still empty")
        number = self.numbers.get(name)
        if number is None:
            hint = nearest(name, there) or nearest(name, self.numbers) or hint
            raise fail("unknown-thing", f"unknown piece `{name}`", hint=hint)
        kind = self.case.game.program.layout.things[number].kind
        if not any(self._is(kind, lying) for lying in self._lying()):
            raise fail(
                "no-piece", f"`{name}` is not a piece: things of the kind {kind} are never on the board", hint=hint
            )
        return number

    def _lying(self) -> set[str]:
        """The kinds of things that can be at places of this board."""
        places, found = self._line(self.board.place), set()
        for zone in self.case.world.game.zones.values():
            of = bare(zone.params[0].type) if len(zone.params) == 1 else None
            item = bare(zone.type.item) if isinstance(zone.type, types.Zone) else None
            if isinstance(of, types.Thing) and of.kind in places and isinstance(item, types.Thing):
                found.add(item.kind)
        return found

    def _place(self, name: str) -> int:
        for ident in (self.board.names.get(name, name), self.board.prefix + name):
            if ident in self.board.places:
                return self.board.places.index(ident)
        near = self.board.nearest(name)
        hint = f"the nearest is {near}" if near else nearest(name, [*self.board.names, *self.board.places])
        code = "no-such-hex" if self.board.grid is None else f"no-such-{self.board.grid.place}"
        raise fail(code, f"the board `{self.board.id}` has no place `{name}`", hint=hint)


def counter_label(key: str) -> str:
    """The text on a counter: three letters or the first letter of each word, and the number of a copy."""
    words = [word for word in re.split(r"[_.]", key) if word]
    number = words.pop() if len(words) > 1 and words[-1].isdecimal() else ""
    letters = words[0][:3] if len(words) == 1 else "".join(word[0] for word in words)[:3]
    return letters + number


def _text(style: dict[str, YamlEntry], key: str) -> str:
    if key not in style:
        return ""
    entry: Any = style[key]
    return str(getattr(entry, "raw", entry.value))
