"""The readings under which a difference shows: other values of options, on one side or on both."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from ....code.program import other_values
from ....pack.model.yaml_text import plain_text
from ..structure.side import CompiledRules, OptionValue, Side
from .counterexample import Counterexample, counterexample_of
from .impact import Impact
from .lockstep import Parting
from .position_generator import PositionGenerator
from .sampled_calls import Samples
from .seeker import Match, Seeker
from .shrink import Trial, shrunk

NEAR = 1  # the distance in calls within which options are tried
POSITIONS = 150  # for a difference that shows under no reading yet
SECONDS = 20.0  # CPU seconds: a limit for slow rules
VANISHES, APPEARS = "vanishes", "appears"


@dataclass(frozen=True, slots=True)
class OptionReading:
    """The effect of an option's other value. `side`: the side on which it is set, a, b or both.

    `status`: the counterexample `vanishes` (both sides play it alike), or a new difference `appears`, with its own
    `counterexample`.
    """

    option: str
    value: str
    side: str
    status: str
    counterexample: Counterexample | None = None

    def as_json(self) -> dict[str, Any]:
        told: dict[str, Any] = {"option": self.option, "value": self.value, "side": self.side, "status": self.status}
        return told if self.counterexample is None else told | {"counterexample": self.counterexample.as_json()}


def options_near(a: Side, b: Side, impact: Impact) -> list[str]:
    """The options that a difference, its callers or its texts depend on, the nearest first."""
    known = set(a.game.options) | set(b.game.options)
    near = [name for name, distance in impact.options.items() if distance <= NEAR and name in known]
    return sorted(near, key=lambda name: (impact.options[name], name))


def _values(a: Side, b: Side, options: list[str]) -> Iterator[OptionValue]:
    """Each other value of each option."""
    for option in options:
        for value in other_values((b if option in b.game.options else a).game.program, option):
            yield option, value


def _reading(side: Side, option: str, value: Any) -> CompiledRules | None:
    return side.reading(option, value) if option in side.game.options else None


def vanishing(a: Side, b: Side, trial: Trial, options: list[str], most: int) -> Iterator[OptionReading]:
    """The readings under which the two sides agree all along a counterexample, among the first `most`."""
    for option, value in islice(_values(a, b, options), most):
        here, there = _reading(a, option, value), _reading(b, option, value)
        for side, one, other in (("a", here, b.rules), ("b", a.rules, there), ("both", here, there)):
            if one is not None and other is not None and Match(one, other).diverges(trial) is False:
                yield OptionReading(option, plain_text(value), side, VANISHES)


def appearing(
    a: Side,
    b: Side,
    alone: Callable[[OptionValue], CompiledRules | None],
    impact: Impact,
    options: list[str],
    most: int,
) -> Iterator[OptionReading]:
    """The readings, on each side with the option, under which a difference shows that shows nowhere else.

    `alone` gives side a with this difference alone, under that reading. Only the first `most` readings are tried.
    """
    for option, value in islice(_values(a, b, options), most):
        in_a, in_b = option in a.game.options, option in b.game.options
        one = a.reading(option, value) if in_a else a.rules
        other = b.reading(option, value) if in_b else b.rules
        both = alone((option, value))
        if one is None or both is None or other is None:
            continue
        counterexample = _shown_by(Match(one, both), Match(one, other), impact, f"{option} {value}")
        if counterexample is not None and Match(a.rules, b.rules).diverges(counterexample.trial) is False:
            side = "both" if in_a and in_b else "a" if in_a else "b"
            yield OptionReading(option, plain_text(value), side, APPEARS, counterexample)


def _shown_by(alone: Match, whole: Match, impact: Impact, seed: str) -> Counterexample | None:
    """A counterexample for two rule sets that part only because of the difference; that part comes first."""

    def confirmed(trial: Trial) -> Trial | None:
        found, by_itself = whole.play(trial), alone.play(trial)
        if found is None or by_itself is None or by_itself.choices != found.choices:
            return None
        return found if _shared(counterexample_of(whole, found), counterexample_of(alone, by_itself)) else None

    samples = Samples(alone.a.game)
    samples.play(8)
    seeker = Seeker(
        alone, PositionGenerator((alone.a, alone.b), samples, impact, random.Random(seed)), impact.labels, seed
    )
    for trial in seeker.seek(POSITIONS, SECONDS):
        found = confirmed(trial)
        if found is not None:
            best = shrunk(found, confirmed)
            counterexample = counterexample_of(whole, best)
            own = _shared(counterexample, counterexample_of(alone, best))
            return replace(
                counterexample, parting=(*own, *(part for part in counterexample.parting if part not in own))
            )
    return None


def _shared(whole: Counterexample, alone: Counterexample) -> tuple[Parting, ...]:
    """The differences that are the same in both."""
    return tuple(part for part in whole.parting if part in alone.parting)
