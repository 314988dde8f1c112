"""Which places of a board pass a test, as it is kept from question to question: of whichever position is asked."""

from __future__ import annotations

import random
from pathlib import Path

import moot
from moot.stack.pathfinding import MemberCache, Watch
from moot.state.position import Position

EXAMPLES = Path(__file__).parents[2] / "examples"


def free(S: Position, first: int, count: int) -> list[int]:
    return [n for n in range(count) if S.cells[first + n] is None]


def test_options_are_those_of_the_position_that_asks() -> None:
    """Positions that were copied from one another are played on in turn."""
    game = moot.load(EXAMPLES / "hex")
    rng = random.Random(7)
    first = game.machine.program.layout.cells - 121  # the states of all cells come last
    going = [game.machine.opening.fresh(1)]
    for _ in range(400):
        S = rng.choice(going)
        if S.ask is None:
            going = [one for one in going if one is not S] or [game.machine.opening.fresh(2)]
            continue
        values = list(S.ask[2])
        assert values == free(S, first, 121)
        if rng.random() < 0.2:
            going = [*going, S.copy()][-5:]
        game.machine.advance(S, rng.choice(values))


def made(far: int | None, whose: str = "place") -> tuple[MemberCache, Watch, list[int]]:
    """Of ten places in a row: is a cell of a place, and those beside it, above a number? With all that was tested."""
    tested: list[int] = []

    def is_high(S: Position, least: int, place: int) -> bool:
        tested.append(place)
        return max(S.cells[max(place - (far or 0), 0) : place + (far or 0) + 1]) > least

    rings = {(place, n): tuple(range(max(place - n, 0), min(place + n + 1, 10))) for place in range(10) for n in (0, 1)}
    cache = MemberCache(is_high, range(10), far, rings, (), ())
    return cache, Watch({(0, 10): [(cache, whose, 0)]}), tested


def position(cells: list[int]) -> Position:
    return Position(cells, [], [], 0)


def put(S: Position, cell: int, value: int) -> None:
    S.cells[cell] = value
    S.wrote.add(cell)


def test_only_places_near_a_change_are_tested_again() -> None:
    cache, _, tested = made(1)
    S = position([0] * 10)
    assert cache.of(S, 3) == []
    tested.clear()
    put(S, 4, 5)
    assert cache.of(S, 3) == [3, 4, 5]
    assert sorted(tested) == [3, 4, 5]
    put(S, 4, 0)
    put(S, 9, 7)
    assert cache.of(S, 3) == [8, 9]
    assert cache.of(S, 6) == [8, 9]


def test_what_is_given_is_the_askers_own() -> None:
    cache, _, _ = made(0)
    S = position([5] * 10)
    cache.of(S, 3).clear()
    assert cache.of(S, 3) == list(range(10))


def test_all_are_tested_again_where_any_cell_counts_for_all() -> None:
    cache, _, tested = made(None, "all")
    S = position([0] * 10)
    cache.of(S, 3)
    tested.clear()
    put(S, 2, 9)
    assert cache.of(S, 3) == [2]
    assert len(tested) == 10
