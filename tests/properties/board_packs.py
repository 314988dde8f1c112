"""Random maps, of hexes or squares, for one small wargame, and the same board as a graph of networkx."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import networkx

from moot.code.pipeline import compile_bundle
from moot.pack.load import load
from moot.stack.game import Game
from moot.state.grids.grid import Grid
from moot.state.grids.hexes import HexGrid
from moot.state.grids.squares import SquareGrid
from moot.state.position import Position

RULES = """\
game trial "Trial"
players red, blue
kind terrain : clear, wood, hill, lake
kind arm     : foot, horse
kind hex
  terrain    : terrain
  state fire : bool
kind hexside
  barrier    : wall, river or none = none
  road       : bool = no
  state open : bool
board map : {shape} of hex, hexside
kind unit
  owner      : player
  arm        : arm
  slow       : 0..2 = 0
  state lame : bool
kind camp
  state sick : bool
zone at(h: hex) : pool of unit, seen by all, in play
zone away       : pool of unit, seen by all
state rain      : bool
function hex_of(u: unit) : hex or none = holder(u)
function controlled(p: player, h: hex) =
  any g in neighbours(h) where crosses(h, g) and (any e in at(g) where e.owner != p)
function crosses(h: hex, g: hex) = between(h, g).barrier != wall or between(h, g).open
function entry(h: hex, a: arm) : number or none =
  none if h.terrain = lake
  3 if h.terrain = hill and a = horse
  2 if h.terrain in [wood, hill]
  1 otherwise
function march(u: unit, here: hex, there: hex) : number or none =
  let s = between(here, there)
  none if not crosses(here, there)
  none if there.fire and s.barrier = none
  none if u.lame and there.terrain = hill
  none if here != hex_of(u) and controlled(u.owner, here)
  none if any e in at(there) where e.owner != u.owner
  u.slow if s.road
  entry(there, u.arm) + 2 if ill(there) and (any h in neighbours(there) where h.fire)
  entry(there, u.arm) + 1 + u.slow if s.barrier = river or (rain and here.terrain = wood)
  entry(there, u.arm) + u.slow otherwise
function ill(h: hex) = any c in camp where c.sick and h.terrain = wood
function creep(p: player, here: hex, there: hex) : number or none =
  let danger = count g in neighbours(there) where any e in at(g) where e.owner != p
  let ground = entry(there, foot)
  danger + ground if ground != none and danger < 3
  none if here.fire
  2 if here.terrain = there.terrain
  none otherwise
function near(here: hex, there: hex) : number or none =
  0 if here.terrain = there.terrain
  none otherwise
function asked(u: unit, p: player, h: hex, g: hex) =
  let ways = size(reachable(march, u, h, 3)) + size(path(march, u, h, g)) + size(path(creep, p, h, g))
  let more = size(reachable(creep, p, h, 3)) + size(reachable(near, h, 3)) + size(path(near, h, g))
  ways + more if cost(march, u, h, g) = cost(creep, p, h, g)
  cost(near, h, g) otherwise
function reachable_march(u: unit, h: hex, n: number) = reachable(march, u, h, n)
function reachable_creep(p: player, h: hex, n: number) = reachable(creep, p, h, n)
function reachable_near(h: hex, n: number) = reachable(near, h, n)
function cost_march(u: unit, h: hex, g: hex) = cost(march, u, h, g)
function cost_creep(p: player, h: hex, g: hex) = cost(creep, p, h, g)
function cost_near(h: hex, g: hex) = cost(near, h, g)
function path_march(u: unit, h: hex, g: hex) = path(march, u, h, g)
function path_creep(p: player, h: hex, g: hex) = path(creep, p, h, g)
function path_near(h: hex, g: hex) = path(near, h, g)
function slide_march(u: unit, h: hex, d: number) = slide(march, u, h, d)
function slide_creep(p: player, h: hex, d: number) = slide(creep, p, h, d)
function slide_near(h: hex, d: number) = slide(near, h, d)
phase play
  for each u in unit
    move u to away
"""
UNITS = """\
kind: unit
things:
  axe: {owner: red, arm: foot}
  bow: {owner: red, arm: horse, slow: 1}
  cog: {owner: blue, arm: foot, slow: 2}
  dart: {owner: blue, arm: horse}
  elf: {owner: blue, arm: foot}
