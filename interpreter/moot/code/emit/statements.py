"""Statements as lines of Python. Pausing ones are in asks and calls, moving ones in moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from .. import ir
from ..ir.make import is_atom
from ..ir.units import Unit
from ..ir.walk import ends, points
from ..ir.ways import Flood, Look, Ways
from ..passes.framed import FrameShape
from . import asks, calls, modify, moves, scopes, steps
from .constants import ConstantNames
from .costs import RESERVE, TURN, Costs
from .formulas import folds, ways
from .formulas.expressions import Expressions
from .formulas.folds import metered
from .formulas.tightness import Use
from .given import FormMarks, Given, after_writing
from .modify import Modifiers


def written_part(e: ir.Expr) -> ir.Expr:
    """Without what is not written."""
    while isinstance(e, ir.Op) and e.op in ("sure", "known_thing", "as_zone"):
        e = e.args[0]
    return e


class Statements(Expressions):
    """Writes the statements of one unit.

    frames: of its points. resumed: whether the driver calls the code, and receives its result. lays: where callees push
    their frames. rules: for each point, the rule line around it. growing: lists built member by member.
    """

    def __init__(
        self,
        given: Given,
        constants: ConstantNames,
        form: FormMarks,
        modifiers: Modifiers,
        units: frozenset[str],
        costs: Costs,
    ) -> None:
        super().__init__(given, constants, form, units, costs)
        self.modifiers = modifiers
        self.frames: Mapping[int, FrameShape] = {}
        self.resumed = False
        self.lays = "S.unwind"
        self.rules: dict[int, int] = {}
        self.covered: set[int] = set()
        self.growing: frozenset[ir.Var] = frozenset()

    # ---------------------------------------------------------------------------------------- helpers

    def now(self, e: ir.Expr, use: Use = "value", tight: int = 0) -> str:
        """The text of a part that is always read; its loops are in earlier lines."""
        return self.x(folds.hoisted(self, e, use), tight, use)

    def kept(self, e: ir.Expr, hint: str) -> str:
        """A name or number for a value that is read more than once."""
        text = self.now(e)
        if is_atom(written_part(e)):
            return text
        name = self.new(hint)
        self.line(f"{name} = {text}")
        return name

    def inner(self, block: ir.Block) -> None:
        with self.deeper():
            self.block(block)

    def turning_block(self, block: ir.Block) -> None:
        with self.again_and_again():
            self.inner(block)

    def block(self, block: ir.Block) -> None:
        at = 0
        while at < len(block):
            at += steps.shuffled_into(self, block, at) or asks.asked_first(self, block, at) or self.one(block[at])

    def one(self, s: ir.Stmt) -> int:
        self.statement(s)
        return 1

    # ---------------------------------------------------------------------------------------- each statement

    def statement(self, s: ir.Stmt) -> None:
        match s:
            case ir.Line(rule, covers):
                self.rule = rule
                if covers and self.form.covering:
                    self.covered.add(rule)
                    self.line(f"COVERED.add({rule})")
            case ir.Entered(rule, args, tags):
                if self.form.journal:
                    self.line(f"entered(S, {rule}, {self.group(args)}, {tags!r})")
            case ir.Note(number, given):
                if self.form.noting:
                    self.line(f"noted(S, {number}, {self.group(given)})")
            case ir.Let(var, value):
                self.let(var, value)
            case ir.Add(var, item):
                self.line(f"{self.name(var)}.append({self.now(item)})")
            case ir.AddAll(var, items):
                self.line(f"{self.name(var)} += {self.now(items, 'items')}")
            case ir.Store():
                self.store(s)
            case ir.Fill():
                self.fill(s)
            case ir.StoreField():
                self.store_field(s)
            case ir.StoreSparse(place, key, value, first, rule):
                shown = self.checked(value, rule)
                self.line(f"put_sparse(S, {self.key(place, key)}, {shown}, {rule}, {self.x(first)})")
            case ir.Move():
                moves.move(self, s)
            case ir.MoveAll():
                moves.move_all(self, s)
            case ir.Do():
                steps.step(self, s)
            case ir.NewRow(into, kind, row):
                fields = ", ".join(f"{name!r}: {self.now(value)}" for name, value in row)
                self.line(f"{self.name(into)} = new_row(S, {kind!r}, {{{fields}}})")
            case ir.Mark(rule, inst):
                self.line(f"S.marks += (({rule}, {self.x(inst)}[1]),)")
            case ir.Unmark():
                self.line("S.marks = S.marks[:-1]")
            case ir.Listen(rules, source, captured, scope, once, rule):
                ends_with = ", ".join(self.now(e) for e in (source, captured, scope))
                self.line(f"last(S, {rules!r}, {ends_with}, {once}, {rule})")
            case ir.Enter():
                scopes.enter(self, s)
            case ir.Leave():
                scopes.leave(self, s)
            case ir.Modify():
                modify.modify(self, s)
            case ir.Ask():
                self.rules[s.point] = self.rule
                asks.ask(self, s)
            case ir.Call():
                self.rules[s.point] = self.rule
                calls.call(self, s)
            case ir.If():
                self.branching(s)
            case ir.Loop():
                self.loop(s)
            case ir.Scope(body):
                self.line("while True:")
                self.turning_block(body if ends(body) else (*body, ir.Break()))
            case ir.Each(var, over, body):
                turn = self.costs.turn_of_each(s)
                members = self.now(over, "items")
                self.line(f"for {self.name(var)} in {metered(members, turn)}:")
                self.turning_block(body)
            case ir.Attempt(body, failed):
                self.line("try:")
                self.inner(body)
                self.line("except (TypeError, Fault):")
                self.inner(failed)
            case ir.Break():
                self.line("break")
            case ir.Return(value):
                self.line(
                    "return" if value is None or value == ir.Const(value.rep, None) else f"return {self.now(value)}"
                )
            case ir.Win(who, scores, reason, rule):
                won, by = ("None" if one is None else self.now(one) for one in (who, scores))
                text = f"(S, {won}, {by}, {self.now(reason)}, {rule})"
                self.line(f"return won{text}" if self.resumed else f"win{text}")
            case ir.Fault(kind, rule, reason):
                told = f", {self.now(reason)}" if reason is not None else ", ''" if kind == "refuse" else ""
                self.line(f"{kind}(S{told}, {rule})")
            case ir.Fuel(rule):
                self.fuel(rule, TURN)
            case Look():
                ways.look(self, s)
            case Ways():
                ways.ways(self, s)
            case Flood():
                ways.flood(self, s)
            case _:
                assert_never(s)

    def let(self, var: ir.Var, value: ir.Expr) -> None:
        if var in self.growing and isinstance(value, ir.Make):
            self.line(f"{self.name(var)} = [{self.args(value.items)}]")
        elif not (isinstance(value, ir.Prim) and value.name == "left_of" and self.beside(var, value.args[0])):
            folds.put_value(self, var, value)

    def beside(self, var: ir.Var, thing: ir.Expr) -> bool:
        """The part of a thing that remains: usually the last entry in its row."""
        if self.form.journal or not isinstance(thing, ir.Local) or thing.rep.sort != "thing" or thing.rep.end is None:
            return False
        shown = self.x(thing)
        there = f"() if {shown} is None else " if thing.rep.optional else ""
        self.line(f"row = {there}{self.zones()}[{self.cells()}[{shown}]]")
        found = f"(row[-2] if len(row) > 1 else None) if row and row[-1] == {shown} else left_of(S, {shown})"
        self.line(f"{self.name(var)} = {found}")
        return True

    # ---------------------------------------------------------------------------------------- states

    def checked(self, value: ir.Expr, rule: int) -> str:
        """A value that a state is set to; none where it has no place is a fault here."""
        if not (isinstance(value, ir.Op) and value.op == "sure"):
            return self.now(value)
        shown = self.kept(value.args[0], "x")
        self.line(f"if {shown} is None:")
        self.line(f"    no_value(S, {rule})")
        return shown

    def store(self, s: ir.Store) -> None:
        shown = self.checked(s.value, s.rule)
        if self.form.journal and not s.silent:
            self.line(f"put(S, {self.place(s.cell.at)}, {shown}, {s.rule})")
            return
        cell, at = s.cell, self.place(s.cell.at)
        after = after_writing(self.given.watched, cell.first, cell.first + cell.count, at)
        if len(after) > 0 and not is_atom(cell.at):
            name = self.new("i")
            self.line(f"{name} = {at}")
            at, after = name, after_writing(self.given.watched, cell.first, cell.first + cell.count, name)
        self.line(f"{self.cells()}[{at}] = {shown}")
        self.lines(after)

    def store_field(self, s: ir.StoreField) -> None:
        shown, row = self.checked(s.value, s.rule), self.now(s.row)
        if s.silent:
            self.line(f"S.rows[{row}][{s.name!r}] = {shown}")
        else:
            self.line(f"put_row(S, {row}, {s.name!r}, {shown}, {s.rule})")

    def fill(self, s: ir.Fill) -> None:
        shown = self.now(s.value)
        if s.count == 1 and not s.each:
            self.line(f"{self.cells()}[{s.first}] = {shown}")
        else:
            values = shown if s.each else f"[{shown}] * {s.count}"
            self.line(f"{self.cells()}[{s.first}:{s.first + s.count}] = {values}")
        self.lines(after_writing(self.given.watched, s.first, s.first + s.count))

    # ---------------------------------------------------------------------------------------- branches and loops

    def branching(self, s: ir.If) -> None:
        if s.quick and self.form.journal and not s.other:
            self.block(s.then)
            return
        word, rule = "if", self.rule
        while True:
            test = self.now(s.test, "test") if word == "if" else self.x(s.test, use="test")
            self.line(f"{word} {test}:")
            self.inner(s.then)
            if not s.other:
                return
            if len(s.other) == 1 and isinstance(s.other[0], ir.If) and self.stands_alone(s.other[0]):
                s, word = s.other[0], "elif"
                continue
            break
        self.rule = rule
        if word == "if" and ends(s.then):
            self.block(s.other)
        else:
            self.line("else:")
            self.inner(s.other)

    def stands_alone(self, s: ir.If) -> bool:
        """Whether its test needs no lines before it."""
        if s.quick and self.form.journal and not s.other:
            return False
        before = len(self.out)
        saved = (self.fresh, dict(self.names), dict(self.binding))
        folds.hoisted(self, s.test, "test")
        alone = len(self.out) == before
        del self.out[before:]
        self.fresh, self.names, self.binding = saved
        return alone

    def loop(self, s: ir.Loop) -> None:
        pauses = bool(points(s.body))
        with self.again_and_again():
            test, body = self.turned_by(s.body) if not pauses else (None, s.body)
        self.line(f"while {test or 'True'}:")
        with self.again_and_again(), self.deeper():
            if s.fuel < 0:
                self.spend(1 + self.costs.block(s.body))
            elif not pauses:
                self.fuel(s.fuel, self.turn(s))
            self.block(body)
            if s.fuel >= 0 and pauses and not ends(body):
                self.fuel(s.fuel, self.turn(s))  # so that the first turn after each entry is free

    def turn(self, s: ir.Loop) -> int:
        return max(TURN, self.costs.block(s.body))

    def turned_by(self, body: ir.Block) -> tuple[str | None, ir.Block]:
        """The test of a loop that ends when it is false, and the steps of each iteration."""
        for at, one in enumerate(body):
            if isinstance(one, ir.If) and one.then == (ir.Break(),) and not one.other and self.stands_alone(one):
                for mark in body[:at]:
                    self.statement(mark)
                test = ir.Op(one.test.rep, "not", (one.test,))
                if isinstance(one.test, ir.Op) and one.test.op == "not":
                    return self.x(one.test.args[0], use="test"), body[at + 1 :]
                return self.x(test, use="test"), body[at + 1 :]
            if not isinstance(one, ir.Line):
                break
        return None, body

    def fuel(self, rule: int, work: int) -> None:
        self.lines([f"S.fuel -= {work}", f"if S.fuel < {RESERVE}:", f"    out_of_fuel(S, {rule})"])

    def begin(self, unit: Unit) -> None:
        """The charge at the beginning of a unit."""
        if work := self.costs.of_unit(unit):
            rule, self.rule = self.rule, unit.rule
            self.spend(work)
            self.rule = rule

    def spend(self, work: int) -> None:
        """Work that is done here in any case."""
        self.lines([f"S.fuel -= {work}", "if S.fuel < 0:", "    overspent(S)"])
