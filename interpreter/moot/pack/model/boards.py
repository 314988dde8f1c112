"""Boards: places, adjacency, and the things between places. Frozen here; `state` turns them into integers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ...lang.source import NOWHERE, Span
from ...state.grids.grid import Grid, Spot


@dataclass(slots=True, eq=False)
class Board:
    """A board as linked. Places are known by their position in `places`, here called their index."""

    id: str
    grid: Grid | None  # None: a graph
    place: str  # kind of the places
    side: str  # the kind of things between two places; may be empty
    places: list[str]  # ids, in the order in which they are things
    around: list[list[int]]  # grid: indices of places in order of direction, -1 off the map; graph: of neighbours
    links: dict[tuple[int, int], str]  # two indices, both ways, to the id of the side between; only where it is a thing
    spots: list[Spot] = field(default_factory=list)  # grid: column and row of each; graph: empty
    letters: list[str] = field(default_factory=list)  # grid: the letter of each, empty without letters; graph: empty
    names: dict[str, str] = field(default_factory=dict)  # more names of places and sides
    areas: dict[str, list[str]] = field(default_factory=dict)  # named sets of places
    at: Span = NOWHERE
    changed_at: dict[str, Span] = field(default_factory=dict)  # where later packs change its map, or draw another
    named_at: dict[str, Span] = field(default_factory=dict)  # where each name is given
    areas_at: dict[str, Span] = field(default_factory=dict)  # and each area
    connected: dict[str, Span] = field(
        default_factory=dict
    )  # areas that must be connected, and where the map requires it
    drawing: dict[str, Any] = field(default_factory=dict)  # the map's settings for pictures, by key: each an YamlEntry
    prefix: str = ""  # the prefix of the label in ids of places: empty for the first board with a grid

    def numbered(self, number: int) -> str | None:
        """The id of the place that a number means, if there is one."""
        return self.labelled(f"{number:04d}")

    def labelled(self, label: str) -> str | None:
        """The id of the place of that label, if there is one."""
        spot = None if self.grid is None else self.grid.spot_of(label)
        return f"{self.prefix}{self.grid.label(spot)}" if self.grid is not None and spot in self.spots else None

    def nearest(self, label: str) -> str:
        """The label of the place that is nearest to one that is not there; empty if none can be suggested."""
        return "" if self.grid is None else self.grid.nearest(label, self.spots)
