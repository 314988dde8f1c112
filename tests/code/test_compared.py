"""Comparisons with what is known put in: the text means the same as the plain one for all numbers."""

from itertools import product

import pytest

from moot.code.write_compared import compared

TEXTS = [
    "a",
    "7",
    "-3",
    "(a - 2)",
    "(a + 3)",
    "(a - b)",
    "(0 if (a == b) else (abs((a - b)) - 1))",
    "(0 if (a == b) else abs((a - b)))",
    "(3 if (a == b) else abs((a - b)))",
    "(2 if (a < b) else a)",
    "(a if (a < b) else 2)",
    "(1 if (a < 0) else (2 if (b < 0) else a))",
    "((a + b) - (0 if (a == 4) else 3))",
]


@pytest.mark.parametrize("left", TEXTS)
@pytest.mark.parametrize("op", ["<", "<=", ">", ">="])
def test_means_the_same(left: str, op: str) -> None:
    for right in ("0", "1", "3", "-2", "b", "(0 if (b == 1) else 3)", "(3 if (b < 1) else -2)", "(1 if b else 0)"):
        text = compared(left, op, right)
        for a, b in product(range(-5, 6), repeat=2):
            names = {"a": a, "b": b}
            assert eval(text, names) is eval(f"({left} {op} {right})", names), (text, a, b)


def test_distance_needs_no_test_of_equality() -> None:
    assert compared("(0 if (a == b) else (abs((a - b)) - 1))", ">=", "3") == "(abs((a - b)) >= 4)"


def test_numbers_are_compared_when_compiling() -> None:
    assert compared("3", "<=", "2") == "False"
    assert compared("(3 if (a == 1) else 0)", ">", "1") == "((a == 1) and True)"


def test_a_number_beyond_both_of_two_needs_no_test_which_it_is() -> None:
    assert compared("a", "<=", "(0 if (b == 4) else 3)") == "(a <= 3 and ((b != 4) or a <= 0))"
    assert compared("a", ">", "(0 if (b == 4) else 3)") == "(a > 3 or ((b == 4) and a > 0))"
