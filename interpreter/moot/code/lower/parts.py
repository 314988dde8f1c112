"""Parts shared by several types of units: places, active rules, arguments as one value, blocks that end in a return."""

from __future__ import annotations

from collections.abc import Sequence

from ..ir.expressions import Arg, Captured, Const, Expr, Listeners, Make, RuleSource, Var
from ..ir.make import local
from ..ir.reps import INST, THING, Rep, args, seq
from ..ir.statements import Block, If, Stmt
from ..ir.walk import ends, points
from ..plan.pausing import was_calls, was_places
from ..plan.units import Plan, Rule, Target, Unit
from ..typing import symbols
from .context import LineOrigin, Lowering

INSTS = seq(INST)


def origin_of(unit: Unit) -> LineOrigin:
    return LineOrigin(unit.label, unit.at, tuple(unit.cites), unit.pack)


def place_of_rule(rule: Rule) -> LineOrigin:
    return LineOrigin(rule.label, rule.node.at, tuple(rule.node.cites), rule.pack)


def standing(rule: Rule) -> Const:
    """A rule of a rules file as one that listens: always, for no thing."""
    return Const(INST, (rule.number, None, (), 0, 0))


def listeners(plan: Plan, target: Target, files: bool = True) -> Expr:
    """All rules that hook a target: those of rules files, if any, and those in play."""
    static = plan.target_numbers[id(target.symbol)] if files and target.rules else -1
    return Listeners(INSTS, static, target.slot)


def packed(values: Sequence[Expr]) -> Expr:
    """Arguments as one value."""
    return Make(args(tuple(value.rep for value in values)), tuple(values))


def params_of(low: Lowering, unit: Unit) -> tuple[Var, ...]:
    """The parameters of a body: the thing that brings it, if one does, then its own."""
    found = []
    if unit.this:
        this = Var("this", THING)
        low.this = local(this)
        found.append(this)
    return (*found, *(low.bind(p) for p in unit.params))


def head(low: Lowering, rule: Rule, inst: Expr, given: Sequence[Expr] | Expr) -> None:
    """The meaning of a standing rule's names: its arguments, its captured values, `was`, its thing."""
    for at, name in enumerate(rule.captures):
        low.names[id(name)] = Captured(_captured_rep(low, name), inst, at)
    for at, name in enumerate(rule.node.head.locals):
        if name is not None and name.name:
            rep = low.stage.rep(name.type)
            low.names[id(name)] = given[at] if isinstance(given, Sequence) else Arg(rep, given, at)
    low.this = RuleSource(THING.maybe if not rule.title else THING, inst)
    low.was = {key: Captured(was_rep(low, rule, key), inst, at) for key, at in was_places(rule).items()}


def _captured_rep(low: Lowering, name: symbols.Local) -> Rep:
    rep = low.stage.rep(name.type)
    return rep.maybe if rep.sort != "bool" else rep


def was_rep(low: Lowering, rule: Rule, key: int) -> Rep:
    node = next(call.args[0] for call in was_calls(rule) if id(call.args[0]) == key)
    return low.stage.rep(node.type).maybe


def pushed(block: Block, last: Block) -> Block:
    """The last steps, put at the end of each branch that may pause, so that its last call needs no frame."""
    if ends(block):
        return block
    if block and isinstance(block[-1], If) and points(block[-1:]):
        final = block[-1]
        return (*block[:-1], If(final.test, pushed(final.then, last), pushed(final.other, last), final.quick))
    return (*block, *last)


def pauses(body: Sequence[Stmt]) -> bool:
    return bool(points(body))
