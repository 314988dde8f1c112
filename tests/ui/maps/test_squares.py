"""Boards of squares, and of hexes of which each row is shifted, as pictures and in the terminal."""

from __future__ import annotations

import xml.etree.ElementTree as Xml
from pathlib import Path

import pytest
from click.testing import CliRunner

from moot.ui.command import cli

RULES = """\
game yard "Yard"
players ann, bob
kind plot
  mud : bool = no
kind edge
  wall : bool = no
board land : {shape} of plot, edge
kind man
zone at(p: plot) : pool of man, seen by all, in play
phase play
  move jack to at(b1)
  choose p in plot by ann "where?"
    move jack to at(p)
"""
SQUARES = """\
    grid: {columns: 3, rows: 3, neighbours: 8, first: a1}
    legend: {".": {}, m: {mud: yes}, "-": none}
    squares: |
      . . m
      . . .
      . . -
    sides: [{fields: {wall: yes}, between: a2/b2 b1/b2 a2/b3}]
    names: {middle: b2}
"""
RHOMBUS = """\
    grid: {columns: 3, rows: 3, straight: rows, shifted: each, first: a1}
"""


@pytest.fixture
def shown(pack, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.chdir(tmp_path)

    def do(shape: str, map_text: str, *more: str) -> list[str]:
        men = "kind: man\nthings: {jack: {}}\n"
        pack("yard", RULES.replace("{shape}", shape), men=men, map="maps:\n  land:\n" + map_text)
        return run("show", "yard", "map", *more)

    return do


def run(*call: str) -> list[str]:
    told = CliRunner().invoke(cli, call)
    assert told.exit_code == 0, told.output
    return [line.rstrip() for line in told.output.splitlines()]


def test_squares_stand_in_columns_and_rows_and_walls_between_them(shown):
    assert shown("squares", SQUARES)[1:7] == [
        "   a3     b3     c3",
        "       _         m",
        "   a2  |  b2     c2",
        "       |______",
        "   a1     b1",
        "         jac",
    ]


def test_a_narrow_terminal_has_letters_above_and_rows_before(shown, monkeypatch):
    monkeypatch.setenv("COLUMNS", "14")
    lines = shown("squares", SQUARES)
    assert lines[1].split() == ["a", "b", "c"]
    assert [line[:2].strip() for line in lines[2:8]] == ["", "3", "", "2", "", "1"]


def test_squares_are_drawn_as_such(shown):
    shown("squares", SQUARES, "--svg", "yard.svg")
    drawn = Xml.fromstring(Path("yard.svg").read_text(encoding="utf-8"))
    words = {one.text: one for one in drawn.findall(".//{*}text")}
    assert len(drawn.findall(".//{*}polygon")) == 8
    a1, a3, b3 = ((float(words[name].get("x")), float(words[name].get("y"))) for name in ("a1", "a3", "b3"))
    assert a1[0] == a3[0] and a1[1] > a3[1] and a3[1] == b3[1] and round(b3[0] - a3[0]) == 42
    assert float(words["middle"].get("y")) < float(words["b2"].get("y")) + 42 - 7  # within its square


@pytest.mark.parametrize(("ground", "ink"), [("#22301f", "#fbfaf5"), ("#9a9a80", "#26241f"), ("#ebe5cf", "#7d7869")])
def test_what_is_written_on_dark_squares_is_light(shown, ground, ink):
    style = f'    drawing: {{places: [{{if: h.mud, colour: "{ground}", mark: "%", name: mud}}]}}\n'
    shown("squares", SQUARES + style, "--svg", "yard.svg")
    drawn = Xml.fromstring(Path("yard.svg").read_text(encoding="utf-8")).findall(".//{*}text")
    assert [one.get("fill") for one in drawn if one.text == "%"] == [ink] * 2  # on its square, and in the key
    assert [one.get("fill") for one in drawn if one.text == "c3"] == [ink]
    assert [one.get("fill") for one in drawn if one.text == "a1"] == ["#7d7869"]


def test_each_row_of_hexes_may_be_shifted(shown):
    lines = shown("hexes", RHOMBUS)
    assert [line for line in lines[1:7] if line] == [
        "   a3     b3     c3",
        "      a2     b2     c2",
        "          a1     b1     c1",
        "                jac",
    ]


def test_at_the_prompt_squares_go_by_letter_and_number(monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    game = str(Path(__file__).parents[3] / "examples" / "breakthrough")
    typed = "why step(d7, d9)\nwhy step(d7, d5)\nwhy step(d8, d7)\nstep d7 d6\nstep(d7, d6)\nmap\nquit\n"
    told = CliRunner().invoke(cli, ["play", game, "--seat", "black", "--seed", "1"], input=typed).output
    assert "the board `field` has no square d9; the nearest is d8" in told
    assert "your own piece is there" in told
    assert "d6: piece black" in told
