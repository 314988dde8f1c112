"""Many games between bots, and how often who has won."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import Any

from ...code.program import Program
from ...lang.arguments import expect, whole
from ...lang.diagnostic import Diagnostic, MootError, fail
from ...stack.chance import seeded
from ...stack.decision import decision_of
from ...stack.game import Game, State, seat_number
from ...stack.load import load
from ...state.position import NATURE, NOBODY, Options, Outcome, Position
from ..bots.names import make_bot
from ..bots.simple import Bot
from ..logs.folder import LogFolder
from ..logs.log import play_to_end
from ..processes import spread
from .confidence import of_mean, wilson
from .end_reasons import EndReason, causes_of, reason_of

LIMIT = 100_000  # decisions after which a game counts as stuck
SEED_BITS = 48

Chooser = Callable[[Position, int, Options], int]  # the place of an option: of those asked of a player


@dataclass(slots=True)
class SeriesTally:
    """The results of some games. `winners`: the number won by each, alone or jointly; `together`: the number won
    jointly; `scored`: by player, the frequency of each score. `fault`: the error of the first game that cannot be
    played.
    """

    decisions: int = 0
    winners: Counter[str] = field(default_factory=Counter)
    causes: Counter[EndReason] = field(default_factory=Counter)
    games: int = 0
    together: int = 0
    scored: dict[str, Counter[int]] = field(default_factory=dict)
    fault: list[Diagnostic] = field(default_factory=list)

    def note(self, end: Outcome, players: Sequence[str]) -> None:
        """How one more game ended."""
        winners = end.names(players)
        self.winners.update(winners or ("none",))
        self.together += len(winners) > 1
        for player, score in zip(players, end.scores or (), strict=False):
            self.scored.setdefault(player, Counter())[score] += 1

    def add(self, other: SeriesTally) -> None:
        self.decisions += other.decisions
        self.winners += other.winners
        self.causes += other.causes
        self.games += other.games
        self.together += other.together
        for player, scores in other.scored.items():
            self.scored.setdefault(player, Counter()).update(scores)


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of a run. The first has the run's own, so that a run of one game plays any of them again."""
    return seed if number == 0 else seeded(seed * 1_000_003 + number) >> 64 - SEED_BITS


