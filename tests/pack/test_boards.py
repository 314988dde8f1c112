"""Maps become boards: places and sides as things, in order, and who is next to whom (sentences 91 to 94)."""

from __future__ import annotations

import pytest
from pack_texts import said

from moot.pack.load import load
from moot.state.grids.hexes import HexGrid

BOARDS = """\
kind terrain : clear, wood, water
kind hex
  terrain  : terrain
  level    : 0..3 = 0
  text     : steps or none = none
  state fire : bool
kind hexside
  barrier  : wall, gate or none = none
  road     : bool = no
board map : hexes of hex, hexside
kind town
  size : 1..3 = 1
kind way
  days : number = 1
board roads : graph of town, way
kind camp
  lies : hex or none = none
  gate : hexside or none = none
"""
MAP = """\
maps:
  map:
    grid: {columns: 4, rows: 3}
    legend: {".": {terrain: clear}, "^": {terrain: wood}, c: {terrain: clear, level: 2}, "-": none}
    hexes: |
      . . ^ -
       c c ^ .
      . . . .
    fields: {0103: {level: 1}, 0301..0302: {level: 3}, 0302: {terrain: water}}
    sides:
      - {fields: {barrier: wall}, around: {level: 2}}
      - {fields: {barrier: gate}, between: "0203/0202"}
      - {fields: {road: yes}, along: "0103 0203 0202"}
    names: {gate: "0202/0203", hill: 0102}
    areas: {city: "0102..0202", bank: "hill 0103"}
  roads:
    links:
      - along: bree rivendell moria
      - {between: [moria, lorien], fields: {days: 3}, one_way: yes, name: tunnel}
    areas: {north: [rivendell, bree]}
"""
TOWNS = """\
kind: town
things:
  bree: {size: 2}
  rest: {kind: camp, lies: 0302, gate: 0202/0203}
  hut: {kind: camp, lies: hill, gate: gate}
  rivendell: {}
  moria: {}
  lorien: {}
"""


@pytest.fixture
def field(write):
    def do(files=None, **options):
        rules = {"base/rules.moot": 'game field "Field"\nplayers ann, bob\n' + BOARDS}
        write({**rules, "base/map.yaml": MAP, "base/towns.yaml": TOWNS, **(files or {})})
        return load("base", **options)

    return do


def values(bundle, ident):
    return {name: entry.value for name, entry in bundle.things[ident].fields.items()}


def test_91_92_hexes_and_sides_are_things_in_order(field):
    bundle = field()
    assert said(bundle.report) == []
    board = bundle.boards["map"]
    ids = ["0101", "0102", "0103", "0201", "0202", "0203", "0301", "0302", "0303", "0402", "0403"]
    assert board.places == ids and list(bundle.things)[:11] == ids
    sides = ["0101/0102", "0102/0103", "0102/0201", "0103/0202", "0103/0203", "0201/0202", "0202/0203"]
    sides += ["0202/0302", "0202/0303"]
    assert [t.id for t in bundle.things.values() if t.kind == "hexside"] == sides
    assert list(bundle.things)[11:20] == sides
    assert board.spots[:4] == [(1, 1), (1, 2), (1, 3), (2, 1)]
    assert values(bundle, "0302") == {"terrain": "water", "level": 3}
    assert values(bundle, "0103") == {"terrain": "clear", "level": 1}
    assert values(bundle, "0202/0203") == {"barrier": "gate", "road": True}
    assert values(bundle, "0103/0203") == {"road": True}
    assert board.names == {"gate": "0202/0203", "hill": "0102"}
    assert board.areas == {"city": ["0102", "0202"], "bank": ["0102", "0103"]}
    i, j = ids.index("0203"), ids.index("0202")
    assert board.links[i, j] == board.links[j, i] == "0202/0203"
    assert [ids[n] if n >= 0 else "" for n in board.around[4]] == ["0201", "0302", "0303", "0203", "0103", "0102"]
    assert board.around[0] == [-1, -1, 3, 1, -1, -1]
    assert (board.numbered(302), board.numbered(401), board.nearest("9901")) == ("0302", None, "0301")
    assert all(bundle.home[id(thing)] == "base" for thing in bundle.things.values())


def test_things_name_hexes_and_sides(field):
    bundle = field()
    assert values(bundle, "rest") == {"lies": "0302", "gate": "0202/0203"}
    assert values(bundle, "hut") == {"lies": "0102", "gate": "0202/0203"}


def test_91_94_a_graph_joins_things(field):
    bundle = field()
    roads = bundle.boards["roads"]
    assert roads.places == ["bree", "rivendell", "moria", "lorien"]
    assert roads.around == [[1], [0, 2], [1, 3], []]
    assert roads.links[1, 0] == "bree/rivendell" and (3, 2) not in roads.links
    assert list(bundle.things)[-7:] == [*roads.places, "bree/rivendell", "rivendell/moria", "moria/lorien"]
    assert roads.names == {"tunnel": "moria/lorien"} and roads.areas == {"north": ["bree", "rivendell"]}
    assert values(bundle, "moria/lorien") == {"days": 3}


