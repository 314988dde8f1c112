"""Squares: columns and rows both run in straight lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import ClassVar

from .grid import Axial, Grid, Point, Spot

_COMPASS = {
    "north": (0, -1),
    "north-east": (1, -1),
    "east": (1, 0),
    "south-east": (1, 1),
    "south": (0, 1),
    "south-west": (-1, 1),
    "west": (-1, 0),
    "north-west": (-1, -1),
}


@dataclass(frozen=True)
class SquareGrid(Grid):
    """`neighbours`: the number of squares adjacent to a square: 4, or 8 with those that touch only at a corner."""

    shape: ClassVar[str] = "squares"
    place: ClassVar[str] = "square"
    choices: ClassVar[Mapping[str, tuple[object, ...]]] = {"neighbours": (4, 8)}

    columns: int = 1
    rows: int = 1
    neighbours: int = 4
    first: str = "0101"
    one: str = ""

    @property
    def compass(self) -> Mapping[str, Axial]:
        return {point: step for point, step in _COMPASS.items() if self.neighbours == 8 or "-" not in point}

    @property
    def lie(self) -> str:
        return "" if self.neighbours == 8 else "if it has 4 neighbours"

    def axial(self, spot: Spot) -> Axial:
        return self.drawn(spot)

    def spot(self, axial: Axial) -> Spot:
        return self.drawn(axial)

    def distances(self, here: Axial, others: Iterable[Axial]) -> list[int]:
        x, y = here
        if self.neighbours == 8:
            return [max(abs(x - s), abs(y - t)) for s, t in others]
        return [abs(x - s) + abs(y - t) for s, t in others]

    def line(self, start: Axial, goal: Axial) -> list[Axial]:
        wide, high = abs(goal[0] - start[0]), abs(goal[1] - start[1])
        right, down = (1 if goal[n] > start[n] else -1 for n in (0, 1))
        x = y = 0
        found = [start]
        while (x, y) != (wide, high):
            beside, below = (2 * x + 1) * high, (2 * y + 1) * wide  # when the line leaves there; at once in a corner
            x, y = x + (beside <= below), y + (below <= beside)
            found.append((start[0] + right * x, start[1] + down * y))
        return found

    def crosses(self, start: Axial, goal: Axial, side: tuple[Axial, Axial]) -> bool:
        line = self.line(start, goal)
        return abs(line.index(side[0]) - line.index(side[1])) == 1

    def halves(self, spot: Spot) -> Spot:
        column, row = self.drawn(spot)
        return 2 * column, 2 * row

    def centre(self, spot: Spot) -> Point:
        column, row = self.drawn(spot)
        return sqrt(2) * column, sqrt(2) * row

    def corners(self) -> list[Point]:
        half = sqrt(0.5)
        return [(-half, -half), (half, -half), (half, half), (-half, half)]
