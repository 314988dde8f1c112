"""The table of a game whose pack defines it in `report`: block by block, with the things on a thing below it.

`table` names the values of players, `closed` the zones shown only by size, `headings` the values of rows, and `facts`
the values of things. A player can look at everything else by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from ...stack.scoreboard import Marks
from ...stack.words import choice_words, name_words
from ...state.view import UNKNOWN

if TYPE_CHECKING:
    from .drawing import Drawing

MANY = 12  # above this number, a player's zone lists only names
NOTHING = ("none", "no", "0", "[]", "None", "")  # values that go without saying


class Screen:
    """One view, ready to be drawn. `beside`: the notes on things. `offered`: the things among the choices."""

    def __init__(self, drawing: Drawing, view: Mapping[str, Any], beside: Marks, offered: set[str]) -> None:
        self.drawing = drawing
        self.program = drawing.program
        self.view = view
        self.beside = beside
        self.offered = offered
        self.report = drawing.program.report
        self.inside: dict[str, list[tuple[str, Mapping[str, Any]]]] = {}  # by owner: zones, by their name
        self.alone: list[tuple[str, Mapping[str, Any]]] = []  # zones that belong to no thing and no row
        for key, zone in view["zones"].items():
            head, _, owner = key.partition("(")
            owner = owner.rstrip(")")
            if not zone["count"]:
                continue
            if owner and owner not in self.program.layout.players:
                self.inside.setdefault(owner, []).append((head, zone))
            elif head not in self.report.get("closed", ()):
                self.alone.append((key, zone))

    def draw(self, player: str, table: Mapping[str, Sequence[str]], totals: Sequence[tuple[str, str]]) -> None:
        """`table`: the values of functions of players. `totals`: the public totals."""
        with self.drawing.block():
            self._players(player, table)
        told, untold = [f"{words}: {value}" for words, value in totals], self.report.get("untold", ())
        for key, value in self.view["states"].items():
            if "(" not in key and "." not in key and str(value) not in NOTHING and key not in untold:
                told.append(f"{self.drawing.teller.state_words(key)}: {self._value(value)}")
        if told:
            with self.drawing.block():
                self._put("; ".join(told), style="dim")
        for key in self.view["rows"]:
            with self.drawing.block():
                self.row(key)
        for key, zone in self.alone:
            if not self.offered >= set(self._seen(zone)):
                with self.drawing.block():
                    self.zone(key, zone)

    def _headings(self) -> Sequence[str]:
        return self.report.get("headings", ())

    def _players(self, player: str, table: Mapping[str, Sequence[str]]) -> None:
        players = self.program.layout.players
        drawn = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        drawn.add_column("")
        for number, name in enumerate(players):
            style = self.drawing.colour(number)
            drawn.add_column(self._words(name) + (" (you)" if name == player else ""), style=style)
        for name in self.report.get("table", ()):
            values = table.get(name) or [self._of_player(name, one) for one in players]
            if any(value not in NOTHING for value in values):
                drawn.add_row(self._words(name), *values)
        self.drawing.out.print()
        self.drawing.out.print(drawn)

    def _of_player(self, name: str, player: str) -> str:
        key = f"{name}({player})"
        if key in self.view["zones"]:
            return str(self.view["zones"][key]["count"])
        return self._value(self.view["states"].get(key, ""))

    def row(self, key: str) -> bool:
        """A thing made in play with the contents of its zones, if there is anything to show."""
        told = self.of_row(key)
        if not told:
            return False
        self.drawing.out.print()
        self.drawing.put(Text.assemble((self._words(key), "bold"), "  ", told), hang=4)
        for number, (head, zone) in enumerate(self.inside.get(key, ())):
            self._things(head if number or "known" in zone else "", zone, 2)
        return True

    def of_row(self, key: str, but: Sequence[str] = ()) -> str:
        """Its heading values, except those in `but`."""
        told, row = [], self.view["rows"][key]
        for name in self._headings():
            value = row.get(name)
            if name in row and str(value) not in NOTHING and name not in but:
                told.append(self._words(name) if str(value) == "yes" else f"{self._words(name)} {self._value(value)}")
        return ", ".join(told)

    def zone(self, key: str, zone: Mapping[str, Any]) -> None:
        things = self._seen(zone)
        if not things:
            return
        unseen = zone["count"] - len(things)
        title = self.drawing.teller.zone_words(key)
        title += f" ({zone['count']}; those you know:)" if unseen else f" ({zone['count']})"
        self.drawing.out.print()
        self.drawing.put(Text(title, style="bold"))
        if len(things) > MANY:
            self._put("  " + ", ".join(self._name(one) for one in things), hang=4)
        else:
            self._things("", {**zone, "count": len(things)}, 2)

    def _things(self, head: str, zone: Mapping[str, Any], depth: int) -> None:
        """The things of a zone, a line for each, with its attachments below it."""
        before = f"{self._words(head)}: " if head else ""
        things = self._seen(zone)
        width = max((len(self._name(thing)) for thing in things), default=0)
        for thing in things:
            line = Text(" " * depth + before)
            owner = self.drawing.owner(thing)
            line.append(self._name(thing), style=self.drawing.colour(owner) if owner >= 0 else "")
            facts = self.drawing.facts.line(thing)
            line.append(" " * (width - len(self._name(thing))) if facts else "")
            line.append(f"  {facts}" if facts else "", style="dim")
            marks = [
                self._words(name) if value == "yes" else f"{self._words(name)} {value}"
                for name, value in self.beside.get(thing, ())
            ]
            line.append(f"  {', '.join(marks)}" if marks else "", style="yellow")
            self.drawing.put(line, hang=depth + 4)
            for inner, held in self.inside.get(thing, ()):
                self._things(inner, held, depth + 2)
        if unseen := zone["count"] - len(things):
            self._put(f"{' ' * depth}{before}{unseen} unseen")

    def _seen(self, zone: Mapping[str, Any]) -> list[str]:
        found: list[str] = zone.get("things", zone.get("known", []))
        return [one for one in found if one != UNKNOWN]

    def _name(self, key: str) -> str:
        """A thing by its name; a pending call by its text."""
        number = self.drawing.facts.number(key)
        return self.drawing.facts.name(key) if number is not None else choice_words(self.program, key)

    def _value(self, value: Any) -> str:
        if not isinstance(value, str):
            return str(value)
        return self.drawing.facts.name(value) if value in self.program.titles else self._words(value).strip("[]")

    def _words(self, name: str) -> str:
        return name_words(self.program, name)

    def _put(self, text: str, hang: int = 6, style: str = "") -> None:
        self.drawing.put(Text(text, style=style), hang=hang)
