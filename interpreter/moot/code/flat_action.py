"""Concrete actions: those that may be offered, each with the families that it is one of."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..lang import tree
from ..lang.walk import walk
from . import symbols
from .build import Build


@dataclass(slots=True)
class Flat:
    """A concrete action: `chain` from its outermost family down to itself."""

    number: int
    symbol: symbols.Action
    chain: list[symbols.Action]
    pack: str
    frames: dict[str, int] = field(default_factory=dict)  # numbers of its units

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


def level_number(build: Build, flat: Flat, level: int) -> int:
    """The number under which the hook runner finds one level of an action's `do`."""
    return len(build.target_numbers) + flat.number * 16 + level


def lying(build: Build, flat: Flat, thing: str) -> str:
    """The test that the thing that brings an action lies where it must."""
    words = next((node_of(a).zones for a in reversed(flat.chain) if node_of(a).zones), [])
    if build.row_zones:
        return f"lies_in(S, {thing}, {tuple(words)!r})" if words else f"in_play(S, {thing})"
    zones = [n for n, z in enumerate(build.layout.zones) if (z.name in words if words else z.in_play)]
    return f"C[{thing}] in {tuple(zones)!r}"


def gathering(build: Build, node: tree.Offer, player: str) -> list[str]:
    """Lines that gather the legal calls of an offer in `opts`: in the order of actions, things and domains."""
    out = ["opts = []"]
    for flat in flat_actions(build):
        if flat.number not in build.offered(node):
            continue
        given = f"{node.occasion!r})"
        things = build.copies.get(flat.symbol.owner, []) if flat.symbol.owner else []
        if not flat.symbol.owner:
            call = f"gather{flat.number}(S, {player}, None, {given}"
            out = [f"opts = {call}"] if out == ["opts = []"] else [*out, f"opts += {call}"]
        elif len(things) == 1:
            out.append(f"if {lying(build, flat, str(things[0]))}:")
            out.append(f"    opts += gather{flat.number}(S, {player}, {things[0]}, {given}")
        elif things:
            out.append(f"for bringer in {tuple(things)!r}:")
            out.append(f"    if {lying(build, flat, 'bringer')}:")
            out.append(f"        opts += gather{flat.number}(S, {player}, bringer, {given}")
    return out
