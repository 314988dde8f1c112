"""Searches for a position and choices after which two rule sets differ, in generated positions and in random games."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from time import process_time
from types import FrameType
from typing import Any

from ....lang.diagnostic import MootError
from ....state.position import NATURE, Position
from ...setup.named_position import CannotSetUp, NamedPosition
from ..structure.shared_names import SharedNames
from ..structure.side import CompiledRules
from .common_random import Chance
from .lockstep import Faulty, Lockstep
from .position_generator import PositionGenerator
from .sampled_calls import CallListener
from .shrink import Trial

CHOICES = (0, 1, 2, 3, 4, 6, 9, 14)  # the most choices from a generated position
GAME = 400  # the most choices of a random game
GAME_EVERY = 40  # positions per game
RESTARTS = 150  # the last calls of a game to try as the beginning of a shorter counterexample


@dataclass(slots=True)
class Searched:
    """The extent of a search. `walks`: stretches of play. `reached`: the number of `watched` ones in which the rule
    ran.
    """

    positions: int = 0
    games: int = 0
    walks: int = 0
    watched: int = 0
    reached: int = 0
    faults: int = 0
    seconds: float = 0.0

    def as_json(self) -> dict[str, float]:
        return {
            "positions": self.positions,
            "games": self.games,
            "walks": self.walks,
            "watched": self.watched,
            "reached": self.reached,
            "faults": self.faults,
            "seconds": round(self.seconds, 2),
        }


@dataclass(eq=False)
class Match:
    """Two compiled rule sets on which positions are played."""

    a: CompiledRules
    b: CompiledRules
    common: SharedNames = field(init=False)

    def __post_init__(self) -> None:
        self.common = SharedNames(self.a.game, self.b.game)

    def set_up(
        self, given: NamedPosition, seed: int | None, script: tuple[Chance, ...] = (), journal: bool = False
    ) -> Lockstep:
        """Both sides at the first decision. Raises CannotSetUp and Faulty."""
        here, there = self.a.setup.set_up(given), self.b.setup.set_up(given)
        both = Lockstep.of(self.common, here[0], there[0], seed, script)
        if journal:
            both.a.journal, both.b.journal = [], []
        both.begin(here[1], here[2], there[2])
        return both

    def diverges(self, trial: Trial) -> bool | None:
        """Whether the two part anywhere during a trial; None if it cannot begin."""
        try:
            both = self.set_up(trial.given, None, trial.chance)
            for player, key in trial.choices:
                if not both.agree():
                    return True
                if both.over or both.player != player or key not in both.offered():
                    return False
                both.choose(key)
            return not both.agree()
        except (CannotSetUp, Faulty):
            return None

    def play(self, trial: Trial) -> Trial | None:
        """The trial as played, cut off where the two part; None if they do not, or if it cannot be played."""
        try:
            both = self.set_up(trial.given, None, trial.chance)
            done = both.replay(trial.choices)
        except (CannotSetUp, Faulty):
            return None
        if done is None:
            return None
        return Trial(trial.given, tuple(both.random_a.given), trial.choices[:done])


class Seeker:
    """Searches for partings of two rule sets step by step, so that several searches can share the time."""

    def __init__(self, match: Match, generator: PositionGenerator, labels: set[str], seed: str) -> None:
        self.match = match
        self.generator = generator
        self.searched = Searched()
        self.luck = random.Random(seed)
        near = [key for key, weight in generator.wanted.items() if weight >= max(generator.wanted.values()) / 4]
        self.favoured = {*near, *(generator.title_of[key] for key in near), "yes"}
        self.watch = _Watch(match, labels)

    def seek(self, positions: int, seconds: float) -> Iterator[Trial]:
        """Every parting found, within the given number of positions and the time limit."""
        end = process_time() + seconds
        until = self.searched.positions + positions
        while self.searched.positions < until and process_time() < end:
            began = process_time()
            whole = not self.generator.able or self.searched.positions % GAME_EVERY == GAME_EVERY - 1
            given = NamedPosition() if whole else self.generator.next()
            self.searched.positions += 1
            if whole:
                self.searched.games += 1
            trial = self._played(given, self.luck.getrandbits(40), GAME if whole else self.luck.choice(CHOICES))
            self.searched.seconds += process_time() - began
            if trial is not None:
                yield trial

    def _played(self, given: NamedPosition, seed: int, limit: int) -> Trial | None:
        try:
            with self.watch:
                both = self.match.set_up(given, seed)
                parted = both.play(self._pick, limit)
        except CannotSetUp:
            return None
        except Faulty:
            self.searched.faults += 1
            return None
        finally:
            self.searched.watched = self.watch.runs // self.watch.EVERY
            self.searched.reached += self.watch.seen
        if not parted:
            return None
        return Trial(given, tuple(both.random_a.given), tuple(both.choices))

    def _pick(self, player: str, keys: list[str]) -> str:
        """Random, with relevant items preferred."""
        if self.luck.random() < 0.5:
            liked = [key for key in keys if key in self.favoured]
            if liked:
                return self.luck.choice(liked)
        return self.luck.choice(keys)


def restarted(match: Match, trial: Trial) -> Iterator[Trial]:
    """The same parting from later beginnings: each call of a procedure on the way, the last ones first."""
    rules = match.a
    calls = CallListener(rules.game)
    S, name, args = rules.setup.set_up(trial.given)
    S.nature = True
    began: list[tuple[NamedPosition, int, int]] = []
    chance = list(trial.chance)
    used = made = 0

    def heard(position: Position, called: str, given: tuple[object, ...]) -> None:
        if not position.rows and called in rules.setup.procedures:
            began.append((rules.setup.position_by_name(position, called, given), used, made))

    calls.listen(S, heard)
    machine = rules.game.machine
    both = Lockstep.of(match.common, S, S, None, chance)
    try:
        machine.call(S, name, args)
        while S.ask is not None:
            if S.question().player == NATURE:
                machine.advance(S, both.random_a.answer(rules.game, S))
                used += 1
                continue
            if made >= len(trial.choices):
                break
            key = trial.choices[made][1]
            made += 1
            machine.advance(S, S.question().options[both.offered().index(key)])
    except (MootError, ValueError, TypeError, KeyError, AttributeError, IndexError):
        return
    ways, procedures = rules.game.program.index.ways, rules.setup.procedures
    for given, gone, past in began[::-1][:RESTARTS]:
        later = replace(trial, given=given, chance=tuple(chance[gone:]), choices=trial.choices[past:])
        yield later
        assert given.phase is not None
        for outer in reversed(ways.get(given.phase[0], ())):
            if not procedures[outer]:
                yield replace(later, given=replace(given, phase=(outer, ())))


class _Watch:
    """Notes in some of the runs whether rules with certain labels run; watching is slow."""

    EVERY = 8

    def __init__(self, match: Match, labels: set[str]) -> None:
        self.runs = 0
        self.seen = False
        self.before: Any = None
        self.names = {
            python
            for game in (match.a.game, match.b.game)
            for python, body in game.program.index.bodies.items()
            if game.program.rules[body.rule].label in labels
        }

    def __enter__(self) -> _Watch:
        self.seen = False
        self.runs += 1
        if self.runs % self.EVERY == 0:
            self.before = sys.getprofile()
            sys.setprofile(self._hear)
        return self

    def __exit__(self, *error: object) -> None:
        if self.runs % self.EVERY == 0:
            sys.setprofile(self.before)

    def _hear(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_name in self.names:
            self.seen = True
