"""Rows in play: records made in play, with fields and zones of their own, and their removal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..code.program import Program
from ..state.layout import ROW
from ..state.position import Position, Row, Value
from .faults import Fault
from .form import Helpers
from .words import row_gaps


def row_helpers(program: Program, ns: Mapping[str, Any]) -> Helpers:
    """`ns`: where `knowers` will be found when play begins."""
    layout = program.layout
    count = len(layout.things)
    row_zones = program.index.row_zones
    row_kinds, made = layout.row_kinds, layout.made
    tags = program.index.row_fields
    named = {kind: [(name, tags[kind][name] == "thing") for name in row_gaps(program, kind)] for kind in row_kinds}

    def fld(S: Position, row: int, name: str) -> Value:
        fields = S.rows.get(row)
        return None if fields is None else fields.get(name)

    def rows_of(S: Position, kinds: tuple[str, ...]) -> list[int]:
        return [number for number, row in S.rows.items() if row["_kind"] in kinds]

    def is_row(S: Position, row: int, kinds: tuple[str, ...]) -> bool:
        fields = S.rows.get(row)
        return fields is not None and fields["_kind"] in kinds

    def new_row(S: Position, kind: str, fields: Row, own: tuple[tuple[str, Callable[[int], Value]], ...] = ()) -> int:
        """`own`: initial values of some fields, read from the row itself."""
        index = row_kinds.index(kind)
        S.cells[made + index] += 1
        number: int = ROW * (index + 1) + S.cells[made + index]
        S.rows[number] = {"_kind": kind, "_at": -1, **fields}
        for name in row_zones.get(kind, ()):
            if S.free:
                z = S.free.pop()
                S.zones[z] = []
            else:
                z = len(S.zones)
                S.zones.append([])
            S.extra[z] = (name, (number,))
            S.rows[number]["zone " + name] = z
        for name, first in own:
            S.rows[number][name] = first(number)
        if S.journal is not None:
            row = S.rows[number]
            called: tuple[Any, ...] = tuple(
                (name, row.get(name), ns["knowers"](S, row.get(name)) if thing else -1) for name, thing in named[kind]
            )
            if kind == "call" and row["_call"] < 0:  # it is no player's choice: its text appears nowhere else
                called = (("", (row["_call"], row["player"], row["source"], row["_args"])),)
            S.journal.append(("new", -1, number, kind, *called))
        return number

    def row_zone(S: Position, name: str, row: int) -> Value:
        return fld(S, row, "zone " + name)

    def remove(S: Position, row: int, rule: int) -> None:
        """A row is removed. Its zones must be empty. References to it become none, and its temporary rules end."""
        fields = S.rows.get(row)
        if fields is None:
            if row is not None and row < count:
                message = f"cannot remove `{layout.things[row].key}`: it is part of the game"
                raise Fault(
                    "no-row", message, rule, "remove only what `new` or `pending` made; move other things out of play"
                )
            return
        for name in row_zones.get(fields["_kind"], ()):
            z = fields["zone " + name]
            if S.zones[z]:
                raise Fault("not-empty", f"cannot remove it, because its `{name}` is not empty", rule)
            del S.extra[z]
            S.free.append(z)
        if fields["_at"] >= 0:
            S.zones[fields["_at"]].remove(row)
        del S.rows[row]
        cells = S.cells
        if row in cells:
            cells[count:] = [None if value == row else value for value in cells[count:]]
        S.rewritten()
        for other in S.rows.values():
            for name, value in other.items():
                if value == row:
                    other[name] = None
        S.sparse = {key: value for key, value in S.sparse.items() if row not in key}
        for slot, live in enumerate(S.live):
            if live:
                S.live[slot] = tuple([i for i in live if i[1] != row and row not in i[2]])
        if S.journal is not None:
            S.journal.append(("remove", rule, row))

    helpers = (fld, rows_of, is_row, new_row, row_zone, remove)
    return {helper.__name__: helper for helper in helpers}
