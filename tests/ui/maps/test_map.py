"""Boards as pictures and in the terminal."""

from __future__ import annotations

import re
import xml.etree.ElementTree as Xml
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from moot.pack.load import load
from moot.tools.check.packs import check
from moot.tools.maps.graph import connected_parts, graph_of, layout
from moot.tools.maps.picture_builder import counter_label
from moot.ui.command import cli

MARCH = Path(__file__).parents[2] / "packs" / "march"
DRAWING = """\
override:
  map:
    drawing:
      places:
        - {if: h.terrain = clear, colour: "#eee8d0"}
        - {if: h.terrain = wood, colour: "#b6cf94", mark: "&"}
        - {if: h.fire, mark: "*"}
      sides:
        - {if: s.barrier = wall, colour: "#3a3a3a", width: 6}
        - {if: s.road, colour: "#a0642a", across: yes}
      pieces:
        - {colour: "#111111"}
        - {of: unit, if: u.arm = horse, mark: H}
      overlays: {near: "enemy_near(blue, h)"}
      reach: front(u)
      cost: cost(march, u, hex_of(u), h)
      sight: every c in crossed(h, g) has c.barrier != wall
"""

ALL_THERE = """\
override phase campaign
  for each u in unit
    move u to at(u.camp)
  for each p in player
    turn(p)
"""


