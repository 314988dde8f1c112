"""Questions about what lies in a zone as arithmetic with one number, where all that is asked of a thing is printed."""

from collections.abc import Sequence

import pytest
from ir_units import CARD, CARDS, cell, unit

from moot.code.ir.expressions import Expr, Fold, Modified, Op, Printed, Pure, Var
from moot.code.ir.make import both, local, negated, number, op
from moot.code.ir.reps import BOOL, NUM, Rep, num, seq
from moot.code.ir.statements import Note, Return
from moot.code.ir.text import node_text
from moot.code.ir.units import Unit
from moot.code.passes.answers.new_tables import NewTables
from moot.code.passes.answers.tally import Tally, often_asked

WORTH, LUCK, WEARS = ("card", "worth"), ("card", "luck"), ("card", "wears")
PRINTED = {
    WORTH: (3, 5, 0, 1, 4, 7, 9, 9, 9, 9),
    LUCK: (0,) * 10,
    WEARS: (6, 0, 8, None, 4, 0, 1, 1, 1, 1),
}
c = Var("c", CARD)
TOOL = op("of_kind", local(c), number(0), number(3), rep=BOOL)
TOY = op("of_kind", local(c), number(3), number(6), rep=BOOL)
worth = Printed(num(0, 10), WORTH, local(c))
since = cell(local(c), 20)
LATE = op("<", since, number(4))


def function(name: str, value: Expr) -> Unit:
    return unit(Return(value), name=name, kind="function", result=value.rep)


def asked(what: str, where: Expr | None = None, of: Expr | None = None, over: Expr = CARDS) -> Expr:
    return Fold(BOOL if what in ("any", "every") else NUM, what, c, over, where, of)  # type: ignore[arg-type]


def told(e: Expr, *units: Unit) -> str:
    return node_text(Tally({3: 0}, units, NewTables(PRINTED)).answered(e))


TOOLS, TOYS = "lying(zone 3 of [0, 1, 2])", "lying(zone 3 of [3, 4, 5])"


def test_what_is_printed_is_asked_of_the_mask() -> None:
    assert told(asked("any", TOOL)) == f"not(empty({TOOLS}))"
    assert told(asked("count", both(TOOL, op(">", worth, number(2))))) == "size(lying(zone 3 of [0, 1]))"
    assert told(asked("every", TOOL, op("<", worth, number(4)))) == "empty(lying(zone 3 of [1]))"
    assert told(asked("every", None, negated(TOOL))) == f"empty({TOOLS})"
    assert told(asked("sum", TOY, worth)) == f"sum of card.worth({TOYS})"
    assert told(asked("any", op("bit", Printed(Rep("mask", item=NUM), WEARS, local(c)), number(2)))) == (
        "any(c : thing<card>[0..10) in contents(zone 3) where bit(printed card.wears[c], 2))"
    )  # a thing that has no such mask: reading it is a fault


def test_what_cannot_be_is_no_question() -> None:
    assert told(asked("any", op(">", worth, number(9)))) == "no"
    assert told(asked("count", op(">", worth, number(9)))) == "0"
    assert told(asked("every", None, op("<", worth, number(10)))) == "yes"
    assert told(asked("sum", TOOL, Printed(NUM, LUCK, local(c)))) == "0"


def test_the_rest_of_a_test_is_asked_of_those_that_may_pass() -> None:
    assert told(asked("any", both(TOY, LATE))).startswith(f"any(c : thing<card>[0..10) in bits({TOYS}) where (cell")
    assert told(asked("sum", TOOL, since)).startswith(f"sum(c : thing<card>[0..10) in bits({TOOLS}) of cell")
    assert told(asked("any", both(LATE, TOY))).endswith(
        "in contents(zone 3) where ((cell[c in 20..29] < 4) and of_kind(c, 3, 6)))"
    )


def test_all_that_lies_there_is_asked_as_it_was() -> None:
    assert told(asked("any", LATE)).startswith("any(c : thing<card>[0..10) in contents(zone 3)")
    assert told(asked("count")) == "count(c : thing<card>[0..10) in contents(zone 3))"
    assert told(asked("sum", None, worth)) == f"sum of card.worth(lying(zone 3 of {[*range(10)]}))"


def test_what_a_function_gives_of_a_zone_is_gone_through_with_it() -> None:
    inner = Var("inner", CARD)
    tools = op("of_kind", local(inner), number(0), number(3), rep=BOOL)
    given = function("f_tools", Fold(seq(CARD), "each", inner, CARDS, tools, None))
    called = Pure(seq(CARD), "f_tools", ())
    assert told(asked("any", op(">", worth, number(4)), over=called), given) == "not(empty(lying(zone 3 of [1])))"
    assert told(op("size", called, rep=NUM), given) == f"size({TOOLS})"
    assert told(op("empty", called), given) == f"empty({TOOLS})"
    assert told(op("size", CARDS, rep=NUM)) == "size(contents(zone 3))"


def test_what_is_left_of_a_question_is_asked_again() -> None:
    tally = Tally({3: 0}, (), NewTables(PRINTED))
    part = tally.answered(asked("sum", TOOL, Pure(NUM, "f_worth", (local(c),))))
    assert isinstance(part, Fold)
    again = Fold(NUM, "sum", part.var, part.over, part.where, worth)
    assert node_text(tally.answered(again)) == f"sum of card.worth({TOOLS})"


def test_sums_of_values_that_are_kept_are_kept() -> None:
    kept = Modified(num(0, 10), "f_price", 2, local(c), WORTH)
    assert told(asked("sum", TOOL, kept)) == f"modified f_price by 2({TOOLS})"
    doubled = op("*", worth, number(2))
    tables = NewTables(PRINTED)
    assert node_text(Tally({3: 0}, (), tables).answered(asked("sum", TOY, doubled))) == f"sum of worth.0({TOYS})"
    assert tables.made == {("worth", "0"): (0, 0, 0, 2, 8, 14, 0, 0, 0, 0)}


# ---------------------------------------------------------------------------------------------- which zones


def played(*values: Expr, name: str = "p_test") -> Unit:
    return unit(*(Return(value) for value in values), name=name)


@pytest.mark.parametrize(
    ("units", "zones"),
    [
        ([played(*[asked("any", TOOL)] * 3)], {3: 0}),
        ([played(*[asked("any", TOOL)] * 2)], {}),
        ([played(*[asked("each", TOOL)] * 3)], {}),
        ([played(*[asked("any", TOOL)] * 2), function("f_never", asked("any", TOOL))], {}),
        ([played(Pure(BOOL, "f_a", ())), function("f_a", Op(BOOL, "and", (asked("any", TOOL),) * 3))], {3: 0}),
        ([unit(Note(0, (asked("any", TOOL),) * 3))], {}),
    ],
)  # fmt: skip
def test_zones_of_which_what_runs_asks_often(units: Sequence[Unit], zones: dict[int, int]) -> None:
    assert often_asked(units, 10) == zones
    assert often_asked(units, 1000) == {}
