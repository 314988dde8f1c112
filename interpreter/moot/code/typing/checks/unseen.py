"""Players cannot choose among unseen things, if the zone makes that plain."""

from __future__ import annotations

from collections.abc import Iterator

from ....lang import tree
from .. import symbols
from ..builtins import CALLS
from ..scope import World


def check_unseen(world: World) -> None:
    """Tell of choices, and of the domains of actions, in zones that who chooses does not see."""
    sees = CALLS["sees"].symbol
    if any(isinstance(node, tree.Modify) and node.head.ref is sees for node in world.nodes):
        return
    for node in world.nodes:
        if isinstance(node, tree.Choose):
            _check(world, node.over, node.by, "use `pick` to take one at random")
        elif isinstance(node, tree.ChooseTogether):
            for one in node.choices:
                _check(world, one.over, node.by, "use `pick` to take one at random")
        elif isinstance(node, tree.ActionDecl) and node.actor is not None:
            for domain in node.params:
                if domain.within is not None:
                    _check(world, domain.within, node.actor, "the acting player chooses a parameter")


def _check(world: World, over: tree.Formula, by: tree.Formula, hint: str) -> None:
    for named, zone in _zones(over):
        if isinstance(zone.decl, tree.ZoneDecl) and _is_hidden(world, zone, zone.decl.seen_by, named, by):
            message = f"the choosing player cannot see the things in `{zone.name}`"
            notes = [(zone.decl.at, "visibility declared here")]
            world.report.error("choose-unseen", message, named.at, hint, notes)


def _zones(over: tree.Formula) -> Iterator[tuple[tree.Formula, symbols.Zone]]:
    """The zones whose things are chosen from, each with where it is named."""
    match over:
        case tree.Name(ref=symbols.Zone() as zone) | tree.Call(ref=symbols.Zone() as zone):
            yield over, zone
        case tree.Quantified(quantifier="each", over=inner):
            yield from _zones(inner)
        case tree.Arithmetic(op="+", left=left, right=right):
            yield from _zones(left)
            yield from _zones(right)
        case tree.Arithmetic(op="-", left=left):
            yield from _zones(left)


def _is_hidden(
    world: World, zone: symbols.Zone, seen_by: tree.Formula | None, named: tree.Formula, by: tree.Formula
) -> bool:
    """Whether who chooses is plainly none of those who see the zone. `named`: the zone with its arguments."""
    params = [param.name for param in zone.params]
    given = dict(zip(params, named.args if isinstance(named, tree.Call) else (), strict=False))
    match seen_by:
        case tree.NoneValue():
            return True
        case tree.Name(name=name) if name in given:
            return _differ(world, given[name], by)
        case tree.Name(ref=symbols.Value()):
            return _differ(world, seen_by, by)
        case tree.Call(name="opponent" | "next" as name, args=[tree.Name(name=param)]) if param in given:
            return _same(given[param], by) and (name == "opponent" or len(world.game.players) > 1)
        case tree.Quantified(where=tree.Compare(op="!=", left=tree.Name() as one, right=tree.Name() as other)) if (
            seen_by.quantifier == "each" and seen_by.name in (one.name, other.name)
        ):
            left_out = other if one.name == seen_by.name else one
            return left_out.name in given and _same(given[left_out.name], by)
    return False


def _differ(world: World, a: tree.Formula, b: tree.Formula) -> bool:
    """Whether two formulas are plainly two different players."""
    if isinstance(a.ref, symbols.Value) and isinstance(b.ref, symbols.Value):
        return a.ref is not b.ref
    for one, other in ((a, b), (b, a)):
        match one:
            case tree.Call(name="opponent" | "next" as name, args=[inner]) if _same(inner, other):
                return name == "opponent" or len(world.game.players) > 1
    return False


def _same(a: tree.Formula, b: tree.Formula) -> bool:
    return isinstance(a, tree.Name) and isinstance(b, tree.Name) and a.ref is b.ref is not None
