"""Liveness: each point of pause keeps those locals that are read behind it.

One walk backwards over nested blocks. Entries of the journal are readers, so that the frames
of all forms are the same; notes of the instrumented form are not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from .. import ir
from ..ir.units import Unit
from ..ir.walk import blocks, made_by, parts, reads_locals
from ..ir.ways import Flood, Look, Ways

Vars = frozenset[ir.Var]
_NONE: Vars = frozenset()


def live_at_points(unit: Unit) -> Mapping[int, tuple[ir.Var, ...]]:
    """By point: the locals that are read behind it, in the order of the unit. The answer itself is not among them."""
    order = {var: number for number, var in enumerate(locals_of(unit))}
    found = live_behind(unit)
    return {point: tuple(sorted(found[point], key=order.__getitem__)) for point in sorted(found)}


def live_behind(unit: Unit) -> dict[int, Vars]:
    """The same as sets."""
    walk = _Backwards()
    walk.block(unit.body, _NONE)
    return walk.found


def locals_of(unit: Unit) -> tuple[ir.Var, ...]:
    """Parameters, then the others as they are first set."""
    found = dict.fromkeys(unit.params)

    def look(block: ir.Block) -> None:
        for one in block:
            found.update(dict.fromkeys(made_by(one)))
            for inner in blocks(one):
                look(inner)

    look(unit.body)
    return tuple(found)


class _Backwards:
    """`found`: by point, the locals alive after it. `leave`: the locals alive at the target of a Break, innermost
    last.
    """

    def __init__(self) -> None:
        self.found: dict[int, Vars] = {}
        self.leave: list[Vars] = []
        self.failing: Vars = _NONE  # the locals alive where an attempt fails
        self.noting = True  # whether points are written down

    def block(self, block: ir.Block, out: Vars) -> Vars:
        """The locals alive before it, from those alive after it."""
        for one in reversed(block):
            out = self.statement(one, out)
        return out

    def inside(self, block: ir.Block, out: Vars, leave: Vars) -> Vars:
        """The same of a block that a Break leaves."""
        self.leave.append(leave)
        found = self.block(block, out)
        self.leave.pop()
        return found

    def turning(self, block: ir.Block, behind: Vars, leave: Vars, own: Vars) -> Vars:
        """The locals alive at the head of a loop, which may end there: then `behind` is alive. `own`: those it sets.

        A block lets a local that is alive after it through or not, independently of the others. So one pass finds all
        locals alive at the head, and a second one, inside which no loop needs two, those alive at the points.
        """
        noting, self.noting = self.noting, False
        head = behind | (self.inside(block, behind, leave) - own)
        self.noting = noting
        if noting:
            self.inside(block, head, leave)
        return head

    def statement(self, s: ir.Stmt, out: Vars) -> Vars:
        match s:
            case ir.If(test, then, other):
                return self.block(then, out) | self.block(other, out) | reads_locals(test) | self.failing
            case ir.Loop(body):
                return self.turning(body, _NONE, out, _NONE)
            case ir.Each(var, over, body):
                return self.turning(body, out, out, frozenset((var,))) | reads_locals(over) | self.failing
            case ir.Scope(body):
                return self.inside(body, out, out)
            case ir.Attempt(body, failed):
                before, self.failing = self.failing, self.failing | self.block(failed, out)
                found = self.block(body, out) | self.failing
                self.failing = before
                return found
            case ir.Break():
                return self.leave[-1]
            case ir.Return() | ir.Win():
                return _read(s)
            case ir.Fault(kind):
                return _read(s) | (out if kind == "cut_short" else self.failing)
            case ir.Note():
                return out
            case ir.Ask() | ir.Call():
                return self.asks(s, out)
            case Ways(ahead=ahead, body=body):
                before = self.inside(body, _NONE, _NONE) | _read(replace(s, ahead=(), body=()))
                return self.block(ahead, before.difference(s.own))
            case Flood():
                return _read(s).difference(made_by(s))
            case ir.Add() | ir.AddAll():
                return out | _read(s) | self.failing
            case ir.Line() | ir.Entered() | ir.Let() | ir.Store() | ir.Fill() | ir.StoreField() | ir.StoreSparse():
                return out.difference(made_by(s)) | _read(s) | self.failing
            case ir.Move() | ir.MoveAll() | ir.Do() | ir.NewRow() | ir.Mark() | ir.Unmark() | ir.Listen():
                return out.difference(made_by(s)) | _read(s) | self.failing
            case ir.Enter() | ir.Leave() | ir.Modify() | ir.Fuel() | Look():
                return out.difference(made_by(s)) | _read(s) | self.failing
            case _:
                assert_never(s)

    def asks(self, s: ir.Ask | ir.Call, out: Vars) -> Vars:
        if isinstance(s, ir.Call) and s.tail:
            return _read(s)
        after = out.difference(made_by(s))
        if s.point and self.noting:
            kept = frozenset().union(*map(reads_locals, s.at_once)) if isinstance(s, ir.Ask) else _NONE
            self.found[s.point] = self.found.get(s.point, _NONE) | after | kept
        return after | _read(s) | self.failing


def _read(s: ir.Stmt) -> Vars:
    """The locals that a statement without blocks reads."""
    own = reads_locals(s) if isinstance(s, ir.Modify) else _NONE
    return own.union(*map(reads_locals, parts(s)))
