"""A sort of grid is told by its own file alone: with a small one of diamonds, boards are read, played on and drawn."""

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
board land : diamonds of plot, edge
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
function through(p: plot, g: plot) = line(p, g)
function down(p: plot) = ray(p, 1)
function cut(p: plot, g: plot) = crossed(p, g)
function walked(m: man, g: plot) = cost(free, m, 0101, g)
phase play
  move jack to at(middle)
"""
MAP = """\
maps:
  land:
    grid: {columns: 3, rows: 3, one: south-east}
    sides: [{fields: {wall: yes}, between: 0101/0202}]
    names: {middle: 0202}
    areas: {top: 0101..0301}
"""


@dataclass(frozen=True)
class Diamonds(Grid):
    """Squares that stand on a corner; of the rows the odd ones lie half a diamond further right."""

    shape = "diamonds"
    place = "diamond"
    columns: int = 1
    rows: int = 1
    first: str = "0101"
    one: str = ""

    @property
    def compass(self):
        return {"north-east": (0, -1), "south-east": (1, 0), "south-west": (0, 1), "north-west": (-1, 0)}

    def axial(self, spot):
        right, down = self.halves(spot)
        return (right + down // 2) // 2, (down // 2 - right) // 2

    def spot(self, axial):
        row = axial[0] + axial[1]
        return (axial[0] - axial[1] - row % 2) // 2, row

    def distances(self, here, others):
        return [abs(here[0] - q) + abs(here[1] - r) for q, r in others]

    def line(self, start, goal):
        """Along one axis alone."""
        return [(q, start[1]) for q in range(start[0], goal[0] + 1)]

    def crosses(self, start, goal, side):
        return True

    def halves(self, spot):
        return 2 * spot[0] + spot[1] % 2, 2 * spot[1]

    def centre(self, spot):
        right, down = self.halves(spot)
        return right, down / 2

    def corners(self):
        return [(0, -1), (1, 0), (0, 1), (-1, 0)]


@pytest.fixture(autouse=True)
def yard(write, monkeypatch):
    monkeypatch.setitem(GRIDS, "diamonds", Diamonds)
    write({"yard/rules.moot": RULES, "yard/map.yaml": MAP, "yard/men.yaml": "kind: man\nthings: {jack: {}}\n"})


def test_a_board_is_read_and_played_on():
    game = Game(compile_bundle(load("yard", cases=False)))
    position, things = game.start(1).position, game.program.layout.things
    number = {thing.key: n for n, thing in enumerate(things)}
    functions = game.machine.fast.names["FUNCTIONS"]

    def keys(name, *given):
        found = functions[name](position, *(number.get(one, one) for one in given))
        return [things[one].key for one in found] if isinstance(found, tuple) else found

    assert keys("around", "0202") == ["0203", "0103", "0101", "0201"]
    assert keys("beside", "0201", 1) == number["0302"] and keys("beside", "0201", 4) is None
    assert keys("way", "0202", "0101") == 3 and keys("far", "0101", "0302") == 3
    assert keys("near", "0101") == ["0101", "0102", "0202"]
    assert keys("through", "0101", "0203") == ["0101", "0202", "0203"] and keys("cut", "0101", "0203") == ["0101/0202"]
    assert keys("down", "0101") == ["0202", "0203"]
    assert keys("walked", "jack", "0202") == 3


def test_what_is_wrong_is_told_in_its_words():
    Path("yard/map.yaml").write_text(MAP.replace("one: south-east", "one: north, straight: rows"), encoding="utf-8")
    Path("yard/rules.moot").write_text(RULES.replace("0101, g)", "0909, g)"), encoding="utf-8")
    told = CliRunner().invoke(cli, ["check", "yard"]).output
    assert "a grid of diamonds has no `straight` [unknown-key]" in told
    assert "no side of a diamond faces north [wrong-value]" in told
    Path("yard/map.yaml").write_text(MAP, encoding="utf-8")
    told = CliRunner().invoke(cli, ["check", "yard"]).output
    assert "the board `land` has no diamond 0909 [no-such-diamond]" in told and "the nearest is 0303" in told


def test_it_is_drawn():
    told = CliRunner().invoke(cli, ["show", "yard", "map", "--svg", "yard.svg"])
    assert told.exit_code == 0, told.output
    assert Path("yard.svg").read_text(encoding="utf-8").count("<polygon") == 9
    shown = CliRunner().invoke(cli, ["show", "yard", "map"]).output.splitlines()
    assert [line.split() for line in shown[1:5]] == [
        ["0101", "0201", "0301"],
        ["__"],
        ["0102", "0202", "0302"],
        ["jac"],
    ]


def test_a_map_of_it_is_begun():
    Path("yard/map.yaml").unlink()
    assert CliRunner().invoke(cli, ["new", "map", "yard/land"]).exit_code == 0
    text = Path("yard/land.yaml").read_text(encoding="utf-8")
    assert "\n    diamonds: |                     # one line per row; spaces are ignored\n" in text
    assert "# also: first: 0101 (or a1),\n                                    #   one: north-east\n" in text
