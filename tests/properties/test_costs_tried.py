"""Costs tried in the position itself: it is as it was then, and what is told is what a copy tells."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import given
from same_positions import whole
from small_packs import Files, game_of

from games import SEEDS, Source, ended, game, sources
from moot.code.pipeline import compile_bundle
from moot.pack.load import load
from moot.stack.game import Game

GO = Path(__file__).parent.parent.parent / "examples" / "go"
YARD = """\
game yard "The Yard"
players ann, bob
kind card
  worth : 0..9
  state turned : bool
kind field
  state owner : player or none
board yard : squares of field
zone deck            : pile of card, seen by none
zone hand(p: player) : row of card, seen by p
zone heap            : pile of card, seen by all
state coins(p: player) : 0..5 = 5
state left : 0..9 = 9
function same(here: field, there: field) : number or none =
  0 if there.owner = here.owner
  none otherwise
function land(h: field) = reachable(same, h, 0)
function open(h: field) = any g in land(h) where (any n in neighbours(g) where n.owner = none)
phase match
  draw(4, deck, hand(ann))
  draw(4, deck, hand(bob))
  while left > 0
    for each p in player
      turn(p)
    lower left by 1
phase turn(p: player)
  offer settle, throw, rest to p until taken
action settle(h: field) by p in turn(p)
  require h.owner = none
  cost claim(h, p)
action throw(c: card in hand(p)) by p in turn(p) once in turn
  cost lose(c, p)
action rest by p in turn(p)
  do
    raise coins(p) by 1
procedure claim(h: field, p: player)
  for each n in neighbours(h) where n.owner = opponent(p) and not open(n)
    for each g in land(n)
      set g.owner to none
  set h.owner to p
  require open(h) or size(land(h)) > 2  "it lies alone"
  lower coins(p) by 1
procedure lose(c: card, p: player)
  move c to bottom of deck
  set c.turned to yes
  for each d in hand(p) where d.worth < c.worth
    move d to heap
  show(first(deck), p)
  require size(hand(p)) > 1  "too few would be left"
  lower coins(p) by size(heap)
"""
CARDS = "kind: card\ncards:\n  one: {worth: 1}\n  two: {worth: 2}\n  three: {worth: 3}\n"
DECKS = "decks:\n  all: {zone: deck, cards: {one: 5, two: 5, three: 5}}\n"
MAP = "maps:\n  yard:\n    grid: {columns: 3, rows: 3, first: a1}\n"


def yard() -> Files:
    pack = ("pack.yaml", "id: yard\ntitle: Yard\n"), ("rules.moot", YARD)
    return *pack, ("cards.yaml", CARDS), ("decks.yaml", DECKS), ("map.yaml", MAP)


def watched(played: Game, tried: list[object]) -> None:
    """Every trial is held against one on a copy."""
    for form in (played.machine.fast, played.machine.traced):
        names: Any = form.names
        plain: Callable[..., object] = names["unpayable_here"]

        def here(S: Any, *given: Any, names: Any = names, plain: Any = plain) -> object:
            before, journal = whole(S), S.journal and S.journal[:]
            found = plain(S, *given)
            assert (whole(S), S.journal) == (before, journal)
            assert found == names["unpayable"](S, *given[:-1])
            tried.append(found)
            return found

        names["unpayable_here"] = here


def copying(played: Game) -> None:
    for form in (played.machine.fast, played.machine.traced):
        names: Any = form.names
        names["unpayable_here"] = lambda S, *given, names=names: names["unpayable"](S, *given[:-1])


def alike(one: Game, other: Game, seed: int, journal: bool = False) -> None:
    """Both games go alike to their ends."""
    rng = random.Random(seed)
    a, b = one.start(seed, journal=journal), other.start(seed, journal=journal)
    turns = 0
    while not ended(a, turns):
        assert whole(a.position) == whole(b.position) and a.decision == b.decision
        if rng.random() < 0.1:
            a, b = a.copy(), b.copy()
        place = rng.randrange(len(a.decision.options))
        a.apply(place)
        b.apply(place)
        turns += 1
    assert whole(a.position) == whole(b.position) and a.result == b.result


def test_a_position_is_as_it_was_before_a_cost_was_tried() -> None:
    tried: list[object] = []
    played = game_of(yard())
    watched(played, tried)
    for seed in range(6):
        alike(played, played, seed, journal=seed % 2 > 0)
    assert None in tried and {one[0] for one in tried if isinstance(one, tuple)} >= {
        "it lies alone",
        "too few would be left",
        "the cost cannot be paid",
    }


def test_what_is_kept_of_a_board_is_not_mixed_up_with_what_was_tried() -> None:
    for make in (lambda: game_of(yard()), lambda: Game(compile_bundle(load(GO, cases=False)))):
        one, other = make(), make()
        assert "unpayable_here" in _names(one)
        copying(other)
        for seed in range(8):
            alike(one, other, seed)


def _names(played: Game) -> set[str]:
    found: set[str] = set()
    waiting = list(played.program.fast)
    while waiting:
        code = waiting.pop()
        found.update(code.co_names)
        waiting += [one for one in code.co_consts if isinstance(one, type(code))]
    return found


@given(sources(), SEEDS)
def test_trials_change_nothing_in_any_game(source: Source, seed: int) -> None:
    played = game(source)
    kept = [(form.names, form.names["unpayable_here"]) for form in (played.machine.fast, played.machine.traced)]
    watched(played, [])
    try:
        alike(played, played, seed)
    finally:
        for names, plain in kept:
            names["unpayable_here"] = plain  # type: ignore[index]
