"""Calls of the built-in functions of boards as Python text: readings of the tables of state/boards.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..lang import tree
from .build import Build
from .typing import symbols, types
from .typing.boards import SEARCHES, board_of
from .typing.types import bare, may_be_none

if TYPE_CHECKING:
    from .write_expression import ExpressionWriter

_GENERAL = {"reachable": "reached", "cost": "least_cost", "path": "way"}  # searches that call a function at each step
_TABLES = {  # the letter of the table that is read: by one place or side, or by two
    "neighbours": "N",
    "sides": "S",
    "ends": "E",
    "direction": "R",
    "between": "L",
    "across": "X",
    "line": "T",
    "crossed": "V",
    "distance": "D",
}


def board_text(writer: ExpressionWriter, node: tree.Call) -> str:
    """The value of a call of one of boards.BOARD_CALLS."""
    name, args = node.name, node.args
    if name in SEARCHES:
        return writer.search(node)
    game = writer.build.game
    board = board_of(game, args[0].type, name in ("ends", "across"))
    assert board is not None
    shown = [writer.expr(arg) for arg in args]
    given = ", ".join(shown)
    sure = not any(may_be_none(arg.type) for arg in args)
    table = f"{_TABLES.get(name, '')}_{board.id}"
    if name in ("neighbours", "sides", "ends"):
        return f"{table}[{given}]" if sure else f"row_of({table}, {given})"
    if name in ("direction", "between", "across"):
        return f"{table}[{shown[0]}].get({shown[1]})" if sure else f"entry_of({table}, {given})"
    if name in ("line", "crossed"):
        return f"{table}[{given}]" if sure else f"line_of({table}, {given})"
    if name == "distance":
        return f"{table}[{shown[0]}][{shown[1]}]" if sure else f"far({table}, {given})"
    if name == "neighbour":
        least, most = writer.ends(args[1])
        inside = sure and least is not None and most is not None and least >= 1 and most <= 6
        return f"B_{board.id}[{shown[0]}][{shown[1]}]" if inside else f"neighbour(B_{board.id}, {given})"
    return f"near(W_{board.id}, {given})"


# ------------------------------------------------------------------------------------------------ searches


def search_text(writer: ExpressionWriter, node: tree.Call, made: bool) -> str:
    """The call of a search. `made`: by a function of its own, which the module will have; else by the general one."""
    step = node.args[0].ref
    assert isinstance(step, symbols.Function)
    given = [writer.expr(arg) for arg in node.args[1:-2]]
    ends = ", ".join(writer.expr(arg) for arg in node.args[-2:])
    if made and is_special(writer.build, step):
        writer.build.searches[f"{node.name}_{step.name}"] = (node.name, step)
        return f"{node.name}_{step.name}({', '.join(['S', *given, ends])})"
    if step.owner:
        given.insert(0, writer.this)
    return general_text(writer.build, node.name, step, given, ends)


def general_text(build: Build, name: str, step: symbols.Function, given: list[str], ends: str) -> str:
    board = board_of(build.game, step.params[-1].type)
    assert board is not None
    shown = "".join(f"{text}, " for text in given)
    return f"{_GENERAL[name]}(S, {build.plan.target(step).python}, N_{board.id}, ({shown}), {ends})"


def is_special(build: Build, step: symbols.Function) -> bool:
    """Whether a function of its own is made: its body then stands in the search."""
    bounded = isinstance(bare(step.type), types.Bounded)
    return not (build.covering or build.plan.target(step).rules or step.owner or bounded)
