"""Standing rules except their bodies: conditions, modifiers, bans, remembered values, the applicable replacement."""

from __future__ import annotations

from ...lang import tree
from ..ir import convert, make
from ..ir.callees import modifier_name
from ..ir.expressions import Expr, Listeners, Make, Op, Prim, Var
from ..ir.make import both, local, negated, number, op
from ..ir.reps import ARGS, BOOL, INST, NUM, REASON, Rep, args, seq
from ..ir.statements import Block, Each, If, Let, Line, Return
from ..ir.units import Unit
from ..plan.pausing import was_calls
from ..plan.units import Rule, Target
from ..typing import symbols, types
from ..typing.types import bare
from .context import Lowering, Stage
from .formulas.arithmetic import text_of
from .parts import head, place_of_rule


def _lowering(stage: Stage, rule: Rule) -> tuple[Lowering, Var, Var]:
    low = Lowering(stage, place_of_rule(rule))
    inst, given = Var("inst", INST), Var("args", _args_rep(stage, rule))
    head(low, rule, local(inst), local(given))
    return low, inst, given


def _args_rep(stage: Stage, rule: Rule) -> Rep:
    return args_rep(stage, rule.node.head.ref)


def args_rep(stage: Stage, ref: object) -> Rep:
    """The arguments of a hooked call: those of the target. Values passed on after them are never read by number."""
    params = getattr(ref, "params", None) or []
    return args(tuple(param_rep(stage, ref, p) for p in params)) if params else ARGS


def param_rep(stage: Stage, ref: object, param: symbols.Local) -> Rep:
    """For a built-in procedure any may be none: then it does nothing, or fails by itself."""
    rep = stage.rep(param.type)
    return rep.maybe if isinstance(ref, symbols.Builtin) else rep


def condition(stage: Stage, rule: Rule) -> Unit:
    """`w<rule>(inst, args)`: whether the rule applies. A `when` has no arguments."""
    low, inst, given = _lowering(stage, rule)
    assert rule.node.where is not None
    test = low.test(rule.node.where)
    params = (inst,) if isinstance(rule.node, tree.When) else (inst, given)
    return Unit(f"w{rule.number}", "condition", params, (*low.out, Return(test)), BOOL, rule=low.rule())


def remember(stage: Stage, rule: Rule) -> Unit:
    """`was<rule>(inst, args)`: the value of each `was(…)` of an `after` when the original begins."""
    low, inst, given = _lowering(stage, rule)
    low.was = {}
    values = tuple(convert.frozen(low.expr(call.args[0])) for call in was_calls(rule))
    result = Make(args(tuple(value.rep for value in values)), values)
    return Unit(f"was{rule.number}", "remember", (inst, given), (*low.out, Return(result)), ARGS, rule=low.rule())


def ban(stage: Stage, rule: Rule) -> Unit:
    """`ban<rule>(inst, args)`: the reason, and the line that gives it."""
    low, inst, given = _lowering(stage, rule)
    node = rule.node
    assert isinstance(node, tree.Forbid)
    line = low.rule()
    reason = Make(REASON, (text_of(low, node.reason), number(line)))
    body = (Line(line), *low.out, Return(reason))
    return Unit(f"ban{rule.number}", "ban", (inst, given), body, REASON, rule=line)


# ---------------------------------------------------------------------------------------------- modifiers


def modifier(stage: Stage, rule: Rule) -> Unit:
    """`m<rule>(value, inst, args)`: the value after the modifier, if its condition holds."""
    low, inst, given = _lowering(stage, rule)
    node = rule.node
    assert isinstance(node, tree.Modify)
    ref = node.head.ref
    rep = stage.rep(ref.type).maybe
    value = Var("value", rep)
    low.value = local(value)
    if node.where is not None:
        test = low.test(node.where)
        if test == make.NO:
            unit = (Return(local(value)),)
            return Unit(modifier_name(rule.number), "modifier", (value, inst, given), unit, rep, rule=low.rule())
        if test != make.YES:
            low.out.append(If(negated(test), (Return(local(value)),)))
    low.out.append(Line(low.rule()))
    low.out += _changed(low, node, value, bare(ref.type))
    return Unit(modifier_name(rule.number), "modifier", (value, inst, given), tuple(low.out), rep, rule=low.rule())


