"""Boards in play: tables of integers, by the numbers of places and sides. Expensive tables are computed when first
read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from .grids.grid import Grid, Spot

K = TypeVar("K")
V = TypeVar("V")


@dataclass(slots=True)
class BoardRow:
    """A board of the layout. Places and sides are given by their numbers as things."""

    name: str
    grid: Grid | None  # None: a graph
    place: str  # kind of the places
    side: str  # the kind of things between two of them; may be empty
    first: int  # number of the first place; the others follow
    around: list[list[int]]  # of each place: grid: in order of direction, -1 off the map; graph: its neighbours
    links: list[tuple[int, int, int]]  # from, to, the side between: only where it is a thing
    axial: list[Spot]  # grid: each place on its axes
    names: dict[str, int]  # more names of places and sides
    areas: dict[str, tuple[int, ...]]

    @property
    def places(self) -> range:
        return range(self.first, self.first + len(self.around))


class LazyTable(dict[K, V]):
    """A table whose rows are made when they are first read."""

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: K) -> V:
        self[key] = found = self.make(key)
        return found


class _Tables:
    """The tables of one board, by the letter that comes before its name in compiled code."""

    def __init__(self, board: BoardRow) -> None:
        self.board = board
        self.next = {h: tuple(g for g in row if g >= 0) for h, row in zip(board.places, board.around, strict=True)}
        self.between: dict[int, dict[int, int]] = {h: {} for h in board.places}
        for h, g, side in board.links:
            self.between[h][g] = side

    def made(self, things: int) -> dict[str, object]:
        """`things`: how many things there are. Tables over all places are lists with room for every thing, so that a
        thing's number is its index there.
        """
        across: dict[int, dict[int, int]] = {}
        for h, g, side in self.board.links:
            across.setdefault(side, {})[h] = g
            across[side].setdefault(g, h)
        return {
            "N": _spread(self.next, things),
            "L": _spread(self.between, things),
            "S": _spread({h: tuple(dict.fromkeys(row.values())) for h, row in self.between.items()}, things),
            "E": _spread({side: tuple(ends)[:2] for side, ends in across.items()}, things),
            "X": _spread(across, things),
            "D": LazyTable(self.far),
            "W": LazyTable(self.ring),
        }

    def far(self, h: int) -> list[int | None]:
        """Fewest links from one place to each, by the numbers of things; none where no way leads."""
        row: list[int | None] = [None] * self.board.places.stop
        row[h] = 0
        queue = [h]
        for here in queue:
            for there in self.next[here]:
                if row[there] is None:
                    row[there] = row[here] + 1  # type: ignore[operator]
                    queue.append(there)
        return row

    def ring(self, asked: tuple[int, int]) -> tuple[int, ...]:
        """The places at distance n of a place at most, nearest first, then in the order of the map."""
        h, n = asked
        found = sorted((far, g) for g, far in enumerate(self.far(h)) if far is not None and far <= n)
        return tuple(g for _, g in found)


class _GridTables(_Tables):
    """The same of a board with a grid. Lines lead from centre to centre."""

    def __init__(self, board: BoardRow, grid: Grid) -> None:
        super().__init__(board)
        self.grid = grid
        self.at = {spot: board.first + n for n, spot in enumerate(board.axial)}

    def made(self, things: int) -> dict[str, object]:
        around = dict(zip(self.board.places, self.board.around, strict=True))
        return super().made(things) | {
            "B": _spread({h: (None, *(g if g >= 0 else None for g in row)) for h, row in around.items()}, things),
            "R": _spread({h: {g: n for n, g in enumerate(row, 1) if g >= 0} for h, row in around.items()}, things),
            "Y": LazyTable(self.ray),
            "T": LazyTable(self.line),
            "V": LazyTable(self.crossed),
        }

    def axial(self, h: int) -> Spot:
        return self.board.axial[h - self.board.first]

    def far(self, h: int) -> list[int | None]:
        """Steps on the plain grid from one place to each."""
        return [None] * self.board.first + self.grid.distances(self.axial(h), self.board.axial)

    def ring(self, asked: tuple[int, int]) -> tuple[int, ...]:
        h, n = asked
        if len(self.grid.compass) * n * n >= 2 * len(self.board.around):
            return super().ring(asked)
        q, r = self.axial(h)
        span = range(-n, n + 1)
        spots = [spot for s in span for t in span if (spot := (q + s, r + t)) in self.at]
        found = zip(self.grid.distances((q, r), spots), map(self.at.__getitem__, spots), strict=True)
        return tuple(g for far, g in sorted(found) if far <= n)

    def ray(self, asked: tuple[int, int]) -> tuple[int, ...]:
        """The places in a direction, nearest first, up to the edge or a gap; none for an invalid direction."""
        h, d = asked
        found: list[int] = []
        while 0 < d <= len(self.grid.compass) and (h := self.board.around[h - self.board.first][d - 1]) >= 0:
            found.append(h)
        return tuple(found)

    def line(self, ends: tuple[int, int]) -> tuple[int, ...]:
        """The places that the line from the one to the other runs through, ends included, nearest first."""
        return tuple(self.at[spot] for spot in self.grid.line(*map(self.axial, ends)) if spot in self.at)

    def crossed(self, ends: tuple[int, int]) -> tuple[int, ...]:
        """The sides that are things between places of the line which it crosses or runs along."""
        start, goal = map(self.axial, ends)
        found: dict[int, None] = {}
        for one, other in combinations(self.line(ends), 2):
            side = self.between[one].get(other)
            if side is not None and self.grid.crosses(start, goal, (self.axial(one), self.axial(other))):
                found[side] = None
        return tuple(found)


def _spread(rows: Mapping[int, V], things: int) -> list[V | None]:
    return [rows.get(thing) for thing in range(things)]


def board_tables(boards: Iterable[BoardRow], things: int) -> dict[str, object]:
    """The names under which compiled code reads boards: N_map, D_map …, by the letters of `_Tables.made`."""
    found: dict[str, object] = {}
    for board in boards:
        tables = _Tables(board) if board.grid is None else _GridTables(board, board.grid)
        found |= {f"{letter}_{board.name}": table for letter, table in tables.made(things).items()}
    return found


# ------------------------------------------------------------------------------------------------ optional values


def row_of(table: Sequence[tuple[int, ...]], h: int | None) -> tuple[int, ...]:
    """A row of a table, or an empty one for none."""
    return () if h is None else table[h]


def entry_of(table: Sequence[Mapping[int, int]], h: int | None, g: int | None) -> int | None:
    """The entry of a table of tables for two places; none if either is none, or if there is no entry."""
    return None if h is None or g is None else table[h].get(g)


def far(table: Mapping[int, Sequence[int]], h: int | None, g: int | None) -> int | None:
    """A distance, or none for none."""
    return None if h is None or g is None else table[h][g]


def neighbour(table: Sequence[Sequence[int | None]], h: int | None, d: int | None) -> int | None:
    """The place in a direction; none off the map, and in no direction."""
    return table[h][d] if h is not None and d is not None and 0 < d < len(table[h]) else None


def near(table: Mapping[Spot, tuple[int, ...]], h: int | None, n: int | None) -> tuple[int, ...]:
    """The places at distance n at most."""
    return () if h is None or n is None or n < 0 else table[h, n]


def line_of(table: Mapping[Spot, tuple[int, ...]], h: int | None, g: int | None) -> tuple[int, ...]:
    return () if h is None or g is None else table[h, g]


BOARD_HELPERS: dict[str, object] = {f.__name__: f for f in (row_of, entry_of, far, neighbour, near, line_of)}
