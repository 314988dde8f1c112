"""Which cells of tables that no source gives are read while rules run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ...stack.machine import Machine


class _Noting(dict[tuple[Any, ...], Any]):
    """The cells of one table, which note those that are stand-ins as they are read."""

    def __init__(self, cells: dict[tuple[Any, ...], Any], marks: dict[tuple[Any, ...], str], found: dict[str, None]):
        super().__init__(cells)
        self._marks, self._found = marks, found

    def __getitem__(self, key: tuple[Any, ...]) -> Any:
        mark = self._marks.get(key)
        if mark is not None:
            self._found[mark] = None
        return super().__getitem__(key)


@contextmanager
def noted(machine: Machine) -> Iterator[dict[str, None]]:
    """While it lasts, the map that it gives fills with the stand-ins that the fast form reads: `hits: C 1..2`."""
    found: dict[str, None] = {}
    names = machine.fast.names
    plain: dict[str, dict[tuple[Any, ...], Any]] = {}
    for table, cells in machine.program.index.stand_in_cells.items():
        name = f"CELLS_{table}"
        plain[name] = names[name]
        names[name] = _Noting(plain[name], {key: f"{table}: {mark}" for key, mark in cells.items()}, found)
    try:
        yield found
    finally:
        names.update(plain)
