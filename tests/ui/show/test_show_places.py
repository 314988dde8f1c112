"""What is called so, with what is next to it; and boards that are graphs as pictures."""

import json
import re
import xml.etree.ElementTree as Xml
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from moot.ui.command import cli


@pytest.fixture(autouse=True)
def apart(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")


def show(*arguments):
    result = CliRunner().invoke(cli, ["show", "balrog", *arguments])
    assert result.exit_code == 0, result.output
    return click.unstyle(result.output)


def picture(board):
    show(board, "--svg", "board.svg")
    found = {}
    for element in Xml.parse(Path("board.svg")).getroot():
        found.setdefault(element.tag.rpartition("}")[2], []).append(element)
    return found


def test_a_name_that_several_cards_share_shows_each():
    told = show("site", "moria")
    assert set(re.findall(r"alignment: (\S+)", told)) == {"hero", "minion", "balrog"}
    assert told.count("next to moria on the board under_deeps:\n  the_under_gates  (balrog 0, minion 0, hero 0)\n") == 1


@pytest.mark.parametrize("name", ["The Pûkel-deeps", "the pukel deeps", "Pukel-Deeps", "PÛKEL DEEPS"])
def test_names_are_known_however_they_are_spelt(name):
    found = json.loads(show("site", name, "--json"))["things"]
    assert {one["facts"]["alignment"] for one in found} == {"balrog", "minion", "hero"}
    assert found[0]["next_to"][0]["there"]["the_sulfur_deeps"] == {"balrog": "9", "minion": "9", "hero": "9"}


def test_rows_in_a_thing_are_told_by_their_fields():
    told = show("site", "goblin_gate_minion")
    assert "nearest: haven carn_dum; regions [shadow_land, wilderness, wilderness]" in told
    assert "attacks: [race orc; strikes 3; prowess 6]" in told


def test_a_place_shows_its_own_neighbours():
    assert "next to it on the board regions:\n  anorien\n  fangorn\n" in show("region", "Rohan")


def test_the_under_deeps_as_a_picture():
    found = picture("under-deeps")
    words = [text.text for text in found["text"]]
    assert len(found["circle"]) == 28
    assert {"The Under-gates", "Barad-dûr", "6 · 4 · 5", "13"} <= set(words)
    assert words.count("4 · 5 · 6") == 1  # the same both ways, so it is written once
    spots = {(circle.get("cx"), circle.get("cy")) for circle in found["circle"]}
    assert len(spots) == 28


def test_the_regions_as_a_picture():
    found = picture("regions")
    assert len(found["circle"]) == 52
    assert len({circle.get("fill") for circle in found["circle"]}) == 6
    assert "the Black Gate" in [text.text for text in found["text"]]


def test_a_board_in_the_terminal_by_its_name():
    told = show("under-deeps")
    line = next(line for line in told.splitlines() if line.startswith("The Iron-deeps"))
    assert (
        re.sub(" +", " ", line) == "The Iron-deeps → Carn Dûm, The Under-leas (6 · 5 · 6), The Under-vaults (7 · 6 · 7)"
    )


def test_labels_that_differ_by_direction_stand_where_each_way_begins(tmp_path):
    pack = tmp_path / "mine"
    pack.mkdir()
    (pack / "pack.yaml").write_text("id: mine\ntitle: Mine\nextends: balrog/under_deeps\n", encoding="utf-8")
    (pack / "map.yaml").write_text(
        "override:\n  under_deeps:\n    drawing:\n      sides:\n        - {label: first(ends(s)).title}\n",
        encoding="utf-8",
    )
    result = CliRunner().invoke(cli, ["show", "mine", "under_deeps", "--svg", "mine.svg"])
    assert result.exit_code == 0, result.output
    words = re.findall(r">(the_under_leas|the_under_gates)<", Path("mine.svg").read_text(encoding="utf-8"))
    assert {"the_under_leas", "the_under_gates"} <= set(words)
