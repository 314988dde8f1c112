"""Measure side by side: each contestant plays briefly in each round, and ratios are taken within a round.

Times are CPU times, so that other running programs have little effect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from statistics import median
from time import process_time


@dataclass(slots=True)
class Contestant:
    """A contestant. `play` plays the game of a number to its end and returns how many choices there were."""

    name: str
    play: Callable[[int], int]
    clock: Callable[[], float] = process_time
    decisions: list[float] = field(default_factory=list)  # a second, in each round
    games: list[float] = field(default_factory=list)

    def run(self, first: int, seconds: float) -> None:
        """Play for that long, and note the rates."""
        play, clock, number, count = self.play, self.clock, first, 0
        began = now = clock()
        while now - began < seconds:
            for _ in range(8):
                count += play(number)
                number += 1
            now = clock()
        self.decisions.append(count / (now - began))
        self.games.append((number - first) / (now - began))


def interleave(contestants: Iterable[Contestant], rounds: int, seconds: float) -> None:
    """Let all play in turn, repeatedly, so that other load on the machine affects all of them equally."""
    everybody = list(contestants)
    for one in everybody:
        one.run(0, seconds / 4)  # to get warm
        one.decisions.clear()
        one.games.clear()
    for number in range(rounds):
        for one in everybody if number % 2 == 0 else reversed(everybody):
            one.run(1000 * number, seconds)


def ratio(ours: list[float], theirs: list[float]) -> float:
    """The ratio of two rates that were measured round by round."""
    return median(a / b for a, b in zip(ours, theirs, strict=True))


def time_of(call: Callable[[], object], times: int) -> float:
    """Median seconds of a call."""
    found = []
    for _ in range(times):
        began = process_time()
        call()
        found.append(process_time() - began)
    return median(found)
