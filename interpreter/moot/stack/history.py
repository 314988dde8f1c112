"""Undo: the choices, and occasional snapshots of the position, from which any step is replayed."""

from __future__ import annotations

from collections.abc import Sequence

from ..state.position import Position
from .chance import stir_in
from .decision import Decision
from .machine import Machine

APART = 32  # steps between two snapshots; positions between them are played again when they are wanted
# The question, the index of the choice, the length of the journal before it, the bits stirred into sealed chance.
TakenStep = tuple[Decision, int, int, str]


class History:
    """The steps since the start of play, the last of them on top. The first `floor` of them cannot be undone."""

    def __init__(self, earlier: Sequence[TakenStep] = ()) -> None:
        self._snapshots: dict[int, Position] = {}  # before the step of that number; there is one at the floor
        self.steps = [*earlier]
        self.floor = len(earlier)

    def keep(self, now: Position) -> None:
        """Take a snapshot of the position in which the next step is taken."""
        self._snapshots[len(self.steps)] = now.copy()

    def pop(self) -> int:
        """Take the last step back: the length of the journal before it."""
        _, _, length, _ = self.steps.pop()
        self._snapshots.pop(len(self.steps) + 1, None)
        return length

    def before(self, machine: Machine, number: int) -> Position:
        """A copy of the position before the step of that number, or after all of them; without a journal."""
        first = max(taken for taken in self._snapshots if taken <= number)
        if first < number:
            S = self._snapshots[first].copy()
            for decision, place, _, fresh in self.steps[first:number]:
                stir_in(S, fresh)
                machine.advance(S, decision.options.values[place])
            self._snapshots[number] = S  # players often undo, choose something else, and undo again
        return self._snapshots[number].copy()
