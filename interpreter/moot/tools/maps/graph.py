"""Boards as graphs, for checks and drawing: connected parts, cuts, layout.

networkx is imported by the functions that need it, because that takes longer than checking a board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ...pack.model.boards import Board

if TYPE_CHECKING:
    import networkx as nx


def around(board: Board) -> dict[str, list[str]]:
    """For each place those that it leads to."""
    places = board.places
    return {places[i]: [places[j] for j in others if j >= 0] for i, others in enumerate(board.around)}


def graph_of(board: Board) -> nx.Graph[str]:
    """Places by their ids, joined to those next to them."""
    import networkx as nx

    made: nx.Graph[str] = nx.Graph()
    made.add_nodes_from(board.places)
    made.add_edges_from((place, other) for place, others in around(board).items() for other in others)
    return made


def connected_parts(graph: Mapping[str, Iterable[str]] | nx.Graph[str], places: Iterable[str] = ()) -> list[list[str]]:
    """The connected parts of the board or of one area; the largest first, each in order.

    `graph`: the neighbours that each place leads to.
    """
    within = set(places or graph)
    joined: dict[str, set[str]] = {place: set() for place in graph if place in within}
    for place, others in joined.items():
        for other in joined.keys() & graph[place]:
            others.add(other)
            joined[other].add(place)
    found = []
    while joined:
        part = reached = {next(iter(joined))}
        while reached:
            reached = {other for place in reached for other in joined.pop(place)} - part
            part = part | reached
        found.append(sorted(part))
    return sorted(found, key=lambda part: (-len(part), part))


def layout(board: Board) -> list[tuple[float, float]]:
    """Where the places of a graph are drawn, from 0 to 1 each way; always the same for the same board."""
    whole = graph_of(board)
    spots: dict[str, tuple[float, float]] = {}
    wide = 0.0
    for part in connected_parts(around(board)):
        # unconnected parts are drawn next to each other
        here = _spread(whole.subgraph(part))
        left = min(x for x, _ in here.values())
        size = max(1.0, len(part) ** 0.5) / 2
        spots |= {place: (wide + (x - left) * size, y * size) for place, (x, y) in here.items()}
        wide = max(x for x, _ in spots.values()) + 0.6
    low = [min(spot[n] for spot in spots.values()) for n in (0, 1)]
    far = max(max(spot[n] - low[n] for spot in spots.values()) for n in (0, 1)) or 1.0
    return [((spots[p][0] - low[0]) / far, (spots[p][1] - low[1]) / far) for p in board.places]


def _spread(part: nx.Graph[str]) -> dict[str, tuple[float, float]]:
    """Springs as long as the ways between places; they begin without a crossing where that can be."""
    if len(part) < 3:
        return {place: (float(n), 0.0) for n, place in enumerate(sorted(part))}
    import networkx as nx

    planar, _ = nx.check_planarity(part)
    found = nx.kamada_kawai_layout(part, pos=nx.planar_layout(part) if planar else None)
    return {place: (float(x), float(y)) for place, (x, y) in found.items()}
