"""`moot show GAME tables`: grids in the terminal, as JSON and as a page."""

import json
import xml.etree.ElementTree as Xml

import pytest

import moot as library
from moot.tools.show.tables import grids
from odds_pack import write

MORE = """\
tables:
  toll: {rows: {1: 2, 2..3: 4, 5: 4, 4: none}, stand_in: [5]}
  third:
    columns: C..B A
    rows:
      Y: {yes: [low, low], no: [mid, high]}
      X: {"yes,no": [low, low]}
"""


@pytest.fixture
def brawl(tmp_path):
    """The game of blows, with a row that no source gives, and tables of one and of three parameters."""
    (tmp_path / "brawl").mkdir()
    folder = write(tmp_path / "brawl")
    (folder / "more.moot").write_text(
        "option limit : 1..9 = 1\ntable toll(n: number) : number or none\n"
        "table third(g: grade, w: bool, s: strength) : string\n"
        "function taken(n: number) = toll[n]\nfunction told(g: grade) = third[g, yes, A]\n",
        encoding="utf-8",
    )
    (folder / "more.yaml").write_text(MORE, encoding="utf-8")
    return folder


def grid(folder, name):
    (found,) = grids(library.load(str(folder)).program, str(folder), (), name)
    return found


def texts(found):
    return [(keys, [cell and cell.text + "*" * cell.stand_in for cell in cells]) for keys, cells in found.rows]


def test_keys_with_the_same_cells_stand_together(brawl):
    toll = grid(brawl, "toll")
    assert (toll.down, toll.across, toll.columns) == (("n",), "", ("",))
    assert texts(toll) == [
        (("1 or less",), ["2"]),
        (("2..3",), ["4"]),
        (("4",), ["none"]),
        (("5 or more",), ["4*"]),  # not beside 2..3: it is a stand-in, and 4 lies between
    ]
    third = grid(brawl, "third")
    assert (third.down, third.across, third.columns) == (("g", "w"), "s", ("C, B", "A"))
    assert texts(third) == [
        (("Y", "no"), ["mid", "high"]),
        (("Y", "yes"), ["low", "low"]),
        (("X", "no, yes"), ["low", "low"]),
    ]


def test_the_charts_of_the_hex_wargame(moot):
    out = moot("show", "gondor/learning", "tables", "leader_results").stdout
    assert "leader_results by difference, die across" in out and "-3..-2" in out
    assert "standard/7.26.six" in out and "* stand-in" in out
    shown = json.loads(moot("show", "gondor/learning", "tables", "--json").stdout)
    data = {one["table"]: one for one in shown["tables"]}
    assert len(data) == 5
    casualty = data["casualty_results"]
    assert casualty["down"] == ["morale"] and casualty["columns"] == ["1", "2", "3", "4", "5", "6"]
    marked = [
        (row["keys"], column)
        for row in casualty["rows"]
        for column, cell in zip(casualty["columns"], row["cells"], strict=True)
        if cell["stand_in"]
    ]
    assert marked == [(["X"], "1")]
    (first,) = {cell["cell"] for row in casualty["rows"] if row["keys"] == ["Z"] for cell in row["cells"][:4]}
    assert first == "destroy(defender)"
    assert [one["clause"] for one in casualty["clauses"]] == ["standard/7.42", "standard/7.42.cells"]


def test_a_page(moot, tmp_path):
    assert moot("show", "gondor/learning", "tables", "--html", "tables.html").stdout == "wrote tables.html\n"
    text = (tmp_path / "tables.html").read_text(encoding="utf-8")
    body = Xml.fromstring(text[text.index("<body>") : text.index("</html>")])
    assert len(body.findall(".//table")) == 5
    marked = body.findall(".//td[@class='stand-in']")
    assert len(marked) == 1 + 7 + 2
    assert {cell.get("title") for cell in marked} >= {"stand-in standard/7.26.six", "stand-in standard/7.42.cells"}
    spans = [int(one.get("colspan")) for one in body.findall(".//th[@colspan]")]
    assert spans == [5, 6, 6, 5]


def test_what_has_no_tables(moot):
    assert moot("show", "duel", "tables").stdout == "duel/english has no tables\n"
