"""The random outcomes of a choice, up to the next choice of a player: exact odds, as far as a seat may know."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from ...code.program import Program
from ...lang.diagnostic import fail
from ...stack.decision import Option
from ...stack.game import State
from ...stack.journal import Teller
from ...stack.words import name_words, shortened
from .chance_tree import chance_outcomes
from .stand_ins import noted

GUESSES = 4  # deals of the hidden things that must all give the same odds
STEPS = 20_000


@dataclass(frozen=True, slots=True)
class VisibleChange:
    """A change that the player would see: of a state, a thing's zone, the number of things in a zone, or `the game`.

    `old` is None for something new, `new` for something that disappeared.
    """

    key: str
    old: Any
    new: Any

    def __str__(self) -> str:
        """By its keys, as cases write them."""
        return self._change_text(self.key, self.old, self.new)

    def words(self, teller: Teller) -> str:
        """As players read it."""
        program = teller.program
        if self.key in program.titles:
            what, value = name_words(program, program.titles[self.key]), teller.zone_words
        else:
            what, value = teller.state_words(self.key), partial(_value_words, program)
        return self._change_text(what, *(None if one is None else value(one) for one in (self.old, self.new)))

    @staticmethod
    def _change_text(what: str, old: Any, new: Any) -> str:
        return f"{what}: {new}" if old is None else f"{what}: {old} → {'gone' if new is None else new}"


def _value_words(program: Program, value: Any) -> str:
    values = value if isinstance(value, list | tuple) else [value]
    return ", ".join(name_words(program, shortened(program, str(one))) for one in values)


ChangeOdds = dict[tuple[VisibleChange, ...], Fraction]  # by change: its probability


@dataclass(frozen=True, slots=True)
class ChoiceOdds:
    """The odds, the likeliest first; `stand_ins`: the cells of tables that are stand-ins and on which they rely."""

    odds: ChangeOdds
    stand_ins: tuple[str, ...]


def odds_of_choice(state: State, player: str, option: Option) -> ChoiceOdds:
    """By the changes that the player would see: their probability.

    Hidden things have no influence: they are dealt again at random. Raises MootError if the odds depend on them, or if
    there are too many outcomes.
    """
    rng = random.Random(0)
    found: ChangeOdds | None = None
    with noted(state.game.machine) as stand_ins:
        for _ in range(GUESSES):
            guessed = state.guess(player, rng)
            odds = _odds(guessed, state.game.players.index(player), option.value)
            if found is not None and odds != found:
                raise fail("hidden-odds", "the odds depend on hidden information")
            found = odds
    assert found is not None
    likeliest = sorted(found.items(), key=lambda item: (-item[1], [str(one) for one in item[0]]))
    return ChoiceOdds(dict(likeliest), tuple(sorted(stand_ins)))


def _odds(state: State, seat: int, value: Any) -> ChangeOdds:
    machine = state.game.machine
    S = state.position.copy()
    S.nature = True
    before = _seen(state, S, seat)
    machine.advance(S, value)
    found: ChangeOdds = {}
    for share, end in chance_outcomes(machine, S, None, STEPS):
        changes = _changes(before, _seen(state, end, seat))
        found[changes] = found.get(changes, Fraction(0)) + share
    return found


def _seen(state: State, S: Any, seat: int) -> dict[str, Any]:
    """The seat's view as a flat map: states by key, the zone of each thing, the number of things in hidden zones,
    the result.
    """
    program = state.game.program
    view = state.game.machine.view(S, seat)
    seen: dict[str, Any] = dict(view["states"])
    for zone, lying in view["zones"].items():
        for thing in lying.get("things", ()):
            seen[thing] = zone
        if "things" not in lying:
            seen[zone] = lying["count"]
    for row, fields in view["rows"].items():
        seen.update((f"{row}.{name}", told) for name, told in fields.items())
    if S.ask is None and S.result is not None:
        winners = " and ".join(S.result.names(program.layout.players))
        seen["the game"] = f"won by {winners}" if winners else "over"
    return seen


def _changes(before: dict[str, Any], after: dict[str, Any]) -> tuple[VisibleChange, ...]:
    keys = [*before, *(key for key in after if key not in before)]
    changed = [key for key in keys if before.get(key) != after.get(key)]
    return tuple(VisibleChange(key, before.get(key), after.get(key)) for key in changed)
