"""Who sees which zones, as far as it is known when compiling."""

from __future__ import annotations

from dataclasses import dataclass

from ..lang import tree
from .build import Build
from .old_plan import Target
from .typing import symbols, types

SHORT = 12  # an argument of so many signs may be written twice


@dataclass(frozen=True)
class Place:
    """A zone, or all of one name. `seen`: a bit for each player who sees it, for each in turn."""

    name: str
    base: int
    in_play: bool
    seen: tuple[int, ...]
    seen_by_all: bool

    def sight(self, number: str) -> str:
        """Who sees the zone of that number, as Python text."""
        return str(self.seen[0]) if len(set(self.seen)) == 1 else f"SEEN_BY[{number}]"


def place_of(build: Build, node: tree.Formula) -> Place | None:
    """Where it is sure to be one of the zones of a name, whose sight hangs on no formula, and no rule lessens it."""
    ref = node.ref
    if not isinstance(ref, symbols.Zone) or build.zone_numbers[ref.name] < 0:
        return None
    if any(types.may_be_none(a.type) for a in (node.args if isinstance(node, tree.Call) else [])):
        return None
    zones = [z for z in build.layout.zones if z.name == ref.name]
    seen = tuple(z.seen for z in zones if z.seen is not None)
    if not 0 < len(zones) == len(seen):
        return None
    by_all = everybody(build) in seen
    place = Place(ref.name, build.zone_numbers[ref.name], ref.in_play, seen, by_all)
    if by_all and len(set(seen)) > 1:  # what is noted of the things differs between them
        return None
    if not sees_adds(build) and ((named := sees_zones(build)) is None or zones_of(build, place) & set(named)):
        return None
    return place


def zones_of(build: Build, place: Place) -> set[int]:
    """The numbers of all zones of that name."""
    return {number for number, zone in enumerate(build.layout.zones) if zone.name == place.name}


def sees_target(build: Build) -> Target | None:
    """`sees`, if anything modifies it."""
    return next((t for t in build.plan.targets.values() if t.native and t.symbol.name == "sees"), None)


def sees_adds(build: Build) -> bool:
    """Whether all that modifies `sees` lets somebody see more, never less."""
    target = sees_target(build)
    nodes = [rule.node for rule in [*target.rules, *target.moving]] if target is not None else []
    return all(isinstance(n, tree.Modify) and isinstance(n.becomes, tree.Bool) and n.becomes.value for n in nodes)


def sees_zones(build: Build) -> tuple[int, ...] | None:
    """The zones that some may see otherwise than declared, where each rule that modifies `sees` names its zone."""
    target = sees_target(build)
    found: set[int] = set()
    for rule in [*target.rules, *target.moving] if target is not None else []:
        where, local = rule.node.where, rule.node.head.locals[1]
        named = [_zone_said(build, item, local) for item in (where.items if isinstance(where, tree.And) else [where])]
        if not any(named):
            return None
        found |= set(next(filter(None, named)))
    return tuple(sorted(found))


def _zone_said(build: Build, node: tree.Formula | None, local: symbols.Local) -> list[int]:
    """The zone that a condition says the local to be; none where it says something else."""
    if not isinstance(node, tree.Compare) or node.op != "=":
        return []
    sides = [node.left, node.right]
    other = next((s for s, t in (sides, sides[::-1]) if isinstance(t, tree.Name) and t.ref is local), None)
    args = other.args if isinstance(other, tree.Call) else []
    if (
        other is None
        or not isinstance(other.ref, symbols.Zone)
        or not all(isinstance(a.ref, symbols.Value) for a in args)
    ):
        return []
    given = tuple(a.ref.index for a in args)
    return [number for number, z in enumerate(build.layout.zones) if z.name == other.ref.name and z.args == given]


def sees_always(build: Build) -> bool:
    target = sees_target(build)
    return target is not None and bool(target.rules)


def everybody(build: Build) -> int:
    return (1 << len(build.game.players)) - 1


def sees_text(build: Build, player: str, place: Place | None, number: str) -> str:
    """Whether a player sees a zone. `place`: what is known of it."""
    called = f"f_sees(S, {player}, {number})"
    if place is None or sees_always(build) or max(len(player), len(number)) > SHORT:
        return called
    text = f"({place.sight(number)} >> {player} & 1 == 1)"
    if player.isdigit() and number.isdigit():
        text = str(place.seen[int(number) - place.base] >> int(player) & 1 == 1)
    target, named = sees_target(build), sees_zones(build)
    meant = {int(number)} if number.isdigit() else zones_of(build, place)
    if named is not None and not meant & set(named):
        return text
    return text if target is None else f"({called} if S.live[{target.slot}] else {text})"
