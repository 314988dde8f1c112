"""Sets of names and of small numbers: what quantifiers find in them, however they are asked."""

from __future__ import annotations

from typing import Any

import pytest

RULES = """
kind cell : a, b, c, d, e
state all_cells : set of cell = cell
state left      : set of cell = [a, b, c]
state right     : set of cell = [c, d]
state few       : set of 0..9 = 2..4
state low       : number = 2
state found     : set of cell
state numbers   : set of 0..9
state dealt     : list of number = [3, 1, 2, 1]
state few_of          : list of 0..9 = [7]
function odd(n: number) = n % 2
function by_oddness = each n in 1..4 ordered by odd(n)
function bent(x: cell) : number or none =
  none if x = b
  0 if x in [d, e]
  1 otherwise
phase match
"""


@pytest.mark.parametrize(
    ("formula", "members"),
    [
        ("cell", "abcde"),
        ("each x in cell where x != b", "acde"),
        ("each x in left where x != b", "ac"),
        ("each x in left where b = x", "b"),
        ("each x in left where x in right", "c"),
        ("each x in left where not x in right", "ab"),
        ("each x in left where x in right or x = a", "ac"),
        ("each x in left where not (x in right or x = a)", "b"),
        ("each x in left where x != b and not x in right", "a"),
        ("each x in all_cells where x in [a, e]", "ae"),
        ("left + [e]", "abce"),
    ],
)
def test_members_of_a_set(play: Any, formula: str, members: str) -> None:
    game = play(f"{RULES}  set found to {formula}\n  for each x in found\n    mark(rank(x))\n")
    assert game.trace == "".join(str("abcde".index(m) + 1) for m in members)


@pytest.mark.parametrize(
    ("formula", "members"),
    [
        ("1..3", "123"),
        ("low..(low + 2)", "234"),
        ("(low + 1)..low", ""),
        ("each n in few where n != low", "34"),
        ("each n in 1..9 where n in few", "234"),
        ("each n in 1..5 where not n in few", "15"),
    ],
)
def test_members_of_a_set_of_numbers(play: Any, formula: str, members: str) -> None:
    game = play(f"{RULES}  set numbers to {formula}\n  for each n in numbers\n    mark(n)\n")
    assert game.trace == members


@pytest.mark.parametrize(
    ("formula", "members"),
    [
        ("each n in dealt ordered by n", "1123"),
        ("each n in dealt ordered by -n", "3211"),
        ("each n in dealt where n > 1 ordered by n", "23"),
        ("each n in dealt where n > 5 ordered by n", ""),
        ("each n in dealt ordered by (count m in dealt where m < n)", "1123"),
        ("each n in 1..4 ordered by odd(n)", "2413"),
        ("[first(each n in 1..4 ordered by odd(n)), last(each n in 1..4 ordered by odd(n))]", "23"),
        (
            "[first(each n in 5..8 where n > 5 ordered by odd(n)), last(each n in 5..8 where n < 7 ordered by odd(n))]",
            "65",
        ),
        ("[last(by_oddness), first(by_oddness)]", "32"),
        ("each x in cell ordered by bent(x) of rank(x)", "24513"),
        ("each x in cell where x != b ordered by bent(x) of rank(x)", "4513"),
    ],
)
def test_103_in_an_order(play: Any, formula: str, members: str) -> None:
    game = play(f"{RULES}  for each n in ({formula})\n    mark(n)\n")
    assert game.trace == members


@pytest.mark.parametrize(
    ("formula", "members"),
    [
        ("each n in dealt of n * 2", "6242"),
        ("each n in dealt where n > 1 of n * 2", "64"),
        ("each n in dealt where n > 1 ordered by n of n * 2", "46"),
        ("[first(each n in dealt of n + 1), last(each n in dealt ordered by n of n + 1)]", "44"),
        ("[size(each x in left of bent(x)), count n in (each x in left of bent(x)) where n = none]", "31"),
        ("each n in (each x in left of bent(x)) where n != none", "11"),
        ("each x in left of rank(x)", "123"),
        ("each z in [left, right] of size(z)", "32"),
        ("[size(first(each x in left of right)), size(each x in left where x = e of rank(x))]", "20"),
    ],
)
def test_104_a_value_of_each(play: Any, formula: str, members: str) -> None:
    game = play(f"{RULES}  for each n in ({formula})\n    mark(n)\n")
    assert game.trace == members


@pytest.mark.parametrize(
    ("formula", "members"),
    [
        ("dealt - [1]", "321"),
        ("dealt - [1, 9, 1, 1, 3]", "2"),
        ("dealt - dealt", ""),
        ("dealt - []", "3121"),
        ("dealt - (each n in dealt where n < 3) - (3..4)", ""),
        ("dealt - (1..2)", "31"),
        ("numbers + (3..5) - (4..9)", "3"),
        ("each x in left - right of rank(x)", "12"),
        ("each x in cell - [a, e, a] of rank(x)", "234"),
    ],
)
def test_105_taken_away(play: Any, formula: str, members: str) -> None:
    game = play(f"{RULES}  for each n in ({formula})\n    mark(n)\n")
    assert game.trace == members


def members_set(steps: str) -> str:
    lines = "".join(f"  {line}\n" for line in steps.splitlines())
    return f"{RULES}  let xs = [5, 6, 7]\n  let ys = xs\n{lines}"


