"""For each difference of two rule sets, whether it shows in play: a counterexample, or the extent of the search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import Any

from ..structure.entries import DifferenceEntry, difference_entries
from ..structure.hybrid import Hybrids, may_show_in_play
from ..structure.rules import Difference
from ..structure.side import Side
from .counterexample import Counterexample
from .impact import ReferenceGraph
from .option_readings import OptionReading, appearing, options_near, vanishing
from .sampled_calls import Samples
from .seek import Seek
from .seeker import Match

COUNTEREXAMPLE, NONE_FOUND, PROVED_EQUAL = "counterexample", "none_found", "proved_equal"
ROUNDS = (60, 240, 700)  # positions for each entry before the next one has its turn; then the rest


@dataclass(frozen=True, slots=True)
class Limits:
    """For each difference: positions (games among them), walks through games, and seconds. `total`: seconds for all of
    them, or eight times those of one if that is more. Seconds are CPU seconds, so that a busy machine finds as much.

    `readings`: the number of other readings to try for each difference, the nearest first.

    Equal seeds give equal results while time allows.
    """

    positions: int = 3000
    walks: int = 20_000
    seconds: float = 6.0
    seed: int = 0
    total: float = 45.0
    readings: int = 24


@dataclass(slots=True)
class Behaviour:
    """The result for one entry. `rules`: the ids of the differences that were exchanged together."""

    entry: DifferenceEntry
    rules: tuple[str, ...]
    status: str
    searched: dict[str, Any]
    counterexample: Counterexample | None = None
    readings: list[OptionReading] = field(default_factory=list)

    @property
    def id(self) -> str:
        return self.entry.id

    @property
    def clauses_a(self) -> tuple[str, ...]:
        return self.entry.clauses_a

    @property
    def clauses_b(self) -> tuple[str, ...]:
        return self.entry.clauses_b

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "heading": self.entry.heading,
            "sentence": self.entry.sentence,
            "rules": list(self.rules),
            "clauses": {"a": list(self.clauses_a), "b": list(self.clauses_b)},
            "status": self.status,
            "searched": self.searched,
            "counterexample": None if self.counterexample is None else self.counterexample.as_json(),
            "readings": [one.as_json() for one in self.readings],
        }


SearchProgress = Callable[[int, int, Behaviour | None], None]


def behaviour(
    a: Side,
    b: Side,
    differences: Sequence[Difference],
    limits: Limits = Limits(),
    progress: SearchProgress | None = None,
) -> list[Behaviour]:
    """One for each entry that may differ in play, in their order.

    `progress` gets the number of settled entries, the total, and the newest result if there is one. Raises MootError if
    the two are not of one game.
    """
    played = [one for one in difference_entries(a, b, differences) if any(map(may_show_in_play, one.heads))]
    return _Behaviours(a, b, differences, played, limits, progress).run()


class _Behaviours:
    def __init__(
        self,
        a: Side,
        b: Side,
        differences: Sequence[Difference],
        played: Sequence[DifferenceEntry],
        limits: Limits,
        progress: SearchProgress | None,
    ) -> None:
        self.a, self.b, self.limits, self.progress = a, b, limits, progress
        self.entries = played
        self.differences: Sequence[Difference] = [one for one in differences if may_show_in_play(one)]
        self.whole = Match(a.rules, b.rules)
        self.hybrids = Hybrids(a, b, differences)
        self.graphs = ReferenceGraph(a.bundle), ReferenceGraph(b.bundle)
        self.samples = Samples(a.game)
        self.found: dict[str, Behaviour] = {}

    def run(self) -> list[Behaviour]:
        if self.entries:
            self.samples.play(12, self.limits.seed)
        seeks = [Seek(self, one) for one in self.entries]
        for seek in seeks:
            seek.prove()
            if seek.proof is not None:
                self._settle(seek)
        open_ones = [seek for seek in seeks if seek.proof is None]
        waiting: list[Seek] = []
        rounds = [*ROUNDS, self.limits.positions]
        end = process_time() + max(self.limits.total, 8 * self.limits.seconds)
        for positions in rounds:
            still = []
            for seek in open_ones:
                seek.go_on(positions, min(self.limits.seconds - seek.seconds, end - process_time()))
                self._tell(None)
                if not seek.done and seek.seconds < self.limits.seconds and process_time() < end:
                    still.append(seek)
                elif seek.best is None or seek.game is not None:
                    self._settle(seek)
                else:
                    waiting.append(seek)
            open_ones = still
        waiting += open_ones
        for number, seek in enumerate(waiting):
            seek.play_on((end - process_time()) / (len(waiting) - number))
            self._settle(seek)
        self._read(seeks)
        return [self.found[one.id] for one in self.entries]

    def _read(self, seeks: list[Seek]) -> None:
        """Try other readings; limited by number and not by time, so that every machine reports the same."""
        for seek in seeks:
            self._tell(None)
            options = options_near(self.a, self.b, seek.impact)
            found = self.found[seek.entry.id].readings
            if seek.best is not None:
                found += vanishing(self.a, self.b, seek.best, options, self.limits.readings)
            else:
                found += appearing(self.a, self.b, seek.alone_under, seek.impact, options, self.limits.readings)

    def _settle(self, seek: Seek) -> None:
        one = seek.entry
        status = COUNTEREXAMPLE if seek.best is not None else NONE_FOUND if seek.proof is None else PROVED_EQUAL
        told = seek.proof.as_json() if seek.proof is not None else seek.searched
        self.found[one.id] = Behaviour(one, seek.group, status, told, seek.counterexample())
        self._tell(self.found[one.id])

    def _tell(self, newest: Behaviour | None) -> None:
        if self.progress is not None:
            self.progress(len(self.found), len(self.entries), newest)
