"""Boards in rules: numbers of hexes, what lies where, ways and what modifies them (docs/semantics.md, 91 to 102)."""

from __future__ import annotations

import pytest

KINDS = """
kind terrain : clear, wood, lake
board map : hexes of hex, hexside
board roads : graph of town
kind hex
  terrain : terrain
  state fire : bool
kind hexside
  wall : bool = no
kind town
kind piece
  text : standing or none = none
kind unit is piece
  start : hex or none = none
kind charm is piece
zone at(h: hex)         : pool of piece, seen by all, in play
zone reserve(p: player) : pool of piece, seen by p
state place   : hex or none
state places  : list of hex = []
state gone    : hex = 0202
function none_of : hex or none = none
function where_is(u: piece) : hex or none = holder(u)
function near(h: hex) = count g in neighbours(h) where g.fire
function march(here: hex, there: hex) : number or none =
  none if between(here, there).wall
  none if there.terrain = lake
  2 + near(there) if there.terrain = wood
  1 + near(there) otherwise
function wild(u: unit, here: hex, there: hex) = -1
"""
MAP = """\
maps:
  map:
    grid: {columns: 4, rows: 3}
    legend: {".": {terrain: clear}, w: {terrain: wood}, o: {terrain: lake}, "-": none}
    hexes: |
      . . . .
      . w - .
      . . o .
    sides:
      - {fields: {wall: yes}, between: "0101/0201"}
    names: {home: 0101}
    areas: {edge: "0101 0201 0301"}
  roads:
    links:
      - along: bree weathertop rivendell
      - {between: [rivendell, bree], one_way: yes}
"""
UNITS = """\
kind: unit
things:
  ann_one: {start: 0101}
  bob_one: {start: home}
  salve:
    kind: charm
    text: modify march(h, g) by 3 where g = 0102
"""
TOWNS = "kind: town\nthings: {bree: {}, weathertop: {}, rivendell: {}}\n"
MORE = {"map.yaml": MAP, "units.yaml": UNITS, "towns.yaml": TOWNS}


def steps(*lines: str) -> str:
    return KINDS + "phase match\n" + "".join(f"  {line}\n" for line in lines)


def test_95_a_number_is_a_hex_where_one_is_due(play):
    lines = (
        "set place to 0102",
        "set places to [0201, 403]",
        "let n = 304",
        "if n = 304 and place = 0102 and 0403 != place",
        "  mark(1)",
        "if place in [0102, 0201] and 0201 in edge and not (place in edge)",
        "  mark(2)",
        "set 0203.fire to yes",
        "move ann_one to at(0203)",
        "if home = 0101 and bob_one.start = 0101 and gone = 202",
        "  mark(3)",
    )
    game = play(
        steps(*[line.replace("0304", "0403").replace("[0201, 304]", "[0201, 403]") for line in lines]), more=MORE
    )
    assert game.trace == "123" and game["at(0203)"] == ["ann_one"] and game["0203.fire"] == "yes"
    assert game["places"] == "[0201, 0403]"


def test_96_a_holder_is_of_the_kind_that_is_due(play):
    game = play(
        steps(
            "move ann_one to reserve(bob)",
            "if where_is(ann_one) = none and holder(ann_one) != 0102",
            "  mark(1)",
            "move ann_one to at(0102)",
            "if where_is(ann_one) = 0102 and holder(ann_one) = 0102",
            "  mark(2)",
        ),
        more=MORE,
    )
    assert game.trace == "12"


def test_97_distances_and_holes(play):
    rules = steps(
        "if distance(0203, 0401) = 3 and distance(0301, 0301) = 0",
        "  mark(1)",
    )
    assert play(rules, more=MORE).trace == "1"
    rules = steps(
        "mark(distance(bree, rivendell))",
        "mark(distance(rivendell, bree))",
        "mark(size(neighbours(bree)))",
        "mark(size(neighbours(rivendell)))",
    )
    assert play(rules, more=MORE).trace == "2112"


def test_98_none_and_what_is_off_the_map(play):
    rules = steps(
        "if neighbour(0101, 1) = none and neighbour(0101, 7) = none and neighbour(0202, 1) = 0201",
        "  mark(1)",
        "if neighbour(0201, 3) = none and neighbour(none_of, 1) = none and distance(none_of, 0101) = none",
        "  mark(2)",
        "if size(neighbours(none_of)) + size(within(none_of, 2)) + size(line(0101, none_of)) = 0",
        "  mark(3)",
        "if size(reachable(march, none_of, 3)) + size(path(march, 0101, none_of)) = 0",
        "  mark(3)",
        "if cost(march, none_of, 0101) = none",
        "  mark(4)",
    )
    assert play(rules, more=MORE).trace == "12334"


