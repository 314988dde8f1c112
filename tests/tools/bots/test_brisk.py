"""The bot that looks at a few options, and at those things alone that change."""

from collections import Counter
from pathlib import Path

import pytest

from moot.lang.diagnostic import MootError
from moot.stack.game import Game
from moot.stack.load import load
from moot.state.position import Position
from moot.tools.bots.names import make_bot, sensible_bot

RULES = """\
game pebbles "Pebbles"
players ann, bob
kind pebble
  worth : number
  state chipped : bool
zone shore             : pool of pebble, seen by all
zone bag(p: player)    : pool of pebble, seen by all

phase afternoon
  repeat
    for each p in player
      choose c or none in shore by p "take one"
        move c to bag(p)
    choose c or none in bag(ann) by bob "chip one"
      set c.chipped to yes
  until size(shore) = 0

function promise_of(c: pebble, p: player) : number =
  value(c) if c in bag(p)
  0 - value(c) if c in bag(opponent(p))
  0 otherwise
function value(c: pebble) =
  0 if c.chipped
  c.worth otherwise
"""
PEBBLES = "kind: pebble\nthings:\n" + "".join(f"  p{n}: {{worth: {n - 2}}}\n" for n in range(8))
DECKS = "decks:\n  beach:\n    zone: shore\n    cards: {" + ", ".join(f"p{n}: 1" for n in range(8)) + "}\n"
FILES = {"pack.yaml": "id: pebbles\ntitle: Pebbles\n", "pebbles.yaml": PEBBLES, "decks.yaml": DECKS}


def pebbles(folder: Path, rules: str = RULES) -> Game:
    for name, text in (FILES | {"rules.moot": rules}).items():
        (folder / name).write_text(text)
    return load(folder)


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return pebbles(tmp_path)


def titles(game: Game, things: list[int]) -> list[str]:
    return [game.program.layout.things[thing].title for thing in things]


def test_it_takes_what_is_best_of_all_it_looks_at(game: Game) -> None:
    S = game.machine.blank(1)
    game.machine.begin(S)
    taken: list[int] = []
    while S.ask is not None and len(taken) < 3:
        values = S.ask[2]
        place = make_bot("brisk:20", game, S.ask[1], 5).choose(S)
        taken.append(values[place])
        game.machine.advance(S, values[place])
    # bob takes from ann what she took
    assert titles(game, taken) == ["p7", "p6", "p7"] and sensible_bot(game) == "brisk"


def test_it_looks_at_so_many_and_no_more(game: Game) -> None:
    S = game.machine.blank(1)
    game.machine.begin(S)
    assert S.ask is not None
    chosen = Counter(S.ask[2][make_bot("brisk:1", game, 0, seed).choose(S)] for seed in range(200))
    # any one that is not worse than nothing, or none where it looked at one of those with a worth below zero
    assert set(titles(game, [c for c in chosen if c is not None])) == {f"p{n}" for n in range(2, 8)}
    assert chosen[None] > 20


def test_nothing_is_taken_that_is_worse_than_nothing(game: Game) -> None:
    S = game.machine.blank(1)
    game.machine.begin(S)
    zones = game.program.layout.zones
    shore = next(n for n, zone in enumerate(zones) if zone.name == "shore")
    assert S.ask is not None
    for thing in list(S.zones[shore]):
        if int(game.program.layout.things[thing].title[1:]) > 1:
            S.zones[shore].remove(thing)
            S.cells[thing] = -1
    values = [*S.zones[shore], None]
    S.ask = (S.ask[0], S.ask[1], values, S.ask[3])
    assert values[make_bot("brisk", game, 0, 3).choose(S)] is None


OFFERED = """\
game pebbles "Pebbles"
players ann, bob
kind pebble
  worth : number
  state chipped : bool
zone shore             : pool of pebble, seen by all
zone bag(p: player)    : pool of pebble, seen by all

phase afternoon
  offer actions to ann until done
action ask_first(n: 1..9) by ann in afternoon
  do
    choose c in shore by ann "take one"
      move c to bag(ann)
action chip(c: pebble in shore) by ann in afternoon
  require not c.chipped "it is chipped"
  do
    set c.chipped to yes

function promise_of(c: pebble, p: player) : number =
  1 if c.chipped
  0 otherwise
"""


def test_it_looks_at_one_of_the_actions_that_ask_on_and_not_at_what_is_offered_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = pebbles(tmp_path, OFFERED)
    S = game.machine.blank(1)
    game.machine.begin(S)
    assert S.ask is not None
    values, left = S.ask[2], []
    advance = game.machine.advance

    def seen(position: Position, value: object) -> None:
        advance(position, value)
        left.append(position.ask is not None)

    monkeypatch.setattr(game.machine, "advance", seen)
    chosen = values[make_bot("brisk:99", game, 0, 3).choose(S)]
    assert len(values) == 18 and sorted(left) == [False] * 9 + [True]  # eight chips and being done; one that asks on
    assert game.program.index.actions[chosen[0]].name == "chip"


@pytest.mark.parametrize(
    "declared", ["", "function promise_of(c: pebble) = 1", "function promise_of(c: pebble, p: player) = yes"]
)
def test_a_game_that_does_not_say_what_a_thing_promises(tmp_path: Path, declared: str) -> None:
    game = pebbles(tmp_path, RULES.partition("function promise_of")[0] + declared + "\n")
    with pytest.raises(MootError, match=r"do not value a player's things \[no-promise\]"):
        make_bot("brisk", game, 0, 1)
    assert sensible_bot(game) == "random"
