"""`proceed`: to the next replacement, or to the original; in a family's action to the next member's `do`."""

from __future__ import annotations

from ...lang import tree
from ..ir import convert
from ..ir.callees import Runtime
from ..ir.expressions import Expr, Make, Op, Var
from ..ir.make import YES, local
from ..ir.reps import Rep
from ..ir.statements import Call, Let, Mark, Unmark
from .context import HookContext, Lowering


def proceed(low: Lowering, node: tree.Proceed, into: Var | None = None) -> None:
    """Its result is in `into`, and is the result of a replacement that returns nothing else."""
    values = None if node.args is None else low.several(node.args)
    if low.following is not None:
        low.following(low, None if values is None else tuple(values), into)
        return
    assert low.hook is not None and low.unit is not None
    _to_original(low, low.hook, values, into)


def proceeded(low: Lowering, node: tree.Proceed) -> Expr:
    """The same inside a formula: its value."""
    context = low.hook
    rep = context.value.rep if context is not None and context.value is not None else low.stage.rep(node.type).maybe
    into = low.var("ret", rep)
    proceed(low, node, into)
    return local(into)


def _to_original(low: Lowering, context: HookContext, values: list[Expr] | None, into: Var | None) -> None:
    assert low.unit is not None
    rule = low.unit.rule
    assert rule is not None
    target = low.plan.targets[id(rule.node.head.ref)]
    args = _arguments(low, context, values)
    if rule.own:
        low.out.append(Unmark())
    pauses = target.pauses or low.unit.pauses
    value = context.value
    got = into if into is not None else value
    low.out.append(Call(low.point() if pauses else 0, Runtime("proceed"), (local(context.ctx), args), got))
    if value is not None and got is not value:
        low.out.append(Let(value, local(got)))  # type: ignore[arg-type]
    if rule.own:
        low.out.append(Mark(rule.number, local(context.inst)))
    if context.proceeded is not None:
        low.out.append(Let(context.proceeded, YES))


def _arguments(low: Lowering, context: HookContext, values: list[Expr] | None) -> Expr:
    """The same arguments again, or new ones, of which the last may be omitted."""
    again = local(context.args)
    if values is None:
        return again
    assert low.unit is not None and low.unit.rule is not None
    params = getattr(low.unit.rule.node.head.ref, "params", [])
    given = [convert.fit(value, low.stage.rep(p.type)) for value, p in zip(values, params, strict=False)]
    made = Make(Rep("args", items=tuple(e.rep for e in given)), tuple(given))
    return Op(again.rep, "with_rest", (made, again))
