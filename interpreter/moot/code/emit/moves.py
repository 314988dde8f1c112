"""Moves of things, and of all things in a zone: recorded in the journal, or as fast as their known properties allow.

Between zones that all players see, a move of one thing is written in place, with only the necessary steps; otherwise
there is a function for its two zones. If the source is known, the thing is taken from it directly; otherwise its zone
is read from its cell. A thing that leaves play ends its effect and resets its states, and one that enters play begins
its effect, if things of its kind have any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir.expressions import Const, Expr
from ..ir.statements import Move, MoveAll
from .lines import CELLS as C
from .lines import ZONES as Z
from .movers import Goal, Mover, after_move, rare
from .sight import ZoneSight, zone_sight

if TYPE_CHECKING:
    from .statements import Statements

_NAMES = {"top": "move", "bottom": "move_bottom", "before": "move_before"}


def move(p: Statements, s: Move) -> None:
    if p.form.journal or s.how != "top":
        name, given = _NAMES[s.how], f"S, {p.now(s.thing)}, {p.now(s.goal)}"
        p.line(f"t_{name}({given}, {s.rule})" if p.form.journal else f"{name}({given})")
        return
    to, rep, sees = zone_sight(p.given, s.goal), s.thing.rep, p.given.sees
    is_thing = rep.sort == "thing" and rep.low is not None and rep.end is not None
    by_formula = any(zone.seen is None for zone in p.given.layout.zones)
    if to is None or not is_thing:
        name = "move"
    elif to.seen_by_all:
        move_in_place(p, s, to)
        return
    elif sees.always or by_formula or rep.optional:
        name = "move"
    else:
        name = p.constants.mover(Mover("move", to, to))
    p.line(f"{name}(S, {p.now(s.thing)}, {p.now(s.goal)})")


def move_in_place(p: Statements, s: Move, to: ZoneSight) -> None:
    thing, t = p.kept(s.thing, "thing"), p.kept(s.goal, "goal")
    may_be = range(s.thing.rep.low or 0, s.thing.rep.end or 0)
    number = known_number(s.goal)
    goal = Goal(to, t, to.numbers if number is None else range(number, number + 1))
    if s.zones:
        _from_known(p, s, goal, thing, may_be, s.zones)
        return
    optional = s.thing.rep.optional
    lines = [f"{Z}[{t}].append({thing})", f"{C}[{thing}] = {t}"]
    lines += after_move(p.given, goal, thing, may_be, frozenset(range(len(p.given.layout.zones))))
    taken = f"{Z}[s].remove({thing})"
    if not (optional or p.given.row_zones):
        p.lines([f"s = {C}[{thing}]", "if s >= 0:", f"    {taken}", *lines])
        return
    if optional:  # mostly the top of a pile
        taken = f"{Z}[s].pop() if {Z}[s][-1] == {thing} else {taken}"
    at = f"-1 if {thing} is None else {C}[{thing}]" if optional else f"{C}[{thing}]"
    long = [f"if {rare(p.given)}:", f"    move(S, {thing}, {t})"]
    p.lines([f"s = {at}", *long, "else:", *(f"    {line}" for line in [taken, *lines])])


def _from_known(p: Statements, s: Move, goal: Goal, thing: str, may_be: range, zones: frozenset[int]) -> None:
    after, t = after_move(p.given, goal, thing, may_be, zones), goal.text
    if len(zones) > 1:
        p.lines([f"s = {C}[{thing}]", f"{Z}[s].{'pop()' if s.top else f'remove({thing})'}"])
        p.lines([f"{Z}[{t}].append({thing})", f"{C}[{thing}] = {t}", *after])
        return
    (zone,) = zones
    if s.top:
        p.lines([f"{C}[{thing}] = {t}", f"{Z}[{t}].append({Z}[{zone}].pop())", *after])
    else:  # the cell first: it wants no none
        p.lines([f"{C}[{thing}] = {t}", f"{Z}[{zone}].remove({thing})", f"{Z}[{t}].append({thing})", *after])


# ---------------------------------------------------------------------------------------------- all of a zone


def move_all(p: Statements, s: MoveAll) -> None:
    given = f"S, {p.now(s.zone)}, {p.now(s.goal)}"
    if p.form.journal:
        p.line(f"t_move_all({given}, {s.rule})")
        return
    mover = mover_of_all(p, s)
    p.line(f"{'move_all' if mover is None else p.constants.mover(mover)}({given})")


def mover_of_all(p: Statements, s: MoveAll) -> Mover | None:
    """The function for it, where its zones are known."""
    at, to = zone_sight(p.given, s.zone), zone_sight(p.given, s.goal)
    if at is None or to is None or p.given.sees.always or (to.in_play and not at.in_play and p.given.effects):
        return None
    return Mover("move_all", at, to)


def draw_name(p: Statements, source: Expr, goal: Expr) -> str | None:
    """The function that moves so many from the top of a zone, where its zones are known."""
    at, to = zone_sight(p.given, source), zone_sight(p.given, goal)
    if at is None or to is None or at.in_play or to.in_play or at == to or p.given.sees.always:
        return None
    return p.constants.mover(Mover("draw", at, to))


def known_number(e: Expr) -> int | None:
    return e.value if isinstance(e, Const) and isinstance(e.value, int) else None
