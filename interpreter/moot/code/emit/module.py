"""The whole module of a game as Python text, in any form. It expects the names of stack.runtime in its namespace; the
observed form also `noted(S, number, values)`, and `LOST` for what is not known any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..passes.framed import Framed
from .constants import Constants
from .formulas.ways import keeper_lines
from .given import Form, Given
from .lines import CELLS, NOWHERE, ZONES, Lines, Row, text_of
from .modify import modifiers_of
from .movers import Mover, mover_lines
from .registers import Registers, first_lines, last_lines
from .statements import Statements
from .tables import table_rows
from .units import unit_rows


@dataclass(frozen=True, slots=True)
class Module:
    """lines: from which line of the text on it carries out which rule, -1 where a function begins. constants: tables
    that it reads by name.
    """

    text: str
    lines: tuple[tuple[int, int], ...]
    constants: Mapping[str, Any]


def print_module(framed: Framed, given: Given, registers: Registers, form: Form) -> Module:
    constants, modifiers, frames = Constants(given), modifiers_of(framed.units), framed.by_unit()
    rows = _plain([*(["COVERED = set()"] if form.covering else []), *first_lines(registers)])
    covered: set[int] = set()
    names = frozenset(unit.name for unit in framed.units)
    for unit in framed.units:
        printer = Statements(given, constants, form, modifiers, names)
        rows += unit_rows(printer, unit, frames.get(unit.name, {}))
        covered |= printer.covered
    for mover in constants.movers.values():
        rows += _mover(given, mover)
    rows += _plain(keeper_lines(given.keepers, constants))
    for name, table in given.lookups.items():
        rows += table_rows(constants, name, table)
    rows += _plain(["", *last_lines(registers, constants.made)])
    if form.covering:
        rows += _plain([f"COVERABLE = {sorted(covered)}"])
    printed = text_of(rows)
    return Module(printed.text, printed.lines, constants.finished())


def _mover(given: Given, mover: Mover) -> list[Row]:
    head, body = mover_lines(given, mover)
    lines = Lines()
    lines.often |= {CELLS, ZONES}
    lines.lines(body)
    return [(0, "", NOWHERE), *lines.function(head)]


def _plain(lines: list[str]) -> list[Row]:
    return [(0, line, NOWHERE) for line in lines]
