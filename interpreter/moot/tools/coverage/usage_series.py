"""Logged games played again, noting what they make use of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from ...code.program_index import ProgramIndex
from ...lang.diagnostic import MootError
from ...stack.game import Game, State
from ...stack.scoreboard import Reported
from ...state.position import Position
from ...state.tags import Tag
from ..logs.log import begin_game, check_sum, end_record, play_choices, play_to_end, read_log
from ..simulate.series import Series, SeriesTally
from .deeds import Deed, DeedNotes

TableCell = tuple[str, tuple[Any, ...]]  # a table, and the key of a cell of it
RanLine = tuple[str, str, int]  # of a rule that ran: its label, its file, the line

_LOOKS = re.compile(r"(gather|why)\d+")  # functions of a compiled module that find which calls may be offered


@dataclass(slots=True)
class UsageTally(SeriesTally):
    """The results of some games: in how many of them each thing, action and line was used; the cells that each has
    read.

    `things`: by kind, title and way, which is chosen, moved, changed, used (any of these), or the label of a call with
    it. `deeds`: by deed and stage, how often and in how many games. `rules`: by label and file of a rule, how many
    games ran a line of it. `ended`: a map for each game.
    """

    things: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    actions: Counter[str] = field(default_factory=Counter)
    cells: list[frozenset[TableCell]] = field(default_factory=list)
    lines: Counter[RanLine] = field(default_factory=Counter)
    rules: Counter[tuple[str, str]] = field(default_factory=Counter)
    deeds: Counter[tuple[Deed, str]] = field(default_factory=Counter)
    deed_games: Counter[tuple[Deed, str]] = field(default_factory=Counter)
    ended: list[dict[str, Any]] = field(default_factory=list)


class UsedSeries(Series):
    """Its games are those of the logs, in their order. The game must be one that notes what runs."""

    tally = UsageTally

    def __init__(
        self,
        game: Game,
        called: str,
        seed: int,
        bots: Mapping[str, str],
        limit: int,
        paths: Sequence[Path] = (),
        roots: Mapping[str, str] | None = None,
    ) -> None:
        """`roots`: see DeedNotes."""
        super().__init__(game, called, seed, bots, limit)
        self.paths = list(paths)
        self.roots = dict(roots or {})
        self.notes = DeedNotes(game, self.roots)
        self.report = Reported(game)
        self.owners = dict(_owners(game))
        form = game.machine.traced
        self.covered = form.covered
        self.read: set[TableCell] = set()
        self.looking = (
            0  # the number of searches for available actions in progress; their reads have no consequences yet
        )
        for name, value in list(form.names.items()):
            if name.startswith("CELLS_"):
                form.names[name] = _Noting(value, name.removeprefix("CELLS_"), self)
            elif _LOOKS.fullmatch(name):
                form.names[name] = self._look(value)

    @property
    def given(self) -> tuple[Any, ...]:
        return self.called, self.seed, dict(self.bots), self.limit, self.paths, self.roots

    def play(self, numbers: range) -> UsageTally:
        tally = UsageTally()
        rules = self.game.program.rules
        for number in numbers:
            self.covered.clear()
            self.read.clear()
            self.notes.clear()
            try:
                state, told = self._again(self.paths[number])
            except MootError as error:
                tally.fault = error.diagnostics
                return tally
            ways = set(self._ways(state.position))
            ways |= {(kind, title, "used") for kind, title, way in ways if way in ("chosen", "moved", "changed")}
            tally.things.update(ways)
            tally.actions.update(set(self._actions(state.position)))
            tally.cells.append(frozenset(self.read))
            lines = {rules[rule][:3] for rule in self.covered}
            tally.lines.update(lines)
            tally.rules.update({line[:2] for line in lines})
            for stage, counts in self.notes.counts.items():
                tally.deeds.update({(deed, stage): times for deed, times in counts.items()})
                tally.deed_games.update((deed, stage) for deed in counts)
            tally.ended.append(told)
            tally.decisions += len(state.choices)
            tally.games += 1
        return tally

    def _look(self, look: Callable[..., Any]) -> Callable[..., Any]:
        def looked(*args: Any) -> Any:
            self.looking += 1
            try:
                return look(*args)
            finally:
                self.looking -= 1

        return looked

    def _again(self, path: Path) -> tuple[State, dict[str, Any]]:
        """The game of a log, played to its end, and its record."""
        log = read_log(path)
        state = begin_game(log, self.game)
        if log.end is not None:
            check_sum(log)
        for made in range(len(log.choices)):
            self.notes.asked(state.position)
            play_choices(log, state, made + 1)
        if log.end is not None:
            play_to_end(log, state)
        self.notes.over(state.position)
        told: dict[str, Any] = {"log": str(path), "seed": state.seed, "choices": len(log.choices)}
        told |= end_record(state) | {"over": state.over}
        if self.report.time is not None:
            told["time"] = self.report.time(state.position)
        return state, told

    def _ways(self, S: Position) -> Iterator[tuple[str, str, str]]:
        """Kinds and titles of things, each with the way in which the journal mentions it."""
        things = self.game.program.layout.things
        for entry in S.journal or ():
            way, named = self._touched_things(entry)
            for number in named:
                if 0 <= number < len(things):
                    yield things[number].kind, things[number].title, way

    def _actions(self, S: Position) -> Iterator[str]:
        """Names of chosen actions."""
        actions, sites = self.game.program.index.actions, self.game.program.sites
        for entry in S.journal or ():
            if entry[0] == "choice" and sites[entry[2]].tag == "call" and isinstance(entry[4], tuple):
                number = entry[4][0]
                if number >= 0:
                    yield actions[number].name

    def _touched_things(self, entry: tuple[Any, ...]) -> tuple[str, Iterator[int]]:
        index = self.game.program.index
        match entry[0]:
            case "choice":
                return "chosen", _chosen(index, self.game.program.sites[entry[2]].tag, entry[4])
            case "move":
                return "moved", iter((entry[2],))
            case "set":
                return "changed", iter(self.owners.get(entry[2], ()))
            case "sparse":
                tags = index.sparse_states[entry[2][0]].tags
                return "changed", _all_in(tags, entry[2][1:])
            case "does":
                return self.game.program.rules[entry[1]].label, _all_in(entry[3], entry[2])
        return "", iter(())


class _Noting(dict[tuple[Any, ...], Any]):
    """The cells of one table, which record when steps read them."""

    def __init__(self, cells: dict[tuple[Any, ...], Any], table: str, series: UsedSeries) -> None:
        super().__init__(cells)
        self._table, self._series = table, series

    def __getitem__(self, key: tuple[Any, ...]) -> Any:
        found = super().__getitem__(key)
        if not self._series.looking:
            self._series.read.add((self._table, key))
        return found


def _owners(game: Game) -> Iterator[tuple[int, tuple[int, ...]]]:
    """For each cell that holds a state of things: which they are."""
    for row in game.program.layout.states:
        if row.first >= 0 and any(domain.tag == "thing" for domain in row.domains):
            for offset, args in enumerate(product(*(domain.values for domain in row.domains))):
                yield row.first + offset, tuple(_all_in([domain.tag for domain in row.domains], args))


def _chosen(index: ProgramIndex, tag: str, value: Any) -> Iterator[int]:
    if tag == "call" and isinstance(value, tuple):
        number, _, this, args = value
        tags = index.call(number).tags
        return _all_in(["thing", *tags], [this, *args])
    return _things(tag, value)


def _all_in(tags: Sequence[str], values: Sequence[Any]) -> Iterator[int]:
    for tag, value in zip(tags, values, strict=False):
        yield from _things(tag, value)


def _things(tag: str, value: Any) -> Iterator[int]:
    """The things that a value names."""
    sort, _, inner = tag.partition(" ")
    if value is None:
        return
    if sort == "thing":
        yield value
    elif sort in ("list", "some"):
        for one in value:
            yield from _things(inner, one)
    elif sort == "tuple":
        yield from _all_in(Tag.read(tag).items, value)
    elif sort == "mask" and inner.startswith("thing"):
        yield from (n for n in range(value.bit_length()) if value >> n & 1)
