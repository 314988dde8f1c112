"""Tables: nested maps and grids become one cell for each combination."""

from __future__ import annotations

import pytest
from pack_texts import said

from moot.pack.model.bundle import CodeText


def cells(bundle, name):
    return {key: entry.value for key, entry in bundle.tables[name].cells.items()}


WHOLE = {(die, colour): die * 10 for die in (1, 2, 3) for colour in ("red", "green", "blue")}


@pytest.mark.parametrize(
    "text",
    [
        "1: {red: 10, green: 10, blue: 10}\n    2: {red..blue: 20}\n    3: {'red, green': 30, blue: 30}",
        "columns: red green blue\n    rows:\n      1: 10 10 10\n      2: [20, 20, 20]\n      3: 30 30 30",
        "columns: [red, green..blue]\n    rows:\n      1: 10 10\n      2: 20 20\n      3: 30 30",
        "by: c die\n    columns: 1 2 3\n    rows:\n      red..blue: 10 20 30",
        "by: [c, die]\n    rows:\n      red..blue: {1: 10, 2: 20, 3: 30}",
    ],
)
def test_forms(tiny, text):
    bundle = tiny({"tables.yaml": f"tables:\n  losses:\n    {text}\n"})
    assert said(bundle.report) == []
    assert cells(bundle, "losses") == WHOLE


def test_cells_hold_code(tiny):
    bundle = tiny({"tables.yaml": "tables:\n  one:\n    1..3: nothing\n    4: |\n      score(c)\n      nothing\n"})
    assert said(bundle.report) == []
    table = bundle.tables["one"].cells
    assert list(table) == [(1,), (2,), (3,), (4,)]
    assert table[(1,)] is table[(3,)]
    assert isinstance(table[(4,)].value, CodeText)
    assert table[(4,)].value.nodes[1].at.line == 6
    assert bundle.home[id(table[(4,)].value)] == "base"


def test_sets_may_be_spans_or_none(tiny):
    rules = {"more.moot": "table hits(n: -2..2, sure: bool) : set of 2d6\n"}
    text = "tables:\n  hits:\n    columns: yes no\n    rows:\n      -2..-1: 7 none\n      0..2: 2..4 11,12\n"
    bundle = tiny({**rules, "tables.yaml": text})
    assert said(bundle.report) == []
    found = {key: [item.value for item in entry.value] for key, entry in bundle.tables["hits"].cells.items()}
    assert found[(-2, True)] == [7] and found[(-1, False)] == []
    assert found[(2, True)] == [2, 3, 4] and found[(0, False)] == [11, 12]


@pytest.mark.parametrize(
    ("text", "code", "line", "message"),
    [
        ("1: {red: 1}\n    1..2: {red: 2}", "duplicate-cell", 4, "duplicate cell for 1, red"),
        ("1: {rad: 1}", "unknown-name", 3, "`rad` is not a name of `c`"),
        ("one: {red: 1}", "bad-key", 3, "expected 1d6 for `die`, found `one`"),
        ("3..1: {red: 1}", "bad-key", 3, "`3..1` has its limits reversed"),
        ("1: {blue..red: 1}", "bad-key", 3, "`blue..red` has its limits reversed"),
        ("1: 5", "wrong-type", 3, "expected keys for `c`, found `5`"),
        ("1: {red: x}", "wrong-type", 3, "this cell must be a whole number, not `x`"),
        ("1: {red: {green: 1}}", "wrong-type", 3, "this cell must be a whole number, not a map"),
        ("columns: red green\n    rows:\n      1: 1 2 3", "row-length", 5,
         "expected 2 cells in this row, found 3"),
        ("by: [dice, c]\n    rows: {1: {red: 1}}", "bad-key", 3, "`by` must name each of: die, c"),
        ("1..9999999: {red: 1}", "too-large", 3, "the table has more than 50000 cells"),
    ],
)  # fmt: skip
def test_what_is_wrong(tiny, text, code, line, message):
    bundle = tiny({"tables.yaml": f"tables:\n  losses:\n    {text}\n"})
    assert said(bundle.report) == [(code, line, message)]


def test_unknown_table(tiny):
    bundle = tiny({"tables.yaml": "tables:\n  loses:\n    1: 2\n"})
    assert said(bundle.report) == [("unknown-table", 2, "unknown table `loses`")]
    assert bundle.report.diagnostics[0].hint == "did you mean `losses`?"
