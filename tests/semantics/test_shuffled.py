"""Shuffles are fair, and none tells anything of the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import pairwise, permutations, product

import pytest
from scipy.stats import chisquare

from moot.stack.chance import draw_number, seeded, shuffle_list
from moot.state.position import Position

DOUBT = 1e-4  # the seeds are fixed: what holds once holds always
ORDERS = list(permutations(range(4)))


def blank(state: int) -> Position:
    return Position([], [], [], state)


def in_a_row(size: int, number: int, seed: int = 1) -> list[tuple[int, ...]]:
    """So many shuffles from one generator."""
    S = blank(seeded(seed))
    return [shuffled(S, size) for _ in range(number)]


def by_seeds(size: int, number: int) -> list[tuple[int, ...]]:
    """The first shuffle of each of the first seeds."""
    return [shuffled(blank(seeded(seed)), size) for seed in range(number)]


def shuffled(S: Position, size: int) -> tuple[int, ...]:
    things = list(range(size))
    shuffle_list(S, things)
    return tuple(things)


def even(found: Iterable[Hashable], outcomes: Iterable[Hashable]) -> bool:
    """Whether all outcomes come about as often."""
    counted = Counter(found)
    counts = [counted.pop(outcome, 0) for outcome in outcomes]
    assert not counted
    return bool(chisquare(counts).pvalue > DOUBT)


@pytest.mark.parametrize("size", [0, 1, 2, 3, 54, 64, 65, 66, 200])
def test_a_shuffle_moves_things_and_takes_a_step(size: int) -> None:
    for state in (0, 1, 0x9E3779B97F4A7C15, (1 << 64) - 1):
        one, other = blank(state), blank(state)
        assert sorted(shuffled(one, size)) == list(range(size))
        for n in range(max(64, size), 63, -1):  # one step, and one more for each thing that goes beyond 64
            draw_number(other, n)
        assert one.rng == (other.rng if size > 1 else state)


@pytest.mark.parametrize("many", [in_a_row, by_seeds])
@pytest.mark.parametrize(("size", "number"), [(2, 4000), (3, 4000), (22, 8000), (64, 5000), (66, 5000)])
def test_each_thing_comes_to_each_place_and_next_to_each(
    many: Callable[[int, int], Sequence[Sequence[int]]], size: int, number: int
) -> None:
    found, things = many(size, number), range(size)
    for place in things:
        assert even((order[place] for order in found), things)
    if size > 2:
        assert even((pair for order in found for pair in pairwise(order)), permutations(things, 2))


@pytest.mark.parametrize("many", [in_a_row, by_seeds])
def test_all_orders_come_after_all(many: Callable[[int, int], Sequence[tuple[int, ...]]]) -> None:
    found = many(4, 30_000)
    assert even(found, ORDERS)
    for later in (1, 2, 3, 16):
        assert even(zip(found, found[later:], strict=False), product(ORDERS, repeat=2))


def test_what_comes_to_one_place_tells_nothing_of_the_next_shuffle() -> None:
    found = in_a_row(12, 10_000)
    for one, other in product(range(0, 12, 3), range(0, 12, 3)):
        places = ((a[one], b[other]) for a, b in pairwise(found))
        assert even(places, product(range(12), repeat=2))
