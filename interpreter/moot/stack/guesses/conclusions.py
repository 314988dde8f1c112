"""A player's conclusions from the choices of others. Each choice was legal, although only the chooser saw why.

A thing is ruled out of a zone if the choice is not legal with it there. This is tried with nothing else there that the
player does not know, and in several hands at random. A value of a hidden state is ruled out if the choice is illegal
with it in several positions at random. The rules decide, by the unit of a choice that gives its options again. Only a
view is read, so that positions that look the same lead to the same conclusions.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ...code.program import Program
from ...state.position import EVERYBODY, NoticedChoice, Position
from ...state.tags import Tag
from ..at_once import choosers
from ..driver import FAULTS
from ..form import Form
from .dealing import Dealer
from .hidden_states import HiddenStates

TRIALS = 6  # random hands, or positions, in which something that is ruled out is tried
LIMIT = 600  # things or values that are tried for one choice; choices that need more teach nothing


class RuledOut(NamedTuple):
    """By zone the things that are not in it, and by cell the values that it has not."""

    zones: Mapping[int, frozenset[int]]
    cells: Mapping[int, frozenset[Any]]

    def __bool__(self) -> bool:
        return bool(self.zones or self.cells)

    def broken(self, S: Position) -> tuple[int, list[int]]:
        """The number of contradictions in a position, and the things among them."""
        things = [thing for zone, out in self.zones.items() for thing in out.intersection(S.zones[zone])]
        return len(things) + sum(S.cells[cell] in out for cell, out in self.cells.items()), things


NOTHING = RuledOut({}, {})


@dataclass
class _Learned:
    """The conclusions of one player from one choice, as they were when it was made."""

    choice: NoticedChoice
    out: RuledOut


@dataclass
class Conclusions:
    """For one game. `kept`: the last results, by player."""

    program: Program
    form: Form
    dealer: Dealer
    hidden: list[HiddenStates]
    _kept: dict[int, tuple[Any, list[Any], RuledOut]] = field(default_factory=dict)
    _learned: dict[tuple[int, int], _Learned] = field(default_factory=dict)

    def of(self, S: Position, seat: int) -> RuledOut:
        """The conclusions of a player that still hold."""
        if not S.noticed or S.notices not in (EVERYBODY, seat):
            return NOTHING
        kept = self._kept.get(seat)
        if kept is not None and kept[0] is S.noticed and kept[1] == S.cells:
            return kept[2]
        found = self._holding(S, seat)
        self._kept[seat] = S.noticed, S.cells.copy(), found
        return found

    def _holding(self, S: Position, seat: int) -> RuledOut:
        """Newest first. A conclusion about a zone ends when something that the player does not know enters it. One
        about a state ends with the next dice, pick or shuffle, which may have changed it.
        """
        zones: dict[int, set[int]] = {}
        cells: dict[int, set[Any]] = {}
        later = [S]
        for choice in reversed(S.noticed[: len(S.noticed) - self._still_secret(S)]):
            out = self.learned_from(choice, seat, S)
            for zone, things in out.zones.items():
                there = choice.at.zones[zone]
                if all(self._unknown_in(one, zone, seat) <= {*there} for one in later):
                    zones.setdefault(zone, set()).update(things)
            for cell, values in out.cells.items():
                if choice.at.rng == S.rng and choice.at.cells[cell] == S.cells[cell]:
                    cells.setdefault(cell, set()).update(values)
            later.append(choice.at)
        return RuledOut(
            {zone: frozenset(things) for zone, things in zones.items()},
            {cell: frozenset(values) for cell, values in cells.items()},
        )

    def _still_secret(self, S: Position) -> int:
        """The number of the last choices that belong to players who choose at once, while others have yet to choose."""
        found = choosers(self.program.index, S.frame)
        last = S.noticed[len(S.noticed) - len(found.answers) :] if found is not None and found.answers else ()
        return sum(found is not None and one.unit == found.unit for one in last)

    def _unknown_in(self, S: Position, zone: int, seat: int) -> set[int]:
        if self.form.sees_now(S, zone) >> seat & 1:
            return set()
        return {thing for thing in S.zones[zone] if not S.told.get(thing, 0) >> seat & 1}

    def learned_from(self, choice: NoticedChoice, seat: int, S: Position) -> RuledOut:
        if choice.player == seat:
            return NOTHING
        if not self.knows(S, seat, self.program.index.choosable[choice.unit].tag, choice.answer):
            return NOTHING
        key = id(choice), seat
        if key not in self._learned or self._learned[key].choice is not choice:
            if len(self._learned) > 4_000:
                self._learned.clear()
            self._learned[key] = _Learned(choice, Learner(self, choice, seat).learn())
        return self._learned[key].out

    def knows(self, S: Position, seat: int, tag: str, value: Any) -> bool:
        """Whether a player knows which thing a value names, if it names one."""
        if value is None or not Tag.read(tag).holds_things:
            return True
        return tag == "thing" and self.form.knows(S, seat, value)


class Learner:
    """One player who looks at one choice."""

    def __init__(self, by: Conclusions, choice: NoticedChoice, seat: int) -> None:
        self.by = by
        self.choice = choice
        self.seat = seat
        self.rng = random.Random(1)
        self.options: Callable[..., Any] = by.form.names[choice.unit]
        self.row = by.program.index.choosable[choice.unit]
        self.args = (choice.player, *choice.args) if self.row.at_once else choice.args
        self.at = choice.at.copy()
        if self.row.tag == "thing" and isinstance(choice.answer, int):  # it was there, as the player knows by now
            self.at.told[choice.answer] = self.at.told.get(choice.answer, 0) | 1 << seat
        self.spots = by.dealer.hidden_spots(self.at, seat)

    def learn(self) -> RuledOut:
        choice, by, seat = self.choice, self.by, self.seat
        if not all(by.knows(self.at, seat, *given) for given in zip(self.row.tags, choice.args, strict=True)):
            return NOTHING
        private = [zone for zone in {spot[0] for alike in self.spots for spot in alike} if self._private(zone)]
        unseen = {cell: state for state in by.hidden[seat].states for cell in state.cells}
        own = {cell for state in by.hidden[choice.player].states for cell in state.cells}
        cells = [cell for cell in sorted(unseen.keys() - own) if self.at.cells[cell] is not None]
        plain = [cell for cell in cells if unseen[cell].sort == "" and unseen[cell].values is not None]
        tried = sum(len(alike) for alike in self.spots) * len(private) + sum(len(unseen[c].values or ()) for c in plain)
        if not (private or plain) or tried > LIMIT:
            return NOTHING
        deals = [self._dealt() for _ in range(TRIALS)]
        zones = {zone: out for zone in sorted(private) if (out := self._things_out(deals, zone))}
        values = {cell: out for cell in plain if (out := self._values_out(deals, cell, unseen[cell].values or ()))}
        return RuledOut(zones, values)

    def _private(self, zone: int) -> bool:
        """Whether the player who chose sees the zone. (The other does not.)"""
        at = self.at
        fixed = zone < len(self.by.program.layout.zones)
        return (
            fixed and not self.by.dealer.plays(zone) and self.by.form.sees_now(at, zone) >> self.choice.player & 1 == 1
        )

    def _dealt(self) -> Position:
        """A position that looks the same to the player."""
        by, S = self.by, self.at.copy()
        by.dealer.deal(S, self.spots, self.rng)
        hidden = by.hidden[self.seat]
        for state in hidden.states:
            for cell in state.cells:
                S.cells[cell] = hidden.any_value(S, S.cells[cell], state, self.rng)
        by.form.count_up(S)
        S.rewritten()
        return S

    def _legal(self, S: Position) -> bool:
        """Whether the choice was. Where the rules fail, nothing speaks against it."""
        S.rewritten()
        try:
            found = self.options(S, *self.args)
            return not len(found) if self.choice.answer is None else self.choice.answer in found
        except FAULTS:
            return True

    # -------------------------------------------------------------------------------------------- things in zones

    def _things_out(self, deals: list[Position], zone: int) -> frozenset[int]:
        at, seat = self.at, self.seat
        known = [thing for thing in at.zones[zone] if at.told.get(thing, 0) >> seat & 1]
        places = len(at.zones[zone]) - len(known)
        backs = {self.by.dealer.backs[thing] for thing in at.zones[zone]}
        hidden = (at.zones[number][place] for alike in self.spots for number, place in alike)
        others = sorted(t for t in hidden if t not in known and self.by.dealer.backs[t] in backs)
        hand = _Hand(self.by.form, deals[0], zone)
        if places <= 0 or not self._legal(hand.holding(known)):
            return frozenset()
        out = [thing for thing in others if not self._legal(hand.holding([*known, thing]))]
        hands = [_Hand(self.by.form, deal, zone) for deal in deals]
        return frozenset(t for t in out if not any(self._legal_with(one, known, t, others, places) for one in hands))

    def _legal_with(self, hand: _Hand, known: list[int], thing: int, others: list[int], places: int) -> bool:
        """Whether the choice is legal with a thing among others, drawn at random, in a hand of the true size."""
        rest = self.rng.sample([other for other in others if other != thing], places - 1)
        return self._legal(hand.holding([*known, thing, *rest]))

    # -------------------------------------------------------------------------------------------- values of states

    def _values_out(self, deals: list[Position], cell: int, values: Iterable[Any]) -> frozenset[Any]:
        possible, out = 0, set()
        for value in values:
            if any(self._legal(_with(deal, cell, value)) for deal in deals):
                possible += 1
            else:
                out.add(value)
        return frozenset(out) if possible else frozenset()


class _Hand:
    """A position in which one zone holds whatever is to be tried."""

    def __init__(self, form: Form, like: Position, zone: int) -> None:
        self.form = form
        self.S = like.copy()
        self.zone = zone
        self.cells = like.cells
        self.holds = list(like.zones[zone])

    def holding(self, things: list[int]) -> Position:
        """Other places are unchanged, since the chooser does not see them."""
        S = self.S
        for thing in self.holds:
            S.cells[thing] = -1 if self.cells[thing] == self.zone else self.cells[thing]
        for thing in things:
            S.cells[thing] = self.zone
        S.zones[self.zone] = self.holds = list(things)
        self.form.count_up(S)
        return S


def _with(S: Position, cell: int, value: Any) -> Position:
    changed = S.copy()
    changed.cells[cell] = value
    return changed
