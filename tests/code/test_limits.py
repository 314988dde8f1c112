"""Tests of a thing and a number as a look into a table: the same is true of every thing, whatever the number is."""

from types import SimpleNamespace
from typing import Any

import pytest

from moot.code.typing.symbols import State
from moot.code.typing.types import Bounded
from moot.code.write_limits import with_limits

LOW, HIGH = -2, 6
TABLES = {"P_card_price": (None, None, 3, 5, 0, None, 6, 1), "P_card_rare": (False, True, True, False) * 2}


def built() -> Any:
    """As much of a build as is asked for: two numbers, C[0] with an end on either side and C[1] without."""
    near, far = State("near", Bounded(LOW, HIGH)), State("far", Bounded(0, "most"))
    made = SimpleNamespace(constants=dict(TABLES), game=SimpleNamespace(states={"near": near, "far": far}))
    made.state_rows = {id(near): SimpleNamespace(first=0), id(far): SimpleNamespace(first=1)}
    made.bound = lambda end: end if isinstance(end, int) else None
    made.constant = lambda name, value: made.constants.update({name: value}) or name
    return made


@pytest.mark.parametrize(
    "tests",
    [
        ["(2 <= c < 5)", "(C[0] >= P_card_price[c])"],
        ["((not (2 <= c < 5)) or (C[0] >= P_card_price[c]))"],
        ["(2 <= c < 8)", "((not (6 <= c < 8)) or (P_card_price[c] < C[0]))", "P_card_rare[c]"],
        ["(2 <= c < 5)", "(not (P_card_price[c] <= C[0]))"],
        ["(not ((not (2 <= c < 5)) or (C[0] > P_card_price[c])))", "(c != 3)"],
        ["(2 <= c < 5)", "(C[0] < (P_card_price[c] + 1))"],
        ["(P_card_rare[c] or (C[0] >= 2))", "(c > 1)"],
    ],
)
def test_one_look_is_enough(tests: list[str]) -> None:
    build = built()
    (found,) = with_limits(build, tests, "c", 0, 8)
    assert "LEAST_0" in found or "MOST_0" in found
    for number in range(LOW, HIGH + 1):
        for thing in range(8):
            names = {**build.constants, "C": [number], "c": thing}
            assert eval(found, dict(names)) is bool(eval(" and ".join(tests), dict(names))), (number, thing)
    assert with_limits(build, tests, "c", 0, 8) == [found]  # from the same table


@pytest.mark.parametrize(
    "tests",
    [
        ["(C[0] >= P_card_price[c])", "(2 <= c < 5)"],  # the first cannot be asked of all
        ["(2 <= c < 5)", "(C[1] >= P_card_price[c])"],  # it may grow without end
        ["(2 <= c < 5)", "(C[0] == P_card_price[c])"],
        ["(2 <= c < 5)", "(f_price(S, c) <= C[0])"],
        ["(2 <= c < 5)", "(C[c + 3] <= 2)"],
        ["(C[0] >= 2)"],
    ],
)
def test_all_else_stays(tests: list[str]) -> None:
    assert with_limits(built(), tests, "c", 0, 8) == tests


def test_what_follows_stays_beside_it() -> None:
    tests = ["(2 <= c < 5)", "(C[0] >= P_card_price[c])", "(C[0] <= 4)"]
    assert with_limits(built(), tests, "c", 0, 8) == ["(C[0] >= LEAST_0[c])", "(C[0] <= 4)"]


def test_what_is_so_of_all_is_not_asked() -> None:
    assert with_limits(built(), ["((0 <= c < 8) or (C[0] > 2))", "(C[1] > 2)"], "c", 0, 8) == ["(C[1] > 2)"]
