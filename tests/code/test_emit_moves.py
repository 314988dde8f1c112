"""Moves between zones that are known: written with what they ask for alone, they do what the general ones do."""

from itertools import product

import pytest
from emitted import ANN, CARD, CHOSEN, HAND, PILE, SHELF, begun, given, indented, printed, text

from moot.code.emit.given import FAST, TRACED, Given, Reset, Watched
from moot.code.ir.expressions import Const, Contents, Expr, Local, Op, Var
from moot.code.ir.make import number
from moot.code.ir.reps import Rep, seq
from moot.code.ir.statements import Ask, Block, Do, Each, Move, MoveAll
from moot.code.ir.units import Unit
from moot.state.position import Position

CARDS = seq(CARD)
BOBS = Const(Rep("zone"), 1)
ZONES = {"ann's hand": HAND, "bob's hand": BOBS, "pile": PILE, "shelf": SHELF}
ENDS = list(product(ZONES, ZONES))
c = Var("c", CARD)
THING = Const(CARD, 5)


def unit(*body: object, params: tuple[Var, ...] = ()) -> Unit:
    block: Block = tuple(body)  # type: ignore[arg-type]
    return Unit("p_day", "procedure", params, block, pauses=any(isinstance(one, Ask) for one in body), rule=0)


def stood(S: Position) -> tuple[object, ...]:
    """What a move changes."""
    return S.cells, S.zones, S.known, {thing: who for thing, who in S.told.items() if who}


def both(*body: object) -> tuple[object, object]:
    """What steps do as the fast form has them, and as the helpers do it."""
    return stood(begun(unit(*body), form=FAST)), stood(begun(unit(*body), form=TRACED, journal=True))


def lying(zone: Expr) -> list[object]:
    """All things lie there, and one of them has been shown to bob."""
    return [MoveAll(PILE, zone, 1), Do("show", (THING, Const(ANN.rep, 1)), 2)]


@pytest.mark.parametrize(("source", "goal"), ENDS)
def test_a_thing_goes_to_a_zone(source: str, goal: str) -> None:
    fast, general = both(*lying(ZONES[source]), Move(THING, ZONES[goal], "top", 3))
    assert fast == general


@pytest.mark.parametrize(("source", "goal"), ENDS)
def test_all_goes_to_a_zone(source: str, goal: str) -> None:
    fast, general = both(*lying(ZONES[source]), MoveAll(ZONES[source], ZONES[goal], 3))
    assert fast == general
    some = Move(Const(CARD, 2), ZONES[goal], "top", 2)
    fast, general = both(*lying(ZONES[source]), some, MoveAll(ZONES[source], ZONES[goal], 3))
    assert fast == general


@pytest.mark.parametrize(("source", "goal"), ENDS)
def test_some_are_drawn(source: str, goal: str) -> None:
    fast, general = both(*lying(ZONES[source]), Do("draw", (number(3), ZONES[source], ZONES[goal]), 3))
    assert fast == general


@pytest.mark.parametrize("zone", ZONES)
def test_a_zone_is_shown_and_shuffled(zone: str) -> None:
    place = ZONES[zone]
    all_of_it = Op(CARDS, "frozen", (Contents(CARDS, place),))
    for player in (0, 1):
        shown = Do("show", (all_of_it, Const(ANN.rep, player)), 3)
        fast, general = both(*lying(place), shown)
        assert fast == general
        fast, general = both(*lying(place), shown, Do("put_order", (place, all_of_it), 4))
        assert fast == general


@pytest.mark.parametrize(("source", "goal"), ENDS)
@pytest.mark.parametrize("nature", [False, True])
def test_a_zone_is_shuffled_into_another(source: str, goal: str, nature: bool) -> None:
    order = Var("order", CARDS)
    shuffle = Ask(1, CHOSEN, ANN, Contents(CARDS, ZONES[goal]), order, "shuffle")
    body = unit(
        *lying(ZONES[source]),
        MoveAll(ZONES[source], ZONES[goal], 3),
        shuffle,
        Do("put_order", (ZONES[goal], Local(CARDS, order)), 4),
    )
    fast, general = (begun(body, form=form, journal=form.journal, nature=nature, seed=5) for form in (FAST, TRACED))
    assert stood(fast) == stood(general) and fast.rng == general.rng
    assert (fast.ask is None) == (general.ask is None) == (not nature)


def test_where_a_thing_lies_may_be_known() -> None:
    def lines(**more: object) -> list[str]:
        move = Move(Local(CARD, c), SHELF, "top", 3, **more)  # type: ignore[arg-type]
        return text(unit(move, params=(c,))).split("\n")[3:]

    assert "    Z[3].append(Z[2].pop())" in lines(zones=frozenset((2,)), top=True)
    assert "    Z[2].remove(c_1)" in lines(zones=frozenset((2,)))
    assert "    Z[s].remove(c_1)" in lines(zones=frozenset((0, 1)))
    assert "    if s >= 0:" in lines()


def resetting(**more: object) -> Given:
    """Things have a state, and card 4 another, which comes with its effect."""
    resets = (Reset(0, 6, 20, number(0)), Reset(4, 5, 30, number(1)))
    return given(resets=resets, effects=frozenset((4,)), **more)


def test_what_leaves_play_becomes_as_at_first() -> None:
    to_shelf, away = Move(Local(CARD, c), SHELF, "top", 3), MoveAll(SHELF, HAND, 3)
    comes = text(unit(to_shelf, params=(c,)), about=resetting())
    assert "if HAS_EFFECTS[c_1]:" in comes and "start(S, c_1)" in comes
    goes = indented(printed(unit(away), about=resetting()).text)
    assert "C[this + 20] = 0" in goes and "        if HAS_EFFECTS[this]:" in goes and "stop(S, this)" in goes


def test_who_looks_at_where_things_lie_is_told() -> None:
    looked_at = given(watched=Watched(whens=frozenset(((0, 6),)), searches=frozenset(((0, 6),))))
    lines = text(unit(Move(Local(CARD, c), SHELF, "top", 3), params=(c,)), about=looked_at)
    assert "S.still = False" in lines and "S.wrote.add(c_1)" in lines


def test_many_moves_of_one_thing_each_are_moves_of_one_thing() -> None:
    several = Each(c, Const(CARDS, (1, 3)), (Move(Local(CARD, c), HAND, "top", 3),))
    assert "move_to_0(S, c_1, 0)" in text(unit(several))
    fast, general = both(*lying(PILE), several)
    assert fast == general


def test_of_several_zones_to_which_it_may_go_only_the_tallied_one_counts() -> None:
    whose = Var("whose", Rep("zone", 0, 2))
    to_hand, all_of_it = (
        Move(Local(CARD, c), Local(whose.rep, whose), "top", 3),
        MoveAll(Local(whose.rep, whose), PILE, 3),
    )
    lines = indented(printed(unit(to_hand, all_of_it, params=(c, whose)), about=given(tallied={0: 0})).text)
    assert "    if t == 0:\n        S.tally += TALLY_0[thing]\n" in lines
    assert "    if s == 0:\n        S.tally -= TALLY_0[thing]\n" in lines
    assert "    if s == 0:\n        S.tally -= sum([TALLY_0[this] for this in things])\n" in lines
    alone = indented(
        printed(unit(Move(Local(CARD, c), SHELF, "top", 3), params=(c,)), about=given(tallied={3: 0})).text
    )
    assert "    C[c_1] = 3\n    S.tally += TALLY_3[c_1]\n" in alone
