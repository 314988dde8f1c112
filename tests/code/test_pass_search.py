"""Searches as units of their own: what stands in rows, what is asked once, what is left for each step."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from board_units import (
    AROUND,
    BOARDS,
    HERE,
    NEAR_FOE,
    PLACE,
    RAIN,
    THERE,
    H,
    U,
    cheapest,
    fires,
    foe_in,
    function,
    lame,
    owner,
    place_of,
)
from compiled_packs import written

import moot as library
from moot.code.emit.given import COVERING
from moot.code.emit.module import print_module
from moot.code.given import given_of
from moot.code.ir.effects import Effects
from moot.code.ir.expressions import Const, Expr, Fold, Op, Printed, Pure, Search, Var
from moot.code.ir.keepers import Reading
from moot.code.ir.make import NO_VALUE, both, local, number, op
from moot.code.ir.node import AnyExpr
from moot.code.ir.reps import BOOL, NUM, num, seq
from moot.code.ir.statements import Block, If, Let, Line, Modify, Return, Stmt
from moot.code.ir.text import unit_text
from moot.code.ir.units import Unit
from moot.code.ir.verified.verify import verify
from moot.code.passes.searches.keep import Keepers, keep
from moot.code.passes.searches.search import search
from moot.code.pipeline import compile_bundle, compiled
from moot.code.registers import registers_of
from moot.code.typing.typed import typed
from moot.lang.diagnostic import MootError
from moot.pack.load import load
from moot.stack.faults import Fault
from moot.stack.game import Game

MARCH = Path(__file__).parents[1] / "packs" / "march"
V = Var("v", NUM.maybe)
GROUND = Printed(num(0, 9).maybe, ("place", "ground"), local(THERE))


def none_if(test: Expr) -> If:
    return If(test, (Line(2), Return(NO_VALUE)))


def step(*lines: Stmt | Expr, name: str = "f_step") -> Unit:
    """A step function of a unit. An expression: what a step costs else."""
    body = tuple(Return(one) if isinstance(one, AnyExpr) else one for one in lines)
    return Unit(name, "function", (U, HERE, THERE), (Line(1), *body), NUM.maybe, rule=1)  # type: ignore[arg-type]


def made(step: Unit, *others: Unit, what: str = "reachable") -> tuple[dict[str, Unit], Keepers]:
    units = (cheapest(what, step.name, local(U)), step, NEAR_FOE, *others)
    keepers = Keepers(Effects(units, AROUND), BOARDS)
    found = search(keep(units, keepers), keepers)
    verify(found, "search")
    return {unit.name: unit for unit in found}, keepers


def text(unit: Unit) -> list[str]:
    return unit_text(unit, marks=False).splitlines()[1:]


# ------------------------------------------------------------------------------------------------ without rows


def test_steps_that_cost_nothing_spread_from_place_to_place() -> None:
    units, keepers = made(step(none_if(fires(local(THERE))), number(0)))
    assert text(units["reachable_f_step"]) == [
        "  if (is_none(start) or is_none(most) or (most < 0))",
        "    return []",
        "  flood as map.reachable(start, most by f_step(u)): here : thing<place>[0..10) to there : thing<place>[0..10)"
        " where not(cell[(there + 30) in 30..39])",
    ]
    assert "steps_f_step" not in units
    assert not any(name.startswith("STEPS") for name in keepers.made)


def test_steps_that_cost_something_or_ask_for_more_do_not() -> None:
    for other in (
        step(none_if(fires(local(THERE))), GROUND),
        step(none_if(foe_in(local(THERE), owner(local(U)))), number(0)),
    ):
        assert "ways as " in "".join(text(made(other)[0]["reachable_f_step"]))


def slide(step: Unit) -> list[str]:
    d = Var("d", num(1, 7))
    search_it = Search(seq(PLACE), "slide", "map", step.name, (local(U),), (local(H), local(d)))
    units = (function("f_slide", search_it, U, H, d), step)
    keepers = Keepers(Effects(units, AROUND), BOARDS)
    found = search(units, keepers)
    verify(found, "search")
    return text(next(unit for unit in found if unit.name == "slide_f_step"))


def test_a_slide_is_a_loop_over_a_ray() -> None:
    assert slide(step(none_if(fires(local(THERE))), number(1))) == [
        "  let found : seq<thing<place>[0..10)> = []",
        "  each there : thing<place>[0..10) in map.ray(start, d)",
        "    if cell[(there + 30) in 30..39]",
        "      break",
        "    add there to found",
        "  return frozen(found)",
    ]


def test_a_slide_knows_the_place_before_and_leaves_what_costs_less_than_nothing_to_the_general_search() -> None:
    ground = Printed(num(0, 9), ("place", "ground"), local(THERE))
    lines = slide(step(none_if(fires(local(HERE))), op("-", number(3), ground, rep=NUM)))
    assert "  let here : thing<place>[0..10) = start" in lines
    assert "    let here = there" in lines
    at = next(n for n, line in enumerate(lines) if line.startswith("    if (step < 0)"))
    assert lines[at + 1] == "      return map.slide(start, d by f_step(u))"


def test_a_slide_whose_step_may_be_a_fault_is_the_general_search(tmp_path: Path) -> None:
    """Which says where the fault is: in the step, not where the slide is asked for."""
    rules = (
        'game rack "Rack"\nplayers ann, bob\nkind cell\n  weight : number = 0\nboard rack : squares of cell\n'
        "function far(here: cell, there: cell) : number or none =\n  1 if 12 / there.weight > 3\n  none otherwise\n"
        "phase contest\n  let n = size(slide(far, a1, 1))\n  win none\n"
    )
    grid = "maps:\n  rack:\n    grid: {columns: 3, rows: 3, first: a1}\n"
    (tmp_path / "pack.yaml").write_text("id: rack\ntitle: Rack\n", encoding="utf-8")
    (tmp_path / "rules.moot").write_text(rules, encoding="utf-8")
    (tmp_path / "map.yaml").write_text(grid, encoding="utf-8")
    with pytest.raises(MootError) as caught:
        library.load(tmp_path).start(seed=1)
    assert "function far: division by zero" in str(caught.value)


# ------------------------------------------------------------------------------------------------ what stands where


def test_what_is_printed_stands_in_rows() -> None:
    """Steps that it forbids are not there, and what a step costs is known before anything is asked."""
    units, keepers = made(step(none_if(op("==", GROUND, number(3))), number(2)))
    assert text(units["steps_f_step"]) == [
        "  let row : seq<thing<place>[0..10)> = []",
        "  each there : thing<place>[0..10) in map.neighbours(here)",
        "    if (printed place.ground[there] != 3)",
        "      add there to row",
        "  return frozen(row)",
    ]
    assert text(units["reachable_f_step"]) == [
        "  if (is_none(start) or is_none(most) or (most < 0))",
        "    return []",
        "  if (most > 200)",
        "    return map.reachable(start, most by f_step(u))",
        "  ways as map.reachable(start, most by f_step(u)): here : thing<place>[0..10) to (there : thing<place>[0..10))"
        " in rows else steps_f_step(u, here), cost step : num? = 2 at least 2",
        "    look for STEPS_f_step",
        "    let rows = held by STEPS_f_step for ()",
    ]
    assert text(units["f_reachable"]) == ["  return reachable_f_step(u, h, 5)"]
    assert keepers.made["STEPS_f_step"].readings == ()


def test_states_of_places_stand_in_rows_and_are_looked_at() -> None:
    units, keepers = made(step(none_if(fires(local(THERE))), GROUND))
    assert "    if not(cell[(there + 30) in 30..39])" in text(units["steps_f_step"])
    assert "      if some(cost)" in text(units["steps_f_step"])
    assert "        add args(there, cost) to row" in text(units["steps_f_step"])
    rows = keepers.made["STEPS_f_step"]
    assert (rows.readings, rows.far) == ((Reading(30, 40, "place", 30),), 1)


def test_rows_are_kept_for_all_of_whom_the_same_is_so() -> None:
    is_slow = op("==", Printed(NUM, ("unit", "arm"), local(U)), GROUND)
    units, _ = made(step(none_if(both(is_slow, lame(local(U)))), number(1)))
    held = next(line for line in text(units["reachable_f_step"]) if "held by" in line)
    assert held.strip() == "let rows = held by STEPS_f_step for (cell[(u + 30) in 45..49], printed unit.arm[u])"


def test_a_unit_that_counts_as_such_is_not_put_into_rows() -> None:
    """Which of them it is would make them different for each."""
    marching = Op(BOOL, "==", (local(U), Const(U.rep, 17)))
    units, _ = made(step(none_if(both(marching, fires(local(THERE)))), number(1)))
    assert len(text(units["steps_f_step"])) == 4
    assert "    let k_2 : bool = (u == 17)" in text(units["reachable_f_step"])
    assert text(units["reachable_f_step"])[-3:] == ["    if k_2", "      if k", "        break"]


def test_what_is_asked_of_the_place_that_is_left_is_asked_before_its_steps() -> None:
    near = Pure(BOOL, "f_near_foe", (owner(local(U)), local(HERE)))
    units, keepers = made(step(none_if(both(op("!=", local(HERE), place_of(local(U))), near)), number(1)))
    ways = next(line for line in text(units["reachable_f_step"]) if line.startswith("  ways"))
    assert ways.endswith(", none leaves if ((here != k) and (kept seen[here] else anew_f_near_foe(k_2, here)))")
    assert "    let seen = held by KEPT_f_near_foe_1 for (k_2)" in text(units["reachable_f_step"])
    assert keepers.made["KEPT_f_near_foe_1"].far == 1


def test_what_lies_there_is_asked_at_each_step() -> None:
    units, _ = made(step(none_if(foe_in(local(THERE), owner(local(U)))), number(1)))
    assert text(units["reachable_f_step"])[-2:] == [
        "    if any(e : thing<unit>[15..20) in contents(as_zone((there + 20))) where (printed unit.owner[e] != k))",
        "      break",
    ]


def test_what_the_movers_alone_decide_is_asked_once() -> None:
    """But not before it is needed, where it is more than a look."""
    long = op("==", op("size", foe_in_all(), rep=NUM), number(0))
    units, _ = made(step(none_if(both(fires(local(THERE)), long)), number(1)))
    assert "not known [h : bool]" in "".join(text(units["reachable_f_step"]))
    assert any("(kept h else empty(" in line for line in text(units["reachable_f_step"]))


def foe_in_all() -> Expr:
    e = Var("e", U.rep)
    mine = op("==", owner(local(e)), owner(local(U)))
    return Fold(
        seq(U.rep),
        "each",
        e,
        Const(seq(U.rep), range(15, 20)),
        both(mine, op("==", place_of(local(e)), NO_VALUE)),
        None,
    )


def test_costs_that_are_not_known_beforehand_are_found_at_each_step() -> None:
    foe = foe_in(local(THERE), owner(local(U)))
    units, _ = made(step(If(foe, (Return(number(3)),)), GROUND), what="cost")
    assert text(units["cost_f_step"])[-4:] == [
        "    if any(e : thing<unit>[15..20) in contents(as_zone((there + 20))) where (printed unit.owner[e] != k_2))",
        "      let step = 3",
        "    else",
        "      let step = k",
    ]
    assert "cost step : num?, " not in "".join(text(units["cost_f_step"]))


def test_a_cost_that_is_set_again_is_the_last_one() -> None:
    cost = Var("cost", NUM.maybe)
    foe = foe_in(local(THERE), owner(local(U)))
    dearer = If(foe, (Let(cost, op("+", op("sure", local(cost), rep=NUM), number(2))),))
    units, _ = made(step(Let(cost, GROUND), dearer, local(cost)), what="cost")
    assert text(units["cost_f_step"])[-4:] == [
        "    let cost : num? = k",
        "    if any(e : thing<unit>[15..20) in contents(as_zone((there + 20))) where (printed unit.owner[e] != k_2))",
        "      let cost = (sure(cost) + 2)",
        "    let step = cost",
    ]


def test_small_functions_are_opened() -> None:
    dear = function("f_dear", both(foe_in(local(THERE), owner(local(U))), RAIN), U, THERE)
    units, _ = made(step(none_if(Pure(BOOL, "f_dear", (local(U), local(THERE)))), number(1)), dear)
    assert text(units["reachable_f_step"])[-3:] == [
        "    if any(e : thing<unit>[15..20) in contents(as_zone((there + 20))) where (printed unit.owner[e] != k))",
        "      if k_2",
        "        break",
    ]


def test_rules_in_play_are_left_to_the_general_search() -> None:
    plain = step(number(1), name="plain_f_step")
    given = (local(U), local(HERE), local(THERE))
    changes = (Let(V, Pure(NUM.maybe, "plain_f_step", given)), Modify(V, 4, given, 1, (9,)), Return(local(V)))
    units, _ = made(Unit("f_step", "function", (U, HERE, THERE), changes, NUM.maybe, rule=1), plain)
    assert "  if (listening(4) or (most > 200))" in text(units["reachable_f_step"])


@pytest.mark.parametrize(
    "odd",
    [
        (Let(V, NO_VALUE), Modify(V, 3, (), 1, (1,)), If(RAIN, (Let(V, number(1)),)), Return(local(V))),
        (If(RAIN, (If(fires(local(HERE)), (Return(number(1)),)), Line(7))), Return(number(2))),
    ],
)
def test_what_is_no_list_of_lines_is_searched_in_general(odd: Block) -> None:
    units, _ = made(Unit("f_step", "function", (U, HERE, THERE), odd, NUM.maybe, rule=1))
    assert "reachable_f_step" not in units
    assert text(units["f_reachable"]) == ["  return map.reachable(h, 5 by f_step(u))"]


# ------------------------------------------------------------------------------------------------ in play

RULES = """\
kind hex
  height : 0..9
