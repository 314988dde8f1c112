"""Intervals at 95 % around what was counted: of a rate, of the difference of two rates, of a mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev

CONFIDENCE = 0.95
_Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


def wilson(successes: int, trials: int) -> list[float]:
    """Wilson's interval around a rate: low, rate, high."""
    if trials == 0:
        return [0.0, 0.0, 1.0]
    rate = successes / trials
    middle = rate + _Z * _Z / (2 * trials)
    half = _Z * math.sqrt(rate * (1 - rate) / trials + _Z * _Z / (4 * trials * trials))
    whole = 1 + _Z * _Z / trials
    low = 0.0 if successes == 0 else (middle - half) / whole
    high = 1.0 if successes == trials else (middle + half) / whole
    return [low, rate, high]


def newcombe(successes: int, trials: int, others: int, other_trials: int) -> list[float] | None:
    """The difference of two independent rates, first minus second: low, difference, high. Returns None if one had no
    trials.

    It joins the two Wilson intervals: method 10 of R. G. Newcombe, Statistics in Medicine 17 (1998), 873-890.
    """
    if not trials or not other_trials:
        return None
    low, rate, high = wilson(successes, trials)
    other_low, other, other_high = wilson(others, other_trials)
    difference = rate - other
    below = math.hypot(rate - low, other_high - other)
    above = math.hypot(high - rate, other - other_low)
    return [difference - below, difference, difference + above]


def of_mean(values: Sequence[float]) -> list[float]:
    """The mean of independent values with its normal interval: low, mean, high. Raises ValueError for none."""
    if not values:
        raise ValueError("an empty list has no mean")
    mean = fmean(values)
    half = _Z * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return [mean - half, mean, mean + half]
