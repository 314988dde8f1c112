"""Readings of boards as looks into the tables of state/boards.py, and searches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir.expressions import OnBoard, Search

if TYPE_CHECKING:
    from .expressions import Expressions

_TABLES = {  # the letter of the table that is read
    "neighbours": "N",
    "neighbour": "B",
    "sides": "S",
    "ends": "E",
    "direction": "R",
    "between": "L",
    "across": "X",
    "line": "T",
    "crossed": "V",
    "distance": "D",
    "within": "W",
}
_SEARCHES = {"reachable": "reached", "cost": "least_cost", "path": "way"}


def board_reading(p: Expressions, e: OnBoard) -> str:
    given, table = p.args(e.args), f"{_TABLES[e.what]}_{e.board}"
    if any(arg.rep.optional or arg.rep.sort == "none" for arg in e.args):
        return _of_none(e.what, table, given)
    first, *others = (p.x(arg) for arg in e.args)
    match e.what:
        case "neighbours" | "sides" | "ends" | "line" | "crossed":
            return f"{table}[{given}]"
        case "direction" | "between" | "across":
            return f"{table}[{first}].get({others[0]})"
        case "distance":
            return f"{table}[{first}][{others[0]}]"
        case "neighbour":
            way = e.args[1].rep
            grid = p.given.layout.board(e.board).grid
            directions = range(1, 1 + len(grid.compass)) if grid is not None else ()
            is_sure = way.low in directions and way.end is not None and way.end - 1 in directions
            return f"{table}[{first}][{others[0]}]" if is_sure else f"neighbour({table}, {given})"
        case _:
            return f"near({table}, {given})"


def _of_none(what: str, table: str, given: str) -> str:
    """The same of arguments that may be none."""
    match what:
        case "neighbours" | "sides" | "ends":
            return f"row_of({table}, {given})"
        case "direction" | "between" | "across":
            return f"entry_of({table}, {given})"
        case "line" | "crossed":
            return f"line_of({table}, {given})"
        case "distance":
            return f"far({table}, {given})"
        case "neighbour":
            return f"neighbour({table}, {given})"
        case _:
            return f"near({table}, {given})"


def search(p: Expressions, e: Search) -> str:
    return f"{_SEARCHES[e.what]}(S, {e.step}, N_{e.board}, {p.group(e.given)}, {p.args(e.ends)})"
