"""Actions taken, or refused: `why<n>`, `pay<n>`, `take<n>`, and the steps, level by level of its families."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from ...lang import tree
from ...lang.walk import walk
from ..ir import convert, make
from ..ir.callees import Named, Runtime
from ..ir.expressions import Arg, Expr, Make, Op, Prim, UnitRef, Var
from ..ir.make import NO, NO_VALUE, YES, both, local, negated, number, op
from ..ir.reps import ARGS, BOOL, CODE, NOTHING, NUM, OPTION, PLAYER, REASON, TEXT, THING, Rep, args, seq
from ..ir.statements import Block, Break, Call, Each, Entered, If, Let, Line, Return, Stmt
from ..ir.units import Unit
from ..ir.walk import ends
from ..plan import actions
from ..plan.actions import level_number, node_of
from ..plan.default_words import not_within
from ..plan.units import Flat
from ..typing import symbols, types
from .context import Lowering, Stage
from .formulas.arithmetic import required_reason, text_of
from .gathering import has_costs, narrowed, occasion_heads, place_of_action
from .parts import listeners, packed, pauses, pushed
from .possible import known_to, lies, noted_use, unused

NOT_YOURS, NOT_NOW, NOT_SEEN, NOT_IN_PLAY = (
    "this action is not yours",
    "it is not available at this time",
    "you cannot see it",
    "it is not in play",
)


class _Call:
    """The parameters of the functions of an action: the acting player, the thing that carries it, its arguments.

    `offered`: it comes from an offer, so each argument is one of the gathered ones.
    """

    def __init__(self, stage: Stage, flat: Flat, offered: bool = False) -> None:
        self.flat = flat
        self.player = Var("player", PLAYER)
        self.this = Var("this", THING if flat.symbol.owner else THING.maybe)
        beside = actions.bound_beside(flat)
        reps = [stage.rep(p.type) for p in (*flat.symbol.params, *beside)]
        if offered:
            reps[: len(flat.symbol.params)] = map(partial(_offered, stage), node_of(flat.symbol).params)
        self.args = Var("args", args(tuple(reps)) if reps else ARGS)
        self.low = Lowering(stage, place_of_action(stage, flat))
        self.low.this = local(self.this)

    @property
    def params(self) -> tuple[Var, Var, Var]:
        return self.player, self.this, self.args

    def bind(self, before_occasion: bool = False) -> None:
        """Arguments are the parameters, then the names bound by the occasion, then the parameters of families.

        `before_occasion`: those that read names bound by the occasion are left to `bind_families`.
        """
        low, flat = self.low, self.flat
        count = len(flat.symbol.params)
        for at, param in enumerate(flat.symbol.params):
            rep = low.stage.rep(param.type)
            low.out.append(Let(low.bind(param), Arg(rep, local(self.args), at)))
        for at, name in enumerate(actions.bound_beside(flat)):
            rep = low.stage.rep(name.type).maybe
            value = Op(rep, "arg_or_none", (local(self.args), number(count + at)))
            low.out.append(Let(low.bind(name, rep), value))
        bind_families(low, flat, [False] if before_occasion else [False, True])


def _offered(stage: Stage, node: tree.Domain) -> Rep:
    """An argument as it is gathered: a number within its range."""
    item = node.local.type if node.within is None else types.item_of(node.within.type)
    due = stage.rep(node.local.type)
    return replace(stage.kept(item), optional=due.optional) if item is not None and due.sort == "num" else due


def bind_families(low: Lowering, flat: Flat, which: Sequence[bool]) -> None:
    """The parameters of families, from the arguments that the member gives them. `which`: those that read names
    bound by the occasion, those that do not, or both.
    """
    late = {id(name) for name in actions.bound_beside(flat)}
    for param, arg in actions.given_to_families(flat):
        is_late = any(id(getattr(node, "ref", None)) in late for node in walk(arg))
        if is_late:
            late.add(id(param))
        if is_late in which:
            low.out.append(Let(low.bind(param), convert.fit(low.expr(arg), low.stage.rep(param.type))))


def _with_occasion(low: Lowering, call: _Call) -> Expr:
    """The arguments with the names bound by the occasion, as costs may read them; the occasion is known by now."""
    beside = actions.bound_beside(call.flat)
    if not beside:
        return local(call.args)
    return packed([low.names[id(param)] for param in (*call.flat.symbol.params, *beside)])


# ---------------------------------------------------------------------------------------------- why not


def why(stage: Stage, flat: Flat) -> Unit:
    """`why<n>(player, this, args, occasion, again)`: the first of its lines that fails, with its clauses' line.

    `again`: for a pending call, only requirements and bans are read (sentences 40 and 47 of docs/semantics.md).
    """
    call = _Call(stage, flat)
    low = call.low
    occasion, again = Var("occasion", TEXT.maybe), Var("again", BOOL)
    call.bind(before_occasion=True)
    with low.apart() as when:
        _place(low, flat, local(call.player))
        _occasion(low, flat, local(occasion))
    with low.apart() as bound:
        bind_families(low, flat, [True])
    with low.apart() as asked:
        _actor_and_domains(low, flat, local(call.player))
        _once(low, flat, local(call.player))
    if bound:
        low.out += [If(negated(local(again)), tuple(when)), *bound]
        when = []
    if when or asked:
        low.out.append(If(negated(local(again)), (*when, *asked)))
    _requirements(low, flat)
    _bans(low, flat)
    if has_costs(flat):
        pay = UnitRef(CODE, f"pay{flat.number}")
        tried = Prim(REASON.maybe, "unpayable", (pay, local(call.player), low.this, _with_occasion(low, call)))
        low.out.append(If(negated(local(again)), (Return(tried),)))
    low.out.append(Return(NO_VALUE))
    return Unit(
        f"why{flat.number}", "why", (*call.params, occasion, again), tuple(low.out), REASON.maybe, rule=low.rule()
    )


def _refused(reason: Expr | str, rule: int) -> Return:
    text = make.text(reason) if isinstance(reason, str) else reason
    return Return(Make(REASON, (text, number(rule))))


def _unless(low: Lowering, test: Expr, reason: Expr | str, node: tree.Node) -> None:
    if test != YES:
        low.out.append(If(negated(test), (_refused(reason, low.rule(node)),)))


def _place(low: Lowering, flat: Flat, player: Expr) -> None:
    if not flat.symbol.owner:
        return
    node, zones = node_of(flat.symbol), actions.zones(flat)
    _unless(low, known_to(low, player), NOT_SEEN, node)
    words = " or ".join(zones).replace("_", " ")
    _unless(low, lies(low, zones), f"it is not in {words}" if zones else NOT_IN_PLAY, node)


def _occasion(low: Lowering, flat: Flat, occasion: Expr) -> None:
    """One of its occasions must apply, with its names."""
    heads = actions.occasions(flat)
    held = low.put("held", NO, BOOL)
    pair = low.var("occasion", args((NUM, ARGS)))
    listed = Prim(seq(pair.rep), "occasions", (occasion_heads(low, heads), occasion))
    beside = {id(name) for name in actions.bound_beside(flat)}
    with low.apart() as body:
        which, given = low.put("head", Arg(NUM, local(pair), 0)), low.put("given", Arg(ARGS, local(pair), 1))
        fits = low.put("fits", YES, BOOL)
        for at, head in enumerate(heads):
            steps = _head(low, head, local(given), fits, beside)
            if steps:
                low.out.append(If(op("==", local(which), number(at)), steps))
        low.out.append(If(local(fits), (Let(held, YES), Break())))
    low.out.append(Each(pair, listed, tuple(body)))
    _unless(low, local(held), NOT_NOW, node_of(flat.symbol))


def _head(low: Lowering, head: tree.Head, given: Expr, fits: Var, beside: set[int]) -> Block:
    if head.ref is None:
        return ()
    out: list[Stmt] = []
    for at, name in enumerate(head.locals):
        if not name.name:
            continue
        value = Arg(low.stage.rep(name.type), given, at)
        known = low.names[id(name)]
        if id(name) in beside:
            assert hasattr(known, "var")
            out.append(If(op("is_none", known), (Let(known.var, value),)))
        out.append(If(op("!=", known, value), (Let(fits, NO),)))
    return tuple(out)


def _actor_and_domains(low: Lowering, flat: Flat, player: Expr) -> None:
    actor, node = actions.actor(flat), node_of(flat.symbol)
    if actor is not None:
        _unless(low, op("==", player, low.expr(actor)), NOT_YOURS, node)
    for at, param in zip(node.params, flat.symbol.params, strict=True):
        if at.within is None:
            continue
        value = low.names[id(param)]
        inside = Op(BOOL, "contains", (convert.as_seq(low.expr(at.within)), value))
        test = both(inside, narrowed(low, at, param, value))
        reason = text_of(low, not_within(at, param))
        _unless(low, test, reason, at)


def _once(low: Lowering, flat: Flat, player: Expr) -> None:
    once = actions.once_in(flat)
    if once is not None:
        words = f"it has already been done in this {once.replace('_', ' ')}"
        _unless(low, unused(low, flat, once, player), words, node_of(flat.symbol))


def _requirements(low: Lowering, flat: Flat) -> None:
    for action in flat.chain:
        for one in node_of(action).lines:
            if isinstance(one, tree.Let):
                low.stage.dispatch.step(low, one)
            elif isinstance(one, tree.Require):
                low.out.append(Line(low.rule(one), covers=False))
                test = low.test(one.condition)
                _unless(low, test, required_reason(low, one), one)


def _bans(low: Lowering, flat: Flat) -> None:
    for action in flat.chain:
        target = low.plan.target(action)
        if any(isinstance(rule.node, tree.Forbid) for rule in (*target.rules, *target.moving)):
            given = packed([low.names[id(p)] for p in action.params])
            banned = low.put("banned", Prim(REASON.maybe, "banned", (listeners(low.plan, target), given)))
            low.out.append(If(op("some", local(banned)), (Return(local(banned)),)))


# ---------------------------------------------------------------------------------------------- paying, doing


def pay(stage: Stage, flat: Flat) -> Unit:
    """`pay<n>(player, this, args)`: its costs, in order."""
    call = _Call(stage, flat)
    low = call.low
    call.bind()
    for action in flat.chain:
        _lets(low, action)
    once = actions.once_in(flat)
    if once is not None:
        low.out += noted_use(low, flat, once, local(call.player))
    with low.costing():
        for cost in actions.lines_of(flat, tree.Cost):
            stage.dispatch.step(low, cost.statement)
    steps = pushed(tuple(low.out), (Return(None),))
    return Unit(f"pay{flat.number}", "procedure", call.params, steps, NOTHING, pauses(steps), low.rule())


def _lets(low: Lowering, action: symbols.Action) -> None:
    for one in node_of(action).lines:
        if isinstance(one, tree.Let):
            low.stage.dispatch.step(low, one)


def take(stage: Stage, flat: Flat, pays: bool) -> Unit:
    """`take<n>(player, this, args)` pays and does it. `pays`: whether paying may pause."""
    call = _Call(stage, flat, offered=True)
    low = call.low
    given = tuple(local(p) for p in call.params)
    if stage.plan.whens:
        option = Make(OPTION, (number(flat.number), *given))
        low.out.append(Call(low.point(), Runtime("perform"), (option,)))
    else:
        low.out.append(Call(low.point() if pays else 0, Named(f"pay{flat.number}"), given))
        low.out.append(Call(low.point(), Named(f"do{flat.number}_0"), given))
    steps = pushed(tuple(low.out), (Return(None),))
    return Unit(f"take{flat.number}", "procedure", call.params, steps, NOTHING, True, low.rule())


def is_hooked(stage: Stage, action: symbols.Action) -> bool:
    target = stage.plan.target(action)
    return any(isinstance(rule.node, tree.Hook) for rule in (*target.rules, *target.moving))


def do(stage: Stage, flat: Flat, level: int) -> list[Unit]:
    """`do<n>_<level>(player, this, args)`: the hooks of one level around `body<n>_<level>`, which has also the level's
    own arguments, in `given`. A `proceed` in a family's body goes to the next level.
    """
    return [_level(stage, flat, level), _body(stage, flat, level)]


def _level(stage: Stage, flat: Flat, level: int) -> Unit:
    call = _Call(stage, flat)
    low, action = call.low, flat.chain[level]
    call.bind()
    whole = tuple(local(p) for p in call.params)
    given = [low.names[id(p)] for p in action.params]
    if is_hooked(stage, action):
        insts = Prim(seq(Rep("inst")), "hooks_only", (listeners(stage.plan, stage.plan.target(action)),))
        passed = (number(level_number(stage.plan, flat, level)), packed([*given, *whole]), insts, NO_VALUE)
        low.out.append(Call(low.point(), Runtime("hooked"), passed))
    else:
        low.out.append(Call(low.point(), Named(f"body{flat.number}_{level}"), (*whole, packed(given))))
    steps = pushed(tuple(low.out), (Return(None),))
    return Unit(f"do{flat.number}_{level}", "procedure", call.params, steps, NOTHING, True, low.rule())


def _body(stage: Stage, flat: Flat, level: int) -> Unit:
    call = _Call(stage, flat)
    low, action, node = call.low, flat.chain[level], node_of(flat.chain[level])
    reps = tuple(stage.rep(p.type) for p in action.params)
    given = Var("given", args(reps) if reps else ARGS)
    for at, param in enumerate(action.params):
        low.out.append(Let(low.bind(param), Arg(reps[at], local(given), at)))
    if actions.occasions_of(flat) is action:
        for at, name in enumerate(actions.bound_beside(flat), len(flat.symbol.params)):
            low.out.append(Let(low.bind(name), Arg(stage.rep(name.type), local(call.args), at)))
    _lets(low, action)
    if action is flat.symbol:
        shown = tuple(low.names[id(p)] for p in action.params)
        tags = tuple(stage.numbering.tag(p.type) for p in action.params)
        low.out.append(Entered(low.rule(), shown, tags))
    whole = tuple(local(p) for p in call.params)
    following = f"do{flat.number}_{level + 1}"
    if level + 1 < len(flat.chain):
        low.following = lambda inner, _, into: inner.out.append(Call(inner.point(), Named(following), whole))
    if node.do is not None:
        low.block(node.do)
    elif level + 1 < len(flat.chain):
        low.out.append(Call(low.point(), Named(following), whole))
    steps = tuple(low.out)
    steps = steps if ends(steps) else pushed(steps, (Return(None),))
    params = (*call.params, given)
    return Unit(f"body{flat.number}_{level}", "procedure", params, steps, NOTHING, pauses(steps), low.rule())


def units(stage: Stage, flat: Flat) -> list[Unit]:
    """Everything but `gather<n>`: why not, its cost, its steps."""
    paying = pay(stage, flat)
    found = [why(stage, flat), paying, take(stage, flat, paying.pauses)]
    for level in range(len(flat.chain)):
        found += do(stage, flat, level)
    return found
