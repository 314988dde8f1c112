"""Bodies of procedures and of code in data, bodies of standing rules, and the code around a body: hooks and scopes."""

from __future__ import annotations

from collections.abc import Sequence

from ...lang import tree
from ..ir.callees import Named, Runtime
from ..ir.expressions import Expr, Listening, Prim, Pure, Var
from ..ir.make import NO, NO_VALUE, YES, local, negated, number, op
from ..ir.reps import BOOL, CTX, INST, NOTHING, NUM, Rep
from ..ir.statements import Block, Call, Do, Entered, Fuel, If, Let, Mark, Return, Stmt, Unmark
from ..ir.units import Unit
from ..ir.walk import ends
from ..plan import units as planned
from ..plan.pausing import done_in
from ..typing import symbols
from .context import HookContext, LineOrigin, Lowering, Stage
from .parts import head, listeners, origin_of, packed, params_of, pauses, pushed, standing
from .rules import args_rep, asks_first, is_generic, param_rep
from .scopes import closing, opening


def scoped(stage: Stage, target: planned.Target) -> bool:
    return isinstance(target.symbol, symbols.Procedure) and target.symbol.name in stage.plan.scopes


def opens_scope(stage: Stage, target: planned.Target) -> bool:
    """Whether all there is around its body is a scope: the body opens and closes it."""
    around = target.rules or target.moving or stage.plan.whens
    return scoped(stage, target) and target.body is not None and not around


def is_wrapped(stage: Stage, target: planned.Target) -> bool:
    """Whether calls of it go through more than its body."""
    if opens_scope(stage, target):
        return False
    return bool(target.rules or target.moving or scoped(stage, target) or (stage.plan.whens and target.body))


def body_name(stage: Stage, target: planned.Target) -> str:
    """The unit that is the original alone."""
    if target.native:
        return f"native_{target.symbol.name}"
    return f"b_{target.python}" if is_wrapped(stage, target) else target.python


# ---------------------------------------------------------------------------------------------- bodies


def body(stage: Stage, unit: planned.Unit) -> Unit:
    """The body of a procedure, or code of a thing."""
    low = Lowering(stage, origin_of(unit), unit)
    params = params_of(low, unit)
    low.result = unit.result
    target = unit.target
    low.in_cost = target is not None and id(target.symbol) in stage.plan.in_costs
    if target is not None and opens_scope(stage, target):
        name = target.symbol.name
        low.out += opening(low, name, packed([local(p) for p in params]))
        low.epilogue = closing(low, name)
    _fuel(low, unit)
    if unit.at is not None:
        low.out.append(_entered(low, unit, params))
    low.block(unit.block)
    rep = stage.rep(unit.result)
    steps = pushed(tuple(low.out), (*low.epilogue, Return(None)))
    name = unit.python if target is None else body_name(stage, target)
    return Unit(name, "procedure", params, steps, _result(rep), pauses(steps), low_rule(low, unit), bool(unit.this))


def _result(rep: Rep) -> Rep:
    return rep if rep == NOTHING else rep.maybe


def low_rule(low: Lowering, unit: planned.Unit) -> int:
    return low.rule() if unit.at is not None else -1


def _entered(low: Lowering, unit: planned.Unit, params: Sequence[Var]) -> Entered:
    tags = tuple((["thing"] if unit.this else []) + [low.numbering.tag(p.type) for p in unit.params])
    return Entered(low.rule(), tuple(local(p) for p in params), tags)


def _fuel(low: Lowering, unit: planned.Unit) -> None:
    """Calls that come back to themselves run on fuel."""
    loops = low.plan.loops
    if id(unit) in loops or (unit.target is not None and id(unit.target.symbol) in loops):
        low.out.append(Fuel(low_rule(low, unit)))


def hook(stage: Stage, unit: planned.Unit) -> Unit:
    """`h<rule>(args, inst, ctx)`: the body of a hook or of a `when`."""
    rule = unit.rule
    assert rule is not None
    node = rule.node
    low = Lowering(stage, origin_of(unit), unit)
    args = Var("args", args_rep(stage, node.head.ref)) if isinstance(node, tree.Hook) else Var("args", Rep("args"))
    inst, ctx = Var("inst", INST), Var("ctx", CTX.maybe)
    head(low, rule, local(inst), local(args))
    replacing = isinstance(node, tree.Hook) and node.when == "instead"
    result = NOTHING
    if replacing:
        result = _replacing(low, unit, (args, inst, ctx))
    acted: Block = (Do("acted", (local(inst),)),) if rule.once else ()
    proceeded = low.hook.proceeded if low.hook is not None else None
    if acted and proceeded is not None:
        acted = (If(negated(local(proceeded)), acted),)
    if rule.own:
        low.out.append(Mark(rule.number, local(inst)))
    low.epilogue = (*acted, *((Unmark(),) if rule.own else ()))
    _fuel(low, unit)
    low.out.append(Entered(low.rule(), (), ()))
    low.block(unit.block)
    value = local(low.hook.value) if low.hook is not None and low.hook.value is not None else None
    steps = tuple(low.out)
    if not ends(steps):
        steps = pushed(steps, (*low.epilogue, Return(value)))
    return Unit(f"h{rule.number}", "hook", (args, inst, ctx), steps, result, pauses(steps), low.rule())


def _replacing(low: Lowering, unit: planned.Unit, params: tuple[Var, Var, Var]) -> Rep:
    """A replacement: where the value goes to which it proceeds, and whether it has."""
    assert unit.rule is not None
    rep = _result(low.stage.rep(unit.rule.node.head.ref.type))
    value = low.put("value", NO_VALUE, rep) if rep != NOTHING else None
    goes_on = any(isinstance(n, tree.Proceed) for n in done_in(unit.block))
    proceeded = low.put("proceeded", NO, BOOL) if goes_on and unit.rule.once else None
    args, inst, ctx = params
    low.hook = HookContext(args, inst, ctx, value, proceeded)
    low.result = unit.rule.node.head.ref.type
    return rep


