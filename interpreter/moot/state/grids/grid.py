"""The interface of a grid, whatever the shape of its places."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

Spot = tuple[int, int]  # column and row of a place, as printed
Axial = tuple[int, int]  # a place, or a step, on the two axes along which steps are the same everywhere
Point = tuple[float, float]  # rightwards and downwards

_NUMBER = re.compile(r"[0-9]{1,4}")
_LETTERED = re.compile(r"([a-z])([0-9]{1,2})")


class Grid(ABC):
    """Each type of grid is a frozen dataclass with these fields, and those that `choices` names.

    `first`: the label in the corner, which sets the scheme: either a number, such as 0101, in the upper left corner, or
    a letter and a number, such as a1, in the lower left one, from which rows are counted upwards. `one`: the compass
    point of direction 1, or empty for the default.
    """

    shape: ClassVar[str]  # the word of the language, which is also that for several places
    place: ClassVar[str]  # the word for one of them
    choices: ClassVar[Mapping[str, tuple[object, ...]]] = {}  # more fields and their possible values, the default first

    columns: int
    rows: int
    first: str
    one: str

    @abstractmethod
    def __init__(self, **fields: Any) -> None: ...

    @classmethod
    def keys(cls) -> tuple[str, ...]:
        """The names of its fields, which are the keys of `grid` in a map."""
        return ("columns", "rows", "first", "one", *cls.choices)

    def dump(self) -> tuple[str, dict[str, Any]]:
        """Plain data."""
        return self.shape, {key: getattr(self, key) for key in self.keys()}

    @property
    def lettered(self) -> bool:
        """Whether columns are letters."""
        return self.first[0].isalpha()

    @property
    def labels(self) -> str:
        """The label of each place."""
        return "a letter and a number" if self.lettered else "a number of four digits"

    @property
    def corner(self) -> Spot:
        """The least column and row."""
        return self.spot_of(self.first) or (1, 1)

    def label(self, spot: Spot) -> str:
        """The label of a place: two digits each for column and row, or the letter of its column and its row number."""
        return f"{chr(ord('a') - 1 + spot[0])}{spot[1]}" if self.lettered else f"{spot[0]:02d}{spot[1]:02d}"

    def edge_labels(self, spot: Spot) -> tuple[str, str]:
        """The labels of its column and its row."""
        label = self.label(spot)
        cut = 1 if self.lettered else 2
        return label[:cut], label[cut:]

    def spot_of(self, label: str) -> Spot | None:
        """The spot of a label as typed, a number perhaps without its leading zeros; None for other words."""
        if not self.lettered:
            return divmod(int(label), 100) if _NUMBER.fullmatch(label) else None
        found = _LETTERED.fullmatch(label)
        return (ord(found[1]) + 1 - ord("a"), int(found[2])) if found else None

    def nearest(self, label: str, spots: Iterable[Spot]) -> str:
        """The label, among those of the spots, that was most likely meant; empty if none can be suggested."""
        meant = self.spot_of(label)
        if meant is None:
            return ""
        column, row = meant
        found = min(spots, key=lambda s: (abs(s[0] - column) + abs(s[1] - row), s), default=None)
        return "" if found is None else self.label(found)

    @property
    def too_large(self) -> bool:
        """Whether labels have no room for its last column or row."""
        column, row = self.corner
        return column + self.columns > (27 if self.lettered else 100) or row + self.rows > 100

    def drawn(self, spot: Spot) -> Spot:
        """The spot with its row counted from above, and the other way round."""
        return (spot[0], 2 * self.corner[1] + self.rows - 1 - spot[1]) if self.lettered else spot

    @property
    @abstractmethod
    def compass(self) -> Mapping[str, Axial]:
        """The compass points of the directions, clockwise, and the steps there."""

    @property
    def lie(self) -> str:
        """Its orientation, if that decides the compass points: `where columns run straight`."""
        return ""

    def directions(self) -> tuple[str, ...]:
        """The compass points of the directions 1, 2 …"""
        points = tuple(self.compass)
        turn = points.index(self.one) if self.one in points else 0
        return points[turn:] + points[:turn]

    @abstractmethod
    def axial(self, spot: Spot) -> Axial:
        """The spot on the two axes."""

    @abstractmethod
    def spot(self, axial: Axial) -> Spot:
        """The inverse of `axial`."""

    def around(self, spot: Spot) -> list[Spot]:
        """The spots around it, in the order of directions, whether or not they are on the map."""
        q, r = self.axial(spot)
        steps = (self.compass[point] for point in self.directions())
        return [self.spot((q + s, r + t)) for s, t in steps]

    @abstractmethod
    def distances(self, here: Axial, others: Iterable[Axial]) -> list[int]:
        """Steps to each of the others, as if there were no edge. No step goes farther than 1 along an axis."""

    @abstractmethod
    def line(self, start: Axial, goal: Axial) -> list[Axial]:
        """The places on the line from centre to centre, ends included, nearest first, on the map or off it."""

    @abstractmethod
    def crosses(self, start: Axial, goal: Axial, side: tuple[Axial, Axial]) -> bool:
        """Whether that line crosses the side between two neighbours that it runs through, or runs along it."""

    @abstractmethod
    def halves(self, spot: Spot) -> Spot:
        """The position of a place drawn as a brick: to the right and downwards, in half bricks."""

    @abstractmethod
    def centre(self, spot: Spot) -> Point:
        """The position of a place in a drawing, in the unit in which corners are 1 from the centre."""

    @abstractmethod
    def corners(self) -> list[Point]:
        """The corners of a place around its centre."""
