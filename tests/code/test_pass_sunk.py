"""Locals that are set no sooner than they are read."""

from ir_units import CARDS, cell, score, unit

from moot.code.ir.expressions import Expr, Fold, Op, Var
from moot.code.ir.make import both, local, number, op
from moot.code.ir.reps import BOOL, NUM, seq
from moot.code.ir.statements import Break, If, Let, Loop, Return, Stmt, Store
from moot.code.ir.text import unit_text
from moot.code.passes.sunk import sunk

CARD = CARDS.rep.item
assert CARD is not None
FIRST = op("==", cell(number(20)), number(1))


def picked(worth: int) -> tuple[Var, Let]:
    """A local, and the cards of a hand that are worth so much as its value."""
    c, found = Var("c", CARD), Var(f"worth_{worth}", seq(CARD))
    return found, Let(found, Fold(found.rep, "each", c, CARDS, op("==", score(local(c)), number(worth)), None))


def some_of(var: Var) -> Expr:
    return op("not", Op(BOOL, "empty", (local(var),)))


def made(*body: Stmt) -> list[str]:
    (one,) = sunk((unit(*body),))
    return [line.strip() for line in unit_text(one, marks=False).split("\n")[1:]]


few, FEW = picked(1)
many, MANY = picked(2)
BUMP = Store(cell(number(20)), number(5), 8)


def names(lines: list[str]) -> list[str]:
    """Lines in short: which local is set, which test is made."""
    return [line.split(" :")[0] if line.startswith("let") else line.split("(")[0].strip() for line in lines]


def test_what_one_branch_reads_is_set_there() -> None:
    lines = made(FEW, If(FIRST, (Return(local(few)),)), Return(None))
    assert names(lines) == ["if", "let worth_1", "return worth_1", "return"]


def test_what_a_later_test_reads_is_set_between_the_tests() -> None:
    lines = made(FEW, If(both(FIRST, some_of(few)), (Return(local(few)),)), Return(None))
    assert names(lines) == ["if", "let worth_1", "if not", "return worth_1", "return"]


def test_what_the_first_test_reads_is_set_before_it_and_no_sooner() -> None:
    lines = made(FEW, MANY, If(FIRST, (Return(None),)), If(some_of(many), (Return(local(many)),)), Return(local(few)))
    assert names(lines) == ["if", "return", "let worth_2", "if not", "return worth_2", "let worth_1", "return worth_1"]


def test_what_two_branches_read_is_set_before_both() -> None:
    lines = made(FEW, If(FIRST, (Return(local(few)),), (If(some_of(few), (Return(None),)),)), Return(None))
    assert names(lines)[0] == "let worth_1"
    lines = made(FEW, If(FIRST, (If(some_of(few), (BUMP,)),)), Return(local(few)))
    assert names(lines)[0] == "let worth_1"


def test_one_that_another_reads_goes_with_it() -> None:
    best = Var("best", seq(CARD))
    c = Var("c", CARD)
    of_few = Let(best, Fold(best.rep, "each", c, local(few), op("<", score(local(c)), number(9)), None))
    lines = made(FEW, of_few, If(FIRST, (Return(None),)), Return(local(best)))
    assert names(lines) == ["if", "return", "let worth_1", "let best", "return best"]


def test_nothing_waits_until_something_is_written() -> None:
    assert names(made(FEW, If(FIRST, (BUMP,)), Return(local(few))))[0] == "let worth_1"
    assert names(made(FEW, BUMP, Return(local(few))))[0] == "let worth_1"


def test_what_is_read_behind_a_loop_is_set_before_the_loop_is_left() -> None:
    lines = made(Loop((FEW, If(FIRST, (Break(),)), BUMP)), Return(local(few)))
    assert names(lines)[1] == "let worth_1"


def test_what_is_set_again_or_is_short_stays() -> None:
    again = Let(few, MANY.value)
    assert names(made(FEW, If(FIRST, (Return(None),)), again, Return(local(few))))[0] == "let worth_1"
    x = Var("x", NUM)
    assert names(made(Let(x, number(3)), If(FIRST, (Return(None),)), Return(local(x))))[0] == "let x"
