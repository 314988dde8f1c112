"""Counterexamples: a position, random results and choices after which two rule sets differ, in the words of cases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....stack.game import Game
from ....stack.journal import Entry
from ....state.position import Position
from ...setup.journal_text import fact_line
from .common_random import Chance
from .lockstep import Parting
from .seeker import Match
from .shrink import Trial


@dataclass(frozen=True, slots=True)
class SideEvent:
    """An event on one side, in the words of cases, with its rule and clauses (document/id)."""

    text: str
    rule: str
    clauses: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {"text": self.text, "rule": self.rule, "clauses": list(self.clauses)}


@dataclass(frozen=True, slots=True)
class SideRecord:
    """The events on one side since the last choice, and the present prompt; None if there is no prompt.

    `chance`: all random results there, if the other side got different ones.
    """

    journal: tuple[SideEvent, ...]
    asked: str | None
    choices: tuple[str, ...]
    winner: str | None
    chance: tuple[Chance, ...] | None = None

    @property
    def clauses(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(clause for line in self.journal for clause in line.clauses))

    def as_json(self) -> dict[str, Any]:
        told: dict[str, Any] = {"asked": self.asked, "choices": list(self.choices), "winner": self.winner}
        if self.chance is not None:
            told["chance"] = as_chance(self.chance)
        return told | {"journal": [line.as_json() for line in self.journal], "clauses": list(self.clauses)}


@dataclass(frozen=True, slots=True)
class Counterexample:
    """`given`, `chance` and `when` in the words of case files. `parting`: all differences afterwards.

    `shown`: the lines of `given` that matter for the difference. `reached`: the game that leads to the position, from
    its beginning to the first choice. `posed`: why play does not reach it, otherwise empty. `isolated`: whether
    exchanging this entry's rules alone makes the same difference.
    """

    trial: Trial
    parting: tuple[Parting, ...]
    a: SideRecord
    b: SideRecord
    shown: tuple[str, ...] = ()
    reached: Trial | None = None
    posed: str = ""
    isolated: bool = True

    @property
    def given(self) -> dict[str, Any]:
        return self.trial.given.as_case()

    @property
    def chance(self) -> list[Any]:
        return as_chance(self.trial.chance)

    @property
    def when(self) -> list[dict[str, Any]]:
        return as_choices(self.trial)

    def as_json(self) -> dict[str, Any]:
        return {
            "given": self.given,
            "shown": list(self.shown),
            "reached": None if self.reached is None else _played(self.reached),
            "posed": self.posed,
            "isolated": self.isolated,
            "chance": self.chance,
            "when": self.when,
            "parting": [{"what": p.what, "name": p.name, "a": p.a, "b": p.b} for p in self.parting],
            "a": self.a.as_json(),
            "b": self.b.as_json(),
        }


def as_choices(trial: Trial) -> list[dict[str, Any]]:
    """The list under `when` in a case."""
    return [{player: {"yes": True, "no": False}.get(key, key)} for player, key in trial.choices]


def _played(game: Trial) -> dict[str, Any]:
    return {"chance": as_chance(game.chance), "when": as_choices(game)}


def as_chance(chance: tuple[Chance, ...]) -> list[Any]:
    """The list under `chance` in a case; shuffles that change nothing are listed only before other results."""
    last = max((n for n, one in enumerate(chance) if one.sort == "shuffle" and one.came), default=-1)
    return [
        {"shuffle": list(one.came)} if one.sort == "shuffle" else one.came
        for n, one in enumerate(chance)
        if one.sort != "shuffle" or n <= last
    ]


def counterexample_of(match: Match, trial: Trial) -> Counterexample:
    """Plays a trial in which the two part, with journals. Raises CannotSetUp and Faulty as `Match.set_up` does."""
    both = match.set_up(trial.given, None, trial.chance, journal=True)
    marks = (0, 0)
    for _, key in trial.choices:
        marks = len(both.a.journal or ()), len(both.b.journal or ())
        both.choose(key)
    here, there = tuple(both.random_a.given), tuple(both.random_b.given)
    own = (None, None) if here == there else (here, there)
    told = [
        _side_record(game, S, mark, chance)
        for game, S, mark, chance in zip((match.a.game, match.b.game), (both.a, both.b), marks, own, strict=True)
    ]
    return Counterexample(trial, tuple(both.partings()), told[0], told[1])


def _side_record(game: Game, S: Position, mark: int, chance: tuple[Chance, ...] | None) -> SideRecord:
    from ....stack.game import State

    state = State(game, S, 0)
    lines = [_side_event(entry) for entry in state.journal if entry.number >= mark]
    decision, result = state.decision, state.result
    asked = decision.player if decision is not None else None
    keys = tuple(option.key for option in decision.options) if decision is not None else ()
    winners = ", ".join(result.winners) if result is not None and result.winners else None
    return SideRecord(tuple(lines), asked, keys, winners, chance)


def _side_event(entry: Entry) -> SideEvent:
    return SideEvent(fact_line(entry), entry.rule, entry.clauses)
