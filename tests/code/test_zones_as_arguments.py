"""A zone that is handed on: as a place, as the things in it; and what a zone belongs to where zones differ.

Each with and without a `when`, as without one small procedures are written into their callers.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from compiled_packs import WHEN, failures, written

FLOWERS = "kind: card\ncards: {rose: {}, tulip: {}}\n"
DECKS = "decks:\n  d: {zone: deck, cards: {rose: 1, tulip: 1}}\n"
ZONES = """kind card
kind box
  name : string = ""
zone deck : row of card, seen by all
zone heap : pile of card, seen by all
zone hand(p: player) : pool of card, seen by p
zone kept(b: box) : row of card, seen by all
zone on(c: card) : pool of card, seen by all
"""
MOVED = """phase match
  let b = new box()
  throw(first(deck), ann, b)
  win ann "{size(GOAL)}"
procedure leave(c: card, goal: place)
  move c to goal
procedure throw(c: card, p: player, b: box)
  leave(c, GOAL)
"""
TAKEN = """phase match
  let b = new box()
  move first(deck) to ZONE
  take(ZONE)
  win ann "done"
procedure take(who: SORT of card)
  choose x in who by ann "take"
    move x to heap
"""
HOLDERS = """function host(c: card) : card or none = holder(c)
function boxed(c: card) : box or none = holder(c)
function box_of(c: card) : box or none =
  boxed(c) if boxed(c) != none
  none if host(c) = none
  box_of(host(c)) otherwise
phase match
  let b = new box()
  win ann "done"
"""
HOLDER_CASES = """  - name: a card in a hand is on no card and in no box
    given: {hand(ann): [rose], hand(bob): [tulip]}
    then: {host(rose): none, host(tulip): none, box_of(rose): none, box_of(tulip): none}
  - name: a card on a card in a hand is in no box, and in no hand
    given: {hand(bob): [rose], on(rose): [tulip]}
    then: {host(tulip): rose, box_of(tulip): none}
  - name: a card on a card in a box
    given: {box 1: {}, kept(box 1): [rose], on(rose): [tulip]}
    then: {box_of(tulip): box 1, host(rose): none, boxed(tulip): none}
  - name: a card in no zone of anything
    given: {heap: [rose, tulip]}
    then: {host(rose): none, box_of(tulip): none}
"""


@pytest.fixture(params=["", WHEN], ids=["quiet", "with a when"])
def more(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("goal", ["heap", "hand(p)", "kept(b)", "on(last(deck))"])
def test_a_zone_as_a_place(tmp_path: Path, more: str, goal: str) -> None:
    rules = ZONES + MOVED.replace("GOAL", goal.replace("(p)", "(ann)"), 1).replace("GOAL", goal) + more
    cases = '  - name: it lies there\n    then: {winner: ann, reason: "1", size(deck): 1}\n'
    assert failures(written(tmp_path / "p", rules, cases, cards=FLOWERS, decks=DECKS)) == []


@pytest.mark.parametrize("sort", ["set", "list"])
@pytest.mark.parametrize("zone", ["kept(b)", "hand(ann)", "heap", "on(last(deck))"])
def test_a_zone_as_the_things_in_it(tmp_path: Path, more: str, zone: str, sort: str) -> None:
    rules = ZONES + TAKEN.replace("ZONE", zone).replace("SORT", sort) + more
    cases = "  - name: the one thing is taken\n    then: {winner: ann, size(heap): 1, size(deck): 1}\n"
    assert failures(written(tmp_path / "p", rules, cases, cards=FLOWERS, decks=DECKS)) == []


def test_what_a_zone_belongs_to_is_of_the_kind_that_is_asked_for_or_none(tmp_path: Path, more: str) -> None:
    folder = written(tmp_path / "p", ZONES + HOLDERS + more, HOLDER_CASES, cards=FLOWERS, decks=DECKS)
    assert failures(folder) == []
