"""Sets hold each member once, and have no order, however they were made."""

import pytest

SETS = """\
kind card
  name   : name
  worth  : number
  marks  : set of number = [4, 4, 5]
zone heap : pile of card, seen by all
state a : set of number = [1, 1, 2]
state b : set of number
state c : set of card
function f : set of number = [3, 2, 3]
function names : set of name = each d in card of d.name
function marked(d: card) : set of number = d.marks
function twice(some: set of number) = size(some)
modify f by [2, 9]
phase match
  set b to [7]
  set b to b + [7]
  set b to b + [8]
  raise_it()
procedure raise_it
  set c to (each d in card ordered by d.worth)
"""
THINGS = """\
kind: card
cards:
  one: {name: fern, worth: 2}
  two: {name: fern, worth: 1}
  three: {name: moss, worth: 3}
"""


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("size(a) * 10 + size(b)", 22),
        ("size(f)", 3),
        ("size(names)", 2),
        ("size(marked(one))", 2),
        ("twice([5, 5, 6])", 2),
        ("twice(each d in card of 1)", 1),
        ("size(a + f)", 4),
        ("size(c + c)", 3),
        ("rank_of(a = [2, 1])", 1),
        ("rank_of(a != [2, 1])", 0),
        ("rank_of(b = [8, 7] and a - [1] = [2])", 1),
    ],
)
def test_33_a_set_holds_each_member_once_and_has_no_order(play, formula, value):
    rules = SETS.replace("  raise_it()\n", f"  raise_it()\n  mark({formula})\n")
    rules += "function rank_of(yes_or_no: bool) =\n  1 if yes_or_no\n  0 otherwise\n"
    assert play(rules, THINGS)["trace"] == value
