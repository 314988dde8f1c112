"""What shows that a save is damaged: exceptions where the position that it holds is read or played."""

from __future__ import annotations

from struct import error as StructError

DAMAGED = "the save is damaged: it does not hold a position of this game"
# The exceptions that values raise where they do not belong.
OF_DAMAGE = (
    *(AssertionError, LookupError, TypeError, ValueError, ArithmeticError, AttributeError, NameError),
    *(RuntimeError, StructError),
)