# ---------------------------------------------------------------------------------------------- around a body


def wrapper(stage: Stage, target: planned.Target) -> Unit:
    """Scope, hooks, the original, hooks, end of scope; then whatever became true is answered."""
    ref = target.symbol
    assert isinstance(ref, symbols.Procedure | symbols.Builtin)
    low = Lowering(stage, _wrapper_place(target))
    owner = isinstance(ref, symbols.Procedure) and bool(ref.owner)
    own = [Var("this", Rep("thing"))] if owner else []
    params = [low.bind(p, param_rep(stage, ref, p)) for p in ref.params]
    extra = [Var("rule", NUM)] if target.native else []  # the caller is passed on, after the arguments
    given = [local(p) for p in (*params, *extra)]
    rep = _result(stage.rep(ref.type))
    around = _Around(low, target, [local(p) for p in own], given, rep)
    closes = scoped(stage, target) or (bool(stage.plan.whens) and target.body is not None)
    if scoped(stage, target):
        low.out += opening(low, ref.name, packed([local(p) for p in params]))
    result = low.var("result", rep) if rep != NOTHING else None
    steps = around.steps(result)
    if not closes:
        value = local(result) if result is not None else None
        whole = pushed((*low.out, *steps), (Return(value),))
    else:
        low.out += steps
        low.out += closing(low, ref.name) if scoped(stage, target) else ()
        if stage.plan.whens:
            low.out.append(Call(low.point() if target.pauses else 0, Runtime("fire"), ()))
        whole = (*low.out, Return(local(result) if result is not None else None))
    variables = (*own, *params, *extra)
    rule = low.rule() if low.place.at is not None else -1
    return Unit(target.python, "procedure", variables, whole, rep, pauses(whole), rule, owner)


def _wrapper_place(target: planned.Target) -> LineOrigin:
    return origin_of(target.body) if target.body is not None else LineOrigin(f"procedure {target.symbol.name}")


def _native(name: str) -> Runtime:
    """The original of a built-in procedure, which gets the rule like an argument. `pay` and `resolve` are steps too."""
    return Runtime(f"native_{name}" if name in ("pay", "resolve") else name)


class _Around:
    """The hooks around an original, whose value comes into a local."""

    def __init__(
        self, low: Lowering, target: planned.Target, this: list[Expr], given: Sequence[Expr], rep: Rep
    ) -> None:
        self.low, self.target, self.this, self.given, self.rep = low, target, this, given, rep
        self.number = low.plan.target_numbers[id(target.symbol)]

    def steps(self, result: Var | None) -> Block:
        """Rules in play go first; then befores of rules files, the original, afters."""
        target, low = self.target, self.low
        if is_generic(target):
            return (self.hooked(NO_VALUE, result),)
        through = self.through(result)
        if not target.moving:
            return through
        listening = Listening(BOOL, target.slot)
        if not asks_first(target):
            return (If(listening, (self.hooked(NO_VALUE, result),), through),)
        by = low.var("by", INST.maybe)
        wanted = Pure(INST.maybe, f"wanted_{target.python}", tuple(self.given))
        asked: Block = (Let(by, NO_VALUE), If(listening, (Let(by, wanted),)))
        return (*asked, If(op("some", local(by)), (self.hooked(local(by), result),), through))

    def hooked(self, by: Expr, result: Var | None) -> Call:
        """By way of the runner of hooks."""
        insts = listeners(self.low.plan, self.target)
        point = self.low.point() if self.target.pauses else 0
        args = (number(self.number), packed(self.given), insts, by)
        return Call(point, Runtime("hooked"), args, result)

    def through(self, result: Var | None) -> Block:
        """While nothing in play listens."""
        out: list[Stmt] = []
        hooks = [(rule, rule.node) for rule in self.target.rules if isinstance(rule.node, tree.Hook)]
        for rule, node in hooks:
            if node.when != "after":
                out += self.hook(rule, standing(rule))
        after = [rule for rule, node in hooks if node.when == "after"]
        insts: dict[int, Expr] = {}
        for rule in after:
            insts[rule.number] = standing(rule)
            if rule.number in self.low.plan.was_rules:
                was = self.low.var("was", INST)
                out.append(Let(was, Prim(INST, "remembering", (standing(rule), packed(self.given)))))
                insts[rule.number] = local(was)
        out.append(self.original(result))
        for rule in after:
            out += self.hook(rule, insts[rule.number])
        return tuple(out)

    def original(self, result: Var | None) -> Call:
        target = self.target
        pausing = target.pauses and (target.body is None or target.body.pauses)
        point = self.low.point() if pausing else 0
        callee = _native(target.symbol.name) if target.native else Named(body_name(self.low.stage, target))
        return Call(point, callee, (*self.this, *self.given), result)

    def hook(self, rule: planned.Rule, inst: Expr) -> Block:
        """A hook of the rules files, under its condition."""
        low = self.low
        asked = Lowering(low.stage, low.place)
        head(asked, rule, inst, list(self.given))
        test = asked.test(rule.node.where) if rule.node.where is not None else YES
        assert rule.body is not None
        if test == NO:
            return ()
        point = low.point() if rule.body.pauses else 0
        call = Call(point, Named(f"h{rule.number}"), (packed(self.given), inst, NO_VALUE))
        return (call,) if test == YES else (If(test, (call,)),)
