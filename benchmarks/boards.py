"""What a hundred units can reach on a map of 34 by 26 hexes with zones of control: by `siege/`, and in other ways.

Before each round of a hundred searches, one unit moves to another hex, so that no contestant can reuse earlier results.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

import networkx

import moot

from .measure import Contestant, interleave, ratio

HERE = Path(__file__).parent
FAR = 1 << 30


class Siege:
    """The rules' own tables as plain lists, places counted from 0, and the units where they stand now."""

    def __init__(self) -> None:
        self.game = moot.load(HERE / "siege")
        layout = self.game.program.layout
        self.board = layout.boards[0]
        self.first = self.board.first
        self.position = self.game.start(1).position
        self.zone = layout.zone_bases["at"][0]
        self.units = [n for n, thing in enumerate(layout.things) if thing.kind == "unit"]
        constants = self.game.program.constants
        self.owner, self.arm, self.points, terrain, barrier, road = (
            constants[f"P_{name}"]
            for name in ("unit_owner", "unit_arm", "unit_points", "hex_terrain", "hexside_barrier", "hexside_road")
        )
        side = {(h - self.first, g - self.first): s for h, g, s in self.board.links}
        self.around = [[g - self.first for g in row if g >= 0] for row in self.board.around]
        self.walled = [[g for g in row if barrier[side.get((h, g), -1)] == 0] for h, row in enumerate(self.around)]
        entry = constants["CELLS_entry"]

        def cost(h: int, g: int, arm: int) -> int | None:
            s = side.get((h, g))
            plain: int | None = entry[terrain[g + self.first], arm]
            if s is not None and barrier[s] == 0:
                return None
            if s is not None and road[s]:
                return 1
            return plain if plain is None or s is None or barrier[s] != 1 else plain + 2

        self.edges: list[list[list[tuple[int, int]]]] = [
            [[(g, c) for g in row if (c := cost(h, g, arm)) is not None] for h, row in enumerate(self.around)]
            for arm in range(3)
        ]
        self.side = side
        self.barrier = barrier

    def at(self, unit: int) -> int:
        found: int = self.position.cells[unit] - self.zone
        return found

    def shift(self, number: int) -> None:
        """Move one unit to another hex, which depends only on the number."""
        rng = random.Random(number)
        place = rng.randrange(len(self.around))
        self.game.machine.fast.move(self.position, rng.choice(self.units), self.zone + place)

    def zones(self) -> tuple[list[bytearray], list[bytearray]]:
        """For each player, the hexes that the enemy occupies, and those that the enemy controls."""
        count = len(self.around)
        stands, controls = ([bytearray(count) for _ in range(2)] for _ in range(2))
        for unit in self.units:
            h, foe = self.at(unit), 1 - self.owner[unit]
            stands[foe][h] = 1
            for g in self.around[h]:
                if g not in self.walled[h]:
                    controls[foe][g] = 1
        return stands, controls


def by_rules(siege: Siege) -> Callable[[int], list[Any]]:
    front, position = siege.game.machine.fast.functions["front"], siege.position
    return lambda number: [front(position, unit) for unit in siege.units]


def by_hand(siege: Siege) -> Callable[[int], list[Any]]:
    """A bucket queue over lists of integers."""

    def search(start: int, most: int, edges: Any, stands: bytearray, controls: bytearray) -> list[int]:
        best = [FAR] * len(edges)
        best[start] = 0
        queue: list[list[int]] = [[] for _ in range(most + 1)]
        queue[0].append(start)
        found = []
        for spent, bucket in enumerate(queue):
            for here in bucket:
                if best[here] != spent:
                    continue
                found.append(here)
                if controls[here] and here != start:
                    continue
                for there, cost in edges[here]:
                    total = spent + cost
                    if total <= most and total < best[there] and not stands[there]:
                        best[there] = total
                        queue[total].append(there)
        return found

    def play(number: int) -> list[Any]:
        stands, controls = siege.zones()
        found = []
        for unit in siege.units:
            p = siege.owner[unit]
            edges = siege.edges[siege.arm[unit]]
            found.append(search(siege.at(unit), siege.points[unit], edges, stands[p], controls[p]))
        return found

    return play


