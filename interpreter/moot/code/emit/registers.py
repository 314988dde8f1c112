"""The tables that the engine reads by number or name: conditions and bodies of standing rules, modifiers, actions, laws
…

Units are referenced by name. Numbers are those of the plan: of rules, targets, slots, scopes, actions, units.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class HookRow:
    """A rule that hooks a target. where: its condition; was: its remembered values; own: whether its body may
    reach its own target again.
    """

    when: Literal["before", "instead", "after"]
    where: str | None
    body: str
    was: str | None
    own: bool


@dataclass(frozen=True, slots=True)
class ModifierRow:
    layer: int
    unit: str


@dataclass(frozen=True, slots=True)
class WhenRow:
    where: str
    body: str
    once: bool


@dataclass(frozen=True, slots=True)
class BanRow:
    where: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class CodeRow:
    """Code stored in data: with or without the thing that carries it, and its number of other parameters."""

    unit: str
    this: bool
    params: int


@dataclass(frozen=True, slots=True)
class ActionRow:
    """An action that may be offered. things: those that carry it, None for an action of the rules; tags, params:
    of its parameters; names: its own and its families'; do: None if paying and doing are one (`take`).
    """

    name: str
    label: str
    things: tuple[int, ...] | None
    tags: tuple[str, ...]
    params: tuple[str, ...]
    names: tuple[str, ...]
    gather: str
    why: str
    pay: str
    do: str | None
    take: str


@dataclass(frozen=True, slots=True)
class LevelRow:
    """A level of an action's `do`, around which hooks run: the target that its rules hook, the slot of those in
    play (-1: none), its body.
    """

    target: int
    slot: int
    body: str


@dataclass(frozen=True, slots=True)
class PendingRow:
    """A procedure whose calls may wait. this: whether its first parameter is the thing that brings it."""

    name: str
    unit: str
    this: bool


@dataclass(frozen=True, slots=True)
class LawRow:
    section: str
    title: str
    owner: str  # the thing whose law it is, or empty
    unit: str


@dataclass(frozen=True, slots=True)
class Registers:
    """static: by target, the rules of rules files that hook it. bodies: by target, the original. slots: by target,
    the slot in `live` of those in play. levels: by the number under which the hook runner finds them.
    """

    static: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    hooks: Mapping[int, HookRow] = field(default_factory=dict)
    modifiers: Mapping[int, ModifierRow] = field(default_factory=dict)
    whens: Mapping[int, WhenRow] = field(default_factory=dict)
    bans: Mapping[int, BanRow] = field(default_factory=dict)
    bodies: Mapping[int, str] = field(default_factory=dict)
    slots: Mapping[int, int] = field(default_factory=dict)
    code: Mapping[int, CodeRow] = field(default_factory=dict)
    procedures: Mapping[str, str] = field(default_factory=dict)
    functions: Mapping[str, str] = field(default_factory=dict)
    enter: Mapping[int, str] = field(default_factory=dict)  # by scope
    seen: Mapping[str, str] = field(default_factory=dict)  # by zone: the viewers, if a formula determines them
    actions: Mapping[int, ActionRow] = field(default_factory=dict)
    levels: Mapping[int, LevelRow] = field(default_factory=dict)
    pending: Mapping[int, PendingRow] = field(default_factory=dict)  # by target
    laws: Mapping[int, LawRow] = field(default_factory=dict)


_SORTS = {"before": 0, "instead": 1, "after": 2}


def first_lines(registers: Registers) -> list[str]:
    """The rules that always listen."""
    rules = sorted({rule for listening in registers.static.values() for rule in listening})
    static = (f"{target}: ({''.join(f'I{rule}, ' for rule in rules)})" for target, rules in registers.static.items())
    return [*(f"I{rule} = ({rule}, None, (), 0, 0)" for rule in rules), f"STATIC.update({{{', '.join(static)}}})"]


def last_lines(registers: Registers, made: Mapping[str, str]) -> list[str]:
    """All registers, once the functions are there. `made`: tables that are made of them, as text by name."""
    r = registers
    out = [
        f"HOOKS[{rule}] = ({_SORTS[row.when]}, {row.where}, {row.body}, {row.was}, {row.own})"
        for rule, row in r.hooks.items()
    ]
    out += [f"MODIFIERS[{rule}] = ({row.layer}, {row.unit})" for rule, row in r.modifiers.items()]
    out += [f"WHENS[{rule}] = ({row.where}, {row.body}, {row.once})" for rule, row in r.whens.items()]
    out += [f"BANS[{rule}] = ({row.where}, {row.reason})" for rule, row in r.bans.items()]
    out += _updates("BODIES", r.bodies) + _updates("SLOTS", r.slots)
    out += [f"CODE[{number}] = {_caller(row)}" for number, row in r.code.items()]
    out += [f"{name} = {text}" for name, text in made.items()]
    out += [f"PROCEDURES[{name!r}] = {unit}" for name, unit in r.procedures.items()]
    out += [f"FUNCTIONS[{name!r}] = {unit}" for name, unit in r.functions.items()]
    out += [f"ENTER[{scope}] = {unit}" for scope, unit in r.enter.items()]
    out += [f"SEEN[{zone!r}] = {unit}" for zone, unit in r.seen.items()]
    for number, action in r.actions.items():
        out += _action(number, action)
    out += _levels(r.levels)
    out += [f"PENDING[{target}] = ({row.name!r}, {row.unit}, {row.this})" for target, row in r.pending.items()]
    out += [f"LAWS[{n}] = ({row.section!r}, {row.title!r}, {row.owner!r}, {row.unit})" for n, row in r.laws.items()]
    return out


def _action(number: int, row: ActionRow) -> list[str]:
    told = f"{row.name!r}, {row.things!r}, {row.tags!r}, {row.params!r}, {row.names!r}"
    return [
        f"ACTIONS[{number}] = ({told}, {row.gather}, {row.why}, {row.pay}, {row.do})",
        f"TAKE[{number}] = {row.take}",
        f"LABELS[{number}] = {row.label!r}",
    ]


def _updates(register: str, rows: Mapping[int, object]) -> list[str]:
    return [f"{register}.update({{{', '.join(f'{number}: {row}' for number, row in rows.items())}}})"] if rows else []


def _levels(levels: Mapping[int, LevelRow]) -> list[str]:
    """Each body is called with what hooks are given: the arguments first, the rest behind them."""
    if not levels:
        return []
    rows = (f"({number}, {row.target}, {row.slot}, {row.body})," for number, row in levels.items())
    return [
        *("for number, target, slot, body in (", *rows, "):"),
        " STATIC[number] = STATIC[target]",
        " BODIES[number] = lambda S, *a, body=body: body(S, a[-3], a[-2], a[-1], a[:-3])",
        " if slot >= 0: SLOTS[number] = slot",
    ]


def _caller(row: CodeRow) -> str:
    """All code is called with the thing that brings it."""
    if row.this:
        return row.unit
    params = "".join(f", a{n}" for n in range(row.params))
    return f"lambda S, this{params}: {row.unit}(S{params})"