class Series:
    """Plays numbered games of one run, one after another. `ended` collects what a particular series needs.

    `tally`: its counters; `journal`: whether the games keep a journal.
    """

    tally: type[SeriesTally] = SeriesTally
    journal = False

    def __init__(
        self,
        game: Game,
        called: str,
        seed: int,
        bots: Mapping[str, str],
        limit: int,
        logs: Path | None = None,
    ) -> None:
        """`logs`: the folder of the games' logs. Raises MootError for unknown bots, and for a folder that cannot
        be used.
        """
        expect(isinstance(game, Game), "game", "a loaded game", game)
        expect(isinstance(bots, Mapping), "bots", "a mapping from players to names of bots", bots)
        self.game = game
        self.called = called
        self.seed = whole(seed, "seed")
        self.names = ["random"] * len(game.players)
        for seat, name in bots.items():
            self.names[seat_number(game, seat)] = name
        self.bots = bots
        self.limit = limit
        self.opening = game.machine.opening
        self.make(seed)  # unknown names are reported before any game is played
        self.logs = logs
        named = dict(zip(game.players, self.names, strict=True))
        self.kept = LogFolder(logs, game, called, named) if logs is not None else None

    @property
    def given(self) -> tuple[Any, ...]:
        """The data from which another process builds this series, apart from the game."""
        return self.called, self.seed, dict(self.bots), self.limit, self.logs

    def make(self, seed: int) -> list[Bot]:
        return [make_bot(name, self.game, p, seeded(seed) + p + 1) for p, name in enumerate(self.names)]

    def play(self, numbers: range) -> SeriesTally:
        tally = self.tally()
        players = self.game.players
        for number in numbers:
            seed = game_seed(self.seed, number)
            try:
                S, count = self.play_again(seed) or self.play_anew(seed)
            except MootError as error:
                tally.fault = error.diagnostics
                return tally
            tally.note(S.result or NOBODY, players)
            tally.causes[reason_of(S)] += 1
            tally.decisions += count
            tally.games += 1
            self.ended(tally, S)
        return tally

    def ended(self, tally: Any, S: Position) -> None:
        """A game of the series is over."""

    def begun(self, seed: int) -> Position:
        return self.opening.fresh(seeded(seed), self.journal, notices=set(self.names) != {"random"})

    def play_again(self, seed: int) -> tuple[Position, int] | None:
        """Replay a game from its log: its end and the number of decisions; None if there is no log. Raises
        MootError for a mismatch.
        """
        log = self.kept.read(seed) if self.kept is not None else None
        if log is None:
            return None
        state = State(self.game, self.begun(seed), seed)
        play_to_end(log, state)
        return state.position, len(log.choices)

    def play_anew(self, seed: int) -> tuple[Position, int]:
        """A game's end and the number of decisions. Raises MootError, with the command that plays it again, if it
        cannot be ended.
        """
        at_random = set(self.names) == {"random"}
        choices: list[tuple[str, str]] = []
        try:
            S = self.begun(seed)
            if self.kept is not None:
                choose = self.at_random(seed) if at_random else self.by_bots(seed)
                count = self.play_by(S, choose, choices)
            else:
                count = self.play_random(S, seed) if at_random else self.play_by(S, self.by_bots(seed))
            if count > self.limit:
                raise stuck(self.game, self.limit)
        except MootError as error:
            raise MootError(self.diagnostics_of(error, seed)) from None
        if self.kept is not None:
            self.kept.write(seed, choices, S)
        return S, count

    def play_random(self, S: Position, seed: int) -> int:
        """The number of decisions; more than the limit if the game does not end."""
        advance, draw = self.game.machine.advance, random.Random(seeded(seed) + 1).random
        count = 0
        ask = S.ask
        while ask is not None and count <= self.limit:
            _, _, values, _ = ask
            advance(S, values[int(draw() * len(values))])
            count += 1
            ask = S.ask
        return count

    def at_random(self, seed: int) -> Chooser:
        """Chooses as `play_random` does."""
        draw = random.Random(seeded(seed) + 1).random
        return lambda S, player, values: int(draw() * len(values))

    def by_bots(self, seed: int) -> Chooser:
        bots = self.make(seed)
        return lambda S, player, values: bots[player].choose(S)

    def play_by(self, S: Position, choose: Chooser, choices: list[tuple[str, str]] | None = None) -> int:
        """The number of decisions, as `play_random`. `choices`: where to note who chose what."""
        advance = self.game.machine.advance
        count = 0
        while S.ask is not None and count <= self.limit:
            _, player, values, _ = S.ask
            if player == NATURE:
                advance(S, self.game.machine.sample(S))
                continue
            place = choose(S, player, values)
            if choices is not None:
                decision = decision_of(self.game.program, S)
                assert decision is not None
                choices.append((decision.player, decision.options[place].key))
            advance(S, values[place])
            count += 1
        return count

    def diagnostics_of(self, error: MootError, seed: int) -> list[Diagnostic]:
        """The fault with the command that plays the same game again."""
        parts = [f"moot sim {self.called} --games 1 --seed {seed}"]
        parts += [f"--bot {seat}={name}" for seat, name in self.bots.items()]
        parts += [f"--with {mod}" for mod in self.game.mods]
        parts += [f"--deck {player}=FILE" for player in self.game.decks]
        hint = f"to repeat this game: {' '.join(parts)}, with the same options"
        return [replace(d, hint="; ".join(filter(None, (d.hint, hint)))) for d in error.diagnostics]


def stuck(game: Game, limit: int) -> MootError:
    """The error for a game that does not end."""
    return fail("fault-stuck", f"stuck: a game of `{game.id}` was not over after {limit} decisions")


