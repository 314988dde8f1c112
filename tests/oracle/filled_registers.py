"""What the machine finds by number, filled with functions that walk units."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moot.code.emit.registers import CodeRow, Registers

_SORTS = {"before": 0, "instead": 1, "after": 2}
Function = Callable[..., Any]


def fill(ns: dict[str, Any], registers: Registers, function: Callable[[str], Function]) -> None:
    """`function`: what a unit, or a function of the runtime in its place, is called by."""

    def maybe(name: str | None) -> Function | None:
        return None if name is None else function(name)

    r = registers
    for target, rules in r.static.items():
        ns["STATIC"][target] = tuple((rule, None, (), 0, 0) for rule in rules)
    for rule, hook in r.hooks.items():
        ns["HOOKS"][rule] = (_SORTS[hook.when], maybe(hook.where), function(hook.body), maybe(hook.was), hook.own)
    for rule, modifier in r.modifiers.items():
        ns["MODIFIERS"][rule] = (modifier.layer, function(modifier.unit))
    for rule, when in r.whens.items():
        ns["WHENS"][rule] = (function(when.where), function(when.body), when.once)
    for rule, ban in r.bans.items():
        ns["BANS"][rule] = (maybe(ban.where), function(ban.reason))
    for register, units in (
        ("BODIES", r.bodies),
        ("PROCEDURES", r.procedures),
        ("FUNCTIONS", r.functions),
        ("ENTER", r.enter),
        ("SEEN", r.seen),
    ):
        ns[register].update({key: function(unit) for key, unit in units.items()})
    ns["SLOTS"].update(r.slots)
    ns["CODE"].update({number: _code(row, function) for number, row in r.code.items()})
    for number, action in r.actions.items():
        told = action.name, action.things, action.tags, action.params, action.names
        parts = function(action.gather), function(action.why), function(action.pay), maybe(action.do)
        ns["ACTIONS"][number] = (*told, *parts)
        ns["TAKE"][number], ns["LABELS"][number] = function(action.take), action.label
    for number, level in r.levels.items():
        ns["STATIC"][number] = ns["STATIC"][level.target]
        ns["BODIES"][number] = _level(function(level.body))
        if level.slot >= 0:
            ns["SLOTS"][number] = level.slot
    ns["PENDING"].update({target: (row.name, function(row.unit), row.this) for target, row in r.pending.items()})
    ns["LAWS"].update({n: (row.section, row.title, row.owner, function(row.unit)) for n, row in r.laws.items()})


def _code(row: CodeRow, function: Callable[[str], Function]) -> Function:
    """All code is called with the thing that brings it."""
    unit = function(row.unit)
    return unit if row.this else lambda S, this, *args: unit(S, *args)


def _level(body: Function) -> Function:
    """Called with its own arguments, then with what the action is called with."""
    return lambda S, *args: body(S, *args[-3:], args[:-3])
