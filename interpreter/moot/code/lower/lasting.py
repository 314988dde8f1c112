"""`until`: rules that begin to listen, and end with a phase or with its next start."""

from __future__ import annotations

from ...lang import tree
from ..ir import convert
from ..ir.expressions import Expr, Make, Prim
from ..ir.make import number
from ..ir.reps import NUM, args
from ..ir.statements import Listen
from .context import Lowering


def lasting(low: Lowering, node: tree.Lasting) -> None:
    """They keep `this` and the locals that they use, as these are now."""
    plan = low.plan
    rules = plan.lasting[id(node)]
    pairs = tuple((plan.slot(rule), rule.number) for rule in rules if rule.number not in plan.dead)
    kept = tuple(convert.frozen(low.names[id(local)]) for local in rules[0].captures) if rules else ()
    captured = Make(args(tuple(e.rep for e in kept)), kept)
    rule = low.rule(node)
    low.out.append(Listen(pairs, low.this, captured, _scope(low, node, rule), node.once, rule))


def _scope(low: Lowering, node: tree.Lasting, rule: int) -> Expr:
    """With what they end: the innermost phase of that name that runs, or the next to start."""
    if node.point == "end" and node.phase not in low.plan.quiet:
        return Prim(NUM, "scope_of", (number(low.plan.scopes[node.phase]), number(rule)))
    return number(low.plan.scope_number(node.phase, node.point))