@pytest.fixture
def field(tmp_path, monkeypatch):
    """The March with all units there, plain and with a drawing, in the working folder."""
    for name in ("plain", "field"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "pack.yaml").write_text(f"id: {name}\ntitle: The Field\nextends: {MARCH}\n", encoding="utf-8")
        (folder / "rules.moot").write_text(ALL_THERE, encoding="utf-8")
    (tmp_path / "field" / "map.yaml").write_text(DRAWING, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


def show(*arguments):
    result = CliRunner().invoke(cli, ["show", *arguments])
    assert result.exit_code == 0, result.output
    return click.unstyle(result.output)


def drawn(path):
    """The elements of a picture by their tags; all numbers lie within its frame."""
    root = Xml.parse(path).getroot()
    found = {}
    for element in root:
        found.setdefault(element.tag.rpartition("}")[2], []).append(element)
    wide, high = float(root.get("width")), float(root.get("height"))
    for text in found["text"]:
        assert 0 <= float(text.get("x")) <= wide and 0 <= float(text.get("y")) <= high
    return found


def test_a_map_without_a_drawing_is_drawn_by_its_letters(field):
    show("plain", "map", "--svg", "map.svg")
    found = drawn("map.svg")
    words = [text.text for text in found["text"]]
    assert len(found["polygon"]) == 29  # one for each hex
    assert {"0101", "0605", "top", "pik", "arc"} <= set(words) and "0602" not in words
    assert {"clear", "wood", "wall", "river", "road"} <= set(words)
    assert [title.text for box in found["rect"] for title in box] == ["pike", "knight", "archer", "lancer"]
    assert len({box.get("fill") for box in found["rect"] if len(box)}) == 2  # one colour a side


def test_a_drawing_says_how(field):
    show("field", "map", "--svg", "map.svg", "--reach", "lancer", "--line", "0201", "0503", "--overlay", "near")
    found = drawn("map.svg")
    words = [text.text for text in found["text"]]
    boxes = {box[0].text: box.get("fill") for box in found["rect"] if len(box)}
    assert set(boxes.values()) == {"#111111"} and words.count("H") == 2
    assert [polygon.get("fill") for polygon in found["polygon"]].count("#b6cf94") == 4
    strokes = [line.get("stroke") for line in found["line"]]
    assert strokes.count("#3a3a3a") == 3 + 1 and strokes.count("#a0642a") == 5 + 1  # and once each in the key
    assert "within reach of lancer" in words and "near" in words
    assert words.count("6") == 2  # what the farthest hexes cost
    assert [line.get("stroke") for line in found["line"] if line.get("stroke-dasharray")] == ["#c62828"]  # a wall


def test_the_same_map_gives_the_same_picture(field):
    show("field", "map", "--svg", "one.svg")
    show("field", "map", "--svg", "two.svg")
    assert Path("one.svg").read_text() == Path("two.svg").read_text()


def test_the_terminal_shows_hexes_as_bricks(field):
    lines = show("field", "map").splitlines()
    assert lines[0] == "The Field: map"
    assert lines[1] == "  0101          0301          0501        "
    assert lines[2] == "       - 0201 |  &     0401          0601 "
    assert any("pik" in line for line in lines) and lines[-1].endswith("road")


@pytest.mark.parametrize(("wide", "first"), [("32", " 0101      0301      0501     "), ("20", "    01 02 03 04 05")])
def test_a_narrow_terminal_has_smaller_hexes(field, monkeypatch, wide, first):
    monkeypatch.setenv("COLUMNS", wide)
    assert show("field", "map").splitlines()[1].rstrip() == first.rstrip()


def test_an_area_and_a_formula_are_overlays(field):
    show("field", "map", "--svg", "map.svg", "--overlay", "wood_land", "--overlay", "distance(h, 0303) = 1")
    rings = [p for p in drawn("map.svg")["polygon"] if p.get("stroke-opacity")]
    assert len(rings) == 4 + 6


def test_sorts_of_sides_are_told_apart_without_colours(monkeypatch):
    """In the picture as in its key."""
    monkeypatch.setenv("COLUMNS", "80")
    picture, _, key = show("gondor/learning", "map").partition("   clear\n")
    assert "|_ slope\n-| road\n++ tunnel\n!~ tower\n#= wall\n:. gate\n" in key
    assert "!  !  |" in picture and "!♜~!" in picture  # the tower in the wall
    assert "==#  :" in picture and ":  #" in picture  # the gate stands between walls
    assert "∩+" in picture and "|h_|" in picture  # the tunnel; a hill with slopes around it


def test_a_save_is_shown_as_it_stands(field):
    runner = CliRunner()
    result = runner.invoke(cli, ["play", str(MARCH), "--seed", "1"], input="1\nsave game.json\nquit\n")
    assert Path("game.json").exists(), result.output
    before = show(str(MARCH), "map")
    assert show(str(MARCH), "map", "--save", "game.json") != before


def test_at_the_table_each_place_has_a_line_and_map_draws_the_board(field):
    runner = CliRunner()
    typed = "map\nmap roads\nmap rods\nlook knight\nquit\n"
    out = runner.invoke(cli, ["play", str(MARCH), "--seed", "1"], input=typed).output
    table, _, answers = out.partition("red: march to, burn or done")
    assert "0103  knight (red)\nbree  will (red)\n(look NAME shows" in table
    assert " 0103    w   | 0303    h     0503" in answers and "\n  kni    0203 #" in answers
    assert "\n|_ road\n!~ wall\n#= river\n" in answers
    assert "The March: roads" in answers and "bree" in answers
    assert "no board `rods`" in answers
    assert "knight: arm horse  points 6" in answers


def test_map_says_where_a_game_has_no_board(field):
    out = (
        CliRunner()
        .invoke(cli, ["play", str(MARCH.parents[2] / "examples" / "tic_tac_toe")], input="map\nquit\n")
        .output
    )
    assert "has no board to show" in out


def test_a_graph_is_laid_out_and_listed(field):
    show(str(MARCH), "map", "roads", "--svg", "roads.svg")
    found = drawn("roads.svg")
    assert len(found["circle"]) == 5 and len(found["line"]) == 5
    assert len(found["polygon"]) == 2  # the arrows of the ways that lead one way
    assert "havens     → hobbiton" in show(str(MARCH), "map", "roads").splitlines()


def test_the_list_of_a_graph_has_marks_texts_and_hanging_lines():
    """The mark of each place's style, the text that the map prints there, and the rest of a long line indented."""
    typed = "map\nquit\n"
    lines = CliRunner().invoke(cli, ["play", "balrog", "--seed", "5", "--no-about"], input=typed).output.splitlines()
    assert any(line.startswith("c  Andrast Coast          → Andrast, ") for line in lines)
    assert any(line.startswith("w  Redhorn Gate           (company 1, company 3) → Hollin") for line in lines)
    after = lines[next(n for n, line in enumerate(lines) if "  Anduin Vales " in line) + 1]
    assert after.startswith(" " * 28) and after[28] != " " and "Western Mirkwood" in after


def test_what_is_asked_of_a_piece_need_not_fit_all(field):
    """A wagon is no unit and has no reach; that is a mistake only where no piece has one."""
    pack = field / "field"
    wagons = "kind wagon\nzone carts(h: hex) : pool of wagon, seen by all\n"
    there = "override phase campaign\n  for each w in wagon\n    move w to carts(0101)\n"
    (pack / "wagons.yaml").write_text("kind: wagon\nthings: {aa_wagon: {}}\n", encoding="utf-8")
    for last, wrong in (("  for each u in unit\n    move u to at(u.camp)\n", False), ("", True)):
        turns = "  for each p in player\n    turn(p)\n"
        (pack / "rules.moot").write_text(wagons + there + last + turns, encoding="utf-8")
        assert ("wrong-type" in {d.code for d in check([pack]).diagnostics}) is wrong


def test_boards_are_graphs_for_checks():
    bundle = load(MARCH)
    roads, field = bundle.boards["roads"], bundle.boards["map"]
    assert connected_parts(graph_of(roads)) == [["bree", "havens", "hobbiton", "rivendell", "rohald"]]
    assert connected_parts(graph_of(field), field.areas["wood_land"]) == [["0202", "0301", "0302"], ["0505"]]
    spots = layout(roads)
    assert spots == layout(roads) and all(0 <= x <= 1 and 0 <= y <= 1 for x, y in spots)


def test_counters_have_short_labels():
    assert [counter_label(key) for key in ("pike", "orc_2", "black_rider", "army.axe.3")] == [
        "pik",
        "orc2",
        "br",
        "aa3",
    ]


def test_a_narrow_terminal_keeps_the_numbers_at_the_edges(field, monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    lines = show("field", "map").splitlines()[1:]
    above = [n for n, line in enumerate(lines) if re.fullmatch(r" {4}\d\d( \d\d)*", line.rstrip())]
    columns = [number for n in above for number in lines[n].split()]
    assert columns == [f"{n:02d}" for n in range(1, len(columns) + 1)] and len(above) > 1  # one part below the other
    first = lines[above[0] + 1 : above[1]]
    assert [line[:2] for line in first if line[:2].isdecimal()] == [
        f"{n:02d}" for n in range(1, 1 + sum(1 for line in first if line[:2].isdecimal()))
    ]
    assert all(len(line.rstrip()) <= 20 for n in above for line in lines[n : n + 6])


def test_counters_stacks_and_the_title_say_what_the_map_declares(monkeypatch, tmp_path):
    """Strengths and kinds of units, stacks, the turn and the points: by `print` and `title` of the map's data."""
    monkeypatch.setenv("COLUMNS", "160")
    shown = show("gondor/learning", "map")
    assert shown.splitlines()[0].endswith(": map")
    assert shown.splitlines()[1] == "turn 1 of 10, lost by Westernesse 0 of 34, by Sauron 0 of 30"
    assert "\n0609: orc archers Ee-3-X, shade 6-6\n" in shown and "units of Westernesse" in shown
    show("gondor/learning", "map", "--svg", str(tmp_path / "map.svg"))
    image = (tmp_path / "map.svg").read_text()
    assert ">e-2-X</text>" in image and "<title>bowmen e-2-X</title>" in image
    assert ">0905: spearmen 3 D-3-X, captain 5</text>" in image
