"""Prompts inside formulas, and prompting itself: `may`, `roll`, and the common part of all questions."""

from __future__ import annotations

from typing import Literal

from ...lang import tree
from ...state.tags import roll_tag
from ..ir.callees import Runtime
from ..ir.expressions import Const, Expr, Make, Op, Var
from ..ir.make import local, number, op
from ..ir.reps import BOOL, NUM, PLAYER, num, seq
from ..ir.statements import Ask, Break, Call, If, Let, Loop
from ..ir.units import Site
from ..typing.types import NUMBER
from .context import Lowering
from .formulas.arithmetic import text_of
from .formulas.formulas_of import formulas_of

AskKind = Literal["choose", "some", "or_none", "always", "offer", "pick", "roll", "shuffle"]
NATURE = Const(PLAYER, -1)


def may(low: Lowering, node: tree.May) -> Expr:
    before_asking(low)
    player = low.expr(node.player)
    into = low.var("answer", BOOL)
    secret = low.stage.is_secret(node)
    ask(low, node, player, Const(seq(BOOL), (True, False)), into, "always", node.prompt, "bool", secret=secret)
    return local(into)


def roll(low: Lowering, node: tree.Roll) -> Expr:
    if isinstance(node.count, int) and not node.each:
        return _thrown(low, node, node.count)
    if isinstance(node.count, int):
        left = low.put("left", number(node.count), NUM)
    else:
        left = low.put("left", Op(NUM, "few_dice", (low.fit(node.count, NUMBER), number(node.faces))), NUM)
    none_yet = Make(seq(num(1, node.faces + 1)), ()) if node.each else number(0)
    found = low.put("rolled", none_yet, none_yet.rep if node.each else NUM)
    with low.apart() as turn:
        low.out.append(If(op("<=", local(left), number(0)), (Break(),)))
        die = _thrown(low, node, 1)
        low.out.append(Let(left, op("-", local(left), number(1), rep=NUM)))
        more = Op(found.rep, "with", (local(found), die)) if node.each else op("+", local(found), die, rep=NUM)
        low.out.append(Let(found, more))
    low.out.append(Loop(tuple(turn), low.rule(node)))
    return local(found)


def _thrown(low: Lowering, node: tree.Roll, count: int) -> Expr:
    """The sum of so many dice, which nature is asked for at once."""
    into = low.var("die", num(count, count * node.faces + 1))
    secret = low.stage.is_secret(node)
    site = low.stage.site(Site("", low.rule(node), roll_tag(count, node.faces), secret=secret))
    nothing = Const(seq(NUM), ())
    low.out.append(Ask(low.point(), site, NATURE, nothing, into, "roll", dice=(count, node.faces)))
    return local(into)


def before_asking(low: Lowering) -> None:
    """Rules for conditions that became true run before any prompt."""
    if not low.plan.whens:
        return
    pauses = any(rule.body is not None and rule.body.pauses for rule in low.plan.whens)
    low.out.append(Call(low.point() if pauses else 0, Runtime("before_asking"), ()))


def ask(
    low: Lowering,
    node: tree.Node,
    player: Expr,
    options: Expr,
    into: Var,
    how: AskKind,
    prompt: tree.Text | None,
    tag: str,
    none: str = "none",
    secret: bool = False,
    held: Expr | None = None,
    hidden: tuple[str, ...] = (),
    occasion: str = "",
    weights: Expr | None = None,
    at_once: tuple[Expr, ...] = (),
) -> None:
    """A question. Its prompt is kept with its site; one with values in it is made when it is asked."""
    pieces = prompt.parts if prompt is not None else []
    shown = "".join(piece if isinstance(piece, str) else "…" for piece in pieces)
    words = text_of(low, prompt) if prompt is not None and any(not isinstance(p, str) for p in pieces) else None
    site = low.stage.site(Site(shown, low.rule(node), tag, none, secret, occasion))
    _note(low, node)
    low.out.append(
        Ask(low.point(), site, player, options, into, how, words, held, hidden, weights=weights, at_once=at_once)
    )


def _note(low: Lowering, node: tree.Node) -> None:
    low.note(node, formulas_of(node))
