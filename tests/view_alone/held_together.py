"""Plays a game and compares, at every few decisions, what a player is given with what he is given where all that he
cannot know is otherwise; and, one choice further, what he reads of it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from permuted import guessed, swapped
from what_is_given import given, news, refused

from moot.lang.diagnostic import MootError
from moot.stack.game import Game, State
from moot.state.position import Position

WAYS: dict[str, Callable[[State, str, random.Random], Position]] = {"guess": guessed, "swap": swapped}


@dataclass
class Count:
    decisions: int = 0
    permutations: int = 0
    texts: int = 0
    further: int = 0  # choices made on both sides


@dataclass(frozen=True)
class Leak:
    """Something that two positions which look the same to a player give him differently."""

    game: str
    way: str
    player: str
    what: str
    here: str
    there: str

    def __str__(self) -> str:
        at = next((n for n, (a, b) in enumerate(zip(self.here, self.there, strict=False)) if a != b), 0)
        here, there = (one[max(0, at - 120) : at + 160] for one in (self.here, self.there))
        return f"{self.game}, {self.way}, {self.player}: {self.what}\n  {here!r}\n  {there!r}"


class Seen(list[Any]):
    """A journal that keeps, for each entry, what a player saw when it was written."""

    def __init__(self, game: Game, S: Position, seat: int) -> None:
        super().__init__()
        self.game, self.S, self.seat = game, S, seat
        self.views: list[tuple[str, int]] = []

    def append(self, entry: Any) -> None:
        super().append(entry)
        self.views.append((json.dumps(self.game.machine.view(self.S, self.seat)), self.S.rng))


def leaks_of(
    game: Game, name: str, seed: int, turns: int, count: Count, often: float = 0.3, slow: bool = True
) -> Iterator[Leak]:
    """`often`: the share of decisions that are looked at. `slow`: with screens, maps, odds and explained reasons."""
    rng = random.Random(seed)
    state = game.start(seed)
    for _ in range(turns):
        if state.over:
            return
        if rng.random() < often:
            count.decisions += 1
            for player in game.players:
                for way, permute in WAYS.items():
                    yield from _leaks_at(state, name, way, permute, player, rng.randrange(10**6), count, slow)
        decision = state.decision
        assert decision is not None
        try:
            state.apply(rng.randrange(len(decision.options)))
        except MootError:
            return


def _leaks_at(
    state: State,
    name: str,
    way: str,
    permute: Callable[..., Position],
    player: str,
    seed: int,
    count: Count,
    slow: bool,
) -> Iterator[Leak]:
    game = state.game
    count.permutations += 1
    S, other = state.position.copy(), permute(state, player, random.Random(seed))
    S.journal = other.journal = None
    here, there = State(game, S, 0), State(game, other, 0)
    more = slow and seed % 4 == 0
    yield from _compared(given(here, player, seed, more), given(there, player, seed, more), (name, way, player), count)
    decision, twin = here.decision, there.decision
    if decision is None or twin is None or decision.player != player or decision.options != twin.options:
        return
    seat = game.players.index(player)
    here, there = (State(game, one.position.copy(), 0) for one in (here, there))
    journals = [Seen(game, one.position, seat) for one in (here, there)]
    for one, journal in zip((here, there), journals, strict=True):
        one.position.journal = journal
        try:
            one.apply(seed % len(decision.options))
        except MootError:
            return
    count.further += 1
    lines = [_read(game, journal, seat) for journal in journals]
    same = True
    for (one, view), (two, view_too) in zip(*lines, strict=False):
        if view != view_too or (one["what"], one["rule"]) != (two["what"], two["rule"]):
            same = False
            break
        if one["what"] in ("say", "win", "fault"):
            continue  # the rules' own words
        if one["what"] == "choice" and one["player"] != player:
            one, two = ({**entry, "chosen": ""} for entry in (one, two))
        yield from _compared({"journal": json.dumps(one)}, {"journal": json.dumps(two)}, (name, way, player), count)
    if same and len(lines[0]) == len(lines[1]) and here.view(player) == there.view(player):
        both = [given(one, player, seed, False) | news(one, player) for one in (here, there)]
        if game.source and more:
            both = [found | refused(one, player, seed) for found, one in zip(both, (here, there), strict=True)]
        yield from _compared(
            *both, (name, f"{way}, after {decision.options[seed % len(decision.options)].key}", player), count
        )


def _read(game: Game, journal: Seen, seat: int) -> list[tuple[dict[str, Any], Any]]:
    found = []
    for number, (raw, view) in enumerate(zip(journal, journal.views, strict=True)):
        entry = game.teller.entry(number, raw, seat)
        if entry is not None:
            found.append(({**entry.as_json(), "n": 0}, view))
    return found


def _compared(here: dict[str, str], there: dict[str, str], of: tuple[str, str, str], count: Count) -> Iterator[Leak]:
    count.texts += len(here)
    for what in [*here, *(there.keys() - here.keys())]:
        if here.get(what) != there.get(what):
            yield Leak(*of, what, str(here.get(what)), str(there.get(what)))
