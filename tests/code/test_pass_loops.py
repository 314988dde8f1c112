"""Loops over masks as operations on masks, loops over one or two constants written out."""

from dataclasses import replace

from ir_units import CARD, CARDS, ask, cell, unit

from moot.code.ir.callees import Named
from moot.code.ir.expressions import Const, Expr, Fold, Op, Printed, Var
from moot.code.ir.make import both, local, negated, number, op
from moot.code.ir.reps import BOOL, NUM, PLAYER, Rep, mask, seq
from moot.code.ir.statements import Break, Call, Each, If, Let, Loop, Return, Store
from moot.code.ir.text import node_text, unit_text
from moot.code.passes.loops import loops

DIGIT = Rep("num", 0, 9)
a, b, d, k = Var("a", mask(DIGIT)), Var("b", mask(DIGIT)), Var("d", DIGIT), Var("k", DIGIT.maybe)
c, p, at = Var("c", CARD), Var("p", PLAYER), Var("at", NUM)
BITS = Op(seq(DIGIT), "bits", (local(a),))
IN_B = op("bit", local(b), local(d))
BOTH = Const(seq(PLAYER), (0, 1))


def fold(what: str, where: Expr | None, of: Expr | None = None, rep: Rep = BOOL) -> str:
    made = Fold(rep, what, d, BITS, where, of)  # type: ignore[arg-type]
    (found,) = loops((unit(Return(made), params=(a, b, k), kind="function", result=rep),))
    last = found.body[-1]
    assert isinstance(last, Return)
    assert last.value is not None
    return node_text(last.value)


def test_masks() -> None:
    assert fold("any", IN_B) == "not(empty((a & b)))"
    assert fold("count", negated(IN_B), rep=NUM) == "size((a andnot b))"
    assert fold("every", None, IN_B) == "empty((a andnot b))"
    assert fold("each", IN_B, rep=seq(DIGIT)) == "bits((a & b))"
    assert fold("each", op("!=", local(d), number(3)), rep=mask(DIGIT)) == "(a andnot 8)"
    assert fold("each", both(IN_B, op("!=", local(d), number(3))), rep=mask(DIGIT)) == "((a & b) andnot 8)"


def test_what_may_be_none_is_no_member() -> None:
    assert fold("each", op("!=", local(d), local(k)), rep=mask(DIGIT)) == "(a andnot cond(is_none(k), 0, shift(k)))"


def test_a_test_of_something_else_holds_for_all_or_none() -> None:
    assert fold("count", op("some", local(k)), rep=NUM) == "size(cond(some(k), a, 0))"


def test_other_tests_are_gone_through() -> None:
    assert fold("any", op("<", op("*", local(d), local(d), rep=NUM), number(9))).startswith("any(")


def test_numbers_that_some_member_has_are_those_of_the_members() -> None:
    hue, deep = Printed(DIGIT, ("card", "hue"), local(c)), op("<", cell(local(c)), number(4))

    def held(test: Expr, numbers: tuple[int, ...] = tuple(range(9)), over: Expr = CARDS) -> str:
        some = Fold(BOOL, "any", c, over, test, None)
        made = Fold(mask(DIGIT), "each", d, Const(seq(DIGIT), numbers), some, None)
        (found,) = loops((unit(Return(made), kind="function", result=mask(DIGIT)),))
        return unit_text(found).splitlines()[-1].strip().replace(" : thing<card>[0..10)", "")

    has = op("==", hue, local(d))
    assert held(has) == "return each(c in contents(zone 3) of printed card.hue[c])"
    assert held(both(deep, has)).endswith("where (cell[c in 20..29] < 4) of printed card.hue[c])")
    assert "any(" in held(has, (0, 1, 2))  # others are not asked for
    assert "any(" in held(both(has, op("!=", local(d), number(3))))
    assert "any(" in held(op("==", replace(hue, rep=DIGIT.maybe), local(d)))


def test_constants() -> None:
    where = op("<", cell(op("+", local(p), number(20)), 20, 2), number(0))
    (found,) = loops((unit(Return(Fold(BOOL, "any", p, BOTH, where, None)), kind="function", result=BOOL),))
    assert "((cell[20 in 20..21] < 0) or (cell[21 in 20..21] < 0))" in unit_text(found)


def test_steps_for_each_of_two_constants() -> None:
    step = Store(cell(op("+", local(p), number(20)), 20, 2), number(5), 8)
    (found,) = loops((unit(Each(p, BOTH, (step,))),))
    assert unit_text(found, marks=False).split("\n")[1:] == [
        "  store cell[20 in 20..21] = 5",
        "  store cell[21 in 20..21] = 5",
    ]


def by_places(*turn: object) -> list[str]:
    loop = Loop(
        (
            If(op(">=", local(at), op("size", BOTH, rep=NUM)), (Break(),)),
            Let(p, Op(PLAYER, "at", (BOTH, local(at)))),
            Let(at, op("+", local(at), number(1))),
            *turn,
        )  # type: ignore[arg-type]
    )
    (found,) = loops((unit(Let(at, number(0)), loop, pauses=True),))
    return [line.strip() for line in unit_text(found, marks=False).split("\n")[1:]]


def test_turns_that_pause_get_points_of_their_own() -> None:
    assert by_places(Call(3, Named("p_turn"), (local(p),))) == ["call .3 p_turn(0)", "call .4 p_turn(1)"]
    answer = Var("c", Rep("thing", 0, 10, "card").maybe)
    assert len(by_places(ask(answer, 1))) == 2


def test_what_leaves_the_loop_leaves_all_turns() -> None:
    leave = If(op("==", local(p), Const(PLAYER, 0)), (Call(1, Named("p_turn"), ()),), (Break(),))
    assert by_places(leave)[0] == "scope"
