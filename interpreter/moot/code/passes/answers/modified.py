"""Values that rules in play modify: those that none of these rules makes none are never none. Functions of a thing
whose value nothing else changes are cached for each set of such rules.

f_upkeep(c):                                  v : num, not num?
  let v = printed card.maintenance[c]
  modify v in slot 1 by (c)                   f_upkeep(c)  =  modified f_upkeep by 1(c)
  return v
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ... import ir
from ...ir.callees import modifier_name
from ...ir.node import AnyExpr, AnyNode
from ...ir.reps import fits
from ...ir.touched import NOTHING_TOUCHED, Surroundings, reads_alone
from ...ir.units import Unit
from ...ir.walk import made_by, mapped_block, walk
from ..functions import formulas
from ..simple import folded, pruned
from .new_tables import NewTables
from .printed import values_by_thing

_NOWHERE = Surroundings(0)


# ---------------------------------------------------------------------------------------------- never none


def never_none(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Modifiers that give a number wherever they are given one are only given numbers, if the formula gives one."""
    every = tuple(units)
    by_name = {unit.name: unit for unit in every}
    changed: dict[str, Unit] = {}
    for unit in every:
        if unit.kind == "function" and any(isinstance(one, ir.Modify) for one in unit.body):
            changed |= _narrowed(unit, by_name)
    return tuple(changed.get(unit.name, unit) for unit in every)


def _narrowed(unit: Unit, units: Mapping[str, Unit]) -> dict[str, Unit]:
    """The function and its modifiers by name; none where something may make its value none."""
    vars = {one.var for one in unit.body if isinstance(one, ir.Modify)}
    rules = [rule for one in unit.body if isinstance(one, ir.Modify) for rule in one.rules]
    names = [modifier_name(rule) for rule in rules]
    for node in walk(unit.body):
        if isinstance(node, ir.Let) and node.var in vars:
            match node.value:
                case ir.Pure(_, name, (ir.Local(_, var), *_)) if var is node.var and units[name].kind == "modifier":
                    names.append(name)
                case value if value.rep.optional:
                    return {}
    found = {name: _sure(units[name], units[name].params[:1]) for name in names}
    if not all(_gives_numbers(one) for one in found.values()):
        return {}
    return found | {unit.name: _sure(unit, tuple(vars))}


def _gives_numbers(unit: Unit) -> bool:
    given = [node.value for node in walk(unit.body) if isinstance(node, ir.Return)]
    return all(value is not None and fits(value.rep, unit.result.sure) for value in given)


def _sure(unit: Unit, vars: tuple[ir.Var, ...]) -> Unit:
    """The same with these locals never none, and without the tests whether they are."""
    own = {var: ir.Var(var.name, var.rep.sure) for var in vars}

    def change(node: Any) -> AnyNode:
        match node:
            case ir.Local(rep, var) if var in own:
                return ir.Local(rep.sure, own[var])
            case ir.Let(var, value) if var in own:
                return ir.Let(own[var], replace(value, rep=value.rep.sure) if isinstance(value, ir.Pure) else value)
            case ir.Modify(var) if var in own:
                return replace(node, var=own[var])
            case AnyExpr():
                return folded(node)  # type: ignore[arg-type]
        return node  # type: ignore[no-any-return]

    body = _direct(pruned(mapped_block(unit.body, change)))
    params = tuple(own.get(param, param) for param in unit.params)
    result = unit.result.sure if unit.kind == "modifier" else unit.result
    return replace(unit, params=params, body=body, result=result)


def _direct(block: ir.Block) -> ir.Block:
    """Without locals that are set to a constant, or only to be returned."""
    times = Counter(var for node in walk(block) if not isinstance(node, AnyExpr) for var in made_by(node))
    known: dict[ir.Var, ir.Expr] = {
        one.var: one.value
        for one in block
        if isinstance(one, ir.Let) and isinstance(one.value, ir.Const) and times[one.var] == 1
    }

    def change(node: Any) -> AnyNode:
        if isinstance(node, ir.Local):
            return known.get(node.var, node)
        return folded(node) if isinstance(node, AnyExpr) else node  # type: ignore[arg-type]

    left = tuple(one for one in block if not (isinstance(one, ir.Let) and one.var in known))
    match mapped_block(left, change):
        case (*first, ir.Let(var, value), ir.Return(ir.Local(_, returned))) if var is returned:
            return (*first, ir.Return(value))
        case changed:
            return changed


# ---------------------------------------------------------------------------------------------- kept


@dataclass(frozen=True, slots=True)
class KeptFunction:
    """A function that is kept, by the slot of the rules that modify it. `plain`: its values while none does."""

    slot: int
    plain: ir.PrintedTable | None

    def of(self, call: ir.Pure) -> ir.Expr:
        """Its value for a thing that is there, as a look at what is kept."""
        (thing,) = call.args
        if thing.rep.optional or thing.rep.sort != "thing":
            return call
        return ir.Modified(call.rep, call.unit, self.slot, thing, self.plain)


def kept_functions(units: Sequence[Unit], tables: NewTables) -> Mapping[str, KeptFunction]:
    by_name = {unit.name: unit for unit in units}
    slots = {unit.name: slot for unit in units if (slot := _kept_by(unit, by_name)) is not None}
    plain = formulas(units, slots)
    return {name: KeptFunction(slot, _values(by_name[name], plain.get(name), tables)) for name, slot in slots.items()}


def _values(unit: Unit, plain: ir.Expr | None, tables: NewTables) -> ir.PrintedTable | None:
    """The table of a formula's results for each thing."""
    (param,) = unit.params
    low, end = param.rep.low or 0, param.rep.end or 0
    found = None if plain is None else values_by_thing(plain, param, range(low, end), tables.printed)
    return None if found is None else tables.like("plain", low, tuple(found.values()))


def _kept_by(unit: Unit, units: Mapping[str, Unit]) -> int | None:
    slots = {one.slot for one in unit.body if isinstance(one, ir.Modify)}
    if unit.kind != "function" or len(slots) != 1 or len(unit.params) != 1:
        return None
    (param,), (slot,) = unit.params, slots
    if param.rep.sort != "thing" or param.rep.low is None or param.rep.optional or unit.this:
        return None
    return slot if _changes_by(unit.body, slot, units, set()) else None


def _changes_by(block: ir.Block, slot: int, units: Mapping[str, Unit], opened: set[str]) -> bool:
    """Whether all its results depend only on the active rules in the slot."""
    for node in walk(block):
        called: list[str] = []
        match node:
            case ir.Line() | ir.Let() | ir.If() | ir.Return() | ir.Each():
                continue
            case ir.Listening(_, other) if other == slot:
                continue
            case ir.Modify(slot=other, rules=rules) if other == slot:
                called = [modifier_name(rule) for rule in rules]
            case ir.Pure(_, name):
                called = [name]
            case ir.UnitRef() | ir.Search() | ir.Held() | ir.Kept() | ir.Members() | ir.Tabled() | ir.Modified():
                return False
            case AnyExpr() if reads_alone(node, _NOWHERE) == NOTHING_TOUCHED:
                continue
            case _:
                return False
        for name in called:
            if name not in opened:
                opened.add(name)
                if not _changes_by(units[name].body, slot, units, opened):
                    return False
    return True
