"""A sort of grid is told by its own file alone: with a small one of squares, boards are read, played on and drawn."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from moot.code.pipeline import compile_bundle
from moot.pack.load import load
from moot.stack.game import Game
from moot.state.grids import GRIDS
from moot.state.grids.grid import Grid
from moot.ui.command import cli

RULES = """\
game yard "Yard"
players ann, bob
kind plot
  mud : bool = no
kind edge
  wall : bool = no
board land : squares of plot, edge
kind man
zone at(p: plot) : pool of man, seen by all, in play
function free(m: man, here: plot, there: plot) : number or none =
  none if between(here, there).wall
  1 otherwise
function around(p: plot) = neighbours(p)
function beside(p: plot, d: 1..4) = neighbour(p, d)
function way(p: plot, g: plot) = direction(p, g)
function far(p: plot, g: plot) = distance(p, g)
function near(p: plot) = within(p, 1)
function ray(p: plot, g: plot) = line(p, g)
function cut(p: plot, g: plot) = crossed(p, g)
function walked(m: man, g: plot) = cost(free, m, 0101, g)
phase play
  move jack to at(middle)
"""
MAP = """\
maps:
  land:
    grid: {columns: 3, rows: 2, one: east}
    sides: [{fields: {wall: yes}, between: 0101/0201}]
    names: {middle: 0201}
    areas: {top: 0101..0301}
"""


@dataclass(frozen=True)
class Squares(Grid):
    """Squares in straight lines, each with four around it."""

    shape = "squares"
    place = "square"
    columns: int = 1
    rows: int = 1
    first: tuple[int, int] = (1, 1)
    one: str = ""

    @property
    def compass(self):
        return {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}

    def axial(self, spot):
        return spot

    def spot(self, axial):
        return axial

    def distances(self, here, others):
        return [abs(here[0] - q) + abs(here[1] - r) for q, r in others]

    def line(self, start, goal):
        """Along one row alone."""
        return [(q, start[1]) for q in range(start[0], goal[0] + 1)]

    def crosses(self, start, goal, side):
        return True

    def halves(self, spot):
        return 2 * spot[0], 2 * spot[1]

    def centre(self, spot):
        return 1.4 * spot[0], 1.4 * spot[1]

    def corners(self):
        return [(-0.7, -0.7), (0.7, -0.7), (0.7, 0.7), (-0.7, 0.7)]


@pytest.fixture(autouse=True)
def yard(write, monkeypatch):
    monkeypatch.setitem(GRIDS, "squares", Squares)
    write({"yard/rules.moot": RULES, "yard/map.yaml": MAP, "yard/men.yaml": "kind: man\nthings: {jack: {}}\n"})


def test_a_board_is_read_and_played_on():
    game = Game(compile_bundle(load("yard", cases=False)))
    position, things = game.start(1).position, game.program.layout.things
    number = {thing.key: n for n, thing in enumerate(things)}
    functions = game.machine.fast.names["FUNCTIONS"]

    def keys(name, *given):
        found = functions[name](position, *(number.get(one, one) for one in given))
        return [things[one].key for one in found] if isinstance(found, tuple) else found

    assert keys("around", "0201") == ["0301", "0202", "0101"]
    assert keys("beside", "0201", 2) == number["0202"] and keys("beside", "0201", 4) is None
    assert keys("way", "0201", "0101") == 3 and keys("far", "0101", "0302") == 3
    assert keys("near", "0101") == ["0101", "0102", "0201"]
    assert keys("ray", "0101", "0301") == ["0101", "0201", "0301"] and keys("cut", "0101", "0301") == ["0101/0201"]
    assert keys("walked", "jack", "0201") == 3


def test_what_is_wrong_is_told_in_its_words():
    Path("yard/map.yaml").write_text(MAP.replace("one: east", "one: north-east, straight: rows"), encoding="utf-8")
    Path("yard/rules.moot").write_text(RULES.replace("0101, g)", "0909, g)"), encoding="utf-8")
    told = CliRunner().invoke(cli, ["check", "yard"]).output
    assert "a grid of squares has no `straight` [unknown-key]" in told
    assert "no side of a square looks north-east [wrong-value]" in told
    Path("yard/map.yaml").write_text(MAP, encoding="utf-8")
    told = CliRunner().invoke(cli, ["check", "yard"]).output
    assert "the board `land` has no square 0909 [no-such-square]" in told and "the nearest is 0302" in told


def test_it_is_drawn():
    told = CliRunner().invoke(cli, ["show", "yard", "map", "--svg", "yard.svg"])
    assert told.exit_code == 0, told.output
    assert Path("yard.svg").read_text(encoding="utf-8").count("<polygon") == 6
    shown = CliRunner().invoke(cli, ["show", "yard", "map"]).output.splitlines()
    assert [line.split() for line in shown[1:3]] == [["0101", "|", "0201", "0301"], ["|", "jac"]]


def test_a_map_of_it_is_begun():
    Path("yard/map.yaml").unlink()
    assert CliRunner().invoke(cli, ["new", "map", "yard/land"]).exit_code == 0
    text = Path("yard/land.yaml").read_text(encoding="utf-8")
    assert "\n    squares: |                      # one line a row; spaces do not count\n" in text
    assert "# also: first: 0101,\n                                    #   one: north\n" in text
