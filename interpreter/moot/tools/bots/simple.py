"""The interface of a bot, and the two simple ones: random and greedy.

A bot chooses an index among the options. It reads only guesses: positions that look to its seat like the real one. The
same seed and the same view give the same choice.
"""

from __future__ import annotations

import random
from typing import Protocol

from ...lang.diagnostic import MootError
from ...lang.without_gc import uncollected
from ...stack.game import Game
from ...state.position import Position
from .evaluate import WON, Evaluation


class Bot(Protocol):
    """Chooses for one seat. `choose` gives the place of an option among those asked; it does not change S."""

    def choose(self, S: Position) -> int: ...


class RandomBot:
    """Any option, each as likely as the others."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def choose(self, S: Position) -> int:
        assert S.ask is not None
        return int(self.rng.random() * len(S.ask[2]))


LARGE = 2000  # cells of a position, from which on each look takes its time
LOOKS = 60  # the number of options examined there for one choice, in all guesses together


def is_large(game: Game) -> bool:
    return game.program.layout.cells > LARGE


class GreedyBot:
    """The option with the best average value for its seat over a few guesses; ties at random.

    In a large game there are fewer guesses if there are many options, and only some of very many are examined. If the
    rules value positions, an examination stops before the next options are found.
    """

    def __init__(self, game: Game, seat: int, seed: int, guesses: int) -> None:
        self.game = game
        self.seat = seat
        self.guesses = guesses
        self.large = is_large(game)
        self.rng = random.Random(seed)
        self.evaluation = Evaluation(game)

    def choose(self, S: Position) -> int:
        count = len(S.question().options)
        if count == 1:
            return 0
        places, guesses = list(range(count)), self.guesses
        if self.large:
            places = places if count <= LOOKS else sorted(self.rng.sample(places, LOOKS))
            guesses = max(1, min(guesses, LOOKS // len(places)))
        totals = dict.fromkeys(places, 0.0)
        with uncollected():
            for _ in range(guesses):
                guessed = self.game.determinizer.guess(S, self.seat, self.rng)
                guessed.nature = False
                guessed.glance = self.large and self.evaluation.promise is not None
                for place in places:
                    totals[place] += self.worth(guessed.copy(), place)
        best = max(totals.values())
        return self.rng.choice([place for place, total in totals.items() if total == best])

    def worth(self, S: Position, place: int) -> float:
        """For an option on a guess, which is changed."""
        try:
            self.game.machine.advance(S, S.question().options[place])
            if self.evaluation.promise is None:
                self.evaluation.play_out(S, self.rng.random)
        except MootError:
            return 0.0  # a failure on a guess says nothing about the option
        return max(-WON, min(WON, self.evaluation.margins(S)[self.seat]))
