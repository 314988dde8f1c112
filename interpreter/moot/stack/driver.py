"""How play continues after an answer: one function, made once for each version of a compiled game.

A frame is resumed by its first number, found in a list: negative numbers index from its end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..lang.diagnostic import MootError
from ..state.position import NOBODY, Frame, Position
from .faults import OVER, PAUSE, Fault, Over

Resume = Callable[[Position, Frame, Any], object]  # with what a call or somebody has answered
Advance = Callable[[Position, object], None]

FUEL = 100_000  # loop turns and calls between two decisions
# The exceptions that Python raises when rules, or a formula reading them, do something illegal.
FAULTS = (Fault, RecursionError, IndexError, ValueError, OverflowError, MemoryError, TypeError)


def driver(
    resuming: Mapping[int, Resume],
    error_of: Callable[[Exception], MootError],
    journaled: Advance | None = None,
    fuel: int = FUEL,
) -> Advance:
    """`resuming`: how frames are resumed, by their numbers; `journaled`: used in place of this if a position keeps
    a journal; `fuel`: see FUEL.
    """
    resume: list[Any] = [resuming.get(number) for number in range(max(resuming) + 1)]
    resume += [resuming.get(number) for number in range(min(resuming), 0)]

    def advance(S: Position, value: object) -> None:
        """Continue with the answer to a prompt, frame by frame, until the next prompt or the end.

        A function that prompts puts its frame into `S.frame`. A resumed function that then waits for its callee pushes
        its frame on the stack; others that wait leave theirs in `S.unwind`. Raises MootError for a runtime error of the
        rules.
        """
        if S.journal is not None and journaled is not None:
            journaled(S, value)
            return
        S.fuel = fuel
        frame: Any = S.frame
        try:
            while True:
                value = resume[frame[0]](S, frame, value)
                if value is PAUSE:
                    if S.unwind:
                        S.stack += S.unwind[::-1]
                        S.unwind = []
                    return
                if value is OVER:
                    S.stack = []
                if not S.stack:
                    break
                frame = S.stack.pop()
            S.ask = S.frame = None
            if S.result is None:
                S.result = NOBODY
        except Over:
            S.ask = S.frame = None
            S.stack = []
            S.unwind = []
        except FAULTS as error:
            S.ask = S.frame = None
            raise error_of(error) from (None if isinstance(error, Fault | RecursionError) else error)

    return advance
