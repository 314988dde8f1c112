"""`shuffle`, `show`, `draw`, `swap`, `pay` and `resolve` may be hooked like any other procedure."""

from __future__ import annotations

from typing import Any

import pytest

CARDS = """
kind card
  owner  : player = ann
  effect : standing or none = none
zone field : row of card, seen by all, in play
zone hand(p: player) : pool of card, seen by p
zone deck : pile of card, seen by none
"""
THINGS = "kind: card\ncards:\n  one: {}\n  two: {}\n  three: {}\n"
IN_DECK = "decks:\n  d: {zone: deck, cards: {one: 1, two: 1, three: 1}}\n"


def match(*steps: str) -> str:
    return CARDS + "phase match\n" + "".join(f"  {step}\n" for step in steps)


def test_draw(play: Any) -> None:
    rules = match("draw(1, deck, hand(ann))", "mark(size(hand(ann)))", "mark(size(hand(bob)))")
    assert play(rules, THINGS, IN_DECK).trace == "10"
    hooks = "before draw(n, z, to_zone) where z = deck\n  mark(7)\nafter draw(n)\n  mark(n)\n"
    assert play(rules + hooks, THINGS, IN_DECK).trace == "7110"
    hooks = "instead of draw(n, z, to_zone) where to_zone = hand(ann)\n  proceed(n + 1)\n  draw(1, z, hand(bob))\n"
    assert play(rules + hooks, THINGS, IN_DECK).trace == "21"


def test_a_hook_of_draw_may_ask(play: Any) -> None:
    rules = match("draw(2, deck, hand(ann))", "mark(size(hand(ann)))")
    hook = (
        'instead of draw(n)\n  choose k in 1..3 by bob "how many"\n  proceed(k)\n  if ann may "be glad"\n    mark(8)\n'
    )
    assert play(rules + hook, THINGS, IN_DECK, choices=["3", "yes"]).trace == "83"
    assert play(rules + hook, THINGS, IN_DECK, choices=["1", "no"]).trace == "1"


def test_draw_in_a_loop_and_a_branch(play: Any) -> None:
    rules = match("for each p in player", "  if p = bob", "    draw(1, deck, hand(p))", "mark(size(hand(bob)))")
    assert play(rules + "before draw(n)\n  mark(4)\n", THINGS, IN_DECK).trace == "41"
    hook = 'before draw(n)\n  choose k in 3..4 by bob "which"\n  mark(k)\n'
    assert play(rules + hook, THINGS, IN_DECK, choices=["3"]).trace == "31"


def test_shuffle(play: Any) -> None:
    rules = match("shuffle(deck)", "mark(3)")
    hooks = "before shuffle(z) where z = deck\n  mark(1)\nafter shuffle(z)\n  mark(2)\n"
    assert play(rules + hooks, THINGS, IN_DECK).trace == "123"
    assert play(rules + hooks, THINGS, IN_DECK, chance=[0]).trace == "123"
    p = play(rules + "instead of shuffle(z)\n  mark(9)\n", THINGS, IN_DECK, chance=[])
    assert p.trace == "93" and p.asked == []
    p = play(rules + "instead of shuffle(z)\n  proceed\n  mark(8)\n", THINGS, IN_DECK, chance=[0])
    assert p.trace == "83" and [what for _, what, _ in p.asked] == ["shuffle"]


def test_shuffle_hooked_by_a_thing(play: Any) -> None:
    things = (
        "kind: card\ncards:\n  one:\n    effect: |\n      after shuffle(z) where z = deck\n        mark(2)\n  two: {}\n"
    )
    decks = "decks:\n  d: {zone: field, cards: {one: 1}}\n  e: {zone: deck, cards: {two: 1}}\n"
    assert play(match("shuffle(deck)", "mark(3)"), things, decks).trace == "23"
    assert play(match("move one to deck", "shuffle(deck)", "mark(3)"), things, decks).trace == "3"


