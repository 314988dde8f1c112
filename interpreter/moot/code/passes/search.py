"""Searches for ways over a board as units of their own, one for each step function and each of reachable, cost, path.

What a step costs is taken apart (steps.py). What depends on facts alone, which seldom change, stands in rows of steps:
one for each place, made when it is first left, and kept for all movers of whom the same is so, as long as no state
changes near by. Steps that such facts forbid are not among them. What is asked of one place is asked once in a search,
or once as long as no cell changes that it reads.

map.reachable(start, most by f_stride(u))  =  reachable_f_stride(u, start, most)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..ir.expressions import Const, Expr, Listening, Local, Op, Pure, Search, Var
from ..ir.make import either, local, number, op
from ..ir.reps import BOOL, NUM, fits
from ..ir.statements import If, Let, Line, Modify, Return, Stmt
from ..ir.units import Unit
from ..ir.walk import mapped_block, walk
from ..ir.ways import LONG
from .formulas import Formulas
from .keep import Keepers
from .least import Least
from .steps import Steps, TooMuchError, taken_apart


def search(units: Sequence[Unit], keepers: Keepers) -> tuple[Unit, ...]:
    """Each search by a unit that is made for it, where its step function can be taken apart."""
    if not any(isinstance(node, Search) for unit in units for node in walk(unit.body)):
        return tuple(units)
    searches = _Searches(keepers.effects.units, keepers)
    changed = [replace(unit, body=mapped_block(unit.body, searches.changed)) for unit in units]
    return (*changed, *searches.made.values())


@dataclass(slots=True)
class _Searches:
    """units: as they were before any was changed. made: the units made so far, by name. apart: step functions in parts,
    by name, with the slots where rules listen that change them; None where they cannot be taken apart.
    """

    units: Mapping[str, Unit]
    keepers: Keepers
    made: dict[str, Unit] = field(default_factory=dict)
    apart: dict[str, tuple[Steps, tuple[int, ...]] | None] = field(default_factory=dict)

    def changed(self, node: Expr) -> Expr:
        if not isinstance(node, Search) or node.what == "slide":  # which goes one way only
            return node
        name = f"{node.what}_{node.step}"
        unit = self.made.get(name) or self.unit(name, node)
        args = (*node.given, *node.ends)
        if unit is None or not all(fits(arg.rep, p.rep) for arg, p in zip(args, unit.params, strict=True)):
            return node
        self.made[name] = unit
        return Pure(node.rep, name, args)

    def unit(self, name: str, of: Search) -> Unit | None:
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


def _is_var(value: Expr | None, var: Var) -> bool:
    match value:
        case Local(_, read) | Op(_, "sure", (Local(_, read),)):
            return read is var
    return False
