"""Searches for routes over a board as units of their own, one for each step function and each of reachable, cost, path.

The cost of a step is split into parts (steps.py). The part that depends on facts alone, which seldom change, is in rows
of steps: one for each place, made when the place is first left, and shared by all equivalent movers, as long as no
state near by changes. Steps that such facts forbid are left out. A reading of one place happens once in a search, or
once as long as no cell that it reads changes.

map.reachable(start, most by f_stride(u)) = reachable_f_stride(u, start, most)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...ir.expressions import Const, Expr, Listening, Local, Make, OnBoard, Op, Pure, Search, Var
from ...ir.make import either, local, none_test, number, op
from ...ir.reps import BOOL, NUM, fits, seq
from ...ir.statements import Add, Break, Each, If, Let, Line, Modify, Return, Stmt
from ...ir.total import TotalUnits
from ...ir.units import Unit
from ...ir.walk import mapped_block, reads_locals, walk
from ...ir.ways import LONG, Flood
from ..formulas import Formulas
from .keep import Keepers
from .least import Least
from .steps import Steps, TooMuchError, settled_value, taken_apart


def search(units: Sequence[Unit], keepers: Keepers) -> tuple[Unit, ...]:
    """Each search by a unit that is made for it, where its step function can be taken apart."""
    if not any(isinstance(node, Search) for unit in units for node in walk(unit.body)):
        return tuple(units)
    searches = _Searches(keepers.effects.units, keepers)
    changed = [replace(unit, body=mapped_block(unit.body, searches.changed)) for unit in units]
    return (*changed, *searches.made.values())


@dataclass(slots=True)
class _Searches:
    """units: before any change. made: the units made so far, by name. apart: step functions in parts, by name,
    with the slots of rules that change them; None if they cannot be split.
    """

    units: Mapping[str, Unit]
    keepers: Keepers
    made: dict[str, Unit] = field(default_factory=dict)
    apart: dict[str, tuple[Steps, tuple[int, ...]] | None] = field(default_factory=dict)

    def changed(self, node: Expr) -> Expr:
        if not isinstance(node, Search):
            return node
        name = f"{node.what}_{node.step}"
        unit = self.made.get(name) or (self.slide(name, node) if node.what == "slide" else self.unit(name, node))
        args = (*node.given, *node.ends)
        if unit is None or not all(fits(arg.rep, p.rep) for arg, p in zip(args, unit.params, strict=True)):
            return node
        self.made[name] = unit
        return Pure(node.rep, name, args)

    def unit(self, name: str, of: Search) -> Unit | None:
        flooded = self.flood(name, of) if of.what == "reachable" else None
        if flooded is not None:
            return flooded
        found = self.steps(of)
        if found is None:
            return None
        steps, slots = found
        place = steps.asked.here.rep.maybe
        start, last = Var("start", place), Var("most", NUM.maybe) if of.what == "reachable" else Var("goal", place)
        ends = (Local(start.rep.sure, start), Local(last.rep.sure, last))
        general = replace(of, given=tuple(map(local, steps.movers)), ends=ends)
        nowhere = [op("is_none", local(start)), op("is_none", local(last))]
        otherwise: list[Expr] = [Listening(BOOL, slot) for slot in slots]
        if of.what == "reachable":
            nowhere.append(op("<", ends[1], number(0)))
            otherwise.append(op(">", ends[1], number(LONG)))
        body: list[Stmt] = [If(either(*nowhere), (Return(Const(of.rep, None if of.what == "cost" else ())),))]
        if otherwise:
            body.append(If(either(*otherwise), (Return(general),)))
        params = (*steps.movers, start, last)
        return Unit(name, "function", params, (*body, steps.ways(general)), of.rep, rule=self.units[of.step].rule)

    def flood(self, name: str, of: Search) -> Unit | None:
        """For steps without a cost that are quick to test."""
        unit, formulas = self.units.get(of.step), Formulas(self.units)
        value = formulas.unit(of.step)
        if unit is None or value is None or not _is_free(value) or not formulas.is_small(value):
            return None
        *given, here, there = unit.params
        start, most = Var("start", here.rep.maybe), Var("most", NUM.maybe)
        ends = (Local(here.rep, start), Local(NUM, most))
        nowhere = either(op("is_none", local(start)), op("is_none", local(most)), op("<", ends[1], number(0)))
        general = replace(of, given=tuple(map(local, given)), ends=ends)
        spread = Flood(general, here, there, none_test("some", value))
        body: list[Stmt] = [If(nowhere, (Return(Const(of.rep, ())),)), spread]
        return Unit(name, "function", (*given, start, most), tuple(body), of.rep, rule=unit.rule)

    def slide(self, name: str, of: Search) -> Unit | None:
        """A loop over the places of a ray, as long as steps have a cost. A step that may be a fault is left to `of`,
        which says where it is; so is one that costs less than nothing.
        """
        unit = self.units.get(of.step)
        if unit is None or unit.this or any(isinstance(node, Modify) for node in walk(unit.body)):
            return None
        if not TotalUnits(self.units).unit(of.step):
            return None
        *given, here, there = unit.params
        start, way, step = Var("start", here.rep), Var("d", of.ends[1].rep.sure), Var("step", NUM.maybe)
        ends = (local(start), local(way))
        value = Formulas(self.units).unit(of.step)
        never_negative = Least(self.units).of_block(unit.body) is not None
        if value is not None and never_negative:
            turn: list[Stmt] = [If(none_test("is_none", value), (Break(),))]
        else:
            try:
                turn = [*settled_value(unit.body, step), If(op("is_none", local(step)), (Break(),))]
            except TooMuchError:
                return None
        if not never_negative:
            general = replace(of, given=tuple(map(local, given)), ends=ends)
            turn.append(If(op("<", Local(NUM, step), number(0)), (Return(general),)))
        found = Var("found", of.rep)
        body: list[Stmt] = [Let(found, Make(of.rep, ()))]
        turn.append(Add(found, local(there)))
        if any(here in reads_locals(one) for one in turn):
            body.append(Let(here, local(start)))
            turn.append(Let(here, local(there)))
        ray = OnBoard(seq(there.rep), of.board, "ray", ends)
        body += [Each(there, ray, tuple(turn)), Return(op("frozen", local(found)))]
        return Unit(name, "function", (*given, start, way), tuple(body), of.rep, rule=unit.rule)

    def steps(self, of: Search) -> tuple[Steps, tuple[int, ...]] | None:
        if of.step not in self.apart:
            self.apart[of.step] = None
            self.apart[of.step] = found = self.taken_apart(of)
            if found is not None:
                self.made[found[0].row_unit.name] = found[0].row_unit
                for keeper in found[0].keepers:
                    self.keepers.add(keeper)
        return self.apart[of.step]

    def taken_apart(self, of: Search) -> tuple[Steps, tuple[int, ...]] | None:
        unit = self.units.get(of.step)
        if unit is None or unit.this:
            return None
        slots, body = self.unmodified(unit)
        board = self.keepers.boards.board_of(of.board)
        is_modified = any(isinstance(node, Modify) for node in walk(body.body))
        if is_modified or not all(board.is_place(p.rep) and not p.rep.optional for p in unit.params[-2:]):
            return None
        least = Least(self.units).of_block(body.body)
        try:
            return taken_apart(of.step, body, board, self.keepers, Formulas(self.units), least), slots
        except TooMuchError:
            return None

    def unmodified(self, unit: Unit) -> tuple[tuple[int, ...], Unit]:
        """The step function without what rules in play may do to it, and the slots where these listen."""
        match [one for one in unit.body if not isinstance(one, Line)]:
            case [Let(var, Pure(_, name, args)), *changes, Return(value)] if _is_var(value, var):
                slots = tuple(one.slot for one in changes if isinstance(one, Modify))
                if slots and len(slots) == len(changes) and args == tuple(map(local, unit.params)):
                    return slots, self.units[name]
        return (), unit


def _is_free(value: Expr) -> bool:
    """Whether it is 0 or none in any case."""
    match value:
        case Const(_, known):
            return known in (0, None)
        case Op(_, "cond", (_, a, b)):
            return _is_free(a) and _is_free(b)
    return False


def _is_var(value: Expr | None, var: Var) -> bool:
    match value:
        case Local(_, read) | Op(_, "sure", (Local(_, read),)):
            return read is var
    return False
