"""The initial values of states whose declarations give none."""

from __future__ import annotations

from ..typing import types
from ..typing.types import Type, bare
from .things import Things
from .values import Value


def nothing_yet(things: Things, of: Type) -> Value | None:
    """The first value of a state of that type: none, no, nothing in it, or the number nearest to 0."""
    if types.may_be_none(of):
        return None
    plain = bare(of)
    match plain:
        case types.BOOL:
            return False
        case types.STRING | types.NAME:
            return ""
        case types.SetOf() | types.ListOf():
            return 0 if types.is_mask(plain) else ()
        case types.Bounded(low, high):
            least, most = things.bound(low) or 0, things.bound(high) or 0
            return least if least > 0 else min(most, 0)
        case types.Dice(count):
            return count
        case types.Thing(kind):
            return None if things.is_row_kind(kind) or kind not in things.ranges else things.ranges[kind][0]
        case types.CALL:
            return None
        case _:
            return 0
