"""The printer's input other than units: positions of things and zones, printed values, and which players see which
zones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...state.layout import Layout
from ..ir.expressions import Const, Plain, PrintedTable
from ..ir.keepers import Keeper
from ..ir.spans import NumberSpan


@dataclass(frozen=True, slots=True)
class FormMarks:
    """Which marks are printed. journal: entries are written, and each change names its rule. covering: the lines
    that run are recorded. noting: `noted` receives the values of the names of each step.
    """

    journal: bool = False
    covering: bool = False
    noting: bool = False


FAST, TRACED = FormMarks(), FormMarks(journal=True)
COVERING, OBSERVED = FormMarks(journal=True, covering=True), FormMarks(journal=True, noting=True)


@dataclass(frozen=True, slots=True)
class Watched:
    """Observed cells, as spans: every `when`, which need not be read again while they are unchanged; and the
    caches of searches and functions (None: any cell).
    """

    whens: frozenset[NumberSpan] = frozenset()
    searches: frozenset[NumberSpan] | None = frozenset()


@dataclass(frozen=True, slots=True)
class Sees:
    """The modifiers of a zone's visibility. slot: where they are active, -1 if there are none; always: whether
    some are always active; adds: whether they only make more visible; zones: those that they name, None if they do
    not name all.
    """

    slot: int = -1
    always: bool = False
    adds: bool = True
    zones: tuple[int, ...] | None = ()

    @property
    def modified(self) -> bool:
        return self.slot >= 0 or self.always


@dataclass(frozen=True, slots=True)
class Reset:
    """A state of the things low..end-1, in the cell thing + offset, goes back to its first value as one of them leaves
    play. `value`: none where that is not always the same.
    """

    low: int
    end: int
    offset: int
    value: Const | None


@dataclass(frozen=True, slots=True)
class LookupTable:
    """A table of a pack: cells by arguments; for each limited argument, the smallest and largest value; whether
    every value between them has a cell.
    """

    cells: Mapping[tuple[Any, ...], Plain]
    ends: tuple[NumberSpan | None, ...]  # here the second is the greatest itself
    is_full: bool


@dataclass(frozen=True, slots=True)
class Given:
    """printed: by table, the value on each thing. formulas: the unit for each thing, None if it has no formula.
    tallied: zones whose contents are stored in `S.tally`, and the number of bits per thing. effects: things that
    have one. keepers: the caches of values, by name; holders: by board, the place to which each zone belongs, if
    any. row_sorts: a kind of rows with all its subtypes. makes_rows: whether any records are made in play,
    including calls; row_zones: whether they have zones of their own.
    """

    layout: Layout
    printed: Mapping[PrintedTable, tuple[Any, ...]] = field(default_factory=dict)
    formulas: Mapping[PrintedTable, tuple[str | None, ...]] = field(default_factory=dict)
    lookups: Mapping[str, LookupTable] = field(default_factory=dict)
    watched: Watched = field(default_factory=Watched)
    sees: Sees = field(default_factory=Sees)
    tallied: Mapping[int, int] = field(default_factory=dict)
    effects: frozenset[int] = frozenset()
    resets: tuple[Reset, ...] = ()
    row_sorts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    keepers: Mapping[str, Keeper] = field(default_factory=dict)
    holders: Mapping[str, tuple[int | None, ...]] = field(default_factory=dict)
    makes_rows: bool = False
    row_zones: bool = False

    @property
    def everybody(self) -> int:
        """A bit for each player."""
        return (1 << len(self.layout.players)) - 1

    @property
    def things(self) -> int:
        return len(self.layout.things)


def after_writing(watched: Watched, low: int, end: int, cell: str = "") -> list[str]:
    """The lines that follow writes to cells that somebody looks at. `cell`: the one that was written to, if one."""
    lines = []
    if _touch(low, end, watched.whens):
        lines.append("S.still = False")
    if watched.searches is None or _touch(low, end, watched.searches):
        lines.append(f"S.wrote.add({cell})" if cell else "S.wrote = UNSEEN")
    return lines


def _touch(low: int, end: int, spans: frozenset[NumberSpan]) -> bool:
    return any(first < end and low < last for first, last in spans)
