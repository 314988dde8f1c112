"""A pack in which an owner enters what is printed."""

import shutil
from pathlib import Path

import pytest

from moot.pack.load import load

MARCH = Path(__file__).parents[2] / "packs" / "march"


@pytest.fixture
def march(tmp_path):
    """The March, of whose map and counters something is invented."""
    shutil.copytree(MARCH, tmp_path / "march")
    path = tmp_path / "march/map.yaml"
    path.write_text(path.read_text().replace("  map:\n", "  map:\n    stand_in: [terrain, barrier]\n", 1))
    path = tmp_path / "march/pieces.yaml"
    path.write_text(path.read_text().replace("camp: 0102}", "camp: 0102, points: 3, stand_in: [points]}"))
    path.write_text(path.read_text().replace("camp: 0603}", "camp: 0603, points: 5, stand_in: [points]}"))
    return tmp_path


def stand_ins(moot, pack):
    lines = moot("check", pack, "--stand-in").stdout.splitlines()
    assert lines[-1] == "1 pack (local/mine): 0 errors, 0 warnings"
    return [line.removeprefix("  - ") for line in lines if line.startswith("  - ")]


def test_an_overlay_begins_as_what_stands_in(moot, march):
    said = moot("new", "overlay", "march", "mine")
    assert said.exit_code == 0 and said.stdout.endswith("then: moot check mine --stand-in\n"), said.output
    before, after = load("march"), load("mine")
    assert after.manifests[-1].id == "local/mine" and Path("mine/.gitignore").read_text() == "*\n"
    assert [(t.id, t.stand_in) for t in after.things.values()] == [(t.id, t.stand_in) for t in before.things.values()]
    assert before.boards["map"].around == after.boards["map"].around
    assert before.boards["map"].areas == after.boards["map"].areas
    told = stand_ins(moot, "mine")
    assert told[0] == "points of 2 things: pike, archer"
    assert told[1].startswith("terrain of 29 of the kind hex: 0101, 0102") and told[1].endswith(" and 23 more")
    assert told[2].startswith("barrier of ") and " of the kind hexside: " in told[2]


def test_what_is_entered_stands_in_no_longer(moot, march):
    moot("new", "overlay", "march", "mine")
    counters, drawn = Path("mine/pieces.yaml"), Path("mine/map.yaml")
    assert "  pike: {points: 3, stand_in: [points]}" in counters.read_text()
    counters.write_text(counters.read_text().replace("pike: {points: 3, stand_in: [points]}", "pike: {points: 7}"))
    drawn.write_text(drawn.read_text().replace("[terrain, barrier]", "[barrier]"))
    told = stand_ins(moot, "mine")
    assert told[0] == "points of 1 thing: archer" and not any("terrain" in line for line in told)
    assert load("mine").things["pike"].fields["points"].value == 7


def test_where_nothing_stands_in_there_is_nothing_to_enter(moot, march):
    assert moot("new", "overlay", "march", "march").exit_code == 2
    told = moot("new", "overlay", MARCH.parent / "chain", "mine")
    assert told.exit_code == 2 and "[no-stand-in]" in told.output and not Path("mine").exists()
