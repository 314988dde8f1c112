"""Reads what a pack's `report` names: the time, the score and the columns of a game, in any position of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

from ..state.layout import StateRow, argument_key
from ..state.position import Position
from .game import Game

Marks = dict[str, list[tuple[str, str]]]  # by the key of a thing: name and value of its notes


class Reported:
    """The values of one game's report. `time`, `score` and `last` are None where the pack names
    none; `time_cell` is the cell of the state that `time` names, or -1.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        report = game.program.report
        self.columns = report.get("columns", [])
        self.time = self._reader(report, "time")
        self.score = self._reader(report, "score")
        self.last = self._reader(report, "last")
        state = self._state(report["time"][0]) if "time" in report else None
        self.time_cell = state.first if state is not None else -1
        self._columns = [self._read(name) for name in self.columns]

    def row(self, S: Position) -> list[str]:
        """The columns as a person writes them; empty where there is no value."""
        layout = self.game.program.layout
        values = [(read(S), tag) for read, tag in self._columns]
        return ["" if value is None else argument_key(layout, tag, value) for value, tag in values]

    def marks(self, S: Position) -> Marks:
        """The notes of each thing in play, by its key: name and value for each of the pack's `marks`.

        A value `none` gives no note.
        """
        layout, of_things = self.game.program.layout, self.game.program.index.of_things
        found: Marks = {}
        for name in self.game.program.report.get("marks", ()):
            read, tag = self._read(name)
            for thing in range(*of_things.get(name, (0, 0))):
                at = S.cells[thing]
                if 0 <= at < len(layout.zones) and layout.zones[at].in_play:
                    value = read(S, thing)
                    if value is not None:
                        found.setdefault(layout.things[thing].key, []).append((name, argument_key(layout, tag, value)))
        return found

    def notes(self, key: Literal["choices", "looks"], S: Position, things: Iterable[int]) -> Marks:
        """The same for the given things, wherever they are, from the pack's `choices` or `looks`."""
        layout, of_things = self.game.program.layout, self.game.program.index.of_things
        found: Marks = {}
        for name in self.game.program.report.get(key, ()):
            read, tag = self._read(name)
            for thing in things:
                if thing in range(*of_things.get(name, (0, 0))):
                    found.setdefault(layout.things[thing].key, []).append(
                        (name, argument_key(layout, tag, read(S, thing)))
                    )
        return found

    def totals(self, S: Position) -> list[tuple[str, list[tuple[str, str]]]]:
        """For each of the pack's `totals`, its values: the key of a thing and the value, unless that is none or no."""
        layout, found = self.game.program.layout, []
        for name in self.game.program.report.get("totals", ()):
            read, tag = self._read(name)
            things = range(*self.game.program.index.of_things.get(name, (0, 0)))
            values = [(layout.things[thing].key, read(S, thing)) for thing in things]
            told = [
                (key, argument_key(layout, tag, value))
                for key, value in values
                if value is not None and value is not False
            ]
            found.append((name, told))
        return found

    def table(self, S: Position) -> dict[str, list[str]]:
        """The values of the pack's `table` functions for each player, in the order of their seats."""
        functions = self.game.program.index.functions
        found = {}
        for name in self.game.program.report.get("table", ()):
            if name in functions:
                read, tag = self._read(name)
                values = [read(S, player) for player in range(len(self.game.players))]
                found[name] = [argument_key(self.game.program.layout, tag, value) for value in values]
        return found

    def _reader(self, report: dict[str, list[str]], key: str) -> Callable[[Position], int] | None:
        return self._read(report[key][0])[0] if key in report else None

    def _read(self, name: str) -> tuple[Callable[..., Any], str]:
        state = self._state(name)
        if state is not None:
            return lambda S: S.cells[state.first], state.tag
        function = self.game.machine.reader(name)
        return function, self.game.program.index.functions[name].tag

    def _state(self, name: str) -> StateRow | None:
        rows = self.game.program.layout.states
        return next((row for row in rows if row.name == name and not row.owner), None)
