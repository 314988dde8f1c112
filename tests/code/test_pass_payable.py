"""Whether costs can be paid, as formulas that read the position as it is."""

from ir_units import BOX, CARD, CARDS, cell, unit

from moot.code.ir.callees import Named
from moot.code.ir.effects import Effects
from moot.code.ir.expressions import Arg, Expr, Local, Make, Op, Prim, Pure, UnitRef, Var
from moot.code.ir.make import both, local, negated, number, op, text
from moot.code.ir.reps import ARGS, CODE, NUM, PLAYER, REASON, THING, args
from moot.code.ir.statements import Call, Do, Each, Fault, If, Let, Line, Move, Return, Stmt, Store
from moot.code.ir.text import node_text
from moot.code.ir.touched import Surroundings
from moot.code.ir.units import Unit
from moot.code.passes.answers.payable import payable
from moot.code.passes.game import GameUnits

player, this, told = Var("player", PLAYER), Var("this", THING.maybe), Var("args", args((CARD, NUM)))
c, n, x, y, price = Var("c", CARD), Var("n", NUM), Var("x", NUM), Var("y", NUM), Var("price", NUM.maybe)
COINS, GEMS = cell(number(20)), cell(number(21))
BEGUN = (Let(c, Arg(CARD, local(told), 0)), Let(n, Arg(NUM, local(told), 1)))
CUT, END = Fault("cut_short", 8), Return(None)
PRICE = unit(Return(local(x)), params=(x,), name="f_price", kind="function", result=NUM)
DEAR = unit(Return(Op(NUM, "sure", (local(price),))), params=(price,), name="f_dear", kind="function", result=NUM)


def plus(a: Expr, b: Expr) -> Expr:
    return op("+", a, b, rep=NUM)


def less(a: Expr, b: Expr) -> Expr:
    return op("-", a, b, rep=NUM)


def lowered(at: Expr, by: Expr) -> tuple[Stmt, ...]:
    return Let(x, less(at, by)), If(op("<", local(x), number(0)), (CUT, Let(x, number(0)))), Store(at, local(x), 8)  # type: ignore[arg-type]


def asked(*steps: Stmt, before: tuple[Expr, ...] = (), units: tuple[Unit, ...] = (), pauses: bool = False) -> str:
    """As a gathering function asks whether the cost can be paid."""
    card, count = Var("c", CARD), Var("n", NUM)
    pay = unit(*BEGUN, *steps, END, params=(player, this, told), name="pay0", pauses=pauses)
    given = Make(ARGS, (local(card), local(count)))
    tried = Prim(REASON.maybe, "unpayable", (UnitRef(CODE, "pay0"), local(player), local(this), given))
    test = both(*before, op("is_none", tried))
    gather = unit(If(test, (END,)), params=(player, this), name="gather0", kind="gather")
    every = (gather, pay, PRICE, DEAR, *units)
    found = payable(GameUnits(every, {}, Effects(every, Surroundings(20, listening=False, cells=40)))).units[0]
    match found.body[1:]:
        case (If(left),):
            return node_text(left).replace(" in 20..29", "")
        case rest:
            return "yes" if rest else "no"


def test_a_number_that_is_lowered_or_raised_is_compared() -> None:
    assert asked(*lowered(COINS, local(n))) == "(cell[20] >= n)"
    assert asked(*lowered(COINS, number(2))) == "(cell[20] >= 2)"
    raised = Let(x, plus(COINS, number(1))), If(op(">", local(x), number(8)), (CUT, Let(x, number(8))))
    assert asked(*raised, Store(COINS, local(x), 8)) == "(cell[20] <= 7)"
    assert asked(Store(COINS, number(3), 8)) == "yes"
    assert asked(CUT) == "no"


def test_a_step_reads_what_those_before_have_stored() -> None:
    assert asked(Store(COINS, number(3), 8), *lowered(COINS, local(n))) == "(3 >= n)"
    assert asked(Store(COINS, local(n), 8), Line(9), *lowered(COINS, number(2))) == "(n >= 2)"
    twice = asked(*lowered(COINS, local(n)), Line(9), *lowered(COINS, number(2)))
    assert twice == "(with it : num = (cell[20] - n): ((it >= 0) and (it >= 2)))"
    assert asked(*lowered(COINS, local(n)), *lowered(GEMS, number(2))) == "((cell[20] >= n) and (cell[21] >= 2))"


