"""The targets of dice, in the journal."""

from __future__ import annotations

from ....lang import tree
from ...ir.expressions import Expr, Make
from ...ir.make import number, text
from ...ir.reps import NUM, seq
from ...ir.statements import Do
from ..context import Lowering


def tested(low: Lowering, node: tree.Compare | tree.In, rolled: tree.Formula, found: Expr, *given: Expr) -> None:
    """Note the target of a roll in the journal, if a formula compares the dice at once and every player may see the
    target.
    """
    while isinstance(rolled, tree.Cast):
        rolled = rolled.of
    if not isinstance(rolled, tree.Roll) or not isinstance(rolled.count, int) or rolled.each:
        return
    if low.stage.is_secret(rolled) or found.rep.optional:
        return
    needed = given[0]
    if isinstance(node, tree.In) and isinstance(node.within, tree.Range | tree.ListOf):  # by its ends, or one by one
        if any(one.rep.sort != "num" or one.rep.optional for one in given):
            return
        needed = Make(seq(NUM), given)
    sign = node.op if isinstance(node, tree.Compare) else ".." if isinstance(node.within, tree.Range) else "in"
    least, most = number(rolled.count), number(rolled.count * rolled.faces)
    low.out.append(Do("tested", (found, needed, text(sign), least, most), low.rule(node)))
