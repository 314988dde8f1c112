"""What searches, functions and `when` keep is kept as long as it is so: every way of writing to it is seen."""

from __future__ import annotations

from pathlib import Path

import pytest

import moot
from moot.tools.cases.run import run_cases

RULES = """
board map : hexes of hex, hexside
kind hex
  state fire          : bool
  state toll          : 0..9 = 1 until end of day
kind hexside
  state shut          : bool
kind unit
  state tired         : bool
zone at(h: hex)       : pool of unit, seen by all, in play
zone camp(h: hex)     : pool of unit, seen by all, in play
zone box              : pile of unit, seen by all
state barred(h: hex)  : bool
state frost           : 0..9 until start of day
function held(h: hex) = any u in at(h) where not u.tired
function passing(here: hex, there: hex) : number or none =
  none if between(here, there).shut
  none if there.fire or barred(there)
  none if held(there)
  there.toll + frost otherwise
function warm(h: hex) = any g in neighbours(h) where g.fire
function fires(b: bool) = count h in hex where h.fire = b
function rested(h: hex) = count u in unit where holder(u) = h and not u.tired
function far(n: number) = size(reachable(passing, 0101, n))
phase match
STEPS
phase day
  mark(far(3))
  set 0201.toll to 3
  mark(far(3))
"""
MAP = """\
maps:
  map:
    grid: {columns: 4, rows: 1}
    legend: {".": {}}
    hexes: . . . .
    sides: [{fields: {}, along: "0101 0201 0301 0401"}]
"""
HEAD = 'game trial "Trial"\nplayers ann, bob\nstate last : number\nprocedure mark(n: number)\n  set last to n\n'
MORE = {"map.yaml": MAP, "units.yaml": "kind: unit\nthings: {ann_one: {}, bob_one: {}}\n"}


def rules(*steps: str) -> str:
    return RULES.replace("STEPS", "\n".join(f"  {step}" for step in steps))


def test_states_that_are_set_raised_and_lowered(play):
    steps = (
        "mark(far(3))",
        "set between(0201, 0301).shut to yes",
        "mark(far(3))",
        "set between(0201, 0301).shut to no",
        "set 0401.fire to yes",
        "mark(far(3))",
        "set barred(0301) to yes",
        "mark(far(3))",
        "set barred(0301) to no",
        "set 0401.fire to no",
        "mark(far(3))",
        "raise 0201.toll by 2",
        "mark(far(3))",
        "lower 0201.toll by 1",
        "mark(far(3))",
        "raise frost by 9",
        "mark(far(3))",
    )
    assert play(rules(*steps), more=MORE).trace == "42324231"


def test_states_of_a_phase(play):
    steps = (
        "mark(far(3))",
        "raise 0201.toll by 1",
        "set frost to 1",
        "mark(far(3))",
        "day()",  # frost is 0 again and each toll is 1: 4; then a toll of 3: 2
        "mark(far(3))",  # the toll of 2 is back
        "set frost to 9",
        "day()",
    )
    assert play(rules(*steps), more=MORE).trace == "4242342"


def test_things_that_move(play):
    steps = (
        "mark(far(3))",
        "move ann_one to at(0301)",
        "mark(far(3))",
        "set ann_one.tired to yes",
        "mark(far(3))",
        "move ann_one to box",  # out of play it is tired no more
        "move ann_one to at(0401)",
        "mark(far(3))",
        "move bob_one to camp(0201)",
        "swap(ann_one, bob_one)",
        "mark(far(3))",
        "move at(0401) to camp(0401)",
        "move camp(0201) to at(0201)",
        "mark(far(3))",
        "move at(0201) to box",
        "mark(far(3))",
        "draw(1, box, at(0301))",
        "mark(far(3))",
    )
    assert play(rules(*steps), more=MORE).trace == "42433142"


