"""Loops over fewer things. If few things of a zone can pass, the zones of those few are tested. If only things in play
can, the loop runs over the contents of the zones in play, which moves keep up to date.

each(c in contents(deck) where c is leader) = lying(deck, [0, 1]) each(c in card where in_play(c) and tapped(c)) =
each(c in all_in_play(0, 330) where tapped(c))
"""

from __future__ import annotations

from dataclasses import replace

from ...ir.expressions import Const, Contents, Expr, Fold, Local, Op, Prim, Var, Where
from ...ir.make import YES, both, number
from ...ir.reps import ZONE, Rep
from ...ir.total import never_fails
from ...ir.walk import printed_value
from .new_tables import NewTables
from .printed import values_by_thing

FEW = 3  # the number of things tested …
MANY = 12  # … in zones that may hold this number or more


def of_fewer(e: Fold, tables: NewTables, in_play: frozenset[int]) -> Fold:
    """`in_play`: the numbers of the zones in play."""
    if e.where is None:
        return e
    tests = e.where.args if isinstance(e.where, Op) and e.where.op == "and" else (e.where,)
    match e.over:
        case Contents(rep, Const(_, int(zone))) if rep.item is not None:
            return _sought(e, rep.item, zone, tests, tables)
        case Const(rep, range() as every) if rep.item is not None and rep.item.sort == "thing" and len(every) >= MANY:
            return _in_play_alone(e, every, tests, in_play)
    return e


def _in_play_alone(e: Fold, every: range, tests: tuple[Expr, ...], in_play: frozenset[int]) -> Fold:
    """Tests that come before must not fail, as they are no longer asked of the others. Where the first is for what is
    printed, an index has fewer.
    """
    if printed_value(tests[0], e.var) is not None:
        return e
    for at, test in enumerate(tests):
        if _asks_for_play(test, e.var, in_play):
            ends = (number(every.start), number(every.stop))
            return _over(e, Prim(e.over.rep, "all_in_play", ends), (*tests[:at], *tests[at + 1 :]))
        if not never_fails(test):
            break
    return e


def _asks_for_play(test: Expr, var: Var, in_play: frozenset[int]) -> bool:
    match test:
        case Prim(_, "in_play", (Local(_, asked),)):
            return asked is var
        case Op(_, "contains", (Const(_, tuple() as zones), Where(_, Local(_, asked)))):
            return asked is var and frozenset(zones) == in_play
    return False


def _sought(e: Fold, item: Rep, zone: int, tests: tuple[Expr, ...], tables: NewTables) -> Fold:
    """The zone of each of the few is tested, instead of all things in the zone."""
    if item.sort != "thing" or item.low is None or item.end is None or item.end - item.low < MANY:
        return e
    for printed in range(len(tests), 0, -1):
        found = values_by_thing(both(*tests[:printed]), e.var, range(item.low, item.end), tables.printed)
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
