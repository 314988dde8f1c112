"""Hexes: columns or rows of them run in a straight line, and every second of these is shifted by half a hex."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import cos, pi, sin, sqrt
from typing import ClassVar, TypeVar

from .grid import Axial, Grid, Point, Spot

N = TypeVar("N", int, float)

# The steps to the six around on two slanting axes, clockwise. With a third, -(q + r), they are cube coordinates.
_AROUND = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
_FROM_NEXT = _AROUND[1:] + _AROUND[:1]
# The sum of two consecutive steps is a corner, in thirds: corner n is between the steps n and n + 1.
_CORNERS = tuple((q + s, r + t) for (q, r), (s, t) in zip(_AROUND, _FROM_NEXT, strict=True))
_POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
_COMPASS = {
    "columns": dict(zip((p for p in _POINTS if p not in ("east", "west")), _AROUND, strict=True)),
    "rows": dict(zip((p for p in _POINTS if p not in ("north", "south")), _FROM_NEXT, strict=True)),
}


@dataclass(frozen=True)
class HexGrid(Grid):
    """`straight`: columns or rows, whichever run in a straight line. The `shifted` ones (even or odd) are half a hex
    lower, or farther right; or each is shifted against the one before.
    """

    shape: ClassVar[str] = "hexes"
    place: ClassVar[str] = "hex"
    choices: ClassVar[Mapping[str, tuple[object, ...]]] = {
        "straight": ("columns", "rows"),
        "shifted": ("even", "odd", "each"),
    }

    columns: int = 1
    rows: int = 1
    straight: str = "columns"
    shifted: str = "even"
    first: str = "0101"
    one: str = ""

    @property
    def compass(self) -> Mapping[str, Axial]:
        return _COMPASS[self.straight]

    @property
    def lie(self) -> str:
        return f"where {self.straight} run straight"

    def _turned(self, pair: tuple[N, N]) -> tuple[N, N]:
        """A pair of column and row with the line that runs straight first: swapped where rows do."""
        return pair if self.straight == "columns" else pair[::-1]

    @property
    def _even_ones(self) -> bool:
        """Whether those lines are shifted that are even in the drawing: there rows may be counted the other way."""
        other_way = self.lettered and self.straight == "rows" and self.rows % 2 == 0
        return (self.shifted == "even") != other_way

    def _slant(self, line: int) -> int:
        """How many steps the slanting axis has gone down by this line."""
        if self.shifted == "each":
            return 0
        return (line + (line % 2 if self._even_ones else -(line % 2))) // 2

    def axial(self, spot: Spot) -> Axial:
        line, place = self._turned(self.drawn(spot))
        return self._turned((line, place - self._slant(line)))

    def spot(self, axial: Axial) -> Spot:
        line, place = self._turned(axial)
        return self.drawn(self._turned((line, place + self._slant(line))))

    def distances(self, here: Axial, others: Iterable[Axial]) -> list[int]:
        q, r = here
        return [max(abs(q - s), abs(r - t), abs(q + r - s - t)) for s, t in others]

    def line(self, start: Axial, goal: Axial) -> list[Axial]:
        step = (goal[0] - start[0], goal[1] - start[1])
        cube = (*step, -step[0] - step[1])
        far = max(map(abs, cube))
        longest = max(range(3), key=lambda axis: abs(cube[axis]))
        other = (longest + 1) % 3
        found = [start]
        for n in range(1, far):
            near = cube[other] * n // far
            for value in (near - 1, near, near + 1, near + 2):
                at = [0, 0, 0]
                at[longest] = n if cube[longest] > 0 else -n
                at[other] = value
                at[3 - longest - other] = -at[longest] - value
                corners = _sides_of_line(step, (at[0], at[1]))
                if _is_inside(corners) or any(corners[n] == corners[n - 1] == 0 for n in range(6)):
                    found.append((start[0] + at[0], start[1] + at[1]))
        return [*found, goal] if far else found

    def crosses(self, start: Axial, goal: Axial, side: tuple[Axial, Axial]) -> bool:
        step = (goal[0] - start[0], goal[1] - start[1])
        (q, r), (s, t) = side
        corners = _sides_of_line(step, (q - start[0], r - start[1]))
        n = _AROUND.index((s - q, t - r))
        one, other = corners[n - 1], corners[n]
        if one == other == 0:
            return True
        beyond = _sides_of_line(step, (s - start[0], t - start[1]))
        return _is_inside(corners) and _is_inside(beyond) and min(one, other) <= 0 <= max(one, other)

    def halves(self, spot: Spot) -> Spot:
        line, place = self._turned(self.axial(spot))
        return self._turned((2 * line, 2 * place + line + self._even_ones))

    def centre(self, spot: Spot) -> Point:
        line, place = self._turned(self.halves(spot))
        return self._turned((line * 0.75, place * sqrt(0.75)))

    def corners(self) -> list[Point]:
        turn = 0.0 if self.straight == "columns" else pi / 6
        return [(cos(turn + k * pi / 3), sin(turn + k * pi / 3)) for k in range(6)]


def _sides_of_line(step: Axial, hex: Axial) -> list[int]:
    """For each corner of a hex, its side of the line from 0 along `step`: below 0, 0, above 0."""
    return [step[0] * (3 * hex[1] + r) - step[1] * (3 * hex[0] + q) for q, r in _CORNERS]


def _is_inside(corners: list[int]) -> bool:
    """Whether the line runs through the inside of a hex with these corners."""
    return min(corners) < 0 < max(corners)
