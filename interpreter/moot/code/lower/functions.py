"""Functions of the rules with all their modifiers, viewers of zones, and formulas printed on things."""

from __future__ import annotations

from collections.abc import Sequence

from ...lang import tree
from ..ir import convert, make
from ..ir.expressions import Expr, Prim, Pure, Var
from ..ir.make import local, op
from ..ir.reps import BOOL, PLAYER, THING, ZONE, Rep
from ..ir.statements import Block, If, Let, Line, Modify, Return
from ..ir.units import Unit
from ..ir.walk import ends
from ..plan.units import Rule, Target
from ..typing import symbols, types
from ..typing.types import bare
from .calls import result_rep
from .changes import range_ends
from .context import LineOrigin, Lowering, Stage
from .parts import head, packed, place_of_rule, standing


def function(stage: Stage, target: Target) -> list[Unit]:
    """The formula; if rules modify it or its type has ends, the formula is a unit of its own, `plain_<function>`."""
    ref = target.symbol
    assert isinstance(ref, symbols.Function)
    node = ref.decl
    assert isinstance(node, tree.FunctionDecl)
    low = Lowering(stage, LineOrigin(f"function {ref.name}", node.at, tuple(node.cites), ""))
    own = [Var("this", THING)] if ref.owner else []
    if own:
        low.this = local(own[0])
    params = (*own, *(low.bind(p) for p in ref.params))
    rule = low.rule()
    rep = result_rep(low, ref)
    _formula(low, node, rep)
    changes = bool(target.rules or target.moving)
    if not changes and not isinstance(bare(ref.type), types.Bounded):
        return [Unit(target.python, "function", params, tuple(low.out), rep, rule=rule, this=bool(own))]
    plain = _wide(rep)
    body = Unit(f"plain_{target.python}", "function", params, tuple(low.out), plain, rule=rule, this=bool(own))
    return [body, _modified(stage, target, ref, params, body, rule, rep)]


def _formula(low: Lowering, node: tree.FunctionDecl, rep: Rep) -> None:
    """Line by line: the first whose condition is true gives the value; if none is true, the value is none."""
    for let in node.lets:
        value = convert.frozen(low.expr(let.value))
        kept = _kept(value, low, let)
        low.out.append(Let(low.bind(let.local, kept.rep), kept))
    for line in node.lines:
        test = low.test(line.condition) if line.condition is not None else make.YES
        if test == make.NO:
            continue
        rule = low.stage.rule(low.place.label, line.at, line.cites, "")
        with low.apart() as made:
            low.out.append(Line(rule))
            low.out.append(Return(convert.fit(convert.frozen(low.expr(line.value)), _wide(rep))))
        if test == make.YES:
            low.out += made
            break
        low.out.append(If(test, tuple(made)))
    if not ends(tuple(low.out)):
        low.out.append(Return(make.NO_VALUE))


def _wide(rep: Rep) -> Rep:
    """A number before it is clamped to the limits of the function's type."""
    return Rep("num", optional=rep.optional) if rep.sort == "num" else rep


def _kept(value: Expr, low: Lowering, let: tree.Let) -> Expr:
    due = low.stage.rep(let.local.type)
    return convert.frozen(convert.as_seq(value)) if due.sort == "seq" and value.rep.sort == "zone" else value


def _modified(
    stage: Stage, target: Target, ref: symbols.Function, params: Sequence[Var], body: Unit, rule: int, rep: Rep
) -> Unit:
    low = Lowering(stage, LineOrigin(f"function {ref.name}"))
    given = tuple(local(p) for p in params)
    modifies = bool(target.rules or target.moving)
    v = low.put("v", Pure(body.result, body.name, given), body.result.maybe if modifies else body.result)
    low.out += modify(stage, target, v, given[1 if ref.owner else 0 :])
    low.out += _within(low, ref, v)
    value = local(v) if rep.optional else make.sure(local(v))
    low.out.append(Return(make.with_rep(value, rep)))
    return Unit(target.python, "function", tuple(params), tuple(low.out), rep, rule=rule, this=body.this)


def _within(low: Lowering, ref: symbols.Function, v: Var) -> Block:
    """The value stays between the ends of the function's type."""
    of = bare(ref.type)
    if not isinstance(of, types.Bounded):
        return ()
    least, most = range_ends(low, of)
    now = make.known(local(v))
    held: Block = (If(op("<", now, least), (Let(v, least),), (If(op(">", now, most), (Let(v, most),)),)),)
    return (If(op("some", local(v)), held),) if v.rep.optional else held


# ---------------------------------------------------------------------------------------------- modifiers


def modify(stage: Stage, target: Target, v: Var, given: Sequence[Expr]) -> Block:
    """After every `becomes`, every `by`, and everything `at last`; those of rules files are older than those in
    play (sentence 24).
    """
    out: list[If | Let | Modify | Line] = []
    for layer in range(3):
        for rule in target.rules:
            if _layer(rule) == layer:
                out += _by_file(stage, rule, v, given)
        moving = tuple(rule.number for rule in target.moving if _layer(rule) == layer)
        if moving:
            out.append(Modify(v, target.slot, tuple(given), layer, moving))
    return tuple(out)


def _by_file(stage: Stage, rule: Rule, v: Var, given: Sequence[Expr]) -> list[If | Let | Modify | Line]:
    """The modifier's condition is read before it is called."""
    low = Lowering(stage, place_of_rule(rule))
    inst = standing(rule)
    head(low, rule, inst, list(given))
    low.value = local(v)
    test = low.test(rule.node.where) if rule.node.where is not None else make.YES
    if test == make.NO:
        return []
    change = Let(v, Pure(v.rep, f"m{rule.number}", (local(v), inst, packed(given))))
    line = Line(low.rule(), covers=False)
    return [line, change] if test == make.YES else [line, If(test, (change,))]


def _layer(rule: Rule) -> int:
    assert isinstance(rule.node, tree.Modify)
    return rule.node.layer


def sees(stage: Stage, target: Target) -> Unit:
    """`f_sees(p, z)`: may a player see a zone? The zone's declaration, modified."""
    player, zone = Var("p", PLAYER), Var("z", ZONE)
    given = (local(player), local(zone))
    v = Var("v", BOOL.maybe)
    body = (Let(v, Prim(BOOL, "sees_zone", given)), *modify(stage, target, v, given), Return(make.sure(local(v))))
    return Unit("f_sees", "function", (player, zone), body, BOOL)


# ---------------------------------------------------------------------------------------------- formulas in data


def data_formula(stage: Stage, name: str, code: symbols.CodeUnit) -> Unit:
    """A formula that is printed on a thing: `(this, arguments)`."""
    place = LineOrigin(f"{code.title}: {code.field}", code.at, (), code.pack)
    low = Lowering(stage, place)
    this = Var("this", THING)
    low.this = local(this)
    params = (this, *(low.bind(p) for p in code.params))
    rep = stage.rep(code.code.result).maybe
    value = convert.fit(convert.frozen(low.expr(code.nodes[0])), rep)
    return Unit(name, "function", params, (*low.out, Return(value)), rep, rule=low.rule(), this=True)
