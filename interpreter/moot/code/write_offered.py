"""What an offer gathers, where it stands.

Whether an action can be taken at all is mostly known there: the phase in which the offer stands runs, and others run
only if they lead to it. What remains to be asked is written before the call of the function that gathers the action's
calls, or before the few lines that stand for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..lang import tree
from .build import Build
from .flat_action import Flat, offered
from .live_names import Lines
from .old_plan import Unit
from .typing import symbols
from .typing.offers import belongs
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
    units = [writer.whole, writer.unit, *writer.opened]
    symbols_here = [unit.target.symbol for unit in units if unit is not None and unit.target is not None]
    sure = {ref.name for ref in symbols_here if isinstance(ref, symbols.Procedure) and ref.is_phase}
    asked = phases_asked(writer.build, flat, node, writer.unit, sure)
    return None if asked is None else tuple(writer.plan.scopes[name] for name in asked)


def phases_asked(
    build: Build, flat: Flat, node: tree.Offer, unit: Unit | None, sure: set[str]
) -> tuple[str, ...] | None:
    """The same by their names, for an offer in the body of a unit. `sure`: phases that run whenever it is written."""
    heads = Gatherer(build, flat, False).heads()[0]
    if not heads or node.occasion is not None:
        return () if belongs(heads, node.occasion) else None
    phases = [head.name for head in heads if head.ref is not None]
    here = id(unit) if unit is not None else -1
    if any(name in sure or here in build.inside[name] for name in phases):
        return ()
    if unit is not None and here not in _anywhere(build):
        phases = [name for name in phases if here in build.plan.reach[id(build.game.procedures[name])]]
    return tuple(phases) or None


def begun_anywhere(build: Build) -> list[int]:
    """What is begun whatever phase runs, by id: that to which calls that wait lead, and what is done as soon as
    something is so.
    """
    waiting = [node.call.ref for node in build.nodes(tree.Pending)]
    return [*map(id, waiting), *(id(rule.body) for rule in build.plan.whens)]


def _anywhere(build: Build) -> set[int]:
    """All that it leads to."""
    if build.anywhere is None:
        roots = begun_anywhere(build)
        build.anywhere = {*roots, *(key for root in roots for key in build.plan.reach.get(root, ()))}
    return build.anywhere
