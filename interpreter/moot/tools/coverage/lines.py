"""Games that note which lines of the rules run in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ...code.pipeline import compiled, program_of
from ...code.typing.typed import typed
from ...pack.model.bundle import Bundle
from ...stack.game import Game
from ...state.position import Position
from ..documents.citations import LinePlace
from ..simulate.series import LIMIT, Series, SeriesTally, tallies


@dataclass(slots=True)
class RuleRuns(SeriesTally):
    """The results of some games, with the rules that ran in each, by their numbers."""

    ran: list[frozenset[int]] = field(default_factory=list)


class CoveringSeries(Series):
    """Plays the games of a run with a program that notes what runs."""

    tally = RuleRuns

    def play(self, numbers: range) -> SeriesTally:
        self.game.machine.fast.covered.clear()
        return super().play(numbers)

    def ended(self, tally: RuleRuns, S: Position) -> None:
        covered = self.game.machine.fast.covered
        tally.ran.append(frozenset(covered))
        covered.clear()


def covering_game(bundle: Bundle, mods: Sequence[str | Path] = ()) -> Game:
    """The game of a bundle, compiled so that its rules note when they run. Raises MootError if they are not sound."""
    game = typed(bundle)
    bundle.report.raise_if_failed()
    return Game(program_of(compiled(game, bundle), bundle, covering=True), [str(mod) for mod in mods])


def random_games(
    game: Game, games: int, seed: int, jobs: int, on_progress: Callable[[int], None] | None = None
) -> list[frozenset[LinePlace]]:
    """For each random game of a run (the games of `moot sim` with that seed): the lines of the rules that ran in it.

    Raises MootError for a game that cannot be played, with the command that repeats it.
    """
    series = CoveringSeries(game, game.id, seed, {}, LIMIT)
    rules = game.program.rules
    found = []
    for tally in tallies(series, games, jobs):
        assert isinstance(tally, RuleRuns)
        found += [frozenset((rules[n].file, rules[n].line) for n in one) for one in tally.ran]
        if on_progress is not None:
            on_progress(tally.games)
    return found
