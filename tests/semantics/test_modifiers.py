"""Sentences 24 to 30 of docs/semantics.md: functions and what modifies them."""

from __future__ import annotations

from typing import Any

import pytest

CARDS = """
kind card
  owner  : player = ann
  effect : standing or none = none
zone field : row of card, seen by all, in play
zone hand : pool of card, seen by all
"""


def cards(**effects: str) -> str:
    shown = (
        f"  {title}:\n    effect: |\n" + "".join(f"      {line}\n" for line in effect.split("\n"))
        for title, effect in effects.items()
    )
    return "kind: card\ncards:\n" + "".join(shown)


def field(*titles: str) -> str:
    return f"decks:\n  one: {{zone: field, cards: {{{', '.join(f'{t}: 1' for t in titles)}}}}}\n"


def value(play: Any, of: str, modifiers: str, more: str = "") -> Any:
    return play(f"{more}\nfunction power{of}\nphase match\n  set trace to power\n{modifiers}\n")["trace"]


def test_24_becomes_before_by_each_oldest_first(play: Any) -> None:
    assert (
        value(play, " = 10", "modify power by 1\nmodify power becomes value * 2\nmodify power becomes value - 3") == 18
    )
    assert (
        value(play, " = 10", "modify power becomes value - 3\nmodify power becomes value * 2\nmodify power by 1") == 15
    )
    assert value(play, " = 10", "modify power by 5 up to 12\nmodify power by -4") == 8
    assert value(play, " = 10", "modify power by -4\nmodify power by 5 up to 12") == 11


def test_24_rules_before_things_and_becomes_of_things_before_by_of_rules(play: Any) -> None:
    rules = (
        CARDS + "function power = 2\nmodify power by 1\nmodify power becomes value + 3\nphase match\n"
        "  set trace to power\n"
    )
    things = cards(one="modify power becomes value * 10", two="modify power by 4 up to 52")
    assert play(rules, things, field("one", "two"))["trace"] == 52
    assert play(rules, things, field("one"))["trace"] == 51


def test_24_at_last_comes_after_all_others_oldest_first(play: Any) -> None:
    others = "modify power by 1\nmodify power becomes value * 2"
    assert value(play, " = 10", f"modify power becomes value / 3 at last\n{others}") == 7
    assert value(play, " = 10", f"modify power by 1 at last\nmodify power becomes 3 at last\n{others}") == 3
    assert value(play, " = 10", f"modify power becomes 3 at last\nmodify power by 9 up to 8 at last\n{others}") == 8
    assert value(play, " : 0..6 = 5", "modify power by 4 at last\nmodify power by -9") == 0


def test_24_at_last_of_things_after_those_of_rules(play: Any) -> None:
    rules = (
        CARDS + "function power = 2\nmodify power becomes value + 1 at last\nmodify power by 1\nphase match\n"
        "  set trace to power\n  move one to hand\n  set trace to trace * 100 + power\n"
    )
    things = cards(one="modify power becomes value * 10 at last\nmodify power by 2", two="modify power by 4 at last")
    assert play(rules, things, field("one", "two"))["trace"] == 6408
    assert play(rules, things, field("two", "one"))["trace"] == 10008


def test_24_the_type_comes_last(play: Any) -> None:
    assert value(play, " : 0..6 = 5", "modify power by 4\nmodify power by -2") == 6
    assert value(play, " : 0..6 = 9", "modify power by -4") == 5
    assert value(play, " : 0..6 = 1", "modify power by -9") == 0


def test_24_ordered_names_end_at_their_ends(play: Any) -> None:
    rules = (
        "kind grade : low, middle, high\nfunction power : grade = middle\n{}phase match\n  set trace to rank(power)\n"
    )
    assert play(rules.format("modify power by 1\n"))["trace"] == 3
    assert play(rules.format("modify power by 3\n"))["trace"] == 3
    assert play(rules.format("modify power by -2\n"))["trace"] == 1


