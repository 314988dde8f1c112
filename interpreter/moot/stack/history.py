"""The way back from a state: what was chosen, and now and then a position, from which play is made again."""

from __future__ import annotations

from collections.abc import Sequence

from ..state.position import Position
from .decision import Decision
from .machine import Machine

APART = 32  # one position in so many is kept; those between are played again when they are wanted
TakenStep = tuple[
    Decision, int, int
]  # what was asked, the place of what was chosen, the length of the journal before it


class History:
    """The steps from where play began, the last of them on top. The first `floor` of them cannot be taken back."""

    def __init__(self, machine: Machine, earlier: Sequence[TakenStep] = ()) -> None:
        self._machine = machine
        self._kept: dict[int, Position] = {}  # positions before the step of that number, among them that at the floor
        self.steps = [*earlier]
        self.floor = len(earlier)

    def keep(self, now: Position) -> None:
        """Keep the position in which the next step is taken."""
        self._kept[len(self.steps)] = now.copy()

    def pop(self) -> int:
        """Take the last step back: the length of the journal before it."""
        _, _, length = self.steps.pop()
        self._kept.pop(len(self.steps) + 1, None)
        return length

    def before(self, number: int) -> Position:
        """A copy of the position before the step of that number, or after all of them; without a journal."""
        first = max(kept for kept in self._kept if kept <= number)
        if first < number:
            S = self._kept[first].copy()
            for decision, place, _ in self.steps[first:number]:
                self._machine.advance(S, decision.options.values[place])
            self._kept[number] = S  # where somebody goes back to he often chooses otherwise, and goes back again
        return self._kept[number].copy()
