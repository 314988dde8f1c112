"""Whether steps move nothing but the one thing that a local holds; loops that are sure to end by that."""

from __future__ import annotations

from collections.abc import Iterable

from ..lang import tree
from ..lang.walk import walk
from .old_plan import Plan
from .typing import symbols

DEEPEST = 4  # procedures within procedures
_ENDS = ("top", "bottom", "first", "last")


def moves_alone(plan: Plan, block: Iterable[tree.Step], local: symbols.Local, depth: int = 0) -> bool:
    """Whether no other thing is moved by a block, nor by what it calls."""
    return not plan.whens and all(_is_alone(plan, statement, local, depth) for statement in block)


def runs_out(plan: Plan, node: tree.While) -> bool:
    """Whether a loop is sure to end: each turn takes the thing at the end of a zone that is not empty elsewhere, and
    moves nothing else.
    """
    condition, first = node.condition, node.block[0] if node.block else None
    value = first.value if isinstance(first, tree.Let) else None
    if not isinstance(first, tree.Let) or not isinstance(value, tree.Call) or value.name not in _ENDS:
        return False
    zone = value.args[0].ref if isinstance(value.args[0], tree.Name) else None
    asked = condition.items if isinstance(condition, tree.And) else [condition]
    if not isinstance(zone, symbols.Zone) or not any(_is_filled(item, zone) for item in asked):
        return False
    rest = node.block[1:]
    return moves_alone(plan, rest, first.local) and _takes(rest, first.local, zone)


def _is_filled(node: tree.Formula, zone: symbols.Zone) -> bool:
    """Whether it says that the zone is not empty."""
    if not isinstance(node, tree.Compare) or node.op != ">" or not isinstance(node.left, tree.Call):
        return False
    zero = isinstance(node.right, tree.Number) and node.right.value == 0
    return zero and node.left.name == "size" and node.left.args[0].ref is zone


def _takes(block: list[tree.Step], local: symbols.Local, zone: symbols.Zone) -> bool:
    """Whether a block ends with a move of the thing, which has lain in the zone, to another."""
    last = block[-1] if block else None
    if isinstance(last, tree.If):
        blocks = [branch.block for branch in last.branches]
        return last.otherwise is not None and all(_takes(b, local, zone) for b in [*blocks, last.otherwise])
    goal = last.to.ref if isinstance(last, tree.Move) else None
    return isinstance(goal, symbols.Zone) and goal is not zone and last.thing.ref is local  # type: ignore[union-attr]


def _is_alone(plan: Plan, node: tree.Step, local: symbols.Local, depth: int) -> bool:
    match node:
        case tree.Move():
            return isinstance(node.thing, tree.Name) and node.thing.ref is local and _asks(node.to)
        case tree.Set():
            return node.target.ref is not local and _asks(node.target) and _asks(node.value)
        case tree.Raise() | tree.Lower():
            return node.target.ref is not local and _asks(node.target) and _asks(node.by)
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
