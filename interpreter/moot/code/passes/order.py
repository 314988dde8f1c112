"""The passes, in their order."""

from __future__ import annotations

from collections.abc import Sequence

from ..ir.units import Unit


def passed(units: Sequence[Unit]) -> Sequence[Unit]:
    """The units of a game after all passes."""
    return units
