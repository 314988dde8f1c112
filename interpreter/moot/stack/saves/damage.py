"""The signs of a damaged save: the exceptions that moot meets while it reads or plays the position."""

from __future__ import annotations

from struct import error as StructError

DAMAGED = "the save is damaged: it does not hold a position of this game"
# The exceptions that values raise where they do not belong.
OF_DAMAGE = (
    *(AssertionError, LookupError, TypeError, ValueError, ArithmeticError, AttributeError, NameError),
    *(RuntimeError, StructError),
)
