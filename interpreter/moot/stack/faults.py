"""What may go wrong while rules run, and how the machine says it."""

from __future__ import annotations

from typing import Any

NO_NONE = "ask for `!= none` first, or let the type say `or none`"


class Over(Exception):
    """The game is over: `win` was reached."""


class Refused(Exception):
    """A requirement failed, or a cost would be cut short, while trying on a copy whether something may be done."""

    def __init__(self, reason: str, rule: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule


class Fault(Exception):
    """The rules themselves did what they may not: a fault of the pack, told with the line of the rules."""

    def __init__(self, code: str, message: str, rule: int = -1, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule
        self.hint = hint


class Pause:
    """The one value that a function returns when it has left a frame, because somebody must choose."""

    def __repr__(self) -> str:
        return "PAUSE"

    def __copy__(self) -> Any:
        return self


PAUSE = Pause()
