"""Choices of where to go: what goals cost and leave, why another place is none, and what pieces are called."""

import pytest

import moot as library
from moot.tools.explain.destinations import goals_told, travel_asked
from moot.tools.explain.instrumented import instrument_again
from moot.tools.explain.refusal import why_not

RULES = """game walk "Walk"
players ann, bob
kind ground : clear, bog, rock
kind spot
  ground : ground
  holy   : bool = no
  level  : number = 0
kind scout
  owner : player
  state spent : number
board field : hexes of spot
zone at(h: spot) : pool of scout, seen by all
option strength : 1..9 = 4

phase day
  move red_fox to at(0101)
  move blue_fox to at(0103)
  for each s in scout
    walk(s)
  win none

procedure walk(s: scout)
  choose h or none in goals(s) by s.owner "where to"
    move s to at(h)
function place_of(s: scout) = holder(s)
function goals(s: scout) = each h in near(s) where h != place_of(s) and not h.holy       @walk.holy
function near(s: scout) = reachable(pace, s, place_of(s), strength - s.spent)
function pace(s: scout, here: spot, there: spot) : number or none =
  none if foes(s, there)                                                                 @walk.foes
  ground_pace(there) + 1 otherwise
function foes(s: scout, h: spot) = any f in at(h) where f.owner != s.owner
function ground_pace(h: spot) : number or none =
  none if h.ground = rock                                                                @walk.rock
  2 if h.ground = bog
  0 otherwise
"""
MAP = """maps:
  field:
    grid: {columns: 1, rows: 9}
    legend: {".": {ground: clear}, "~": {ground: bog}, "^": {ground: rock}}
    hexes: |
      .
      .
      .
      ~
      .
      .
      .
      ^
      .
    fields: {0105: {holy: yes}}
"""
THINGS = """kind: scout
things: {red_fox: {owner: ann}, blue_fox: {owner: bob}}
"""
CLAUSES = """document:
  id: walk
  title: Walk
  clauses:
    walk.foes: {place: "1", gist: "Nobody goes where a foe stands.", kind: rule}
    walk.rock: {place: "2", gist: "Rock lets nobody in.", kind: rule}
    walk.holy: {place: "3", gist: "No march ends on holy ground.", kind: rule}
"""


@pytest.fixture
def walk(pack):
    folder = pack("walk", RULES, map=MAP, things=THINGS, clauses=CLAUSES)
    manifest = folder / "pack.yaml"
    manifest.write_text(manifest.read_text() + "document: walk\n")
    return folder


def reasons(state, place):
    return [(one.what, one.needed, one.clauses) for one in why_not(state, place).reasons]


def test_goals_tell_what_they_cost_and_leave(walk):
    state = library.load(str(walk)).start(1)
    state.apply("none")  # ann stays: bob walks from 0103
    layout = state.game.program.layout
    told = {layout.things[value].key: words for value, words in goals_told(instrument_again(state.game), state).items()}
    assert told == {"0102": "costs 1, leaves 3", "0104": "costs 3, leaves 1"}  # 0105 is holy
    travel = travel_asked(instrument_again(state.game), state)
    assert (layout.things[travel.start].key, travel.limit) == ("0103", 4)
    assert {layout.things[place].key: cost for place, cost in travel.costs().items()} == {
        "0103": 0, "0102": 1, "0104": 3, "0105": 4, "0106": 5, "0107": 6,
    }  # fmt: skip


def test_why_a_place_is_no_goal(walk):
    state = library.load(str(walk)).start(1)
    state.apply("none")
    assert reasons(state, "0107") == [("0107 costs 6, but only 4 can be spent", "it must cost at most 4", ())]
    assert reasons(state, "0101") == [
        (
            "no step leads from 0102 to 0101: Nobody goes where a foe stands. (`none if foes(s, there)`)",
            "",
            ("walk/walk.foes",),
        )
    ]
    (rock,) = reasons(state, "0108")
    assert rock[0] == "no step leads from 0107 to 0108: Rock lets nobody in. (`none if h.ground = rock`)"
    assert rock[2] == ("walk/walk.rock",)
    (beyond,) = reasons(state, "0109")
    assert beyond[0] == "no route leads to 0109"
    (holy,) = reasons(state, "0105")
    assert holy[0] == "`h.holy` is yes" and holy[2] == ("walk/walk.holy",)
    (here,) = reasons(state, "0103")
    assert "h != place_of(s)" in here[0]


def test_at_the_prompt(walk, moot):
    typed = "why 0103\n0102\nquit\n"
    out = moot("play", str(walk), "--seat", "ann", "--seed", "1", typed=typed).stdout
    assert "   1  0102  costs 1, leaves 3  ground clear\n" in out  # nothing told of a level of 0
    assert "no step leads from 0102 to 0103: Nobody goes where a foe stands." in out
    assert "red fox" in out


def test_choices_of_the_hex_wargame_are_told_in_words(moot):
    typed = "done\nmovve orcs 2\nwhy march(orcs_2, 0799)\nmarch orcs 2\nwhy 0101\nwhy 0405\nwhy 9999\nquit\n"
    out = moot("play", "gondor/learning", "--seat", "sauron", "--seed", "3", typed=typed).stdout
    assert "   7  move shade                         at 0609  rally 6  magic 6\n" in out
    assert "   2  move orcs 2         at 0509  melee E  armour 2  morale Y  halves left 8\n" in out
    assert "unknown choice `movve orcs 2`; did you mean `move orcs 2`?" in out
    assert "  costs 2, leaves 6  terrain clear: 0508, " in out
    assert "0101 costs" in out and "but only 8 can be spent" in out
    assert "no step leads from 0406 to 0405" in out and "4.27.enemy" in out
    assert "the board `map` has no hex 0799; the nearest is 0710" in out
    assert "the board `map` has no hex 9999; the nearest is 2210" in out
