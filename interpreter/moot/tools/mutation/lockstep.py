"""Plays random games with and without a mutant in lockstep: the same chance, the same choices.

Each step of a game is repeated from a copy of the position, with each mutant that the step reaches. While both lead to
the same position, the games are the same so far, so one game serves for all mutants.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...lang.diagnostic import MootError
from ...pack.model.bundle import Bundle, Setting
from ...stack.chance import seeded
from ...stack.game import Game
from ...state.position import Position
from ..cases.file import Case
from ..cases.run import settings_of
from ..processes import spread
from ..setup.compiled import GameCache, compile_game
from ..simulate.series import LIMIT, game_seed
from .mutants import MutantKey, slots_of
from .schemata import STATE, write_schemata
from .trials import NotingZero

# What a player can notice sooner or later, and what only decides how the game continues.
_SEEN = ("ask", "cells", "zones", "rows", "sparse", "told", "known", "result", "rng")
_UNSEEN = ("frame", "stack", "live", "truth", "once", "scopes", "marks", "serial")


@dataclass(frozen=True, slots=True)
class GameRules:
    """Rules to play by: a game's folder, the folders of the changed packs, and options."""

    folder: Path
    changed: tuple[Path, ...]
    settings: tuple[Setting, ...]


@dataclass(slots=True)
class GamesTally:
    """The results of some games: their number, the number that reached each mutant, and the mutants that changed a
    game.
    Each of these has the seed of the first game that it changed.
    """

    games: int = 0
    reached: dict[MutantKey, int] = field(default_factory=dict)
    parted: dict[MutantKey, int] = field(default_factory=dict)

    def add(self, other: GamesTally) -> None:
        self.games += other.games
        for key, games in other.reached.items():
            self.reached[key] = self.reached.get(key, 0) + games
        self.parted = other.parted | self.parted


def rules_of_cases(cases: Iterable[Case], changed: Mapping[Path, Collection[Path]]) -> list[GameRules]:
    """The rules that cases are played by, each once."""
    found: dict[tuple[str, str], GameRules] = {}
    for case in cases:
        settings = tuple(settings_of(case))
        folder = case.folder.resolve()
        written = repr(sorted((one.option, str(one.value)) for one in settings))
        found.setdefault((str(folder), written), GameRules(folder, tuple(changed[folder]), settings))
    return list(found.values())


def play_in_lockstep(
    rules: Sequence[GameRules],
    mutants: Sequence[MutantKey],
    games: int,
    seed: int,
    options: Sequence[tuple[str, Any]] = (),
    mods: Sequence[str | Path] = (),
    jobs: int = 1,
) -> Iterator[GamesTally]:
    """Play `games` games, shared out over the rules, and give the results of each part. Rules that cannot be played
    without a player's own choice of options are left out.
    """
    each = -(-games // len(rules))
    lots = [(one, number * each, min(each, games - number * each)) for number, one in enumerate(rules)]
    lots = [lot for lot in lots if lot[2] > 0]
    if jobs <= 1:
        return (_play(one, first, count, mutants, seed, options, mods) for one, first, count in lots)
    calls = [(*lot, mutants, seed, options, mods) for lot in lots]
    return spread(_play, calls, min(jobs, len(lots)), "played games")


def _play(
    rules: GameRules,
    first: int,
    games: int,
    mutants: Sequence[MutantKey],
    seed: int,
    options: Sequence[tuple[str, Any]],
    mods: Sequence[str | Path],
) -> GamesTally:
    numbers = {key: number for number, key in enumerate(mutants, 1)}
    tally = GamesTally()
    try:
        bundle = GameCache(options, mods).bundle(rules.folder, rules.settings)
        _write(bundle, rules.changed, numbers)
        game = compile_game(bundle, mods).game
    except MootError:
        return tally
    pair = _Pair(game, dict(enumerate(mutants, 1)))
    for number in range(first, first + games):
        pair.play(game_seed(seed, number), tally)
    return tally


def _write(bundle: Bundle, changed: Collection[Path], numbers: Mapping[MutantKey, int]) -> None:
    write_schemata(bundle, slots_of(bundle, changed), numbers)


class _Pair:
    """One compiled game that holds mutants, played with and without them."""

    def __init__(self, game: Game, mutants: Mapping[int, MutantKey]) -> None:
        self.machine = game.machine
        self.cell = next(row for row in reversed(game.program.layout.states) if row.name == STATE).first
        self.mutants = mutants
        self.parted: set[int] = set()  # they have changed a game, and need no other

    def play(self, seed: int, tally: GamesTally) -> None:
        """One game, to its end or to an error of the rules."""
        off = NotingZero()
        reached: set[int] = set()
        apart: dict[int, Position] = {}  # by mutant, its position where only something unseen differs
        draw = random.Random(seeded(seed) + 1).random
        blank = self.machine.blank(seeded(seed))
        blank.cells[self.cell] = off
        S, value, count = blank.copy(), None, 0
        tally.games += 1
        while count <= LIMIT:
            off.compared = set()
            before = S.copy()
            try:
                self._step(S, value, count)
            except MootError:
                break
            reached |= off.compared
            for number in sorted((off.compared | apart.keys()) & self.mutants.keys() - self.parted):
                T = apart.pop(number, None) or before.copy()
                if not self._shows_the_same(S, T, number, value, count, off):
                    self.parted.add(number)
                    tally.parted[self.mutants[number]] = seed
                elif not _same(S, T, _UNSEEN):
                    apart[number] = T
            if S.ask is None:
                break
            values = S.ask[2]
            value = values[int(draw() * len(values))]
            count += 1
        for number in reached & self.mutants.keys():
            key = self.mutants[number]
            tally.reached[key] = tally.reached.get(key, 0) + 1

    def _step(self, S: Position, value: Any, count: int) -> None:
        if count:
            self.machine.advance(S, value)
        else:
            self.machine.begin(S)

    def _shows_the_same(self, S: Position, T: Position, number: int, value: Any, count: int, off: NotingZero) -> bool:
        """Whether the same step from T with a mutant on shows the same as S."""
        T.cells[self.cell] = number
        try:
            self._step(T, value, count)
        except Exception:  # whatever Python makes of rules that are wrong
            return False
        T.cells[self.cell] = off
        return _same(S, T, _SEEN)


def _same(S: Position, T: Position, parts: Sequence[str]) -> bool:
    return all(getattr(S, part) == getattr(T, part) for part in parts)
