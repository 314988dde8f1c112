"""What is known of a thing when compiling leaves what happens as it is, and what is kept while somebody is asked."""

from typing import Any

RULES = """\
kind card
  effect : standing or none = none
kind fish is card
  state wet : number
kind frog is card
zone hand : pool of card, seen by all
zone pond : pool of card, seen by all, in play
zone past : row of card, seen by all
function worth(c: card) : 0..9 = 1
function frogs = each c in pond where c is frog
function swims(c: card) = c is fish
"""
THINGS = """\
kind: fish
things:
  pike: {effect: "modify worth(c) by 1"}
  carp: {}
"""
FROGS = """\
kind: frog
things:
  toad: {}
  newt: {effect: "modify worth(c) by 2"}
"""
DECKS = "decks:\n  d: {zone: hand, cards: {pike: 1, carp: 1, toad: 1, newt: 1}}\n"


def test_a_test_that_is_known_to_fail(play: Any) -> None:
    rules = (
        RULES
        + """\
phase day
  choose f in hand where f is frog by ann "in"
  move f to pond
  if swims(f)
    for each c in hand where c is fish
      move c to past
  else
    mark(size(hand))
  let left = first(hand)
  choose c in hand by ann "next"
  move c to pond
  mark(worth(c))
  if left != c
    move left to past
    mark(size(past))
  choose g in hand by ann "last"
  move g to past
  for each p in frogs
    move p to past
    mark(worth(p))
"""
    )
    played = play(rules, THINGS, DECKS, choices=["newt", "carp"], more={"frogs.yaml": FROGS})
    assert played.trace == "3311"
    assert played["past"] == ["pike", "toad", "newt"]
