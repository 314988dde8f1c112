"""Reads what a pack's `report` names: the time, the score and the columns of a game, in any position of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..stack.game import Game
from ..state.layout import argument_key
from ..state.position import Position


class Reported:
    """The values of one game's report. `time` and `score` are None where the pack names none."""

    def __init__(self, game: Game) -> None:
        self.game = game
        report = game.program.report
        self.columns = report.get("columns", [])
        self.time = self._reader(report, "time")
        self.score = self._reader(report, "score")
        self._columns = [self._read(name) for name in self.columns]

    def row(self, S: Position) -> list[str]:
        """The columns as a person writes them."""
        layout = self.game.program.layout
        return [argument_key(layout, tag, read(S)) for read, tag in self._columns]

    def _reader(self, report: dict[str, list[str]], key: str) -> Callable[[Position], int] | None:
        return self._read(report[key][0])[0] if key in report else None

    def _read(self, name: str) -> tuple[Callable[[Position], Any], str]:
        layout = self.game.program.layout
        state = next((row for row in layout.states if row.name == name and not row.owner), None)
        if state is not None:
            return lambda S: S.cells[state.first], state.tag
        function = self.game.machine.fast["FUNCTIONS"][name]
        return function, self.game.program.names["functions"][name][1]
