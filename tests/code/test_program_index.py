"""The index of a program: the same after dump and load, with rows that are read by their names."""

from __future__ import annotations

import marshal
from pathlib import Path

import pytest

import moot
from moot.code.program import Program, RuleLine, Site
from moot.code.program_index import Body, PrintedField, ProgramIndex
from moot.state.view import CallRow, SparseRow

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.mark.parametrize("name", ["duel", "gondolin", "gondor/learning", str(EXAMPLES / "leduc")])
def test_dump_and_load_give_the_same(name: str) -> None:
    program = moot.load(name).program
    again = Program.load(program.dump())
    assert again.index == program.index
    assert again.sites == program.sites and {type(site) for site in again.sites} == {Site}
    assert again.rules == program.rules and {type(rule) for rule in again.rules} == {RuleLine}
    assert again.dump() == Program.load(again.dump()).dump()


def test_rows_are_read_by_name() -> None:
    program = Program.load(moot.load("gondor/learning").program.dump())
    index = program.index
    for rows, made in (
        (index.actions.values(), CallRow),
        (index.pending.values(), CallRow),
        (index.sparse_states.values(), SparseRow),
        (index.bodies.values(), Body),
        ([row for each in index.printed.values() for row in each], PrintedField),
    ):
        assert {type(row) for row in rows} <= {made}
    body = next(body for body in index.bodies.values() if body.is_function)
    assert program.rule(body.rule).label == f"function {body.label}"
    assert program.rule(-1).clauses == ()
    action, row = next((number, row) for number, row in index.actions.items())
    assert index.call(action) is row


def test_what_dump_did_not_make_is_refused() -> None:
    data = marshal.loads(moot.load("duel").program.dump())["index"]
    for name, value in (("actions", {0: ("too", "many", "parts")}), ("printed", 3), ("slots", None)):
        damaged = {**data, name: value}
        if name == "slots":
            del damaged[name]
        with pytest.raises((KeyError, TypeError, ValueError)):
            ProgramIndex.load(damaged)
