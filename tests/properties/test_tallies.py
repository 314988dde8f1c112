"""What positions keep of zones in one number (`S.tally`) is at every decision what counting anew finds."""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path

import pytest

from games import known_game
from moot import load
from moot.code.passes.answers import sought, tally
from moot.code.pipeline import compile_bundle
from moot.pack.load import load as read
from moot.stack import values
from moot.stack.game import Game
from moot.state.position import Position

PACKS = Path(__file__).parent.parent / "packs"

YARD = """\
game yard "The Yard"
players ann

kind card
  worth : 0..9
  luck : number = 0
  wears : set of 0..3 = []
  effect : standing or none = none
  state since : number
kind tool is card
kind toy is card
  broken : bool = no
kind gem is card

zone shed  : pile of card, seen by none
zone yard  : pool of card, seen by all, in play
zone cart  : row of card, seen by all
zone heap  : pile of card, seen by all

state left : 0..99
state sums : number

function value(c: card) : 0..20 = c.worth
function price(c: card) : 0..9 = c.worth
modify value by 2 where left % 3 = 0

function any_tool     = any c in yard where c is tool
function no_toy       = every c in yard has c is tool
function light        = every c in yard where c is toy has c.worth < 4
function tools        = count c in yard where c is tool
function toys         = each c in yard where c is toy
function many_toys    = size(toys) > 1
function no_toys      = size(toys) = 0
function worth        = sum c in yard of c.worth
function fortune      = sum c in yard of c.luck
function valued       = sum c in yard where c is toy of value(c)
function prices       = sum c in yard where c is tool of price(c)
function dear         = any c in yard where c is tool and price(c) > 5
function stale        = any c in yard where c is toy and c.since < left
function since       = sum c in yard where c is tool of c.since
function worn(n: 0..3) = any c in yard where n in c.wears
function in_cart      = count c in cart where c.worth > 2
function none_worn    = every c in cart has not (2 in c.wears)
function cart_worth   = sum c in cart where c is toy and c.broken of c.worth
function broken       = any c in yard where c is toy and c.broken

phase day
  set left to 40
  shuffle(shed)
  draw(4, shed, yard)
  while left > 0
    lower left by 1
    look()
    offer actions to ann until done

procedure look
  set sums to prices + fortune + worth + valued + since + tools + in_cart + cart_worth
  if any_tool and (no_toy or light or stale or dear)
    raise sums by 100
  if worn(2) or none_worn or broken
    raise sums by 1000

action take(c: card in yard) by ann in day
  do
    move c to cart
action put(c: card in cart) by ann in day
  do
    set c.since to left
    move c to yard
action swap_two(c: card in cart, d: card in yard) by ann in day
  do
    swap(c, d)
action turn(c: card in cart) by ann in day
  do
    move c before first(cart)
action clear by ann in day
  do
    move cart to yard
action dump by ann in day
  do
    move yard to heap
action fetch by ann in day
  do
    draw(2, heap, cart)
action bring by ann in day
  do
    draw(1, shed, yard)
action sink(c: card in yard) by ann in day
  do
    move c to bottom of heap
action gather by ann in day
  do
    for each c in heap where c is tool
      move c to yard
action polish by ann in day
  do
    for each c in yard where c is gem
      raise sums by 1
      set c.since to sums
    choose c in heap where c is gem by ann "which gem"
      move c to cart
"""
CARDS = """\
cards:
  saw: {kind: tool, worth: 3, luck: -2, wears: [1, 2]}
  axe: {kind: tool, worth: 5}
  rake: {kind: tool, worth: 0, wears: [3]}
  kite: {kind: toy, worth: 1, luck: 5, broken: yes, effect: "modify price(c) by 1 where c is tool"}
  ball: {kind: toy, worth: 4, wears: [2]}
  drum: {kind: toy, worth: 7}
  opal: {kind: gem, worth: 9, wears: [0]}
"""
DECKS = """\
decks:
  things:
    zone: shed
    cards: {saw: 2, axe: 1, rake: 2, kite: 2, ball: 1, drum: 2, opal: 3}
"""


def yard(folder: Path) -> Game:
    for name, text in (("rules.moot", YARD), ("cards.yaml", CARDS), ("decks.yaml", DECKS)):
        (folder / name).write_text(text)
    (folder / "pack.yaml").write_text("id: yard\ntitle: The Yard\n")
    return Game(compile_bundle(read(folder, cases=False)))


def counted(game: Game, S: Position) -> int:
    """The tally as it must be."""
    program = game.program
    return sum(program.constants[f"TALLY_{zone}"][t] for zone in program.index.tallied for t in S.zones[zone])


def check(game: Game, seed: int, journal: bool, longest: int = 60) -> None:
    """A random game, with copies, saves and guesses at its decisions."""
    state, rng = game.start(seed, journal=journal), random.Random(seed)
    for turn in range(longest):
        assert state.position.tally == counted(game, state.position)
        if state.over:
            break
        if turn % 4 == 1:
            state = game.restore(state.save())
        elif turn % 4 == 2:
            guess = game.determinizer.guess(state.position, 0, rng)
            assert guess.tally == counted(game, guess)
        elif turn % 4 == 3:
            state = state.copy()
        state.apply(rng.randrange(len(state.decision.options)))


@lru_cache
def gondolin(story: str) -> Game:
    return load("gondolin", options={"story": story})


@pytest.mark.parametrize("journal", [True, False])
def test_in_the_games_that_lie_here(journal: bool) -> None:
    for game in (known_game("settlement"), gondolin("lesson"), gondolin("winged_years")):
        assert game.program.index.tallied
        for seed in range(10):
            check(game, seed, journal)


def test_whatever_way_things_move_and_whatever_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = yard(tmp_path)
    names = {zone.name: number for number, zone in enumerate(told.program.layout.zones)}
    assert told.program.index.tallied == tuple(sorted([names["yard"], names["cart"]]))
    monkeypatch.setattr(values, "MOST_SETS", 8)
    monkeypatch.setattr(tally, "OFTEN", 1000)
    monkeypatch.setattr(sought, "FEW", -1)
    plain = yard(tmp_path)
    assert plain.program.index.tallied == ()
    asked = [name for name, one in plain.program.index.functions.items() if not one.params]
    for seed in range(30):
        check(told, seed, seed % 2 == 0)
        one, other, rng = told.start(seed, journal=seed % 2 == 0), plain.start(seed), random.Random(seed)
        for _ in range(120):
            assert one.position.key() == other.position.key()
            for name in asked:
                found = [s.game.machine.form(s.position).functions[name](s.position) for s in (one, other)]
                assert found[0] == found[1] and type(found[0]) is type(found[1]), name
            if one.over:
                break
            choice = rng.randrange(len(one.decision.options))
            one.apply(choice)
            other.apply(choice)
