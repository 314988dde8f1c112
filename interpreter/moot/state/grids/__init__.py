"""Grids: how the places of boards lie that are no graphs.

`grid` says what all else asks of one; each other file has one sort of grid. A new sort is such a file, its line in
`GRIDS`, and the keys of its maps in schemas/maps.schema.json.
"""

from __future__ import annotations

from typing import Any

from .grid import Grid
from .hexes import HexGrid
from .squares import SquareGrid

GRIDS: dict[str, type[Grid]] = {grid.shape: grid for grid in (HexGrid, SquareGrid)}


def load_grid(data: tuple[str, dict[str, Any]] | None) -> Grid | None:
    """Of what `Grid.dump` made, or of none. Raises KeyError or TypeError on anything else."""
    return None if data is None else GRIDS[data[0]](**data[1])
