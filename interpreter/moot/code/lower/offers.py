"""Offers: the gathered actions, the question, and the steps for the chosen one."""

from __future__ import annotations

from collections.abc import Sequence

from ...lang import tree
from ..ir import convert, make
from ..ir.callees import Runtime
from ..ir.expressions import Const, Expr, Make, Op, Prim, Pure, UnitRef, Var
from ..ir.make import both, local, number, op
from ..ir.reps import ARGS, BOOL, CODE, NUM, OPTION, PLAYER, REASON, TEXT, Rep, seq
from ..ir.statements import AddAll, Block, Break, Call, Do, Each, If, Let, Loop, Return, Scope, Stmt
from ..ir.units import Unit
from ..ir.walk import ends
from ..plan import actions
from ..plan.default_words import offer_prompt
from ..plan.phases import phases_asked
from ..plan.units import Flat
from ..typing import symbols, types
from . import gathering
from .asking import AskKind, ask, before_asking
from .context import LineOrigin, Lowering, Stage
from .formulas.arithmetic import required_reason
from .possible import is_brought, possible

MANY = 12  # actions; offers of more of them share what gathers these


def offer(low: Lowering, node: tree.Offer) -> None:
    """One action, or `done`. With `until done` repeatedly, each time from the actions available then; with `until
    taken`, one must be taken.
    """
    if types.are_several(node.to.type):
        _in_turn(low, node)
        return
    player = low.expr(node.to)
    if not isinstance(player, Const):
        player = local(low.put("offered", make.sure(player)))
    with low.apart() as turn:
        before_asking(low)
        taken = _asked(low, node, player)
        low.out.append(If(op("is_none", local(taken)), _not_taken(low, node)))
        _take(low, node, taken)
        if node.until != "done" and not ends(tuple(low.out)):
            low.out.append(Break())
    low.out.append(Loop(tuple(turn), low.rule(node)) if node.until == "done" else Scope(tuple(turn)))


def _in_turn(low: Lowering, node: tree.Offer) -> None:
    """One action for each of several; with `until done` in turn, until all have taken none one after another."""
    seats = convert.frozen(convert.as_seq(low.expr(node.to)))
    if not isinstance(seats, Const):
        seats = local(low.put("seats", seats))
    count, item = op("size", seats, rep=NUM), seats.rep.item or PLAYER
    again = node.until == "done"
    at = low.put("at", number(0), NUM)
    passed = low.put("passed", number(0), NUM) if again else at
    with low.apart() as turn:
        ended = _not_taken(low, node) if again else (Break(),)
        low.out.append(If(op(">=", local(passed), count), ended))
        player = local(low.put("offered", make.sure(Op(item, "at", (seats, local(at))))))
        low.out.append(Let(at, op("+", local(at), number(1), rep=NUM)))
        if again:
            low.out.append(If(op(">=", local(at), count), (Let(at, number(0)),)))
        before_asking(low)
        taken = _asked(low, node, player)
        with low.apart() as done:
            if again:
                low.out.append(Let(passed, op("+", local(passed), number(1), rep=NUM)))
            elif node.on_none is not None:
                low.block(node.on_none)
        with low.apart() as act:
            if again:
                low.out.append(Let(passed, number(0)))
            _take(low, node, taken)
        low.out.append(If(op("is_none", local(taken)), tuple(done), tuple(act)))
    low.out.append(Loop(tuple(turn), low.rule(node) if again else -1))


def _asked(low: Lowering, node: tree.Offer, player: Expr) -> Var:
    low.out.append(Do("glance", ()))
    opts = low.put("opts", Make(seq(OPTION), ()))
    gather(low, node, player, opts)
    held = _duties(low, node)
    if held is not None:
        nothing = both(op("some", local(held)), op("empty", local(opts)))
        unmet: Block = (Do("unmet", (make.known(local(held)),)), Let(held, make.NO_VALUE))
        low.out.append(If(nothing, unmet))
    taken = low.var("taken", OPTION.maybe)
    how: AskKind = "choose" if node.until == "taken" else "offer"
    hidden = actions.gathers_hidden(low.plan, node) if how == "offer" else ()
    prompt = node.prompt or tree.Text(node.at, [offer_prompt(node)])
    waiting = local(held) if held is not None else None
    ask(
        low,
        node,
        player,
        local(opts),
        taken,
        how,
        prompt,
        "call",
        "done",
        held=waiting,
        hidden=hidden,
        occasion=node.occasion or "",
    )
    return taken


def _duties(low: Lowering, node: tree.Offer) -> Var | None:
    """The reason that holds `done` back: the first of the offer's requirements that fails, with its line."""
    held: Var | None = None
    for require in node.requires:
        with low.apart() as made:
            reason = required_reason(low, require)
            failing = make.negated(low.test(require.condition))
        why = Make(REASON, (reason, make.number(low.rule(require))))
        low.out += made
        if held is None:
            held = low.put("held", make.chosen(failing, why, make.NO_VALUE, REASON.maybe), REASON.maybe)
        else:
            low.out.append(If(both(op("is_none", local(held)), failing), (Let(held, why),)))
    return held


def _not_taken(low: Lowering, node: tree.Offer) -> Block:
    """`done`, or nothing to do: with that the offer ends."""
    with low.apart() as made:
        if node.on_none is not None:
            low.block(node.on_none)
        if not ends(tuple(low.out)):
            low.out.append(Break())
    return tuple(made)


