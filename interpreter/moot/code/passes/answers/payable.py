"""Costs paid on paper: whether one can be paid as a formula, if its steps are simple, without trying it.

procedure pay1(player, this, args)                   if is_none(unpayable(unit pay1, player, this, args(n)))
  let x = (cell[51] + 1)                         =   if (cell[51] <= 7)
  if (x > 8)
    fault cut_short
    let x = 8
  store cell[51] = x

Later steps read the values that earlier steps store. If that is uncertain, or a step may fail, the cost is tried: in
the position itself, if the values to restore are known.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any

from ...ir.callees import Named
from ...ir.effects import Effects
from ...ir.expressions import Bind, Cell, Const, Expr, Fold, Local, Make, Op, Prim, UnitRef, Var
from ...ir.make import NO, NO_VALUE, YES, both, bound_as, chosen, either, is_atom, local, negated, number, op
from ...ir.node import AnyExpr, AnyNode
from ...ir.operations import Operation
from ...ir.prims import Part
from ...ir.reps import ARGS
from ...ir.spans import EVERYWHERE
from ...ir.statements import Block, Call, Do, Entered, Fault, If, Let, Line, Move, Note, Return, Stmt, Store
from ...ir.total import TotalUnits, never_fails
from ...ir.touched import NOTHING_TOUCHED, Touched, calls_of_expression, calls_of_statement, reads_alone, writes_alone
from ...ir.units import Unit
from ...ir.walk import mapped, mapped_block, size, with_parts
from ..game import GameUnits
from ..simple import as_read, folded, pruned, put_in, with_own_locals

MOST = 60  # nodes of a formula
_WITH_CELLS: frozenset[Part] = frozenset(("fuel", "journal"))
_PUT_BACK: frozenset[Part] = _WITH_CELLS | {"known", "once", "scopes", "rng"}
_NOTED = frozenset(("use_in", "add_once"))  # steps that never fail
_OTHERWISE: dict[Operation, Operation] = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_TURNED: dict[Operation, Operation] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def payable(game: GameUnits) -> GameUnits:
    units = {unit.name: unit for unit in game.units}
    total = TotalUnits(units)
    found: dict[str, Expr | None] = {}

    def asked(pay: str, given: Sequence[Expr]) -> Expr | None:
        """Whether the cost can be paid in a call."""
        if pay not in found:
            found[pay] = _on_paper(units[pay], game.effects, total)
        test = found[pay]
        atoms = all(is_atom(one) or (isinstance(one, Make) and all(map(is_atom, one.items))) for one in given)
        if test is None or not atoms:
            return None
        return with_own_locals(put_in(test, dict(zip(units[pay].params, given, strict=True))))

    def change(node: Any) -> AnyNode:
        match node:
            case Op(_, "is_none", (Prim(_, "unpayable", (UnitRef(_, pay), *given)) as tried,)):
                test = asked(pay, given)
                return op("is_none", _here(tried, units[pay], game.effects)) if test is None else test
            case Op(_, "and", args):
                return _without_known(node, both(*args))
        return node  # type: ignore[no-any-return]

    def why(node: Any) -> AnyNode:
        match node:
            case Prim(rep, "unpayable", (UnitRef(_, pay), *given)):
                test, tried = asked(pay, given), _here(node, units[pay], game.effects)
                return tried if test is None else chosen(test, NO_VALUE, tried, rep)
        return node  # type: ignore[no-any-return]

    def changed(unit: Unit) -> Unit:
        return replace(unit, body=pruned(mapped_block(unit.body, change if unit.kind == "gather" else why)))

    return replace(game, units=[changed(unit) if unit.kind in ("gather", "why") else unit for unit in game.units])


def _here(tried: Prim, pay: Unit, effects: Effects) -> Prim:
    """A trial that copies nothing, where paying changes little that is known."""
    changed = effects.of_unit(pay.name)[1]
    if pay.pauses or not changed.parts <= _PUT_BACK:
        return tried
    zones = None if changed.zones == EVERYWHERE else tuple(z for low, end in changed.zones for z in range(low, end))
    low, end = (changed.cells[0][0], changed.cells[-1][1]) if changed.cells else (0, 0)
    more = zones != () or not changed.parts <= _WITH_CELLS
    return Prim(tried.rep, "unpayable_here", (*tried.args, Const(ARGS, (low, end, more, zones))))


def _without_known(whole: Op, test: Expr) -> Expr:
    """Without facts that an earlier one of these tests has shown."""
    if not isinstance(test, Op) or test.op != "and":
        return test
    left: list[Expr] = []
    read: set[Expr] = set()
    for one in test.args:
        turned = Op(one.rep, _TURNED[one.op], one.args[::-1]) if isinstance(one, Op) and one.op in _TURNED else one
        if one in left or turned in left or _is_idle(one, read):
            continue
        left.append(one)
        read |= {*one.args} if isinstance(one, Op) and one.op in _TURNED else set()
    return whole if left == [*whole.args] else both(*left)


def _is_idle(e: Expr, read: Set[Expr]) -> bool:
    """Whether it holds in any case, and reads nothing that may be a fault but what has been read."""
    match e:
        case Bind(_, _, Op(_, "+" | "-", parts), Const(_, True)):
            return all(never_fails(part) or part in read for part in parts)
    return False


# ---------------------------------------------------------------------------------------------- on paper


class _RefusedError(Exception):
    """On this way the cost cannot be paid."""


class _NotSureError(Exception):
    """It cannot be decided without trying."""


def _on_paper(unit: Unit, effects: Effects, total: TotalUnits) -> Expr | None:
    """The test that a unit reaches its end without a refusal; None if that must be tried."""
    paper = _Paper(effects, total, (unit.name,), {var: local(var) for var in unit.params})
    try:
        try:
            paper.body(unit.body)
            rest = YES
        except _RefusedError:
            rest = NO
    except _NotSureError:
        return None
    test = mapped(paper.folded(rest), _compared)
    # An error is reported at the line of the action, so there must be no other.
    sure = len([one for one in unit.body if isinstance(one, Line)]) < 2 or total.expr(test)
    return test if sure and size(test) <= MOST else None


@dataclass
class _Paper:
    """The facts after the steps so far. `steps`: the values read on the way, each for a local or as a test that
    must be true. `stored`: by cell, its value by then. `own`: locals of formulas.
    """

    effects: Effects
    total: TotalUnits
    stack: tuple[str, ...]
    values: dict[Var, Expr]
    stored: dict[Cell, Expr] = field(default_factory=dict)
    written: Touched = NOTHING_TOUCHED
    steps: list[tuple[Var | None, Expr]] = field(default_factory=list)
    own: set[Var] = field(default_factory=set)

    def folded(self, rest: Expr) -> Expr:
        """Whether all tests so far hold, and then the rest."""
        for var, value in reversed(self.steps):
            rest = both(value, rest) if var is None else bound_as(var, value, rest)
        return rest

    # ---- steps

    def body(self, block: Block) -> Expr | None:
        """A body that is left only at its end. Its result."""
        last = block[-1] if block and isinstance(block[-1], Return) else None
        self.block(block if last is None else block[:-1])
        return None if last is None or last.value is None else self.read(last.value)

    def block(self, block: Block) -> None:
        for one in block:
            self.step(one)

    def step(self, s: Stmt) -> None:
        match s:
            case Line() | Entered() | Note():
                pass
            case Let(var, value):
                self.values[var] = self.kept(self.read(value))
            case Store(cell, value):
                self.store(cell, self.kept(self.read(value)))
            case If(test, then, other):
                self.branch(self.read(test), then, other)
            case Fault("cut_short" | "refuse", _, reason) if reason is None or self.total.expr(reason):
                raise _RefusedError
            case Call(0, Named(name), args, into) if name not in self.stack and name in self.effects.units:
                self.call(self.effects.units[name], args, into)
            case Do(name, args, _, None) if name in _NOTED:
                self.all_read(args)
                self.written |= writes_alone(s, self.effects.around)
            case Move(thing, goal, ("top" | "bottom")) if not (thing.rep.optional or goal.rep.optional):
                self.all_read((thing, goal))
                self.move(s)
            case _:
                raise _NotSureError

    def all_read(self, args: Sequence[Expr]) -> None:
        for arg in args:
            self.kept(self.read(arg))

    def kept(self, value: Expr) -> Expr:
        """A value that may be read more than once, and is read in any case."""
        if is_atom(value):
            return value
        var = Var("it", value.rep)
        self.steps.append((var, value))
        self.own.add(var)
        return local(var)

    def store(self, cell: Cell, value: Expr) -> None:
        at = self.read(cell.at)
        cell = replace(cell, at=at if self.total.expr(at) else self.kept(at))
        touched = reads_alone(cell, self.effects.around)
        if cell not in self.stored and self.written.meets(touched):
            raise _NotSureError
        self.stored[cell] = value
        self.written |= touched

    def move(self, s: Move) -> None:
        """An existing thing goes to an existing zone. That may activate or end rules in play, and may need the
        viewers of a zone.
        """
        touched = writes_alone(s, self.effects.around)
        plain = "live" not in touched.parts and not calls_of_statement(s, self.effects.around)
        if not plain or s.thing.rep.sort != "thing" or s.thing.rep.end is None or not self.total.of_kind("seen"):
            raise _NotSureError
        self.written |= touched

    def call(self, unit: Unit, args: Sequence[Expr], into: Var | None) -> None:
        given = [self.kept(self.read(arg)) for arg in args]
        around, self.values = self.values, dict(zip(unit.params, given, strict=True))
        stack, self.stack = self.stack, (*self.stack, unit.name)
        value = self.body(unit.body)
        self.values, self.stack = around, stack
        if into is not None:
            self.values[into] = NO_VALUE if value is None else self.kept(value)

    def branch(self, test: Expr, then: Block, other: Block) -> None:
        if isinstance(test, Const):
            self.block(then if test.value else other)
            return
        ways = [self.fork(then), self.fork(other)]
        match ways:
            case [None, None]:
                raise _RefusedError
            case [None, way] | [way, None] if way is not None:
                self.steps.append((None, _otherwise(test) if ways[0] is None else test))
                self.steps += way.steps
                self.values, self.stored, self.written = way.values, way.stored, way.written
            case [_Paper() as a, _Paper() as b]:
                self.join(test, a, b)

    def fork(self, block: Block) -> _Paper | None:
        """The facts after a branch; None if that is refused."""
        way = replace(self, values=dict(self.values), stored=dict(self.stored), steps=[])
        try:
            way.block(block)
        except _RefusedError:
            return None
        return way

    def join(self, test: Expr, a: _Paper, b: _Paper) -> None:
        """Behind both branches: either one asks for more or it changes what is known."""
        asked = self.kept(test)
        changes = a.stored != b.stored or any(a.values[var] != b.values[var] for var in self.values)
        if (a.steps or b.steps) and (changes or a.written != b.written):
            raise _NotSureError
        if a.steps:
            self.steps.append((None, either(negated(asked), a.folded(YES))))
        if b.steps:
            self.steps.append((None, either(asked, b.folded(YES))))
        for var in self.values:
            self.values[var] = self.kept(chosen(asked, a.values[var], b.values[var], var.rep))
        for cell in a.stored.keys() | b.stored.keys():
            one, two = (way.stored.get(cell, cell) for way in (a, b))
            self.stored[cell] = self.kept(chosen(asked, one, two, cell.rep))
        self.written = a.written | b.written

    # ---- formulas

    def read(self, e: Expr) -> Expr:
        """The same as it is read on paper, of the position as it was before the first step."""
        match e:
            case Local(rep, var):
                if var in self.own:
                    return e
                if var not in self.values:
                    raise _NotSureError
                return as_read(self.values[var], rep)
            case Fold(var=var) | Bind(var=var):
                self.own.add(var)
        made: Expr = with_parts(e, lambda part: self.read(part) if isinstance(part, AnyExpr) else part)  # type: ignore[arg-type]
        if isinstance(made, Cell) and made in self.stored:
            return as_read(self.stored[made], made.rep)
        around = self.effects.around
        touched = [reads_alone(made, around), *(self.effects.of_unit(n)[0] for n in calls_of_expression(made, around))]
        if any(self.written.meets(one) for one in touched):
            raise _NotSureError
        return folded(made)


def _otherwise(test: Expr) -> Expr:
    if isinstance(test, Op) and test.op in _OTHERWISE:
        return op(_OTHERWISE[test.op], *test.args)
    return negated(test)


def _compared(e: Any) -> AnyNode:
    """A comparison of numbers without a sum on its left side, where that needs no other on its right."""
    match e:
        case Op(_, sign, (Op(_, "-", (a, b)), Const(_, 0))) if sign in _TURNED and a.rep.sort == b.rep.sort == "num":
            return op(sign, a, b)
        case Op(_, sign, (Op(_, "+", (a, Const(_, int(k)))), Const(_, int(most)))) if sign in _TURNED:
            return op(sign, a, number(most - k))
        case Op(_, sign, (Op(_, "-", (a, Const(_, int(k)))), Const(_, int(most)))) if sign in _TURNED:
            return op(sign, a, number(most + k))
    return e  # type: ignore[no-any-return]
