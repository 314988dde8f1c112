"""What a choice may lead to by chance, up to the next choice of a player: exact odds, as far as a seat may know."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..lang.diagnostic import fail
from ..stack.decision import Option
from ..stack.game import State
from ..state.view import view_of
from .chances import spread
from .stand_ins import noted

GUESSES = 4  # deals of what is hidden that must all give the same odds
STEPS = 20_000

Odds = dict[tuple[str, ...], Fraction]  # by what changes: how likely


@dataclass(frozen=True, slots=True)
class Outlook:
    """The odds, the likeliest first; `stand_ins`: the cells of tables that no source gives and on which they rest."""

    odds: Odds
    stand_ins: tuple[str, ...]


def outlook(state: State, player: str, option: Option) -> Outlook:
    """By what the player would see change: its probability.

    What is hidden from him plays no part: it is dealt anew at random. Raises MootError if the odds hang on it, or if
    there are too many ways to count.
    """
    rng = random.Random(0)
    found: Odds | None = None
    with noted(state.game.machine) as stand_ins:
        for _ in range(GUESSES):
            guessed = state.guess(player, rng)
            odds = _odds(guessed, state.game.players.index(player), option.value)
            if found is not None and odds != found:
                raise fail("hidden-odds", "the odds hang on what you cannot see")
            found = odds
    assert found is not None
    return Outlook(dict(sorted(found.items(), key=lambda item: (-item[1], item[0]))), tuple(sorted(stand_ins)))


def _odds(state: State, seat: int, value: Any) -> Odds:
    machine = state.game.machine
    S = state.position.copy()
    S.nature = True
    before = _seen(state, S, seat)
    machine.advance(S, value)
    found: Odds = {}
    for share, end in spread(machine, S, None, STEPS):
        changes = _changes(before, _seen(state, end, seat))
        found[changes] = found.get(changes, Fraction(0)) + share
    return found


def _seen(state: State, S: Any, seat: int) -> dict[str, Any]:
    """What the seat sees, flat: states by key, where each thing lies, how many lie where it sees none, the result."""
    program = state.game.program
    view = view_of(S, program.layout, state.game.machine.fast["sees_now"], seat, program.names)
    seen: dict[str, Any] = dict(view["states"])
    for zone, lying in view["zones"].items():
        for thing in lying.get("things", ()):
            seen[thing] = zone
        if "things" not in lying:
            seen[zone] = lying["count"]
    for row, fields in view["rows"].items():
        seen.update((f"{row}.{name}", told) for name, told in fields.items())
    if S.ask is None and S.result is not None:
        winner = S.result[0]
        seen["the game"] = "over" if winner is None else f"won by {program.layout.players[winner]}"
    return seen


def _changes(before: dict[str, Any], after: dict[str, Any]) -> tuple[str, ...]:
    keys = [*before, *(key for key in after if key not in before)]
    told = []
    for key in keys:
        old, new = before.get(key), after.get(key)
        if old != new:
            told.append(f"{key}: {new}" if old is None else f"{key}: {old} → {'gone' if new is None else new}")
    return tuple(told)