def test_where_it_is_not_sure_what_is_read_the_cost_is_tried() -> None:
    some, other = cell(plus(local(n), number(20))), cell(plus(local(c), number(20)))
    assert "unpayable" in asked(Store(some, number(1), 8), *lowered(other, number(1)))
    assert asked(Store(some, number(1), 8), *lowered(some, number(1))) == "yes"
    gems = unit(Return(GEMS), name="f_gems", kind="function", result=NUM)
    paid = lowered(GEMS, number(1)), lowered(COINS, Pure(NUM, "f_gems", ()))
    assert "unpayable" in asked(*paid[0], *paid[1], units=(gems,))
    assert "f_gems()" in asked(*paid[1], *paid[0], units=(gems,))
    assert "unpayable" in asked(Each(c, CARDS, (Store(COINS, number(1), 8),)))


def test_branches_refuse_ask_for_more_or_change_what_is_known() -> None:
    rich = op(">", GEMS, number(5))
    refused = Fault("refuse", 8, text("not you"))
    assert asked(If(rich, (refused,))) == "(cell[21] <= 5)"
    assert asked(If(rich, (), (refused,))) == "(cell[21] > 5)"
    assert asked(If(rich, lowered(COINS, number(1))[:2])) == ("(not((cell[21] > 5)) or (cell[20] >= 1))")
    either = If(rich, (Let(y, number(1)),), (Let(y, number(3)),))
    assert asked(Let(y, number(0)), either, *lowered(COINS, local(y))) == "(cell[20] >= cond((cell[21] > 5), 1, 3))"
    assert "unpayable" in asked(If(rich, lowered(COINS, number(1))), *lowered(GEMS, number(1)))
    assert "unpayable" in asked(If(rich, (Fault("no_value", 8),)))


def test_what_is_tried_is_tried_where_all_can_be_put_back() -> None:
    each = Each(c, CARDS, (Store(COINS, number(1), 8), Move(local(c), BOX, "top", 8, frozenset((3,)))))
    assert asked(each).endswith("args(c, n), [0, 21, yes, [3, 4]]))")
    assert asked(Each(c, CARDS, (Store(COINS, number(1), 8),))).endswith("args(c, n), [20, 21, no, []]))")
    assert "unpayable(" in asked(Each(c, CARDS, (Do("remove", (local(c),)),)))
    assert "unpayable(" in asked(each, pauses=True)


def test_procedures_are_gone_through_unless_they_lead_to_themselves() -> None:
    spend = unit(If(op("<", COINS, local(y)), (CUT,)), params=(y,), name="p_spend")
    assert asked(Call(0, Named("p_spend"), (local(n),)), units=(spend,)) == "(cell[20] >= n)"
    again = unit(Call(0, Named("p_spend"), (local(y),)), params=(y,), name="p_spend")
    assert "unpayable" in asked(Call(0, Named("p_spend"), (local(n),)), units=(again,))


def test_things_that_are_there_can_be_moved() -> None:
    move = Move(local(c), BOX, "top", 8)
    assert asked(move, *lowered(COINS, number(1))) == "(cell[20] >= 1)"
    size = op("size", CARDS, rep=NUM)
    assert "unpayable" in asked(move, If(op("<", size, number(1)), (CUT,)))
    maybe = Var("c", CARD.maybe)
    assert "unpayable" in asked(Let(maybe, local(c)), Move(Local(CARD.maybe, maybe), BOX, "top", 8))


def test_what_may_be_a_fault_is_told_at_its_own_line() -> None:
    dear, cheap = Pure(NUM, "f_dear", (local(n),)), Pure(NUM, "f_price", (local(n),))
    assert asked(*lowered(COINS, dear)) == "(cell[20] >= f_dear(n))"
    assert "unpayable" in asked(Line(9), *lowered(COINS, dear))
    assert "f_price(n)" in asked(Line(9), *lowered(COINS, cheap))


def test_what_a_requirement_has_told_is_not_asked_again() -> None:
    assert asked(*lowered(COINS, number(2)), before=(op("<=", number(2), COINS),)) == "(2 <= cell[20])"
    assert asked(*lowered(COINS, number(2)), before=(negated(op("some", local(Var("k", NUM.maybe)))),)) == (
        "(is_none(k) and (cell[20] >= 2))"
    )
    dear = Pure(NUM, "f_dear", (number(7),))
    known = op("<=", dear, COINS)
    assert asked(Let(x, less(COINS, dear)), Store(COINS, local(x), 8), before=(known,)) == "(f_dear(7) <= cell[20])"
