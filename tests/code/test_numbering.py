"""Numbers of things, zones and cells, and the tables of what is printed."""

from __future__ import annotations

import pytest
from planned_packs import small

from moot.code.layout.first_values import nothing_yet
from moot.code.typing.types import OrNone, Thing
from moot.lang.diagnostic import MootError

RULES = """\
kind being
  name_of : string = ""
  friend  : being or none = none
  state tired : bool
kind beast is being
  legs : number = 4
kind person is being
  pace : formula(n: number): number = n
  deed : steps or none = none
kind party
  size_of : number = 0
zone lair(p: player) : pile of being, seen by p
zone yard            : pool of being, seen by all
zone cart(g: party)  : row of being, seen by all, in play
option leader : being = rex
option high   : number = 3
state age(b: beast, n: 1..high) : 0..9
state luck(p: player)    : -2..high = 1
state load_of(g: party)  : number
table toll(die: 1..2, b: beast) : number
phase match
  let g = new party(size_of: 1)
  move rex to cart(g)
  if luck(ann) > 2
    run alva.deed
"""
THINGS = """\
things:
  rex:  {kind: beast}
  tom:  {kind: beast, legs: 3, friend: rex}
  alva: {kind: person, pace: n + 1, deed: set luck(ann) to 2}
  bert: {kind: person}
"""
DECKS = """\
decks:
  pack:   {zone: lair(bob), cards: {tom: 2, rex: 1}}
  people: {zone: yard, fields: {name_of: folk}, cards: {alva: 1}}
"""
TABLES = """\
tables:
  toll:
    1: {rex: 1, tom: 2}
    2: {rex: 4, tom: 5}
"""


@pytest.fixture
def made(tmp_path):
    return small(tmp_path, RULES, things=THINGS, decks=DECKS, tables=TABLES)


def test_things_by_kinds_and_decks(made):
    _, _, numbering, _, _ = made
    assert [row.key for row in numbering.rows] == ["pack.tom.1", "pack.tom.2", "rex", "alva"]
    assert numbering.things_of("beast") == range(0, 3)
    assert numbering.things_of("being") == range(0, 4)
    assert numbering.copies == {"tom": (0, 1), "rex": (2,), "alva": (3,)}
    assert "bert" not in numbering.copies  # decks deal beings, and none deals him


def test_rows_have_no_numbers(made):
    _, _, numbering, _, _ = made
    assert numbering.is_row_kind("party")
    assert not numbering.is_row_kind("beast")
    assert numbering.things_of("party") == range(0)
    assert numbering.row_kinds["party"] == ("size_of",)
    assert numbering.row_zones == {"party": ("cart",)}
    assert numbering.zone_numbers == {"lair": 0, "yard": 2, "cart": -1}
    assert numbering.zone_number("lair", (1,)) == 1
    assert numbering.homes == (1, 1, 1, 2)


def test_cells(made):
    game, _, numbering, _, _ = made
    rows = {name: numbering.state_rows[id(state)] for name, state in game.states.items()}
    tired = numbering.state_rows[id(game.kinds["being"].fields["tired"])]
    # Four cells for where things lie, one for each kind of rows.
    assert (tired.first, tired.count) == (4 + 2, 4)
    assert (rows["age"].first, rows["age"].count) == (10, 9)
    assert (rows["luck"].first, rows["luck"].count) == (19, 2)
    assert (rows["load_of"].first, rows["load_of"].place) == (-1, 0)


def test_an_option_that_names_a_thing_is_its_number(made):
    game, _, numbering, _, _ = made
    assert numbering.options == {"leader": 2, "high": 3}
    assert game.options["leader"].value is not numbering.options["leader"]  # typing's symbols stay as they are


def test_an_option_that_names_what_is_not_in_the_game(tmp_path):
    with pytest.raises(MootError, match="which is in none of the decks used"):
        small(tmp_path, RULES.replace("being = rex", "being = bert"), things=THINGS, decks=DECKS, tables=TABLES)


def test_nothing_yet(made):
    game, _, numbering, _, _ = made
    assert nothing_yet(numbering, game.states["luck"].type) == 0
    assert nothing_yet(numbering, Thing("person")) == 3
    assert nothing_yet(numbering, OrNone(Thing("person"))) is None
    assert nothing_yet(numbering, Thing("party")) is None


def test_what_is_printed(made):
    _, _, _, plan, tables = made
    assert tables.printed["being", "friend"] == (2, 2, None, None)
    assert tables.printed["being", "legs"] == (3, 3, 4, None)
    assert tables.printed["being", "name_of"] == ("", "", "", "folk")
    (unit,) = plan.fields["deed"]
    assert tables.printed["being", "deed"] == (None, None, None, unit.number)
    assert [None if code is None else code.title for code in tables.formulas["being", "pace"]] == [None] * 3 + ["alva"]
    assert not any(root == "party" for root, _ in tables.printed)


def test_tables_of_packs(made):
    _, _, _, _, tables = made
    assert tables.cells["toll"] == {(1, 2): 1, (1, 0): 2, (1, 1): 2, (2, 2): 4, (2, 0): 5, (2, 1): 5}
    assert tables.key_ends["toll"] == ((1, 2), None)
    assert not tables.is_full("toll")  # nothing is said of things by ends


def test_holders(made):
    game, _, _, _, tables = made
    assert tables.holders(game.name_kinds["player"].type) == (0, 1, None, None)
    assert tables.holders(Thing("person")) == (None, None, None, None)