@pytest.mark.parametrize(
    ("base", "by", "found"),
    [(9, "2 up to 6", 9), (5, "2 up to 6", 6), (2, "3 up to 6", 5), (1, "-2 down to 3", 1), (4, "-2 down to 3", 3)],
)
def test_25_limits_only_stop(play: Any, base: int, by: str, found: int) -> None:
    assert value(play, f" = {base}", f"modify power by {by}") == found


def test_25_both_limits(play: Any) -> None:
    assert value(play, " = 5", "modify power by 4 up to 6 down to 2") == 6
    assert value(play, " = 5", "modify power by -4 up to 6 down to 2") == 2


def test_26_by_on_numbers_names_lists_sets(play: Any, refused: Any) -> None:
    rules = ("kind tint : red, green, blue\nfunction tints : set of tint = [green]\n"
        "function steps_of : list of number = [4, 5]\n"
             "modify tints by [red]\nmodify steps_of by [4]\nphase match\n  for each t in tints\n    mark(rank(t))\n"
             "  for each n in steps_of\n    mark(n)\n")  # fmt: skip
    assert play(rules).trace == "12454"
    found = refused("function ready : bool = no\nmodify ready by yes\nphase match\n  if ready\n    mark(1)\n")
    assert len(found) == 1, found


def test_26_names_move_with_their_own_limits(play: Any) -> None:
    rules = "kind grade : a, b, c, d, e\nfunction power : grade = b\n{}phase match\n  set trace to rank(power)\n"
    assert play(rules.format("modify power by 3 up to d\n"))["trace"] == 4
    assert play(rules.format("modify power by 3 up to a\n"))["trace"] == 2
    assert play(rules.format("modify power by -3 down to b\nmodify power becomes d\n"))["trace"] == 2


def test_26_yes_no_may_become(play: Any) -> None:
    rules = "function ready : bool = no\nmodify ready becomes yes\nphase match\n  if ready\n    mark(1)\n"
    assert play(rules).trace == "1"


def test_27_conditions_and_amounts_read_other_functions_as_modified(play: Any) -> None:
    more = "function strength = 1\nmodify strength by 2"
    assert value(play, " = 5", "modify power by strength where strength = 3", more) == 8


def test_27_a_function_reads_its_arguments_as_modified(play: Any) -> None:
    rules = CARDS + ("function power(c: card) = 1\nfunction total = sum c in field of power(c)\n"
                     "phase match\n  set trace to total\n")  # fmt: skip
    things = cards(
        one="modify power(c) by 2 where c = this", two="modify power(c) by 5 where c != this\nmodify total by 100"
    )
    assert play(rules, things, field("one", "two"))["trace"] == 109


def test_28_a_circle_is_a_fault_that_names_it(refused: Any) -> None:
    rules = ("function power(n: number) = shield(n) + 1\nfunction shield(n: number) = 1\n"
             "modify shield(n) by power(n)\nphase match\n  set trace to power(3)\n")  # fmt: skip
    found = refused(rules)
    assert len(found) == 1 and found[0].startswith("fault-circle:")
    assert "`power(3)` → `shield(3)` → `modify shield` → `power(3)`" in found[0]


def test_28_a_circle_through_the_condition_of_a_thing(refused: Any) -> None:
    rules = CARDS + "function power(c: card) = 1\nphase match\n  set trace to power(one)\n"
    things = cards(one="modify power(c) by 1 where c = this and any d in field where power(d) > 0")
    found = refused(rules, things, field("one"))
    assert len(found) == 1 and "`power(one)` → `one: modify power` → `power(one)`" in found[0]


def test_28_other_arguments_are_recursion(play: Any) -> None:
    rules = "function fall(n: number) : number =\n  1 if n <= 1\n  n * fall(n - 1) otherwise\nmodify fall(n) by 0\n"
    assert play(rules + "phase match\n  set trace to fall(6)\n")["trace"] == 720
    cards_ = CARDS + "function power(c: card) = 1\nphase match\n  set trace to power(last(field))\n"
    things = cards(
        one="modify power(c) by power(left_of(c)) where left_of(c) != none", two="modify power(c) by 1 where c = two"
    )
    assert play(cards_, things, field("one", "two"))["trace"] == 3


