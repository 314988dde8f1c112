"""Concrete actions: those that may be offered, each with the families that it is one of."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..lang import tree
from ..lang.walk import walk
from .build import Build
from .typing import symbols
from .typing.offers import belongs


@dataclass(slots=True)
class Flat:
    """A concrete action: `chain` from its outermost family down to itself."""

    number: int
    symbol: symbols.Action
    chain: list[symbols.Action]
    pack: str
    frames: dict[str, int] = field(default_factory=dict)  # numbers of its units
    direct: bool = False  # it is paid and done by one function

    @property
    def name(self) -> str:
        return f"{self.symbol.owner}.{self.symbol.name}" if self.symbol.owner else self.symbol.name


def node_of(action: symbols.Action) -> tree.ActionDecl:
    assert isinstance(action.decl, tree.ActionDecl)
    return action.decl


def flat_actions(build: Build) -> list[Flat]:
    if build.flat is None:
        game = build.game
        every = list(game.actions.values())
        for carried in build.plan.carried.values():
            every += carried.actions.values()
        families = {id(a.family) for a in every if a.family is not None}
        build.flat = []
        for action in every:
            node = node_of(action)
            if id(action) in families or node.do is None or any(isinstance(n, tree.Proceed) for n in walk(node.do)):
                continue
            chain = [action]
            while chain[0].family is not None:
                chain.insert(0, chain[0].family)
            build.flat.append(Flat(len(build.flat), action, chain, build.pack_of(action)))
    found: list[Flat] = build.flat
    return found


def are_answered(build: Build) -> bool:
    """Whether rules answer paying or resolving."""
    return any(target.native and target.symbol.name in ("pay", "resolve") for target in build.plan.targets.values())


def are_resolved(build: Build) -> bool:
    """Whether rules pay and resolve calls, or answer it, and not offers alone."""
    if build.resolved is None:
        calls = build.nodes(tree.Call)
        called = any(isinstance(n.ref, symbols.Builtin) and n.name in ("pay", "resolve") for n in calls)
        build.resolved = called or are_answered(build)
    return build.resolved


def level_number(build: Build, flat: Flat, level: int) -> int:
    """The number under which the hook runner finds one level of an action's `do`."""
    return len(build.target_numbers) + flat.number * 16 + level


def offered(build: Build, node: tree.Offer) -> list[Flat]:
    """The actions that an offer gathers: those of its families; `actions`: all."""
    every = flat_actions(build)
    return [f for f in every if "actions" in node.families or any(a.name in node.families for a in f.chain)]


def gathers_hidden(build: Build, node: tree.Offer) -> tuple[str, ...]:
    """The zones that not all see from which actions may come; there silence would tell."""
    hidden = {z.name for z in build.layout.zones if z.seen != (1 << len(build.game.players)) - 1}
    hidden.update(z for zones in build.row_zones.values() for z in zones if not build.open_to_all(z))
    found: set[str] = set()
    for flat in offered(build, node):
        heads = next((node_of(a).occasions for a in reversed(flat.chain) if node_of(a).occasions), [])
        if belongs(heads, node.occasion):
            found.update(hidden.intersection(_zones(flat)))
    return tuple(sorted(found))


def _zones(flat: Flat) -> list[str]:
    """Where the thing that brings an action must lie, if it is said."""
    return next((node_of(a).zones for a in reversed(flat.chain) if node_of(a).zones), [])


def lying(build: Build, flat: Flat, thing: str) -> str:
    """The test that the thing that brings an action lies where it must."""
    words = _zones(flat)
    if build.row_zones:
        return f"lies_in(S, {thing}, {tuple(words)!r})" if words else f"in_play(S, {thing})"
    zones = [n for n, z in enumerate(build.layout.zones) if (z.name in words if words else z.in_play)]
    return f"C[{thing}] in {tuple(zones)!r}"


def unused(build: Build, flat: Flat, phase: str, player: str, this: str) -> str:
    """The test that an action which may be taken once in a phase has not been taken in it."""
    if phase in build.quiet:
        return f"({_use(build, flat, phase, player, this)} not in S.once)"
    return f"(not S.once or not used_in(S, {build.plan.scopes[phase]}, {flat.number}, {player}, {this}))"


def use(build: Build, flat: Flat, phase: str, player: str, this: str) -> str:
    """The line that notes that it has been taken."""
    if phase in build.quiet:
        return f"S.once += ({_use(build, flat, phase, player, this)},)"
    return f"use_in(S, {build.plan.scopes[phase]}, {flat.number}, {player}, {this})"


def _use(build: Build, flat: Flat, phase: str, player: str, this: str) -> str:
    """What `S.once` then holds of a quiet phase."""
    return f"({build.plan.scope_number(phase, 'end')}, {flat.number}, {this if flat.symbol.owner else player})"
