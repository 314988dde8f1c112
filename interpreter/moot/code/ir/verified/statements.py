"""Whether the statements of a unit are valid: their parameters, when locals are set, where it may pause and end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from ... import ir
from ..node import AnyStmt
from ..prims import STEPS
from ..reps import ARGS, BOOL, INST, NUM, PLAYERS, TEXT, ZONE, Rep, Sort, fits, seq
from ..units import Unit, UnitKind
from ..ways import Flood, Look, Ways
from .expressions import EFFECT_FREE, MOVES, ExpressionVerifier, Known, Wrong
from .pausing import check_ask, check_call
from .ways import check_flood, check_ways

_PAUSING: frozenset[UnitKind] = frozenset(("procedure", "hook"))
_TAKEN_FIRST: dict[UnitKind, tuple[Sort, ...]] = {
    "hook": ("args", "inst", "ctx"),
    "condition": ("inst",),
    "remember": ("inst", "args"),
    "ban": ("inst", "args"),
}  # the parameters of units of this kind, as the runtime calls them
_GIVEN: dict[UnitKind, Sort] = {
    "condition": "bool",
    "ban": "reason",
    "why": "reason",
    "wanted": "inst",
    "gather": "seq",
}


class StatementVerifier:
    """Checks a unit. `known`, the locals that are set, is passed through it; None if a statement is not reached.

    `around`: the loops and scopes that a `Break` may leave, innermost last, each with the locals known where it was
    left. `still`: the construct in which nothing may pause.
    """

    def __init__(self, unit: Unit, wrong: Wrong, units: Mapping[str, Unit] | None) -> None:
        self.unit = unit
        self.wrong = wrong
        self.units = units
        self.expressions = ExpressionVerifier(wrong, units)
        self.rule = unit.rule
        self.points: set[int] = set()
        self.around: list[list[Known]] = []
        self.still: str = "" if unit.kind in _PAUSING else f"a {unit.kind}"

    def check(self) -> None:
        self.shape()
        end = self.block(self.unit.body, frozenset(self.unit.params))
        if end is not None and not fits(Rep("none"), self.unit.result):
            self.rule_wrong(f"it may end without a value of {self.unit.result}")

    def rule_wrong(self, what: str) -> None:
        self.wrong(self.unit.body[-1] if self.unit.body else ir.Return(None), what)

    def shape(self) -> None:
        """Its parameters and result match its kind."""
        unit = self.unit
        takes = tuple(p.rep.sort for p in unit.params)
        due = _TAKEN_FIRST.get(unit.kind, ())
        if takes[: len(due)] != due:
            self.rule_wrong(f"a {unit.kind} takes {', '.join(due)} first, but this takes {', '.join(takes)}")
        if unit.kind in _GIVEN and unit.result.sort not in (_GIVEN[unit.kind], "none"):
            self.rule_wrong(f"a {unit.kind} gives {_GIVEN[unit.kind]}, but this gives {unit.result}")
        if len(set(unit.params)) != len(unit.params):
            self.rule_wrong("two parameters share one local")
        if unit.pauses and unit.kind not in _PAUSING:
            self.rule_wrong(f"a {unit.kind} never pauses, but this is declared to")

    # ---------------------------------------------------------------------------------------- ways through it

    def block(self, block: ir.Block, known: Known | None) -> Known | None:
        for one in block:
            if known is None:
                self.wrong(one, "unreachable code")
                return None
            known = self.statement(one, known)
        return known

    def inner(self, block: ir.Block, known: Known) -> tuple[Known | None, list[Known]]:
        """A block that a `Break` leaves: the locals known at its end, and at each exit."""
        leaving: list[Known] = []
        self.around.append(leaving)
        end = self.block(block, known)
        self.around.pop()
        return end, leaving

    def read(self, known: Known, *es: ir.Expr | None) -> None:
        for e in es:
            if e is not None:
                self.expressions.check(e, known)

    def due(self, at: ir.Stmt, given: ir.Expr | None, rep: Rep | None, where: str) -> None:
        if given is not None:
            self.expressions.due(given, rep, where, at)

    def thing(self, at: ir.Stmt, given: ir.Expr, where: str, or_none: bool = False) -> None:
        if or_none and (given.rep.optional or given.rep.sort == "none"):
            return
        if given.rep.sort not in MOVES or given.rep.optional:
            self.wrong(at, f"{where}: expected a thing, found {given.rep}")

    def statement(self, s: ir.Stmt, known: Known) -> Known | None:
        """The locals known after it."""
        if not isinstance(s, AnyStmt):
            self.wrong(s, "expected a statement, found an expression")
            return known
        if self.unit.kind in EFFECT_FREE and not isinstance(s, _READING):
            self.wrong(s, f"a {self.unit.kind} changes nothing")
        match s:
            case ir.Line(rule):
                self.rule = rule
            case ir.Entered(_, args, tags):
                self.read(known, *args)
                if len(args) != len(tags):
                    self.wrong(s, f"{len(args)} arguments with {len(tags)} tags")
            case ir.Note(_, given):
                self.read(known, *given)
            case ir.Let(var, value):
                self.read(known, value)
                self.due(s, value, var.rep, f"`{var.name}`")
                return known | {var}
            case ir.Store(cell, value):
                self.stored(s, cell, value, known)
            case ir.Fill(first, count, value, each):
                self.read(known, value)
                if each:
                    self.due(s, value, Rep("seq"), "the value that fills cells")
                if first < 0 or count < 0:
                    self.wrong(s, f"{count} cells from {first} on are filled")
            case ir.StoreField(row, _, value):
                self.read(known, row, value)
                self.thing(s, row, "the record whose field is set", or_none=True)
            case ir.StoreSparse(_, args, value, first):
                self.read(known, *args, value, first)
            case ir.Move(thing, goal, how):
                self.read(known, thing, goal)
                self.thing(s, thing, "what moves", or_none=True)
                if how == "before":
                    self.thing(s, goal, "the thing before its new position", or_none=True)
                else:
                    self.due(s, goal, ZONE.maybe, "its destination")
            case ir.MoveAll(zone, goal):
                self.read(known, zone, goal)
                self.due(s, zone, ZONE.maybe, "the zone that is emptied")
                self.due(s, goal, ZONE.maybe, "its destination")
            case ir.Do(name, args, _, into):
                self.read(known, *args)
                step = self.expressions.primitive(s, name, args, STEPS)
                return self.set(s, into, step.gives if step is not None else None, known)
            case ir.NewRow(into, _, row):
                self.read(known, *(value for _, value in row))
                if into.rep.sort not in MOVES:
                    self.wrong(s, f"a row is stored in `{into.name}`, which is {into.rep}")
                return known | {into}
            case ir.Mark(rule, inst):
                self.read(known, inst)
                self.due(s, inst, INST, "the thing whose body begins")
                if rule < 0:
                    self.wrong(s, f"unknown rule {rule}")
            case ir.Unmark() | ir.Fuel():
                pass
            case ir.Listen(rules, source, captured, scope):
                self.read(known, source, captured, scope)
                self.due(s, captured, ARGS, "the kept value")
                self.due(s, scope, Rep("num"), "the scope")
                if any(slot < 0 for slot, _ in rules):
                    self.wrong(s, "a rule becomes active at no slot")
            case ir.Enter(_, _, args, saved):
                self.read(known, args, *saved)
                self.due(s, args, ARGS, "the arguments of a phase")
            case ir.Leave(saved=saved):
                return known | frozenset(saved)
            case ir.Modify(var, slot, args):
                self.read(known, ir.Local(var.rep, var), *args)
                if slot < 0:
                    self.wrong(s, f"no slot has the number {slot}")
            case ir.Ask():
                return check_ask(self, s, known)
            case ir.Call():
                return check_call(self, s, known)
            case ir.If(test, then, other):
                self.read(known, test)
                self.due(s, test, BOOL, "a test")
                a, b = self.block(then, known), self.block(other, known)
                return b if a is None else a if b is None else a & b
            case ir.Loop(body):
                _, leaving = self.inner(body, known)
                return _met(leaving)
            case ir.Scope(body):
                end, leaving = self.inner(body, known)
                return _met(leaving if end is None else [*leaving, end])
            case ir.Each(var, over, body):
                self.each(s, var, over, body, known)
            case ir.Attempt(body, failed):
                return self.attempt(body, failed, known)
            case ir.Add(var, item):
                self.read(known, ir.Local(var.rep, var), item)
                self.added(s, var, item.rep)
            case ir.AddAll(var, items):
                self.read(known, ir.Local(var.rep, var), items)
                self.added(s, var, items.rep.item or var.rep.item or items.rep)
            case ir.Break():
                if self.around:
                    self.around[-1].append(known)
                else:
                    self.wrong(s, "a break outside of Loop, Each and Scope")
                return None
            case ir.Return(value):
                self.returned(s, value, known)
                return None
            case ir.Win(who, scores, reason):
                self.read(known, who, scores, reason)
                if who is None and scores is None:
                    self.wrong(s, "missing winner")
                if who is not None:
                    self.due(s, who, PLAYERS, "who wins")
                if scores is not None:
                    self.due(s, scores, seq(NUM), "each player's score")
                self.due(s, reason, TEXT, "the reason for the win")
                return None
            case ir.Fault(kind, _, reason):
                self.read(known, reason)
                self.due(s, reason, TEXT, "the reason")
                return known if kind == "cut_short" else None
            case Look(keepers):
                if not keepers:
                    self.wrong(s, "no table keeps anything")
            case Ways():
                check_ways(self, s, known)
                return None
            case Flood():
                check_flood(self, s, known)
                return None
            case _:
                assert_never(s)
        return known

    # ---------------------------------------------------------------------------------------- each statement

    def added(self, s: ir.Stmt, var: ir.Var, item: Rep) -> None:
        """A member behind those of a seq."""
        if var.rep.sort != "seq" or (var.rep.item is not None and not fits(item, var.rep.item)):
            self.wrong(s, f"{item} is added to {var.rep}")

    def stored(self, s: ir.Stmt, cell: ir.Cell, value: ir.Expr, known: Known) -> None:
        self.read(known, cell, value)
        if isinstance(cell, ir.Cell):
            self.due(s, value, cell.rep, "a state")
        else:
            self.wrong(s, "the target of `set` is not a state")

    def set(self, s: ir.Stmt, into: ir.Var | None, given: Rep | None, known: Known) -> Known:
        """A local gets what a call or a step gives."""
        if into is None:
            return known
        if given is not None and (given.sort == "nothing" or not fits(given, into.rep)):
            self.wrong(s, f"`{into.name}`: expected {into.rep}, found {given}")
        return known | {into}

    def each(self, s: ir.Each, var: ir.Var, over: ir.Expr, body: ir.Block, known: Known) -> None:
        self.read(known, over)
        if over.rep.sort != "seq" or over.rep.optional:
            self.wrong(s, f"a loop over {over.rep}")
        elif over.rep.item is not None and not fits(over.rep.item, var.rep):
            self.wrong(s, f"a loop over {over.rep} with `{var.name}` as {var.rep}")
        before, self.still = self.still, self.still or "an Each"
        self.inner(body, known | {var})
        self.still = before

    def attempt(self, body: ir.Block, failed: ir.Block, known: Known) -> Known | None:
        before, self.still = self.still, self.still or "an Attempt"
        a, b = self.block(body, known), self.block(failed, known)
        self.still = before
        return b if a is None else a if b is None else a & b

    def returned(self, s: ir.Return, value: ir.Expr | None, known: Known) -> None:
        self.read(known, value)
        result = self.unit.result
        if value is None:
            if result.sort != "nothing" and not result.optional and self.unit.kind != "hook":
                self.wrong(s, f"it gives {result}, but nothing is expected here")
        elif result.sort == "nothing" and value.rep.sort not in ("nothing", "none"):
            self.wrong(s, f"it gives nothing, but {value.rep} is expected here")
        else:
            self.due(s, value, result, "the returned value")


# The effects allowed in a unit that changes only its own locals.
_READING = (
    ir.Line,
    ir.Note,
    ir.Entered,
    ir.Let,
    ir.Add,
    ir.AddAll,
    ir.Modify,
    ir.Call,
    ir.If,
    ir.Loop,
    ir.Each,
    ir.Scope,
    ir.Attempt,
    ir.Break,
    ir.Return,
    ir.Fault,
    ir.Fuel,
    Look,
    Ways,
    Flood,
)


def _met(leaving: list[Known]) -> Known | None:
    """The locals known where several paths meet; None if no path arrives."""
    return frozenset.intersection(*leaving) if leaving else None
