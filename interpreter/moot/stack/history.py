"""The way back from a state: what was chosen, and positions before it, as many as are needed."""

from __future__ import annotations

from dataclasses import dataclass

from ..state.position import Position, Value
from .machine import Machine

RECENT = 64  # the last positions are all kept
APART = 64  # of those before, one in so many; those between are played again when they are wanted


@dataclass(slots=True)
class Step:
    """A choice that was made. `length`: of the journal before it. `before`: the position, if it is kept."""

    before: Position | None
    length: int
    value: Value


class History:
    """The steps from where play began, the last of them on top. A long game needs no more memory than a short one."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._steps: list[Step] = []

    def __len__(self) -> int:
        return len(self._steps)

    def push(self, before: Position, length: int, value: Value) -> None:
        self._steps.append(Step(before, length, value))
        older = len(self._steps) - 1 - RECENT
        if older % APART and older > 0:
            self._steps[older].before = None

    def top(self) -> Position:
        """The position before the last step, which must not be changed. Raises IndexError if there is none."""
        return self._before(len(self._steps) - 1)

    def pop(self) -> tuple[Position, int]:
        """Take the last step back: the position before it, and the length of its journal. Raises IndexError."""
        before = self.top()
        return before, self._steps.pop().length

    def _before(self, number: int) -> Position:
        """The position before a step; it and those that lead to it from the last that is kept are kept now."""
        kept = number
        while (before := self._steps[kept].before) is None:
            kept -= 1
        for step, later in zip(self._steps[kept:number], self._steps[kept + 1 : number + 1], strict=True):
            before = before.copy()
            self._machine.advance(before, step.value)
            later.before = before
        return before
