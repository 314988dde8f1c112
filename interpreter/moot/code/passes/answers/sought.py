"""Loops over fewer things: those few that can pass, or those of which a formula that never changes has been found so.

each(c in contents(deck) where c is leader)             =   lying(deck, [0, 1])
any(p in [3, 4, …] where likes of seed(p) and late(p))  =   any(p in fulfilling(seed.likes, seed, 3, 13) where late(p))
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from ...ir.expressions import Const, Contents, DataFormula, Expr, Fold, Local, Op, Prim
from ...ir.make import YES, both, number
from ...ir.reps import ARGS, ZONE, Rep
from ...ir.walk import reads_locals
from .new_tables import NewTables
from .printed import values_of

FEW = 3  # so many are sought …
MANY = 12  # … where so many and more may lie
INDEXED = 8  # of so many things and more, those are kept for which a formula is so


def of_fewer(e: Fold, tables: NewTables, steady: Set[str]) -> Fold:
    """`steady`: the fields of formulas that never change."""
    if e.where is None:
        return e
    tests = e.where.args if isinstance(e.where, Op) and e.where.op == "and" else (e.where,)
    match e.over:
        case Contents(rep, Const(_, int(zone))) if rep.item is not None:
            return _sought(e, rep.item, zone, tests, tables)
        case Const(rep, range() as things) if rep.item is not None and rep.item.sort == "thing":
            return _fulfilling(e, things, tests, steady) if len(things) >= INDEXED else e
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


def _fulfilling(e: Fold, things: range, tests: tuple[Expr, ...], steady: Set[str]) -> Fold:
    match tests[0]:
        case DataFormula(_, table, thing, (Local(_, var),)) if var is e.var and table[1] in steady:
            if var in reads_locals(thing) or thing.rep.optional:
                return e
            args = (Const(ARGS, table), thing, number(things.start), number(things.stop))
            return _over(e, Prim(e.over.rep, "fulfilling", args), tests[1:])
    return e


def _over(e: Fold, over: Expr, tests: tuple[Expr, ...]) -> Fold:
    rest = both(*tests)
    return replace(e, over=over, where=None if rest == YES else rest)
