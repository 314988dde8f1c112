"""From linked boards to the tables of numbers that play reads."""

from __future__ import annotations

from collections.abc import Mapping

from ...pack.model.boards import Board
from ...state.boards import BoardRow


def board_row(board: Board, copies: Mapping[str, tuple[int, ...]]) -> BoardRow:
    """A board by the numbers of its places and sides. `copies`: for each title its things."""
    number = {title: things[0] for title, things in copies.items()}
    first = number[board.places[0]] if board.places else 0
    return BoardRow(
        board.id,
        board.grid,
        board.place,
        board.side,
        first,
        [[first + g if g >= 0 else -1 for g in row] for row in board.around],
        [(first + h, first + g, number[side]) for (h, g), side in board.links.items()],
        [] if board.grid is None else list(map(board.grid.axial, board.spots)),
        {name: number[title] for name, title in board.names.items() if title in number},
        {name: tuple(number[title] for title in titles) for name, titles in board.areas.items()},
    )
