"""Samples from random games: positions just before the call of a procedure. The generator begins with them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ....lang.diagnostic import MootError
from ....stack.game import Game
from ....state.position import Position

_CALLED = re.compile(r"(?:procedure|phase) (\w+)")
KEPT = 24  # samples of each procedure
CHOICES = 400  # the number of samples after which a game is left


@dataclass(slots=True)
class Sample:
    position: Position
    args: tuple[Any, ...]


OnCall = Callable[[Position, str, tuple[Any, ...]], None]


class _CallJournal(list[tuple[Any, ...]]):
    """A journal that stores nothing but reports calls."""

    def __init__(self, position: Position, names: dict[int, str], heard: OnCall) -> None:
        super().__init__()
        self.position, self.names, self.heard = position, names, heard

    def append(self, entry: tuple[Any, ...]) -> None:
        if entry[0] == "does" and entry[1] in self.names:
            self.heard(self.position, self.names[entry[1]], entry[2])


class CallListener:
    """Reports the calls of procedures and phases in one game, each just before its body runs."""

    def __init__(self, game: Game) -> None:
        self.names: dict[int, str] = {}
        procedures = game.program.index.procedures
        for number, rule in enumerate(game.program.rules):
            found = _CALLED.fullmatch(rule.label)
            if found and found[1] in procedures:
                self.names[number] = found[1]

    def listen(self, S: Position, heard: OnCall) -> None:
        """From now on, `heard` receives each call in this position: the position, the name, the arguments."""
        S.journal = _CallJournal(S, self.names, heard)


@dataclass(slots=True, eq=False)
class Samples:
    """From one game. `by_name`: a few calls of each procedure. `lain`: the decks seen in each zone, by number.

    Equal seeds give equal samples.
    """

    game: Game
    by_name: dict[str, list[Sample]] = field(default_factory=dict)
    lain: set[tuple[int, str]] = field(default_factory=set)
    games: int = 0
    faults: int = 0
    _times: dict[str, int] = field(default_factory=dict)
    _luck: random.Random = field(default_factory=lambda: random.Random(0))

    def play(self, games: int, seed: int = 0) -> None:
        """Play random games; games that end with a runtime error count too."""
        calls = CallListener(self.game)
        for number in range(games):
            self._luck = random.Random(f"{seed} {number}")
            self.games += 1
            S = self.game.machine.blank(seed * 1009 + number)
            calls.listen(S, self._keep_call)
            try:
                self.game.machine.begin(S)
                self._play_on(S)
            except MootError:
                self.faults += 1

    def _play_on(self, S: Position) -> None:
        for _ in range(CHOICES):
            if S.ask is None:
                return
            _, _, values, _ = S.ask
            self.game.machine.advance(S, values[int(self._luck.random() * len(values))])

    def _keep_call(self, S: Position, name: str, args: tuple[Any, ...]) -> None:
        """Keep a uniform sample of all calls of a procedure."""
        if S.rows:
            return
        times = self._times[name] = self._times.get(name, 0) + 1
        kept = self.by_name.setdefault(name, [])
        if len(kept) < KEPT:
            kept.append(self._sample(S, args))
        elif (place := int(self._luck.random() * times)) < KEPT:
            kept[place] = self._sample(S, args)

    def _sample(self, S: Position, args: tuple[Any, ...]) -> Sample:
        things = self.game.program.layout.things
        for number in range(len(self.game.program.layout.zones)):
            self.lain |= {(number, things[thing].deck) for thing in S.zones[number] if thing < len(things)}
        return Sample(S.copy(), args)
