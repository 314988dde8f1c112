"""How tightly Python binds the parts of a text, and what is asked of the value that it stands for."""

from __future__ import annotations

from typing import Literal

# Loosest first.
LOOSE, COND, OR, AND, NOT, COMPARE, BIT_OR, BIT_AND, SHIFT, SUM, TIMES, SIGN, UNIT = range(13)

TightText = tuple[str, int]  # a text and how tightly it binds

# The value itself, to be kept; whether Python takes it for yes; its members, to be gone through at once.
Use = Literal["value", "test", "items"]
