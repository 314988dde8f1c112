"""Small functions of the rules as formulas in place of their calls."""

from ir_units import CARD, CARDS, cell, unit

from moot.code.ir.expressions import Const, Expr, Fold, Op, Pure, RuleSource, Var
from moot.code.ir.make import NO, local, number, op
from moot.code.ir.reps import BOOL, INST, NUM, Rep
from moot.code.ir.statements import Block, Each, If, Let, Line, Modify, Return
from moot.code.ir.text import node_text
from moot.code.ir.units import Unit
from moot.code.passes.functions import functions

c, n, v = Var("c", CARD), Var("n", NUM), Var("v", NUM)
MAYBE = Var("v", NUM.maybe)
ROUND = cell(number(20), 20, 1)
FINAL = op("==", ROUND, number(4))


def function(name: str, *body: object, params: tuple[Var, ...] = (), result: Rep = NUM) -> Unit:
    return unit(*body, name=name, params=params, kind="function", result=result)


def kept_back(*, name: str = "f_kept") -> Unit:
    return function(name, If(FINAL, (Line(8), Return(number(0)))), Line(9), Return(number(3)))


def read(value: Expr, *others: Unit) -> str:
    """What a value has become that a unit returns."""
    made = function("f_test", Return(value), params=(c, n), result=value.rep)
    body: Block = functions((made, *others))[0].body
    last = body[-1]
    assert isinstance(last, Return)
    assert last.value is not None
    return node_text(last.value)


def test_lines_become_a_choice() -> None:
    assert read(Pure(NUM, "f_kept", ()), kept_back()) == "cond((cell[20 in 20..20] == 4), 0, 3)"


def test_functions_of_functions_are_folded() -> None:
    outer = function("f_outer", Return(op(">", Pure(NUM, "f_kept", ()), number(7))), result=BOOL)
    assert read(Pure(BOOL, "f_outer", ()), outer, kept_back()) == "no"


def test_arguments_take_the_place_of_parameters() -> None:
    twice = function("f_twice", Let(v, op("+", local(n), number(1))), Return(op("+", local(v), local(n))), params=(n,))
    assert read(Pure(NUM, "f_twice", (number(2),)), twice) == "5"
    assert read(Pure(NUM, "f_twice", (local(n),)), twice) == "((n + 1) + n)"


def test_what_is_long_is_read_once() -> None:
    square = function("f_square", Return(op("*", local(n), local(n))), params=(n,))
    long = op("+", op("*", ROUND, number(2), rep=NUM), ROUND)
    assert read(Pure(NUM, "f_square", (long,)), square).startswith("(with n : num = ")


def test_a_function_that_rules_modify_is_called_while_any_listens() -> None:
    modified = function("f_mod", Let(v, local(n)), Modify(v, 3, (local(n),), 0, (5,)), Return(local(v)), params=(n,))
    assert read(Pure(NUM, "f_mod", (number(2),)), modified) == "cond(listening(3), f_mod(2), 2)"


def test_what_comes_back_to_itself_or_is_long_stays_a_call() -> None:
    again = function("f_again", Return(op("+", Pure(NUM, "f_again", ()), number(1))))
    assert read(Pure(NUM, "f_again", ()), again) == "f_again()"
    total: Expr = ROUND
    for _ in range(40):
        total = op("*", total, ROUND)
    assert read(Pure(NUM, "f_long", ()), function("f_long", Return(total))) == "f_long()"


def test_a_loop_is_not_put_where_it_is_read_only_at_times() -> None:
    each = Var("each", CARD)
    some = function(
        "f_some",
        Return(Fold(BOOL, "any", each, CARDS, op("==", local(each), local(c)), None)),
        params=(c,),
        result=BOOL,
    )
    called = Pure(BOOL, "f_some", (local(c),))
    assert "f_some" not in read(called, some)
    assert "f_some" in read(Op(BOOL, "and", (op("==", local(n), number(1)), called)), some)


def test_statements_are_no_formula() -> None:
    loop = function("f_loop", Each(c, CARDS, (Return(number(1)),)), Return(number(2)))
    assert read(Pure(NUM, "f_loop", ()), loop) == "f_loop()"


def test_a_rule_of_a_rules_file_has_no_thing() -> None:
    inst = Var("inst", INST)
    source = RuleSource(Rep("thing").maybe, local(inst))
    asks = function("w_1", Return(op("some", source)), params=(inst,), result=BOOL)
    assert read(Pure(BOOL, "w_1", (Const(INST, (1, None, (), 0, 0)),)), asks) == "no"


def test_branches_that_are_never_taken_go() -> None:
    never = function("f_never", Return(NO), result=BOOL)
    made = function("f_test", If(Pure(BOOL, "f_never", ()), (Return(number(1)),)), Return(number(2)))
    assert functions((made, never))[0].body == (Line(7), Return(number(2)))


def test_a_modified_function_that_comes_to_none_is_called_while_any_listens() -> None:
    none = Const(NUM.maybe, None)
    body = (Let(MAYBE, none), Modify(MAYBE, 3, (local(n),), 0, (5,)), Return(local(MAYBE)))
    modified = function("f_mod", *body, params=(n,), result=NUM.maybe)
    assert read(Pure(NUM.maybe, "f_mod", (number(2),)), modified) == "cond(listening(3), f_mod(2), none)"


def test_a_choice_between_what_is_there_is_never_none() -> None:
    body = (Let(MAYBE, local(n)), If(FINAL, (Let(MAYBE, number(7)),)), Return(op("sure", local(MAYBE))))
    value = read(op("+", Pure(NUM, "f_more", (number(2),)), number(1)), function("f_more", *body, params=(n,)))
    assert value == "(cond((cell[20 in 20..20] == 4), 7, 2) + 1)"
