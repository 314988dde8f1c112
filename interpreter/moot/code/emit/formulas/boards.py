"""Readings of boards as looks into the tables of state/boards.py, and searches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir.expressions import OnBoard, Search

if TYPE_CHECKING:
    from .expressions import Expressions

_TABLES = {  # the letter of the table, and the function that reads it for arguments that may be none
    "neighbours": ("N", "row_of"),
    "neighbour": ("B", "neighbour"),
    "sides": ("S", "row_of"),
    "ends": ("E", "row_of"),
    "direction": ("R", "entry_of"),
    "between": ("L", "entry_of"),
    "across": ("X", "entry_of"),
    "ray": ("Y", "line_of"),
    "line": ("T", "line_of"),
    "crossed": ("V", "line_of"),
    "distance": ("D", "far"),
    "within": ("W", "near"),
}
_SEARCHES = {  # the function that searches, and the letter of the table of places
    "reachable": ("reached", "N"),
    "cost": ("least_cost", "N"),
    "path": ("way", "N"),
    "slide": ("slid", "Y"),
}


def board_reading(p: Expressions, e: OnBoard) -> str:
    letter, helper = _TABLES[e.what]
    given, table = p.args(e.args), f"{letter}_{e.board}"
    first, *others = (p.x(arg) for arg in e.args)
    if not any(arg.rep.optional or arg.rep.sort == "none" for arg in e.args):
        match helper:
            case "row_of" | "line_of":
                return f"{table}[{given}]"
            case "entry_of":
                return f"{table}[{first}].get({others[0]})"
            case "far":
                return f"{table}[{first}][{others[0]}]"
            case "neighbour" if _is_direction(p, e):
                return f"{table}[{first}][{others[0]}]"
    return f"{helper}({table}, {given})"


def _is_direction(p: Expressions, e: OnBoard) -> bool:
    """Whether the number given is surely one of a direction."""
    grid, way = p.given.layout.board(e.board).grid, e.args[1].rep
    directions = range(1, 1 + len(grid.compass)) if grid is not None else ()
    return way.low in directions and way.end is not None and way.end - 1 in directions


def search(p: Expressions, e: Search) -> str:
    helper, letter = _SEARCHES[e.what]
    return f"{helper}(S, {e.step}, {letter}_{e.board}, {p.group(e.given)}, {p.args(e.ends)})"
