"""What there is much of is told in few lines: things in a zone, places to choose among, states of places."""

import pytest

RULES = """game camp "Camp"
players ann, bob
kind field
  soil : loam, sand = loam
board land : hexes of field
kind piece
  owner : player
  might : number = 1
zone at(h: field) : pool of piece, seen by all
zone waiting : pool of piece, seen by all
zone cups : pool of piece, seen by ann
zone drawn : pool of piece, seen by ann
state held_by(h: field) : player or none
state burnt(h: field) : bool
state none_yet : list of piece
phase camp
  for each h in field where h.soil = sand
    set burnt(h) to yes
  for each p in piece where p.owner = ann
    choose h in field where not burnt(h) by ann "{p} camps at"
      move p to at(h)
      set held_by(h) to ann
  for each p in waiting
    choose c in cups by ann "the cup of {p}"
      move c to drawn
  if bob may "look"
    win bob
"""
MAP = """maps:
  land:
    grid: {columns: 6, rows: 6}
    legend: {".": {soil: loam}, ":": {soil: sand}}
    hexes: |
      . . . . . .
      . . . . . .
      . . . . . .
      . . . . . .
      : : : : : :
      . : . : . :
"""


def pieces(zone, names, owner):
    rows = "".join(f"  {name}: {{owner: {owner}}}\n" for name in names)
    cards = ", ".join(f"{name}: 1" for name in names)
    return rows, f"  {zone}: {{zone: {zone}, cards: {{{cards}}}}}\n"


@pytest.fixture
def camp(pack):
    crowd, waiting = pieces("waiting", [f"rider_{n}" for n in range(1, 14)], "bob")
    cup, cups = pieces("cups", ["jug"], "bob")
    tent, _ = pieces("none", ["tent"], "ann")
    things = {"things": f"kind: piece\nthings:\n{crowd}{cup}{tent}"}
    decks = {"decks": f"decks:\n{waiting}{cups}  tents: {{zone: waiting, cards: {{tent: 1}}}}\n"}
    return pack("camp", RULES, **things, **decks, **{"map": MAP})


def test_many_things_are_named_and_many_places_grouped(moot, camp):
    out = moot("play", "camp", "--hotseat", "--seed", "1", typed="\n0101\n").stdout
    riders = ", ".join(["rider 1", *map(str, range(2, 14))])
    assert f"waiting\nof ann  tent\nof bob  {riders}\n(look NAME shows the text of one of these)\n" in out
    assert "might" not in out.split("waiting")[1].split("cups")[0]
    row = ", ".join(f"{column:02}01" for column in range(1, 7))
    offered = out.split("ann: tent camps at")[1]
    assert f"\n  soil loam: {row.split(',')[0]}" in offered and "   1  " not in offered.split("ann>")[0]
    assert "\n(type the name of one of these)\n" in offered


def test_states_of_places_are_told_by_their_values(moot, camp):
    out = moot("play", "camp", "--hotseat", "--seed", "1", typed="\n0101\n\n").stdout
    assert "held by: ann at 0101; burnt: 0105, 0205, 0206, 0305, 0405, 0406 and 3 more" in out
    assert "none yet" not in out


def test_that_a_hidden_choice_was_the_only_one_is_told_to_who_made_it(moot, camp):
    out = moot("play", "camp", "--hotseat", "--seed", "1", typed="\n0101\n\nlog\n").stdout
    bobs = out.split("Pass the screen to bob.")[1]
    assert "ann, the cup of " in bobs and "only choice" not in bobs and "jug" not in bobs
