"""Prompts that were skipped because there was nothing to choose: why a choice was not available there."""

from __future__ import annotations

from ...code.typing import types
from ...lang import tree
from ...lang.diagnostic import MootError
from ...stack.game import State
from ...state.position import Position
from .context import DecisionContext, RefusalReason
from .formula_trace import Unread
from .instrumented import InstrumentedGame, NotedStep
from .why_not_action import call_reasons
from .why_not_value import choice_reasons


def reasons_passed_over(instrumented: InstrumentedGame, state: State, player: str, key: str) -> list[RefusalReason]:
    """The reasons against a choice at each skipped prompt since the last choice."""
    instrumented.steps.clear()
    instrumented.step_asked(state)
    found: dict[RefusalReason, None] = {}
    seat = instrumented.made.layout.players.index(player)
    for step in [*instrumented.steps.values()]:
        node = step.note.node
        if isinstance(node, tree.Offer | tree.Choose):
            found |= dict.fromkeys(_reasons(instrumented, state, step, node, seat, key))
    before = state.before_last()
    if not found and before is not None and before[0].ask is not None and before[0].ask[1] == seat:
        S = state.position.copy()  # the same prompt, had it come again
        S.ask = before[0].ask
        last = next((s for s in instrumented.steps.values() if isinstance(s.note.node, tree.Offer)), None)
        node = last.note.node if last is not None else None
        if last is not None and isinstance(node, tree.Offer):
            found |= dict.fromkeys(_asked(instrumented, state, last, node, S, key))
    return list(found)


def _reasons(
    instrumented: InstrumentedGame,
    state: State,
    step: NotedStep,
    node: tree.Offer | tree.Choose,
    seat: int,
    key: str,
) -> list[RefusalReason]:
    """The same for one prompt, if it would have been this player's."""
    by = node.to if isinstance(node, tree.Offer) else node.by
    sites = enumerate(instrumented.made.game.program.sites)
    site = next((number for number, one in sites if one.rule == step.note.rule), None)
    if site is None:
        return []
    try:
        asked = instrumented.tracer(step).value(by) if by is not None else seat
    except Unread:
        return []
    several = by is not None and types.are_several(by.type)
    if asked != seat and not (several and seat in asked):
        return []
    S = step.S.copy()
    S.ask = (site, seat, [None], None)
    return _asked(instrumented, state, step, node, S, key)


def _asked(
    instrumented: InstrumentedGame,
    state: State,
    step: NotedStep,
    node: tree.Offer | tree.Choose,
    S: Position,
    key: str,
) -> list[RefusalReason]:
    asked = State(state.game, S, state.seed)
    decision = asked.decision
    if decision is None:
        return []
    context = DecisionContext(instrumented, asked, decision, None)
    try:
        if isinstance(node, tree.Offer):
            return call_reasons(context, node, step, key)
        return list(choice_reasons(context, node, step, key))
    except MootError:
        return []