def simulate(
    name: str | Path | Game,
    *,
    games: int = 1000,
    jobs: int = 1,
    seed: int = 0,
    bots: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | Sequence[tuple[str, Any]] = (),
    mods: Sequence[str | Path] = (),
    on_progress: Callable[[int], None] | None = None,
    limit: int = LIMIT,
    called: str = "",
    logs: Path | None = None,
) -> dict[str, Any]:
    """Play many games and count. The results depend on the seed alone, not on `jobs` (bots with a time limit aside).

    `name`: an id, a folder, or a loaded game. `bots`: seat → name; the default is the random bot. `on_progress` gets
    the size of each finished batch. `limit`: of decisions; beyond it a game is stuck. `called`: the game's name in the
    hint of a runtime error. `logs`: a folder for a log of each game; a game that has one is replayed from it, without
    bots. With `jobs`, each process imports the caller's main module.

    Returns `{game, options, seed, games, decisions, seconds, results: {winner or "none": count}, causes: {cause:
    count}, rates: {winner: [low, rate, high]}, together, scored: {player: {games, mean: [low, mean, high], least,
    most}}}`; the mean of a single game has no low and high. A game won jointly counts for each winner; `together` is
    the number of such games. Reasons that differ only in their numbers, such as scores, are one cause, with `…` for the
    varying part. Raises MootError for runtime errors of the rules and for games that do not end, with the seed.
    """
    game = name if isinstance(name, Game) else load(name, options=options, mods=mods)
    named = called or (game.id if isinstance(name, Game) else str(name))
    series = Series(game, named, seed, bots or {}, limit, logs)
    return simulation_result(series, *play_all(series, games, jobs, on_progress))


def play_all(
    series: Series, games: int, jobs: int, on_progress: Callable[[int], None] | None = None
) -> tuple[Any, float]:
    """The tally of the first games of a series, and the seconds that they took. Raises MootError for a game's fault."""
    games, jobs = whole(games, "games", 0), whole(jobs, "jobs")
    started = perf_counter()
    total = series.tally()
    for tally in tallies(series, games, jobs):
        total.add(tally)
        if on_progress is not None:
            on_progress(tally.games)
    return total, perf_counter() - started


def simulation_result(series: Series, total: SeriesTally, seconds: float) -> dict[str, Any]:
    """The result of `simulate`."""
    game, games = series.game, total.games
    named = [*game.players, *(["none"] if total.winners["none"] else [])]
    told, causes = causes_of(total.causes), Counter[str]()
    for reason, count in total.causes.items():
        causes[told[reason]] += count
    return {
        "game": game.id,
        "options": game.options,
        "seed": series.seed,
        "games": games,
        "decisions": total.decisions,
        "seconds": round(seconds, 3),
        "results": {winner: total.winners[winner] for winner in named},
        "causes": dict(sorted(causes.items(), key=lambda item: (-item[1], item[0]))),
        "rates": {winner: wilson(total.winners[winner], games) for winner in named},
        "together": total.together,
        "scored": {player: _scored(scores) for player, scores in total.scored.items()},
    }


def _scored(scores: Counter[int]) -> dict[str, Any]:
    values = sorted(scores.elements())
    mean = of_mean(values) if len(values) > 1 else [None, values[0], None]
    return {"games": len(values), "mean": mean, "least": values[0], "most": values[-1]}


def tallies(series: Series, games: int, jobs: int) -> Iterator[SeriesTally]:
    """The results of the first games of a series, batch by batch, in order. Raises MootError for a game's runtime
    error.
    """
    lots = _lots(games, jobs, fast=set(series.names) == {"random"})
    found: Iterator[SeriesTally] = map(series.play, lots)
    if jobs > 1 and len(lots) > 1:
        given = (type(series), series.game.program.dump(), series.game.mods, *series.given)
        found = spread(_play, [(lot,) for lot in lots], min(jobs, len(lots)), "played games", _begin, given)
    for tally in found:
        if tally.fault:
            raise MootError(tally.fault)
        yield tally


def _lots(games: int, jobs: int, fast: bool) -> list[range]:
    """Games in lots: small enough to show progress and to keep all jobs at work, large enough not to matter."""
    size = max(1, min(200 if fast else 5, math.ceil(games / max(1, jobs))))
    return [range(first, min(games, first + size)) for first in range(0, games, size)]


_here: list[Series] = []  # in a worker: its series


def _begin(sort: type[Series], program: bytes, mods: tuple[str, ...], *given: Any) -> None:
    _here[:] = [sort(Game(Program.load(program), mods), *given)]


def _play(numbers: range) -> SeriesTally:
    return _here[0].play(numbers)
