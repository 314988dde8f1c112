"""Tests that compare a printed value of a thing with one number of the position, as one look-up in a table.

(c is card and (not (c is feat) or cell[70] >= needs[c]))   =   cell[70] >= least[c]

It asks of each thing that the cell be at least, or at most, some number: too large or small a one for things that fail
in any case, one that every value has reached for those that pass. These numbers are known when the game is compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ...ir.expressions import Cell, Const, Expr, Local, Op, Plain, Printed, Var
from ...ir.intervals import interval
from ...ir.make import YES, both, op
from ...ir.node import AnyNode
from ...ir.operations import Operation
from ...ir.reps import num
from ...ir.walk import mapped_block, walk
from ..game import GameUnits
from .new_tables import NewTables
from .printed import reading

MOST_THINGS = 1000  # for more no table is made

_COMPARED: dict[Operation, tuple[bool, int]] = {"<": (False, -1), "<=": (False, 0), ">": (True, 1), ">=": (True, 0)}
_TURNED: dict[Operation, Operation] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}

Answer = tuple[bool, int] | bool  # the cell is to be at least (True) or at most so much; or whatever it is
Tell = Callable[[int], Answer]


def limits(game: GameUnits) -> GameUnits:
    tables = NewTables(game.printed)

    def change(node: Any) -> AnyNode:
        if isinstance(node, Op) and node.op == "and" and _reads_a_number(node):
            return _limited(node, tables)
        return node  # type: ignore[no-any-return]

    units = [replace(unit, body=mapped_block(unit.body, change)) for unit in game.units]
    return replace(game, units=units, printed=tables.printed)


def _reads_a_number(e: Expr) -> bool:
    return any(isinstance(node, Cell) and isinstance(node.at, Const) for node in walk(e))


def _limited(e: Op, tables: NewTables) -> Expr:
    """With as many consecutive tests as possible merged into one."""
    left: list[Expr] = []
    at = 0
    while at < len(e.args):
        for to in range(len(e.args), at, -1):
            found = _as_limit(e.args[at:to], tables)
            if found is not None:
                left += [] if found == YES else [found]
                at = to
                break
        else:
            left.append(e.args[at])
            at += 1
    return both(*left)


def _as_limit(tests: tuple[Expr, ...], tables: NewTables) -> Expr | None:
    nodes = list(walk(tests))
    things = {node.var: node for node in nodes if isinstance(node, Local)}
    cells = {node for node in nodes if isinstance(node, Cell)}
    compared = sum(isinstance(node, Op) and node.op in (*_COMPARED, "==", "!=", "of_kind", "bit") for node in nodes)
    if compared < 2 or len(things) != 1 or len(cells) != 1:
        return None
    (thing,), (cell,) = things, cells
    low, end = thing.rep.low, thing.rep.end
    least, most = interval(cell)
    if thing.rep.sort != "thing" or thing.rep.optional or low is None or end is None or end - low > MOST_THINGS:
        return None
    if not isinstance(cell.at, Const) or least is None or most is None:
        return None
    read = _ThingReader(thing, cell, tables).joined(tests, False)
    try:
        asked = [read(one) for one in range(low, end)]
    except (_MoreIsAskedError, TypeError, LookupError, ValueError, ArithmeticError):
        return None
    signs = {one[0] for one in asked if not isinstance(one, bool)}
    if len(signs) != 1:
        return None
    at_least = signs.pop()
    passes, fails = (least, most + 1) if at_least else (most, least - 1)
    values: list[Plain] = [None] * low
    values += [one[1] if not isinstance(one, bool) else passes if one else fails for one in asked]
    known = [value for value in values[low:] if isinstance(value, int)]
    table = tables.table("least" if at_least else "most", tuple(values))
    number = Printed(num(min(known), max(known) + 1), table, Local(thing.rep, thing))
    return op(">=" if at_least else "<=", cell, number)


class _MoreIsAskedError(Exception):
    """It depends on more than one number, or is none of these tests."""


class _ThingReader:
    """A function that gives, for a thing, the tests' requirement on the cell: like them it reads only what it needs."""

    def __init__(self, thing: Var, cell: Cell, tables: NewTables) -> None:
        self.thing = thing
        self.cell = cell
        self.tables = tables

    def joined(self, tests: tuple[Expr, ...], decides: bool) -> Tell:
        """With `or` if yes decides, otherwise with `and`."""
        tells = [self.one(test) for test in tests]

        def tell(thing: int) -> Answer:
            left: Answer = not decides
            for one in tells:
                found = one(thing)
                if found is decides:
                    return decides
                if not isinstance(found, bool):
                    if not isinstance(left, bool):
                        raise _MoreIsAskedError
                    left = found
            return left

        return tell

    def one(self, e: Expr) -> Tell:
        known = reading(e, self.thing, self.tables.printed)
        if known is not None:
            return lambda thing: bool(known(thing))
        match e:
            case Op(_, ("and" | "or") as name, tests):
                return self.joined(tests, name == "or")
            case Op(_, "not", (test,)):
                inner = self.one(test)
                return lambda thing: _other(inner(thing))
            case Op(_, sign, (a, b)) if sign in _COMPARED:
                if b == self.cell:
                    a, b, sign = b, a, _TURNED[sign]
                limit = reading(b, self.thing, self.tables.printed)
                if a == self.cell and limit is not None:
                    at_least, more = _COMPARED[sign]
                    return lambda thing: (at_least, limit(thing) + more)
        return _asks_more


def _asks_more(thing: int) -> Answer:
    raise _MoreIsAskedError


def _other(asked: Answer) -> Answer:
    if isinstance(asked, bool):
        return not asked
    at_least, number = asked
    return not at_least, number - 1 if at_least else number + 1
