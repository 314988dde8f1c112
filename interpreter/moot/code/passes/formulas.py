"""Functions of a few lines as formulas: their results for the arguments of a call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..ir.expressions import DataFormula, Expr, Fold, Local, Prim, Pure, Search, Var
from ..ir.make import NO_VALUE, chosen, is_atom
from ..ir.statements import Block, If, Line, Return
from ..ir.units import Unit
from ..ir.walk import mapped, size, walk

MOST = 60  # nodes of a formula
MOST_LINES = 4


@dataclass(slots=True)
class Formulas:
    """For units by name."""

    units: Mapping[str, Unit]
    made: dict[str, Expr | None] = field(default_factory=dict)
    small: dict[str, bool] = field(default_factory=dict)

    def of(self, call: Pure) -> Expr | None:
        """The formula in place of a call; None where there is none, or where an argument would be read again."""
        value = self.unit(call.unit)
        if value is None or (value.rep.optional and not call.rep.optional):
            return None
        given = dict(zip(self.units[call.unit].params, call.args, strict=True))
        read = [n.var for n in walk(value) if isinstance(n, Local)]
        if not all(is_atom(arg) or read.count(param) < 2 for param, arg in given.items()):
            return None
        if any(not is_atom(arg) for arg in given.values()) and any(isinstance(n, Fold) for n in walk(value)):
            return None
        return replaced_in(value, given)

    def unit(self, name: str) -> Expr | None:
        if name not in self.made:
            unit = self.units.get(name)
            lines = 0 if unit is None else sum(isinstance(one, If) for one in unit.body)
            value = None if unit is None or unit.this or lines > MOST_LINES else _value(unit.body)
            self.made[name] = value if value is not None and size(value) <= MOST else None
        return self.made[name]

    def is_small(self, e: Expr) -> bool:
        """Whether it goes through nothing and searches for nothing, nor do the functions that it calls."""
        return not any(
            isinstance(n, Fold | Search | Prim | DataFormula) or (isinstance(n, Pure) and not self._is_small(n.unit))
            for n in walk(e)
        )

    def _is_small(self, name: str) -> bool:
        if name not in self.small:
            self.small[name] = False  # while it is being found out
            value = self.unit(name)
            self.small[name] = value is not None and self.is_small(value)
        return self.small[name]


def replaced_in(e: Expr, values: Mapping[Var, Expr]) -> Expr:
    """The same with these in place of locals, each as narrow as it is read."""

    def change(n: Expr) -> Expr:
        return values.get(n.var, n) if isinstance(n, Local) else n

    return mapped(e, change)


def _value(block: Block) -> Expr | None:
    for at, one in enumerate(block):
        match one:
            case Line():
                continue
            case Return(value):
                return NO_VALUE if value is None else value
            case If(test, then, ()):
                a, b = _value(then), _value(block[at + 1 :])
                return None if a is None or b is None else chosen(test, a, b)
        return None
    return None
