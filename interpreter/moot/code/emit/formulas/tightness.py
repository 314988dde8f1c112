"""How tightly Python binds the parts of a text, and how its value is used."""

from __future__ import annotations

from typing import Literal

# Loosest first.
LOOSE, COND, OR, AND, NOT, COMPARE, BIT_OR, BIT_AND, SHIFT, SUM, TIMES, SIGN, UNIT = range(13)

TightText = tuple[str, int]  # a text and how tightly it binds

# The value itself, to be stored; its truth; its members, to be iterated over at once.
Use = Literal["value", "test", "items"]
