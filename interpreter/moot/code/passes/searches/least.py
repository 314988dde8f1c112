"""A lower bound for the value of a number, through the functions that are called for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf

from ...ir.expressions import Bind, Const, Expr, Local, Op, Pure, Var
from ...ir.intervals import interval
from ...ir.statements import Block, If, Let, Line, Return
from ...ir.units import Unit

DEEPEST = 12  # functions within functions
Lows = Mapping[Var, float]


@dataclass(slots=True)
class Least:
    """For units by name. Unlimited above if it never has a value, below if nothing is known."""

    units: Mapping[str, Unit]
    known: dict[str, float] = field(default_factory=dict)

    def of_block(self, block: Block, lows: Lows | None = None, depth: int = 0) -> int | None:
        """For all results of a block; None if nothing is known, or if it may be negative."""
        found = self._block(block, dict(lows or {}), depth)
        return int(found) if 0 <= found < inf else 0 if found == inf else None

    def _block(self, block: Block, lows: dict[Var, float], depth: int) -> float:
        found = inf
        for one in block:
            match one:
                case Line():
                    continue
                case Let(var, value):
                    lows[var] = min(self._of(value, lows, depth), lows.get(var, inf))
                case If(_, then, other):
                    found = min(found, self._block(then, lows, depth), self._block(other, lows, depth))
                case Return(value):
                    found = min(found, inf if value is None else self._of(value, lows, depth))
                case _:
                    return -inf
        return found

    def _of(self, e: Expr, lows: Lows, depth: int) -> float:
        match e:
            case Const(_, None):
                return inf
            case Local(_, var) if var in lows:
                return lows[var]
            case Op(_, "cond", (_, a, b)):
                return min(self._of(a, lows, depth), self._of(b, lows, depth))
            case Op(_, "+", (a, b)):
                return self._of(a, lows, depth) + self._of(b, lows, depth)
            case Op(_, ("known_thing" | "sure"), (of,)):
                return self._of(of, lows, depth)
            case Bind(_, var, value, body):
                return self._of(body, {**lows, var: self._of(value, lows, depth)}, depth)
            case Pure(_, name):
                return self._unit(name, depth)
        low, _ = interval(e)
        return -inf if low is None else low

    def _unit(self, name: str, depth: int) -> float:
        if name not in self.known:
            unit = self.units.get(name)
            if unit is None or depth >= DEEPEST:
                return -inf
            self.known[name] = -inf  # while it is being found out
            self.known[name] = self._block(unit.body, {}, depth + 1)
        return self.known[name]
