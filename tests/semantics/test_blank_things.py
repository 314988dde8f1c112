"""Sentence 67 of docs/semantics.md: what is blank brings nothing."""

from __future__ import annotations

from typing import Any

RULES = """
kind colour : red, green
kind card
  colour : colour = green
  effect : standing or none = none
  state spent : 0..9
zone field : row of card, seen by all, in play
zone hand : pool of card, seen by all
function worth(c: card) = 1
procedure knock
  mark(0)
procedure tell(c: card)
  mark(worth(c))
"""
CARDS = """
kind: card
cards:
  rose:
    colour: red
    effect: |
      modify worth(c) by 2 where c = this
      after knock
        mark(5)
      action smell by ann in match
        do
          raise this.spent by 1
          mark(6)
  moth:
    effect: |
      modify worth(c) by 3 where c = rose
      before knock
        until end of match
          after knock
            mark(7)
  frost:
    effect: "modify blank(c) becomes yes where c.colour = red"
  thaw:
    effect: "modify blank(c) becomes no at last where this in field and blank(this) = no"
"""
DECKS = "decks:\n  d: {zone: field, cards: {rose: 1, moth: 1}}\n  h: {zone: hand, cards: {frost: 1, thaw: 1}}\n"


def test_67_rules_of_what_is_blank_sleep_until_it_no_longer_is(play: Any) -> None:
    steps = "phase match\n  tell(rose)\n  move frost to field\n  tell(rose)\n  move frost to hand\n  tell(rose)\n"
    assert play(RULES + steps, CARDS, DECKS).trace == "646"


def test_67_what_it_made_for_a_while_goes_on(play: Any) -> None:
    night = "state night : bool\nmodify blank(c) becomes yes where night\n"
    steps = "phase match\n  knock()\n  set night to yes\n  knock()\n"
    assert play(RULES + night + steps, CARDS, DECKS).trace == "507"


def test_67_a_when_that_wakes_fires(play: Any) -> None:
    cards = CARDS.replace("modify worth(c) by 3 where c = rose", "when rose.spent > 1\n        mark(4)")
    rules = "state night : bool = yes\nmodify blank(c) becomes yes where night\n" + RULES
    steps = "phase match\n  set rose.spent to 2\n  knock()\n  mark(1)\n  set night to no\n  tell(rose)\n"
    assert play(rules + steps, cards, DECKS).trace == "134"


def test_67_its_actions_sleep_too_and_its_states_stay(play: Any) -> None:
    match = "phase match\n  offer actions to ann\n  move frost to field\n  offer actions to ann\n  mark(rose.spent)\n"
    p = play(RULES + match, CARDS, DECKS, choices=["rose.smell"])
    assert p.trace == "61" and len(p.asked) == 1
    waits = (
        "zone waiting : stack of call, seen by all\nphase match\n  offer actions to ann\n    chosen c\n      pay(c)\n"
        "      move c to waiting\n  move frost to field\n  if legal(top(waiting))\n    mark(1)\n  else\n    mark(2)\n"
    )
    assert play(RULES + waits, CARDS, DECKS, choices=["rose.smell"]).trace == "2"


def test_67_rules_that_modify_blank_never_sleep(play: Any) -> None:
    rules = RULES + "modify blank(c) becomes yes\nphase match\n  tell(rose)\n  move frost to field\n  tell(moth)\n"
    assert play(rules, CARDS, DECKS).trace == "11"
    cards = CARDS.replace("thaw:\n    effect:", "thaw:\n    colour: red\n    effect:").replace(
        " and blank(this) = no", ""
    )
    rules = RULES + "phase match\n  move frost to field\n  tell(rose)\n  move thaw to field\n  tell(rose)\n"
    assert play(rules, cards, DECKS).trace == "46"


def test_67_a_circle_is_told(refused: Any) -> None:
    rules = RULES + "modify blank(c) becomes yes where worth(c) > 1\nphase match\n  tell(rose)\n"
    (found,) = refused(rules, CARDS, DECKS)
    assert found.startswith("fault-circle")


def test_67_without_rules_that_modify_it_nothing_is_blank(play: Any) -> None:
    cards = CARDS[: CARDS.index("  frost:")]
    decks = DECKS.splitlines()[0] + "\n" + DECKS.splitlines()[1] + "\n"
    steps = "phase match\n  if not blank(rose)\n    tell(rose)\n"
    assert play(RULES + steps, cards, decks).trace == "6"


def test_67_blank_is_a_word_of_the_language(refused: Any) -> None:
    (found,) = refused(
        RULES + "function blank(c: card) = no\nphase match\n  knock()\n", CARDS.replace("blank", "worth"), ""
    )[:1]
    assert found.startswith("name-taken: `blank` is a built-in name")
