"""Choices anywhere: in hooks, nested calls, loops, conditions, code of things. `play` saves and undoes at each."""

from __future__ import annotations

from typing import Any

import pytest

CARDS = """
kind card
  owner  : player = ann
  effect : standing or none = none
  text   : steps(n: number) or none = none
zone field : row of card, seen by all, in play
zone hand : pool of card, seen by all
"""
ASK = 'choose {0} in {1}..{2} by {3} "which"\n  mark({0})\n'


def ask(name: str, low: int, by: str = "ann") -> str:
    return ASK.format(name, low, low + 1, by)


SCORE = "\nphase match\n  score(4)\n  mark(9)\nprocedure score(n: number)\n  mark(n)\n  " + ask("own", 1) + "\n"
HOOKS = (
    "before score(n)\n  "
    + ask("b", 1, "bob")
    + "instead of score(n)\n  "
    + ask("i", 2)
    + "  proceed(n + 1)\n  "
    + ask("j", 3, "bob")
    + "after score(n)\n  "
    + ask("a", 6)
)


def test_hooks_of_rules_that_ask(play: Any) -> None:
    p = play(SCORE + HOOKS, choices=["2", "1", "2", "7", "3"])
    assert p.trace == "2" + "1" + "5" + "2" + "7" + "3" + "9"
    assert [who for who, _, _ in p.asked] == ["ann", "bob", "ann", "ann", "bob"]


def test_hooks_of_things_that_ask(play: Any) -> None:
    effect = "".join(f"      {line}\n" for line in HOOKS.rstrip("\n").split("\n"))
    things = f"kind: card\ncards:\n  one:\n    effect: |\n{effect}"
    decks = "decks:\n  d: {zone: field, cards: {one: 1}}\n"
    p = play(CARDS + SCORE, things, decks, choices=["2", "1", "2", "7", "3"])
    assert p.trace == "2" + "1" + "5" + "2" + "7" + "3" + "9"


def test_both_together(play: Any) -> None:
    effect = "".join(f"      {line}\n" for line in HOOKS.rstrip("\n").split("\n"))
    things = f"kind: card\ncards:\n  one:\n    effect: |\n{effect}"
    decks = "decks:\n  d: {zone: field, cards: {one: 1}}\n"
    p = play(CARDS + SCORE + HOOKS, things, decks, choices=["3", "2", "2", "1", "2", "7", "6", "4", "3"])
    assert p.trace == "32" + "21" + "6" + "2" + "76" + "43" + "9"


def test_proceed_twice_with_choices_and_values(play: Any) -> None:
    rules = (
        "phase match\n  let w = worth(2)\n  set trace to w\nprocedure worth(n: number) : number\n"
        '  choose k in 1..9 by ann "which"\n  return k * n\ninstead of worth(n)\n'
        '  let a = proceed + proceed(5)\n  if bob may "double"\n    return a * 2\n  proceed(100)\n'
    )
    assert play(rules, choices=["3", "4", "yes"])["trace"] == (6 + 20) * 2
    assert play(rules, choices=["3", "4", "no", "9"])["trace"] == 900


@pytest.mark.parametrize(
    ("choices", "trace"),
    [(["no"], "9"), (["yes", "yes"], "19"), (["yes", "no", "yes"], "19"), (["yes", "no", "no"], "9")],
)
def test_conditions_stop_as_soon_as_they_are_decided(play: Any, choices: list[str], trace: str) -> None:
    rules = 'phase match\n  if ann may "a" and (bob may "b" or ann may "c")\n    mark(1)\n  mark(9)\n'
    assert play(rules, choices=choices).trace == trace


def test_loops_that_ask(play: Any) -> None:
    rules = (
        'phase match\n  for each p in player\n    let n = 0\n    let k = 0\n    while p may "on" and n < 2\n'
        '      raise n by 1\n      repeat\n        choose c in 1..3 by p "which"\n        set k to c\n        mark(k)\n'
        "      until k = 3\n    mark(n)\n"
    )
    p = play(rules, choices=["yes", "1", "3", "no", "yes", "3", "yes", "2", "3", "yes"])
    assert p.trace == "131" + "3232"


def test_nested_procedures_and_arguments_before_a_choice(play: Any) -> None:
    rules = (
        "state gold : number = 2\nphase match\n  outer(gold, 3)\nprocedure outer(a: number, b: number)\n"
        "  let n = gold + inner(a) * b\n  set trace to n + gold\n  if inner(1) > 2 and inner(2) > 2\n    mark(7)\n"
        'procedure inner(n: number) : number\n  choose k in 1..4 by ann "which"\n  set gold to gold * 10\n'
        "  return k + n - 1\n"
    )
    assert play(rules, choices=["4", "1"])["trace"] == 2 + 5 * 3 + 20
    assert play(rules, choices=["1", "3", "2"])["trace"] == (2 + 2 * 3 + 20) * 10 + 7


def test_text_of_things_that_asks(play: Any) -> None:
    rules = CARDS + "phase match\n  for each c in hand\n    run c.text with 5\n  mark(9)\n"
    text = 'choose k in 1..n by ann "which"\n      mark(k)\n      if bob may "more"\n        mark(8)\n'
    things = f"kind: card\ncards:\n  one:\n    text: |\n      {text}  two: {{}}\n"
    decks = "decks:\n  d: {zone: hand, cards: {one: 2, two: 1}}\n"
    assert play(rules, things, decks, choices=["5", "yes", "2", "no"]).trace == "58" + "2" + "9"


def test_rules_made_by_until_that_ask(play: Any) -> None:
    rules = SCORE.replace("  score(4)", "  begin(6)\n  score(4)") + (
        'procedure begin(k: number)\n  until end of match, once\n    before score(n)\n      if bob may "mark {k}"\n'
        '        mark(k)\n    instead of score(n)\n      proceed\n      choose z in k..k + 1 by bob "which"\n'
        "      mark(z)\n"
    )
    p = play(rules, choices=["yes", "1"])
    assert p.trace == "6" + "41"
    assert p.state.decision.player == "bob" and p.asked[0][1] == "mark 6"


def test_a_game_that_ends_inside_nested_choices(play: Any) -> None:
    rules = SCORE + 'before score(n)\n  if bob may "end it"\n    win bob "enough"\n'
    p = play(rules, choices=["yes"])
    assert p.won == ("bob", "enough") and p.state.position.stack == []
    p.state.undo()
    assert p.state.decision.player == "bob" and not p.state.over
