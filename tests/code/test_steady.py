"""Loops over the things for which a formula of another thing is so: found once where the formula never changes."""

from pathlib import Path

import pytest

from moot.stack.faults import Fault
from moot.stack.game import Game
from moot.stack.load import load

RULES = """\
game plots "Plots"
players ann, bob
kind plot
  size : number
kind seed
  likes : formula(p: plot): bool
  bears : formula(p: plot): bool
state rain : 0..9
zone land : pool of plot, seen by all
zone bag  : pool of seed, seen by all
phase day
  choose n in 0..9 by ann "rain"
    set rain to n
function any_liked(s: seed)     = any p in plot where s.likes(p)
function liked(s: seed)         = count p in plot where s.likes(p) and p.size > 2
function liked_or_big(s: seed)  = count p in plot where (s.likes(p) and p.size > 2) or p.size > 8
function liked_sizes(s: seed)   = sum p in plot where fits(s, p) of p.size
function fits(s: seed, p: plot) = s.likes(p) and p.size != 5
function borne(s: seed)         = count p in plot where s.bears(p)
"""
SEEDS = """\
kind: seed
things:
  oats: {likes: p.size < 6, bears: p.size < rain}
  rye: {likes: "no", bears: p.size > rain}
  wild: {likes: 12 / (7 - p.size) > 3, bears: "no"}
"""
LAND = ", ".join(f"p{n}: 1" for n in range(10))
FILES = {
    "pack.yaml": "id: plots\ntitle: Plots\n",
    "rules.moot": RULES,
    "plots.yaml": "kind: plot\nthings:\n" + "".join(f"  p{n}: {{size: {n}}}\n" for n in range(10)),
    "seeds.yaml": SEEDS,
    "decks.yaml": "decks:\n  s: {zone: bag, cards: {oats: 1, rye: 1, wild: 1}}\n"
    f"  p: {{zone: land, cards: {{{LAND}}}}}\n",
}


@pytest.fixture
def game(tmp_path: Path) -> Game:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return load(tmp_path)


def test_what_never_changes_is_found_once(game: Game) -> None:
    S = game.machine.blank(1)
    functions = game.machine.fast.functions
    oats, rye = (next(n for n, row in enumerate(game.program.layout.things) if row.title == t) for t in ("oats", "rye"))
    for _ in range(2):
        assert [functions["any_liked"](S, one) for one in (oats, rye)] == [True, False]
        assert [functions["liked"](S, one) for one in (oats, rye)] == [3, 0]
        assert [functions["liked_or_big"](S, one) for one in (oats, rye)] == [4, 1]
        assert [functions["liked_sizes"](S, one) for one in (oats, rye)] == [10, 0]


def test_what_reads_a_state_is_asked_anew(game: Game) -> None:
    functions = game.machine.fast.functions
    oats, rye = (next(n for n, row in enumerate(game.program.layout.things) if row.title == t) for t in ("oats", "rye"))
    found = []
    for rain in (0, 4):
        S = game.machine.blank(1)
        game.machine.begin(S)
        assert S.ask is not None
        game.machine.advance(S, rain)
        found.append([functions["borne"](S, one) for one in (oats, rye)])
    assert found == [[0, 9], [4, 5]]


def test_what_may_be_chosen_is_found_likewise(tmp_path: Path) -> None:
    asked = '  choose p in plot where oats.likes(p) and p.size > rain by ann "where"\n    set rain to p.size\n'
    rules = RULES.replace("function any_liked", asked + "function any_liked", 1)
    for name, text in (FILES | {"rules.moot": rules}).items():
        (tmp_path / name).write_text(text)
    game = load(tmp_path)
    S = game.machine.blank(1)
    game.machine.begin(S)
    game.machine.advance(S, 2)
    assert S.ask is not None
    assert [game.program.layout.things[p].title for p in S.ask[2]] == ["p3", "p4", "p5"]


def test_a_fault_comes_where_the_loop_comes_to_it(game: Game) -> None:
    S = game.machine.blank(1)
    functions = game.machine.fast.functions
    wild = next(n for n, row in enumerate(game.program.layout.things) if row.title == "wild")
    for _ in range(2):
        assert functions["any_liked"](S, wild)  # p4, before p7
        with pytest.raises(Fault):
            functions["liked"](S, wild)
