"""Calls of built-in procedures: shuffle, show, draw, swap, pay, resolve; with their hooks where rules have some."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..lang import tree
from .sight import everybody, place_of
from .typing import types
from .typing.builtins import ALL
from .write_bulk import draw_name, shuffled_name
from .write_knowledge import somebody_knows
from .write_names import as_tuple, is_simple

if TYPE_CHECKING:
    from .write_lift import LiftWriter


def write_builtin(writer: LiftWriter, call: tree.Call, node: tree.Step) -> None:
    """The last argument of each is the rule that calls; of `shuffle` the site where nature is asked."""
    pausing = writer.pausing(call)
    lifted = writer.with_lifted_parts(call) if pausing else call
    assert isinstance(lifted, tree.Call)
    target = writer.plan.targets.get(id(call.ref))
    rule = str(writer.rule(node))
    if call.name == "shuffle":
        site = str(writer.build.site("shuffle", int(rule), "list thing"))
        if target is None:
            _shuffle(writer, lifted.args[0], site, rule)
            return
        rule = site
    name = target.python if target is not None else f"p_{call.name}"
    last = [rule]
    whole = False
    if target is None and not writer.traced:
        if call.name == "draw":
            name, last = draw_name(writer.build, *lifted.args[1:]), []
        elif call.name == "show" and not writer.build.makes_rows and place_of(writer.build, lifted.args[0]):
            name, last, whole = "show_zone", [], True
    for condition, args in _arguments(writer, lifted, whole):
        if whole and not condition and (shown := _shown(writer, *args)):
            for line in shown:
                writer.line(line)
            continue
        text = f"{name}(S, {', '.join([*args, *last])})"
        if not pausing:
            if condition:
                writer.line(f"if {condition}:")
                text = f"    {text}"
            writer.line(text)
            continue
        skip = writer.new_label() if condition else 0
        if condition:
            writer.line(f"if not ({condition}):")
            writer.depth += 1
            writer.jump(skip)
            writer.depth -= 1
        writer.call(text)
        if condition:
            writer.place(skip)


def _arguments(writer: LiftWriter, call: tree.Call, whole: bool) -> list[tuple[str, list[str]]]:
    """The calls that it comes to, each with its condition or none: to show to several is a call for each of them.

    `whole`: a zone is shown as such, not as what lies in it.
    """
    if call.name != "show":
        return [("", [writer.expr(arg) for arg in call.args])]
    what, to = call.args
    several = not whole and (writer.is_zone(what) or types.item_of(what.type) is not None)
    shown = as_tuple(writer.iterable(what)) if several else writer.expr(what)
    if not types.is_mask(to.type):
        return [("", [shown, writer.expr(to)])]
    players = range(len(writer.build.game.players))
    if to.ref is ALL:
        return [("", [shown, str(player)]) for player in players]
    mask = writer.expr(to)
    return [(f"{mask} >> {player} & 1", [shown, str(player)]) for player in players]


def _shown(writer: LiftWriter, zone: str, player: str) -> list[str]:
    """What lies in a zone that is known is shown to a player who is known, in place: as `show_zone` does it."""
    if not (zone.isdigit() and player.isdigit()) or (writer.build.layout.zones[int(zone)].seen or 0) >> int(player) & 1:
        return []
    bit, players = 1 << int(player), len(writer.build.game.players)
    others = everybody(writer.build) & ~bit
    long = [f"if S.known & {others << int(zone) * players}:", f"    show_zone(S, {zone}, {player})"] if others else []
    return [
        *long,
        f"{'elif' if long else 'if'} Z[{zone}]:",
        f"    S.told.update(dict.fromkeys(Z[{zone}], {bit}))",
        f"    S.known |= {bit << int(zone) * players}",
    ]


def _shuffle(writer: LiftWriter, at: tree.Formula, site: str, rule: str) -> None:
    zone = writer.expr(at)
    label = writer.new_label()
    before = writer.taken_back(zone)
    writer.line("if S.nature:")
    if before is not None:
        writer.line(f"    {before[0]}(S, {before[1]}, {before[2]})")
    writer.line(f"    S.ask = ({site}, -1, Orders(tuple(Z[{zone}])), None)")
    writer.depth += 1
    writer.pause(label)
    writer.depth -= 1
    if before is not None:
        writer.line(f"ret = {shuffled_name(writer.build, before[0])}(S, {before[1]}, {before[2]})")
    else:
        writer.line(f"ret = shuffled(S, {zone})")
    writer.place(label)
    place = place_of(writer.build, at)
    if writer.traced or place is None or not is_simple(zone):
        writer.line(f"put_order(S, {zone}, ret, {rule})")
        return
    writer.line(f"Z[{zone}] = [*ret]")
    if not place.seen_by_all:
        writer.line(f"if {somebody_knows(writer.build, zone)}:")
        writer.line(f"    forget_order(S, {zone})")