def test_28_recursion_goes_some_hundred_deep(play: Any, refused: Any) -> None:
    rules = (
        "function fall(n: number) : number =\n  0 if n <= 0\n  1 + fall(n - 1) otherwise\nphase match\n"
        "  set trace to fall({})\n"
    )
    assert play(rules.format(300))["trace"] == 300
    found = refused(rules.format(100000))
    assert len(found) == 1 and "fall" in found[0] and found[0].startswith("fault-endless:")


@pytest.mark.parametrize("formula", ["roll 1d6", "take(1)", 'ann may "do it"', "new fight()", "pending take(1)"])
def test_29_formulas_have_no_effects(refused: Any, formula: str) -> None:
    rules = ("kind fight\n  state rounds : number\nstate gold : number\nprocedure take(n: number) : number\n"
        "  raise gold by n\n"
             "  return n\nphase match\n  let t = take(2)\n  let f = new fight()\n  set f.rounds to {0}\n")  # fmt: skip
    assert refused(rules.format("power") + f"function power = {formula}\n")
    assert refused(rules.format("3") + f"function power = 1\nmodify power by 1 where ({formula}) != none\n")
    assert refused(rules.format("3") + f"before match where ({formula}) != none\n  nothing\n")


def test_30_half_before_or_after_is_a_second_function(play: Any) -> None:
    rules = ("function base = 8\nmodify base becomes value / 2\nfunction power = base\nmodify power by 4\n"
             "phase match\n  set trace to power\n")  # fmt: skip
    assert play(rules)["trace"] == 8


def test_30_sees_may_be_modified(play: Any) -> None:
    rules = CARDS + ("zone secret : pile of card, seen by none\nphase match\n  if sees(ann, secret)\n    mark(1)\n"
                     "  if sees(bob, secret)\n    mark(2)\n  move one to hand\n  if sees(bob, secret)\n"
                         "    mark(3)\n")  # fmt: skip
    things = cards(one="modify sees(p, z) becomes yes where p = bob and z = secret")
    assert play(rules, things, field("one")).trace == "2"


# Two changes in a row read the same function. What it gives is read anew where the first change may alter it.
TWICE = CARDS + (
    "state left : 0..99 = 50\nstate right : 0..99 = 50\nfunction power(c: card) = 3\nstate gained : 0..9\n"
    "function gain(c: card) = power(c) + 1\n"
    "phase match\n  for each c in field\n    mark(1)\n    both(c)\n"
    "procedure both(c: card)\n  lower left by gain(c)\n  raise right by gain(c)\n  lower left by power(c)\n"
)


@pytest.mark.parametrize(
    ("effect", "left", "right"),
    [
        ("modify power(c) by 2 where c = this", 39, 56),
        ("modify power(c) by 50 - left where c = this", 39, 58),
        ("modify power(c) by more where c = this", 39, 58),
        ("modify power(c) by right - 50 where c = this", 39, 54),
    ],
)
def test_24_what_changes_in_between_is_read_anew(play: Any, effect: str, left: int, right: int) -> None:
    played = play(TWICE + "function more = 50 - left\n", cards(one=effect), field("one"))
    assert (played["left"], played["right"]) == (left, right)


def test_24_values_follow_what_is_in_play_and_what_lasts(play: Any) -> None:
    rules = CARDS + (
        "function power(c: card) : 0..9 = 2\nprocedure look\n  mark(power(one) + (sum c in field of power(c)))\n"
        "phase match\n  look()\n  move two to field\n  look()\n  turn()\n  look()\n  move two to hand\n  look()\n"
        "phase turn\n  until end of turn\n    modify power(c) by 5 where c = two\n  look()\n"
    )
    things = cards(one="nothing", two="modify power(c) by 1 where c != this")
    things = things.replace("effect: |\n      nothing", "owner: bob")
    lying = "decks:\n  a: {zone: field, cards: {one: 1}}\n  b: {zone: hand, cards: {two: 1}}\n"

    played = play(rules.replace("mark(", "set trace to trace * 100 + ("), things, lying)
    assert played["trace"] == 4_08_13_08_04
