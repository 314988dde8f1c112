"""Which units the machine finds by number or name: the plan's rules, targets and actions as rows of registers."""

from __future__ import annotations

from typing import Literal, cast

from ..lang import tree
from .compiled import Compiled
from .emit.registers import (
    ActionRow,
    BanRow,
    CodeRow,
    HookRow,
    LawRow,
    LevelRow,
    ModifierRow,
    PendingRow,
    Registers,
    WhenRow,
)
from .plan.actions import level_number
from .plan.units import Flat, Rule, Target
from .typing import symbols


def registers_of(made: Compiled) -> Registers:
    plan, names = made.plan, {unit.name for unit in made.framed.units}
    numbers = plan.target_numbers
    rules = plan.rules
    targets = [(numbers[key], target) for key, target in plan.targets.items()]
    return Registers(
        static={number: tuple(rule.number for rule in target.rules) for number, target in targets},
        hooks={rule.number: _hook(made, rule, rule.node) for rule in rules if isinstance(rule.node, tree.Hook)},
        modifiers={
            rule.number: ModifierRow(rule.node.layer, f"m{rule.number}")
            for rule in rules
            if isinstance(rule.node, tree.Modify)
        },
        whens={
            rule.number: WhenRow(f"w{rule.number}", f"h{rule.number}", rule.node.once)
            for rule in rules
            if isinstance(rule.node, tree.When)
        },
        bans={
            rule.number: BanRow(_where(rule), f"ban{rule.number}")
            for rule in rules
            if isinstance(rule.node, tree.Forbid)
        },
        bodies={number: body for number, target in targets if (body := _body(names, target)) is not None},
        slots={number: target.slot for number, target in targets if target.slot >= 0},
        code={
            unit.number: CodeRow(unit.python, unit.this, len(unit.params))
            for unit in plan.units
            if unit.target is None and unit.rule is None
        },
        procedures={name: plan.target(one).python for name, one in made.game.procedures.items()},
        functions={name: plan.target(one).python for name, one in made.game.functions.items()},
        enter={scope: f"enter{scope}" for scope in plan.scopes.values()},
        seen={zone: f"seen_{zone}" for zone in made.game.zones if f"seen_{zone}" in names},
        actions={flat.number: _action(made, flat) for flat in plan.flat},
        levels={number: row for flat in plan.flat for number, row in _levels(made, flat)},
        pending={
            number: PendingRow(target.symbol.name, target.python, bool(target.symbol.owner))
            for number, target in targets
            if isinstance(target.symbol, symbols.Procedure)
        },
        laws=dict(enumerate(_laws(made))),
    )


def _where(rule: Rule) -> str | None:
    return f"w{rule.number}" if rule.node.where is not None else None


def _hook(made: Compiled, rule: Rule, node: tree.Hook) -> HookRow:
    was = f"was{rule.number}" if rule.number in made.plan.was_rules else None
    when = cast(Literal["before", "instead", "after"], node.when)
    return HookRow(when, _where(rule), f"h{rule.number}", was, rule.own)


def _body(names: set[str], target: Target) -> str | None:
    """The original of a target, inside all its hooks."""
    if target.native:
        return None if target.symbol.name == "sees" else f"native_{target.symbol.name}"
    if target.body is None:
        return None
    inner = f"b_{target.python}"
    return inner if inner in names else target.python


def _action(made: Compiled, flat: Flat) -> ActionRow:
    symbol, numbering = flat.symbol, made.numbering
    things = tuple(numbering.copies.get(symbol.owner, ())) if symbol.owner else None
    n = flat.number
    return ActionRow(
        flat.name,
        symbol.name,
        things,
        tuple(numbering.tag(p.type) for p in symbol.params),
        tuple(p.name for p in symbol.params),
        tuple(action.name for action in flat.chain),
        f"gather{n}",
        f"why{n}",
        f"pay{n}",
        f"do{n}_0",
        f"take{n}",
    )


def _levels(made: Compiled, flat: Flat) -> list[tuple[int, LevelRow]]:
    found = []
    for level, action in enumerate(flat.chain):
        target = made.plan.target(action)
        row = LevelRow(made.plan.target_numbers[id(action)], target.slot, f"body{flat.number}_{level}")
        found.append((level_number(made.plan, flat, level), row))
    return found


def _laws(made: Compiled) -> list[LawRow]:
    every = [(law, "") for law in made.game.laws]
    for carried in made.game.carried.values():
        every += [(law, carried.title) for law in carried.laws]
    return [LawRow(law.section, law.title, title, f"law{at}") for at, (law, title) in enumerate(every)]
