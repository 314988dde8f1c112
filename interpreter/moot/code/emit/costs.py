"""The work of compiled code. It is charged to the budget of a step wherever there may be much of it.

A unit of work is about one node of the intermediate form. Small loops and functions are not charged themselves: the
loop or function around them is, with their largest work. So few lines of the text count, and none in small loops.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from .. import ir
from ..ir.callees import Named
from ..ir.node import AnyNode
from ..ir.statements import Block
from ..ir.units import Unit
from ..ir.walk import parts, statements, walk
from ..ir.ways import Flood, Ways
from .given import Given

FREE = 2_000
MOVING = 500
TURN = 1_000  # of an endless loop, or of a call that may come back to itself
RESERVE = 10_000  # so that an endless loop is blamed, and not the last small one inside it
OTHERWISE = 100  # a call of a hook, action or formula
SELDOM = 4  # one in so many times the later tests of several are read
LISTENERS = 20  # more rules in play are charged when they begin
PLACE = 20  # of a search, for each place
_WORK = {  # where it is not 1; entries of the position and the journal also take memory
    ir.Line: 0,
    ir.Note: 0,
    ir.Const: 0,
    ir.Local: 0,
    ir.Let: 0,
    ir.If: 0,
    ir.Return: 0,
    ir.Pure: 5,
    ir.Prim: 5,
    ir.DataFormula: OTHERWISE,
    ir.Add: 50,
    ir.AddAll: 50,
    ir.Store: 50,
    ir.StoreField: 50,
    ir.StoreSparse: 100,
    ir.Entered: 50,
    ir.Move: 100,
    ir.MoveAll: 300,
    ir.Do: 100,
    ir.NewRow: 500,
    ir.Listen: 1_000,
    ir.Modify: OTHERWISE,
    ir.Ask: 50,
}
_DYNAMIC = frozenset(("banned", "unpayable", "unpayable_here", "legal", "brought"))
_GROWING = frozenset(("add_once", "use_in"))  # tuples that are made again each time
_SHORT = {"occasions": 4, "given_in": 4}
_SAME = frozenset(("frozen", "distinct", "in_order", "without", "less"))


class Costs:
    """The costs of the parts of a module. Costs of units are found when first needed."""

    def __init__(self, given: Given, units: Iterable[Unit] = ()) -> None:
        self.given = given
        self._units = {unit.name: unit for unit in units}
        self._called: dict[str, int] = {}  # by unit: the charge of its callers
        self._own: dict[str, int] = {}  # by unit: the charge at its beginning, or 0
        self._longest: dict[ir.PrintedTable, int] = {}  # by table: the longest list printed there
        self._lists: dict[ir.Var, int | None] = {}  # the longest list that a local can hold, None if unknown

    # ---------------------------------------------------------------------------------------- units

    @cached_property
    def _printed(self) -> set[str]:
        """The units that give printed values."""
        return {unit for row in self.given.formulas.values() for unit in row if unit is not None}

    def of_unit(self, unit: Unit) -> int:
        """The charge at the beginning of a unit. It is 0 if its callers are charged."""
        if unit.name not in self._own:
            self._find(unit.name)
        return self._own.get(unit.name, 0)

    def _find(self, first: str) -> None:
        """Callees before their callers. A function in a cycle of calls, entered while it is looked at, charges each."""
        waiting: list[tuple[str, list[str]]] = [(first, self._callees(first))]
        entered, cyclic = {first}, set[str]()
        while waiting:
            name, callees = waiting[-1]
            if callees:
                callee = callees.pop()
                if callee in self._called or callee not in self._units:
                    continue
                if callee in entered:
                    cyclic.add(callee)
                else:
                    entered.add(callee)
                    waiting.append((callee, self._callees(callee)))
                continue
            waiting.pop()
            entered.discard(name)
            self._settle(self._units[name], name in cyclic)

    def _callees(self, name: str) -> list[str]:
        unit = self._units.get(name)
        found = dict[str, None]()
        for n in walk(unit.body if unit is not None else ()):
            match n:
                case ir.Pure(_, callee, _) | ir.UnitRef(_, callee) | ir.Call(_, Named(callee)):
                    found[callee] = None
                case ir.Search(step=callee):
                    found[callee] = None
        return [*found]

    def _note_lists(self, unit: Unit) -> None:
        """The lists that its steps put into locals."""
        for n in statements(unit.body):
            match n:
                case ir.Let(var, value) if var.rep.sort == "seq":
                    length = self.length(value)
                    known = self._lists.get(var, 0)
                    self._lists[var] = None if length is None or known is None else max(length, known)
                case ir.Add(var) | ir.AddAll(var) | ir.Each(var):
                    self._lists[var] = None
                case ir.Call(into=ir.Var() as var) | ir.Ask(into=var):
                    self._lists[var] = None

    def _settle(self, unit: Unit, cyclic: bool) -> None:
        self._note_lists(unit)
        work = self.block(unit.body)
        moves = unit.kind != "function" or unit.name in self._printed
        if cyclic:
            self._own[unit.name] = work + TURN
        else:
            self._own[unit.name] = work if work > (MOVING if moves else FREE) else 0
        self._called[unit.name] = 1 if self._own[unit.name] else work

    # ---------------------------------------------------------------------------------------- loops

    def turn_of(self, e: ir.Fold) -> int:
        """The charge for a turn of a loop inside a formula. It is 0 if the loop has no charge."""
        return self._charged(e.over, self._turn(e))

    def turn_of_each(self, s: ir.Each) -> int:
        return self._charged(s.over, 1 + self.block(s.body))

    def _charged(self, over: ir.Expr, turn: int) -> int:
        length = self.length(over)
        return turn if length is None or length * turn > FREE else 0

    def _turn(self, e: ir.Fold) -> int:
        return 1 + 10 * (e.what == "each") + sum(self.expression(one) for one in (e.where, e.of) if one is not None)

    def _looped(self, over: ir.Expr, turn: int) -> int:
        """The work that a loop adds to the code around it."""
        length = self.length(over)
        return 2 if length is None or length * turn > FREE else length * turn

    def length(self, over: ir.Expr) -> int | None:
        """The greatest number of members, if it is known to have a limit."""
        match over:
            case ir.Const(_, value):
                return len(value) if isinstance(value, tuple | range) else self._most(over)
            case ir.Make(_, items):
                return len(items)
            case ir.Local(_, var):
                return self._lists.get(var, self._most(over))
            case ir.Printed(rep, table) if rep.sort == "seq":
                if table not in self._longest:
                    lists = [one for one in self.given.printed[table] if isinstance(one, tuple | range)]
                    self._longest[table] = max(map(len, lists), default=0)
                return self._longest[table]
            case ir.Listeners():
                return LISTENERS
            case ir.Fold(_, "each", _, inner):
                return self.length(inner)
            case ir.Op(_, op, (first, *_)) if op in _SAME:
                return self.length(first)
            case ir.Op(_, "bits", (inner,)):
                return self._most(inner)
            case ir.Op(_, "cond", (_, *either)):
                return _greatest([self.length(one) for one in either])
            case ir.OnBoard(_, board, what):
                row = self.given.layout.board(board)
                return max(map(len, row.around), default=0) if what in ("neighbours", "sides") else len(row.places)
            case ir.Members(_, keeper):
                return len(self.given.keepers[keeper].places)
            case ir.Prim(_, name) if name in _SHORT:
                return _SHORT[name]
            case ir.Prim(_, "all_in_play" | "fulfilling", args):
                low, end = args[-2:]
                if isinstance(low, ir.Const) and isinstance(end, ir.Const):
                    return max(0, int(str(end.value)) - int(str(low.value)))
            case ir.Contents() if over.rep.item is not None and not self.given.makes_rows:
                item = over.rep.item
                return self.given.things if item.low is None or item.end is None else item.end - item.low
        return self._most(over)

    def _most(self, over: ir.Expr) -> int | None:
        if over.rep.sort != "mask":
            return None
        item = over.rep.item
        return 64 if item is None or item.end is None else item.end

    # ---------------------------------------------------------------------------------------- their parts

    def expression(self, e: ir.Expr) -> int:
        """The largest work for an expression, without loops that are charged themselves."""
        match e:
            case ir.Fold():
                return self.expression(e.over) + self._looped(e.over, self._turn(e))
            case ir.Members():
                return 20 + sum(self.expression(one) for one in e.key)
            case ir.Op(_, "cond", (test, a, b)):
                return 1 + self.expression(test) + max(self.expression(a), self.expression(b))
            case ir.Op(_, "and" | "or", (first, *others)):
                return 1 + self.expression(first) + sum(map(self.expression, others)) // SELDOM
            case ir.Pure(_, unit, args):
                return 5 + self._called.get(unit, OTHERWISE) + sum(map(self.expression, args))
            case ir.Prim(_, name, args) if name in _DYNAMIC:
                return OTHERWISE + sum(map(self.expression, args))
            case ir.Const(_, range() as value):
                return len(value) // 16
        return _WORK.get(type(e), 1) + self._parts(e)

    def _parts(self, node: AnyNode) -> int:
        found: Any = parts(node)
        return sum(map(self.expression, found))

    def block(self, block: Block) -> int:
        return sum(map(self.statement, block))

    def statement(self, s: ir.Stmt) -> int:
        match s:
            case ir.If(test, then, other):
                return self.expression(test) + max(self.block(then), self.block(other))
            case ir.Each(_, over, body):
                return 1 + self.expression(over) + self._looped(over, 1 + self.block(body))
            case ir.Loop():
                return 2
            case ir.Scope(body):
                return self.block(body)
            case ir.Do(name) if name in _GROWING:
                return _WORK[ir.Listen]
            case ir.Attempt(body, failed):
                return self.block(body) + self.block(failed)
            case Ways() | Flood():
                return 2
            case ir.Call(_, callee, args):
                known = self._called.get(callee.name) if isinstance(callee, Named) else None
                return 10 + (OTHERWISE if known is None else known) + sum(map(self.expression, args))
        return _WORK.get(type(s), 1) + self._parts(s)


def _greatest(lengths: Iterable[int | None]) -> int | None:
    found = [*lengths]
    known = [one for one in found if one is not None]
    return max(known) if known and len(known) == len(found) else None
