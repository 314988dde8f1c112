"""A value after the modifiers in play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..ir.callees import modifier_name
from ..ir.expressions import Const, Local, Op
from ..ir.statements import Block, Line, Modify, Return
from ..ir.units import Unit
from ..ir.walk import statements

if TYPE_CHECKING:
    from .statements import Statements


@dataclass(frozen=True, slots=True)
class Modifiers:
    """slots: the modifiers that may be active in each. amounts: for those that add the same number to any value."""

    slots: Mapping[int, frozenset[int]]
    amounts: Mapping[int, int]


def modifiers_of(units: Iterable[Unit]) -> Modifiers:
    slots: dict[int, frozenset[int]] = {}
    by_name: dict[str, Unit] = {}
    for unit in units:
        by_name[unit.name] = unit
        for node in statements(unit.body):
            if isinstance(node, Modify):
                slots[node.slot] = slots.get(node.slot, frozenset()) | frozenset(node.rules)
    amounts = {}
    for rule in frozenset().union(*slots.values()):
        unit_of = by_name.get(modifier_name(rule))
        amount = _amount(unit_of.body, unit_of) if unit_of is not None else None
        if amount is not None:
            amounts[rule] = amount
    return Modifiers(slots, amounts)


def _amount(body: Block, unit: Unit) -> int | None:
    match [one for one in body if not isinstance(one, Line)]:
        case [Return(Op(_, ("+" | "-") as sign, (Local(_, var), Const(_, int(amount)))))] if var is unit.params[0]:
            return amount if sign == "+" else -amount
    return None


def modify(p: Statements, s: Modify) -> None:
    var, given = p.name(s.var), p.group(s.args)
    if frozenset(s.rules) != p.modifiers.slots[s.slot]:
        p.line(f"if S.live[{s.slot}]:")
        p.line(f"    {var} = modified(S, S.live[{s.slot}], {var}, {given}, {s.layer})")
        return
    amounts = {rule: p.modifiers.amounts[rule] for rule in s.rules if rule in p.modifiers.amounts}
    if p.form.covering or s.var.rep.optional or s.layer == 0:
        amounts = {}
    called = modifier_name(s.rules[0]) if len(s.rules) == 1 else "MODIFIERS[inst[0]][1]"
    change = f"{var} = {called}(S, {var}, inst, {given})"
    p.line(f"for inst in S.live[{s.slot}]:")
    if not amounts:
        p.line(f"    {change}")
        return
    left = tuple(rule for rule in s.rules if rule not in amounts)
    if left:
        p.lines([f"    if inst[0] in {left!r}:", f"        {change}", "        continue"])
    table = p.constants.constant(f"BY_SLOT_{s.slot}", tuple(map(amounts.get, range(max(amounts) + 1))))
    p.line(f"    {var} += {table}[inst[0]]")
