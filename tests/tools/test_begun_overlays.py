"""Overlays begun by command can be read as they are, whatever stands in; a base's map is changed once in a pack."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from moot.lang.diagnostic import MootError
from moot.pack.bundle import CodeText, Entry
from moot.pack.load import load
from moot.tools.new_map import new_map
from moot.tools.new_overlay import new_overlay


def bare(entry: Entry) -> Any:
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


def test_a_map_is_changed_once_in_a_pack(tmp_path: Path) -> None:
    new_overlay("gondor/campaign", tmp_path / "mine")
    with pytest.raises(MootError, match=r"map\.yaml:\d+ already"):
        new_map(tmp_path / "mine" / "field")
    assert not (tmp_path / "mine" / "field.yaml").exists()
