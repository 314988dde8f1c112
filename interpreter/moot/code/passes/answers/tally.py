"""The contents of zones as one number: a bit for each thing.

Rules often ask whether a zone contains a certain kind of thing, how many, or their total. If the question reads only
printed values of a thing, its answer is known when compiling. The question then becomes arithmetic with the number that
a position stores for the zone.

any(c in contents(yard) where c is tool)                =   not empty(lying(yard of [0, 1, 2]))
sum(c in contents(yard) where c is tool of defence[c])  =   sum of card.defence(lying(yard of [0, 1, 2]))
any(c in contents(yard) where c is tool and late(c))    =   any(c in bits(lying(yard of [0, 1, 2])) where late(c))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from ...ir.expressions import Const, Contents, Expr, Fold, Local, Lying, Modified, Op, Printed, Pure, Summed, Var
from ...ir.make import NO, YES, both, negated, number, op
from ...ir.node import AnyNode
from ...ir.reps import NUM, Rep, mask, seq
from ...ir.statements import Block, Line, Note, Return
from ...ir.units import Unit
from ...ir.walk import parts, substituted
from .new_tables import NewTables
from .printed import values_by_thing

MOST_THINGS = 120  # in a game whose zones are tallied; numbers of many digits are slow
OFTEN = 3  # a zone is tallied if this number of formulas read it …
MOST_ZONES = 3  # … if it is one of so many that are asked most

_ASKED = ("any", "every", "count", "sum")


def often_asked(units: Iterable[Unit], things: int) -> Mapping[int, int]:
    """The zones that are tallied, and how far up the bits of their things are."""
    by_name = {unit.name: unit for unit in units}
    asked: Counter[int] = Counter()
    for node in _running(by_name) if things <= MOST_THINGS else ():
        if isinstance(node, Fold) and node.what in _ASKED:
            members = tallied_members(node.over, by_name)
            if members is not None:
                asked[members.zone] += 1
    often = sorted((zone for zone, times in asked.items() if times >= OFTEN), key=lambda zone: (-asked[zone], zone))
    return {zone: at * things for at, zone in enumerate(often[:MOST_ZONES])}


def _running(units: Mapping[str, Unit]) -> Iterator[AnyNode]:
    """All nodes of the code that runs in a game, and of the functions that it calls."""
    waiting = [unit.name for unit in units.values() if unit.kind not in ("function", "why", "law", "seen")]
    known = set(waiting)
    while waiting:
        for node in _played(units[waiting.pop()].body):
            yield node
            if isinstance(node, Pure) and node.unit in units and node.unit not in known:
                known.add(node.unit)
                waiting.append(node.unit)


def _played(block: Block) -> Iterator[AnyNode]:
    """All nodes of a block, but for what is only noted."""
    waiting: list[AnyNode] = [*block]
    while waiting:
        one = waiting.pop()
        if not isinstance(one, Note):
            yield one
            waiting += parts(one)


# ------------------------------------------------------------------------------------------------------- iteration


@dataclass(frozen=True, slots=True)
class Members:
    """Those of some things that are in a zone and pass a test of `var`. `item`: the possible things there."""

    zone: int
    item: Rep
    things: tuple[int, ...]
    var: Var
    test: Expr

    def tested(self, var: Var, test: Expr | None) -> Members:
        """Those of them that pass one more test."""
        first = substituted(self.test, {self.var: Local(var.rep, var)})
        return replace(self, var=var, test=both(first, test) if test is not None else first)


def tallied_members(over: Expr, units: Mapping[str, Unit]) -> Members | None:
    """None unless it is the contents of a zone of numbered things."""
    match over:
        case Contents(rep, Const(_, int(zone))):
            item = rep.item
            if item is None or item.sort != "thing" or item.low is None or item.end is None or item.low >= item.end:
                return None
            return Members(zone, item, tuple(range(item.low, item.end)), Var("one", item), YES)
        case Op(_, "bits", (Lying(Rep(item=Rep() as item), zone, things),)):
            return Members(zone, item, _numbers(things), Var("one", item), YES)
        case Op(_, "frozen", (inner,)):
            return tallied_members(inner, units)
        case Fold(rep, "each", var, inner, where, None) if rep.sort == "seq":
            found = tallied_members(inner, units)
            return None if found is None else found.tested(var, where)
        case Pure(_, name, ()) if name in units:
            match [one for one in units[name].body if not isinstance(one, Line)]:
                case [Return(Fold() as inner)]:
                    return tallied_members(inner, units)
    return None


def _numbers(things: int) -> tuple[int, ...]:
    return tuple(n for n in range(things.bit_length()) if things >> n & 1)


# ---------------------------------------------------------------------------------------------- what is asked


class Tally:
    """Answers from the contents of tallied zones. `units`: of the game, before the change."""

    def __init__(self, zones: Mapping[int, int], units: Iterable[Unit], tables: NewTables) -> None:
        self.zones = zones
        self.units = {unit.name: unit for unit in units}
        self.tables = tables

    def answered(self, e: Expr) -> Expr:
        """The same, if it reads the contents of one of them; its parts have been transformed already."""
        match e:
            case Fold(_, ("any" | "every" | "count" | "sum" | "most" | "least")):
                members = self._members(e.over)
                return e if members is None else self._fold(e, members.tested(e.var, e.where))
            case Op(_, ("size" | "empty") as name, (Fold() | Pure() as inner,)):
                members = self._members(inner)
                found = None if members is None else self._lying(members)
                return e if found is None or found[1] != YES else op(name, found[0], rep=e.rep)
        return e

    def _members(self, over: Expr) -> Members | None:
        members = tallied_members(over, self.units)
        return members if members is not None and members.zone in self.zones else None

    def _lying(self, members: Members) -> tuple[Lying, Expr] | None:
        """The things for which the part of the test about printed values is true, and the rest of the test; None
        if it reads anything else first.
        """
        test = members.test
        tests = test.args if isinstance(test, Op) and test.op == "and" else (test,)
        for printed in range(len(tests), 0, -1):
            found = values_by_thing(both(*tests[:printed]), members.var, members.things, self.tables.printed)
            if found is not None:
                those = sum(1 << thing for thing, value in found.items() if value)
                return Lying(mask(members.item), members.zone, those), both(*tests[printed:])
        return None

    def _fold(self, e: Fold, members: Members) -> Expr:
        found = self._lying(members)
        if found is None or (members.test == YES and e.what in ("any", "count")):
            return e
        lying, rest = found
        if e.what == "every" and rest == YES:
            assert e.of is not None
            failing = self._lying(replace(members, test=both(members.test, negated(e.of))))
            if failing is not None and failing[1] == YES:
                return YES if not failing[0].things else op("empty", failing[0])
        if not lying.things and e.what not in ("most", "least"):
            return {"any": NO, "every": YES}.get(e.what, number(0))
        if rest == YES:
            match e.what:
                case "any":
                    return negated(op("empty", lying))
                case "count":
                    return op("size", lying, rep=NUM)
                case "sum":
                    summed = self._sum(e, lying)
                    if summed is not None:
                        return summed
        if members.test == YES:
            return e
        over = Op(seq(members.item), "bits", (lying,))
        return replace(e, over=over, where=None if rest == YES else rest)

    def _sum(self, e: Fold, lying: Lying) -> Expr | None:
        """A sum of printed numbers; of such as rules may modify, while none does, or as they modify them."""
        match e.of:
            case Modified(rep, unit, slot, Local(_, var), plain) if var is e.var and not rep.optional:
                return Modified(NUM, unit, slot, lying, plain)
            case None:
                return None
            case of:
                return self._printed_sum(of, e.var, lying)

    def _printed_sum(self, of: Expr, var: Var, lying: Lying) -> Expr | None:
        item = lying.rep.item
        found = values_by_thing(of, var, _numbers(lying.things), self.tables.printed)
        if item is None or found is None or not all(type(value) is int for value in found.values()):
            return None
        if not any(found.values()):
            return number(0)
        if isinstance(of, Printed) and isinstance(of.at, Local):
            return Summed(NUM, of.table, lying)
        values = tuple(found.get(thing, 0) for thing in range(item.end or 0))
        return Summed(NUM, self.tables.table("worth", values), lying)
