"""An argument that is none of a parameter's values: a fault, and never the place of another state or zone."""

from __future__ import annotations

import pytest

PARTS = """
kind card
  worth : number = 0
kind flower is card
  petals     : number = 0
  state buds : 0..9
state near(n: 1..3)     : number
state far(n: 1..3)      : number
state dew(f: flower)    : number
state wax(c: card)      : number
state some              : 1..3 = 2
state maybe             : 1..9 or none
zone bed(n: 1..3)       : row of card, seen by all
zone shed(n: 1..3)      : row of card, seen by all
zone deck               : pile of card, seen by all
function half : 1..3    = 9
procedure look(n: 1..3)
  mark(near(n))
"""
THINGS = "kind: card\ncards: {nail: {}, rose: {kind: flower}}\n"
DECKS = "decks:\n  d: {zone: deck, cards: {nail: 1, rose: 1}}\n"
OUTSIDE = "an argument is outside the values of its parameter"


def body(*lines):
    return PARTS + "phase match\n" + "".join(f"  {line}\n" for line in lines)


@pytest.mark.parametrize(
    "step",
    [
        "set near(trace + 4) to 5",
        "set near(trace) to 5",
        "raise near(trace - 1) by 5",
        "mark(near(trace + 4))",
        "mark(near(some + 2))",
        "let n = some\n  set n to 7\n  mark(near(n))",
        "set maybe to 7\n  mark(near(maybe))",
        "move top(deck) to bed(trace + 4)",
        "mark(size(bed(trace - 1)))",
        "set maybe to 4\n  mark(size(bed(maybe)))",
        "for each c in deck\n    set dew(c) to 3",
        "for each c in deck\n    mark(dew(c))",
    ],
)
def test_34_an_argument_outside_is_a_fault(refused, step):
    assert refused(body(step), THINGS, DECKS) == [f"fault-outside: phase match: {OUTSIDE}"]


def test_34_a_parameter_outside_is_a_fault_where_it_is_used(refused):
    assert refused(body("look(7)"), THINGS, DECKS) == [f"fault-outside: procedure look: {OUTSIDE}"]


def test_34_what_lies_inside_is_found(play):
    done = play(
        body(
            "for each n in 1..3",
            "  set near(n) to n",
            "set far(some) to 4",
            "set wax(last(deck)) to 7",
            "for each c in deck where c is flower",
            "  set dew(c) to 8",
            "mark(near(3))",
            "mark(far(2))",
            "mark(near(half))",
            "mark(dew(rose))",
        ),
        THINGS,
        DECKS,
    )
    assert done.trace == "3438" and done["wax(rose)"] == 7 and done["far(2)"] == 4


@pytest.mark.parametrize("step", ["set c.buds to 3", "raise c.buds by 3", "lower c.buds by 1"])
def test_34_a_state_of_another_kind_is_not_set(play, refused, step):
    every = body("for each c in deck", f"  {step}")
    assert refused(every, THINGS, DECKS) == ["fault-no-state: phase match: this thing has no `buds`"]
    assert play(body("for each c in deck where c is flower", f"  {step}"), THINGS, DECKS)["rose.buds"] in (0, 3)
