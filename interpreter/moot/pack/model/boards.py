"""Boards: places, who is next to whom, and what lies between them. Frozen here; `state` makes integers of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ...lang.source import NOWHERE, Span

Spot = tuple[int, int]  # column and row of a hex, as printed

# Compass points in clockwise order from the first, and the steps to them along the two axes of `Grid.axial`.
COMPASS = {
    "columns": ("north", "north-east", "south-east", "south", "south-west", "north-west"),
    "rows": ("north-east", "east", "south-east", "south-west", "west", "north-west"),
}
_STEPS = {
    "columns": ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
    "rows": ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
}


@dataclass(frozen=True, slots=True)
class Grid:
    """How hexes lie. `straight`: columns or rows, which of the two run in a straight line; of these the `shifted` (even
    or odd ones) lie half a hex lower, or further right. `one`: the compass point of direction 1.
    """

    columns: int = 1
    rows: int = 1
    straight: str = "columns"
    shifted: str = "even"
    first: Spot = (1, 1)
    one: str = ""

    def axial(self, spot: Spot) -> Spot:
        """The hex on two slanting axes; with the third, -(q + r), they are its cube coordinates."""
        column, row = spot
        if self.straight == "columns":
            return column, row - self._halves(column)
        return column - self._halves(row), row

    def spot(self, axial: Spot) -> Spot:
        """What `axial` makes of it, back again."""
        q, r = axial
        if self.straight == "columns":
            return q, r + self._halves(q)
        return q + self._halves(r), r

    def _halves(self, line: int) -> int:
        odd = line % 2
        return (line + (odd if self.shifted == "even" else -odd)) // 2

    def directions(self) -> tuple[str, ...]:
        """The compass points of the directions 1 to 6."""
        points = COMPASS[self.straight]
        turn = points.index(self.one) if self.one in points else 0
        return points[turn:] + points[:turn]

    def neighbours(self, spot: Spot) -> list[Spot]:
        """The six spots around it, in the order of directions, whether or not they are on the map."""
        q, r = self.axial(spot)
        steps = dict(zip(COMPASS[self.straight], _STEPS[self.straight], strict=True))
        return [self.spot((q + steps[point][0], r + steps[point][1])) for point in self.directions()]

    def distance(self, one: Spot, other: Spot) -> int:
        """Steps from one to the other, as if there were no edge."""
        (q, r), (s, t) = self.axial(one), self.axial(other)
        return max(abs(q - s), abs(r - t), abs(q + r - s - t))


def number_of(spot: Spot) -> int:
    """The printed number: column and row, two figures each."""
    return spot[0] * 100 + spot[1]


def spot_of(number: int) -> Spot:
    return divmod(number, 100)


@dataclass(slots=True, eq=False)
class Board:
    """A board as linked. Places are known by their position in `places`, here called their index."""

    id: str
    shape: str  # hexes or graph
    place: str  # kind of the places
    side: str  # kind of what lies between two places; may be empty
    places: list[str]  # ids, in the order in which they are things
    around: list[
        list[int]
    ]  # hexes: the indices of six places in order of direction, -1 off the map; graph: of neighbours
    links: dict[tuple[int, int], str]  # two indices, both ways, to the id of the side between; only where it is a thing
    spots: list[Spot] = field(default_factory=list)  # hexes: column and row of each; graph: empty
    letters: list[str] = field(default_factory=list)  # hexes: the letter of each, empty without letters; graph: empty
    names: dict[str, str] = field(default_factory=dict)  # further names of places and sides
    areas: dict[str, list[str]] = field(default_factory=dict)  # named sets of places
    grid: Grid = Grid()
    at: Span = NOWHERE
    changed_at: dict[str, Span] = field(default_factory=dict)  # where later packs change its map, or draw it anew
    named_at: dict[str, Span] = field(default_factory=dict)  # where each name is given
    areas_at: dict[str, Span] = field(default_factory=dict)  # and each area
    connected: dict[str, Span] = field(default_factory=dict)  # areas that must hang together, and where that is said
    drawing: dict[str, Any] = field(default_factory=dict)  # what its map says of pictures, by key: each a YamlEntry
    prefix: str = ""  # what stands before the number in the ids of hexes: empty for the first board of hexes

    def hex(self, number: int) -> str | None:
        """The id of the hex that has this number, if there is one."""
        ident = f"{self.prefix}{number:04d}"
        return ident if number >= 0 and spot_of(number) in self.spots else None

    def nearest(self, number: int) -> str:
        """The number of the hex that is nearest to one that is not there, in four figures; empty on an empty board."""
        return nearest_number(number, self.spots)


def nearest_number(number: int, spots: Iterable[Spot]) -> str:
    """The number, among those of the spots, that was most likely meant by this one: the one that lies nearest."""
    column, row = spot_of(max(number, 0))
    found = min(spots, key=lambda s: (abs(s[0] - column) + abs(s[1] - row), s), default=None)
    return "" if found is None else f"{number_of(found):04d}"
