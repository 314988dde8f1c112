"""What a bot is, and the two simple ones: random and greedy.

A bot is asked for the place of an option among those offered. It looks at nothing but guesses: positions that look to
its seat like the one that is played. The same seed and the same look give the same choice.
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
LOOKS = 60  # options that are looked at there for one choice, those of all guesses together


def is_large(game: Game) -> bool:
    return game.program.layout.cells > LARGE


class GreedyBot:
    """The option after which its seat stands best, on average over a few guesses; of equals any.

    In a large game there are fewer guesses where there are many options, and of very many only some are looked at;
    and if its rules say what a position promises, a look ends before it is found out what may be done next.
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
        """Of an option on a guess, which is changed."""
        try:
            self.game.machine.advance(S, S.question().options[place])
            if self.evaluation.promise is None:
                self.evaluation.play_out(S, self.rng.random)
        except MootError:
            return 0.0  # what cannot be played on a guess says nothing about the option
        return max(-WON, min(WON, self.evaluation.margins(S)[self.seat]))
