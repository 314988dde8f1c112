"""Counterexamples that play reaches: random games explore, then the last decision before the parting is the start."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import process_time
from typing import Any

from ....lang.diagnostic import MootError
from ....state.position import NATURE, Position
from ...setup.named_position import CannotSetUp, NamedPosition, name_in
from ..structure.side import CompiledRules
from .common_random import Chance, CommonRandom
from .impact import Impact
from .lockstep import Faulty, Lockstep, keys_of
from .sampled_calls import CallListener
from .seeker import Match, Seeker
from .shrink import Choices, Trial

NEW_GAME = 0.1  # the share of the walks
STEPS = (1, 2, 3, 5, 8)  # the most choices of a walk from a stored position
OPENING = 400  # choices of a game from its beginning
SAMPLE = 24  # stored positions to compare before a walk continues
KEPT = 1500  # stored positions from which walks continue
CELLS = 4  # the number of states, nearest to the rule, that distinguish positions
CALLS = 60  # the last calls of a game from which a counterexample may begin


@dataclass(slots=True)
class _Kept:
    """A position of a game on both sides, with its history."""

    a: Position
    b: Position
    chance: tuple[Chance, ...]
    choices: Choices
    visits: int = 0


class ReachedSearch:
    """Walks through games of two rule sets: from the beginning, and from rare positions."""

    def __init__(self, match: Match, seeker: Seeker, impact: Impact, seed: str) -> None:
        self.match = match
        self.seeker = seeker
        self.luck = random.Random(f"{seed} games")
        setup = match.a.setup
        near = sorted(
            (key for key in setup.cells if name_in(key) in impact.states), key=lambda key: impact.states[name_in(key)]
        )
        nearest = impact.states[name_in(near[0])] if near else 0
        near = [key for key in near if impact.states[name_in(key)] <= nearest + 1]
        self.cells = [setup.cells[key][0] for key in near[:CELLS]]
        self.numbers = sorted(impact.numbers)
        counted = [key for key in near[:CELLS] if setup.cells[key][1] == "number"]
        self.counted = [setup.cells[key][0] for key in counted]
        pairs = [(x, y) for n, x in enumerate(counted) for y in counted[n + 1 :] if name_in(x) == name_in(y)]
        self.likes = [(setup.cells[x][0], setup.cells[y][0]) for x, y in pairs]
        wanted = sorted(seeker.generator.wanted, key=lambda key: -seeker.generator.wanted[key])[:2]
        self.cells += [setup.things[key] for key in wanted]
        self.kept: dict[tuple[Any, ...], _Kept] = {}

    def walk(self) -> Trial | None:
        """One walk; the whole game up to the parting, if there is one."""
        new = not self.kept or self.luck.random() < NEW_GAME
        seed = self.luck.getrandbits(40)
        way = self.luck.choice(("eager", "eager", "sparing", "any"))
        try:
            if new:
                before: tuple[tuple[Chance, ...], Choices] = (), ()
                both = self.match.set_up(NamedPosition(), seed)
                limit = OPENING
            else:
                kept = self._next()
                kept.visits += 1
                before = kept.chance, kept.choices
                both = Lockstep(
                    self.match.common, kept.a.copy(), kept.b.copy(), CommonRandom(seed), CommonRandom(seed),
                )  # fmt: skip
                limit = self.luck.choice(STEPS)
            while both.agree():
                if both.over or limit <= 0:
                    return None
                limit -= 1
                self._keep(both, before)
                both.choose(self._choice(both.offered(), way))
        except (CannotSetUp, Faulty):
            self.seeker.searched.faults += 1
            return None
        if not both.choices and not before[1]:
            return None
        return Trial(NamedPosition(), (*before[0], *both.random_a.given), (*before[1], *both.choices))

    def _choice(self, keys: list[str], way: str) -> str:
        """A random choice, with three preferences: relevant things first, relevant things last (so that they are still
        there later), or none.
        """
        liked = [key for key in keys if key in self.seeker.favoured]
        if way == "eager" and liked and self.luck.random() < 0.7:
            return self.luck.choice(liked)
        if way == "sparing":
            return self.luck.choice([key for key in keys if key not in liked] or keys)
        return self.luck.choice(keys)

    def _next(self) -> _Kept:
        """The position to continue from: a rare one, or one whose states are near each other or near a number of the
        rule.
        """
        luck = self.luck
        some = luck.sample(list(self.kept.values()), min(SAMPLE, len(self.kept)))
        way = luck.random()
        if way < 0.3 and self.likes:
            x, y = luck.choice(self.likes)
            number = luck.choice(self.numbers or [0])
            return min(some, key=lambda k: 4 * abs(k.a.cells[x] - k.a.cells[y]) + abs(k.a.cells[x] - number) + k.visits)
        if way < 0.8 and self.counted and self.numbers:
            cell, number = luck.choice(self.counted), luck.choice(self.numbers)
            return min(some, key=lambda one: 4 * abs(one.a.cells[cell] - number) + one.visits)
        return min(some, key=lambda one: one.visits)

    def _keep(self, both: Lockstep, before: tuple[tuple[Chance, ...], Choices]) -> None:
        if len(self.kept) >= KEPT and self.luck.random() > 0.1:
            return
        cells = both.a.cells
        key = tuple(cells[number] for number in self.cells)
        if key in self.kept and self.luck.random() > 0.2:
            return
        if len(self.kept) >= KEPT and key not in self.kept:
            self.kept.pop(self.luck.choice(list(self.kept)))
        visits = self.kept[key].visits if key in self.kept else 0
        chance, choices = before
        self.kept[key] = _Kept(
            both.a.copy(), both.b.copy(), (*chance, *both.random_a.given), (*choices, *both.choices), visits
        )

    def seek(self, walks: int, seconds: float) -> Iterator[Trial]:
        """Every parting found, within the given number of walks and the time limit."""
        end = process_time() + seconds
        searched = self.seeker.searched
        for _ in range(walks):
            began = process_time()
            if began >= end:
                return
            searched.walks += 1
            trial = self.walk()
            searched.seconds += process_time() - began
            if trial is not None:
                yield trial


def last_decisions(rules: CompiledRules, game: Trial) -> Iterator[Trial]:
    """The same parting from later in the game: from each call of a procedure on the way, the last ones first.

    Only calls after which the same player has the same decision in the same position as in the game.
    """
    try:
        began, decided = _played_by(rules, game)
    except (MootError, ValueError, TypeError, KeyError, AttributeError, IndexError):
        return
    ways, procedures = rules.game.program.index.ways, rules.setup.procedures
    for given, used, made in began[::-1][:CALLS]:
        if made >= len(game.choices) or made not in decided:
            continue
        later = Trial(given, game.chance[used:], game.choices[made:])
        assert given.phase is not None
        outer = [name for name in ways.get(given.phase[0], ()) if not procedures[name]]
        for phase in (*((name, ()) for name in outer), given.phase):
            trial = replace(later, given=replace(given, phase=phase))
            if _same_decision(rules, trial, decided[made]):
                yield trial


_Began = list[tuple[NamedPosition, int, int]]


def _played_by(rules: CompiledRules, game: Trial) -> tuple[_Began, dict[int, Position]]:
    """The calls of a game, each with the position, the random results used and the choices made before it; and the
    position of each decision, by number of choices.
    """
    calls = CallListener(rules.game)
    S, name, args = rules.setup.set_up(game.given)
    S.nature = True
    began: _Began = []
    decided: dict[int, Position] = {}
    luck = CommonRandom(None, game.chance)
    made = 0

    def heard(position: Position, called: str, given: tuple[object, ...]) -> None:
        if not position.rows and called in rules.setup.procedures:
            began.append((rules.setup.position_by_name(position, called, given), len(luck.given), made))

    calls.listen(S, heard)
    machine = rules.game.machine
    machine.call(S, name, args)
    while S.ask is not None:
        if S.question().player == NATURE:
            machine.advance(S, luck.answer(rules.game, S))
            continue
        if made >= len(game.choices):
            break
        decided[made] = S.copy()
        key = game.choices[made][1]
        made += 1
        machine.advance(S, S.question().options[keys_of(rules.game, S).index(key)])
    return began, decided


def _same_decision(rules: CompiledRules, trial: Trial, there: Position) -> bool:
    """Whether a trial begins with the wanted decision `there`."""
    machine = rules.game.machine
    try:
        S, name, args = rules.setup.set_up(trial.given)
        S.nature = True
        luck = CommonRandom(None, trial.chance)
        machine.call(S, name, args)
        while S.ask is not None and S.question().player == NATURE:
            machine.advance(S, luck.answer(rules.game, S))
    except (CannotSetUp, MootError, ValueError, TypeError, KeyError, AttributeError, IndexError):
        return False
    if S.ask is None or there.ask is None or S.question().player != there.question().player:
        return False
    if keys_of(rules.game, S) != keys_of(rules.game, there) or S.cells != there.cells or S.sparse != there.sparse:
        return False
    pools = {n for n, zone in enumerate(rules.game.program.layout.zones) if zone.sort == "pool"}
    for number, (one, other) in enumerate(zip(S.zones, there.zones, strict=True)):
        if one != other and (number not in pools or sorted(one) != sorted(other)):
            return False
    return not S.rows and not there.rows and _in_force(S) == _in_force(there)


def _in_force(S: Position) -> Any:
    """The rules that are temporarily in force, whatever their serial numbers, and the `once` rules that are still
    unused.
    """
    return [sorted(repr(one[:3]) for one in several) for several in S.live], S.once
