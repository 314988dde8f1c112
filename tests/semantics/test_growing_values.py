"""What grows without end is stopped with a fault, before it fills the machine."""

from __future__ import annotations

import pytest

STATES = """
state listed : list of number = [1, 2]
state told   : string = "ab"
state many   : number = 3
"""


def body(*lines):
    return STATES + "phase match\n" + "".join(f"  {line}\n" for line in lines)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["while yes", "  set many to many * many"], "this number grows without limit"),
        (["while yes", "  set many to many * 1000"], "this number grows without limit"),
        (["let n = 3", "while yes", "  set n to n * n"], "this number grows without limit"),
        (["while yes", "  set listed to listed + listed"], "a list can hold at most 100,000 values"),
        (["while yes", '  set told to "{told}{told}"'], "a text can have at most 100,000 characters"),
        (["set many to sum n in 1..1000000000 of n"], "a range can hold at most 100,000 numbers"),
        (["for each n in many..1000000000", "  mark(n)"], "a range can hold at most 100,000 numbers"),
        (['choose n in 1..1000000000 by ann "which?"', "  mark(n)"], "a range can hold at most 100,000 numbers"),
        (["pick n in 1..1000000000", "mark(n)"], "a range can hold at most 100,000 numbers"),
    ],
)
def test_what_grows_without_end_is_a_fault(refused, lines, message):
    assert refused(body(*lines)) == [f"fault-too-large: phase match: {message}"]


def test_a_place_below_zero_in_a_set_is_a_fault(refused):
    told = refused("state marks : set of 1..5\nphase match\n  set marks to [trace - 3]\n")
    assert told == ["fault-outside: phase match: a value is too large, or outside its limits"]


def test_large_numbers_are_reckoned_exactly(play):
    assert play(body("set many to 999999999999999 * 999999999999999"))["many"] == 999999999999999**2
    assert play(body("set many to (many * 1000000) * (many * 1000000)"))["many"] == 9 * 10**12
    assert play(body("set listed to listed + listed", "mark(size(listed))")).trace == "4"
