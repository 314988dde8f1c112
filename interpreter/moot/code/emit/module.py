"""The whole module of a game as Python text, in any form. It expects the names of stack.runtime in its namespace; the
instrumented form also `noted(S, number, values)`, and `LOST` for what is not known any more.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Any

from ..ir.units import Unit
from ..passes.framed import Framed
from .constants import ConstantNames
from .formulas.ways import keeper_lines
from .given import FormMarks, Given
from .later import Coded, Later
from .lines import CELLS, NOWHERE, ZONES, CodeLine, Lines, PythonText, joined_lines, plain_rows
from .modify import modifiers_of
from .movers import Mover, mover_lines
from .registers import Registers, first_lines, last_lines
from .statements import Statements
from .tables import table_rows
from .units import unit_rows


@dataclass(frozen=True, slots=True)
class Module(PythonText):
    """constants: what it reads by name."""

    constants: Mapping[str, Any]


class Printer:
    """Prints the units of one module, and the functions for moves that they call."""

    def __init__(self, framed: Framed, given: Given, form: FormMarks) -> None:
        self.given, self.form = given, form
        self.constants = ConstantNames(given)
        self.covered: set[int] = set()
        self.frames = framed.by_unit()
        self._modifiers = modifiers_of(framed.units)
        self._names = frozenset(unit.name for unit in framed.units)

    def unit(self, unit: Unit) -> list[CodeLine]:
        p = Statements(self.given, self.constants, self.form, self._modifiers, self._names)
        rows = unit_rows(p, unit, self.frames.get(unit.name, {}), len(self._names))
        self.covered |= p.covered
        return rows

    def movers(self, known: Container[str] = ()) -> list[CodeLine]:
        """Those that no module has printed yet."""
        new = (mover for name, mover in self.constants.movers.items() if name not in known)
        return [row for mover in new for row in self._mover(mover)]

    def _mover(self, mover: Mover) -> list[CodeLine]:
        head, body = mover_lines(self.given, mover)
        lines = Lines()
        lines.often |= {CELLS, ZONES}
        lines.lines(body)
        return [(0, "", NOWHERE), *lines.function(head)]


def print_module(
    framed: Framed, given: Given, registers: Registers, form: FormMarks, coded: Coded | None = None
) -> Module:
    """`coded`: compiles a text, under a name; given that, units are printed when they are first called."""
    printer = Printer(framed, given, form)
    constants = printer.constants
    rows = plain_rows([*(["COVERED = set()"] if form.covering else []), *first_lines(registers)])
    if coded is None:
        rows += [row for unit in framed.units for row in printer.unit(unit)]
    else:
        rows += plain_rows([f"{constants.constant('LATER', Later(framed.units, printer, coded))}(globals())"])
    rows += printer.movers()
    rows += plain_rows(keeper_lines(given.keepers, constants))
    for name, table in given.lookups.items():
        rows += table_rows(constants, name, table)
    rows += plain_rows(["", *last_lines(registers, constants.made)])
    if form.covering:
        rows += plain_rows([f"COVERABLE = {sorted(printer.covered)}"])
    printed = joined_lines(rows)
    return Module(printed.text, printed.lines, constants.finished())