def test_show_of_a_thing_and_of_a_zone(play: Any) -> None:
    rules = match("show(top(deck), bob)", "mark(3)")
    hooks = "before show(x, p) where p = bob\n  mark(1)\nafter show(x, p) where x = three\n  mark(2)\n"
    assert play(rules + hooks, THINGS, IN_DECK).trace == "123"
    rules = match("show(deck, bob)", "mark(3)")
    p = play(rules + "before show(x, p) where p = bob\n  mark(1)\n", THINGS, IN_DECK)
    assert p.trace == "13"
    (entry,) = [e for e in p.state.journal if e.what == "show"]
    assert sorted(entry.facts["things"]) == ["one", "three", "two"]  # in no particular order
    p = play(rules + "instead of show(x, p)\n  mark(9)\n", THINGS, IN_DECK)
    assert p.trace == "93" and not [e for e in p.state.journal if e.what == "show"]


def test_show_to_all(play: Any) -> None:
    p = play(match("show(deck, all)", "show(top(deck), all)", "mark(3)"), THINGS, IN_DECK)
    assert len([e for e in p.state.journal if e.what == "show"]) == 4
    p = play(match("show(top(deck), all)") + "before show(x, p)\n  mark(1)\n", THINGS, IN_DECK)
    assert p.trace == "11", "once for each player"


def test_a_swap_between_two_zones_is_told(play: Any) -> None:
    rules = match("let a = bottom(deck)", "move a to hand(ann)", "swap(a, top(deck))")
    state = play(rules, THINGS, IN_DECK).state
    told = [state.game.teller.line(entry) for entry in state.journal if entry.what == "move"]
    assert told == ["one: deck → hand of ann", "one: hand of ann → deck", "three: deck → hand of ann"]


def test_swap(play: Any) -> None:
    rules = match("swap(bottom(deck), top(deck))", "mark(3)")
    p = play(
        rules + "before swap(x, y) where x = one and y = three\n  mark(1)\nafter swap\n  mark(2)\n", THINGS, IN_DECK
    )
    assert p.trace == "123" and p["deck"] == ["three", "two", "one"]
    p = play(rules + "instead of swap(x, y)\n  proceed(y, two)\n", THINGS, IN_DECK)
    assert p["deck"] == ["one", "three", "two"]


ACTIONS = """
state gold : number
phase match
  offer dig to ann
{lines}
action dig(n: 1..3) in match
  cost raise gold by n
  do
    mark(n)
"""


@pytest.mark.parametrize(
    "lines", ["", "    chosen c\n      pay(c)\n      resolve(c)\n"], ids=["by the offer itself", "by name"]
)
def test_pay_and_resolve(play: Any, lines: str) -> None:
    hooks = (
        "before pay(c)\n  mark(4)\nafter pay(c) where c is dig\n  mark(5)\nbefore resolve(c)\n  mark(6)\n"
        "after resolve\n  mark(7)\n"
    )
    p = play(ACTIONS.format(lines=lines) + hooks, choices=["dig(2)"])
    assert p.trace == "456" + "2" + "7" and p["gold"] == 2
    p = play(ACTIONS.format(lines=lines) + "instead of resolve(c) where gold = 3\n  mark(9)\n", choices=["dig(3)"])
    assert p.trace == "9"


def test_what_only_reads_is_not_hooked(refused: Any) -> None:
    assert refused(match("mark(size(deck))") + "before size(z)\n  mark(1)\n")
    assert refused(match("mark(size(deck))") + "modify size(z) by 1\n")


def test_what_is_said_may_be_answered(play: Any) -> None:
    rules = match('say("{size(deck)} left")', "mark(3)")
    p = play(rules + "before say(t) where size(deck) = 3\n  mark(1)\nafter say(t)\n  mark(2)\n", THINGS, IN_DECK)
    assert p.trace == "123"
    assert [e.facts["text"] for e in p.state.journal if e.what == "say"] == ["3 left"]
    p = play(rules + "instead of say(t)\n  mark(9)\n", THINGS, IN_DECK)
    assert p.trace == "93" and not [e for e in p.state.journal if e.what == "say"]
