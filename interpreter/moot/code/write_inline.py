"""Procedures written where they are called: short ones that nothing hooks and that do not come back to themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..lang import tree
from ..lang.walk import walk
from . import symbols
from .plan import Unit
from .types import NOTHING
from .write_names import is_number_text

if TYPE_CHECKING:
    from .write_statement import StatementWriter

LONGEST = 120  # nodes; a longer body is called
DEEPEST = 6


def inlined_unit(writer: StatementWriter, call: tree.Call) -> Unit | None:
    """The body to write in place of a call, or None if it is to be called."""
    ref = call.ref
    plan = writer.plan
    if writer.unit is not None and writer.unit.rule is not None and len(writer.unit.block) == 1:
        return None  # a hook that is one call may itself be written in its place (write_procedures)
    if not isinstance(ref, symbols.Procedure) or ref.is_phase or ref.owner or ref.type != NOTHING or plan.whens:
        return None
    target = plan.target(ref)
    unit = target.body
    if unit is None or target.rules or target.moving or unit in writer.opened or len(writer.opened) >= DEEPEST:
        return None
    if id(ref) in plan.loops or id(unit) in plan.loops:
        return None
    nodes = list(walk(unit.block))
    if len(nodes) > LONGEST or any(isinstance(n, tree.Return | tree.Lasting) or is_pending(n) for n in nodes):
        return None
    if any(writer.pausing(arg) for arg in call.args):
        return None
    if writer.depth and writer.pausing(call) and (writer.tail is None or not writer.ends_simply(unit.block)):
        return None
    return unit


def is_pending(node: tree.Node) -> bool:
    return isinstance(node, tree.Pending | tree.Proceed)


def write_inlined(writer: StatementWriter, unit: Unit, call: tree.Call) -> None:
    """The body, with parameters standing for the arguments where these are names, else for locals that hold them."""
    saved = (writer.label, writer.at, writer.pack, writer.own_cites, writer.unit, writer.in_cost, writer.tail)
    for param, arg in zip(unit.params, call.args, strict=True):
        text = writer.kept_text(arg)
        if not is_number_text(text) and text not in writer.lasting_names():
            name = writer.new_local(param.name or "given", writer.build.tag(param.type))
            writer.line(f"{name} = {text}")
            text = name
        writer.names[id(param)] = text
    writer.label, writer.at, writer.pack, writer.own_cites = unit.label, unit.at, unit.pack, list(unit.cites)
    writer.unit, writer.tail = unit, None
    writer.in_cost = unit.target is not None and id(unit.target.symbol) in writer.build.in_costs
    writer.opened.append(unit)
    if writer.traced and unit.at is not None:
        given = "".join(f"{writer.names[id(p)]}, " for p in unit.params)
        tags = tuple(writer.build.tag(p.type) for p in unit.params)
        writer.line(f"entered(S, {writer.rule()}, ({given}), {tags!r})")
    if saved[-1] is None:
        writer.block(unit.block)
    else:
        writer.body(unit.block, saved[-1])
    writer.opened.pop()
    writer.label, writer.at, writer.pack, writer.own_cites, writer.unit, writer.in_cost, writer.tail = saved
