"""How play continues after an answer: one function, made once for each version of a compiled game. And the budget
of work that it has to do so.

A frame is resumed by its first number, found in a list: negative numbers index from its end.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, islice
from types import FrameType
from typing import Any

from ..lang.diagnostic import MootError
from ..state.position import NOBODY, Frame, Position
from .faults import OVER, PAUSE, Fault, Over

Resume = Callable[[Position, Frame, Any], object]  # with what a call or somebody has answered
Advance = Callable[[Position, object], None]

FUEL = 100_000_000  # units of work between two decisions, unless the environment names another number
BUDGET = "MOOT_BUDGET"
SHORTER = "go through fewer things at once"
LEAST_BUDGET = 100_000
CHUNK = 256  # longer sets are charged as loops go through them, since a loop may end before
# The exceptions that Python raises when rules, or a formula reading them, do something illegal.
FAULTS = (Fault, RecursionError, IndexError, ValueError, OverflowError, MemoryError, TypeError)


class Tank:
    """In place of a position, for functions of the rules that read none: the work that may be done for one value."""

    __slots__ = ("fuel",)

    def __init__(self) -> None:
        self.fuel = budget()


def budget() -> int:
    """The units of work that may be done between two decisions."""
    named = os.environ.get(BUDGET, "")
    return max(LEAST_BUDGET, int(named)) if named.isdecimal() else FUEL


def budget_helpers(ns: dict[str, Any]) -> dict[str, Any]:
    """The functions that compiled code calls to charge its work. `ns` holds the names of its module."""
    last: list[FrameType | None] = [None]

    def metered(S: Position, members: Any, turn: int) -> Any:
        """The members, to go through once: charged with the work of a turn for each."""
        try:
            count = len(members)
        except TypeError:
            count = CHUNK + 1
        if count > CHUNK:
            return chain.from_iterable(_chunks(S, members, turn))
        S.fuel -= count * turn
        if S.fuel < 0:
            overspent(S)
        return members

    def _chunks(S: Position, members: Any, turn: int) -> Iterator[list[Any]]:
        left = iter(members)
        while chunk := [*islice(left, CHUNK)]:
            S.fuel -= len(chunk) * turn
            if S.fuel < 0:
                overspent(S)
            yield chunk

    def overspent(S: Position) -> None:
        """The budget is used up. Outside of a step, where it is not renewed, each reading has one of its own."""
        outermost: FrameType | None = None
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if frame.f_code.co_name == "advance" and frame.f_code.co_filename == __file__:
                break
            if frame.f_globals is ns:
                outermost = frame
            frame = frame.f_back
        most = budget()
        if frame is None and outermost is not None and outermost is not last[0]:
            last[0], S.fuel = outermost, most
            return
        last[0] = None
        raise Fault(
            "budget",
            f"this step takes more than {most:,} units of work",
            hint=f"{SHORTER}, or raise the limit with --budget",
        )

    return {"metered": metered, "overspent": overspent, "Tank": Tank}


def driver(
    resuming: Mapping[int, Resume],
    error_of: Callable[[Exception], MootError],
    journaled: Advance | None = None,
    fuel: int = FUEL,
) -> Advance:
    """`resuming`: how frames are resumed, by their numbers; `journaled`: used in place of this if a position keeps
    a journal; `fuel`: the budget of a step.
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