def by_networkx(siege: Siege) -> Callable[[int], list[Any]]:
    """Its Dijkstra, with a weight function that hides forbidden steps."""
    graphs = []
    for arm in range(3):
        graph = networkx.DiGraph()
        graph.add_nodes_from(range(len(siege.around)))
        graph.add_weighted_edges_from((h, g, c) for h, row in enumerate(siege.edges[arm]) for g, c in row)
        graphs.append(graph)

    def play(number: int) -> list[Any]:
        stands, controls = siege.zones()
        found = []
        for unit in siege.units:
            p, start = siege.owner[unit], siege.at(unit)
            closed, held = stands[p], controls[p]

            def weight(h: int, g: int, data: Any, start: int = start, closed: Any = closed, held: Any = held) -> Any:
                return None if closed[g] or (held[h] and h != start) else data["weight"]

            graph, most = graphs[siege.arm[unit]], siege.points[unit]
            found.append(list(networkx.single_source_dijkstra_path_length(graph, start, cutoff=most, weight=weight)))
        return found

    return play


def by_rustworkx(siege: Siege) -> Callable[[int], list[Any]]:
    """Its Dijkstra in Rust has no limit and calls a Python function for each weight."""
    rustworkx = import_module("rustworkx")
    graphs = []
    for arm in range(3):
        graph = rustworkx.PyDiGraph()
        graph.add_nodes_from(list(range(len(siege.around))))
        graph.add_edges_from([(h, g, (h, g, c)) for h, row in enumerate(siege.edges[arm]) for g, c in row])
        graphs.append(graph)

    def play(number: int) -> list[Any]:
        stands, controls = siege.zones()
        found = []
        for unit in siege.units:
            p, start, most = siege.owner[unit], siege.at(unit), siege.points[unit]
            closed, held = stands[p], controls[p]

            def weight(edge: Any, start: int = start, closed: Any = closed, held: Any = held) -> float:
                h, g, cost = edge
                return FAR if closed[g] or (held[h] and h != start) else cost

            lengths = rustworkx.dijkstra_shortest_path_lengths(graphs[siege.arm[unit]], start, weight)
            found.append([start, *(h for h, cost in lengths.items() if cost <= most and h != start)])
        return found

    return play


WAYS: dict[str, Callable[[Siege], Callable[[int], list[Any]]]] = {
    "the rules of `siege/`": by_rules,
    "by hand, a bucket queue over lists of integers": by_hand,
    "networkx": by_networkx,
    "rustworkx": by_rustworkx,
}


def compare(rounds: int, seconds: float) -> None:
    """Print the table. Raises AssertionError if two do not find the same places."""
    siege = Siege()
    plays: dict[str, Callable[[int], list[Any]]] = {}
    left_out = []
    for name, make in WAYS.items():
        try:
            plays[name] = make(siege)
        except ImportError:
            left_out.append(name)
    for number in range(3):
        siege.shift(number)
        mine = [{place - siege.first for place in found} for found in plays["the rules of `siege/`"](number)]
        for name, play in list(plays.items())[1:]:
            assert mine == [set(found) for found in play(number)], name
    contestants = [Contestant(name, _counted(siege, play)) for name, play in plays.items()]
    interleave(contestants, rounds, seconds)
    print("\n| reachable hexes of 100 units | ms | how many times as fast as networkx |\n|---|---:|---:|")
    beside = next(one for one in contestants if one.name == "networkx")
    for one in contestants:
        print(f"| {one.name} | {1000 / median(one.games):.2f} | {ratio(one.games, beside.games):.2f} |")
    ours, hand = contestants[:2]
    print(f"\nThe rules beside the search by hand: {ratio(ours.games, hand.games):.2f} times as fast.")
    if left_out:
        print(f"Left out, not installed: {', '.join(left_out)}.")


def _counted(siege: Siege, play: Callable[[int], list[Any]]) -> Callable[[int], int]:
    def once(number: int) -> int:
        siege.shift(number)
        return len(play(number))

    return once