"""


def written(folder: Path, seed: int) -> Path:
    """A pack with a random map: its shape, its numbers, holes, terrain and sides."""
    rng = random.Random(seed)
    columns, rows = rng.randint(2, 7), rng.randint(2, 7)
    first = rng.choice(("0101", "0000", "0407", "a1", "c5"))
    more: dict[str, Any]
    if rng.random() < 0.5:
        more = {"straight": rng.choice(("columns", "rows")), "shifted": rng.choice(("even", "odd", "each"))}
    else:
        more = {"neighbours": rng.choice((4, 8))}
    sort = SquareGrid if "neighbours" in more else HexGrid
    grid: Grid = sort(columns=columns, rows=rows, first=first, **more)
    column, row = grid.corner
    lines = [" ".join(rng.choice("...wwho-") for _ in range(columns)) for _ in range(rows)]
    if all("-" in line and set(line) <= {"-", " "} for line in lines):
        lines[0] = "." + lines[0][1:]
    there = {
        grid.drawn((column + c, row + r))
        for r, line in enumerate(lines)
        for c, mark in enumerate(line.split())
        if mark != "-"
    }
    pairs = sorted({tuple(sorted((spot, other))) for spot in there for other in grid.around(spot) if other in there})
    sides = []
    for one, other in pairs:
        fields = rng.choice(("", "", "", "barrier: wall", "barrier: river", "road: yes", "barrier: river, road: yes"))
        if fields:
            between = f"{grid.label(one)}/{grid.label(other)}"
            sides.append(f"      - {{fields: {{{fields}}}, between: {between}}}\n")
    text = (
        f"maps:\n  map:\n    grid: {{columns: {columns}, rows: {rows}, {str(more)[1:-1]}, "
        f'first: {first}, one: {rng.choice(grid.directions())}}}\n    legend: {{".": {{terrain: clear}}, '
        f'w: {{terrain: wood}}, h: {{terrain: hill}}, o: {{terrain: lake}}, "-": none}}\n    {sort.shape}: |\n'
        + "".join(f"      {line}\n" for line in lines)
        + ("    sides:\n" + "".join(sides) if sides else "")
    )
    folder.mkdir(exist_ok=True)
    for name, content in (
        ("pack.yaml", "id: trial\ntitle: Trial\n"),
        ("rules.moot", RULES.replace("{shape}", sort.shape)),
        ("units.yaml", UNITS),
        ("camps.yaml", "kind: camp\nthings: {tents: {}, huts: {}}\n"),
        ("map.yaml", text),
    ):
        (folder / name).write_text(content, encoding="utf-8")
    return folder


class Board:
    """A game on a random map with units strewn over it; `call` gives what a function of the rules comes to."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        self.game = Game(compile_bundle(load(written(folder, seed), cases=False)))
        self.row = self.game.program.layout.boards[0]
        self.ns = self.game.machine.fast.names
        self.units = [n for n, thing in enumerate(self.game.program.layout.things) if thing.kind == "unit"]
        self.position: Position = self.game.start(seed).position
        self.strew()

    def strew(self) -> None:
        """Units, fires, open walls and other states somewhere."""
        for unit in self.units:
            self.shift(unit)
        for state in self.game.program.layout.states:
            for cell in range(state.first, state.first + state.count):
                self.position.cells[cell] = self.rng.random() < 0.2
                self.position.rewritten()

    def shift(self, unit: int) -> None:
        base = self.game.program.layout.zone_bases["at"][0]
        self.ns["move"](self.position, unit, base + self.rng.randrange(len(self.row.around)))

    def change(self) -> None:
        """One unit goes elsewhere, or one cell of a state changes: what was asked before holds but near by."""
        state = self.rng.choice(self.game.program.layout.states)
        if self.rng.random() < 0.4:
            self.shift(self.rng.choice(self.units))
        else:
            cell = self.rng.randrange(state.first, state.first + state.count)
            self.position.cells[cell] = not self.position.cells[cell]
            self.position.rewritten()

    def hex(self, unit: int) -> int:
        return self.row.first + self.position.cells[unit] - self.game.program.layout.zone_bases["at"][0]

    def graph(self) -> networkx.Graph:
        graph = networkx.Graph()
        graph.add_nodes_from(self.row.places)
        for place, around in zip(self.row.places, self.row.around, strict=True):
            graph.add_edges_from((place, other) for other in around if other >= 0)
        return graph

    def costs(self, step: str, *given: Any) -> networkx.DiGraph:
        """Each step that a function of the rules allows, with what it costs; the function is asked for each."""
        graph = networkx.DiGraph()
        graph.add_nodes_from(self.row.places)
        function = self.ns["FUNCTIONS"][step]
        for here, there in self.graph().to_directed().edges:
            cost = function(self.position, *given, here, there)
            if cost is not None:
                graph.add_edge(here, there, weight=cost)
        return graph
