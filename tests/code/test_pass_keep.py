"""Functions whose values are kept: which they are, by what they are looked up, what makes them be found out anew."""

from __future__ import annotations

from board_units import (
    AROUND,
    BOARDS,
    MAP,
    NEAR_FOE,
    PIECE,
    PLACE,
    RAIN,
    E,
    H,
    P,
    U,
    beside,
    fires,
    foe_in,
    function,
    lame,
    lie_in,
    owner,
    place_of,
)
from ir_units import cell

from moot.code.ir.callees import Named
from moot.code.ir.effects import Effects
from moot.code.ir.expressions import (
    Arg,
    Const,
    Expr,
    Fold,
    Listening,
    OnBoard,
    Op,
    Prim,
    Pure,
    Search,
    UnitRef,
    Var,
)
from moot.code.ir.keepers import Keeper, Reading, joined_readings
from moot.code.ir.make import NO_VALUE, YES, both, local, number, op
from moot.code.ir.reps import BOOL, CODE, NUM, PLAYER, REASON, THING, args, seq
from moot.code.ir.statements import Call, Each, If, Let, Return, Stmt, Store
from moot.code.ir.text import node_text, unit_text
from moot.code.ir.units import Unit
from moot.code.ir.verified.verify import verify
from moot.code.passes.boards import BoardOf, Boards
from moot.code.passes.searches.keep import Keepers, keep

LIES = Reading(15, 20, "lies", 0)
NOUGHT = number(0)
G, OTHER, D = Var("g", PLACE), Var("other", PLACE), Var("d", PIECE)


def kept(*units: Unit, boards: Boards = BOARDS) -> tuple[tuple[Unit, ...], dict[str, Keeper]]:
    keepers = Keepers(Effects(units, AROUND), boards)
    made = keep(units, keepers)
    verify(made, "keep")
    return made, keepers.made


def keeper(value: Expr, *params: Var, others: tuple[Unit, ...] = ()) -> Keeper | None:
    return next(iter(kept(function("f_asked", value, *params), *others)[1].values()), None)


def around(test: Expr) -> Fold:
    """Of a place beside another."""
    return Fold(BOOL, "any", G, beside(local(H)), test, None)


def test_a_function_of_a_place_is_looked_up_by_it() -> None:
    (looked_up, anew), made = kept(NEAR_FOE)
    assert unit_text(looked_up).splitlines() == [
        "function f_near_foe(p : name<names player>, h : thing<place>[0..10)) : bool",
        "  look for KEPT_f_near_foe_1",
        "  let held : seq = held by KEPT_f_near_foe_1 for (p)",
        "  return (kept held[h] else anew_f_near_foe(p, h))",
    ]
    assert anew.body == NEAR_FOE.body
    assert anew.name == "anew_f_near_foe"
    assert made == {"KEPT_f_near_foe_1": Keeper("KEPT_f_near_foe_1", (LIES,), "map", 1)}


def test_where_a_search_begins_is_asked_first() -> None:
    """Unless the search may be a fault, or may not find that place."""
    there = local(G)

    def asked(cost: Expr, most: Expr = NOUGHT) -> list[str]:
        step = function("f_step", cost, Var("here", PLACE), Var("there", PLACE))
        ways = Search(seq(PLACE), "reachable", "map", "f_step", (), (local(H), most))
        reach = function("f_reach", ways, H)
        test = Fold(BOOL, "any", G, Pure(seq(PLACE), "f_reach", (local(H),)), fires(there), None)
        looked_up = next(one for one in kept(function("f_asked", test, H), reach, step)[0] if one.name == "f_asked")
        return [line.strip() for line in unit_text(looked_up).splitlines()[1:]]

    plain = asked(op("cond", RAIN, number(0), NO_VALUE))
    assert plain[:2] == [f"if {node_text(fires(local(H)))}", "return yes"]
    assert plain[2:] == asked(op("cond", RAIN, op("neg", number(1), rep=NUM), NO_VALUE))
    assert plain[2:] == asked(NOUGHT, Op(NUM, "sure", (cell(number(20), rep=NUM.maybe),)))
    assert plain[2:] == asked(Op(NUM, "div", (number(1), cell(number(20)))))


def test_it_tells_whose_states_are_read_and_how_far_off() -> None:
    around_it = keeper(around(both(fires(local(G)), lame(local(U)))), U, H)
    assert around_it is None  # a unit is no place, and there may be many
    both_sorts = keeper(around(both(fires(local(G)), RAIN)), H)
    assert both_sorts == Keeper("KEPT_f_asked_0", (Reading(30, 40, "place", 30), Reading(60, 61, "all", 0)), "map", 1)
    far = keeper(
        Fold(BOOL, "any", G, OnBoard(seq(PLACE), "map", "within", (local(H), number(3))), fires(local(G)), None), H
    )
    assert far is not None
    assert far.far == 3
    lying = keeper(around(Fold(BOOL, "any", E, lie_in(local(G)), lame(local(E)), None)), H)
    assert lying == Keeper("KEPT_f_asked_0", (LIES, Reading(45, 50, "thing", 30)), "map", 1)


def test_what_lies_on_a_near_place_lies_near() -> None:
    """Its place is that of the zone where it lies."""
    there = Fold(BOOL, "any", E, lie_in(local(G)), op("==", place_of(local(E)), local(H)), None)
    found = keeper(around(there), H)
    assert found is not None
    assert (found.far, found.readings) == (1, (LIES,))


