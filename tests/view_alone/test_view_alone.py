"""What a player is given is a function of his view alone: in packs of this repository, and in random ones."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "oracle"), str(HERE.parent / "properties")]

from held_together import Count, Leak, leaks_of  # noqa: E402
from permuted import guessed, swapped  # noqa: E402
from random_games import files_of  # noqa: E402
from small_packs import game_of  # noqa: E402

from moot.lang.diagnostic import MootError  # noqa: E402
from moot.stack.game import Game  # noqa: E402
from moot.stack.load import load  # noqa: E402

PACKS = HERE.parent / "packs"
TURNS = {"duel": 8, "gondolin": 4, "gondor": 3, "balrog": 4, "skirmish": 5, "settlement": 5, "march": 5, "chain": 4}
LARGE = ("gondolin", "gondor", "balrog")  # their screens take long: `python -m tests.view_alone` looks at them too

RULES = """\
game closed "Closed"
players ann, bob
kind card
  worth : number
zone deck : pile of card, seen by none
zone hand(p: player) : pool of card, seen by p
zone heap : pool of card, seen by all
state plan(p: player) : 0..5 seen by p
state gold(p: player) : number
phase match
  shuffle(deck)
  for each p in player
    draw(3, deck, hand(p))
    let n = roll 1d6
    hide(p, n)
  repeat
    for each p in player
      turn(p)
  until size(deck) = 0
phase turn(p: player)
  if size(hand(p)) > 0
    show(hand(p), opponent(p))
    offer play, keep to p
    draw(1, deck, hand(p))
action play(c: card in hand(p)) by p in turn(p)
  do
    move c to heap
    raise gold(p) by c.worth
action keep(n: 0..5) by p in turn(p)
  do
    hide(p, n)
procedure hide(p: player, n: number)
  set plan(p) to n
"""
TITLES = ["ash", "bay", "elm", "fir", "oak", "yew"]
CARDS = "kind: card\ncards:\n" + "".join(f"  {name}: {{worth: {n}}}\n" for n, name in enumerate(TITLES))
DECKS = "decks:\n  all: {zone: deck, cards: {ash: 4, bay: 4, elm: 4, fir: 4, oak: 4, yew: 4}}\n"
PACK = "id: closed\ntitle: Closed\n"
FILES = (("pack.yaml", PACK), ("rules.moot", RULES), ("cards.yaml", CARDS), ("decks.yaml", DECKS))


def told(game: Game, name: str, seed: int, turns: int, often: float = 0.5) -> list[Leak]:
    count = Count()
    found = list(leaks_of(game, name, seed, turns, count, often, name not in LARGE))
    assert count.decisions
    return found


def test_a_small_game_gives_nothing_away() -> None:
    assert "\n".join(map(str, told(game_of(FILES), "closed", 1, 12, 0.9))) == ""


@pytest.mark.parametrize("name", TURNS)
def test_packs_give_nothing_away(name: str) -> None:
    game = load(PACKS / name if (PACKS / name).is_dir() else name)
    assert "\n".join(map(str, told(game, name, 2, TURNS[name]))) == ""


def test_random_packs_give_nothing_away() -> None:
    played = 0
    for number in range(6):
        game = game_of(files_of(number, 80))
        try:
            game.start(number)
        except MootError:
            continue
        assert "\n".join(map(str, leaks_of(game, f"pack {number}", number, 8, Count(), 0.5))) == ""
        played += 1
    assert played > 3


def test_both_ways_change_what_is_hidden_and_no_view() -> None:
    state = game_of(FILES).start(3)
    for permute in (guessed, swapped):
        others = [permute(state, "ann", random.Random(n)) for n in range(5)]
        assert any(one.zones != state.position.zones for one in others)
        assert any(one.cells != state.position.cells for one in others)
        sees = state.game.machine
        assert all(sees.view(one, 0) == sees.view(state.position, 0) for one in others)
