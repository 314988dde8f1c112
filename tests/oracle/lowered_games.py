"""A game in its intermediate form, with what the walker is given beside the units."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from walk_formulas import Given

from moot.code.ir.expressions import UnitRef
from moot.code.ir.reps import CODE
from moot.code.ir.statements import Lowered, Runtime, Unit
from moot.code.ir.verify import verify
from moot.code.layout.numbering import number
from moot.code.layout.tables import make_tables
from moot.code.lower import procedures
from moot.code.lower.game import LoweredGame, lower, stage_of
from moot.code.plan.actions import level_number
from moot.code.plan.make import make_plan
from moot.code.plan.plan import Plan
from moot.code.program import Program, RuleLine, Site
from moot.code.typing import symbols
from moot.code.typing.typed import typed
from moot.lang import tree
from moot.pack.bundle import Bundle

_SORTS = {"before": 0, "instead": 1, "after": 2}
Registers = dict[str, dict[Any, Any]]


@dataclass(frozen=True, slots=True)
class LoweredRules:
    units: Mapping[str, Unit]
    registers: Registers
    given: Given
    lowered: Lowered
    plan: Plan

    def program(self, compiled: Program) -> Program:
        """The compiled program with the numbers of sites and lines that these units have."""
        sites = [Site(s.prompt, s.rule, s.tag, s.none) for s in self.lowered.sites]
        lines = [RuleLine(line.label, line.file, line.line, line.clauses) for line in self.lowered.lines]
        secret = frozenset(n for n, s in enumerate(self.lowered.sites) if s.secret)
        plan = self.plan
        sees = next((t for t in plan.targets.values() if t.native and t.symbol.name == "sees"), None)
        effects = {}
        for title, rules in plan.effects.items():
            pairs = tuple((plan.slot(rule), rule.number) for rule in rules if rule.number not in plan.dead)
            effects.update(dict.fromkeys(plan.numbering.copies.get(title, ()) if pairs else (), pairs))
        index = replace(
            compiled.index,
            secret_sites=tuple(secret),
            slots=plan.slots,
            when_slot=plan.when_slot,
            lasting_slots=tuple(sorted({plan.slot(rule) for rules in plan.lasting.values() for rule in rules})),
            effects=effects,
            static_whens=tuple(rule.number for rule in plan.whens if rule.origin == "file"),
            sees_slot=sees.slot if sees is not None else -1,
            scopes=dict(plan.scopes),
        )
        return replace(compiled, sites=sites, rules=lines, index=index)


def lowered_rules(bundle: Bundle, verified: bool = True) -> LoweredRules:
    """The rules of a pack in the intermediate form. Raises MootError where they are not sound, and IllMadeError."""
    game = typed(bundle)
    bundle.report.raise_if_failed()
    plan = make_plan(number(game), bundle)
    tables = make_tables(plan.numbering, plan)
    made = lower(plan, tables)
    if verified:
        verify(made.lowered.units, "lowering", made.lowered.lines)
    units = {unit.name: unit for unit in made.lowered.units}
    given = Given({**tables.printed, **made.found}, made.formulas, tables.cells, tables.key_ends)
    return LoweredRules(units, registers_of(plan, made, stage_of(plan, tables)), given, made.lowered, plan)


def _unit(name: str) -> UnitRef:
    return UnitRef(CODE, name)


def registers_of(plan: Plan, made: LoweredGame, stage: Any) -> Registers:
    """What the runtime finds by number, with units by their names."""
    named = {unit.name for unit in made.lowered.units}
    found: Registers = {
        name: {}
        for name in [
            "STATIC",
            "HOOKS",
            "MODIFIERS",
            "WHENS",
            "BANS",
            "BODIES",
            "SLOTS",
            "CODE",
            "PROCEDURES",
            "FUNCTIONS",
            "SEEN",
            "ACTIONS",
            "TAKE",
            "LABELS",
            "PENDING",
        ]
    }
    _rules(plan, found)
    _targets(plan, found, stage)
    for flat in plan.flat:
        n = flat.number
        things = tuple(plan.numbering.copies.get(flat.symbol.owner, ())) if flat.symbol.owner else None
        names = tuple(action.name for action in flat.chain)
        tags = tuple(plan.numbering.tag(p.type) for p in flat.symbol.params)
        params = tuple(p.name for p in flat.symbol.params)
        parts = (_unit(f"gather{n}"), _unit(f"why{n}"), _unit(f"pay{n}"), _unit(f"do{n}_0"))
        found["ACTIONS"][n] = (flat.name, things, tags, params, names, *parts)
        found["TAKE"][n], found["LABELS"][n] = _unit(f"take{n}"), flat.symbol.name
        for level, action in enumerate(flat.chain):
            target, at = plan.target(action), level_number(plan, flat, level)
            found["STATIC"][at] = found["STATIC"][plan.target_numbers[id(action)]]
            found["BODIES"][at] = Level(f"body{n}_{level}")
            if target.slot >= 0:
                found["SLOTS"][at] = target.slot
    for unit in plan.units:
        if unit.target is None and unit.rule is None:
            found["CODE"][unit.number] = _unit(unit.python) if unit.this else Without(unit.python)
    for zone in plan.game.zones:
        if f"seen_{zone}" in named:
            found["SEEN"][zone] = _unit(f"seen_{zone}")
    return found


@dataclass(frozen=True, slots=True)
class Level:
    """What one level of an action does: called with its own arguments, then with what the action is called with."""

    unit: str

    def bound(self, function: Callable[[str], Callable[..., Any]]) -> Callable[..., Any]:
        body = function(self.unit)
        return lambda S, *args: body(S, *args[-3:], args[:-3])


@dataclass(frozen=True, slots=True)
class Without:
    """Code in data that belongs to no thing: it is called without one."""

    unit: str

    def bound(self, function: Callable[[str], Callable[..., Any]]) -> Callable[..., Any]:
        body = function(self.unit)
        return lambda S, this, *args: body(S, *args)


def _rules(plan: Plan, found: Registers) -> None:
    for rule in plan.rules:
        node, n = rule.node, rule.number
        where = _unit(f"w{n}") if node.where is not None else None
        match node:
            case tree.Hook():
                was = _unit(f"was{n}") if n in plan.was_rules else None
                found["HOOKS"][n] = (_SORTS[node.when], where, _unit(f"h{n}"), was, rule.own)
            case tree.Modify():
                found["MODIFIERS"][n] = (node.becomes is not None, _unit(f"m{n}"))
            case tree.When():
                found["WHENS"][n] = (where, _unit(f"h{n}"), node.once)
            case _:
                found["BANS"][n] = (where, _unit(f"ban{n}"))


def _targets(plan: Plan, found: Registers, stage: Any) -> None:
    for key, target in plan.targets.items():
        n, symbol = plan.target_numbers[key], target.symbol
        found["STATIC"][n] = tuple((rule.number, None, (), 0, 0) for rule in target.rules)
        if target.slot >= 0:
            found["SLOTS"][n] = target.slot
        if target.native and symbol.name != "sees":
            found["BODIES"][n] = Runtime(symbol.name)
        elif target.body is not None:
            found["BODIES"][n] = _unit(procedures.body_name(stage, target))
        if isinstance(symbol, symbols.Procedure):
            found["PENDING"][n] = (symbol.name, _unit(target.python), bool(symbol.owner))
    for name, procedure in plan.game.procedures.items():
        found["PROCEDURES"][name] = _unit(plan.target(procedure).python)
    for name, function in plan.game.functions.items():
        found["FUNCTIONS"][name] = _unit(plan.target(function).python)
