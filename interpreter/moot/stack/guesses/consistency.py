"""A guess that contradicts what its player knows is changed, a little at a time, until it does not."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from ...state.position import Position
from .dealing import Dealer, HiddenSpot
from .hidden_states import HiddenState, HiddenStates

TRIES = 1500
WORSE = 0.02  # how likely a change is kept that brings one contradiction more
BLAMED = 0.8  # how likely it is a thing to blame that is moved, where there are any

Undo = Callable[[], object]


class Contradictions(NamedTuple):
    """The number of contradictions, and the things involved that cannot be where they are."""

    number: float
    things: Sequence[int] = ()


class Changes:
    """Possible changes of a guess, at random, each of which can be undone."""

    def __init__(
        self,
        S: Position,
        dealer: Dealer,
        spots: Sequence[Sequence[HiddenSpot]],
        hidden: HiddenStates,
        states: Sequence[HiddenState],
        rng: random.Random,
    ) -> None:
        """`spots`: places of hidden things, grouped by equal backs; `states`: the unknown ones."""
        self.S = S
        self.dealer = dealer
        self.hidden = hidden
        self.rng = rng
        self.alike = {spot: alike for alike in spots for spot in alike if len(alike) > 1}
        zones: dict[int, list[HiddenSpot]] = {}
        for spot in self.alike:
            zones.setdefault(spot[0], []).append(spot)
        # small zones are as likely as large ones, as players know most of them
        self.choices: list[list[HiddenSpot] | HiddenState] = [*zones.values(), *states]

    def make(self, things: Sequence[int]) -> Undo:
        """Make one, if possible with one of these things."""
        rng, S = self.rng, self.S
        if things and rng.random() < BLAMED:
            thing = rng.choice(things)
            zone = S.cells[thing]
            spot = (zone, S.zones[zone].index(thing)) if zone >= 0 else None
            if spot in self.alike:
                return self.exchange(spot)
        choice = rng.choice(self.choices)
        return self.exchange(rng.choice(choice)) if isinstance(choice, list) else self.set_state(choice)

    def exchange(self, one: HiddenSpot) -> Undo:
        other = self.rng.choice(self.alike[one])
        if one == other:
            return lambda: None
        self.dealer.exchange(self.S, one, other)
        return partial(self.dealer.exchange, self.S, one, other)

    def set_state(self, state: HiddenState) -> Undo:
        cell = self.rng.choice(state.cells)
        before = self.S.cells[cell]
        self.set_cell(cell, self.hidden.any_value(self.S, before, state, self.rng))
        return partial(self.set_cell, cell, before)

    def set_cell(self, cell: int, value: Any) -> None:
        self.S.cells[cell] = value
        self.S.rewritten()


def reconcile(contradictions: Callable[[], Contradictions], changes: Changes) -> None:
    """Change a guess until it contradicts nothing.

    A change that makes nothing worse is kept. In the first half of the attempts, a change for the worse is sometimes
    kept too, to escape local minima. Some contradictions may remain after the last attempt.
    """
    left = contradictions()
    for done in range(TRIES if changes.choices else 0):
        if left.number <= 0:
            return
        undo = changes.make(left.things)
        now = contradictions()
        worse = now.number - left.number
        if worse <= 0 or (2 * done < TRIES and changes.rng.random() < WORSE**worse):
            left = now
        else:
            undo()
