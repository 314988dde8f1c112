"""Units that are printed and compiled when they are first called, for games played so rarely that most units never run.

A function with a unit's name, and one for each of its frames, exists from the start, for registers and callers to find.
The first call of one of them compiles the code of all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

from ..ir.units import Unit
from .calls import going_on
from .lines import PythonText, joined_lines, plain_rows

if TYPE_CHECKING:
    from .module import Printer

Coded = Callable[[PythonText, str], CodeType]  # compiles a text, which is called by a name


def _first_call(*args: Any, made: Callable[[], Callable[..., Any]]) -> Any:
    return made()(*args)


class Later:
    """Called with the names of a module that is being executed, it puts the functions of all units among them."""

    def __init__(self, units: Iterable[Unit], printer: Printer, coded: Coded) -> None:
        self._units = tuple(units)
        self._printer = printer
        self._coded = coded

    def __call__(self, names: dict[str, Any]) -> None:
        for unit in self._units:
            own: dict[str, FunctionType] = {}
            frames = {f.number: going_on(f, point) for point, f in self._printer.frames.get(unit.name, {}).items()}
            for name in (unit.name, *frames.values()):
                own[name] = names[name] = FunctionType(_first_call.__code__, names, name)
                own[name].__kwdefaults__ = {"made": partial(self._made, unit, own, name, names)}
            names["RESUME"].update({number: own[name] for number, name in frames.items()})

    def _made(self, unit: Unit, own: dict[str, FunctionType], name: str, names: dict[str, Any]) -> FunctionType:
        """The function of that name, once all of the unit have their code."""
        printer, constants = self._printer, self._printer.constants
        rows = printer.unit(unit) + printer.movers(names)
        rows += plain_rows([f"{table} = {text}" for table, text in constants.made.items() if table not in names])
        code = self._coded(joined_lines(rows), unit.name)
        for constant, value in constants.values.items():
            names.setdefault(constant, value)
        exec(code, names)
        for key, function in own.items():  # those that are known everywhere
            function.__code__, function.__defaults__ = names[key].__code__, names[key].__defaults__
            function.__kwdefaults__ = {}
            names[key] = function
        return own[name]
