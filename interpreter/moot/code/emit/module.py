"""The whole module of a game as Python text, in any form. It expects the names of stack.runtime in its namespace; the
instrumented form also `noted(S, number, values)`, and `LOST` for what is not known any more.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any

from ..ir.units import Unit
from ..passes.framed import Framed
from .constants import ConstantNames
from .costs import Costs
from .formulas.ways import keeper_lines
from .given import FormMarks, Given
from .later import Coded, Later
from .lines import BEGINS, CELLS, NOWHERE, ZONES, CodeLine, Lines, PythonText, joined_lines, plain_rows
from .modify import modifiers_of
from .movers import Mover, mover_lines
from .registers import Registers, first_lines, last_lines
from .statements import Statements
from .tables import table_rows
from .units import unit_rows


@dataclass(frozen=True, slots=True)
class Module(PythonText):
    """constants: those it reads, by name."""

    constants: Mapping[str, Any]


class Printer:
    """Prints the units of one module, and the functions for moves that they call."""

    def __init__(self, framed: Framed, constants: ConstantNames, form: FormMarks, costs: Costs) -> None:
        self.given, self.form, self.constants = constants.given, form, constants
        self.covered: set[int] = set()
        self.frames = framed.by_unit()
        self._modifiers = modifiers_of(framed.units)
        self._names = frozenset(unit.name for unit in framed.units)
        self._costs = costs

    def unit(self, unit: Unit) -> list[CodeLine]:
        p = Statements(self.given, self.constants, self.form, self._modifiers, self._names, self._costs)
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
    """`coded`: compiles a text, under a name; with it, units are printed when they are first called."""
    constants = ConstantNames(given)
    printer = Printer(framed, constants, form, Costs(given, framed.units))
    if coded is None:
        units = [row for unit in framed.units for row in printer.unit(unit)]
    else:
        units = plain_rows([f"{constants.constant('LATER', Later(framed.units, printer, coded))}(globals())"])
    rows = [*_covered(form), *_first(registers), *units, *_last(printer, registers), *_coverable(form, printer)]
    printed = joined_lines(rows)
    return Module(printed.text, printed.lines, constants.finished())


@dataclass(frozen=True, slots=True)
class Forms:
    """Modules of two versions of the same rules. Their common part is in `shared`, to be executed after either."""

    own: tuple[PythonText, PythonText]
    shared: Module


def print_forms(framed: Framed, given: Given, registers: Registers, forms: tuple[FormMarks, FormMarks]) -> Forms:
    constants = ConstantNames(given)
    costs = Costs(given, framed.units)
    printers = [Printer(framed, constants, form, costs) for form in forms]
    own: list[list[CodeLine]] = [_covered(form) for form in forms]
    shared = _first(registers)
    for unit in framed.units:
        made = [[*_functions(printer.unit(unit))] for printer in printers]
        common = [one for one in made[0] if one in made[1]]
        shared += chain.from_iterable(common)
        for text, functions in zip(own, made, strict=True):
            text += chain.from_iterable(one for one in functions if one not in common)
    shared += _last(printers[0], registers)
    for rows, form, printer in zip(own, forms, printers, strict=True):
        rows += _coverable(form, printer)
    printed = joined_lines(shared)
    found = Module(printed.text, printed.lines, constants.finished())
    return Forms((joined_lines(own[0]), joined_lines(own[1])), found)


def _functions(rows: list[CodeLine]) -> Iterator[list[CodeLine]]:
    """The rows of each function of a unit, with what follows it."""
    begins = [at for at, (_, _, rule) in enumerate(rows) if rule == BEGINS]
    return (rows[at:end] for at, end in pairwise([*begins, len(rows)]))


def _covered(form: FormMarks) -> list[CodeLine]:
    return plain_rows(["COVERED = set()"] if form.covering else [])


def _first(registers: Registers) -> list[CodeLine]:
    return plain_rows(first_lines(registers))


def _last(printer: Printer, registers: Registers) -> list[CodeLine]:
    """Values made from the functions of all units, or needed by them."""
    given, constants = printer.given, printer.constants
    rows = printer.movers()
    rows += plain_rows(keeper_lines(given.keepers, constants))
    for name, table in given.lookups.items():
        rows += table_rows(constants, name, table)
    return rows + plain_rows(["", *last_lines(registers, constants.made)])


def _coverable(form: FormMarks, printer: Printer) -> list[CodeLine]:
    return plain_rows([f"COVERABLE = {sorted(printer.covered)}"] if form.covering else [])
