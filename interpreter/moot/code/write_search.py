"""Searches for ways over a board: what `reachable`, `cost` and `path` come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..lang import tree
from . import symbols
from .boards import board_of

if TYPE_CHECKING:
    from .write_expression import ExpressionWriter

_SEARCH = {"reachable": "reached", "cost": "least_cost", "path": "way"}


def search_text(writer: ExpressionWriter, node: tree.Call) -> str:
    """The call of a search by the cost function that it names, which is called for each step."""
    step = node.args[0].ref
    assert isinstance(step, symbols.Function)
    board = board_of(writer.build.game, step.params[-1].type)
    assert board is not None
    given = [writer.this] if step.owner else []
    given += [writer.expr(arg) for arg in node.args[1:-2]]
    ends = ", ".join(writer.expr(arg) for arg in node.args[-2:])
    function = writer.plan.target(step).python
    shown = "".join(f"{text}, " for text in given)
    return f"{_SEARCH[node.name]}(S, {function}, N_{board.id}, ({shown}), {ends})"
