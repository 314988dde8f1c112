"""Runtime errors of rules, and how the engine reports them."""

from __future__ import annotations

from ..lang.source import NOWHERE, Span

NO_NONE = "test for `!= none` first, or give the type `or none`"


class Over(Exception):
    """The game is over: `win` was reached. Or no more of it is to be seen, at a glance."""


class Refused(Exception):
    """A requirement failed, or a cost would be cut short, while it was tried whether something may be done."""

    def __init__(self, reason: str, rule: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule


class Fault(Exception):
    """The rules did something illegal: a runtime error of the pack, reported with the line of the rules."""

    at: Span = NOWHERE  # of a formula outside the rules

    def __init__(self, code: str, message: str, rule: int = -1, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule
        self.hint = hint


def none_here(rule: int = -1) -> Fault:
    """Formulas do not ask at each step whether something is none: Python does, with a TypeError, or an IndexError
    where the end of an empty zone is read.
    """
    return Fault("none", "expected a value, found none", rule, NO_NONE)


class Sentinel:
    """A value that means one thing wherever it is returned."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name

    def __copy__(self) -> Sentinel:
        return self


PAUSE = Sentinel("PAUSE")  # a function has left a frame, because somebody must choose
OVER = Sentinel("OVER")  # in a function that was resumed, `win` was reached