def test_92_a_later_pack_writes_what_differs(field):
    over = (
        'override:\n  map:\n    hexes: {0101: "^", 0402: "-"}\n    fields: {0103: {level: 2}}\n'
        '    sides:\n      - {fields: {barrier: wall}, between: "0202/0203"}\n'
        "      - {fields: {road: yes}, around: city}\n"
        '    names: {gate: "0101/0102"}\n    areas: {city: "0103"}\n'
        "  roads:\n    links: [{between: bree rivendell, fields: {days: 7}}, {between: bree lorien}]\n"
    )
    bundle = field({"more/map.yaml": over}, mods=["more"])
    assert said(bundle.report) == []
    assert values(bundle, "0101") == {"terrain": "wood"}
    assert "0402" not in bundle.things
    assert values(bundle, "0103")["level"] == 2
    assert values(bundle, "0202/0203") == {"barrier": "wall", "road": True}
    assert values(bundle, "0102/0103") == {"road": True}
    assert bundle.boards["map"].names["gate"] == "0101/0102"
    assert values(bundle, "bree/rivendell") == {"days": 7}
    assert bundle.boards["roads"].around[0] == [1, 3]


def test_sides_around_hexes_may_be_only_those_against_others(field):
    def roads(where):
        group = f"      - {{fields: {{road: yes}}, {where}}}\n"
        bundle = field({"base/map.yaml": MAP.replace("    names: {gate", group + "    names: {gate")})
        assert said(bundle.report) == []
        named = {"0103/0203", "0202/0203"}
        return {t.id for t in bundle.things.values() if values(bundle, t.id).get("road")} - named

    assert roads("around: {terrain: water}, against: {level: 2}") == {"0202/0302"}
    assert roads("around: 0201..0202, against: city bank") == {"0102/0201", "0102/0202", "0103/0202"}


def test_a_later_pack_may_draw_the_map_anew(field):
    over = (
        "override:\n  map:\n    grid: {columns: 3, rows: 3}\n    legend: {w: {terrain: water}}\n"
        "    hexes: |\n      . w c\n      c . -\n      . - -\n    names: {gate: 0101/0201}\n    areas: {city: 0102}\n"
        "    sides: [{fields: {road: yes}, between: gate}]\n"
    )
    towns = TOWNS.replace("lies: 0302, gate: 0202/0203", "lies: 0101").replace(
        "hut: {kind: camp, lies: hill, ", "hut: {kind: camp, "
    )
    bundle = field({"base/towns.yaml": towns, "more/map.yaml": over}, mods=["more"])
    assert said(bundle.report) == []
    board = bundle.boards["map"]
    assert board.places == ["0101", "0102", "0103", "0201", "0202", "0301"]
    assert values(bundle, "0201") == {"terrain": "water"} and values(bundle, "0301") == {"terrain": "clear", "level": 2}
    assert [t.id for t in bundle.things.values() if t.kind == "hexside"] == ["0101/0201"]
    assert board.names == {"gate": "0101/0201", "hill": "0102"} and board.areas["bank"] == ["0102", "0103"]
    assert (bundle.things["0201"].at.line, bundle.things["0201"].at.column) == (6, 9)


def test_what_a_later_pack_draws_no_longer_stands_in(field):
    marked = {"base/map.yaml": MAP.replace("    legend:", "    stand_in: [terrain, barrier]\n    legend:")}
    over = 'override:\n  map: {hexes: {0101: "^"}, sides: [{fields: {barrier: wall}, between: "0202/0203"}]}\n'
    bundle = field({**marked, "more/map.yaml": over}, mods=["more"])
    marks = {one: bundle.things[one].stand_in for one in ("0101", "0102", "0202/0203", "0202/0302")}
    assert marks == {"0101": [], "0102": ["terrain"], "0202/0203": [], "0202/0302": ["barrier"]}


def test_93_a_second_board_of_hexes_says_its_name(field):
    rules = 'game field "Field"\nplayers ann, bob\n' + BOARDS + "kind cell\nboard arena : hexes of cell\n"
    arena = "maps: {arena: {grid: {columns: 2, rows: 1, straight: rows, first: 0001}}}\n"
    bundle = field({"base/rules.moot": rules, "base/arena.yaml": arena})
    assert said(bundle.report) == []
    board = bundle.boards["arena"]
    assert board.places == ["arena.0001", "arena.0101"] and board.numbered(101) == "arena.0101"
    assert board.around == [[-1, 1, -1, -1, -1, -1], [-1, -1, -1, -1, 0, -1]]


@pytest.mark.parametrize("straight", ["columns", "rows"])
@pytest.mark.parametrize("shifted", ["even", "odd"])
def test_directions_go_round_and_lead_back(straight, shifted):
    grid = HexGrid(straight=straight, shifted=shifted)
    for spot in ((4, 4), (4, 5), (5, 4), (5, 5)):
        around = grid.around(spot)
        assert len(set(around)) == 6
        for n, other in enumerate(around):
            assert grid.around(other)[(n + 3) % 6] == spot
            assert around[(n + 1) % 6] in grid.around(other)
            assert grid.distances(grid.axial(spot), [grid.axial(other)]) == [1]
            assert grid.spot(grid.axial(other)) == other
    far = grid.axial((1, 9) if straight == "columns" else (9, 1))
    assert grid.distances(grid.axial((1, 1)), [far]) == [8]


def test_the_first_direction_may_be_turned():
    grid = HexGrid(one="south")
    assert grid.directions() == ("south", "south-west", "north-west", "north", "north-east", "south-east")
    assert grid.around((3, 3))[0] == (3, 4)