kind hexside
  slope  : number = 0
board map : hexes of hex, hexside
kind unit
zone at(h: hex) : pool of unit, seen by all
state deep : 0..9
function climb(u: unit, here: hex, there: hex) : number or none =
  none if there.height = 9
  10 / (deep - there.height) if holder(u) = there or size(at(there)) = 0
  there.height - here.height otherwise
function far(u: unit, h: hex, g: hex) = cost(climb, u, h, g)
function way(u: unit, h: hex, g: hex) = size(path(climb, u, h, g)) + size(reachable(climb, u, h, 30))
phase play
  for each u in unit
    move u to at(first(hex))
"""
MAP_FILE = """\
maps:
  map:
    grid: {columns: 4, rows: 4, shifted: even}
    legend: {"1": {height: 1}, "2": {height: 2}, "9": {height: 9}}
    hexes: |
      1 2 9 1
      1 9 2 1
      2 1 1 2
      1 1 2 1
"""


@pytest.fixture(scope="module")
def climbing(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = written(
        tmp_path_factory.mktemp("climb") / "small", RULES, units="kind: unit\nthings: {axe: {}, bow: {}}\n"
    )
    (folder / "map.yaml").write_text(MAP_FILE, encoding="utf-8")
    return Game(compile_bundle(load(folder, cases=False)))


def test_faults_are_those_of_the_general_search(climbing: Game) -> None:
    """Whatever is asked beforehand, what is a fault is told where the general search comes to it."""
    ns, S = climbing.machine.fast.names, climbing.start(1).position
    units = [n for n, thing in enumerate(climbing.program.layout.things) if thing.kind == "unit"]
    places, chance, faults = climbing.program.layout.boards[0].places, random.Random(3), 0
    deep = next(row for row in climbing.program.layout.states if row.name == "deep")
    for _ in range(300):
        S.cells[deep.first] = chance.randrange(10)
        for unit in units:
            ns["move"](
                S, unit, chance.choice([z for z, zone in enumerate(climbing.program.layout.zones) if zone.name == "at"])
            )
        unit, start, goal = chance.choice(units), chance.choice(places), chance.choice(places)
        for name, general, last in (("reachable", "reached", 12), ("cost", "least_cost", goal), ("path", "way", goal)):
            found = _called(ns[f"{name}_f_climb"], S, unit, start, last)
            assert found == _called(ns[general], S, ns["f_climb"], ns["N_map"], (unit,), start, last)
            faults += isinstance(found, str)
    assert faults > 20


def _called(function: Callable[..., object], *args: object) -> object:
    """What it comes to, a fault as its text."""
    try:
        return function(*args)
    except (Fault, ArithmeticError, TypeError) as error:
        return f"{type(error).__name__}: {error}"


def test_lines_that_run_are_counted_by_the_general_search() -> None:
    bundle = load(MARCH, cases=False)
    made = compiled(typed(bundle), bundle)
    module = print_module(made.framed, given_of(made), registers_of(made), COVERING).text
    assert "heappop" not in module
    assert " return reached(S, f_march, N_map" in module


def test_a_game_plays_alike_with_searches_of_its_own_and_in_general(monkeypatch: pytest.MonkeyPatch) -> None:
    special = Game(compile_bundle(load(MARCH, cases=False)))
    monkeypatch.setattr("moot.code.passes.searches.over_boards.search", lambda units, keepers: units)
    general = Game(compile_bundle(load(MARCH, cases=False)))
    assert "reachable_f_march" in special.machine.fast.names
    assert "reachable_f_march" not in general.machine.fast.names
    for seed in range(20):
        chance = random.Random(seed)
        one, other = special.start(seed, journal=False), general.start(seed, journal=False)
        while one.decision is not None:
            assert one.position.key() == other.position.key()
            choice = chance.randrange(len(one.decision.options))
            one.apply(choice)
            other.apply(choice)
