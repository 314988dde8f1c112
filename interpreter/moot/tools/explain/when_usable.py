"""When a thing can be used where it is: the actions that take it from there, and the obstacles to each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ...code.plan.actions import node_of
from ...code.plan.units import Flat
from ...code.program import words_of
from ...code.typing import symbols, types
from ...lang import tree
from ...lang.walk import walk
from ...stack.game import State, seat_number
from ...stack.words import name_words
from ...state.layout import zone_key
from .context import DecisionContext, RefusalReason
from .instrumented import instrument_again
from .why_not_action import AttemptedCall, bound_by_phase

_MOST = 4  # the most actions to report


def when_usable(state: State, text: str, player: str) -> tuple[RefusalReason, ...]:
    """For each action that takes the thing from where it is: when it is available, and why not now.

    Empty if the text is not a thing, if the player does not know where it is, or if it is another player's choice.
    Raises MootError if the packs have changed since the game was loaded.
    """
    decision = state.decision
    if decision is None or decision.player != player:
        return ()
    seat = seat_number(state.game, player)
    context = DecisionContext(instrument_again(state.game), state, decision, seat)
    knows, S = context.made.game.machine.fast.knows, context.S
    values = [one for one in context.candidates("thing", text) if one < len(S.cells)]
    value = next((one for one in values if S.cells[one] >= 0 and knows(S, seat, one)), None)
    if value is None:
        return ()
    found = [reasons for flat in context.made.plan.flat for reasons in _of_action(context, flat, value)]
    found.sort(key=len)
    told = dict.fromkeys(reason for reasons in found[:_MOST] for reason in reasons)
    return tuple(told)


def _of_action(context: DecisionContext, flat: Flat, value: int) -> Iterator[list[RefusalReason]]:
    """The reasons of one action, if it takes the thing from where it is."""
    program = context.made.game.program
    title = program.layout.things[value].title
    name = name_words(program, f"{title}.{flat.symbol.name}" if flat.symbol.owner else flat.symbol.name)
    name = flat.symbol.name.replace("_", " ") if flat.symbol.owner and name.startswith(title) else name
    if flat.symbol.owner:
        if flat.symbol.owner != title:
            return
        call, given = AttemptedCall(context, flat, value, ()), dict[int, Any]()
        if call.elsewhere():
            return
    else:
        at = next((n for n in range(len(flat.symbol.params)) if _takes(context, flat, n, value)), None)
        if at is None:
            return
        call, given = AttemptedCall(context, flat, None, ()), {at: value}
    heads, holding = call.holding()
    place = call.line(node_of(flat.symbol))
    reasons = AttemptedCall(context, flat, call.this, ()).about(bound_by_phase(context, flat) | given)
    if heads and not holding:
        when = " or ".join(dict.fromkeys(_phase(context, head) for head in heads))
        reasons = [RefusalReason(f"it is available in {when}", "", (), *place), *reasons]
    elif not reasons:
        reasons = [RefusalReason("it is available now, but needs more arguments", "", (), *place)]
    yield [replace(one, what=f"{name}: {one.what}") for one in reasons]


def _phase(context: DecisionContext, head: tree.Head) -> str:
    """The name of a phase or of an offer's word, with its words."""
    program = context.made.game.program
    words = words_of(program, head.name, sort="phase")
    return name_words(program, head.name) + (f" ({words})" if words else "")


def _takes(context: DecisionContext, flat: Flat, at: int, value: int) -> bool:
    """Whether a parameter is chosen from a zone like the thing's present one."""
    param, domain = flat.symbol.params[at], node_of(flat.symbol).params[at]
    of = types.bare(param.type)
    if not isinstance(of, types.Thing) or domain.within is None:
        return False
    low, high = context.made.numbering.ranges.get(of.kind, (0, 0))
    if not low <= value < high:
        return False
    cell = context.S.cells[value]
    key = zone_key(context.made.layout, cell) if cell < len(context.made.layout.zones) else ""
    named = [one.ref for one in walk([domain.within]) if isinstance(one, tree.Name | tree.Call)]
    for function in [ref.decl for ref in named if isinstance(ref, symbols.Function)]:
        named += [one.ref for one in walk([function]) if isinstance(one, tree.Name | tree.Call)]
    return any(isinstance(ref, symbols.Zone) and ref.name == key.partition("(")[0] for ref in named)
