"""Branches and loops, ends of bodies, calls as steps."""

from __future__ import annotations

from functools import reduce

from ...lang import tree
from ...lang.walk import walk
from ..ir import convert, make
from ..ir.callees import CodeAt, InData
from ..ir.expressions import Const, Expr, Make, Op
from ..ir.make import NO, YES, local, number, op, players
from ..ir.reps import BOOL, NUM, PLAYER, PLAYERS, Rep, seq
from ..ir.statements import Block, Break, Call, Each, Fault, If, Let, Loop, Return, Win
from ..ir.walk import ends
from ..typing import symbols, types
from . import calls, moves
from .context import Lowering
from .formulas.arithmetic import required_reason, text_of

# ---------------------------------------------------------------------------------------------- branches


def branches(low: Lowering, node: tree.If) -> None:
    """Conditions are read in order; steps needed for the answer of one run only if it is read."""
    chain: list[tuple[Block, Expr, Block]] = []
    for branch in node.branches:
        with low.citing(branch.cites), low.apart() as before:
            test = low.test(branch.condition)
        with low.citing(branch.cites):
            then = low.inner(branch.block) if test != NO else ()
        chain.append((tuple(before), test, then))
        if test == YES:
            break
    made: Block = ()
    if chain[-1][1] != YES and node.otherwise is not None:
        with low.citing(node.otherwise_cites):
            made = low.inner(node.otherwise)
    for first, test, then in reversed(chain):
        made = _branch(first, test, then, made)
    low.out += made


def _branch(first: Block, test: Expr, then: Block, other: Block) -> Block:
    if test == YES:
        return (*first, *then)
    return (*first, *other) if test == NO else (*first, If(test, then, other))


# ---------------------------------------------------------------------------------------------- loops


def for_each(low: Lowering, node: tree.ForEach) -> None:
    members = convert.frozen(convert.as_seq(low.expr(node.over)))
    item = members.rep.item or low.stage.rep(types.item_of(node.over.type) or types.ANY)
    if not low.pauses(node.block) and not low.pauses(node.where):
        var = low.bind(node.local, _loop_rep(low, node, item))
        body = _turn(low, node)
        low.out.append(Each(var, members, body))
        return
    _by_places(low, node, members, item)


def _by_places(low: Lowering, node: tree.ForEach, members: Expr, item: Rep) -> None:
    """A loop that may be left in the middle: it uses indices into the set as it was when the loop began."""
    if not isinstance(members, Const):
        members = local(low.put("members", members))
    at = low.put("at", number(0), NUM)
    with low.apart() as turn:
        low.out.append(If(op(">=", local(at), op("size", members, rep=NUM)), (Break(),)))
        var = low.bind(node.local, _loop_rep(low, node, item))
        low.out.append(Let(var, Op(item, "at", (members, local(at)))))
        low.out.append(Let(at, op("+", local(at), number(1), rep=NUM)))
        low.out += _turn(low, node)
    low.out.append(Loop(tuple(turn)))


def _loop_rep(low: Lowering, node: tree.ForEach, item: Rep) -> Rep:
    """The value of the loop's name: a member, unless steps assign another value."""
    changed = any(isinstance(n, tree.Change) and n.target.ref is node.local for n in walk(node.block))
    return low.stage.rep(node.local.type) if changed else item


def _turn(low: Lowering, node: tree.ForEach) -> Block:
    with low.apart() as made:
        test = low.test(node.where) if node.where is not None else YES
        body = low.inner(node.block) if test != NO else ()
        low.out += _branch((), test, body, ())
    return tuple(made)


def while_loop(low: Lowering, node: tree.While) -> None:
    with low.apart() as turn:
        test = low.test(node.condition)
        if test != YES:
            low.out.append(If(make.negated(test), (Break(),)))
        if test != NO:
            low.block(node.block)
    low.out.append(Loop(tuple(turn), low.rule(node)))


def repeat(low: Lowering, node: tree.Repeat) -> None:
    with low.apart() as turn:
        low.block(node.block)
        if not ends(tuple(low.out)):
            test = low.test(node.until)
            if test == YES:
                low.out.append(Break())
            elif test != NO:
                low.out.append(If(test, (Break(),)))
    low.out.append(Loop(tuple(turn), low.rule(node)))


