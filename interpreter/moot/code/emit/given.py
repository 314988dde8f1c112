"""What the printer is given beside units: where things and zones are, what is printed, who sees and looks at what."""

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
    """Which marks are printed. journal: entries are written, and each change names its rule. covering: which lines have
    run is noted. noting: `noted` is given what the names of each step stand for.
    """

    journal: bool = False
    covering: bool = False
    noting: bool = False


FAST, TRACED = FormMarks(), FormMarks(journal=True)
COVERING, OBSERVED = FormMarks(journal=True, covering=True), FormMarks(journal=True, noting=True)


@dataclass(frozen=True, slots=True)
class Watched:
    """Cells that somebody looks at, as spans: every `when`, so that it need not be read again while they are as they
    were; and what is kept of searches and functions (None: any cell).
    """

    whens: frozenset[NumberSpan] = frozenset()
    searches: frozenset[NumberSpan] | None = frozenset()


@dataclass(frozen=True, slots=True)
class Sees:
    """What modifies who sees a zone. slot: where it listens, -1 if nothing does; always: whether some of it always
    does; adds: whether it only lets more be seen; zones: those that it names, None where it does not name all.
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
    """A table of a pack: cells by arguments; of each argument that has ends, the least and greatest; whether there is
    a cell for all between them.
    """

    cells: Mapping[tuple[Any, ...], Plain]
    ends: tuple[NumberSpan | None, ...]  # here the second is the greatest itself
    is_full: bool


@dataclass(frozen=True, slots=True)
class Given:
    """printed: by table, the value on each thing. formulas: the unit for each thing, None where it has no formula.
    tallied: zones whose contents are kept in `S.tally`, and how far up the bits of their things are. effects: things
    that have one. keepers: what keeps values, by name; holders: by board, of each zone the place that it belongs to, if
    any.
    row_sorts: of a kind of rows it and all its sorts. makes_rows: whether anything comes to be in play, calls too;
    row_zones: whether it has zones of its own.
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
