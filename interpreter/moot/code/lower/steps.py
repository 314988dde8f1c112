"""Steps: which function lowers which."""

from __future__ import annotations

from typing import assert_never

from ...lang import tree
from . import changes, choices, flow, lasting, moves, offers, proceeding
from .context import Lowering
from .formulas.formulas_of import formulas_of


def step(low: Lowering, node: tree.Step) -> None:
    """A step is added to the block that is made."""
    with low.citing(node.cites):
        low.line(node)
        low.note(node, formulas_of(node))
        _step(low, node)


def _step(low: Lowering, node: tree.Step) -> None:
    match node:
        case tree.Set():
            changes.set_to(low, node)
        case tree.Raise() | tree.Lower():
            changes.changed(low, node)
        case tree.Move():
            moves.move(low, node)
        case tree.MoveBefore():
            moves.move_before(low, node)
        case tree.Remove():
            moves.remove(low, node)
        case tree.Let():
            flow.let(low, node)
        case tree.Require():
            flow.require(low, node)
        case tree.CallStatement():
            flow.call_step(low, node)
        case tree.Run():
            flow.run(low, node)
        case tree.If():
            flow.branches(low, node)
        case tree.ForEach():
            flow.for_each(low, node)
        case tree.While():
            flow.while_loop(low, node)
        case tree.Repeat():
            flow.repeat(low, node)
        case tree.Choose():
            choices.choose(low, node)
        case tree.ChooseTogether():
            choices.choose_together(low, node)
        case tree.ChooseOne():
            choices.choose_one(low, node)
        case tree.Pick():
            choices.pick(low, node)
        case tree.Offer():
            offers.offer(low, node)
        case tree.Return():
            flow.give_back(low, node)
        case tree.ProceedStatement():
            proceeding.proceed(low, node.proceed)
        case tree.Lasting():
            lasting.lasting(low, node)
        case tree.Win():
            flow.win(low, node)
        case tree.Nothing():
            pass
        case _:
            assert_never(node)
