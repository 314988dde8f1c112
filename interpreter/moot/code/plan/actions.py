"""Concrete actions: those that may be offered, each with its families."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from ...lang import tree
from ...lang.walk import walk
from ..typing import symbols
from ..typing.offers import belongs, chain_of
from .pausing import done_in
from .units import Flat, Plan

T = TypeVar("T")


def node_of(action: symbols.Action) -> tree.ActionDecl:
    assert isinstance(action.decl, tree.ActionDecl)
    return action.decl


# ------------------------------------------------------------------------------------------------ which there are


def flat_actions(plan: Plan) -> tuple[Flat, ...]:
    """A family is an action with members, or one whose `do` leaves the steps to members with `proceed`."""
    game = plan.game
    declared = [*game.actions.values(), *(a for carried in game.carried.values() for a in carried.actions.values())]
    families = {id(family) for action in declared for family in action.families}
    every = [*game.actions.values(), *(a for carried in plan.carried.values() for a in carried.actions.values())]
    concrete = [action for action in every if id(action) not in families and not _proceeds(node_of(action))]
    chains = [tuple(reversed(chain_of(action))) for action in concrete]
    return tuple(Flat(n, chain[-1], chain, plan.pack_of(chain[-1])) for n, chain in enumerate(chains))


def _proceeds(node: tree.ActionDecl) -> bool:
    """Not in the rules of an `until` in it, whose `proceed` is their own."""
    return node.do is not None and any(isinstance(inner, tree.Proceed) for inner in done_in(node.do))


def are_answered(plan: Plan) -> bool:
    """Whether rules answer paying or resolving."""
    return any(target.native and target.symbol.name in ("pay", "resolve") for target in plan.targets.values())


def are_resolved(plan: Plan) -> bool:
    """Whether rules pay and resolve calls, or answer it, and not offers alone."""
    calls = [node for node in walk(plan.bodies) if isinstance(node, tree.Call)]
    called = any(isinstance(node.ref, symbols.Builtin) and node.name in ("pay", "resolve") for node in calls)
    return called or are_answered(plan)


def level_number(plan: Plan, flat: Flat, level: int) -> int:
    """The number under which the hook runner finds one level of an action's `do`."""
    return len(plan.target_numbers) + flat.number * 16 + level


# ------------------------------------------------------------------------------------------------ what an action says

# `by`, `from`, `in` and `once in` are those of the action itself, or else of the innermost family that says it.


def actor(flat: Flat) -> tree.Formula | None:
    """The players who may take it."""
    return next((node.actor for node in _inward(flat) if node.actor is not None), None)


def zones(flat: Flat) -> Sequence[str]:
    """The required zone of the thing that carries it, if declared."""
    return next((node.zones for node in _inward(flat) if node.zones), [])


def occasions(flat: Flat) -> Sequence[tree.Head]:
    """In which phases, and where an offer names which word."""
    return next((node.occasions for node in _inward(flat) if node.occasions), [])


def occasions_of(flat: Flat) -> symbols.Action:
    """The action of the chain that says it; the action itself if none does."""
    return next((a for a in reversed(flat.chain) if node_of(a).occasions), flat.symbol)


def once_in(flat: Flat) -> str | None:
    """The phase in which it may be taken once."""
    return next((node.once_in for node in _inward(flat) if node.once_in), None)


def _inward(flat: Flat) -> list[tree.ActionDecl]:
    return [node_of(action) for action in reversed(flat.chain)]


def lines_of(flat: Flat, kind: type[T]) -> list[T]:
    """Its lines of one type (Let, Cost, Require), those of families first."""
    return [line for action in flat.chain for line in node_of(action).lines if isinstance(line, kind)]


def is_param(flat: Flat, local: symbols.Local) -> bool:
    """Whether a local is a parameter of it or of one of its families."""
    return any(local is param for action in flat.chain for param in action.params)


def bound_beside(flat: Flat) -> list[symbols.Local]:
    """The names bound by its occasions, other than its parameters: a call stores them after the arguments."""
    named = [local for head in occasions(flat) for local in head.locals if local.name and not is_param(flat, local)]
    return list({id(local): local for local in named}.values())


def binds(flat: Flat) -> bool:
    """Whether occasions give values to arguments."""
    return any(head.ref is not None and any(local.name for local in head.locals) for head in occasions(flat))


def is_late(flat: Flat) -> bool:
    """Whether it is known by the arguments alone whose the calls are."""
    return any(isinstance(getattr(node, "ref", None), symbols.Local) for node in walk(actor(flat)))


def given_to_families(flat: Flat) -> Iterator[tuple[symbols.Local, tree.Formula]]:
    """The parameters of its families, the innermost first, and their arguments."""
    for action in reversed(flat.chain):
        for family, call in zip(action.families, node_of(action).families, strict=True):
            yield from zip(family.params, call.args, strict=True)


def same_params(flat: Flat) -> dict[int, symbols.Local]:
    """By id of a parameter of a family: the parameter of the action that it always is."""
    own = {id(param): param for param in flat.symbol.params}
    same: dict[int, symbols.Local] = {}
    for param, arg in given_to_families(flat):
        meant = same.get(id(arg.ref), own.get(id(arg.ref)))
        if isinstance(arg, tree.Name) and meant is not None:
            same[id(param)] = meant
    return same


def read_with_params(flat: Flat) -> Sequence[symbols.Action]:
    """The families whose parameters are all the action's own, and the action itself: outermost first."""
    same = same_params(flat)
    others = [at for at, a in enumerate(flat.chain[:-1]) if any(id(param) not in same for param in a.params)]
    return flat.chain[others[-1] + 1 :] if others else flat.chain


# ------------------------------------------------------------------------------------------------ where it is offered


def offered(plan: Plan, node: tree.Offer) -> list[Flat]:
    """The actions that an offer gathers: those of its families; `actions`: all."""
    return [f for f in plan.flat if "actions" in node.families or any(a.name in node.families for a in f.chain)]


def gathers_hidden(plan: Plan, node: tree.Offer) -> tuple[str, ...]:
    """The zones from which actions may come and that not all see; there, silence would give something away."""
    numbering = plan.numbering
    hidden = {zone.name for zone in numbering.layout.zones if zone.seen != numbering.everybody}
    hidden.update(z for of in numbering.row_zones.values() for z in of if not _open_to_all(plan.game.zones[z]))
    gathered = [flat for flat in offered(plan, node) if belongs(occasions(flat), node.occasion)]
    return tuple(sorted({zone for flat in gathered for zone in zones(flat) if zone in hidden}))


def _open_to_all(zone: symbols.Zone) -> bool:
    node = zone.decl
    return isinstance(node, tree.ZoneDecl) and isinstance(node.seen_by, tree.Name) and node.seen_by.name == "all"
