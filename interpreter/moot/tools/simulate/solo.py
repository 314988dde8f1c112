"""Many games of one player: how often they are survived, when and why they are lost, scores, each card's part."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

from ...code.program import Program
from ...stack.game import Game
from ...stack.scoreboard import Reported
from ...state.position import Position
from .confidence import newcombe, wilson
from .end_reasons import EndReason, causes_of, reason_of
from .series import LIMIT, Series, SeriesTally, play_all, simulation_result

QUANTILES = (5, 25, 50, 75, 95)
BARS = 12  # of a histogram, at most


@dataclass(slots=True)
class Outcomes(SeriesTally):
    """The results of some solo games. A game is survived if its player wins it."""

    survived: int = 0
    losses: Counter[tuple[EndReason, int]] = field(default_factory=Counter)  # by reason and time
    scores: Counter[int] = field(default_factory=Counter)  # of survived games
    entered: Counter[str] = field(default_factory=Counter)  # by title: games in which a copy came into play
    entered_survived: Counter[str] = field(default_factory=Counter)  # the survived ones

    def add(self, other: SeriesTally) -> None:
        assert isinstance(other, Outcomes)
        SeriesTally.add(self, other)
        self.survived += other.survived
        self.losses += other.losses
        self.scores += other.scores
        self.entered += other.entered
        self.entered_survived += other.entered_survived


class OutcomeSeries(Series):
    """Plays with a journal, which records everything that came into play, however briefly."""

    tally = Outcomes
    journal = True

    def __init__(
        self, game: Game, called: str, seed: int, bots: Mapping[str, str], limit: int, logs: Path | None = None
    ) -> None:
        super().__init__(game, called, seed, bots, limit, logs)
        self.report = Reported(game)
        layout = game.program.layout
        self.open = {number for number, zone in enumerate(layout.zones) if zone.in_play}
        self.titles = {number: thing.title for number, thing in enumerate(layout.things) if thing.deck}

    def ended(self, tally: Outcomes, S: Position) -> None:
        survived = S.result is not None and S.result.winners != 0
        if survived:
            tally.survived += 1
            if self.report.score is not None:
                tally.scores[self.report.score(S)] += 1
        else:
            time = self.report.time(S) if self.report.time is not None else 0
            tally.losses[reason_of(S), time] += 1
        moved = {entry[2] for entry in S.journal or () if entry[0] == "move" and entry[4] in self.open}
        for title in {self.titles[thing] for thing in moved if thing in self.titles}:
            tally.entered[title] += 1
            tally.entered_survived[title] += survived


def survival(
    game: Game,
    *,
    games: int = 1000,
    jobs: int = 1,
    seed: int = 0,
    bots: Mapping[str, str] | None = None,
    on_progress: Callable[[int], None] | None = None,
    limit: int = LIMIT,
    called: str = "",
    logs: Path | None = None,
) -> dict[str, Any]:
    """As `simulate`, for a solo game, with more results:

    `survival` [low, rate, high]; `losses`, a list of {cause, games, times: {time: games}}, most frequent first;
    `times`, whether the pack's report names a time; `scores` of survived games {games, mean, deviation, least, most,
    quantiles, histogram: [[from, to, games]]}, or None; `cards`, a list of {card, played, survived, missed,
    missed_survived, difference: [low, difference, high] or None}, the most helpful first. A difference is the survival
    rate of games in which a card came into play minus that of the others.
    """
    series = OutcomeSeries(game, called or game.id, seed, bots or {}, limit, logs)
    total, seconds = play_all(series, games, jobs, on_progress)
    return simulation_result(series, total, seconds) | {
        "survival": wilson(total.survived, games),
        "losses": _losses(total.losses),
        "times": series.report.time is not None,
        "scores": distribution(total.scores),
        "cards": _cards(total, dict.fromkeys(series.titles.values())),
    }


def beside_random(game: Game, found: dict[str, Any], jobs: int = 1) -> dict[str, Any]:
    """The result of `survival` with a bot, and its margin over the random bot.

    `at_random`: the result of `survival` for the same number of random games with the same seed, and `difference` [low,
    difference, high].
    """
    games = found["games"]
    random = survival(game, games=games, jobs=jobs, seed=found["seed"])
    won, other = (round(one["survival"][1] * games) for one in (found, random))
    return found | {"at_random": random | {"difference": newcombe(won, games, other, games)}}


def never_played(found: Sequence[dict[str, Any]]) -> tuple[int, list[str]]:
    """For several runs: the number of cards in their decks, and the cards that came into play in no game."""
    times: Counter[str] = Counter()
    for run in found:
        for one in (*run["cards"], *run.get("at_random", {"cards": ()})["cards"]):
            times[one["card"]] += one["played"]
    return len(times), sorted(card for card, count in times.items() if not count)


def _losses(losses: Counter[tuple[EndReason, int]]) -> list[dict[str, Any]]:
    told = causes_of(reason for reason, _ in sorted(losses))
    causes: dict[str, Counter[int]] = {}
    for (reason, time), count in losses.items():
        causes.setdefault(told[reason], Counter())[time] += count
    return [
        {"cause": cause, "games": times.total(), "times": {str(time): times[time] for time in sorted(times)}}
        for cause, times in sorted(causes.items(), key=lambda item: (-item[1].total(), item[0]))
    ]


def distribution(scores: Mapping[int, int]) -> dict[str, Any] | None:
    """For counted whole numbers: mean, deviation, limits, quantiles and a histogram. Returns None if there are none."""
    if not scores:
        return None
    values = [score for score in sorted(scores) for _ in range(scores[score])]
    least, most = values[0], values[-1]
    width = max(1, math.ceil((most - least + 1) / BARS))
    bars = [[low, low + width - 1, 0] for low in range(least, most + 1, width)]
    for value in values:
        bars[(value - least) // width][2] += 1
    return {
        "games": len(values),
        "mean": fmean(values),
        "deviation": pstdev(values),
        "least": least,
        "most": most,
        "quantiles": {str(part): values[max(0, math.ceil(len(values) * part / 100) - 1)] for part in QUANTILES},
        "histogram": bars,
    }


def _cards(total: Outcomes, titles: Mapping[str, None]) -> list[dict[str, Any]]:
    found = []
    for title in titles:
        entered, survived = total.entered[title], total.entered_survived[title]
        missed, missed_survived = total.games - entered, total.survived - survived
        found.append(
            {
                "card": title,
                "played": entered,
                "survived": survived,
                "missed": missed,
                "missed_survived": missed_survived,
                "difference": newcombe(survived, entered, missed_survived, missed),
            }
        )
    return sorted(found, key=lambda one: (-(one["difference"] or [0.0, -2.0])[1], one["card"]))


def laid_decks(program: Program) -> dict[str, str]:
    """The deck used for each option that chooses one: the chosen deck, or the first that suits."""
    return {option: deck for deck, option, _, laid in program.samples if laid}


def samples(game: Game) -> list[dict[str, Any]]:
    """The options under which a pack's sample decks are used: a map for each deck that names them, with its own."""
    return [{**suits, option: deck} for deck, option, suits, _ in game.program.samples if suits]