def _changed(low: Lowering, node: tree.Modify, value: Var, of: types.Type) -> Block:
    if node.becomes is not None:
        with low.apart() as made:
            became = low.expr(node.becomes)
        return (*made, Return(convert.fit(convert.frozen(became), value.rep)))
    assert node.by is not None
    with low.apart() as made:
        by = low.expr(node.by)
    if types.is_mask(of):
        return (*made, Return(op("|", make.known(local(value)), convert.fit(by, value.rep.sure), rep=value.rep.sure)))
    if types.item_of(of) is not None:
        joined = Op(value.rep.sure, "joined", (convert.as_seq(local(value)), convert.as_seq(by)))
        return (*made, Return(convert.each_once(joined) if isinstance(types.bare(of), types.SetOf) else joined))
    return _moved(low, node, value, by, of)


def _moved(low: Lowering, node: tree.Modify, value: Var, by: Expr, of: types.Type) -> Block:
    """A number, or a name in its order, is moved: `up to` and `down to` never turn it round (sentence 25)."""
    if by == make.NO_VALUE:
        return (Return(make.NO_VALUE),)
    with low.apart() as made:
        none = (Return(make.NO_VALUE),)
        low.out.append(If(op("is_none", local(value)), none))
        amount = low.put("amount", by, by.rep)
        if by.rep.optional:
            low.out.append(If(op("is_none", local(amount)), none))
        known = make.known(local(amount))
        now = make.known(local(value))
        changed = low.put("changed", op("+", now, known, rep=NUM), NUM)
        if node.up_to is not None:
            top = low.let("top", make.sure(low.expr(node.up_to)))
            test = both(op(">", known, number(0)), op(">", local(changed), top))
            low.out.append(If(test, (Let(changed, op("max", now, top, rep=NUM)),)))
        if node.down_to is not None:
            end = low.let("end", make.sure(low.expr(node.down_to)))
            test = both(op("<", known, number(0)), op("<", local(changed), end))
            low.out.append(If(test, (Let(changed, op("min", now, end, rep=NUM)),)))
        result: Expr = local(changed)
        if isinstance(of, types.Names | types.Words):
            count = value.rep.end or 0
            inside = op("min", op("max", local(changed), number(0), rep=NUM), number(count - 1), rep=NUM)
            result = Op(value.rep.sure, "as_name", (inside,))
        low.out.append(Return(result))
    return tuple(made)


# ---------------------------------------------------------------------------------------------- which applies


def replaces(rule: Rule) -> bool:
    return isinstance(rule.node, tree.Hook) and rule.node.when == "instead"


def is_generic(target: Target) -> bool:
    """Whether rules of rules files are among its hooks that only the runner of hooks knows how to go round by."""
    return any(r.own or not isinstance(r.node, tree.Hook) or replaces(r) for r in target.rules)


def asks_first(target: Target) -> bool:
    """Whether the conditions of rules in play are read before the hooks run: all are replacements."""
    procedure = isinstance(target.symbol, symbols.Procedure | symbols.Builtin) and not isinstance(
        target.symbol, symbols.Function
    )
    return procedure and bool(target.moving) and not is_generic(target) and all(map(replaces, target.moving))


def wanted(stage: Stage, target: Target) -> Unit:
    """`wanted_<procedure>(arguments)`: the newest replacement in play that applies to a call; none if there is none."""
    ref = target.symbol
    params = tuple(
        Var(f"{p.name or 'given'}_{at}", stage.rep(p.type).maybe) for at, p in enumerate(getattr(ref, "params", []))
    )
    inst = Var("inst", INST)
    body: list[Block] = []
    for rule in target.moving:
        low = Lowering(stage, place_of_rule(rule))
        head(low, rule, local(inst), [local(p) for p in params])
        test = low.test(rule.node.where) if rule.node.where is not None else make.YES
        own = [] if len(target.moving) == 1 else [op("==", Prim(NUM, "rule_of", (local(inst),)), number(rule.number))]
        free = [negated(Prim(BOOL, "marked", (local(inst),)))] if rule.own else []
        line = Line(low.rule(), covers=False)
        body.append((line, *low.out, If(both(*own, test, *free), (Return(local(inst)),))))
    newest = Listeners(seq(INST), -1, target.slot, newest=True)
    each = Each(inst, newest, tuple(step for steps in body for step in steps))
    extra = (Var("rule", NUM),) if target.native else ()
    return Unit(f"wanted_{target.python}", "wanted", (*params, *extra), (each, Return(make.NO_VALUE)), INST.maybe)
