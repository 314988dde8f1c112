"""Whether steps move nothing but the one thing that a local holds."""

from __future__ import annotations

from collections.abc import Iterable

from ..lang import tree
from ..lang.walk import walk
from . import symbols
from .plan import Plan

DEEPEST = 4  # procedures within procedures


def moves_alone(plan: Plan, block: Iterable[tree.Statement], local: symbols.Local, depth: int = 0) -> bool:
    """Whether no other thing is moved by a block, nor by what it calls."""
    return not plan.whens and all(_is_alone(plan, statement, local, depth) for statement in block)


def _is_alone(plan: Plan, node: tree.Statement, local: symbols.Local, depth: int) -> bool:
    match node:
        case tree.Move():
            return isinstance(node.thing, tree.Name) and node.thing.ref is local and _asks(node.to)
        case tree.Set():
            return _asks(node.target) and _asks(node.value)
        case tree.Raise() | tree.Lower():
            return _asks(node.target) and _asks(node.by)
        case tree.If():
            blocks = [branch.block for branch in node.branches] + [node.otherwise or []]
            return all(_asks(branch.condition) for branch in node.branches) and all(
                _is_alone(plan, statement, local, depth) for block in blocks for statement in block
            )
        case tree.CallStatement():
            return _calls_alone(plan, node.call, local, depth)
    return isinstance(node, tree.Nothing)


def _calls_alone(plan: Plan, call: tree.Call, local: symbols.Local, depth: int) -> bool:
    ref = call.ref
    if not isinstance(ref, symbols.Procedure) or ref.is_phase or ref.owner or depth >= DEEPEST:
        return False
    target = plan.target(ref)
    if target.body is None or target.rules or target.moving or not all(map(_asks, call.args)):
        return False
    handed = [p for p, arg in zip(ref.params, call.args, strict=True) if getattr(arg, "ref", None) is local]
    own = handed[0] if handed else symbols.Local("nothing", local.type)
    return len(handed) <= 1 and moves_alone(plan, target.body.block, own, depth + 1)


def _asks(node: tree.Node) -> bool:
    """Whether it is a formula that does nothing."""
    return not any(isinstance(n, tree.Call) and isinstance(n.ref, symbols.Procedure) for n in walk(node))
