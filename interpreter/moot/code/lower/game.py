"""All units of a game, in the order in which a module has them."""

from __future__ import annotations

from dataclasses import dataclass

from ...lang import tree
from ..ir.expressions import Plain, PrintedTable, Var
from ..ir.make import local
from ..ir.reps import ARGS
from ..ir.units import Lowered, Unit
from ..plan.tables import Tables
from ..plan.units import Plan
from ..typing import symbols
from . import acting, functions, gathering, laws, offers, procedures, rules, scopes, seen, states
from .context import Dispatch, LineOrigin, Lowering, Stage
from .formulas.dispatch import formula
from .steps import step


@dataclass(frozen=True, slots=True)
class LoweredGame:
    """`found`: tables computed on the way; `formulas`: by field, for each thing the unit of its formula."""

    lowered: Lowered
    found: dict[PrintedTable, tuple[Plain, ...]]
    formulas: dict[PrintedTable, tuple[str | None, ...]]


def stage_of(plan: Plan, tables: Tables, noting: bool = False) -> Stage:
    """The data for lowering a game, or another formula of it."""
    return Stage(plan.numbering, plan, tables, Dispatch(formula, step), noting)


def lower(plan: Plan, tables: Tables, noting: bool = False) -> LoweredGame:
    """The whole game. `noting`: each step notes the values of its names."""
    stage = stage_of(plan, tables, noting)
    units: list[Unit] = []
    units += _functions(stage)
    units += _standing(stage)
    for planned in plan.units:
        units.append(procedures.body(stage, planned) if planned.rule is None else procedures.hook(stage, planned))
    for target in plan.targets.values():
        callable_ = target.body is not None or (target.native and target.symbol.name != "sees")
        if callable_ and procedures.is_wrapped(stage, target):
            units.append(procedures.wrapper(stage, target))
    for flat in plan.flat:
        units.append(gathering.gather_unit(stage, flat))
        units += acting.units(stage, flat)
    formula_units, by_field = _formulas(stage)
    units += formula_units
    units += _states(stage)
    units += _laws(stage)
    units += [offers.offered_unit(stage, number, node) for number, node in stage.offers.values()]
    units += [one.unit for one in stage.choosable]
    units += [unit for zone in stage.game.zones.values() if (unit := seen.seen(stage, zone)) is not None]
    lowered = Lowered(tuple(units), tuple(stage.sites), tuple(stage.lines), tuple(stage.notes), tuple(stage.choosable))
    return LoweredGame(lowered, stage.found, by_field)


def _functions(stage: Stage) -> list[Unit]:
    units: list[Unit] = []
    for target in stage.plan.targets.values():
        if isinstance(target.symbol, symbols.Function):
            units += functions.function(stage, target)
        elif target.native and target.symbol.name == "sees":
            units.append(functions.sees(stage, target))
        if rules.asks_first(target):
            units.append(rules.wanted(stage, target))
    return units


def _standing(stage: Stage) -> list[Unit]:
    """Conditions, modifiers, bans, and the remembered values of rules."""
    units = []
    for rule in stage.plan.rules:
        if isinstance(rule.node, tree.Modify):
            units.append(rules.modifier(stage, rule))
            continue
        if rule.node.where is not None:
            units.append(rules.condition(stage, rule))
        if isinstance(rule.node, tree.Forbid):
            units.append(rules.ban(stage, rule))
        if rule.number in stage.plan.was_rules:
            units.append(rules.remember(stage, rule))
    return units


def _formulas(stage: Stage) -> tuple[list[Unit], dict[PrintedTable, tuple[str | None, ...]]]:
    units: list[Unit] = []
    by_field: dict[PrintedTable, tuple[str | None, ...]] = {}
    names: dict[int, str] = {}
    for table, codes in stage.tables.formulas.items():
        column: list[str | None] = []
        for code in codes:
            if code is not None and id(code) not in names:
                names[id(code)] = f"q{len(names)}_{table[1]}"
                units.append(functions.data_formula(stage, names[id(code)], code))
            column.append(None if code is None else names[id(code)])
        by_field[table] = tuple(column)
    return units, by_field


def _states(stage: Stage) -> list[Unit]:
    units = [states.initial(stage)]
    found = states.reset(stage)
    units += [found] if found is not None else []
    units += states.first_of_rows(stage)
    for phase, scope in stage.plan.scopes.items():
        low = Lowering(stage, LineOrigin(f"phase {phase}"))
        given = Var("given", ARGS)
        units.append(Unit(f"enter{scope}", "state", (given,), scopes.opening(low, phase, local(given))))
        low = Lowering(stage, LineOrigin(f"phase {phase}"))
        units.append(Unit(f"leave{scope}", "state", (), scopes.closing(low, phase)))
    return units


def _laws(stage: Stage) -> list[Unit]:
    every = [(law, "") for law in stage.game.laws]
    for carried in stage.game.carried.values():
        every += [(law, carried.title) for law in carried.laws]
    return [laws.law(stage, at, law, title) for at, (law, title) in enumerate(every)]