def test_things_that_lie_with_a_row(play):
    """Its zone is none of those that there are from the start."""
    bids = "kind bid\nzone bag(b: bid) : pool of unit, seen by all, in play\n"
    steps = (
        "let first_bid = new bid()",
        "let bid_of_ann = new bid()",
        "move ann_one to at(0201)",
        "mark(far(3))",
        "move ann_one to bag(bid_of_ann)",
        "mark(far(3))",
        "set ann_one.tired to yes",
        "move bag(bid_of_ann) to at(0301)",
        "mark(far(3))",
        "set ann_one.tired to no",
        "mark(far(3))",
    )
    assert play(bids + rules(*steps), more=MORE).trace == "1442"


def test_functions_that_loop(play):
    steps = (
        "set 0301.fire to yes",
        "if warm(0201) and not warm(0301) and fires(yes) = 1 and rested(0201) = 0",
        "  mark(1)",
        "set 0301.fire to no",
        "set 0201.fire to yes",
        "move ann_one to at(0201)",
        "if warm(0301) and not warm(0201) and fires(no) = 3 and rested(0201) = 1",
        "  mark(2)",
        "set ann_one.tired to yes",
        "move bob_one to at(0201)",
        "if rested(0201) = 1 and rested(0301) = 0",
        "  mark(3)",
        "swap(ann_one, bob_one)",
        "move at(0201) to box",
        "if rested(0201) = 0",
        "  mark(4)",
    )
    assert play(rules(*steps), more=MORE).trace == "1234"


def test_a_place_is_not_left_where_its_own_state_and_another_forbid_it(play):
    """This is asked before the steps from there are known."""
    lines = ("none if here.toll <= size(at(0401))", "1 otherwise")
    wary = "\n  ".join(["function wary(here: hex, there: hex) : number or none =", *lines]) + "\n"
    steps = (
        "mark(size(reachable(wary, 0101, 3)))",
        "set 0201.toll to 0",
        "mark(size(path(wary, 0101, 0401)) + 2)",
        "set 0201.toll to 3",
        "move ann_one to at(0401)",
        "set 0101.toll to 2",
        "mark(size(reachable(wary, 0101, 3)))",
    )
    assert play(wary + rules(*steps), more=MORE).trace == "423"


def test_a_let_of_a_step_that_is_always_the_same(play):
    same = """
function dear(here: hex, there: hex) : number or none =
  let limit = 2
  none if there.toll > limit and not there.fire
  limit otherwise
function low(h: hex, g: hex) =
  let limit = distance(0101, 0201)
  h.toll <= limit and barred(g) if limit < 2
  no otherwise
function easy(here: hex, there: hex) : number or none =
  none if low(there, here)
  1 otherwise
"""
    steps = (
        "mark(size(reachable(dear, 0101, 4)))",
        "set 0201.toll to 3",
        "mark(size(reachable(dear, 0101, 4)))",
        "mark(size(reachable(easy, 0101, 4)))",
        "set barred(0201) to yes",
        "mark(size(path(easy, 0101, 0401)) + 2)",
    )
    assert play(same + rules(*steps), more=MORE).trace == "3142"


def test_a_place_of_which_nothing_is_asked(play):
    asked = """
function burning(h: hex) = count g in neighbours(0401) where 0301.fire
function calm(here: hex, there: hex) : number or none =
  none if size(at(here)) + frost < burning(here)
  none if burning(there) > 3
  1 otherwise
"""
    steps = ("mark(size(reachable(calm, 0101, 3)))", "set 0301.fire to yes", "mark(size(path(calm, 0101, 0401)) + 1)")
    assert play(asked + rules(*steps), more=MORE).trace == "41"


