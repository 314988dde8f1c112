"""`moot new map`: what it writes passes `moot check`, and is drawn."""

import shutil
from pathlib import Path

import pytest

LAND = Path(__file__).parents[2] / "bad" / "land"


@pytest.fixture
def land(tmp_path):
    """A pack with a board of hexes and one of a graph, and no map."""
    folder = tmp_path / "land"
    shutil.copytree(LAND, folder)
    (folder / "map.yaml").unlink()
    return folder


def sound(moot, pack):
    out = moot("check", str(pack)).stdout
    assert "0 errors, 0 warnings" in out, out


def test_both_boards_get_their_maps(land, moot):
    assert moot("check", str(land)).exit_code == 1
    assert moot("new", "map", "land/fields").exit_code == 0
    assert moot("new", "map", "land/ways").exit_code == 0  # the first board that has none
    sound(moot, land)
    text = (land / "fields.yaml").read_text(encoding="utf-8")
    assert "#   height  0..3; optional" in text and '"l": {soil: loam}' in text
    assert "fields: {gate: yes}, between:" in text
    assert 'along: "bree staddle combe archet"' in (land / "ways.yaml").read_text(encoding="utf-8")
    drawn = moot("show", "land", "map", "land").stdout
    assert "0403" in drawn and "l  loam" in drawn
    assert (land / ".moot" / "maps.schema.json").is_file()


def test_a_map_of_a_base_is_changed(moot, tmp_path):
    moot("new", "pack", "war", "--extends", "gondor/learning")
    assert moot("new", "map", "war/maps/field").exit_code == 0
    sound(moot, "war")
    text = (tmp_path / "war" / "maps" / "field.yaml").read_text(encoding="utf-8")
    assert text.startswith("# yaml-language-server: $schema=../.moot/maps.schema.json\n")
    assert "0101: {terrain: clear}" in text and "in gondor/learning" in text
    (tmp_path / "war" / "maps" / "field.yaml").write_text(
        text.replace("0101: {terrain: clear}", "0101: {terrain: grove}")
    )
    sound(moot, "war")


def test_names_that_are_taken_are_left_alone(land, moot):
    rules = land / "rules.moot"
    rules.write_text(rules.read_text() + "state middle : number\nfunction west = 1\n", encoding="utf-8")
    moot("new", "map", "land/fields")
    moot("new", "map", "land/ways", "--board", "roads")
    sound(moot, land)
    text = (land / "fields.yaml").read_text(encoding="utf-8")
    assert "middle_place: 0403" in text and "west_place: 0101..0106" in text


def test_a_board_without_fields_and_sides(pack, moot):
    rules = (
        'game bare "Bare"\nplayers ann, bob\nkind spot\n  state dug : bool\nboard field : hexes of spot\nphase day\n'
        "  for each h in spot where h.dug\n    win ann\n  win bob\n"
    )
    folder = pack("bare", rules)
    assert moot("new", "map", "bare/field").exit_code == 0
    sound(moot, folder)
    told = (folder / "field.yaml").read_text(encoding="utf-8").partition("maps:")[2]
    assert '".": {} ' in told and "    sides:\n" not in told and "drawing:" not in told


def test_rules_that_cannot_be_read_are_told(pack, moot):
    pack("bare", 'game bare "Bare"\nplayers ann, bob\nkind spot\n  state seen : bool\nboard field : hexes of spot\n')
    said = moot("new", "map", "bare/field")
    assert said.exit_code == 1 and "`seen` is a keyword, not a name" in said.stderr
