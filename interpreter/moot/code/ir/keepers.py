"""What is kept of values that depend on cells alone: which cells these are, and whose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Whose = Literal["lies", "place", "side", "thing", "all"]


@dataclass(frozen=True, slots=True, order=True)
class Reading:
    """Cells low..end-1 that are read. whose: where things lie; states of places, of sides, of things that lie somewhere
    on a board; anything. less: what is to be taken from the number of a cell to come to that of its thing.
    """

    low: int
    end: int
    whose: Whose
    less: int


@dataclass(frozen=True, slots=True)
class Keeper:
    """Keeps values as long as no cell changes that is read for them.

    board: if one, for each key they are in a list by its places; else they go by all arguments. far: how far from a
    place those places lie whose cells are read for it; None where that is not known. test: the unit that says which of
    `places` are held, where it holds those that pass a test.
    """

    name: str
    readings: tuple[Reading, ...]
    board: str = ""
    far: int | None = None
    test: str = ""
    places: range = range(0)


def joined_readings(readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """Those of the same sort that touch or overlap, as one."""
    found: list[Reading] = []
    for one in sorted(readings, key=lambda r: (r.whose, r.less, r.low, r.end)):
        last = found[-1] if found else None
        if last is not None and (last.whose, last.less) == (one.whose, one.less) and one.low <= last.end:
            found[-1] = Reading(last.low, max(last.end, one.end), last.whose, last.less)
        elif one.low < one.end:
            found.append(one)
    return tuple(sorted(found))
