"""The score sheet of a game: the values in a pack's report, turn by turn, filled in from a log, or blank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...lang.diagnostic import fail
from ...pack.model.bundle import Bundle
from ...stack.game import Game, State
from ...stack.scoreboard import Reported
from ...stack.words import name_words
from ..logs.log import Log, end_record, game_of, opening_of, play_choices
from ..text.write import card_texts
from .facts import code_by_place

ROWS = 24  # of an empty sheet, where nothing says how long a game lasts


@dataclass(slots=True)
class SheetRow:
    """One turn: its number, the columns at its end, the things that entered and left play, and its plan."""

    time: str
    values: list[str]
    came: list[str] = field(default_factory=list)
    went: list[str] = field(default_factory=list)
    planned: str = ""


@dataclass(slots=True)
class Sheet:
    """`time` and `columns` in the edition's words. `end`: the end of the game according to its log, or None."""

    game: Game
    time: str
    columns: list[str]
    rows: list[SheetRow]
    seed: int | None = None
    end: dict[str, Any] | None = None


def empty_sheet(game: Game, rows: int | None = None, plan: Mapping[int, str] | None = None) -> Sheet:
    """A blank sheet with this number of rows; the default is the report's `last`, or `ROWS`.

    `plan`: the plans of turns, by their numbers (see `planned`).
    """
    report = _reported(game)
    if rows is None:
        rows = report.last(game.machine.blank(0)) if report.last is not None else ROWS
    blank = [""] * len(report.columns)
    told = plan or {}
    return _sheet(game, report, [SheetRow(str(time), blank, planned=told.get(time, "")) for time in range(1, rows + 1)])


def planned(game: Game, bundle: Bundle) -> dict[int, str]:
    """The report's `plan` for each turn, in the author's words and as a text."""
    fields = game.program.report.get("plan", [])
    written = card_texts(bundle.copy()) if fields else {}
    texts = {(one.id, part.field, part.place): part.bare for one in written.values() for part in one.paragraphs}
    told: dict[int, str] = {}
    for field_name in fields:
        for value in game.options.values():
            thing = bundle.things.get(value)
            for place, (code, words) in (code_by_place(thing, field_name) if thing is not None else {}).items():
                text = texts.get((thing.id, field_name, place), _in_a_line(code)) if thing is not None else ""
                told[place] = f"{words}: {text}" if words else text
    return told


def _in_a_line(code: str) -> str:
    """Steps on several lines joined into one: a colon before those of a block, otherwise a semicolon."""
    told, before = "", 0
    for line in code.splitlines():
        depth = len(line) - len(line.lstrip())
        told += ("" if not told else ": " if depth > before else "; ") + line.strip()
        before = depth
    return told


def filled_sheet(log: Log, mods: Sequence[str] = ()) -> Sheet:
    """The sheet of a game that was logged, as far as it went. Raises MootError like `log.replayed`."""
    game = game_of(log, mods)
    report = _reported(game)
    seed, salt = opening_of(log)
    S = game.machine.blank(seed, salt)
    watch = _Watch(game, S, report)
    S.journal = watch
    game.machine.begin(S)
    state = State(game, S, seed, salt=salt)
    play_choices(log, state, len(log.choices))
    assert report.time is not None
    watch.close(report.time(S))
    sheet = _sheet(game, report, watch.rows)
    sheet.seed, sheet.end = state.seed, end_record(state) if state.over else None
    return sheet


def _sheet(game: Game, report: Reported, rows: list[SheetRow]) -> Sheet:
    time = game.program.report["time"][0]
    words = [name_words(game.program, name) for name in (time, *report.columns)]
    return Sheet(game, words[0], words[1:], rows)


def _reported(game: Game) -> Reported:
    report = Reported(game)
    if report.time_cell < 0 or not report.columns:
        raise fail("no-report", f"`{game.id}` does not define a score sheet",
                   hint="add to pack.yaml: report: {time: STATE, columns: [STATE or FUNCTION, …]}")  # fmt: skip
    return report


class _Watch(list[tuple[Any, ...]]):
    """A journal that reads the columns each time a new turn begins."""

    def __init__(self, game: Game, S: Any, report: Reported) -> None:
        super().__init__()
        self.S, self.report = S, report
        self.program = game.program
        layout = game.program.layout
        self.open = {number for number, zone in enumerate(layout.zones) if zone.in_play}
        self.rows: list[SheetRow] = []
        self.came: list[str] = []
        self.went: list[str] = []

    def append(self, entry: tuple[Any, ...]) -> None:
        super().append(entry)
        if entry[0] == "set" and entry[2] == self.report.time_cell:
            self.close(entry[3])
        elif entry[0] == "move" and isinstance(entry[2], int) and entry[2] < len(self.program.layout.things):
            before, after = entry[3] in self.open, entry[4] in self.open
            if before != after:
                title = name_words(self.program, self.program.layout.things[entry[2]].title)
                (self.came if after else self.went).append(title)

    def close(self, time: int) -> None:
        """The turn of this number is over. Its columns are read while it is still its turn.

        A first row is left out if it is empty: the game has not begun.
        """
        ended = self.S.copy()
        ended.cells[self.report.time_cell] = time
        values = self.report.row(ended)
        if self.rows or self.came or self.went or not {"", "0"}.issuperset(values):
            self.rows.append(SheetRow(str(time), values, self.came, self.went))
        self.came, self.went = [], []
