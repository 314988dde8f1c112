"""Loops over the things for which a formula in data is so that never changes."""

from ir_units import CARD, cell, unit

from moot.code.ir.expressions import Const, DataFormula, Expr, Fold, Local, Pure, Var
from moot.code.ir.make import YES, both, local, number, op
from moot.code.ir.reps import BOOL, NUM, seq
from moot.code.ir.statements import Return
from moot.code.ir.text import node_text
from moot.code.ir.units import Unit
from moot.code.passes.answers.fulfilled import fulfilled

c, seed, plot = Var("c", CARD), Var("seed", CARD), Var("plot", CARD)
THINGS = Const(seq(CARD), range(0, 10))
SEED = Const(CARD, 4)
LATE = op("<", cell(local(c), 20), number(4))
LIKES = DataFormula(BOOL, ("seed", "likes"), SEED, (local(c),))
MAYBE_LIKES = DataFormula(BOOL.maybe, ("seed", "likes"), SEED, (local(c),))
OF_LIKED = "each(c : thing<card>[0..10) in fulfilling(['seed', 'likes'], 4, 0, 10) where (cell[c in 20..29] < 4))"


def asked(where: Expr, over: Expr = THINGS, *others: Unit) -> str:
    rep = seq(CARD)
    loop = unit(Return(Fold(rep, "each", c, over, where, None)), name="f_all", kind="function", result=rep)
    made, *_ = fulfilled((loop, *others), {"likes"})
    given = made.body[-1]
    assert isinstance(given, Return)
    assert given.value is not None
    return node_text(given.value)


def test_a_formula_that_never_changes_is_asked_first() -> None:
    assert asked(both(LIKES, LATE)) == OF_LIKED
    assert asked(LIKES) == "each(c : thing<card>[0..10) in fulfilling(['seed', 'likes'], 4, 0, 10))"


def test_one_that_may_come_to_none_is_asked_whether_it_is_yes() -> None:
    assert asked(both(op("==", MAYBE_LIKES, YES), LATE)) == OF_LIKED


def test_one_in_a_small_function_is_asked_likewise() -> None:
    body = Return(DataFormula(BOOL, ("seed", "likes"), local(seed), (local(plot),)))
    likes = unit(body, params=(seed, plot), name="f_likes", kind="function", result=BOOL)
    assert asked(both(Pure(BOOL, "f_likes", (SEED, local(c))), LATE), THINGS, likes) == OF_LIKED


def test_others_are_asked_one_by_one() -> None:
    assert "fulfilling" not in asked(DataFormula(BOOL, ("seed", "bears"), SEED, (local(c),)))  # that may change
    assert "fulfilling" not in asked(DataFormula(BOOL, ("seed", "likes"), Local(CARD, c), (local(c),)))
    assert "fulfilling" not in asked(both(LATE, LIKES))  # it might be asked where it is at fault
    assert "fulfilling" not in asked(LIKES, Const(seq(NUM), range(0, 10)))
    assert "fulfilling" not in asked(LIKES, Const(seq(CARD), range(0, 4)))  # few
