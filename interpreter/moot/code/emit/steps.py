"""Steps of the runtime that never pause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir.expressions import Contents, Expr, Op
from ..ir.prims import STEPS
from ..ir.statements import Ask, Block, Do, Line, MoveAll
from . import asks
from .movers import Mover
from .moves import draw_name, known_number, mover_of_all
from .sight import somebody_knows, zone_sight

if TYPE_CHECKING:
    from .statements import Statements

_BY_SCOPE = 4  # temporary rules end by the number of the ending scope


def step(p: Statements, s: Do) -> None:
    if not p.form.journal and in_place(p, s):
        return
    if s.name in ("say", "tested") and not p.form.journal:
        return
    args = [p.now(arg) for arg in s.args]
    match s.name:
        case "glance":
            p.line("if S.glance: raise Over")
            return
        case "notice":
            p.line("if S.notices == -1:")
            p.line(f"    notice({', '.join(['S', *args])})")
            return
        case "end_scope":
            p.line(f"if {args[0]} in S.lasting:")
            p.line(f"    end_where(S, {_BY_SCOPE}, {args[0]})")
            return
        case "add_once":
            p.line(f"S.once += ({args[0]},)")
            return
        case "forget_uses":
            p.line("if S.once:")
            p.line(f"    forget_uses(S, {args[0]})")
            return
        case "unmet" | "restore_sparse":
            args = [f"*{args[0]}"]
        case "save_rows":
            args[2] = f"lambda this: {args[2]}(S, this)"
    found = STEPS[s.name]
    rule = [str(s.rule)] if found.ruled else []
    text = f"{found.python or s.name}({', '.join(['S', *args, *rule])})"
    p.line(f"{p.name(s.into)} = {text}" if s.into is not None else text)


# ---------------------------------------------------------------------------------------------- between known zones


def in_place(p: Statements, s: Do) -> bool:
    """A step that asks for less where its zones are known: whether it has been written."""
    match s.name, s.args:
        case "draw", (count, source, goal):
            name = draw_name(p, source, goal)
            if name is None:
                return False
            p.line(f"{name}(S, {p.now(count)}, {p.now(source)}, {p.now(goal)})")
        case "put_order", (zone, order):
            return _ordered(p, zone, order)
        case "show", (Op(_, "frozen", (Contents(_, zone),)), player):
            return _show_zone(p, zone, player)
        case _:
            return False
    return True


def _ordered(p: Statements, zone: Expr, order: Expr) -> bool:
    """The new order of a zone: players who do not see it no longer know which things are there."""
    place = zone_sight(p.given, zone)
    if place is None:
        return False
    shown = p.kept(zone, "zone")
    p.line(f"{p.zones()}[{shown}] = [*{p.now(order)}]")
    if not place.seen_by_all:
        p.line(f"if {somebody_knows(p.given, shown, known_number(zone))}:")
        p.line(f"    forget_order(S, {shown})")
    return True


def _show_zone(p: Statements, zone: Expr, player: Expr) -> bool:
    """All things in a zone are shown to a player, if no rows are among them."""
    if p.given.makes_rows or zone_sight(p.given, zone) is None:
        return False
    number, who = known_number(zone), known_number(player)
    if number is None or who is None or (p.given.layout.zones[number].seen or 0) >> who & 1:
        p.line(f"show_zone(S, {p.now(zone)}, {p.now(player)})")
        return True
    bit, players = 1 << who, len(p.given.layout.players)
    others, word = p.given.everybody & ~bit, "if"
    if others:
        p.line(f"if S.known & {others << number * players}:")
        p.line(f"    show_zone(S, {number}, {who})")
        word = "elif"
    p.line(f"{word} {p.zones()}[{number}]:")
    p.line(f"    S.told.update(dict.fromkeys({p.zones()}[{number}], {bit}))")
    p.line(f"    S.known |= {bit << number * players}")
    return True


# ---------------------------------------------------------------------------------------------- shuffled into a zone


def shuffled_into(p: Statements, block: Block, at: int) -> int:
    """A zone moved into one that is shuffled at once, as one step: how many statements have been written so."""
    moved = block[at]
    after = next((n for n in range(at + 1, len(block)) if not isinstance(block[n], Line)), len(block))
    shuffled = block[after] if after < len(block) else None
    if not isinstance(moved, MoveAll) or not isinstance(shuffled, Ask) or p.form.journal:
        return 0
    if not isinstance(shuffled.options, Contents) or shuffled.how != "shuffle" or shuffled.options.zone != moved.goal:
        return 0
    mover = mover_of_all(p, moved)
    if mover is None:
        return 0
    p.block(block[at + 1 : after])
    ends = f"S, {p.now(moved.zone)}, {p.now(moved.goal)}"
    p.rules[shuffled.point] = p.rule
    p.line("if S.nature:")
    with p.deeper():
        p.line(f"{p.constants.mover(mover)}({ends})")
        p.line(f"S.ask = ({shuffled.site}, -1, Orders(tuple({p.x(shuffled.options)})), None)")
        asks.pause(p, shuffled)
    name = p.constants.mover(Mover("shuffled", mover.at, mover.to))
    p.line(f"{p.name(shuffled.into)} = {name}({ends})")
    return after + 1 - at