def _take(low: Lowering, node: tree.Offer, taken: Var) -> None:
    chosen = make.known(local(taken))
    if node.on_chosen is not None:
        call = low.bind(node.local)
        low.out.append(Do("new_call", (chosen,), into=call))
        low.block(node.on_chosen)
        if not ends(tuple(low.out)):
            low.out.append(Do("drop_call", (local(call),)))
    elif low.plan.answered:
        _pay_and_resolve(low, node, chosen)
    else:
        low.out.append(Call(low.point(), Runtime("take"), (chosen,)))


def _pay_and_resolve(low: Lowering, node: tree.Offer, chosen: Expr) -> None:
    """The steps of an offer for the choice, if rules hook paying or resolving."""
    from ..typing.builtins import CALLS
    from .moves import built_in

    called = symbols.Local("called", types.CALL)
    low.out.append(Do("new_call", (chosen,), into=low.bind(called)))
    name = tree.Name(node.at, "called")
    name.type, name.ref = types.CALL, called
    for word in ("pay", "resolve"):
        call = tree.Call(node.at, word, [name])
        call.ref = CALLS[word].symbol
        built_in(low, node, call)
    low.out.append(Do("drop_call", (low.names[id(called)],)))


# ---------------------------------------------------------------------------------------------- gathering


def gather(low: Lowering, node: tree.Offer, player: Expr, opts: Var) -> None:
    """Legal calls, in the order of actions, things and domains. Facts known at the offer are not tested, except
    that all offers of the same many actions share one unit that gathers them.
    """
    offered = actions.offered(low.plan, node)
    if len(offered) > MANY:
        alike = tuple(flat.number for flat in offered), node.occasion
        number, _ = low.stage.offers.setdefault(alike, (len(low.stage.offers), node))
        low.out.append(AddAll(opts, Pure(seq(OPTION), f"offered{number}", (player,))))
        return
    for flat in offered:
        phases = _phases(low, flat, node)
        if phases is not None:
            _gather_one(low, node, flat, phases, player, opts)


def offered_unit(stage: Stage, number: int, node: tree.Offer) -> Unit:
    """The unit that gathers the many actions of an offer, and of similar offers, anywhere. For carried actions it
    loops over the things in places where they can act, not over the actions.
    """
    low = Lowering(stage, LineOrigin("offer", node.at))
    player = Var("offered", PLAYER)
    opts = low.put("opts", Make(seq(OPTION), ()))
    waiting: list[tuple[Flat, tuple[int, ...]]] = []
    for flat in actions.offered(low.plan, node):
        phases = _phases(low, flat, node)
        if phases is None:
            continue
        if is_brought(low, flat):
            waiting.append((flat, phases))
            continue
        _brought(low, node, waiting, local(player), opts)
        waiting = []
        _gather_one(low, node, flat, phases, local(player), opts)
    _brought(low, node, waiting, local(player), opts)
    low.out.append(Return(local(opts)))
    return Unit(f"offered{number}", "gather", (player,), tuple(low.out), seq(OPTION), rule=low.rule())


def _brought(
    low: Lowering, node: tree.Offer, waiting: Sequence[tuple[Flat, tuple[int, ...]]], player: Expr, opts: Var
) -> None:
    """Several actions one after another, each carried by a thing."""
    rows = []
    for flat, phases in waiting:
        word = (node.occasion,) if gathering.asks_when(flat) else ()
        rows.append((phases, tuple(actions.zones(flat)), low.numbering.copies.get(flat.symbol.owner or "", ()), word))
    units = [UnitRef(CODE, f"gather{flat.number}") for flat, _ in waiting]
    if units:
        low.out.append(AddAll(opts, Prim(seq(OPTION), "brought", (player, Const(ARGS, tuple(rows)), *units))))


def _gather_one(low: Lowering, node: tree.Offer, flat: Flat, phases: tuple[int, ...], player: Expr, opts: Var) -> None:
    running = [Prim(BOOL, "occurs", (Const(ARGS, phases),))] if phases else []
    things = low.numbering.copies.get(flat.symbol.owner, ()) if flat.symbol.owner else None
    word = (Const(TEXT.maybe, node.occasion),) if gathering.asks_when(flat) else ()
    unit = f"gather{flat.number}"

    def calls(this: Expr) -> Block:
        saved, low.this = low.this, this
        tests = both(*running, *possible(low, flat, player))
        low.this = saved
        found: Stmt = AddAll(opts, Pure(seq(OPTION), unit, (player, this, *word)))
        return () if tests == make.NO else (found,) if tests == make.YES else (If(tests, (found,)),)

    if things is None:
        low.out += calls(make.NO_VALUE)
    elif len(things) == 1:
        low.out += calls(Const(Rep("thing", things[0], things[0] + 1), things[0]))
    elif things:
        rep = Rep("thing", things[0], things[-1] + 1)
        bringer = low.var("bringer", rep)
        low.out.append(Each(bringer, Const(seq(rep), tuple(things)), calls(local(bringer))))


def _phases(low: Lowering, flat: Flat, node: tree.Offer) -> tuple[int, ...] | None:
    """The phases of which one must run: none if it can be taken in any case, None if it never can."""
    unit = low.unit
    symbol = unit.target.symbol if unit is not None and unit.target is not None else None
    sure = {symbol.name} if isinstance(symbol, symbols.Procedure) and symbol.is_phase else set()
    asked = phases_asked(low.plan, flat, node, unit, sure)
    return None if asked is None else tuple(low.plan.scopes[name] for name in asked)
