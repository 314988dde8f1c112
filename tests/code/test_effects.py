"""What units read and write: cells, the order in zones, and the rest, with all that they call."""

from __future__ import annotations

from ir_units import BOX, CARD, CARDS, HAND, cell, keep, moved, score, unit

from moot.code.ir import statements as st
from moot.code.ir.callees import Named, Runtime
from moot.code.ir.convert import as_zone
from moot.code.ir.effects import Effects
from moot.code.ir.expressions import Const, Contents, DataFormula, Expr, Field, Fold, Prim, Pure, Search, Var, Where
from moot.code.ir.make import YES, local, number, op
from moot.code.ir.reps import BOOL, INST, NUM, ZONE, Rep, seq
from moot.code.ir.touched import EVERYTHING, Surroundings, Touched
from moot.code.ir.units import Unit

C, D, V = Var("c", CARD), Var("d", CARD), Var("v", NUM)
TABLE = ("card", "worth")
AROUND = Surroundings(10, frozenset((5, 6)), reset="reset", in_data={TABLE: ("f_sum",)})
PLAY = Const(ZONE, 5)


def function(name: str, value: Expr) -> Unit:
    return unit(st.Return(value), name=name, kind="function", params=(C,), result=value.rep)


SUM = function("f_sum", op("+", score(local(C)), Pure(NUM, "f_told", (local(C),))))
TOLD = function("f_told", op("cond", cell(number(0), 0, 1, BOOL), number(1), Pure(NUM, "f_sum", (local(C),))))
RESET = unit(st.Store(score(local(C)), number(0), -1, True), name="reset", kind="state", params=(C,))
WRITES = unit(st.Store(cell(number(0), 0, 1, BOOL), YES, 8), st.Call(0, Named("p_other"), ()), name="p_writes")
OTHER = unit(st.Move(local(C), BOX, "top", 8, frozenset((3,))), name="p_other", params=(C,))
MODIFIER = unit(
    st.Return(cell(number(2), 2, 1)), name="m3", kind="modifier", params=(V, Var("inst", INST)), result=NUM
)  # fmt: skip
MODIFIED = unit(
    st.Let(V, number(1)), st.Modify(V, 0, (), 0, (3,)), st.Return(local(V)),
    name="f_mod", kind="function", result=NUM,
)  # fmt: skip
EFFECTS = Effects((SUM, TOLD, RESET, WRITES, OTHER, MODIFIER, MODIFIED, keep(), moved()), AROUND)


def may_change(s: st.Stmt, e: Expr) -> bool:
    """Whether a statement may change what an expression reads beside locals."""
    return EFFECTS.writes(s).meets(EFFECTS.reads(e))


def cells(*spans: tuple[int, int]) -> Touched:
    return Touched(spans)


def test_a_state_is_read_as_narrowly_as_its_index_tells() -> None:
    assert EFFECTS.reads(score(local(C))) == cells((20, 30))
    assert EFFECTS.reads(score(Const(CARD, 3))) == cells((23, 24))
    assert EFFECTS.reads(cell(local(V))) == cells((20, 30))


def test_functions_read_what_those_read_that_they_call() -> None:
    assert EFFECTS.cells_of("f_sum") == EFFECTS.cells_of("f_told") == ((0, 1), (20, 30))
    assert EFFECTS.reads(DataFormula(NUM, TABLE, local(C), ())) == cells((0, 1), (20, 30))
    assert EFFECTS.reads(DataFormula(NUM, ("card", "other"), local(C), ())) == EVERYTHING
    assert EFFECTS.reads(Search(NUM, "cost", "map", "f_sum", (), (local(C), local(D)))) == cells((0, 1), (20, 30))
    assert EFFECTS.reads(Pure(NUM, "f_nowhere", ())) == EVERYTHING
    read, written = EFFECTS.of_unit("f_mod")
    assert read == Touched(((2, 3),), parts=frozenset(("live",)))
    assert not written
    assert EFFECTS.cells_of("f_mod") is None


