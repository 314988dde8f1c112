"""The viewers of zones, as far as known when compiling."""

from __future__ import annotations

from collections.abc import Sequence

from ...lang import tree
from ..typing import symbols
from .units import Plan, Rule, Target


def sees_target(plan: Plan) -> Target | None:
    """`sees`, if anything modifies it."""
    return next((t for t in plan.targets.values() if t.native and t.symbol.name == "sees"), None)


def sees_always(plan: Plan) -> bool:
    """Whether anything modifies it in any case."""
    target = sees_target(plan)
    return target is not None and bool(target.rules)


def sees_adds(plan: Plan) -> bool:
    """Whether all modifiers of `sees` only make more visible, never less."""
    nodes = [rule.node for rule in _modifying(plan)]
    return all(isinstance(n, tree.Modify) and isinstance(n.becomes, tree.Bool) and n.becomes.value for n in nodes)


def sees_zones(plan: Plan) -> frozenset[int] | None:
    """The zones that some may see otherwise than declared, where each rule that modifies `sees` names its zone."""
    found: set[int] = set()
    for rule in _modifying(plan):
        where, local = rule.node.where, rule.node.head.locals[1]
        parts = where.items if isinstance(where, tree.And) else [where]
        named = [zones for zones in (_zones_said(plan, part, local) for part in parts) if zones]
        if not named:
            return None
        found.update(named[0])
    return frozenset(found)


def _modifying(plan: Plan) -> Sequence[Rule]:
    target = sees_target(plan)
    return (*target.rules, *target.moving) if target is not None else ()


def _zones_said(plan: Plan, node: tree.Formula | None, local: symbols.Local) -> list[int]:
    """The zone that a condition says the local to be; none where it says something else."""
    if not isinstance(node, tree.Compare) or node.op != "=":
        return []
    sides = (node.left, node.right)
    other = next((s for s, t in (sides, sides[::-1]) if isinstance(t, tree.Name) and t.ref is local), None)
    args = other.args if isinstance(other, tree.Call) else []
    if other is None or not isinstance(other.ref, symbols.Zone):
        return []
    if not all(isinstance(arg.ref, symbols.Value) for arg in args):
        return []
    given = tuple(arg.ref.index for arg in args)
    zones = enumerate(plan.numbering.layout.zones)
    return [number for number, zone in zones if zone.name == other.ref.name and zone.args == given]
