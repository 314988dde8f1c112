"""Things in CSV: what a file makes is what YAML of the same things makes, and each value knows its place."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from pack_texts import said
from test_things import values

import moot
from moot.lang.diagnostic import Report
from moot.lang.source import Source
from moot.pack.load import load
from moot.pack.model.bundle import CodeText
from moot.pack.model.csv_text import CsvCell, parse_csv

HEROES = """\
id,kind,owner,rows,price,hidden,worth,text,stand_in
one,,ann,x..x,3,yes,,"score(this)
if this.price > 2
  nothing",[price]
two,,bob,"[1, 2]",,FALSE,5,,rows
three,card,bob,,,,,none,
four,,bob,2..4,,,yes,,
five,,bob,"1, 3..4",,,,,
six,,bob,2,,,"size(1..3)",,
seven,,bob,none,,,,,

"{owner}_{price}",,each,none,each 2..3,,,,
"""


def csv(text: str) -> tuple[dict[str, CsvCell], Report]:
    """The cells of the first row, by column."""
    report = Report()
    sheet = parse_csv(Source("test.csv", text), "test", report)
    return (next(iter(sheet.value["things"].value.values())).value if sheet is not None else {}), report


def test_cells_are_typed_as_values_of_yaml_are(tiny):
    bundle = tiny({"hero.csv": HEROES})
    assert said(bundle.report) == []
    one, two, three = (bundle.things[name] for name in ("one", "two", "three"))
    assert (one.kind, three.kind, one.pack) == ("hero", "card", "base")
    assert values(one.fields["rows"]) == [1, 4]
    assert one.fields["hidden"].value is True and two.fields["hidden"].value is False
    text = one.fields["text"].value
    assert isinstance(text, CodeText) and [(node.at.line, node.at.column) for node in text.nodes] == [(2, 23), (3, 1)]
    assert two.fields["worth"].value.entry == "formula" and three.fields["text"].value is None
    assert (one.stand_in, two.stand_in, three.stand_in) == (["price"], ["rows"], [])
    assert [values(bundle.things[n].fields["rows"]) for n in ("four", "five", "six", "seven")] == [
        [2, 3, 4],
        [1, 3, 4],
        [2],
        [],
    ]
    assert {name: bundle.things[name].fields["price"].value for name in bundle.things if "_" in name} == {
        "ann_2": 2,
        "ann_3": 3,
        "bob_2": 2,
        "bob_3": 3,
    }


@pytest.mark.parametrize("name", ["card.csv", "cards.csv", "sub/folder/cards.csv"])
def test_the_name_of_the_file_says_the_kind(tiny, name):
    bundle = tiny({name: "id,owner\none,ann\n"})
    assert said(bundle.report) == [] and bundle.things["one"].kind == "card"


def test_a_mod_overrides_single_cells(write, tiny):
    tiny({"cards.csv": "id,owner,price\none,ann,1\ntwo,ann,1\n"})
    write({"mod/pack.yaml": "id: mod\ntitle: Mod\nextends: ../base\n", "mod/x.csv": "override,owner,price\none,,7\n"})
    bundle = load("mod")
    assert said(bundle.report) == []
    assert [bundle.things["one"].fields[name].value for name in ("owner", "price")] == ["ann", 7]
    assert bundle.things["two"].fields["price"].value == 1


def test_places_of_cells():
    text = 'id, a ,b\n x , two words,"say ""a"" b"\n'
    cells, report = csv(text)
    assert said(report) == []
    lines = text.splitlines()
    for name, shown in (("a", "two words"), ("b", '"say ""a"" b"')):
        at = cells[name].at
        assert lines[at.line - 1][at.column - 1 : at.end_column - 1] == shown
    assert cells["b"].raw == 'say "a" b'
    assert cells["b"].columns() == [[17, 18, 19, 20, 21, 23, 24, 26, 27, 28]]


def test_places_inside_lists():
    cells, report = csv('id,a,b\nx,"[""p q"", {k: [r]}]",1\n')
    found = cells["a"].flow(report)
    assert said(report) == []
    first, second = found.value
    assert (first.value, first.at.column, first.at.end_column) == ("p q", 5, 12)
    assert second.value["k"].value[0].at.column == 19


@pytest.mark.parametrize("seed", range(60))
def test_any_text_is_read_or_told_of(seed):
    """Every cell that is read stands where it says, whatever the text."""
    chance = random.Random(seed)
    pieces = ['"', '""', ",", ";", "\t", "\n", "a", "[1", "]", "{", " ", "id", "x,1,2\n", '"p, q"', "é"]
    text = "id,a,b\n" + "".join(chance.choice(pieces) for _ in range(chance.randrange(60)))
    report = Report()
    sheet = parse_csv(Source("test.csv", text), "test", report)
    things = sheet.value["things"].value if sheet is not None else {}
    lines = text.splitlines()
    for thing in things.values():
        for cell in thing.value.values():
            cell.flow(report)
            if cell.at.line == cell.at.end_line:
                shown = lines[cell.at.line - 1][cell.at.column - 1 : cell.at.end_column - 1]
                bare = shown[1:-1].replace('""', '"').rstrip() if cell.quoted else shown
                assert bare == cell.raw
    for diagnostic in report:
        assert diagnostic.render()


def test_a_changed_cell_is_a_game_changed(tmp_path: Path):
    """What the cache keeps knows of CSV."""
    files = {
        "pack.yaml": "id: trial\ntitle: Trial\n",
        "rules.moot": 'game trial "T"\nplayers ann\nkind card\n  worth : number\nzone z : pile of card, seen by all\n'
        "phase match\n  win none\n",
        "cards.csv": "id,worth\none,1\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    before = moot.load(tmp_path).program
    (tmp_path / "cards.csv").write_text("id,worth\none,2\n")
    after = moot.load(tmp_path).program
    assert before.digest != after.digest
    assert dict(before.constants) != dict(after.constants)


def test_many_rows_are_read_in_little_time():
    text = "id,a,b,c\n" + "".join(f'card_{n},{n},"[1, {n}]","say ""{n}"""\n' for n in range(5000))
    started = time.process_time()
    _, report = csv(text)
    assert said(report) == []
    assert time.process_time() - started < 2
