"""Grids: how the places of boards lie that are no graphs.

`grid` says what all else asks of one; each other file has one sort of grid. A new sort is such a file, its line in
`GRIDS`, and the keys of its maps in schemas/maps.schema.json.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from .grid import Grid
from .hexes import HexGrid

GRIDS: dict[str, type[Grid]] = {grid.shape: grid for grid in (HexGrid,)}


def dump_grid(grid: Grid | None) -> tuple[str, dict[str, Any]] | None:
    """Plain data; none of a graph."""
    return None if grid is None else (grid.shape, asdict(grid))


def load_grid(data: tuple[str, dict[str, Any]] | None) -> Grid | None:
    """Raises KeyError, TypeError or ValueError on what `dump_grid` did not make."""
    return None if data is None else GRIDS[data[0]](**data[1])
