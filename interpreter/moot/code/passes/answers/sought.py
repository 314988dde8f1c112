"""Loops over what lies in a zone, where few things can pass: those few are asked where they lie.

each(c in contents(deck) where c is leader)   =   lying(deck, [0, 1])
"""

from __future__ import annotations

from dataclasses import replace

from ...ir.expressions import Const, Contents, Expr, Fold, Op, Prim
from ...ir.make import YES, both
from ...ir.reps import ZONE, Rep
from .new_tables import NewTables
from .printed import values_of

FEW = 3  # so many are sought …
MANY = 12  # … where so many and more may lie


def of_fewer(e: Fold, tables: NewTables) -> Fold:
    if e.where is None:
        return e
    tests = e.where.args if isinstance(e.where, Op) and e.where.op == "and" else (e.where,)
    match e.over:
        case Contents(rep, Const(_, int(zone))) if rep.item is not None:
            return _sought(e, rep.item, zone, tests, tables)
    return e


def _sought(e: Fold, item: Rep, zone: int, tests: tuple[Expr, ...], tables: NewTables) -> Fold:
    """Each of the few is asked where it lies, not all that lies there."""
    if item.sort != "thing" or item.low is None or item.end is None or item.end - item.low < MANY:
        return e
    for printed in range(len(tests), 0, -1):
        found = values_of(both(*tests[:printed]), e.var, range(item.low, item.end), tables.printed)
        if found is not None:
            few = tuple(thing for thing, value in found.items() if value)
            if len(few) > FEW:
                return e
            over = Prim(e.over.rep, "lying", (Const(ZONE, zone), Const(e.over.rep, few)))
            return _over(e, over, tests[printed:])
    return e


def _over(e: Fold, over: Expr, tests: tuple[Expr, ...]) -> Fold:
    rest = both(*tests)
    return replace(e, over=over, where=None if rest == YES else rest)
