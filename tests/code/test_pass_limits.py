"""Tests of a thing and one number of the position as one look into a table, and tests that are decided before."""

from ir_units import CARD, cell

from moot.code.ir.effects import Effects
from moot.code.ir.expressions import Bind, Cell, Expr, Op, Printed, Var
from moot.code.ir.make import YES, both, either, local, negated, number, op
from moot.code.ir.reps import BOOL, NUM, num
from moot.code.ir.statements import If, Return
from moot.code.ir.text import node_text
from moot.code.ir.touched import Surroundings
from moot.code.ir.units import Unit
from moot.code.passes.answers.decided import decided
from moot.code.passes.answers.limits import limits
from moot.code.passes.game import GameUnits

NEEDS, WORTH = ("card", "needs"), ("card", "worth")
PRINTED = {NEEDS: (None, None, 1, 4, 0, None, 2, 2, 2, 2), WORTH: (1, 2, 3, 4, 5, 6, 7, 8, 9, 9)}
c = Var("c", CARD)
skill = Cell(num(0, 7), number(20), 20, 1)
needs, worth = (Printed(num(0, 10), table, local(c)) for table in (NEEDS, WORTH))
FEAT, DEED = (op("of_kind", local(c), number(a), number(b), rep=BOOL) for a, b in ((2, 5), (0, 5)))


def limited(test: Expr) -> tuple[str, dict[tuple[str, str], tuple[object, ...]]]:
    game = limits(
        GameUnits([Unit("f", "function", (c,), (If(test, (Return(YES),)),))], PRINTED, Effects((), Surroundings(10)))
    )
    (one,) = game.units[0].body
    assert isinstance(one, If)
    return node_text(one.test), {name: values for name, values in game.printed.items() if name not in PRINTED}


def test_what_is_printed_and_one_cell_are_one_look() -> None:
    test, tables = limited(both(DEED, either(negated(FEAT), op(">=", skill, needs))))
    assert test == "(cell[20 in 20..20] >= printed least.0[c])"
    assert tables == {("least", "0"): (0, 0, 1, 4, 0, 7, 7, 7, 7, 7)}
    test, tables = limited(both(FEAT, op(">", worth, skill), op("<", number(0), worth)))
    assert tables == {("most", "0"): (-1, -1, 2, 3, 4, -1, -1, -1, -1, -1)}
    assert test == "(cell[20 in 20..20] <= printed most.0[c])"


def test_tests_of_other_numbers_stay() -> None:
    other = op("<", cell(number(25)), number(4))
    test, _ = limited(both(FEAT, op(">=", skill, needs), other))
    assert test == "((cell[20 in 20..20] >= printed least.0[c]) and (cell[25 in 20..29] < 4))"
    either_way = both(FEAT, op("<", cell(number(20), rep=NUM), needs))
    assert limited(either_way) == (node_text(either_way), {})  # a cell without ends
    both_ends = both(op(">=", skill, needs), op("<=", skill, worth))
    assert limited(both_ends) == (node_text(both_ends), {})


# ---------------------------------------------------------------------------------------------- decided before


def left(test: Expr) -> str:
    assert isinstance(test, Op)
    return node_text(decided(test))


def test_what_a_test_before_has_shown_is_not_asked_again() -> None:
    x = Var("it", NUM)
    rest = Bind(
        BOOL, x, op("-", skill, worth, rep=NUM), both(op(">=", local(x), number(0)), op("<=", local(x), number(6)))
    )
    assert left(both(op("<=", worth, skill), rest)) == "(printed card.worth[c] <= cell[20 in 20..20])"
    assert left(both(op("<", worth, skill), rest)) == "(printed card.worth[c] < cell[20 in 20..20])"
    assert "it >= 0" in left(both(op("<=", worth, number(3)), rest))
    less = op("-", skill, number(1), rep=NUM)
    assert left(both(op(">=", skill, number(2)), op(">", less, number(0)))) == "(cell[20 in 20..20] >= 2)"
    assert left(both(op(">=", skill, number(1)), op(">", less, number(0)))).count("and") == 1
