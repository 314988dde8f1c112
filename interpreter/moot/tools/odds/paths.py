"""Odds of routes over a board: each step is a question to the rules, and routes are computed from the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

from ...lang.diagnostic import fail
from ...lang.name_folding import ids_named
from ...lang.spelling import nearest
from ...pack.model.boards import Board
from ...pack.model.bundle import Bundle
from ...pack.model.yaml_text import raw
from ..setup.compiled import CompiledGame, compile_game
from .best_paths import Route, best_within, routes
from .fixtures import Fixtures
from .parameters import HERE, THERE, Combination, combinations
from .question import AnsweredQuestion, heading, opened, with_options
from .solve import OTHER, QuestionSolver

_LONGEST = 10000  # turns of a journey that is played
_TOLD_EACH = 50  # steps or journeys between two progress reports


@dataclass(slots=True)
class Journeys:
    """Journeys along the first route, played by chance: how many, how many of them within the turns, turns of all."""

    played: int
    within: int = 0
    turns: int = 0


@dataclass(slots=True)
class BestPaths:
    """Routes from one place to another. `best[k]`: the chance within k turns if you choose again each turn.

    `routes`: fixed routes, the most likely first; `quickest`: the one with the fewest turns on average.
    """

    said: Combination
    best: list[Fraction]
    routes: list[Route]
    quickest: Route | None
    journeys: Journeys | None = None


@dataclass(slots=True)
class PathOdds(AnsweredQuestion):
    """The question, and an answer for each combination of values."""

    start: str
    goal: str
    turns: int
    names: dict[str, str]  # the names of places
    answers: list[BestPaths] = field(default_factory=list)


def path_odds(
    name: str | Path,
    question: str,
    ends: tuple[str, str],
    turns: int = 10,
    said: Mapping[str, Sequence[str]] | None = None,
    mods: Sequence[str | Path] = (),
    settings: Iterable[tuple[str, Any]] = (),
    choices: Mapping[str, str] | None = None,
    samples: int = 0,
    seed: int = 0,
    on_progress: Callable[[int, int], None] | None = None,
) -> PathOdds:
    """The best routes between two places of a question's board, for each combination of parameters.

    With `samples`, that many journeys are also played at random along the most likely route. Raises MootError as `odds`
    does; also if the question is not about routes, or one of the places is not on the board.
    """
    bundle, asked, parameters = opened(name, question, mods, settings)
    parts = asked.root.value
    if "over" not in parts:
        hint = f"write: moot odds {name} {question}"
        raise fail("no-ways", f"`{question}` is not about routes from place to place", hint=hint)
    board = bundle.boards[raw(parts["over"])]
    start, goal = (place_called(bundle, board, one) for one in ends)
    whole = with_options(bundle, asked)
    pairs = [(board.places[i], board.places[j]) for i, others in enumerate(board.around) for j in others if j >= 0]
    combined = {pair: combinations(parameters, {**(said or {}), HERE: [pair[0]], THERE: [pair[1]]}) for pair in pairs}
    fixtures = Fixtures(whole, asked, parameters, set())
    made = {pair: [fixtures.made(one) for one in several] for pair, several in combined.items()}
    fixtures.finish()
    steps = _Steps(compile_game(whole, mods, traced_alone=True, quick=True), fixtures, dict(choices or {}))
    names = {place: bundle.terms.get(place, place).replace("_", " ") for place in board.places}
    found = PathOdds(*heading(bundle, asked), parameters, start, goal, turns, names)
    count = len(combined[pairs[0]])
    done, of = 0, count * (len(pairs) + samples)

    def report_one() -> None:
        nonlocal done
        done += 1
        if on_progress is not None and (done % _TOLD_EACH == 0 or done == of):
            on_progress(done, of)

    for number in range(count):
        chances: dict[tuple[str, str], Fraction] = {}
        for pair in pairs:
            chances[pair] = steps.chance(combined[pair][number], made[pair][number])
            report_one()
        those = {key: value for key, value in combined[pairs[0]][number].items() if key not in (HERE, THERE)}
        every = routes(chances, start, goal, turns)
        ranked = sorted(every, key=lambda one: (-one.within[-1], one.expected, len(one.places)))
        answer = BestPaths(those, best_within(chances, start, goal, turns), ranked, every[0] if every else None)
        if samples and ranked:
            tries = [
                steps.tries(combined[pair][number], made[pair][number], seed * _LONGEST + n)
                for n, pair in enumerate(pairwise(ranked[0].places))
            ]
            answer.journeys = _played(tries, turns, samples, report_one)
        found.answers.append(answer)
    steps.solver.raise_if_never_asked()
    return found


def place_called(bundle: Bundle, board: Board, name: str) -> str:
    """The place of a board that somebody means by its id or its name. Raises MootError if there is none."""
    names = {place: bundle.terms.get(place, place) for place in board.places}
    known = [*((place, place) for place in board.places), *names.items()]
    found = ids_named(name, [(ident, other.removeprefix(board.prefix)) for ident, other in known])
    if found:
        return found[0]
    hint = nearest(name, [*board.places, *names.values()]) or f"list them with: moot show {bundle.id} {board.id}"
    raise fail("unknown-place", f"the board `{board.id}` has no place `{name}`", hint=hint)


class _Steps:
    """Puts one step after another to the rules."""

    def __init__(self, game: CompiledGame, fixtures: Fixtures, told: Mapping[str, str]) -> None:
        self.game = game
        self.fixtures = fixtures
        self.told = told
        self.solver = QuestionSolver(game, fixtures, told)
        self.arrives, self.stays = fixtures.question.root.value["outcomes"].value

    def chance(self, said: Combination, made: Combination) -> Fraction:
        """The chance that a step succeeds. Raises MootError if it may end otherwise than there or where it began."""
        row = self.solver.row(said, made)
        if OTHER in row.odds:
            message = f"a step from `{said[HERE][0]}` to `{said[THERE][0]}` has another outcome"
            hint = f"let every step end in `{self.arrives}` or `{self.stays}`"
            raise fail("other-end", message, self.fixtures.question.at, hint)
        return row.odds.get(self.arrives, Fraction(0))

    def tries(self, said: Combination, made: Combination, seed: int) -> Iterator[bool]:
        """Tries of a step played by chance, without end: whether each succeeds."""
        solver = QuestionSolver(self.game, self.fixtures, self.told)
        return (end == self.arrives for end in solver.played(said, made, seed))


def _played(steps: Sequence[Iterator[bool]], turns: int, samples: int, on_journey: Callable[[], None]) -> Journeys:
    found = Journeys(samples)
    for _ in range(samples):
        taken = 0
        for step in steps:
            taken += 1
            while not next(step) and taken < _LONGEST:
                taken += 1
        found.within += taken <= turns
        found.turns += taken
        on_journey()
    return found
