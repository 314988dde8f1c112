"""Who sees which zones, as far as it is known when compiling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...lang import tree
from ..typing import symbols, types
from .units import Plan, Rule, Target


@dataclass(frozen=True, slots=True)
class Place:
    """A zone, or all of one name: numbers from `first`. `seen`: a bit for each player who sees it, for each in turn."""

    name: str
    first: int
    in_play: bool
    seen: tuple[int, ...]
    seen_by_all: bool

    @property
    def numbers(self) -> range:
        return range(self.first, self.first + len(self.seen))

    @property
    def seen_alike(self) -> int | None:
        """Who sees each of them, where that is the same of all."""
        return self.seen[0] if len(set(self.seen)) == 1 else None


def place_of(plan: Plan, node: tree.Formula) -> Place | None:
    """Where it is sure to be one of the zones of a name, whose sight hangs on no formula, and no rule lessens it."""
    numbering, zone = plan.numbering, node.ref
    if not isinstance(zone, symbols.Zone) or numbering.zone_numbers[zone.name] < 0:
        return None
    if isinstance(node, tree.Call) and any(types.may_be_none(arg.type) for arg in node.args):
        return None
    rows = [row for row in numbering.layout.zones if row.name == zone.name]
    seen = tuple(row.seen for row in rows if row.seen is not None)
    if not 0 < len(rows) == len(seen):
        return None
    by_all = numbering.everybody in seen
    place = Place(zone.name, numbering.zone_numbers[zone.name], zone.in_play, seen, by_all)
    if by_all and place.seen_alike is None:  # what is noted of the things differs between them
        return None
    if not sees_adds(plan):
        named = sees_zones(plan)
        if named is None or not named.isdisjoint(place.numbers):
            return None
    return place


def sees_target(plan: Plan) -> Target | None:
    """`sees`, if anything modifies it."""
    return next((t for t in plan.targets.values() if t.native and t.symbol.name == "sees"), None)


def sees_always(plan: Plan) -> bool:
    """Whether anything modifies it in any case."""
    target = sees_target(plan)
    return target is not None and bool(target.rules)


def sees_adds(plan: Plan) -> bool:
    """Whether all that modifies `sees` lets somebody see more, never less."""
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
