"""Overlays begun by command can be read as they are, whatever stands in; a base's map is changed once in a pack."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from moot.lang.diagnostic import MootError
from moot.pack.load import load
from moot.pack.model.bundle import CodeText, YamlEntry
from moot.tools.scaffold.map_files import new_map
from moot.tools.scaffold.overlay import new_overlay


def bare(entry: YamlEntry) -> Any:
    if isinstance(entry.value, CodeText):
        return getattr(entry, "raw", entry.value.entry)
    if isinstance(entry.value, dict):
        return {name: bare(one) for name, one in entry.value.items()}
    return [bare(one) for one in entry.value] if isinstance(entry.value, list) else entry.value


@pytest.mark.parametrize("game", ["duel", "gondolin", "balrog", "gondor/learning", "gondor/proving"])
def test_an_overlay_changes_nothing_as_it_is_begun(game: str, tmp_path: Path) -> None:
    files = new_overlay(game, tmp_path / "mine")
    assert files[0].name == "pack.yaml"
    mine, base = load(tmp_path / "mine", cases=False), load(game, cases=False)
    assert not mine.report.failed, [one.render() for one in mine.report]
    for ident, thing in base.things.items():
        again = mine.things[ident]
        assert again.stand_in == thing.stand_in, ident
        for name in thing.stand_in:
            assert bare(again.fields[name]) == bare(thing.fields[name]), (ident, name)
    for name, table in base.tables.items():
        assert mine.tables[name].stand_in == table.stand_in, name
        assert all(mine.tables[name].cells[cell].at.source.path.endswith("tables.yaml") for cell in table.stand_in)


def test_an_overlay_of_cards_speaks_of_no_map(tmp_path: Path) -> None:
    files = new_overlay("duel", tmp_path / "mine")
    text = files[0].read_text(encoding="utf-8")
    assert "printed values of the cards in your own copy" in text and "map" not in text
    cards = (tmp_path / "mine" / "cards.yaml").read_text(encoding="utf-8")
    assert cards.startswith("# yaml-language-server: $schema=.moot/cards.schema.json\n")
    assert sorted(path.name for path in files if path.suffix == ".json") == ["cards.schema.json", "pack.schema.json"]


def test_a_map_is_changed_once_in_a_pack(tmp_path: Path) -> None:
    new_overlay("gondor/campaign", tmp_path / "mine")
    with pytest.raises(MootError, match=r"map\.yaml:\d+ already"):
        new_map(tmp_path / "mine" / "field")
    assert not (tmp_path / "mine" / "field.yaml").exists()


def test_cells_that_stand_in_are_written_as_their_table_nests_them(tmp_path: Path) -> None:
    base = tmp_path / "base"
    base.mkdir()
    (base / "pack.yaml").write_text("id: base\ntitle: Base\n", encoding="utf-8")
    (base / "rules.moot").write_text(
        'game base "Base"\nplayers ann\nkind hue : red, blue\ntable wear(die: 1d6, night: bool, hue: hue) : number\n'
        "table blow(die: 1d6) : steps(p: player)\nphase base\n  win ann\n",
        encoding="utf-8",
    )
    cells = (
        "tables:\n  wear:\n    by: night die hue\n    columns: red blue\n    stand_in: [yes 1..2, no 6 blue]\n"
        "    rows:\n      no: {1..2: 4 5, 3..6: 6 7}\n      yes: {1..2: 4 5, 3..6: 6 7}\n"
        "  blow:\n    stand_in: [2..3]\n    rows:\n      1, 4..6: nothing\n      2..3: |\n"
        "        if p = ann\n          win p\n"
    )
    (base / "tables.yaml").write_text(cells, encoding="utf-8")
    new_overlay(str(base), tmp_path / "mine")
    written = (tmp_path / "mine" / "tables.yaml").read_text(encoding="utf-8")
    assert written.split("override:\n")[1] == (
        '  wear:\n    by: night die hue\n    stand_in: ["yes 1..2", "no 6 blue"]\n    rows:\n'
        "      yes:\n        1:\n          red: 4\n          blue: 5\n        2:\n          red: 4\n          blue: 5\n"
        "      no:\n        6:\n          blue: 7\n"
        '  blow:\n    stand_in: ["2..3"]\n    rows:\n      2..3: |\n        if p = ann\n          win p\n'
    )
    before, after = load(str(base)).tables, load(tmp_path / "mine").tables
    assert {name: table.stand_in for name, table in after.items()} == {n: t.stand_in for n, t in before.items()}
