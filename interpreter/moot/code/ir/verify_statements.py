"""Whether the statements of a unit are well made: what each takes, what is set when, where it may pause and end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from .callees import CodeAt, InData, Named, Runtime
from .expressions import Cell, Expr, Local, Var
from .node import AnyStmt
from .prims import CALLS, STEPS
from .reps import ARGS, BOOL, CODE, INST, OPTION, PLAYER, REASON, TEXT, ZONE, Rep, Sort, fits
from .statements import (
    Add,
    AddAll,
    Ask,
    Attempt,
    Block,
    Break,
    Call,
    Do,
    Each,
    Enter,
    Entered,
    Fault,
    Fill,
    Fuel,
    If,
    Leave,
    Let,
    Line,
    Listen,
    Loop,
    Mark,
    Modify,
    Move,
    MoveAll,
    NewRow,
    Note,
    Return,
    Scope,
    Stmt,
    Store,
    StoreField,
    StoreSparse,
    Unmark,
    Win,
)
from .units import Unit, UnitKind
from .verify_expressions import EFFECT_FREE, Expressions, Known, Wrong
from .verify_ways import check_ways
from .ways import Look, Ways

_MOVES: frozenset[Sort] = frozenset(("thing", "row"))
_PAUSING: frozenset[UnitKind] = frozenset(("procedure", "hook"))
_TAKEN_FIRST: dict[UnitKind, tuple[Sort, ...]] = {
    "hook": ("args", "inst", "ctx"),
    "condition": ("inst",),
    "remember": ("inst", "args"),
    "ban": ("inst", "args"),
}  # what units of this kind take, as the runtime calls them
_GIVEN: dict[UnitKind, Sort] = {
    "condition": "bool",
    "ban": "reason",
    "why": "reason",
    "wanted": "inst",
    "gather": "seq",
}


class Statements:
    """Checks a unit. `known`, the locals that are set, goes through it; None where it is not reached.

    `around`: the loops and scopes that a `Break` may leave, innermost last, each with what was known where it was left.
    `still`: in what nothing may pause here.
    """

    def __init__(self, unit: Unit, wrong: Wrong, units: Mapping[str, Unit] | None) -> None:
        self.unit = unit
        self.wrong = wrong
        self.units = units
        self.expressions = Expressions(wrong, units)
        self.rule = unit.rule
        self.points: set[int] = set()
        self.around: list[list[Known]] = []
        self.still: str = "" if unit.kind in _PAUSING else f"a {unit.kind}"

    def check(self) -> None:
        self.shape()
        end = self.block(self.unit.body, frozenset(self.unit.params))
        if end is not None and not fits(Rep("none"), self.unit.result):
            self.rule_wrong(f"it may come to its end without the value that it gives, {self.unit.result}")

    def rule_wrong(self, what: str) -> None:
        self.wrong(self.unit.body[-1] if self.unit.body else Return(None), what)

    def shape(self) -> None:
        """What it takes and gives is as its kind is called."""
        unit = self.unit
        takes = tuple(p.rep.sort for p in unit.params)
        due = _TAKEN_FIRST.get(unit.kind, ())
        if takes[: len(due)] != due:
            self.rule_wrong(f"a {unit.kind} takes {', '.join(due)} first, and this takes {', '.join(takes)}")
        if unit.kind in _GIVEN and unit.result.sort not in (_GIVEN[unit.kind], "none"):
            self.rule_wrong(f"a {unit.kind} gives {_GIVEN[unit.kind]}, and this gives {unit.result}")
        if len(set(unit.params)) != len(unit.params):
            self.rule_wrong("two parameters are one local")
        if unit.pauses and unit.kind not in _PAUSING:
            self.rule_wrong(f"a {unit.kind} never pauses, and this is said to")

    # ---------------------------------------------------------------------------------------- ways through it

    def block(self, block: Block, known: Known | None) -> Known | None:
        for one in block:
            if known is None:
                self.wrong(one, "this is never reached")
                return None
            known = self.statement(one, known)
        return known

    def inner(self, block: Block, known: Known) -> tuple[Known | None, list[Known]]:
        """A block that a `Break` leaves: what is known at its end, and at each way out."""
        leaving: list[Known] = []
        self.around.append(leaving)
        end = self.block(block, known)
        self.around.pop()
        return end, leaving

    def read(self, known: Known, *es: Expr | None) -> None:
        for e in es:
            if e is not None:
                self.expressions.check(e, known)

    def due(self, at: Stmt, given: Expr | None, rep: Rep | None, where: str) -> None:
        if given is not None:
            self.expressions.due(given, rep, where, at)

    def thing(self, at: Stmt, given: Expr, where: str, or_none: bool = False) -> None:
        if or_none and (given.rep.optional or given.rep.sort == "none"):
            return
        if given.rep.sort not in _MOVES or given.rep.optional:
            self.wrong(at, f"{where}: thing is needed, but this is {given.rep}")

    def statement(self, s: Stmt, known: Known) -> Known | None:
        """What is known behind it."""
        if not isinstance(s, AnyStmt):
            self.wrong(s, "an expression where a statement is needed")
            return known
        if self.unit.kind in EFFECT_FREE and not isinstance(s, _READING):
            self.wrong(s, f"a {self.unit.kind} changes nothing")
        match s:
            case Line(rule):
                self.rule = rule
            case Entered(_, args, tags):
                self.read(known, *args)
                if len(args) != len(tags):
                    self.wrong(s, f"{len(args)} arguments with {len(tags)} tags")
            case Note(_, given):
                self.read(known, *given)
            case Let(var, value):
                self.read(known, value)
                self.due(s, value, var.rep, f"`{var.name}`")
                return known | {var}
            case Store(cell, value):
                self.stored(s, cell, value, known)
            case Fill(first, count, value, each):
                self.read(known, value)
                if each:
                    self.due(s, value, Rep("seq"), "what cells are filled with")
                if first < 0 or count < 0:
                    self.wrong(s, f"{count} cells from {first} on are filled")
            case StoreField(row, _, value):
                self.read(known, row, value)
                self.thing(s, row, "whose field is set", or_none=True)
            case StoreSparse(_, args, value, first):
                self.read(known, *args, value, first)
            case Move(thing, goal, how):
                self.read(known, thing, goal)
                self.thing(s, thing, "what moves", or_none=True)
                if how == "before":
                    self.thing(s, goal, "before what it goes", or_none=True)
                else:
                    self.due(s, goal, ZONE.maybe, "where it goes")
            case MoveAll(zone, goal):
                self.read(known, zone, goal)
                self.due(s, zone, ZONE.maybe, "what all moves from")
                self.due(s, goal, ZONE.maybe, "where it goes")
            case Do(name, args, _, into):
                self.read(known, *args)
                step = self.expressions.primitive(s, name, args, STEPS)
                return self.set(s, into, step.gives if step is not None else None, known)
            case NewRow(into, _, row):
                self.read(known, *(value for _, value in row))
                if into.rep.sort not in _MOVES:
                    self.wrong(s, f"a row comes into `{into.name}`, which is {into.rep}")
                return known | {into}
            case Mark(rule, inst):
                self.read(known, inst)
                self.due(s, inst, INST, "whose body begins")
                if rule < 0:
                    self.wrong(s, f"there is no rule {rule}")
            case Unmark() | Fuel():
                pass
            case Listen(rules, source, captured, scope):
                self.read(known, source, captured, scope)
                self.due(s, captured, ARGS, "what is kept")
                self.due(s, scope, Rep("num"), "the scope")
                if any(slot < 0 for slot, _ in rules):
                    self.wrong(s, "a rule begins to listen nowhere")
            case Enter(_, _, args, saved):
                self.read(known, args, *saved)
                self.due(s, args, ARGS, "the arguments of a phase")
            case Leave(saved=saved):
                return known | frozenset(saved)
            case Modify(var, slot, args):
                self.read(known, Local(var.rep, var), *args)
                if slot < 0:
                    self.wrong(s, f"no slot has the number {slot}")
            case Ask():
                return self.ask(s, known)
            case Call():
                return self.call(s, known)
            case If(test, then, other):
                self.read(known, test)
                self.due(s, test, BOOL, "a test")
                a, b = self.block(then, known), self.block(other, known)
                return b if a is None else a if b is None else a & b
            case Loop(body):
                _, leaving = self.inner(body, known)
                return _met(leaving)
            case Scope(body):
                end, leaving = self.inner(body, known)
                return _met(leaving if end is None else [*leaving, end])
            case Each(var, over, body):
                self.each(s, var, over, body, known)
            case Attempt(body, failed):
                return self.attempt(body, failed, known)
            case Add(var, item):
                self.read(known, Local(var.rep, var), item)
                self.added(s, var, item.rep)
            case AddAll(var, items):
                self.read(known, Local(var.rep, var), items)
                self.added(s, var, items.rep.item or var.rep.item or items.rep)
            case Break():
                if self.around:
                    self.around[-1].append(known)
                else:
                    self.wrong(s, "a break outside of Loop, Each and Scope")
                return None
            case Return(value):
                self.returned(s, value, known)
                return None
            case Win(player, reason):
                self.read(known, player, reason)
                self.due(s, player, PLAYER.maybe, "who wins")
                self.due(s, reason, TEXT, "how it was won")
                return None
            case Fault(kind, _, reason):
                self.read(known, reason)
                self.due(s, reason, TEXT, "the reason")
                return known if kind == "cut_short" else None
            case Look(keepers):
                if not keepers:
                    self.wrong(s, "nobody keeps anything")
            case Ways():
                check_ways(self, s, known)
                return None
            case _:
                assert_never(s)
        return known

    # ---------------------------------------------------------------------------------------- each statement

    def added(self, s: Stmt, var: Var, item: Rep) -> None:
        """A member behind those of a seq."""
        if var.rep.sort != "seq" or (var.rep.item is not None and not fits(item, var.rep.item)):
            self.wrong(s, f"{item} is added to {var.rep}")

    def stored(self, s: Stmt, cell: Cell, value: Expr, known: Known) -> None:
        self.read(known, cell, value)
        if isinstance(cell, Cell):
            self.due(s, value, cell.rep, "a state")
        else:
            self.wrong(s, "what is set is no state")

    def set(self, s: Stmt, into: Var | None, given: Rep | None, known: Known) -> Known:
        """A local gets what a call or a step gives."""
        if into is None:
            return known
        if given is not None and (given.sort == "nothing" or not fits(given, into.rep)):
            self.wrong(s, f"`{into.name}`: {into.rep} is needed, but it gives {given}")
        return known | {into}

    def each(self, s: Each, var: Var, over: Expr, body: Block, known: Known) -> None:
        self.read(known, over)
        if over.rep.sort != "seq" or over.rep.optional:
            self.wrong(s, f"a loop over {over.rep}")
        elif over.rep.item is not None and not fits(over.rep.item, var.rep):
            self.wrong(s, f"a loop over {over.rep} with `{var.name}` as {var.rep}")
        before, self.still = self.still, self.still or "an Each"
        self.inner(body, known | {var})
        self.still = before

    def attempt(self, body: Block, failed: Block, known: Known) -> Known | None:
        before, self.still = self.still, self.still or "an Attempt"
        a, b = self.block(body, known), self.block(failed, known)
        self.still = before
        return b if a is None else a if b is None else a & b

    def returned(self, s: Return, value: Expr | None, known: Known) -> None:
        self.read(known, value)
        result = self.unit.result
        if value is None:
            if result.sort != "nothing" and not result.optional and self.unit.kind != "hook":
                self.wrong(s, f"it gives {result}, and here nothing")
        elif result.sort == "nothing" and value.rep.sort not in ("nothing", "none"):
            self.wrong(s, f"it gives nothing, and here {value.rep}")
        else:
            self.due(s, value, result, "what is returned")

    def ask(self, s: Ask, known: Known) -> Known:
        self.read(known, s.player, s.options, s.words, s.held)
        self.point(s, s.point)
        if s.site < 0:
            self.wrong(s, f"there is no site {s.site}")
        self.due(s, s.player, PLAYER.maybe, "who is asked")
        self.due(s, s.words, TEXT.maybe, "the words")
        self.due(s, s.held, REASON.maybe, "what holds it back")
        into, item = s.into.rep, s.options.rep.item
        match s.how:
            case "choose" | "or_none" | "offer" | "pick":
                if not into.optional:
                    self.wrong(s, f"the answer may be none, and `{s.into.name}` is {into}")
            case "some" | "always" | "roll" | "shuffle":
                pass
            case _:
                assert_never(s.how)
        if s.how == "roll":
            item = Rep("num")
            if min(s.dice) < 1:
                self.wrong(s, f"{s.dice[0]} dice of {s.dice[1]} faces")
        elif s.options.rep.sort != "seq" or s.options.rep.optional:
            self.wrong(s, f"the options are {s.options.rep}")
        if s.how == "shuffle":
            item = s.options.rep
        elif s.how == "offer":
            item = item or OPTION
        if item is not None and not fits(item.sure, into):
            self.wrong(s, f"the answer is {item}, and `{s.into.name}` is {into}")
        if (s.held is not None or s.hidden) and s.how != "offer":
            self.wrong(s, "only an offer is held back, and has what it must not betray")
        return known | {s.into}

    def call(self, s: Call, known: Known) -> Known | None:
        self.read(known, *s.args)
        given: Rep | None = None
        match s.callee:
            case Named(name):
                unit = self.expressions.called(s, name, s.args)
                if unit is not None:
                    given = unit.result
                    self.callee(s, unit)
            case InData():
                if not s.args:
                    self.wrong(s, "code in data is called without the thing that has it")
                elif s.args[0].rep.sort not in (*_MOVES, "none"):
                    self.wrong(s, f"code in data of {s.args[0].rep}")
            case CodeAt():
                if not s.args:
                    self.wrong(s, "code is called without its number")
                else:
                    self.due(s, s.args[0], CODE.maybe, "the code that is called")
            case Runtime(name):
                primitive = self.expressions.primitive(s, name, s.args, CALLS)
                given = primitive.gives if primitive is not None else None
            case _:
                assert_never(s.callee)
        if s.point:
            self.point(s, s.point)
        if not s.tail:
            return self.set(s, s.into, given, known)
        if s.into is not None:
            self.wrong(s, "a call whose value is returned at once puts it nowhere else")
        result = self.unit.result
        is_awaited = result.sort not in ("nothing", "none") and self.unit.kind != "hook"
        if is_awaited and given is not None and (given.sort == "nothing" or not fits(given, result)):
            self.wrong(s, f"what is returned: {result} is needed, but it gives {given}")
        return None

    def callee(self, s: Call, unit: Unit) -> None:
        """What a unit that is called by name may do fits what is said here."""
        if unit.pauses and not s.point:
            self.wrong(s, f"`{unit.name}` may pause, and the call has no point")
        if self.unit.kind in EFFECT_FREE and unit.kind not in EFFECT_FREE:
            self.wrong(s, f"a {self.unit.kind} changes nothing, and `{unit.name}` is a {unit.kind}")

    def point(self, s: Ask | Call, number: int) -> None:
        if number <= 0:
            self.wrong(s, f"a point numbered {number}: they count from 1")
        elif number in self.points:
            self.wrong(s, f"two points with the number {number}")
        self.points.add(number)
        if self.still:
            self.wrong(s, f"it pauses inside {self.still}")
        elif not self.unit.pauses:
            self.wrong(s, "it pauses, and the unit is said not to")


# What a unit may do that changes nothing but its own locals.
_READING = (
    Line,
    Note,
    Entered,
    Let,
    Add,
    AddAll,
    Modify,
    Call,
    If,
    Loop,
    Each,
    Scope,
    Attempt,
    Break,
    Return,
    Fault,
    Fuel,
    Look,
    Ways,
)


def _met(leaving: list[Known]) -> Known | None:
    """What is known where several ways meet; None where none comes."""
    return frozenset.intersection(*leaving) if leaving else None
