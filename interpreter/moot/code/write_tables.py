"""Tables of packs as functions, and as what holds their cells."""

from __future__ import annotations

from itertools import product
from typing import Any

from .build import Build
from .typing import symbols, types

Lines = list[str]


def write_tables(build: Build) -> Lines:
    """`T_<table>(arguments)`: the cell; a number outside the table means its nearest end."""
    out: Lines = []
    for name, table in build.game.tables.items():
        cells = build.game.cells.get(name, {})
        params = [f"a{n}" for n in range(len(table.params))]
        out += ["", f"def T_{name}({', '.join(params)}):"]
        for number, (param, symbol) in enumerate(zip(params, table.params, strict=True)):
            out += [f"    if {param} is None:", "        return None"]
            if types.is_number(types.bare(symbol.type)) and cells:
                low, high = min(key[number] for key in cells), max(key[number] for key in cells)
                out.append(f"    {param} = {low} if {param} < {low} else {high} if {param} > {high} else {param}")
        out.append(f"    return {cell_text(build, table, params)}")
    return out


def cell_text(build: Build, table: symbols.Table, args: list[str]) -> str:
    """The cell for arguments that lie in the table."""
    name = table.name
    cells: dict[tuple[Any, ...], Any] = build.game.cells.get(name, {})
    if f"CELLS_{name}" not in build.constants:
        settled = [(key, build.settled(value, -1)) for key, value in cells.items()]
        build.constant(f"CELLS_{name}", {one: value for key, value in settled for one in numbered(build, key)})
    if not is_full(build, table):
        return f"look_up(CELLS_{name}, {name!r}, ({''.join(arg + ', ' for arg in args)}))"
    return f"CELLS_{name}[{', '.join(args)}{',' if len(args) == 1 else ''}]"


def stand_in_cells(build: Build) -> dict[str, dict[tuple[Any, ...], str]]:
    """By table: the keys of the cells that no source gives, as CELLS has them, and how they were marked."""
    return {
        name: {one: mark for key, mark in cells.items() for one in numbered(build, key)}
        for name, cells in build.game.stand_in.items()
    }


def numbered(build: Build, key: tuple[Any, ...]) -> product[tuple[Any, ...]]:
    """A key with the numbers of things for their titles: one for each copy."""
    return product(*(build.copies.get(k.id, []) if isinstance(k, symbols.TitleOf) else [k] for k in key))


def is_full(build: Build, table: symbols.Table) -> bool:
    """Whether there is a cell for all that may be asked."""
    cells = build.game.cells.get(table.name, {})
    ends = [key_ends(build, table, number) for number in range(len(table.params))]
    if not cells or None in ends:
        return False
    return all(key in cells for key in product(*(range(low, high + 1) for low, high in filter(None, ends))))


def key_ends(build: Build, table: symbols.Table, number: int) -> tuple[int, int] | None:
    """The least and the greatest key of a parameter; None where keys are not numbers."""
    of = types.bare(table.params[number].type)
    if isinstance(of, types.Names):
        return 0, len(build.layout.names[of.kind]) - 1
    if isinstance(of, types.Words):
        return 0, len(of.names) - 1
    keys = [key[number] for key in build.game.cells.get(table.name, {})]
    return (min(keys), max(keys)) if types.is_number(of) and keys else None
