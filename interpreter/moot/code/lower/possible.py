"""The conditions for any call of an action, whatever its arguments: the zone of the thing that carries it, `once
in`, `by`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...lang import tree
from ..ir import make
from ..ir.expressions import Const, Expr, Op, Prim, Where
from ..ir.make import negated, number, op
from ..ir.reps import ARGS, BOOL, PLAYER, ZONE, mask, seq
from ..ir.statements import Block, Do
from ..plan import actions
from ..plan.units import Flat
from .context import Lowering, Stage
from .parts import packed


def possible(low: Lowering, flat: Flat, player: Expr) -> list[Expr]:
    """Tests without which there is no call, whatever its arguments: the zone of the thing that carries it, `once
    in`, `by`. The offer checks whether its phases run.
    """
    return [*_standing(low, flat, player), *([] if is_brought(low, flat) else whose_turn(low, flat, player))]


def is_brought(low: Lowering, flat: Flat) -> bool:
    """Whether a thing that carries it may be in a zone of a row; then the gathering unit tests the rest."""
    return bool(flat.symbol.owner and low.numbering.row_zones)


def whose_turn(low: Lowering, flat: Flat, player: Expr) -> list[Expr]:
    """Tests of `once in` and `by`."""
    tests = []
    once = actions.once_in(flat)
    if once is not None:
        tests.append(unused(low, flat, once, player))
    actor = actions.actor(flat)
    if actor is not None and not actions.is_late(flat):
        tests.append(op("==", player, low.expr(actor)))
    return tests


def _standing(low: Lowering, flat: Flat, player: Expr) -> list[Expr]:
    """That the thing which carries the action is in the required zone, and known to the player."""
    if not flat.symbol.owner:
        return []
    zones = actions.zones(flat)
    layout, everybody = low.numbering.layout, low.numbering.everybody
    places = [n for n, zone in enumerate(layout.zones) if (zone.name in zones if zones else zone.in_play)]
    inside = lies(low, zones)
    open_to_all = not low.numbering.row_zones and all(layout.zones[n].seen == everybody for n in places)
    return [inside] if open_to_all and sees_only_adds(low.stage) else [inside, known_to(low, player)]


def known_to(low: Lowering, player: Expr) -> Expr:
    """Whether a player knows the thing that brings the action."""
    return op("bit", Prim(mask(PLAYER), "knowers", (low.this,)), player)


def lies(low: Lowering, zones: Sequence[str]) -> Expr:
    """Whether the thing that carries the action is in one of these zones; without any, in play."""
    if low.numbering.row_zones:
        return (
            Prim(BOOL, "lies_in", (low.this, Const(ARGS, tuple(zones))))
            if zones
            else Prim(BOOL, "in_play", (low.this,))
        )
    rows = low.numbering.layout.zones
    places = tuple(n for n, zone in enumerate(rows) if (zone.name in zones if zones else zone.in_play))
    return Op(BOOL, "contains", (Const(seq(ZONE), places), Where(ZONE, make.known(low.this))))


def sees_only_adds(stage: Stage) -> bool:
    """Whether all modifiers of `sees` only make more visible, never less."""
    target = stage.sees
    nodes = [rule.node for rule in (*target.rules, *target.moving)] if target is not None else []
    return all(isinstance(n, tree.Modify) and isinstance(n.becomes, tree.Bool) and n.becomes.value for n in nodes)


def _use(low: Lowering, flat: Flat, phase: str, player: Expr) -> tuple[Expr, Expr, Expr]:
    """The record of an action taken in a quiet phase, which has one instance at a time."""
    whose = low.this if flat.symbol.owner else player
    return number(low.plan.scope_number(phase, "end")), number(flat.number), whose


def unused(low: Lowering, flat: Flat, phase: str, player: Expr) -> Expr:
    """Whether an action that may be taken once in a phase has not been taken in it."""
    if phase in low.plan.quiet:
        return negated(Prim(BOOL, "in_once", (packed(_use(low, flat, phase, player)),)))
    given = (number(low.plan.scopes[phase]), number(flat.number), player, low.this)
    return negated(Prim(BOOL, "used_in", given))


def noted_use(low: Lowering, flat: Flat, phase: str, player: Expr) -> Block:
    """The step that notes that it has been taken."""
    if phase in low.plan.quiet:
        return (Do("add_once", (packed(_use(low, flat, phase, player)),)),)
    return (Do("use_in", (number(low.plan.scopes[phase]), number(flat.number), player, low.this)),)
