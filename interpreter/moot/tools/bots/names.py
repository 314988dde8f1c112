"""Bots by their names: `greedy:3` and `search:2s` as people write them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...lang.arguments import expect
from ...lang.diagnostic import MootError, fail
from ...lang.spelling import nearest, there_are
from ...stack.game import Game, seat_number
from .brisk import BriskBot, judges_things
from .circles import SteadyBot
from .evaluate import Evaluation
from .simple import Bot, GreedyBot, RandomBot, is_large


@dataclass(frozen=True, slots=True)
class BotSort:
    """A type of bot: its name, and how to make one from the text after the colon."""

    usage: str
    make: Callable[[str, Game, int, int], Bot]


def _random(rest: str, game: Game, seat: int, seed: int) -> Bot:
    if rest:
        raise _wrong(f"random:{rest}", "`random` takes no value after a colon")
    return RandomBot(seed)


def _greedy(rest: str, game: Game, seat: int, seed: int) -> Bot:
    return GreedyBot(game, seat, seed, _count(f"greedy:{rest}", rest or "3", "guesses"))


def _brisk(rest: str, game: Game, seat: int, seed: int) -> Bot:
    return BriskBot(game, seat, seed, _count(f"brisk:{rest}", rest or "12", "options to examine"))


def _search(rest: str, game: Game, seat: int, seed: int) -> Bot:
    from .search import SearchBot

    name = f"search:{rest}"
    if rest.endswith("s"):
        try:
            seconds = float(rest[:-1])
        except ValueError:
            seconds = 0.0
        if not 0 < seconds < 3600:
            raise _wrong(name, "the time must be a number of seconds above zero, as in `search:0.5s`")
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
    bot = SORTS[sort].make(rest, game, seat_number(game, seat), seed)
    return bot if isinstance(bot, RandomBot) else SteadyBot(bot, game)


def usual_bot(game: Game) -> str:
    """The default bot of a seat: `greedy`, or a suitable one for a large game."""
    return sensible_bot(game) if is_large(game) else "greedy"


def sensible_bot(game: Game) -> str:
    """The fastest sensible bot: it uses the rules' promise functions, of things or of positions."""
    if judges_things(game):
        return "brisk"
    return "greedy:1" if Evaluation(game).promise is not None else "random"


def _count(name: str, text: str, what: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text) <= 10_000_000:
        raise _wrong(name, f"expected the number of {what} after the colon, from 1 to 10,000,000")
    return int(text)


def _wrong(name: str, hint: str) -> MootError:
    return fail("unknown-bot", f"unknown bot `{name}`", hint=hint)
