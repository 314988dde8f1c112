"""The layout of a game's state: the number of every thing and zone, the cell of every state. It can be printed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from .boards import BoardRow
from .tags import Tag

ROW = 1 << 20  # rows made in play: so many numbers for each kind of rows, above those of all things


@dataclass(frozen=True, slots=True)
class IndexRange:
    """The range of a parameter: `count` integers from `first`. None for rows, which are kept separately."""

    first: int
    count: int
    tag: str  # how its values are written: "names player", "thing", "number"

    @property
    def values(self) -> range:
        return range(self.first, self.first + self.count)


@dataclass(slots=True)
class ThingRow:
    key: str  # its name for people, unique: "lookout", "ann.fern"
    title: str  # its id in YAML
    kind: str
    deck: str

    @property
    def names(self) -> tuple[str, str]:
        return self.key, self.title


@dataclass(slots=True)
class ZoneRow:
    """One zone: `hand` of ann. `seen` is a bit for each player who sees it, or None where a formula decides."""

    name: str
    args: tuple[int, ...]
    sort: str
    seen: int | None
    in_play: bool


@dataclass(slots=True)
class StateRow:
    """A state and its cells: `first` and one cell for each combination of its parameters, the last one running fastest.

    A state of a row, or with a row as a parameter, has no cells: `first` is -1, and `place` its place in the row or its
    number among the sparse ones.
    """

    name: str
    owner: str  # the kind or title it belongs to, or empty
    domains: list[IndexRange]
    tag: str
    first: int
    place: int = -1

    @property
    def count(self) -> int:
        total = 1
        for domain in self.domains:
            total *= domain.count
        return total

    def strides(self) -> list[int]:
        """The number of cells per step of each parameter."""
        steps, step = [], 1
        for domain in reversed(self.domains):
            steps.append(step)
            step *= domain.count
        return steps[::-1]


@dataclass(slots=True)
class Layout:
    players: list[str]
    names: dict[str, list[str]] = field(default_factory=dict)
    things: list[ThingRow] = field(default_factory=list)
    zones: list[ZoneRow] = field(default_factory=list)
    zone_bases: dict[str, tuple[int, list[IndexRange]]] = field(default_factory=dict)
    states: list[StateRow] = field(default_factory=list)
    cells: int = 0
    row_kinds: list[str] = field(default_factory=list)
    boards: list[BoardRow] = field(default_factory=list)
    made: int = 0  # first of the cells that count the rows made so far, one for each kind of rows

    def add_zone(self, name: str, domains: list[IndexRange], sort: str, seen: list[int | None], in_play: bool) -> int:
        """`seen`: one for each combination of parameters. Returns the number of the first."""
        base = len(self.zones)
        self.zone_bases[name] = (base, domains)
        for args, who in zip(product(*(d.values for d in domains)), seen, strict=True):
            self.zones.append(ZoneRow(name, args, sort, who, in_play))
        return base

    def close_things(self) -> None:
        """After the last thing: room for the place of each."""
        self.cells = len(self.things)

    def add_row_kinds(self, kinds: list[str]) -> None:
        self.row_kinds = kinds
        self.made = self.cells
        self.cells += len(kinds)

    def add_state(self, name: str, owner: str, domains: list[IndexRange], tag: str) -> StateRow:
        row = StateRow(name, owner, domains, tag, self.cells)
        self.cells += row.count
        self.states.append(row)
        return row

    def add_sparse(self, name: str, owner: str, domains: list[IndexRange], tag: str, place: int) -> StateRow:
        row = StateRow(name, owner, domains, tag, -1, place)
        self.states.append(row)
        return row

    def board(self, name: str) -> BoardRow:
        return next(board for board in self.boards if board.name == name)

    def describe(self) -> list[str]:
        """The layout in words, a line each."""
        lines = [f"{len(self.things)} things, {len(self.zones)} zones, {self.cells} cells"]
        lines += [f"thing {n}: {t.key} ({t.kind})" for n, t in enumerate(self.things)]
        lines += [f"zone {n}: {z.sort} {zone_key(self, n)}" for n, z in enumerate(self.zones)]
        for row in self.states:
            where = (
                f"cells {row.first}..{row.first + row.count - 1}" if row.first >= 0 else f"of rows, place {row.place}"
            )
            lines.append(f"state {row.owner + '.' if row.owner else ''}{row.name}: {where}")
        return lines


def argument_key(layout: Layout, tag: str, value: Any, thing: Callable[[int], str] | None = None) -> str:
    """A value as a person writes it: `ann`, `yes`, `3`, `ann.fern`, `none`. `thing` names things otherwise."""
    if value is None:
        return "none"
    if value is True or (tag == "bool" and value == 1):
        return "yes"
    if value is False or (tag == "bool" and value == 0):
        return "no"
    if isinstance(value, str):
        return value
    read = Tag.read(tag)
    sort = read.sort
    if sort == "names":
        return str(layout.names[read.inner][value])
    if sort in ("words", "labels"):
        return str(read.names[value])
    if sort == "thing":
        if thing is not None:
            return thing(value)
        return layout.things[value].key if 0 <= value < len(layout.things) else row_key(layout, value)
    if sort == "call" and value >= ROW:
        return thing(value) if thing is not None else row_key(layout, value)
    if sort == "place":
        return zone_key(layout, value) if value >= 0 else "nowhere"
    if sort in ("mask", "list"):
        values = [n for n in range(value.bit_length()) if value >> n & 1] if sort == "mask" else value
        return "[" + ", ".join(argument_key(layout, read.inner, v, thing) for v in values) + "]"
    if sort == "some":
        return ", ".join(argument_key(layout, read.inner, v, thing) for v in value) or "none"
    if sort == "tuple":
        return ", ".join(argument_key(layout, t, v, thing) for t, v in zip(read.items, value, strict=True))
    return str(value)


def row_key(layout: Layout, number: int) -> str:
    """A row by its kind and its place in the order of making: `fight 1`."""
    return f"{layout.row_kinds[number // ROW - 1]} {number % ROW}"


def row_number(layout: Layout, key: str) -> int | None:
    """The number of a row of that key, whether or not there is one now; None if the key is none of a row."""
    kind, _, number = key.partition(" ")
    if kind not in layout.row_kinds or not number.isdigit():
        return None
    return (layout.row_kinds.index(kind) + 1) * ROW + int(number)


def zone_key(layout: Layout, number: int | tuple[str, tuple[int, ...]]) -> str:
    """`hand(ann)`, `display`; of a row's zone, which is given by name and arguments: `members(company 1)`."""
    if isinstance(number, tuple):
        return f"{number[0]}({', '.join(argument_key(layout, 'thing', a) for a in number[1])})"
    if number < 0:
        return "nowhere"
    if number >= len(layout.zones):
        return f"zone {number}"
    row = layout.zones[number]
    if not row.args:
        return row.name
    domains = layout.zone_bases[row.name][1]
    inside = ", ".join(argument_key(layout, d.tag, a) for d, a in zip(domains, row.args, strict=True))
    return f"{row.name}({inside})"


def state_keys(layout: Layout, row: StateRow) -> list[str]:
    """The name of each cell of a state, in the order of its cells: `energy(ann)`, `ann.fern.tapped`."""
    keys = []
    for args in product(*(d.values for d in row.domains)):
        shown = [argument_key(layout, d.tag, a) for d, a in zip(row.domains, args, strict=True)]
        if row.owner:
            keys.append(f"{shown[0]}.{row.name}")
        else:
            keys.append(f"{row.name}({', '.join(shown)})" if shown else row.name)
    return keys
