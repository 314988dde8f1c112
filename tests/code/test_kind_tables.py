"""Tests of kinds as looks into tables: the same for every thing, in code alone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import moot
from moot.code.kind_tables import with_kind_tables


def build(things: int, *kinds_made: str) -> Any:
    constants: dict[str, Any] = {}
    layout = SimpleNamespace(things=[None] * things)
    kept = SimpleNamespace(layout=layout, row_roots={"call", *kinds_made}, constants=constants)
    kept.constant = lambda name, value: (constants.__setitem__(name, value), name)[1]
    return kept


def test_means_the_same_of_every_thing() -> None:
    of = build(9)
    for text in (
        "(0 <= c < 4)",
        "(8 <= c < 9)",
        "(c is not None and 2 <= c < 9)",
        "[c for c in L if not (3 <= c < 5)]",
    ):
        new = with_kind_tables(of, text)
        assert "<=" not in new
        for c in range(9):
            names = {**of.constants, "c": c, "L": range(9)}
            assert eval(new, names) == eval(text, names), (new, c)


def test_the_text_of_reasons_stays() -> None:
    assert with_kind_tables(build(9), "return '2 <= c < 4, isn\\'t it', (2 <= c < 4)") == (
        "return '2 <= c < 4, isn\\'t it', (KIND_2_4[c])"
    )


def test_other_ends_are_compared() -> None:
    assert with_kind_tables(build(9), "5 <= s <= 7 and a < 3") == "5 <= s <= 7 and a < 3"


def test_things_that_come_to_be_in_play_are_in_no_table() -> None:
    assert with_kind_tables(build(9, "army"), "(2 <= c < 4)") == "(2 <= c < 4)"


def test_the_table_of_effects_is_what_listens() -> None:
    program = moot.load("gondolin").machine.program
    table = program.constants["HAS_EFFECTS"]
    assert [n for n, has in enumerate(table) if has] == sorted(program.index.effects)
    assert any(table) and not all(table)
