"""Calls of the built-in functions of boards: readings of its tables, searches for ways."""

from __future__ import annotations

from ....lang import tree
from ...ir import convert
from ...ir.expressions import Expr, OnBoard, Search
from ...ir.reps import Rep
from ...typing import symbols
from ...typing.boards import SEARCHES, board_of
from ..context import Lowering


def board_call(low: Lowering, node: tree.Call) -> Expr:
    if node.name in SEARCHES:
        return _search(low, node)
    board = board_of(low.stage.game, node.args[0].type, node.name in ("ends", "across"))
    assert board is not None
    values = low.several(node.args)
    return OnBoard(_rep(low, node), board.id, node.name, tuple(values))


def _rep(low: Lowering, node: tree.Call) -> Rep:
    """For single values: none if an argument is none, or if there is no such place."""
    rep = low.stage.rep(node.type)
    return rep if rep.sort == "seq" else rep.maybe


def _search(low: Lowering, node: tree.Call) -> Expr:
    """`reachable(step, given…, start, most)`; `cost` and `path` with a goal for the most, `slide` with a
    direction.
    """
    step = node.args[0].ref
    assert isinstance(step, symbols.Function)
    board = board_of(low.stage.game, step.params[-1].type)
    assert board is not None
    values = low.several(node.args[1:])
    reps = [low.stage.rep(p.type) for p in step.params[:-2]]
    given = [convert.fit(value, rep) for value, rep in zip(values[:-2], reps, strict=True)]
    this = [low.this] if step.owner else []
    rep = low.stage.rep(node.type)
    found = rep if rep.sort == "seq" else rep.maybe
    python = low.plan.target(step).python
    return Search(found, node.name, board.id, python, (*this, *given), (values[-2], values[-1]))  # type: ignore[arg-type]