def test_99_101_ways(play):
    rules = steps(
        "mark(size(reachable(march, 0101, 0)))",
        "mark(size(reachable(march, 0101, -1)))",
        "mark(cost(march, 0101, 0201))",
        "set places to path(march, 0101, 0201)",
    )
    game = play(rules, more=MORE)
    assert game.trace == "102" and game["places"] == "[0101, 0102, 0201]"


def test_100_modifiers_change_ways(play):
    rules = steps(
        "mark(cost(march, 0101, 0102))",
        "move salve to at(0404)",
        "mark(cost(march, 0101, 0102))",
        "mark(size(reachable(march, 0101, 3)))",
        "set 0103.fire to yes",
        "mark(cost(march, 0101, 0102))",
    ).replace("0404", "0403")
    rules = rules.replace("kind piece\n  text : standing", "kind piece\n  effect : standing")
    more = {**MORE, "units.yaml": UNITS.replace("text: modify", "effect: modify")}
    assert play(rules, more=more).trace == "1415"


def test_102_a_step_below_nothing_is_a_fault(refused):
    for asks in (
        "size(reachable(wild, ann_one, 0101, 3))",
        "cost(wild, ann_one, 0101, 0301)",
        "size(slide(wild, ann_one, 0101, 3))",
    ):
        (told,) = refused(steps(f"mark({asks})"), more=MORE)
        assert told.startswith("fault-negative-step: function wild: ")


SQUARES = """
board map : squares of cell, wall
board other : squares of tile
kind cell
  state stone : player or none
kind wall
kind tile
state found : tile or none
function own(p: player, here: cell, there: cell) : number or none =
  7 if there.stone = p
  none otherwise
"""
GRIDS = """\
maps:
  map:
    grid: {columns: 4, rows: 3, first: a1}
    legend: {".": {}, "-": none}
    squares: |
      . . . .
      . . - .
      . . . .
    sides: all
  other: {grid: {columns: 2, rows: 2, first: a1}, names: {nook: b2}}
"""


def on_squares(play, *lines: str, beside: int = 4, **more):
    rules = SQUARES + "phase match\n" + "".join(f"  {line}\n" for line in lines)
    return play(rules, more={"map.yaml": GRIDS.replace("rows: 3,", f"rows: 3, neighbours: {beside},")}, **more)


def test_93_squares_may_have_letters(play):
    lines = (
        "if neighbour(a1, 1) = a2 and neighbour(a3, 1) = none and neighbours(b2) = [b3, b1, a2]",
        "  mark(1)",
        "set found to nook",
        'choose h in neighbours(b1) by ann "where?"',
        "  set h.stone to ann",
    )
    game = on_squares(play, *lines, choices=["c1"])
    assert game.trace == "1" and game["c1.stone"] == "ann" and game["found"] == "other.b2"


@pytest.mark.parametrize(("beside", "marks"), [(4, "543"), (8, "323")])
def test_97_distances_between_squares(play, beside, marks):
    lines = [f"mark(distance({one}))" for one in ("a1, d3", "a1, c3", "a2, d2")]
    assert on_squares(play, *lines, beside=beside).trace == marks


@pytest.mark.parametrize(("beside", "crossed"), [(4, 0), (8, 2)])
def test_97_lines_over_squares(play, beside, crossed):
    lines = (
        "if line(a1, c3) = [a1, b2, c3] and line(a1, d3) = [a1, b1, b2, c3, d3] and line(b2, d2) = [b2, d2]",
        "  mark(1)",
        f"if size(crossed(a1, c3)) = {crossed} and between(a1, b1) in crossed(a1, d3)",
        "  mark(2)",
    )
    assert on_squares(play, *lines, beside=beside).trace == "12"


def test_98_rays_and_slides(play):
    lines = (
        "if ray(b1, 1) = [b2, b3] and ray(d3, 4) = [c3, b3, a3] and size(ray(b2, 2) + ray(a1, 0) + ray(a1, 5)) = 0",
        "  mark(1)",
        "set b3.stone to ann",
        "set c3.stone to ann",
        "set a3.stone to bob",
        "if slide(own, ann, d3, 4) = [c3, b3] and slide(own, ann, b3, 4) = [] and slide(own, ann, b3, 2) = [c3]",
        "  mark(2)",
        "if slide(own, bob, d3, 4) = [] and slide(own, ann, a1, 9) = [] and slide(own, ann, neighbour(a1, 3), 1) = []",
        "  mark(3)",
    )
    assert on_squares(play, *lines).trace == "123"


@pytest.mark.parametrize("formula", ["reachable(march, 0101, 9)", "within(0203, 2)", "line(0101, 0103)"])
def test_what_comes_of_places_can_be_chosen_among(play, formula):
    game = play(steps(f'choose h in {formula} by ann "where?"', "  set place to h"), more=MORE, choices=["0102"])
    assert game["place"] == "0102"
