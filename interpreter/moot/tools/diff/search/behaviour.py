"""For each difference of two rule sets, whether it shows in play: a short counterexample, or how far was looked."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import Any

from ..structure.hybrid import Hybrids, may_show_in_play
from ..structure.rules import Difference
from ..structure.side import CompiledRules, OptionValue, Side
from .counterexample import Counterexample, counterexample_of
from .equivalence import Proof, proved
from .impact import ReferenceGraph
from .option_readings import OptionReading, appearing, options_near, vanishing
from .position_generator import PositionGenerator
from .sampled_calls import Samples
from .seeker import Match, Seeker, restarted
from .shrink import Trial, shrunk

WITNESS, NONE_FOUND, PROVED_EQUAL = "witness", "none_found", "proved_equal"
ROUNDS = (60, 240, 700)  # positions for each difference before the next one has its turn; then what is left
FINDS = 6  # partings that are compared, to shrink the smallest
SHORT = 6  # choices of a counterexample that needs not be sought shorter
LATER = 60  # positions after the first parting


@dataclass(frozen=True, slots=True)
class Limits:
    """For each difference: positions (games among them) and seconds; `total`: seconds for all of them, or eight
    times those of one if that is more. Seconds are of the processor, so that a busy machine finds as much.

    `readings`: how many other readings are tried for each difference, the nearest first.

    Equal seeds find the same while time allows.
    """

    positions: int = 3000
    seconds: float = 6.0
    seed: int = 0
    total: float = 45.0
    readings: int = 24


@dataclass(slots=True)
class Behaviour:
    """What came of one difference. `rules`: the ids of the differences that were put in together."""

    id: str
    rules: tuple[str, ...]
    clauses_a: tuple[str, ...]
    clauses_b: tuple[str, ...]
    status: str
    searched: dict[str, Any]
    witness: Counterexample | None = None
    readings: list[OptionReading] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "rules": list(self.rules),
            "clauses": {"a": list(self.clauses_a), "b": list(self.clauses_b)},
            "status": self.status,
            "searched": self.searched,
            "witness": None if self.witness is None else self.witness.as_json(),
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
    """One entry for each difference that may show in play, in their order.

    `progress` is told how many are settled, of how many, and the newest. Raises MootError if the two are not of one
    game.
    """
    return _Behaviours(a, b, [one for one in differences if may_show_in_play(one)], limits, progress).run()


class _Behaviours:
    def __init__(
        self, a: Side, b: Side, differences: Sequence[Difference], limits: Limits, progress: SearchProgress | None
    ) -> None:
        self.a, self.b, self.limits, self.progress = a, b, limits, progress
        self.differences = differences
        self.whole = Match(a.rules, b.rules)
        self.hybrids = Hybrids(a, b, differences)
        self.graphs = ReferenceGraph(a.bundle), ReferenceGraph(b.bundle)
        self.samples = Samples(a.game)
        self.found: dict[str, Behaviour] = {}

    def run(self) -> list[Behaviour]:
        if self.differences:
            self.samples.play(12, self.limits.seed)
        seeks = [_Seek(self, one) for one in self.differences]
        for seek in seeks:
            others = [one for one in self.differences if one.id != seek.difference.id]
            seek.proof = proved(self.a, self.b, seek.difference, others)
            if seek.proof is not None:
                self._settle(seek)
        open_ones = [seek for seek in seeks if seek.proof is None]
        rounds = [*ROUNDS, self.limits.positions]
        end = process_time() + max(self.limits.total, 8 * self.limits.seconds)
        for positions in rounds:
            still = []
            for seek in open_ones:
                left = min(positions, self.limits.positions - seek.positions)
                seek.go_on(left, min(self.limits.seconds - seek.seconds, end - process_time()))
                if not seek.done and left > 0 and seek.seconds < self.limits.seconds and process_time() < end:
                    still.append(seek)
                else:
                    self._settle(seek)
            open_ones = still
        for seek in open_ones:
            self._settle(seek)
        self._read(seeks)
        return [self.found[one.id] for one in self.differences]

    def _read(self, seeks: list[_Seek]) -> None:
        """Try other readings; counted, and not timed, so that the same are told on every machine."""
        for seek in seeks:
            options = options_near(self.a, self.b, seek.impact)
            found = self.found[seek.difference.id].readings
            if seek.best is not None:
                found += vanishing(self.a, self.b, seek.best, options, self.limits.readings)
            else:
                found += appearing(self.a, self.b, seek.alone_under, seek.impact, options, self.limits.readings)

    def _settle(self, seek: _Seek) -> None:
        one = seek.difference
        status = WITNESS if seek.best is not None else NONE_FOUND if seek.proof is None else PROVED_EQUAL
        witness = None if seek.best is None else counterexample_of(self.whole, seek.best)
        told = seek.proof.as_json() if seek.proof is not None else seek.searched
        self.found[one.id] = Behaviour(one.id, seek.group, one.clauses_a, one.clauses_b, status, told, witness)
        if self.progress is not None:
            self.progress(len(self.found), len(self.differences), self.found[one.id])


class _Seek:
    """The search for one difference: between side a and the same with this difference, so that no other takes part."""

    def __init__(self, of: _Behaviours, difference: Difference) -> None:
        self.of = of
        self.difference = difference
        self.group: tuple[str, ...] = tuple(sorted(of.hybrids.closure_of(difference)))
        self.seeker: Seeker | None = None
        self.alone: Match | None = None
        self.impact = of.graphs[0].impact_of(difference, "a", of.a.game.options)
        self.impact.merge(of.graphs[1].impact_of(difference, "b", of.b.game.options))
        self.best: Trial | None = None
        self.proof: Proof | None = None

    @property
    def searched(self) -> dict[str, Any]:
        return {} if self.seeker is None else self.seeker.searched.as_json()

    @property
    def done(self) -> bool:
        """Whether a counterexample has been found that is short enough to be read."""
        best = self.best
        return best is not None and best.given.phase is not None and len(best.choices) <= SHORT

    @property
    def positions(self) -> int:
        return 0 if self.seeker is None else self.seeker.searched.positions

    @property
    def seconds(self) -> float:
        return 0.0 if self.seeker is None else self.seeker.searched.seconds

    def _begin(self) -> Seeker:
        of = self.of
        rules = of.hybrids.rules(frozenset(self.group))
        if rules is not None and rules is not of.b.rules:
            self.alone = Match(of.a.rules, rules)
        match = self.alone or of.whole
        seed = f"{of.limits.seed} {self.difference.id}"
        generator = PositionGenerator((match.a, match.b), of.samples, self.impact, random.Random(seed))
        return Seeker(match, generator, self.impact.labels, seed)

    def alone_under(self, reading: OptionValue) -> CompiledRules | None:
        """Side a with this difference, an option set otherwise; side b so read, if that does not hold together."""
        rules = self.of.hybrids.rules(frozenset(self.group), reading)
        return rules if rules is not None else self.of.b.reading(*reading)

    def go_on(self, positions: int, seconds: float) -> None:
        if self.seeker is None:
            self.seeker = self._begin()
        finds: list[Trial] = []
        last = self.positions + positions
        for trial in self.seeker.seek(positions, seconds):
            kept = self._confirmed(trial)
            if kept is not None and (self.best is None or len(kept.choices) < len(self.best.choices)):
                finds.append(kept)
                if len(finds) == 1:
                    last = min(last, self.positions + LATER)
            if finds and (len(finds) >= FINDS or self.positions >= last):
                break
        if finds:
            best = self._smaller(min(finds, key=lambda trial: trial.size))
            if self.best is None or best.size < self.best.size:
                self.best = best

    def _confirmed(self, trial: Trial) -> Trial | None:
        """A parting of the two whole rule sets that is due to this difference."""
        whole = self.of.whole.play(trial)
        if whole is None:
            return None
        if self.alone is None:
            return whole if self._ran(whole) else None
        alone = self.alone.play(trial)
        return whole if alone is not None and alone.choices == whole.choices else None

    def _ran(self, trial: Trial) -> bool:
        """Whether the rule that differs ran after the last choice, where no rule set between the two could be made."""
        if len(self.of.differences) == 1 or len(self.group) == len(self.of.differences):
            return True
        witness = counterexample_of(self.of.whole, trial)
        return any(line.rule in self.impact.labels for line in (*witness.a.journal, *witness.b.journal))

    def _smaller(self, trial: Trial) -> Trial:
        best = shrunk(trial, self._confirmed)
        for later in restarted(self.of.whole, best) if len(best.choices) > 1 or best.given.phase is None else ():
            found = self._confirmed(later)
            if found is not None and len(found.choices) < len(best.choices):
                best = min(best, shrunk(found, self._confirmed), key=lambda one: one.size)
                break
        return best