def test_a_let_that_reads_where_things_lie(play):
    crowd = """
function watched(u: unit) =
  let near_by = count g in within(0301, 1) where holder(u) = g
  not u.tired if near_by > 0
  no otherwise
function creep(here: hex, there: hex) : number or none =
  none if 0401.fire and (any u in at(0401) where watched(u))
  1 otherwise
"""
    steps = (
        "move ann_one to at(0401)",
        "mark(size(reachable(creep, 0101, 3)))",
        "set 0401.fire to yes",
        "mark(size(reachable(creep, 0101, 3)))",
        "set ann_one.tired to yes",
        "mark(size(reachable(creep, 0101, 3)))",
    )
    assert play(crowd + rules(*steps), more=MORE).trace == "414"


WHENS = """
when 0201.toll > 2
  mark(8)
when rested(0301) = 2
  mark(9)
procedure rest
  nothing
"""


def test_what_becomes_true(play):
    """It is asked for again only where something was written that it reads."""
    steps = (
        "rest()",
        "raise 0201.toll by 1",
        "rest()",
        "raise 0201.toll by 1",
        "rest()",
        "set 0201.toll to 1",
        "rest()",
        "move ann_one to at(0301)",
        "set ann_one.tired to yes",
        "move bob_one to at(0301)",
        "rest()",
        "set ann_one.tired to no",
        "rest()",
        "day()",  # in which the toll is 1, then 3: what is far is marked twice
    )
    assert play(rules(*steps) + WHENS, more=MORE).trace == "89228"


# At each choice `play` copies, saves and loads the game and undoes what was chosen: all of these go on alike.
def test_copies_saved_games_and_what_is_undone(play):
    steps = (
        "mark(far(3))",
        'choose h in reachable(passing, 0101, 3) by ann "burn"',
        "  set h.fire to yes",
        'choose g in reachable(passing, 0101, 3) by ann "bar"',
        "  set barred(g) to yes",
        'choose k in reachable(passing, 0101, 3) by ann "guard"',
        "  move ann_one to at(k)",
        'choose l in reachable(passing, 0101, 3) by ann "end"',
        "  mark(far(3))",
    )
    game = play(rules(*steps), more=MORE, choices=["0401", "0301", "0201"])
    assert [len(keys) for *_, keys in game.asked] == [4, 3, 2]
    assert game.trace == "41"


@pytest.fixture
def burning(tmp_path: Path) -> Path:
    """A game in which a place is burnt again and again."""
    places = 'choose {} in reachable(passing, 0101, 3) by ann "burn"'
    burn = [line for name in "hgkl" for line in (places.format(name), f"  set {name}.fire to yes")]
    steps = rules(*burn, "mark(1)")
    files = {"pack.yaml": "id: trial\ntitle: Trial\n", "rules.moot": HEAD + steps}
    for name, text in {**MORE, **files}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("journal", (True, False))
def test_positions_that_take_turns(burning: Path, journal: bool):
    game = moot.load(burning)
    state = game.start(1, journal=journal)
    near, far = ["0101", "0201"], ["0101", "0201", "0301"]
    for place, other in ((("0401", far), ("0301", near)), (("0301", near), ("0401", far))):
        copied, loaded = state.copy(), game.restore(state.save())
        for one, (burnt, left) in ((state, place), (copied, other), (loaded, place)):
            one.apply(burnt)
            assert [option.key for option in one.decision.options] == left
        state.undo()
        state.apply(other[0])
        assert [option.key for option in state.decision.options] == other[1]
        state.undo()


def test_what_cases_give(burning: Path):
    """One after another, in the same game."""
    given = {"0401.fire: yes": 3, "frost: 0": 4, "at(0301): [ann_one]": 2, "0201.toll: 3": 2, "barred(0201): yes": 1}
    cases = [f'  - {{name: "{there}", given: {{{there}}}, then: {{far(3): {left}}}}}' for there, left in given.items()]
    (burning / "cases").mkdir()
    (burning / "cases" / "all.yaml").write_text("\n".join(["cases:", *cases]), encoding="utf-8")
    assert [result.message for result in run_cases([burning])] == [""] * len(given)
