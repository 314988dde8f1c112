"""Ways on which each step is tried until it succeeds: against every course of tries gone through, and against dice."""

import random
from fractions import Fraction as F
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as some

from moot.tools.odds.best_paths import best_within, route_of, routes

HALF, THIRD = F(1, 2), F(1, 3)
STEPS = {
    ("a", "b"): HALF,
    ("b", "a"): HALF,
    ("b", "c"): THIRD,
    ("a", "c"): F(1, 6),
    ("c", "d"): F(1),
    ("b", "d"): F(1, 9),
    ("d", "a"): F(0),
}


def test_one_step_is_a_row_of_tries():
    route = route_of(STEPS, ("a", "b"), 3)
    assert route.expected == 2
    assert route.within == (0, HALF, F(3, 4), F(7, 8))


def test_two_steps_by_hand():
    route = route_of(STEPS, ("a", "b", "c"), 3)
    assert route.expected == 5
    # in two turns both succeed; in three one of the tries before the last fails, of either step
    two = HALF * THIRD
    assert route.within == (0, 0, two, two + HALF * HALF * THIRD + HALF * F(2, 3) * THIRD)


def test_ways_pass_no_place_twice_and_take_no_step_that_never_succeeds():
    found = routes(STEPS, "a", "d", 9)
    assert [one.places for one in found] == [("a", "b", "c", "d"), ("a", "c", "d"), ("a", "b", "d")]
    assert [one.expected for one in found] == [6, 7, 11]
    assert routes(STEPS, "d", "a", 9) == []
    assert [one.places for one in routes(STEPS, "a", "a", 2)] == [("a",)]


@pytest.mark.parametrize("turns", [1, 2, 3, 4])
def test_best_is_that_of_all_policies(turns):
    """Every choice at every place with every number of turns left."""

    def best(place, left):
        if place == "d":
            return F(1)
        if left == 0:
            return F(0)
        options = [
            chance * best(to, left - 1) + (1 - chance) * best(place, left - 1)
            for (one, to), chance in STEPS.items()
            if one == place
        ]
        return max(options, default=F(0))

    assert best_within(STEPS, "a", "d", turns)[-1] == best("a", turns)


chances = some.fractions(F(1, 12), F(1), max_denominator=12)


@given(some.lists(chances, min_size=1, max_size=4), some.integers(0, 9))
def test_no_way_that_one_keeps_to_beats_choosing_anew(several, turns):
    names = "abcde"[: len(several) + 1]
    steps = dict(zip(pairwise(names), several, strict=True))
    kept = route_of(steps, names, turns)
    assert list(kept.within) == best_within(steps, names[0], names[-1], turns)
    assert all(one <= other for one, other in pairwise(kept.within))


def test_against_dice():
    """Two dice against 4, 6 and 7, as in the Under-deeps from Moria to The Iron-deeps and on."""
    rng = random.Random(5)
    needed = (4, 6, 7)
    steps = {
        (n, n + 1): F(sum(a + b >= due for a in range(1, 7) for b in range(1, 7)), 36) for n, due in enumerate(needed)
    }
    exact = route_of(steps, range(4), 5)
    games = 20000
    turns = []
    for _ in range(games):
        turn = 0
        for due in needed:
            turn += 1
            while rng.randint(1, 6) + rng.randint(1, 6) < due:
                turn += 1
        turns.append(turn)
    share = float(exact.within[5])
    assert abs(sum(turn <= 5 for turn in turns) / games - share) < 4 * (share * (1 - share) / games) ** 0.5
    assert abs(sum(turns) / games - float(exact.expected)) < 0.05
