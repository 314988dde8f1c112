"""How a unit goes on from a point."""

import pytest
from ir_units import ask, keep

from moot.code.ir.expressions import Var
from moot.code.ir.make import YES, number
from moot.code.ir.reps import NUM, Rep
from moot.code.ir.statements import Block, Break, If, Let, Loop, Return, Scope, Stmt
from moot.code.passes.behind import behind

n = Var("n", NUM)
ASK = ask(Var("c", Rep("thing").maybe))


def step(value: int) -> Stmt:
    return Let(n, number(value))


ONE, TWO, THREE = step(1), step(2), step(3)
LEAVING = Loop((ONE, ASK, If(YES, (Break(),)), TWO))
ENDLESS = Loop((ONE, ASK, TWO))


@pytest.mark.parametrize(
    ("block", "rest"),
    [
        ((ONE, ASK, TWO), (TWO,)),
        ((If(YES, (ASK, ONE), (TWO,)), THREE), (ONE, THREE)),
        ((If(YES, (ONE,), (ASK, Return(None))), THREE), (Return(None),)),
        ((ENDLESS,), (TWO, ENDLESS)),
        ((LEAVING, THREE), (Scope((If(YES, (Break(),)), TWO, LEAVING, Break())), THREE)),
        ((Loop((ASK, Break())), THREE), (Scope((Break(),)), THREE)),
        ((Scope((ASK, ONE)), THREE), (ONE, THREE)),
        ((Scope((ASK, If(YES, (Break(),)), ONE)), THREE), (Scope((If(YES, (Break(),)), ONE)), THREE)),
    ],
)
def test_the_rest_of_a_block(block: Block, rest: Block) -> None:
    assert behind(block, 1) == rest


def test_a_point_that_is_not_there() -> None:
    assert behind(keep().body, 3) is None


def test_a_loop_inside_a_loop() -> None:
    outer = Loop((ENDLESS, Return(None)))
    assert behind((outer,), 1) == (TWO, ENDLESS)
