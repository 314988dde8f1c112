"""Caches of values that depend on cells alone: these cells, and their owners."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Whose = Literal["lies", "place", "side", "thing", "all"]


@dataclass(frozen=True, slots=True, order=True)
class Reading:
    """Cells low..end-1 that are read. whose: zones of things; states of places, of sides, of things on a board; or
    anything. less: the difference between the number of a cell and that of its thing.
    """

    low: int
    end: int
    whose: Whose
    less: int


@dataclass(frozen=True, slots=True)
class Keeper:
    """Stores values as long as no cell that they read changes.

    board: if set, the values for each key are in a list by its places; otherwise they are stored by all arguments. far:
    the distance from a place within which cells are read for it; None if unknown. test: the unit that decides which of
    `places` are stored, if it stores those that pass a test.
    """

    name: str
    readings: tuple[Reading, ...]
    board: str = ""
    far: int | None = None
    test: str = ""
    places: range = range(0)


def joined_readings(readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """Spans of the same type that touch or overlap, merged."""
    found: list[Reading] = []
    for one in sorted(readings, key=lambda r: (r.whose, r.less, r.low, r.end)):
        last = found[-1] if found else None
        if last is not None and (last.whose, last.less) == (one.whose, one.less) and one.low <= last.end:
            found[-1] = Reading(last.low, max(last.end, one.end), last.whose, last.less)
        elif one.low < one.end:
            found.append(one)
    return tuple(sorted(found))
