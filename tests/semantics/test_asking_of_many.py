"""What formulas ask of many, wherever they stand: in conditions, functions, loops; read only where it is asked."""

from __future__ import annotations

from typing import Any

import pytest

RULES = """
state m    : number
state told : bool
function square(k: number)  = any n in 1..9 where n * n = k
function squares(k: number) = count n in 1..30 where n <= k and square(n)
function prime(k: number) =
  no if k < 2
  every n in 2..9 where n < k has k % n != 0 otherwise
function digits(k: number) : number =
  sum n in 1..9 where n < 4 of n if square(k)
  squares(k) otherwise
phase match
"""


@pytest.mark.parametrize(
    ("m", "formula", "holds"),
    [
        (16, "square(m)", True),
        (15, "square(m)", False),
        (15, "not square(m)", True),
        (16, "m > 3 and square(m)", True),
        (16, "m > 30 and square(m)", False),
        (15, "m = 15 or square(m)", True),
        (14, "m = 15 or square(m)", False),
        (16, "square(m) and not square(m + 1) and m > 1", True),
        (16, "square(m + 1) or square(m - 1) or square(m)", True),
        (7, "prime(m) and prime(m - 2)", True),
        (9, "prime(m)", False),
        (1, "prime(m)", False),
        (20, "squares(m) = 4", True),
        (20, "squares(m) + squares(5) = 6", True),
        (16, "digits(m) = 6 and digits(m + 1) = 4", True),
        (0, "m != 0 and (any n in 1..9 where 12 / m = n)", False),
        (4, "m != 0 and (any n in 1..9 where 12 / m = n)", True),
        (0, "m = 0 or (every n in 1..9 has 12 / m > n)", True),
        (3, "(sum n in 1..m of n * n) = 14", True),
        (0, "(sum n in 1..m of n * n) = 0", True),
    ],
)
def test_the_same_in_a_condition_and_as_a_value(play: Any, m: int, formula: str, holds: bool) -> None:
    steps = [
        f"set m to {m}",
        f"if {formula}",
        "  mark(1)",
        "if m = 99",
        "  mark(9)",
        f"else if {formula}",
        "  mark(2)",
        f"set told to {formula}",
        "if told = yes",
        "  mark(3)",
        f"let kept = {formula}",
        "if kept = yes",
        "  mark(4)",
    ]
    game = play(RULES + "".join(f"  {step}\n" for step in steps))
    assert game.trace == ("1234" if holds else "")


def test_at_each_turn_of_a_loop(play: Any) -> None:
    steps = [
        "while any n in 1..3 where n * 2 > m",
        "  raise m by 2",
        "  mark(m)",
        "repeat",
        "  raise m by 1",
        "until square(m)",
        "mark(m)",
        "for each k in 1..9 where square(k)",
        "  mark(k)",
    ]
    game = play(RULES + "".join(f"  {step}\n" for step in steps))
    assert game.trace == "2469149"


def test_between_choices(play: Any) -> None:
    steps = [
        "repeat",
        '  choose k in 1..9 where prime(k) or k = 4 by ann "which?"',
        "    set m to k",
        "  if square(m)",
        "    mark(m)",
        "  else if prime(m) and squares(m) > 1",
        '    if square(m - 1) and ann may "mark it?"',
        "      mark(m)",
        "until m = 4",
    ]
    game = play(RULES + "".join(f"  {step}\n" for step in steps), choices=["7", "5", "yes", "4"])
    assert game.trace == "54"


def test_what_was_found_is_asked_again_once_anything_has_changed(play: Any) -> None:
    rules = """
state m : number
function sum_to : number = sum n in 1..9 where n <= m of n
function odd_one = any n in 1..9 where n = m and n % 2 = 1
procedure grow
  raise m by 1
procedure twice
  mark(sum_to)
  if sum_to > 0
    grow()
  mark(sum_to)
phase match
  set m to 1
  twice()
  let a = sum_to
  let b = sum_to
  mark(a + b)
  if odd_one
    mark(7)
  else if m > 1
    set m to 3
    mark(sum_to)
  if odd_one and sum_to = 6
    mark(8)
  for each k in 1..2
    mark(sum_to / 2)
    raise m by 1
  mark(sum_to / 3)
"""
    assert play(rules).trace == "13668355"


def test_what_a_loop_has_found_holds_where_it_ends(play: Any) -> None:
    rules = """
state m : number
function left = sum n in 1..9 where n > m of 1
phase match
  set m to 5
  while left > 1 and (any n in 1..9 where n = left)
    if ann may "one more?"
      raise m by 1
    mark(m)
  raise m by left
  mark(m)
  while left > 0
    raise m by left
  mark(left + m / 9)
"""
    assert play(rules, choices=["yes", "no", "yes", "yes"]).trace == "667891"


def test_what_is_asked_of_many_comes_to_this_or_that(play: Any) -> None:
    """A function that is asked one thing or another, put in where it is called."""
    rules = """
kind lamp
  state hot  : bool
  state cold : bool
state late  : bool
function known(t: lamp) : bool =
  t.hot if late
  t.cold otherwise
state found : number
procedure tell(n: number)
  set found to n
phase match
  set t1.hot to yes
  set t2.cold to yes
  set t3.cold to yes
  tell(count t in lamp where known(t))
"""
    things = "kind: lamp\nthings: {" + ", ".join(f"t{n}: {{}}" for n in range(9)) + "}\n"
    assert play(rules + '  if found = 2\n    win ann "found"\n', things).state.result.winner == "ann"


@pytest.mark.filterwarnings("error")
def test_a_number_that_is_given_where_there_may_be_none(play: Any) -> None:
    rules = """
state last : number
procedure tell(n: number or none)
  if n = none
    set last to 9
  else if n != none
    set last to n
phase match
  tell(2)
  if last = 2
    win ann "two"
"""
    assert play(rules).state.result.winner == "ann"
