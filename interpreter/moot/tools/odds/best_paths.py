"""Routes through a graph on which each step is attempted again every turn until it succeeds: exact chances and times.

A failed step costs a turn and leaves you in place. All numbers are fractions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, pairwise

import networkx as nx

StepChances = Mapping[tuple[str, str], Fraction]  # from one place to the next: the chance that one try succeeds
MOST = 20000  # ways that are looked at


@dataclass(frozen=True, slots=True)
class Route:
    """`within[k]`: the chance of having arrived after k turns. `expected`: turns on average."""

    places: tuple[str, ...]
    chances: tuple[Fraction, ...]  # of its steps
    expected: Fraction
    within: tuple[Fraction, ...]


def route_of(steps: StepChances, places: Sequence[str], turns: int) -> Route:
    """The value of a fixed route."""
    chances = tuple(steps[pair] for pair in pairwise(places))
    here = [Fraction(0)] * len(places)  # the chance of standing at each of the places
    here[0] = Fraction(1)
    within = [here[-1]]
    for _ in range(turns):
        for n in range(len(chances) - 1, -1, -1):  # from the end, so that no step follows another in one turn
            moved = here[n] * chances[n]
            here[n] -= moved
            here[n + 1] += moved
        within.append(here[-1])
    return Route(tuple(places), chances, sum((1 / chance for chance in chances), Fraction(0)), tuple(within))


def routes(steps: StepChances, start: str, goal: str, turns: int) -> list[Route]:
    """All routes without a repeated place, those with the fewest turns on average first; only these if there are
    very many.
    """
    graph: nx.DiGraph[str] = nx.DiGraph()
    for (one, other), chance in steps.items():
        if chance:
            graph.add_edge(one, other, turns=1 / chance)
    if start not in graph or goal not in graph or not nx.has_path(graph, start, goal):
        return []
    found: Iterator[list[str]] = nx.shortest_simple_paths(graph, start, goal, weight="turns")
    return [route_of(steps, places, turns) for places in islice(found, MOST)]


def best_within(steps: StepChances, start: str, goal: str, turns: int) -> list[Fraction]:
    """The chance of arriving within 0, 1, … turns if each step is chosen by how many are left."""
    onward: dict[str, list[tuple[str, Fraction]]] = {}
    for (one, other), chance in steps.items():
        onward.setdefault(one, []).append((other, chance))
    places = {place for pair in steps for place in pair} | {start, goal}
    now = {place: Fraction(place == goal) for place in places}
    found = [now[start]]
    for _ in range(turns):
        now = {
            place: max(
                [chance * now[other] + (1 - chance) * now[place] for other, chance in onward.get(place, ())],
                default=now[place],
            )
            if place != goal
            else Fraction(1)
            for place in places
        }
        found.append(now[start])
    return found
