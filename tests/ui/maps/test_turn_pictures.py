"""A logged game, drawn turn by turn."""

import shutil
import xml.etree.ElementTree as Xml
from pathlib import Path

import pytest

MARCH = Path(__file__).parents[2] / "packs" / "march"
DRAWING = """\
override:
  map:
    drawing:
      places:
        - {colour: "#eee8d0"}
        - {if: any u in at(h) where u.camp != h, ring: "#cc3300", name: on the march}
"""
MINE = "id: mine\ntitle: Mine\nextends: march\n"


@pytest.fixture
def log(moot, tmp_path):
    shutil.copytree(MARCH, tmp_path / "march")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/pack.yaml").write_text(MINE.replace("march", "../march") + "report: {time: gone}\n")
    (tmp_path / "mine/map.yaml").write_text(DRAWING)
    assert moot("play", "mine", "--bots", "--seed", "1", "--log", "game.log").exit_code == 0
    return tmp_path / "game.log"


def words(path):
    return [text.text for text in Xml.parse(path).getroot() if text.tag.endswith("text")]


def test_each_turn_is_drawn_once_and_the_end(moot, log):
    said = moot("replay", log, "--pictures", "turns/of_mine").stdout
    files = sorted(Path("turns/of_mine").iterdir())
    assert said == f"written: turns/of_mine, {len(files)} pictures\n"
    turns = [file.stem.removeprefix("map_") for file in files if file.stem.startswith("map_")]
    assert turns == [f"{n:02}" for n in range(len(turns) - 1)] + ["end"] and len(turns) > 5
    assert len(files) == 2 * len(turns)  # each board
    assert words("turns/of_mine/map_03.svg")[0] == "Mine: map, gone 3"
    assert words("turns/of_mine/roads_03.svg")[0] == "Mine: roads, gone 3"
    assert words("turns/of_mine/map_end.svg")[0] == "Mine: map, gone 8: blue wins"
    moot("replay", log, "--pictures", "again")
    assert [file.read_text() for file in sorted(Path("again").iterdir())] == [file.read_text() for file in files]


def test_no_picture_of_a_longer_game_stays(moot, log):
    Path("turns").mkdir()
    kept = ("map_1.svg", "map_old.svg", "other_98.svg", "map_98.txt")
    for name in ("map_98.svg", "roads_101.svg", *kept):
        (Path("turns") / name).write_text("")
    said = moot("replay", log, "--pictures", "turns").stdout.splitlines()
    assert said[1:] == ["removed old pictures of turns that this game did not reach: map_98.svg, roads_101.svg"]
    assert {file.name for file in Path("turns").iterdir() if not file.stat().st_size} == set(kept)
    assert len(moot("replay", log, "--pictures", "turns").stdout.splitlines()) == 1


def test_what_has_changed_shows(moot, log):
    moot("replay", log, "--pictures", "turns")
    first, last = Path("turns/map_00.svg").read_text(), Path("turns/map_end.svg").read_text()
    assert "#cc3300" not in first and "on the march" not in words("turns/map_00.svg")
    assert last.count("#cc3300") > 1 and "on the march" in words("turns/map_end.svg")


def test_a_game_without_a_time_or_a_board_is_told(moot, log, tmp_path):
    (tmp_path / "mine/pack.yaml").write_text(MINE.replace("march", "../march"))
    moot("play", "mine", "--bots", "--seed", "1", "--log", "other.log")
    told = moot("replay", "other.log", "--pictures", "turns")
    assert told.exit_code == 2 and "[no-time]" in told.output and "report: {time: …}" in told.output
    moot("play", "duel", "--bots", "--seed", "1", "--log", "duel.log")
    told = moot("replay", "duel.log", "--pictures", "turns")
    assert told.exit_code == 2 and "[no-board]" in told.output
    assert not Path("turns").exists()
    told = moot("replay", log, "--pictures", "turns", "--calls")
    assert told.exit_code == 2 and "remove the other flags" in told.output
