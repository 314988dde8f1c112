"""What an offer gathers, where it stands.

Whether an action can be taken at all is mostly known there: the phase in which the offer stands runs, and others run
only if they lead to it. What remains to be asked is written before the call of the function that gathers the action's
calls, or before the few lines that stand for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..lang import tree
from ..lang.walk import walk
from . import symbols
from .build import Build
from .flat_action import Flat, belongs, offered
from .live_names import Lines
from .write_gather import Gatherer

if TYPE_CHECKING:
    from .write_statement import StatementWriter

MANY = 2  # for so many actions the phases that run are looked up once


def gathering(writer: StatementWriter, node: tree.Offer, player: str) -> Lines:
    """Lines that gather the legal calls of an offer in `opts`: in the order of actions, things and domains."""
    build, saved = writer.build, writer.this
    out: Lines = ["opts = []"]
    found = [(flat, phases) for flat in offered(build, node) if (phases := _phases(writer, flat, node)) is not None]
    many = sum(phases != () for _, phases in found) >= MANY
    if many:
        out.append("running = {scope[0] for scope in S.scopes}")
    for flat, phases in found:
        action = Gatherer(build, flat, writer.traced)
        tests = []
        if phases and many:
            test = " or ".join(f"{phase} in running" for phase in phases)
            tests = [test if len(phases) == 1 else f"({test})"]
        elif phases:
            tests = [f"occurs(S, {phases!r})"]
        things = build.copies.get(flat.symbol.owner, []) if flat.symbol.owner else [None]
        if not things:
            continue
        depth = 0
        writer.this = str(things[0])
        if len(things) > 1:
            out.append(f"for bringer in {tuple(things)!r}:")
            depth, writer.this = 1, "bringer"
        tests += action.possible(writer, player)
        if tests:
            out.append(f"{'    ' * depth}if {' and '.join(tests)}:")
            depth += 1
        if action.is_short() and not build.covering:  # which tells apart what is read in a look
            out += action.in_place(writer, player, "opts", depth)
            continue
        occasion = f", {node.occasion!r}" if action.asks_when() else ""
        call = f"gather{flat.number}(S, {player}, {writer.this}{occasion})"
        out = [f"opts = {call}"] if out == ["opts = []"] and not depth else [*out, f"{'    ' * depth}opts += {call}"]
    writer.this = saved
    return out


def _phases(writer: StatementWriter, flat: Flat, node: tree.Offer) -> tuple[int, ...] | None:
    """The phases of which one must run for an action to be gathered: none where it is there in any case, None where
    it never is.
    """
    heads = Gatherer(writer.build, flat, writer.traced).heads()[0]
    if not heads or node.occasion is not None:
        return () if belongs(heads, node.occasion) else None
    phases = [head for head in heads if head.ref is not None]
    sure, possible = running(writer)
    if any(head.name in sure for head in phases):
        return ()
    left = [head for head in phases if possible is None or head.name in possible]
    return tuple(writer.plan.scopes[head.name] for head in left) or None


def running(writer: StatementWriter) -> tuple[set[str], set[str] | None]:
    """The phases that surely run where a statement is written, and those that may; None: any."""
    units = [writer.whole, writer.unit, *writer.opened]
    symbols_here = [unit.target.symbol for unit in units if unit is not None and unit.target is not None]
    sure = {ref.name for ref in symbols_here if isinstance(ref, symbols.Procedure) and ref.is_phase}
    here, reach = id(writer.unit), writer.plan.reach
    if writer.unit is None or here in _anywhere(writer.build):
        return sure, None
    phases = [p for p in writer.build.game.procedures.values() if p.is_phase]
    return sure, {phase.name for phase in phases if here in reach[id(phase)]}


def _anywhere(build: Build) -> set[int]:
    """What may run whatever phase runs, by id: that to which calls that wait lead, and what is done as soon as
    something is so.
    """
    if build.anywhere is None:
        waiting = [n.call.ref for body in build.bodies() for n in walk(body) if isinstance(n, tree.Pending)]
        roots = [*map(id, waiting), *(id(rule.body) for rule in build.plan.whens)]
        build.anywhere = {*roots, *(key for root in roots for key in build.plan.reach.get(root, ()))}
    return build.anywhere
