"""Tables of printed values: of things, of the packs' tables, of boards.

Made after the plan, because they contain code by the number of its unit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias

from ..layout.numbering import Numbering
from ..layout.values import Value
from ..typing import symbols, types
from .units import Plan

Key: TypeAlias = tuple[Value | None, ...]


@dataclass(frozen=True, slots=True)
class Tables:
    """printed: by root kind and field, the value on each thing, None if a thing has no such field. formulas: the
    same for fields that hold formulas. cells: for each table of the packs, by the arguments. key_ends: for each of
    its parameters that is a number or a name, the smallest and the largest value. stand_in: by table, the keys of
    the cells that are stand-ins, and how they were marked. areas: of boards, their places in order.
    """

    numbering: Numbering
    printed: Mapping[tuple[str, str], tuple[Value | None, ...]]
    formulas: Mapping[tuple[str, str], tuple[symbols.CodeUnit | None, ...]]
    cells: Mapping[str, Mapping[Key, Value | None]]
    key_ends: Mapping[str, tuple[tuple[int, int] | None, ...]]
    stand_in: Mapping[str, Mapping[Key, str]]
    areas: Mapping[str, tuple[int, ...]]

    def is_full(self, table: str) -> bool:
        """Whether every possible look-up has a cell."""
        ends = self.key_ends[table]
        spans = [range(low, high + 1) for low, high in filter(None, ends)]
        cells = self.cells[table]
        return bool(cells) and len(spans) == len(ends) and all(key in cells for key in product(*spans))

    def holders(self, kind: types.Type) -> tuple[int | None, ...]:
        """The owner of each zone, with none after the last; for a kind of things only if it is one."""
        things = kind.kind if isinstance(kind, types.Thing) and kind != types.THING else ""
        layout, wanted = self.numbering.layout, self.numbering.things_of(things)
        held: list[int | None] = []
        for zone in layout.zones:
            first = zone.args[0] if zone.args else None
            fits = first is not None and layout.zone_bases[zone.name][1][0].tag == "thing" and first in wanted
            held.append(first if fits or not things else None)
        return (*held, None)


def make_tables(numbering: Numbering, plan: Plan) -> Tables:
    """All tables of a game."""
    game = numbering.game
    units = {key: unit.number for key, unit in plan.code_units.items()}
    cells = {name: _cells(numbering, game.cells.get(name, {}), units) for name in game.tables}
    boards = game.boards.values()
    return Tables(
        numbering=numbering,
        printed={at: _printed(numbering, *at, units) for at in _fields(numbering, formulas=False)},
        formulas={at: _formulas(numbering, *at) for at in _fields(numbering, formulas=True)},
        cells=cells,
        key_ends={name: _key_ends(numbering, table) for name, table in game.tables.items()},
        stand_in={
            name: {one: mark for key, mark in marks.items() for one in numbered(numbering, key)}
            for name, marks in game.stand_in.items()
        },
        areas={
            name: tuple(numbering.copies[title][0] for title in titles)
            for board in boards
            for name, titles in board.areas.items()
        },
    )


def _fields(numbering: Numbering, formulas: bool) -> list[tuple[str, str]]:
    """Root kind and name of all printed fields: those that hold formulas, or all others."""
    found: dict[tuple[str, str], None] = {}
    for kind in numbering.game.kinds.values():
        root = numbering.root(kind.name)
        for member in kind.fields.values() if root not in numbering.row_roots else ():
            code = types.bare(member.type)
            holds = code.entry if isinstance(code, types.Code) else ""
            if not member.is_state and holds != "standing" and (holds == "formula") == formulas:
                found[root, member.name] = None
    return list(found)


def _printed(numbering: Numbering, root: str, field: str, units: Mapping[int, int]) -> tuple[Value | None, ...]:
    own = numbering.things_of(root)
    values = [numbering.settled(numbering.printed(thing, field), units) for thing in own]
    return (*[None] * own.start, *values, *[None] * (len(numbering.rows) - own.stop))


def _formulas(numbering: Numbering, root: str, field: str) -> tuple[symbols.CodeUnit | None, ...]:
    return tuple(
        numbering.game.things[row.title].code.get(field) if numbering.root(row.kind) == root else None
        for row in numbering.rows
    )


def _cells(numbering: Numbering, cells: Mapping[Key, object], units: Mapping[int, int]) -> dict[Key, Value | None]:
    settled = [(key, numbering.settled(value, units)) for key, value in cells.items()]
    return {one: value for key, value in settled for one in numbered(numbering, key)}


def numbered(numbering: Numbering, key: tuple[Any, ...]) -> product[Key]:
    """A key with the numbers of things for their titles: one for each copy."""
    return product(*(numbering.copies.get(k.id, ()) if isinstance(k, symbols.TitleOf) else (k,) for k in key))


def _key_ends(numbering: Numbering, table: symbols.Table) -> tuple[tuple[int, int] | None, ...]:
    cells = numbering.game.cells.get(table.name, {})
    ends: list[tuple[int, int] | None] = []
    for at, param in enumerate(table.params):
        of = types.bare(param.type)
        keys = [key[at] for key in cells]
        if isinstance(of, types.Names):
            ends.append((0, len(numbering.names[of.kind]) - 1))
        elif isinstance(of, types.Words):
            ends.append((0, len(of.names) - 1))
        else:
            ends.append((min(keys), max(keys)) if types.is_number(of) and keys else None)
    return tuple(ends)
