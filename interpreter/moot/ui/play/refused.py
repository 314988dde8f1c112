"""`why NAME` at the table: prints each reason in the words of the rules, and when a card can be used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ...stack.game import State
from ...stack.journal import Teller
from ...stack.words import name_words, shortened
from ...tools.explain.context import RefusalReason
from .narrated import cited

_NOT_IN = re.compile(r"(?P<what>.*) is not in `(?P<over>[^`]*)`(?P<where>.*)", re.DOTALL)
_ZONE = re.compile(r"(?P<zone>\w+)(?P<args>\(\w+\))?")


def lines_of_refused(state: State, typed: str, player: str) -> Iterator[str]:
    """Each reason with the values it reads, if this player may know them. Raises MootError for an unknown name."""
    from ...tools.explain.refusal import why_not
    from ...tools.explain.when_usable import when_usable

    reasons, when = why_not(state, typed, player).reasons, when_usable(state, typed, player)
    if when:  # it repeats the menu
        reasons = tuple(one for one in reasons if not one.listing)
    told = [tuple(_reason(state, _by_place(state, one, player))) for one in dict.fromkeys([*reasons, *when])]
    heads = [one[0].partition("  [")[0] for one in told]
    for place, lines in enumerate(told):  # copies of a card have one reason; keep the one with its place
        if lines not in told[:place] and not any(other.startswith(f"{heads[place]}: ") for other in heads):
            yield from lines


def _by_place(state: State, reason: RefusalReason, player: str) -> RefusalReason:
    """Replace a quoted zone by the words that the table uses for it, and leave out any other quoted formula."""
    found = _NOT_IN.fullmatch(reason.what)
    if found is None:
        return reason
    over = _ZONE.fullmatch(found["over"])
    zone = next((one for one in state.game.program.layout.zones if over and one.name == over["zone"]), None)
    if over is None or zone is None:
        return RefusalReason(f"{found['what']} is not one of the choices here{found['where']}", clauses=reason.clauses)
    words = Teller(state.game.program).zone_words(f"{zone.name}({player})" if over["args"] else zone.name)
    return replace(reason, what=f"{found['what']} is not in {words}{found['where']}", needed="")


def _reason(state: State, reason: RefusalReason) -> Iterator[str]:
    suffix = f"  [{cited(reason.clauses)}]" if reason.clauses else ""
    if not reason.read:
        yield f"{_spoken(reason)}{suffix}"
        now = [f"{one.formula} is {one.value}" for one in reason.values if not one.value.startswith("[")]
        if reason.needed and reason.needed.removeprefix("it must be ") not in reason.what:
            yield f"  {reason.needed}" + (f"; {', '.join(now)}" if now else "")
        return
    program = state.game.program
    read = [f"{words}: {name_words(program, shortened(program, value)).strip('[]')}" for words, value in reason.read]
    if reason.words:
        yield f"{_spoken(reason)}{suffix}"
    else:
        before, colon, _ = reason.what.partition(": `")
        yield f"{before + ': ' if colon else ''}{read.pop(0)}{suffix}"
    yield from (f"  {one}" for one in read)


def _spoken(reason: RefusalReason) -> str:
    """A reason in the rule's own words, without the formula behind them."""
    head, found, _ = reason.what.partition(f"{reason.words}: `") if reason.words else ("", "", "")
    return f"{head}{reason.words}" if found and reason.read else reason.what