# ---------------------------------------------------------------------------------------------- ends, names, calls


def let(low: Lowering, node: tree.Let) -> None:
    """A name for a value, as it is now."""
    value = low.expr(node.value)
    due = low.stage.rep(node.local.type)
    if due.sort in ("seq", "mask") or not node.local.settable:
        value = convert.frozen(convert.as_seq(value)) if due.sort == "seq" and value.rep.sort == "zone" else value
    fitted = convert.fit(value, due.maybe)
    var = low.bind(node.local, due.maybe if fitted.rep.optional else due)
    low.out.append(Let(var, fitted))


def require(low: Lowering, node: tree.Require) -> None:
    test = low.test(node.condition)
    if test != YES:
        low.out.append(If(make.negated(test), (Fault("refuse", low.rule(node), required_reason(low, node)),)))


def call_step(low: Lowering, node: tree.CallStatement) -> None:
    call = node.call
    if isinstance(call.ref, symbols.Builtin):
        moves.built_in(low, node, call)
        return
    if isinstance(call.ref, symbols.Procedure):
        calls.procedure(low, call.ref, call.args, None)
        return
    raise AssertionError(f"not to be called as a step: {call.name}")


def run(low: Lowering, node: tree.Run) -> None:
    """Code kept in data: in a field of a thing, in a list of code, in a cell of a table."""
    code = node.code
    args = low.several(node.args)
    pauses = low.pauses(node)
    point = low.point() if pauses else 0
    if isinstance(code, tree.Field) and isinstance(code.ref, symbols.Member):
        this = low.let("run_for", low.expr(code.of))
        if not low.numbering.is_row_kind(code.ref.kind):
            table = (low.numbering.root(code.ref.kind), code.ref.name)
            low.out.append(Call(point, InData(table), (this, *args)))
            return
    else:
        listed = code.of if isinstance(code, tree.Lookup) and isinstance(code.of, tree.Field) else None
        this = low.expr(listed.of) if listed is not None else make.NO_VALUE
    low.out.append(Call(point, CodeAt(), (low.expr(code), this, *args)))


def win(low: Lowering, node: tree.Win) -> None:
    who = _winners(low, node.who) if node.who is not None else None
    scores = _scores(low, node) if node.score is not None else None
    reason = text_of(low, node.reason) if node.reason is not None else make.text("")
    low.out.append(Win(who, scores, reason, low.rule(node)))


def _winners(low: Lowering, node: tree.Formula) -> Expr:
    """A bit for each who wins."""
    value = low.expr(node)
    if value.rep.sort == "mask":
        return make.sure(value)
    if value.rep.sort != "seq":
        return players(value)
    listed = local(low.put("winners", convert.as_seq(value)))
    everybody = [Const(PLAYER, player) for player in range(len(low.stage.game.players))]
    bits = [make.chosen(Op(BOOL, "contains", (listed, one)), players(one), Const(PLAYERS, 0)) for one in everybody]
    return reduce(lambda some, bit: op("|", some, bit, rep=PLAYERS), bits)


def _scores(low: Lowering, node: tree.Win) -> Expr:
    """Each player's score, in their order."""
    assert node.score is not None
    found = []
    for player in range(len(low.stage.game.players)):
        low.names[id(node.local)] = Const(low.stage.rep(node.local.type), player)
        found.append(make.sure(low.expr(node.score)))
    return Make(seq(NUM), tuple(convert.fit(one, NUM) for one in found))


def give_back(low: Lowering, node: tree.Return) -> None:
    """The steps before each return come first. Without a value, a replacement gives the result of its `proceed`."""
    value = low.expr(node.value) if node.value is not None else None
    if value is None and low.hook is not None and low.hook.value is not None:
        value = local(low.hook.value)
    if value is not None and low.result is not None:
        due = low.stage.rep(low.result)
        value = convert.fit(value, due if due.sort != "nothing" else value.rep)
    if value is not None and low.epilogue:
        value = low.let("result", convert.frozen(value))
    low.out += low.epilogue
    low.out.append(Return(value))
