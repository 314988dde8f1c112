"""Boards in play: tables of integers, by the numbers of places and sides. What is dear is made when first read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

Spot = tuple[int, int]
K = TypeVar("K")
V = TypeVar("V")

# The six steps on two slanting axes (see pack.boards.Grid.axial), clockwise; the sum of two that follow one another is
# a corner of the hex, in thirds.
_AROUND = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
_CORNERS = tuple(
    (_AROUND[n][0] + _AROUND[n - 5][0], _AROUND[n][1] + _AROUND[n - 5][1]) for n in range(6)
)  # corner n lies between the steps n and n + 1


@dataclass(slots=True)
class BoardRow:
    """A board of the layout. Places and sides are given by their numbers as things."""

    name: str
    shape: str  # hexes, graph
    place: str  # kind of the places
    side: str  # kind of what lies between two of them; may be empty
    first: int  # number of the first place; the others follow
    around: list[list[int]]  # of each place: hexes: six, in order of direction, -1 off the map; graph: its neighbours
    links: list[tuple[int, int, int]]  # from, to, the side between: only where it is a thing
    spots: list[Spot]  # hexes: column and row of each place
    axial: list[Spot]  # hexes: the same on two slanting axes
    names: dict[str, int]  # further names of places and sides
    areas: dict[str, tuple[int, ...]]
    straight: str = "columns"
    shifted: str = "even"
    one: str = ""  # the compass point of direction 1

    @property
    def places(self) -> range:
        return range(self.first, self.first + len(self.around))


class Made(dict[K, V]):
    """A table whose rows are made when they are first read."""

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: K) -> V:
        self[key] = found = self.make(key)
        return found


@dataclass(slots=True)
class _Tables:
    """The tables of one board, by the letter that stands before its name in compiled code."""

    board: BoardRow
    next: dict[int, tuple[int, ...]] = field(default_factory=dict)
    at: dict[Spot, int] = field(default_factory=dict)

    def made(self, things: int) -> dict[str, object]:
        """`things`: how many things there are. Tables over all places are lists with room for every thing, so that a
        thing's number is its index there.
        """
        board = self.board
        hexes = board.shape == "hexes"
        places = board.places
        self.next = {h: tuple(g for g in row if g >= 0) for h, row in zip(places, board.around, strict=True)}
        self.at = {spot: board.first + n for n, spot in enumerate(board.axial)}
        between: dict[int, dict[int, int]] = {h: {} for h in places}
        across: dict[int, dict[int, int]] = {}
        for h, g, side in board.links:
            between[h][g] = side
            across.setdefault(side, {})[h] = g
            across[side].setdefault(g, h)

        def spread(rows: dict[int, V]) -> list[V | None]:
            return [rows.get(thing) for thing in range(things)]

        found: dict[str, object] = {
            "N": spread(self.next),
            "L": spread(between),
            "S": spread({h: tuple(dict.fromkeys(row.values())) for h, row in between.items()}),
            "E": spread({side: tuple(ends)[:2] for side, ends in across.items()}),
            "X": spread(across),
            "D": Made(self.distances if hexes else self.steps),
            "W": Made(self.ring),
        }
        if hexes:
            by_direction = {
                h: tuple(g if g >= 0 else None for g in row) for h, row in zip(places, board.around, strict=True)
            }
            found["B"] = spread({h: (None, *row) for h, row in by_direction.items()})
            found["R"] = spread(
                {h: {g: n for n, g in enumerate(row, 1) if g is not None} for h, row in by_direction.items()}
            )
            lines = Lines(board, self.at, between)
            found["T"] = Made(lines.line)
            found["V"] = Made(lines.crossed)
        return {f"{letter}_{board.name}": table for letter, table in found.items()}

    def distances(self, h: int) -> list[int | None]:
        """Steps on the plain grid from one hex to each; indices are numbers of things."""
        axial, first = self.board.axial, self.board.first
        q, r = axial[h - first]
        row = [max(abs(q - s), abs(r - t), abs(q + r - s - t)) for s, t in axial]
        return [None] * first + row

    def steps(self, h: int) -> list[int | None]:
        """Fewest links from one place to each; none where no way leads."""
        row: list[int | None] = [None] * (self.board.first + len(self.board.around))
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
        board = self.board
        if board.shape == "hexes" and 3 * n * n < len(board.around):
            q, r = board.axial[h - board.first]
            span = range(-n, n + 1)
            near = [
                (max(abs(s), abs(t), abs(s + t)), self.at[q + s, r + t])
                for s in span
                for t in span
                if -n <= s + t <= n and (q + s, r + t) in self.at
            ]
        else:
            row = self.distances(h) if board.shape == "hexes" else self.steps(h)
            near = [(far, g) for g, far in enumerate(row) if far is not None and far <= n]
        return tuple(g for _, g in sorted(near))


class Lines:
    """Straight lines from centre to centre over a board of hexes."""

    def __init__(self, board: BoardRow, at: dict[Spot, int], links: Mapping[int, Mapping[int, int]]) -> None:
        self.board = board
        self.at = at
        self.links = links

    def line(self, ends: tuple[int, int]) -> tuple[int, ...]:
        """The hexes that the line from the one to the other runs through, ends included, nearest first."""
        return tuple(self.at[spot] for spot in self.spots(ends) if spot in self.at)

    def spots(self, ends: tuple[int, int]) -> list[Spot]:
        """The same on the two axes, whether or not they are on the map."""
        start, goal = (self.board.axial[end - self.board.first] for end in ends)
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
                if _runs_through(step, (at[0], at[1])):
                    found.append((start[0] + at[0], start[1] + at[1]))
        return [*found, goal] if far else found

    def crossed(self, ends: tuple[int, int]) -> tuple[int, ...]:
        """The sides that are things between hexes of the line which it crosses or runs along."""
        start, goal = (self.board.axial[end - self.board.first] for end in ends)
        step = (goal[0] - start[0], goal[1] - start[1])
        spots = self.spots(ends)
        found = []
        for n, one in enumerate(spots):
            for other in spots[n + 1 :]:
                apart = (other[0] - one[0], other[1] - one[1])
                if apart not in _AROUND or one not in self.at or other not in self.at:
                    continue
                side = self.links[self.at[one]].get(self.at[other])
                if side is not None and _crosses(step, (one[0] - start[0], one[1] - start[1]), apart):
                    found.append(side)
        return tuple(dict.fromkeys(found))


def _corners(step: Spot, hex: Spot) -> list[int]:
    """Of each corner of a hex, on which side of the line from 0 along `step` it lies: below 0, 0, above 0."""
    return [step[0] * (3 * hex[1] + r) - step[1] * (3 * hex[0] + q) for q, r in _CORNERS]


def _runs_through(step: Spot, hex: Spot) -> bool:
    """Whether the line runs through the inside of a hex, or along one of its sides."""
    corners = _corners(step, hex)
    inside = min(corners) < 0 < max(corners)
    return inside or any(corners[n] == corners[n - 1] == 0 for n in range(6))


def _crosses(step: Spot, hex: Spot, apart: Spot) -> bool:
    """Whether the line goes along the side between a hex and the one that lies `apart`, or from inside to inside."""
    corners = _corners(step, hex)
    n = _AROUND.index(apart)
    one, other = corners[n - 1], corners[n]
    if one == other == 0:
        return True
    beyond = _corners(step, (hex[0] + apart[0], hex[1] + apart[1]))
    both_inside = min(corners) < 0 < max(corners) and min(beyond) < 0 < max(beyond)
    return both_inside and min(one, other) <= 0 <= max(one, other)


def board_tables(boards: Iterable[BoardRow], things: int) -> dict[str, object]:
    """What compiled code reads of boards: N_map, D_map …, by the letters of `_Tables.made`."""
    found: dict[str, object] = {}
    for board in boards:
        found.update(_Tables(board).made(things))
    return found


# ------------------------------------------------------------------------------------------------ of what may be none


def row_of(table: Sequence[tuple[int, ...]], h: int | None) -> tuple[int, ...]:
    """A row of a table; of none: nothing."""
    return () if h is None else table[h]


def entry_of(table: Sequence[Mapping[int, int]], h: int | None, g: int | None) -> int | None:
    """What a table of tables holds for two places; none where either is none, or where it holds nothing."""
    return None if h is None or g is None else table[h].get(g)


def far(table: Mapping[int, Sequence[int]], h: int | None, g: int | None) -> int | None:
    """A distance; of none: none."""
    return None if h is None or g is None else table[h][g]


def neighbour(table: Sequence[Sequence[int | None]], h: int | None, d: int | None) -> int | None:
    """The hex in a direction; none off the map, and in no direction."""
    return table[h][d] if h is not None and d is not None and 1 <= d <= 6 else None


def near(table: Mapping[Spot, tuple[int, ...]], h: int | None, n: int | None) -> tuple[int, ...]:
    """The places at distance n at most."""
    return () if h is None or n is None or n < 0 else table[h, n]


def line_of(table: Mapping[Spot, tuple[int, ...]], h: int | None, g: int | None) -> tuple[int, ...]:
    return () if h is None or g is None else table[h, g]


BOARD_HELPERS: dict[str, object] = {f.__name__: f for f in (row_of, entry_of, far, neighbour, near, line_of)} | {
    "Made": Made
}
