"""Values that rules modify: never none where no rule makes them none; kept where nothing else changes them."""

from ir_units import CARD, cell, unit

from moot.code.ir.expressions import Arg, Const, Expr, Modified, Op, Printed, Pure, Var
from moot.code.ir.make import NO_VALUE, known, local, negated, number, op, sure
from moot.code.ir.reps import ARGS, INST, NUM, num
from moot.code.ir.statements import Block, If, Let, Line, Modify, Return
from moot.code.ir.text import node_text
from moot.code.ir.units import Unit
from moot.code.passes.answers.modified import KeptFunction, kept_functions, never_none
from moot.code.passes.answers.new_tables import NewTables

WORTH = ("card", "worth")
PRINTED = {WORTH: (3, 5, 0, 1, 4, 7, 9, 9, 9, 9)}
c, v, value = Var("c", CARD), Var("v", NUM.maybe), Var("value", NUM.maybe)
INSTANCE, GIVEN = Var("inst", INST), Var("args", ARGS)
worth = Printed(num(0, 10), WORTH, local(c))


def modified(plain: Expr = worth, *rules: int) -> Unit:
    """A function that rules modify, between 0 and 9."""
    now = known(local(v))
    ends = If(op("some", local(v)), (If(op("<", now, number(0)), (Let(v, number(0)),)),))
    body: Block = (Let(v, plain), Modify(v, 2, (local(c),), 1, rules or (5,)), ends, Return(sure(local(v))))
    return unit(*body, params=(c,), name="f_worth", kind="function", result=num(0, 10))


def modifier(rule: int, *body: object) -> Unit:
    return unit(*body, params=(value, INSTANCE, GIVEN), name=f"m{rule}", kind="modifier", result=NUM.maybe)


def adds(rule: int, by: Expr, where: Expr | None = None) -> Unit:
    amount, changed = Var("amount", by.rep), Var("changed", NUM)
    first: Block = () if where is None else (If(negated(where), (Return(local(value)),)),)
    return modifier(
        rule,
        *first,
        If(op("is_none", local(value)), (Return(NO_VALUE),)),
        Let(amount, by),
        Let(changed, op("+", known(local(value)), local(amount), rep=NUM)),
        Return(local(changed)),
    )


def lines(made: Unit) -> list[str]:
    return [node_text(one) for one in made.body if not isinstance(one, Line)]


def test_a_number_to_which_rules_add_is_never_none() -> None:
    function, m5 = never_none((modified(), adds(5, number(2))))
    assert lines(m5) == ["return (value + 2)"]
    assert m5.params[0].rep == NUM
    assert lines(function) == [
        "let v : num = printed card.worth[c]",
        "modify v (changed) in slot 2 by (c): rules [5]",
        "if (v < 0)",
        "return v",
    ]


def test_what_a_rule_may_make_none_stays_as_it_is() -> None:
    becomes = modifier(5, Return(Const(NUM.maybe, None)))
    units = (modified(), becomes)
    assert never_none(units) == units
    units = (modified(Op(NUM.maybe, "first", (local(c),))), adds(5, number(2)))
    assert never_none(units) == units


def plain(of: Expr = worth) -> Unit:
    return unit(Return(of), params=(c,), name="plain_f_worth", kind="function", result=NUM)


def kept(*units: Unit, tables: NewTables | None = None) -> dict[str, KeptFunction]:
    return {**kept_functions(never_none(units), tables or NewTables(PRINTED))}


PLAIN = Pure(NUM, "plain_f_worth", (local(c),))


def test_a_function_that_only_such_rules_change_is_kept() -> None:
    strong = op(">", Printed(num(0, 10), WORTH, Arg(CARD, local(GIVEN), 0)), number(4))
    found = kept(modified(PLAIN), plain(), adds(5, number(2), strong))
    assert found == {"f_worth": KeptFunction(2, WORTH)}
    assert found["f_worth"].of(Pure(NUM, "f_worth", (number(3),))) == Pure(NUM, "f_worth", (number(3),))
    assert found["f_worth"].of(Pure(NUM, "f_worth", (local(c),))) == Modified(NUM, "f_worth", 2, local(c), WORTH)
    maybe = Pure(NUM, "f_worth", (local(Var("d", CARD.maybe)),))
    assert found["f_worth"].of(maybe) == maybe


def test_its_values_while_no_rule_listens_are_a_table() -> None:
    tables = NewTables(PRINTED)
    doubled = op("*", worth, number(2))
    assert kept(modified(PLAIN), plain(doubled), adds(5, number(2)), tables=tables)["f_worth"].plain == ("plain", "0")
    assert tables.made == {("plain", "0"): (6, 10, 0, 2, 8, 14, 18, 18, 18, 18)}


def test_what_reads_more_of_the_position_is_not_kept() -> None:
    assert kept(modified(cell(number(20), rep=NUM)), adds(5, number(2))) == {}
    assert kept(modified(PLAIN), plain(cell(local(c))), adds(5, number(2))) == {}
    assert kept(modified(), adds(5, cell(number(20)))) == {}
    assert kept(modified(), adds(5, number(2), op("<", cell(number(20)), number(4)))) == {}
