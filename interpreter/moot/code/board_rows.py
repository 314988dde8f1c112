"""From linked boards to the tables of numbers that play reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..pack.boards import Board
from ..state.boards import BoardRow
from . import symbols
from .types import THING, Thing, Type

if TYPE_CHECKING:
    from .build import Build


def board_row(board: Board, copies: dict[str, list[int]]) -> BoardRow:
    """A board by the numbers of its places and sides. `copies`: for each title its things."""
    number = {title: things[0] for title, things in copies.items()}
    first = number[board.places[0]] if board.places else 0
    grid = board.grid
    return BoardRow(
        board.id,
        board.shape,
        board.place,
        board.side,
        first,
        [[first + g if g >= 0 else -1 for g in row] for row in board.around],
        [(first + h, first + g, number[side]) for (h, g), side in board.links.items()],
        list(board.spots),
        [grid.axial(spot) for spot in board.spots],
        {name: number[title] for name, title in board.names.items() if title in number},
        {name: tuple(number[title] for title in titles) for name, titles in board.areas.items()},
        grid.straight,
        grid.shifted,
        grid.directions()[0] if board.shape == "hexes" else "",
    )


def area(build: Build, ref: symbols.Area) -> tuple[str, str]:
    """The constants that hold an area: in order, and as a set."""
    places = tuple(build.copies[title][0] for title in ref.places)
    return build.constant(f"AREA_{ref.name}", places), build.constant(f"AREASET_{ref.name}", frozenset(places))


def holders(build: Build, kind: Type) -> str:
    """The constant that tells of each zone what it belongs to, with none behind the last; of a kind of things only
    where it is one.
    """
    things = kind.kind if isinstance(kind, Thing) and kind != THING else ""
    name = f"HOLDERS_{things}"
    if name in build.constants:
        return name
    low, end = build.ranges.get(things, (0, 0))
    held: list[int | None] = []
    for zone in build.layout.zones:
        first = zone.args[0] if zone.args else None
        tag = build.layout.zone_bases[zone.name][1][0].tag if zone.args else ""
        fits = not things or (tag == "thing" and first is not None and low <= first < end)
        held.append(first if fits else None)
    return build.constant(name, (*held, None))
