"""Grids: the geometry of boards that are not graphs.

`grid` defines the questions that other code asks of one; each other file has one type of grid. A new type needs such a
file, its line in `GRIDS`, and the keys of its maps in schemas/maps.schema.json.
"""

from __future__ import annotations

from typing import Any

from .grid import Grid
from .hexes import HexGrid
from .squares import SquareGrid

GRIDS: dict[str, type[Grid]] = {grid.shape: grid for grid in (HexGrid, SquareGrid)}


def load_grid(data: tuple[str, dict[str, Any]] | None) -> Grid | None:
    """The grid from the result of `Grid.dump`, or none. Raises KeyError or TypeError for anything else."""
    return None if data is None else GRIDS[data[0]](**data[1])
