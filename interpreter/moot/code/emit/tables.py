"""Tables of packs as functions, for arguments that may be outside."""

from __future__ import annotations

from .constants import ConstantNames
from .given import LookupTable
from .lines import BEGINS, NOWHERE, CodeLine


def table_rows(constants: ConstantNames, name: str, table: LookupTable) -> list[CodeLine]:
    """`T_<table>(arguments)`: the cell. A number outside means the nearest limit; none gives none."""
    params = [f"a{n}" for n in range(len(table.ends))]
    body: list[CodeLine] = []
    for param, ends in zip(params, table.ends, strict=True):
        body += [(1, f"if {param} is None:", NOWHERE), (2, "return None", NOWHERE)]
        if ends is not None:
            low, high = ends
            held = f"{low} if {param} < {low} else {high} if {param} > {high} else {param}"
            body.append((1, f"{param} = {held}", NOWHERE))
    cells, key = constants.cells(name), f"{', '.join(params)}{',' if len(params) == 1 else ''}"
    found = f"{cells}[{key}]" if table.is_full else f"look_up({cells}, {name!r}, ({key}))"
    head: CodeLine = (0, f"def T_{name}({', '.join(params)}):", BEGINS)
    return [(0, "", NOWHERE), head, *body, (1, f"return {found}", NOWHERE)]
