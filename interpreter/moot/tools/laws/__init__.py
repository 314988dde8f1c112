"""Checks a game's data against its laws and names each broken line, with the data that breaks it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...lazy import handed_on

if TYPE_CHECKING:
    from .broken import broken_laws

__all__ = ["broken_laws"]

__getattr__ = handed_on(
    __name__,
    {
        "broken_laws": "broken",
    },
)
