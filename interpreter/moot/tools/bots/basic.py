"""Players that choose by themselves, for any game: random, greedy, brisk and search.

A bot is asked for the place of an option among those offered. It looks at nothing but guesses: positions that look to
its seat like the one that is played. The same seed and the same look give the same choice.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from ...lang.arguments import expect
from ...lang.diagnostic import MootError, fail, nearest, there_are
from ...lang.without_gc import uncollected
from ...stack.game import Game, seat_number
from ...state.position import Position
from .brisk import BriskBot, judges_things
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


class GreedyBot:
    """The option after which its seat stands best, on average over a few guesses; of equals any."""

    def __init__(self, game: Game, seat: int, seed: int, guesses: int) -> None:
        self.game = game
        self.seat = seat
        self.guesses = guesses
        self.rng = random.Random(seed)
        self.evaluation = Evaluation(game)

    def choose(self, S: Position) -> int:
        count = len(S.question().options)
        if count == 1:
            return 0
        totals = [0.0] * count
        with uncollected():
            for _ in range(self.guesses):
                guessed = self.game.determinizer.guess(S, self.seat, self.rng)
                guessed.nature = False
                for place in range(count):
                    totals[place] += self.worth(guessed.copy(), place)
        best = max(totals)
        return self.rng.choice([place for place, total in enumerate(totals) if total == best])

    def worth(self, S: Position, place: int) -> float:
        """Of an option on a guess, which is changed."""
        try:
            self.game.machine.advance(S, S.question().options[place])
            if self.evaluation.promise is None:
                self.evaluation.play_out(S, self.rng.random)
        except MootError:
            return 0.0  # what cannot be played on a guess says nothing about the option
        return max(-WON, min(WON, self.evaluation.margins(S)[self.seat]))


@dataclass(frozen=True, slots=True)
class BotSort:
    """A sort of bot: how it is called, and how one is made from what stands behind the colon."""

    usage: str
    make: Callable[[str, Game, int, int], Bot]


def _random(rest: str, game: Game, seat: int, seed: int) -> Bot:
    if rest:
        raise _wrong(f"random:{rest}", "`random` takes nothing behind a colon")
    return RandomBot(seed)


def _greedy(rest: str, game: Game, seat: int, seed: int) -> Bot:
    return GreedyBot(game, seat, seed, _count(f"greedy:{rest}", rest or "3", "guesses"))


def _brisk(rest: str, game: Game, seat: int, seed: int) -> Bot:
    return BriskBot(game, seat, seed, _count(f"brisk:{rest}", rest or "12", "options that are looked at"))


def _search(rest: str, game: Game, seat: int, seed: int) -> Bot:
    from .ismcts import SearchBot

    name = f"search:{rest}"
    if rest.endswith("s"):
        try:
            seconds = float(rest[:-1])
        except ValueError:
            seconds = 0.0
        if not 0 < seconds < 3600:
            raise _wrong(name, "the time is a number of seconds above zero, as in `search:0.5s`")
        return SearchBot(game, seat, seed, seconds=seconds)
    return SearchBot(game, seat, seed, iterations=_count(name, rest or "400", "iterations"))


SORTS: dict[str, BotSort] = {
    "random": BotSort("random", _random),
    "greedy": BotSort("greedy[:GUESSES]", _greedy),
    "brisk": BotSort("brisk[:OPTIONS]", _brisk),
    "search": BotSort("search[:ITERATIONS] or search:SECONDSs", _search),
}


def make_bot(name: str, game: Game, seat: int | str, seed: int) -> Bot:
    """A bot by its name: `random`, `greedy`, `greedy:8`, `search:400`, `search:0.5s`. Raises MootError for others."""
    expect(isinstance(name, str), "bot", "the name of a bot, as 'greedy:8'", name)
    sort, _, rest = name.partition(":")
    if sort not in SORTS:
        raise _wrong(name, nearest(sort, SORTS) or there_are(one.usage for one in SORTS.values()))
    return SORTS[sort].make(rest, game, seat_number(game, seat), seed)


def sensible_bot(game: Game) -> str:
    """The bot that knows what it does and is fast: by what the rules say is promising, of things or at all."""
    if judges_things(game):
        return "brisk"
    return "greedy:1" if Evaluation(game).promise is not None else "random"


def _count(name: str, text: str, what: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text) <= 10_000_000:
        raise _wrong(name, f"behind the colon stands the number of {what}, from 1 to 10,000,000")
    return int(text)


def _wrong(name: str, hint: str) -> MootError:
    return fail("unknown-bot", f"there is no bot `{name}`", hint=hint)


__all__ = ["SORTS", "Bot", "GreedyBot", "RandomBot", "make_bot", "seat_number", "sensible_bot"]