@pytest.mark.parametrize(
    ("steps", "trace"),
    [
        ("set xs[2] to 1", "51756731217"),
        ("raise xs[3] by xs[3] - 5\nlower xs[1] by 2", "36956731217"),
        ("set dealt[size(dealt)] to 9", "56756731297"),
        ("set few_of[1] to 1\nraise few_of[1] by 12", "56756731219"),
        ("set xs[1] to 8\nset few_of[1] to 1 - xs[1]\nset ys to xs", "86786731210"),
    ],
)
def test_106_members_of_lists_are_set(play: Any, steps: str, trace: str) -> None:
    told = "\nfor each n in xs + ys + dealt + few_of\n  mark(n)"
    assert play(members_set(steps + told)).trace == trace


@pytest.mark.parametrize("step", ["set xs[4] to 1", "raise dealt[0] by 1", "set xs[last(xs - xs)] to 1"])
def test_106_a_member_that_is_not_there_is_a_fault(refused: Any, step: str) -> None:
    assert refused(members_set(step))[0].startswith("fault-no-member")


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("(1 if size(left) = 3 otherwise 2)", "1"),
        ("(1 if right = left otherwise 2 if size(left) = 3 otherwise 3)", "2"),
        ("(1 if low > 2 otherwise 2 if low = 3 otherwise 3) + 1", "4"),
        ("rank((b if low = 2 otherwise c))", "2"),
        ("size((left if low = 3 otherwise [a]))", "1"),
        ("(1 if any x in left where x = c otherwise sum n in dealt of n)", "1"),
        ("(4 if bent(b) = none otherwise dealt[9])", "4"),
        ("(5 if (dealt[9] if low = 2 otherwise 3) = none otherwise 6)", "5"),
        ("(1 if no otherwise 7)", "7"),
    ],
)
def test_107_a_value_by_conditions(play: Any, formula: str, value: str) -> None:
    assert play(f"{RULES}  mark({formula})\n").trace == value


def test_107_only_what_is_read_is_rolled_and_asked(play: Any) -> None:
    rolls = "let x = (roll 1d1 if low = 2 otherwise roll 1d6)\n  let y = (9 if low = 3 otherwise roll 1d1)"
    asked = 'let z = (ann may "go" if low = 3 otherwise no)'
    assert play(f"{RULES}  {rolls}\n  {asked}\n  mark(x + y + (2 if z otherwise 1))\n").trace == "3"


def test_103_the_first_and_the_last_of_an_order_of_nothing_are_none(play: Any) -> None:
    ends = "last(each n in dealt where n > 5 ordered by n) = none and first(each n in dealt where n > 5 of n) = none"
    assert play(f"{RULES}  if {ends}\n    mark(1)\n").trace == "1"


@pytest.mark.parametrize(
    ("formula", "holds"),
    [
        ("any x in left where x in right", True),
        ("any x in left where x = d", False),
        ("any x in cell where not x in left and not x in right", True),
        ("not any x in [c] where not x in left", True),
        ("every x in [a, b] has x in left", True),
        ("every x in left has x in right", False),
        ("every x in left has x in right or x != c", True),
        ("every x in left where x != c has not x in right", True),
        ("every x in cell has x in left", False),
        ("(count x in cell where x in left) = 3", True),
        ("size(left) > 3", False),
        ("size(each x in left where x = e) = 0", True),
        ("size(right) != 0 and c in right", True),
        ("not (size(left) > 0 and a in right)", True),
    ],
)
def test_what_is_asked_of_a_set(play: Any, formula: str, holds: bool) -> None:
    game = play(f"{RULES}  if {formula}\n    mark(1)\n  let told = {formula}\n  if told = yes\n    mark(2)\n")
    assert game.trace == ("12" if holds else "")


def test_a_number_outside_is_in_no_set(play: Any) -> None:
    game = play(
        f"{RULES}  set low to 99\n  mark(count n in few where n != low)\n  mark(count n in few where n = low)\n"
    )
    assert game.trace == "30"


def test_a_range_outside_is_a_fault(refused: Any) -> None:
    told = refused(f"{RULES}  set low to 100\n  set numbers to low..(low + 1)\n")
    assert told == ["fault-outside: phase match: a set of small numbers holds only 0..62"]


@pytest.mark.parametrize("where", ["not x in right", "x != c", "x in left and x != b"])
def test_choices_from_a_set(play: Any, where: str) -> None:
    game = play(f'{RULES}  choose x in left where {where} by ann "which?"\n    mark(rank(x))\n')
    assert game.options == (["a", "b"] if "and" not in where else ["a", "c"])


def test_none_is_in_no_set(play: Any) -> None:
    steps = ['choose x in left where x in [e] by ann "which?"', "set found to each y in left where y != x"]
    game = play(RULES + "".join(f"  {step}\n" for step in steps) + "  for each y in found\n    mark(rank(y))\n")
    assert game.trace == "123"


def test_33_what_lies_in_zones_of_different_sorts_is_joined_and_named_by_let(play: Any) -> None:
    rules = """
kind card
  worth : number
zone hand : pool of card, seen by all
zone laid : row of card, seen by all
phase match
  let both = hand + laid
  move first(laid) to hand
  for each c in (each d in both ordered by 0 - d.worth)
    mark(c.worth)
  mark(size(hand + laid - hand))
"""
    cards = "kind: card\ncards: {ca: {worth: 1}, cb: {worth: 2}, cc: {worth: 3}}\n"
    decks = "decks: {one: {zone: hand, cards: {ca: 1, cc: 1}}, two: {zone: laid, cards: {cb: 1}}}\n"
    assert play(rules, cards, decks).trace == "3210"