def test_order_in_a_zone_is_told_apart_from_what_lies_there() -> None:
    lying, ordered = cells((0, 10)), Touched(((0, 10),), ((3, 4),))
    assert EFFECTS.reads(op("size", CARDS, rep=NUM)) == lying
    assert EFFECTS.reads(Fold(BOOL, "any", C, CARDS, None, None)) == lying
    assert EFFECTS.reads(op("size", Fold(CARDS.rep, "each", C, CARDS, None, None), rep=NUM)) == lying
    assert EFFECTS.reads(Fold(CARDS.rep, "each", C, CARDS, None, None)) == ordered
    assert EFFECTS.reads(op("first", CARDS, rep=CARD)) == EFFECTS.reads(op("frozen", CARDS)) == ordered
    assert EFFECTS.reads(op("==", CARDS, CARDS)) == ordered
    anywhere = EFFECTS.reads(op("last", Contents(seq(CARD), as_zone(local(V))), rep=CARD))
    assert anywhere.zones[0][1] > 1000
    row = Rep("row", of="goods")
    assert EFFECTS.reads(Where(ZONE, local(Var("r", row)))) == Touched(parts=frozenset(("rows",)))
    assert EFFECTS.reads(Field(NUM, local(Var("r", row)), "price")) == Touched(parts=frozenset(("rows",)))
    assert EFFECTS.reads(Prim(BOOL, "in_phase", (number(1),))) == Touched(parts=frozenset(("scopes",)))


def test_moves_write_where_things_lie_and_what_play_brings_with_it() -> None:
    away = st.Move(local(C), BOX, "top", 8, frozenset((3,)))
    assert EFFECTS.writes(away) == Touched(((0, 10),), ((3, 5),), frozenset(("known", "journal")))
    assert EFFECTS.writes(st.Move(Const(CARD, 2), BOX, "top", 8, frozenset((3,)))).cells == ((2, 3),)
    into = EFFECTS.writes(st.Move(local(C), PLAY, "top", 8, frozenset((3,))))
    assert "live" in into.parts
    assert into.cells == ((0, 10), (20, 30))  # states of what leaves play go back to their first values
    assert "live" in EFFECTS.writes(st.Move(local(C), BOX, "top", 8)).parts  # from anywhere
    assert EFFECTS.writes(st.MoveAll(HAND, BOX, 8)) == EFFECTS.writes(away)
    quiet = Effects((), Surroundings(10, frozenset((5,)), listening=False))
    assert "live" not in quiet.writes(st.Move(local(C), PLAY, "top", 8)).parts


def test_whether_a_statement_changes_what_an_expression_reads() -> None:
    away = st.Move(local(C), BOX, "top", 8, frozenset((4,)))
    assert may_change(away, op("size", CARDS, rep=NUM))
    assert not may_change(away, score(local(D)))
    assert not may_change(st.Store(score(local(C)), number(1), 8), op("last", CARDS, rep=CARD))
    inside = st.Loop((st.If(YES, (st.Store(cell(number(0), 0, 1, BOOL), YES, 8), st.Break())),))
    assert may_change(inside, Pure(NUM, "f_sum", (local(C),)))
    shuffled = st.Do("put_order", (HAND, CARDS))
    assert may_change(shuffled, op("last", CARDS, rep=CARD))
    assert not may_change(shuffled, op("size", CARDS, rep=NUM))
    assert may_change(st.Call(1, Runtime("fire"), ()), op("size", CARDS, rep=NUM))


def test_what_a_unit_writes() -> None:
    assert EFFECTS.of_unit("p_writes")[1].cells == ((0, 10),)
    assert EFFECTS.of_unit("p_keep")[1].cells == ((0, 10), (20, 30))
    assert "rng" in EFFECTS.of_unit("p_keep")[1].parts


def test_steps_that_move_one_thing_alone() -> None:
    away = st.Move(local(C), BOX, "top", 8)
    assert EFFECTS.moves_alone((st.Store(score(local(C)), number(1), 8), st.If(YES, (away,))), C)
    assert EFFECTS.moves_alone((st.Call(0, Named("p_other"), (local(C),)),), C)
    assert not EFFECTS.moves_alone((st.Call(0, Named("p_other"), (local(D),)),), C)
    assert not EFFECTS.moves_alone((st.Move(local(D), BOX, "top", 8),), C)
    assert not EFFECTS.moves_alone((away, st.MoveAll(HAND, BOX, 8)), C)
    assert not EFFECTS.moves_alone((st.Let(C, local(D)), away), C)
    assert not EFFECTS.moves_alone((st.Call(1, Runtime("fire"), ()),), C)
    assert not EFFECTS.moves_alone((st.Call(0, Named("p_nowhere"), (local(C),)),), C)
