"""Sentence 69 of docs/semantics.md: where a condition tells that a name is of a kind, or not none, that is known."""

from __future__ import annotations

from typing import Any

import pytest

RULES = """
kind card
  next : card or none = none
  effect : standing or none = none
kind frog is card
  leaps : number = 3
  state wet : 0..5 = 1
kind fish is card
  leaps : number = 1
  fins  : number = 2
zone pond : row of card, seen by all, in play
"""
THINGS = """
kind: frog
things:
  toad: {next: newt}
  newt: {leaps: 4, next: carp}
  carp: {kind: fish}
"""
DECKS = "decks:\n  d: {zone: pond, cards: {toad: 1, newt: 1, carp: 1}}\n"

TOLD = {
    "and": "mark(count c in pond where c is frog and c.leaps > 3)",
    "or": "mark(count c in pond where not (c is frog) or c.leaps > 3)",
    "every": "if every c in pond where c is frog has c.leaps > 2\n  mark(1)",
    "conditional": "for each c in pond\n  mark((c.fins if c is fish otherwise c.leaps if c is frog otherwise 9))",
    "sum": "mark(sum c in pond where c is frog of c.leaps)",
    "each": "for each c in (each x in pond where x is frog)\n  mark(c.leaps)",
    "for each": "for each c in pond where c is frog\n  raise c.wet by c.leaps\n  mark(c.wet)",
    "if": "for each c in pond\n  if c is frog\n    mark(c.leaps)\n  else if c is fish\n    mark(c.leaps)",
    "else": "for each c in pond\n  if not (c is frog)\n    mark(9)\n  else\n    mark(c.leaps)",
    "while": "let c = first(pond)\nlet n = 0\nwhile c is frog and n < 2\n  mark(c.leaps)\n  raise n by 1",
    "choose": 'choose c in pond where c is fish by ann "one"\nmark(c.leaps)',
    "choose 2": 'choose 2 c in pond where c is fish by ann "one"\n  mark(c.leaps)',
    "pick": "pick c in pond where c is fish\nmark(c.leaps)\nmark(c.fins)",
    "one of": 'let c = top(pond)\nchoose by ann "one of"\n  "it" where c is fish\n    mark(c.leaps)',
    "title": "for each c in pond\n  if c is newt\n    mark(c.leaps)",
    "none": "for each c in pond\n  if c.next = none or c is fish\n    mark(0)\n  let n = c.next\n"
    "  if n != none and n is fish\n    mark(n.leaps)",
}
TRACES = {
    "and": "1",
    "or": "2",
    "conditional": "342",
    "every": "1",
    "sum": "7",
    "each": "34",
    "for each": "45",
    "if": "341",
    "else": "349",
    "while": "33",
    "choose": "1",
    "choose 2": "1",
    "pick": "12",
    "one of": "1",
    "title": "4",
    "none": "10",
}


@pytest.mark.parametrize("where", TOLD)
def test_69_where_a_condition_holds_its_kind_is_known(play: Any, where: str) -> None:
    lines = TOLD[where].replace("\n", "\n  ")
    assert play(f"{RULES}phase match\n  {lines}\n", THINGS, DECKS).trace == TRACES[where]


def test_69_in_the_lines_of_a_function(play: Any) -> None:
    rules = RULES + (
        "function skips(c: card or none) : number =\n"
        "  0 if c = none\n  c.leaps if c is frog\n  skips(c.next) + 5 otherwise\n"
        "phase match\n  mark(skips(toad))\n  mark(skips(carp))\n"
    )
    assert play(rules, THINGS, DECKS).trace == "35"


def test_69_in_standing_rules(play: Any) -> None:
    rules = RULES + (
        "procedure jump(c: card)\n  mark(power(c))\nfunction power(c: card) = 1\n"
        "modify power(c) by c.leaps where c is frog\nafter jump(c) where c is fish\n  mark(c.leaps + c.fins)\n"
        "when any c in pond where c is frog and c.wet > 4\n  mark(8)\n"
        "phase match\n  jump(toad)\n  jump(carp)\n  set toad.wet to 5\n  jump(newt)\n"
    )
    assert play(rules, THINGS, DECKS).trace == "41358"


def test_69_a_law_of_a_kind(play: Any, refused: Any) -> None:
    law = 'law card "frogs leap"\n  not (this is frog) or this.leaps > {}\nphase match\n  mark(1)\n'
    assert play(RULES + law.format(2), THINGS, DECKS).trace == "1"


NOT_TOLD = {
    "behind the block": "if c is frog\n  mark(1)\nmark(c.leaps)",
    "in the other branch": "if c is frog\n  mark(1)\nelse\n  mark(c.leaps)",
    "one of two": "if c is frog or c is fish\n  mark(c.leaps)",
    "of another": "if first(pond) is frog\n  mark(c.leaps)",
    "set in between": "let d = c\nif d is frog\n  set d to carp\n  mark(d.leaps)",
    "set in a loop": "let d = c\nwhile d is frog\n  mark(d.leaps)\n  set d to carp",
}


@pytest.mark.parametrize("where", NOT_TOLD)
def test_69_nowhere_else(refused: Any, where: str) -> None:
    lines = NOT_TOLD[where].replace("\n", "\n    ")
    rules = f"{RULES}phase match\n  for each c in pond\n    {lines}\n"
    assert [m.partition(":")[0] for m in refused(rules, THINGS, DECKS)] == ["ambiguous-field"]


def test_69_a_thing_as_one_of_a_kind(play: Any) -> None:
    rules = RULES + (
        "procedure tell(c: card or none)\n  let f = (c as frog)\n  if f = none\n    mark(9)\n"
        "  else\n    mark(f.leaps)\nphase match\n  tell(carp)\n  tell(none)\n  tell(newt)\n"
        "  mark((first(pond) as frog).leaps)\n  raise (first(pond) as frog).wet by 1\n  mark(toad.wet)\n"
        "  mark(count c in pond where (c as fish).fins = none)\n  mark(count c in pond where (c as card) = none)\n"
    )
    assert play(rules, THINGS, DECKS).trace == "9943220"


def test_69_a_row_as_one_of_a_kind(play: Any) -> None:
    rules = (
        "kind mark_of\n  worth : number\nkind wound is mark_of\n  state depth : 0..3 = 2\nphase match\n"
        "  let m = new mark_of(worth: 3)\n  let w = new wound(worth: 4)\n"
        "  for each x in mark_of where (x as wound) != none\n    mark(x.worth)\n"
        "  mark(count x in mark_of where (x as wound).depth = 2)\n"
    )
    assert play(rules).trace == "41"


def test_69_as_what_it_never_is(refused: Any) -> None:
    rules = RULES + "function f(c: frog) = (c as fish)\nphase match\n  nothing\n"
    assert refused(rules, THINGS, DECKS) == ["unlike-types: a frog is never a fish"]
    rules = RULES + "function f(n: number) = (n as fish)\nphase match\n  nothing\n"
    assert refused(rules, THINGS, DECKS) == ["wrong-type: `as` needs a thing, not a number"]


def test_37_a_printed_field_of_another_kind_is_none(play: Any) -> None:
    steps = "for each c in pond\n    if c.fins = none\n      mark(1)\n    else\n      mark(c.fins)\n"
    assert play(f"{RULES}phase match\n  {steps}", THINGS, DECKS).trace == "112"
