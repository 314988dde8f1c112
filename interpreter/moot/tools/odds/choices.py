"""The random outcomes of a choice, up to the next choice of a player: exact odds, as far as a seat may know."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...code.program import Program
from ...lang.diagnostic import fail
from ...stack.decision import Option, decision_of
from ...stack.game import State
from ...stack.journal import Teller
from ...stack.words import name_words, shortened
from .chance_tree import chance_outcomes
from .stand_ins import noted

GUESSES = 4  # deals of the hidden things that must all give the same odds
STEPS = 20_000
NEXT = "next"  # the key of the question that an outcome leads to, where it depends on the choice or the dice


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

    @property
    def is_next(self) -> bool:
        """Whether it is the question that stops the outcome."""
        return self.key == NEXT

    @property
    def thing(self) -> str:
        """The thing that has the state, or that moves; for anything else, an empty text or another key."""
        return self.key.rpartition(".")[0] if "." in self.key and "(" not in self.key else self.key

    def is_move(self, teller: Teller) -> bool:
        return self.key in teller.program.titles

    def parts(self, teller: Teller) -> tuple[str, str]:
        """Its subject, if there is just one thing, and the change of that thing, as players read it."""
        program = teller.program
        if self.is_next:
            return "", f"then {self.new}"
        if self.is_move(teller):
            old, new = (_zone_words(teller, one) for one in (self.old, self.new))
            return name_words(program, program.titles[self.key]), self._move_text(old, new)
        old, new = (None if one is None else _value_words(program, one) for one in (self.old, self.new))
        words, of = teller.state_parts(self.key)
        if self.thing in program.titles and new in ("yes", "no") and old is not None:
            return of, words if new == "yes" else f"no longer {words}"
        if self.thing in program.titles and of:
            return of, f"{words} {old} → {new}" if old is not None else f"{words} {new}"
        return "", self._change_text(teller.state_words(self.key), old, new)

    @staticmethod
    def _move_text(old: str | None, new: str | None) -> str:
        return str(new) if old is None else f"{old} → {'out of sight' if new is None else new}"

    @staticmethod
    def _change_text(what: str, old: Any, new: Any) -> str:
        return f"{what}: {new}" if old is None else f"{what}: {old} → {'gone' if new is None else new}"


def _zone_words(teller: Teller, zone: Any) -> str | None:
    """A zone in words; the zone of a place on a board by the place alone."""
    if zone is None:
        return None
    place = str(zone).partition("(")[2].rstrip(")")
    layout = teller.program.layout
    on_board = any(layout.things[n].key == place for board in layout.boards for n in board.places)
    return name_words(teller.program, place) if on_board else teller.zone_words(zone)


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

    An outcome that stops at another question names that question, because a choice follows. Hidden things have no
    influence: they are dealt again at random. Raises MootError if the odds depend on them, or if there are too many
    outcomes.
    """
    rng = random.Random(0)
    found: list[ChangeOdds] = []
    with noted(state.game.machine) as stand_ins:
        for _ in range(GUESSES):
            guessed = state.guess(player, rng)
            found.append(_odds(guessed, state.game.players.index(player), option.value))
    if any(odds != found[0] for odds in found):  # whether another is prompted may depend on their hand
        found = [_without_next(odds) for odds in found]
    if any(odds != found[0] for odds in found):
        raise fail("hidden-odds", "the odds depend on hidden information")
    likeliest = sorted(found[0].items(), key=lambda item: (-item[1], [str(one) for one in item[0]]))
    return ChoiceOdds(dict(likeliest), tuple(sorted(stand_ins)))


def _without_next(odds: ChangeOdds) -> ChangeOdds:
    found: ChangeOdds = {}
    for changes, share in odds.items():
        changes = tuple(one for one in changes if not one.is_next)
        found[changes] = found.get(changes, Fraction(0)) + share
    return found


def _odds(state: State, seat: int, value: Any) -> ChangeOdds:
    machine = state.game.machine
    S = state.position.copy()
    S.nature = True
    before, asked = _seen(state, S, seat), S.ask
    machine.advance(S, value)
    found: ChangeOdds = {}
    for share, end in chance_outcomes(machine, S, None, STEPS):
        changes = _changes(before, _seen(state, end, seat)) + _next(state, asked, end)
        found[changes] = found.get(changes, Fraction(0)) + share
    return found


def _next(state: State, asked: Any, end: Any) -> tuple[VisibleChange, ...]:
    """The question that an outcome stops at, unless it is the question of the choice itself."""
    program = state.game.program
    decision = decision_of(program, end)
    if decision is None or (asked is not None and end.ask[:2] == asked[:2]):
        return ()
    return (VisibleChange(NEXT, None, f"{name_words(program, decision.player)}: {decision.prompt}"),)


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
