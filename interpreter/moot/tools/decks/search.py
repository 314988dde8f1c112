"""A better legal deck, found by playing: change a deck by a card or two, and play both with the same seeds.

It is a racing local search. A changed deck is dropped as soon as its games are clearly worse, and replaces the best one
if after all its games it is better by more than chance explains. The result is measured once more, on seeds that the
search has not used.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, stdev
from typing import Any

from ...lang.diagnostic import Diagnostic, MootError, fail
from ...stack.chance import seeded
from ...stack.scoreboard import Reported
from ...state.position import Position
from ..simulate.confidence import of_mean, wilson
from ..simulate.series import LIMIT, Series, SeriesTally
from .constraints import DeckLaws
from .pool import CardPool, list_copies

LOT = 10  # games between two checks of a race
RACE = 60  # the most games in a race
FRESH = 0.25  # the share of all games reserved for measuring on fresh seeds
_WORSE = 1.3  # standard errors below the best deck at which a changed one is dropped
_BETTER = 1.3  # standard errors above it at which the changed one replaces it
_OWN = 0.5  # the share of changes that add a card of the pack which the deck does not have yet
_TRIES = 200  # attempts to find a legal change

GOALS = ("survival", "score")


@dataclass(slots=True)
class GameWorths(SeriesTally):
    """The value of each game, in order."""

    values: list[float] = field(default_factory=list)

    def add(self, other: SeriesTally) -> None:
        assert isinstance(other, GameWorths)
        SeriesTally.add(self, other)
        self.values += other.values


class DeckSeries(Series):
    """Games with one deck of a pool. A game is worth 1 if it is survived, or its score if that is the goal; otherwise
    0.

    If survival is the goal, a game lost late is worth more than one lost at once, up to a half. This leads a search
    away from a deck that never survives. It needs a report's `time` and `last`.
    """

    tally = GameWorths

    def __init__(self, pool: CardPool, cards: Sequence[str], seed: int, bot: str, goal: str) -> None:
        game = pool.game
        super().__init__(game, game.id, seed, dict.fromkeys(game.players, bot), LIMIT)
        self.opening = game.machine.opening_from(pool.laid(cards))
        self.cards = cards
        self.report = Reported(game)
        self.score = self.report.score if goal == "score" else None

    def ended(self, tally: GameWorths, S: Position) -> None:
        survived = S.result is not None and S.result.winners != 0
        won = float(self.score(S) if self.score is not None else 1)
        tally.values.append(won if survived else self._lasted(S) / 2)

    def _lasted(self, S: Position) -> float:
        """The share of its full length that a lost game reached."""
        time, last = self.report.time, self.report.last
        if self.score is not None or time is None or last is None or last(S) <= 0:
            return 0.0
        return min(1.0, max(0.0, time(S) / last(S)))

    def diagnostics_of(self, error: MootError, seed: int) -> list[Diagnostic]:
        deck = ", ".join(f"{title} {count}" for title, count in Counter(self.cards).items())
        return [Diagnostic(d.code, d.message, d.at, f"with the deck: {deck}; seed {seed}") for d in error.diagnostics]


@dataclass(slots=True)
class PlayedDeck:
    """A deck with the values of its games on the first seeds."""

    series: DeckSeries
    values: list[float] = field(default_factory=list)

    @property
    def cards(self) -> Sequence[str]:
        return self.series.cards


@dataclass(slots=True)
class Better:
    """The result of a search. `before`, `after`: the rates or mean scores of the first and the best deck on fresh
    seeds, each low, mean, high. `difference`: the same for the paired difference. `tried`: the decks played. `taken`:
    those that became the best one. `games`: all games played.
    """

    deck: dict[str, int]
    start: dict[str, int]
    before: list[float]
    after: list[float]
    difference: list[float]
    tried: int
    taken: int
    games: int


class DeckSearch:
    """A search that starts from one deck. The same seed gives the same deck."""

    def __init__(
        self,
        pool: CardPool,
        bot: str,
        seed: int = 0,
        goal: str = "survival",
        on_progress: Callable[[int], None] | None = None,
    ) -> None:
        """Raises MootError for an unknown bot, a game of several players, and a goal that the pack does not report."""
        game = pool.game
        if len(game.players) != 1:
            raise fail("no-report", f"`{game.title}` has several players", hint="build decks only for solo games")
        if goal == "score" and Reported(game).score is None:
            raise fail("no-score", f"`{game.id}` does not define a score", hint="add to pack.yaml: report: {score: …}")
        self.pool, self.bot, self.seed, self.goal = pool, bot, seed, goal
        self.laws = DeckLaws(pool)
        self.rng = random.Random(seeded(seed) + 7)
        self.on_progress = on_progress or (lambda count: None)
        self.games = 0

    def first(self) -> dict[str, int]:
        """The deck to start with: the pack's if the pool has it and it is legal, or any legal one.

        Raises MootError if there is none, or none was found.
        """
        model = self.pool.model
        own = {title: count for title, count, _ in model.cards}
        if own and self.pool.things(list_copies(own.items())) is not None and not self.laws.broken(own):
            return own
        found = self.laws.legal(sum(own.values()), self.seed)
        if found.deck is None:
            raise no_deck(found.clash, found.unread)
        return found.deck

    def run(self, games: int) -> Better:
        """Search with that many games, and measure. Raises MootError for a game that cannot be played."""
        start = self.first()
        fresh = max(LOT, int(games * FRESH / 2))
        best = self._played(list_copies(start.items()))
        seen = {tuple(sorted(best.cards))}
        tried = taken = 0
        while self.games + RACE <= games - 2 * fresh:
            cards = self._changed(best.cards, seen)
            if cards is None:
                break
            seen.add(tuple(sorted(cards)))
            tried += 1
            other = self._played(cards)
            if self._race(best, other):
                best, taken = other, taken + 1
        return self._measured(start, best, tried, taken, fresh)

    def _measured(self, start: Mapping[str, int], best: PlayedDeck, tried: int, taken: int, fresh: int) -> Better:
        before, after = (
            self._values(DeckSeries(self.pool, cards, self.seed + 1, self.bot, self.goal), 1, fresh)
            for cards in (list_copies(start.items()), best.cards)
        )
        if self.goal == "survival":
            before, after = ([float(value == 1) for value in values] for values in (before, after))
        same = Counter(best.cards) == Counter(start)
        difference = [0.0, 0.0, 0.0] if same else of_mean([b - a for a, b in zip(before, after, strict=True)])
        return Better(
            dict(sorted(Counter(best.cards).items())),
            dict(start),
            self._mean(before),
            self._mean(after),
            difference,
            tried,
            taken,
            self.games,
        )

    def _mean(self, values: Sequence[float]) -> list[float]:
        return wilson(int(sum(values)), len(values)) if self.goal == "survival" else of_mean(values)

    def _played(self, cards: Sequence[str]) -> PlayedDeck:
        return PlayedDeck(DeckSeries(self.pool, cards, self.seed, self.bot, self.goal))

    def _race(self, best: PlayedDeck, other: PlayedDeck) -> bool:
        """Whether the other deck replaces the best one."""
        while len(other.values) < RACE:
            for one in (best, other):
                if len(one.values) < len(other.values) + LOT or one is other:
                    one.values += self._values(one.series, len(one.values), LOT)
            differences = [b - a for a, b in zip(best.values, other.values, strict=False)]
            mean, error = fmean(differences), stdev(differences) / math.sqrt(len(differences))
            if mean + _WORSE * error < 0 or (mean <= 0 and len(differences) >= RACE // 2):
                return False
        return mean > _BETTER * error

    def _values(self, series: DeckSeries, first: int, count: int) -> list[float]:
        tally: Any = series.play(range(first, first + count))
        if tally.fault:
            raise MootError(tally.fault)
        self.games += count
        self.on_progress(count)
        return list(tally.values)

    def _changed(self, cards: Sequence[str], seen: set[tuple[str, ...]]) -> list[str] | None:
        """A legal deck that differs by a card or two and has not been played yet; None if none was found.

        The new card takes the place of the removed one, so that the same seed deals alike.
        """
        fresh = [title for title in self.laws.own if title not in cards]
        for _ in range(_TRIES):
            changed = list(cards)
            titles = fresh if fresh and self.rng.random() < _OWN else self.laws.titles
            for _ in range(self.rng.choice((1, 1, 2))):
                move = self.rng.random()
                if move < 0.8:
                    changed[self.rng.randrange(len(changed))] = self.rng.choice(titles)
                elif move < 0.9:
                    changed.append(self.rng.choice(titles))
                elif len(changed) > 1:
                    del changed[self.rng.randrange(len(changed))]
            things = self.pool.things(changed)
            if things is not None and tuple(sorted(changed)) not in seen and not self.laws.broken_by(things):
                return changed
        return None


def no_deck(clash: Sequence[str], unread: Sequence[str]) -> MootError:
    """The error for a pool without a legal deck, or for an undecided search."""
    if clash:
        return fail("no-legal-deck", "no deck from the pool is legal: " + "; ".join(clash),
                    hint="add cards to the pool, or relax the laws")  # fmt: skip
    what = f" (cannot be analysed: {'; '.join(f'`{line}`' for line in unread)})" if unread else ""
    return fail("undecided-deck", f"no legal deck found, though one may exist{what}",
                hint="write a legal deck, as the start of the search")  # fmt: skip


def deck_yaml(name: str, pool: CardPool, deck: Mapping[str, int], options: Mapping[str, Any], about: str) -> str:
    """A deck as a file of a pack."""
    model = pool.model
    choice = str(model.choice.value) if model.choice is not None else ""
    lines = [f"# {line}" for line in about.splitlines()]
    lines += ["decks:", f"  {name}:", f"    zone: {model.zone}", f"    choice: {choice}"]
    if options:
        lines.append(f"    for: {{{', '.join(f'{option}: {value}' for option, value in options.items())}}}")
    lines.append("    cards:")
    return "\n".join([*lines, *(f"      {title}: {count}" for title, count in deck.items())]) + "\n"
