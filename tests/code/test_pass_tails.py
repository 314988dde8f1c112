"""The last call of a unit returns what it gives at once."""

from ir_units import CARD, ask, unit

from moot.code.ir.callees import Named
from moot.code.ir.expressions import Const, Var
from moot.code.ir.make import local, op
from moot.code.ir.reps import NONE, NOTHING, NUM, Rep
from moot.code.ir.statements import Break, Call, If, Let, Line, Loop, Note, Return, Scope
from moot.code.ir.text import unit_text
from moot.code.passes.tails import tails

c, n = Var("c", CARD.maybe), Var("n", NUM.maybe)
HAS = op("some", local(c))


def call(point: int = 1, into: Var | None = None) -> Call:
    return Call(point, Named("p_other"), (), into)


def passed(*body: object, result: Rep = NOTHING) -> list[str]:
    made = unit(*body, params=(c,), pauses=True, result=result)
    (found,) = tails((made,))
    return [line.strip() for line in unit_text(found, marks=False).split("\n")[1:]]


def test_a_call_at_the_end_is_returned() -> None:
    assert passed(call(), Line(3), Note(0, ()), Return(None)) == ["tail call .1 p_other()"]
    assert passed(call(into=n), Return(local(n)), result=NUM.maybe) == ["tail call .1 p_other()"]


def test_a_call_before_the_end_or_of_another_value_is_not() -> None:
    assert passed(call(), Let(c, Const(NONE, None)), Return(None))[0] == "call .1 p_other()"
    assert passed(call(into=n), Return(local(c)), result=CARD.maybe)[0].startswith("call .1")
    assert passed(call(), Return(Const(NONE, None)), result=CARD.maybe)[0].startswith("call .1")


def test_returns_go_to_the_ends_of_branches() -> None:
    branch = If(HAS, (call(),), ())
    assert passed(branch, Return(None)) == ["if some(c)", "tail call .1 p_other()", "else", "return"]


def test_what_the_journal_always_does_stays_whole() -> None:
    quick = If(HAS, (call(),), (), quick=True)
    assert passed(quick, Return(None))[-1] == "return"


def test_a_break_that_leads_to_a_return_is_one() -> None:
    turn = Loop((ask(c, 1), If(HAS, (call(2), Break()))), fuel=7)
    assert passed(turn, Return(None)) == [
        "loop (fuel, line 7)",
        "ask .1 choose by 0 of contents(zone 3) into c (site 0)",
        "if some(c)",
        "tail call .2 p_other()",
    ]
    assert passed(turn, call(3), Return(None))[-2:] == ["break", "tail call .3 p_other()"]


def test_a_scope_that_nothing_leaves_any_more_goes() -> None:
    assert passed(Scope((If(HAS, (call(), Break())), ask(c, 2), Break())), Return(None))[-1] == "return"
    assert "scope" not in passed(Scope((If(HAS, (Break(),)), call(), Break())), Return(None))


def test_units_without_calls_are_left_alone() -> None:
    made = unit(If(HAS, (Return(None),)), Return(None), params=(c,))
    assert tails((made,))[0] is made
