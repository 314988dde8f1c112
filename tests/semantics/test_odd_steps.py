"""Steps that hardly mean anything: each does what its words say, in both forms, or is told as a fault of the rules."""

from __future__ import annotations

import pytest

KINDS = """
kind card
  worth : number
kind bid
  lot : card
zone deck            : pile of card, seen by none
zone hand(p: player) : pool of card, seen by p
zone line            : row of card, seen by all, in play
state nobody         : player or none
"""
THINGS = "kind: card\ncards: {one: {worth: 1}, two: {worth: 2}, three: {worth: 3}}\n"
DECKS = "decks:\n  d: {zone: deck, cards: {one: 1, two: 1, three: 1}}\n"


def body(*lines):
    return KINDS + "phase match\n" + "".join(f"  {line}\n" for line in lines)


def test_before_itself_a_thing_stays(play):
    rules = body("move deck to line", "move last(line) before last(line)", "move first(line) before first(line)")
    assert play(rules, THINGS, DECKS)["line"] == ["one", "two", "three"]


@pytest.mark.parametrize("number", [1, 2, 3, 99999999])
def test_drawing_from_a_zone_to_itself_changes_nothing(play, number):
    assert play(body(f"draw({number}, deck, deck)"), THINGS, DECKS)["deck"] == ["one", "two", "three"]


def test_fewer_than_none_are_not_drawn(play):
    assert play(body("draw(-2, deck, line)"), THINGS, DECKS)["line"] == []


def test_a_zone_of_none_is_empty_and_takes_nothing(play, refused):
    assert play(body("draw(2, hand(nobody), deck)"), THINGS, DECKS)["deck"] == ["one", "two", "three"]
    told = refused(body("draw(1, deck, hand(nobody))"), THINGS, DECKS)
    assert told == ["fault-no-place: phase match: it has no destination"]


@pytest.mark.parametrize(
    "asks",
    ['choose c in deck by nobody "which?"', 'if nobody may "go on"', 'choose 2 n in 1..3 by nobody "which?"'],
)
def test_none_cannot_choose(refused, asks):
    rules = body("move deck to line", asks.replace("deck", "line"), "  mark(1)")
    assert refused(rules, THINGS, DECKS) == ["fault-none: phase match: no player can choose here"]


def test_none_may_have_one_answer_only(play):
    assert play(body('choose n in 5..5 by nobody "which?"', "  mark(n)"), THINGS, DECKS).trace == "5"


def test_things_of_the_game_are_not_removed(refused):
    told = refused(body("remove top(deck)"), THINGS, DECKS)
    assert told == ["fault-no-row: phase match: cannot remove `three`: it is part of the game"]


def test_a_field_is_given_once(refused):
    told = refused(body("let b = new bid(lot: top(deck), lot: top(deck))", "remove b"), THINGS, DECKS)
    assert told == ["duplicate-name: `lot` is set twice"]


def test_the_first_phase_takes_no_arguments(refused):
    told = refused('game trial "Trial"\nplayers ann, bob\nphase turn(p: player)\n  win p\n')
    assert told == ["first-phase: `turn` is the first phase, so it is the game, and cannot take arguments"]


def test_a_cost_may_win_the_game(play):
    rules = """
procedure leave(p: player)
  win opponent(p) "left"
action give_up(p: player) by p in match
  cost leave(p)
  do
    mark(9)
phase match
  offer give_up to ann
  mark(2)
"""
    assert len(play(rules).options) == 2
    assert play(rules, choices=[0]).won == ("bob", "left")
    assert play(rules, choices=[1]).trace == "2"
