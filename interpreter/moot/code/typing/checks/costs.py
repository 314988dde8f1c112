"""Costs in the wrong order: one moves a thing before another reads its zone."""

from __future__ import annotations

from typing import Any

from ....lang import tree
from ....lang.walk import walk
from ..scope import World
from ..symbols import Action, Builtin, Local, Procedure

WHERE = {"holder", "in_play", "left_of", "right_of"}  # built-in functions that read the zone of a thing


def check_costs(world: World) -> None:
    """Warn where a cost reads the place of a thing that an earlier cost of the action has moved."""
    actions = [*world.game.actions.values(), *(a for c in world.game.carried.values() for a in c.actions.values())]
    for action in actions:
        if isinstance(action.decl, tree.ActionDecl):
            _action(world, action, action.decl)


def _action(world: World, action: Action, node: tree.ActionDecl) -> None:
    costs = [line for line in node.lines if isinstance(line, tree.Cost)]
    for param in action.params:
        moved: tree.Cost | None = None
        for cost in costs:
            if moved is not None and _does(cost.statement, param, _asks_where, set()):
                message = f"the cost reads the place of `{param.name}`, but an earlier cost has already moved it"
                notes = [(moved.at, "moved here")]
                hint = "read it in a `let` above the costs, and use that"
                world.report.warn("moved-before", message, cost.at, hint, notes)
            if moved is None and _does(cost.statement, param, _moves, set()):
                moved = cost


def _moves(node: tree.Node, local: Local) -> bool:
    return isinstance(node, tree.Move | tree.MoveBefore) and _is(node.thing, local)


def _asks_where(node: tree.Node, local: Local) -> bool:
    if isinstance(node, tree.In):
        return _is(node.item, local)
    asks = isinstance(node, tree.Call) and isinstance(node.ref, Builtin) and node.name in WHERE
    return asks and any(_is(argument, local) for argument in node.args)  # type: ignore[attr-defined]


def _is(node: tree.Node, local: Local) -> bool:
    return isinstance(node, tree.Name) and node.ref is local


def _does(root: Any, local: Local, what: Any, seen: set[tuple[int, int]]) -> bool:
    """Whether the code does it to the local, itself or in a procedure to which it gives it."""
    for node in walk(root):
        if what(node, local):
            return True
        if not isinstance(node, tree.Call) or not isinstance(node.ref, Procedure):
            continue
        for position, argument in enumerate(node.args):
            key = (id(node.ref), position)
            if position < len(node.ref.params) and _is(argument, local) and key not in seen:
                seen.add(key)
                if _does(node.ref.decl, node.ref.params[position], what, seen):
                    return True
    return False