def test_what_lies_anywhere_is_looked_up_by_arguments() -> None:
    anywhere = Fold(
        BOOL, "any", D, Op(seq(PIECE), "frozen", (lie_in(number(3)),)), op("==", owner(local(D)), local(P)), None
    )
    (looked_up, _), made = kept(function("f_held", anywhere, P, H))
    assert made == {"FOUND_f_held": Keeper("FOUND_f_held", (Reading(15, 20, "all", 0),))}
    assert "return (kept held[args(p, h)] else anew_f_held(p, h))" in unit_text(looked_up)


def test_two_places_are_looked_up_by_both() -> None:
    found = keeper(around(both(op("==", local(G), local(OTHER)), RAIN)), H, OTHER)
    assert found == Keeper("FOUND_f_asked", (Reading(60, 61, "all", 0),))


def test_what_reads_nothing_of_a_position_is_found_out_once() -> None:
    (tabled, _), made = kept(function("f_asked", around(op("==", local(G), local(OTHER))), H, OTHER))
    assert unit_text(tabled, marks=False).splitlines()[1:] == ["  return tabled anew_f_asked(h, other)"]
    assert not made


def test_what_may_be_none_is_looked_up_by_arguments() -> None:
    least = Fold(NUM.maybe, "least", G, beside(local(H)), fires(local(G)), number(1))
    assert keeper(least, H) == Keeper("FOUND_f_asked", (Reading(30, 40, "all", 0),))


def test_functions_that_are_called_are_read() -> None:
    burns = function("f_burns", fires(local(OTHER)), OTHER)
    found = keeper(around(Pure(BOOL, "f_burns", (local(G),))), H, others=(burns,))
    assert found is not None
    assert (found.far, found.readings) == (1, (Reading(30, 40, "place", 30),))


def test_what_depends_on_more_than_cells_is_not_kept() -> None:
    assert keeper(around(both(fires(local(G)), Listening(BOOL, 2))), H) is None
    in_order = Fold(seq(PIECE), "each", E, lie_in(local(H)), None, None)
    ordered = Op(PIECE.maybe, "first", (in_order,))
    assert keeper(around(op("==", ordered, local(E))), E, H) is None


def test_what_is_short_is_not_kept() -> None:
    assert keeper(foe_in(local(H), local(P)), P, H) is None
    assert keeper(fires(local(H)), H) is None


def test_sorts_of_places_are_not_told_apart() -> None:
    """Places of several sorts are numbered among other things, so that all is forgotten at once."""
    mixed = Boards((BoardOf("map", MAP.places, MAP.sides, MAP.holders, simple=False),), BOARDS.tables)
    _, made = kept(NEAR_FOE, boards=mixed)
    assert list(made.values()) == [Keeper("FOUND_f_near_foe", (Reading(15, 20, "all", 0),))]


def test_readings_that_touch_are_one() -> None:
    a, b, c = Reading(1, 3, "all", 0), Reading(3, 5, "all", 0), Reading(4, 6, "side", 2)
    assert joined_readings((c, b, a)) == (Reading(1, 5, "all", 0), c)


# ------------------------------------------------------------------------------------------------ right behind a write


def playing(*body: Stmt) -> bool:
    """Whether a function that such a procedure calls is kept."""
    asked = function("f_asked", around(fires(local(G))), H)
    playing = Unit("p_play", "procedure", (H,), body, rule=1)
    return bool(kept(asked, playing)[1])


ASKED, FIRE = Pure(BOOL, "f_asked", (local(H),)), Store(fires(local(H)), YES, 1)


def test_what_is_asked_right_behind_a_write_is_not_kept() -> None:
    assert not playing(FIRE, If(ASKED, (Return(None),)))
    assert not playing(FIRE, If(RAIN, (If(ASKED, (Return(None),)),)))
    assert playing(If(ASKED, (FIRE,)))
    assert playing(Store(RAIN, YES, 1), If(ASKED, (Return(None),)))


def test_what_may_be_asked_twice_of_one_position_is_kept() -> None:
    assert playing(FIRE, If(ASKED, (Return(None),)), If(ASKED, (Return(None),)))
    assert playing(FIRE, Each(G, Const(seq(PLACE), range(10)), (If(ASKED, (Return(None),)),)))
    loop = Fold(BOOL, "any", G, beside(local(H)), ASKED, None)
    assert playing(FIRE, If(loop, (Return(None),)))
    other = Fold(BOOL, "any", H, beside(local(OTHER)), ASKED, None)
    assert not playing(Let(OTHER, local(H)), FIRE, If(other, (Return(None),)))


def test_what_a_cost_asks_right_behind_a_write_is_not_looked_up() -> None:
    """What is written is taken back when the cost has been tried; behind any other step somebody may ask again."""
    asked = function("f_asked", around(fires(local(G))), H)
    burn, light = (Unit(name, "procedure", (H,), (FIRE, If(ASKED, (Return(None),))), rule=1) for name in ("b", "l"))
    before = Unit("p_before", "procedure", (H,), (If(ASKED, (FIRE,)),), rule=1)
    player, this, given = Var("player", PLAYER), Var("this", THING.maybe), Var("given", args((PLACE,)))
    place = Arg(PLACE, local(given), 0)
    pay = Unit("pay0", "procedure", (player, this, given), (Call(0, Named("b"), (place,)),), rule=1)
    tried = Prim(REASON.maybe, "unpayable", (UnitRef(CODE, "pay0"), local(player), local(this), local(given)))
    why = Unit("why0", "why", (player, this, given), (Return(tried),), REASON.maybe, rule=1)
    called = {unit.name: unit_text(unit) for unit in kept(asked, burn, light, before, pay, why)[0]}
    assert "if anew_f_asked(h)" in called["b"]
    assert "if f_asked(h)" in called["l"]
