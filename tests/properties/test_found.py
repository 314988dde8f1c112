"""What these properties have found and what was mended since, each pinned."""

from __future__ import annotations

import random

from same_positions import whole
from small_packs import Files, game_of

from moot.stack.game import State

CARDS = "kind: card\ncards:\n  one: {}\n  two: {}\n  three: {}\n"
DECKS = "decks:\n  all:\n    zone: deck\n    cards: {one: 2, two: 2, three: 2}\n"
HEAD = """\
game found "Found"
players ann, bob
kind card
  effect : standing or none = none
zone deck : pile of card, seen by none
zone hand(p: player) : pool of card, seen by p
zone dark : pool of card, seen by none
state tally : number
"""


def pack(rules: str, cards: str = CARDS, decks: str = DECKS) -> Files:
    return (
        ("pack.yaml", "id: found\ntitle: Found\n"),
        ("rules.moot", HEAD + rules),
        ("cards.yaml", cards),
        ("decks.yaml", decks),
    )


def both_forms(files: Files) -> tuple[State, State]:
    played = game_of(files)
    return played.start(1), played.start(1, journal=False)


def test_to_draw_nothing_makes_nobody_forget() -> None:
    """In the form without a journal all players forgot what lay in the deck."""
    rules = """
phase match
  show(top(deck), ann)
  draw(0, deck, hand(bob))
  draw(tally - 1, deck, hand(bob))
  if ann may "go on"
    draw(2, dark, hand(bob))
"""
    traced, fast = both_forms(pack(rules))
    assert whole(traced.position) == whole(fast.position)
    for state in (traced, fast):
        assert state.view("ann")["zones"]["deck"]["known"] == ["all.three.2"]
        assert state.view("ann")["zones"]["hand(bob)"]["count"] == 0
        state.apply("yes")
    assert whole(traced.position) == whole(fast.position)


def test_a_guess_deals_the_states_of_what_belongs_to_one_title() -> None:
    """They went along with the cards, in part; so a guess of a guess was another, and bots could tell them apart."""
    rules = """
state liked(c: card) : 0..3
phase match
  for each c in deck where size(dark) < 3
    raise liked(c) by size(dark)
    if c is two
      sting_all()
    move c to dark
  if ann may "go on"
    nothing
procedure sting_all
  raise tally by 1
"""
    cards = """\
kind: card
cards:
  one: {}
  three: {}
  two:
    effect: |
      state stings : 0..2
      after sting_all
        raise this.stings by 1
"""
    played = game_of(pack(rules, cards))
    state = played.start(3)
    layout = played.program.layout
    stings = next(row for row in layout.states if row.name == "stings")
    state.position.cells[stings.first] = 2
    for n in range(20):
        guessed = state.guess("ann", random.Random(n))
        one, other = (s.guess("ann", random.Random(1)) for s in (state, guessed))
        assert whole(one.position) == whole(other.position)
