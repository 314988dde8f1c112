"""Steps: which function lowers which."""

from __future__ import annotations

from typing import assert_never

from ...lang import tree
from . import changes, choices, flow, lasting, moves, offers, proceeding
from .context import Lowering
from .formulas_of import formulas_of


def step(low: Lowering, node: tree.Statement) -> None:
    """A step is added to the block that is made."""
    with low.citing(node.cites):
        low.line(node)
        low.note(node, formulas_of(node))
        _step(low, node)


def _step(low: Lowering, node: tree.Statement) -> None:
    found: tree.Step = node  # type: ignore[assignment]
    match found:
        case tree.Set():
            changes.set_to(low, found)
        case tree.Raise() | tree.Lower():
            changes.changed(low, found)
        case tree.Move():
            moves.move(low, found)
        case tree.MoveBefore():
            moves.move_before(low, found)
        case tree.Remove():
            moves.remove(low, found)
        case tree.Let():
            flow.let(low, found)
        case tree.Require():
            flow.require(low, found)
        case tree.CallStatement():
            flow.call_step(low, found)
        case tree.Run():
            flow.run(low, found)
        case tree.If():
            flow.branches(low, found)
        case tree.ForEach():
            flow.for_each(low, found)
        case tree.While():
            flow.while_loop(low, found)
        case tree.Repeat():
            flow.repeat(low, found)
        case tree.Choose():
            choices.choose(low, found)
        case tree.ChooseOne():
            choices.choose_one(low, found)
        case tree.Pick():
            choices.pick(low, found)
        case tree.Offer():
            offers.offer(low, found)
        case tree.Return():
            flow.give_back(low, found)
        case tree.ProceedStatement():
            proceeding.proceed(low, found.proceed)
        case tree.Lasting():
            lasting.lasting(low, found)
        case tree.Win():
            flow.win(low, found)
        case tree.Nothing():
            pass
        case tree.Cost():
            raise AssertionError("a cost is paid by its action")
        case _:
            assert_never(found)
