"""Inlining: bodies in place of calls, within a budget, so that most steps of a turn need neither a call nor a frame.

p_turn(p):                     loop
  choose …                       choose …            # the answer continues directly after it
  call p_lay(c)           =      move c to pile
                                 …
Marks move with the statement after them. A unit that is not inlined, but does nothing unless some test is true, is
called under that test.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from ..ir.callees import Named
from ..ir.expressions import Bind, Expr, Fold, Local, Make, Var
from ..ir.make import is_atom
from ..ir.node import AnyExpr, AnyNode
from ..ir.reps import fits
from ..ir.statements import Ask, Block, Call, Entered, If, Let, Line, Note, Return, Stmt
from ..ir.units import Unit
from ..ir.walk import ends, made_by, mapped_block, points, size, walk, with_blocks, with_made
from .returned import returned
from .simple import pruned, put_in, replaced

MOST_CALLEE = 120  # nodes of a body that is put in place of a call
MOST_MORE = 700  # nodes by which a unit may grow
MOST_MORE_OF_MANY = 40  # nodes where there are many units, so that the program does not grow without need
MANY = 1500
MOST_ASKED = 40  # nodes of a test that is asked before a call


def inline(units: Sequence[Unit]) -> Sequence[Unit]:
    by_name = {unit.name: unit for unit in units}
    return tuple(_Inliner(unit, by_name).inlined() for unit in units)


class _Inliner:
    """`left`: the nodes that may still be put into the unit. `stack`: the units whose bodies are being put in."""

    def __init__(self, unit: Unit, units: Mapping[str, Unit]) -> None:
        self.unit = unit
        self.units = units
        self.left = MOST_MORE if len(units) < MANY else MOST_MORE_OF_MANY
        self.point = max((one.point for one in points(unit.body)), default=0)

    def inlined(self) -> Unit:
        if not any(isinstance(node, Call) for node in walk(self.unit.body)):
            return self.unit
        body = pruned(self.block(self.unit.body, (self.unit.name,), self.unit.rule)[0])
        return replace(self.unit, body=body, pauses=bool(points(body)))

    def block(self, block: Block, stack: tuple[str, ...], rule: int) -> tuple[Block, int]:
        """The block with bodies in place of calls, and the line of the rules at its end."""
        out: Block = ()
        for one in block:
            if isinstance(one, Line):
                rule = one.rule
            if isinstance(one, Call):
                body = self.call(one, stack)
                back = body != (one,) and not ends(body)
                out += (*body, Line(rule, covers=False)) if back else body
            else:
                out += (with_blocks(one, partial(self.inner, stack=stack, rule=rule)),)
        return out, rule

    def inner(self, block: Block, stack: tuple[str, ...], rule: int) -> Block:
        return self.block(block, stack, rule)[0]

    def call(self, call: Call, stack: tuple[str, ...]) -> Block:
        unit = self.units.get(call.callee.name) if isinstance(call.callee, Named) else None
        if unit is None or unit.name in stack or unit.kind not in ("procedure", "hook"):
            return (call,)
        if not all(fits(arg.rep, param.rep) for param, arg in zip(unit.params, call.args, strict=True)):
            return (call,)  # a zone that is shown, where a thing is shown otherwise
        nodes = size(unit.body)
        if nodes > min(MOST_CALLEE, self.left):
            return self.asked_first(unit, call)
        made = _Copy(self, unit, call).made()
        if made is None:
            return (call,)
        self.left -= nodes
        return self.block(pruned(made), (*stack, unit.name), unit.rule)[0]

    def asked_first(self, unit: Unit, call: Call) -> Block:
        """A call that does nothing unless some test is true: the test comes before the call, if there is no journal."""
        steps = [one for one in unit.body if not isinstance(one, Line | Entered | Note)]
        match steps:
            case [If(test, _, ()), *rest] if all(isinstance(one, Return) and one.value is None for one in rest):
                if call.into is None and not call.tail and size(test) <= MOST_ASKED and all(map(is_atom, call.args)):
                    asked = put_in(test, dict(zip(unit.params, call.args, strict=True)))
                    return (If(asked, (call,), (), quick=True),)
        return (call,)


class _Copy:
    """A body for one call: with locals and points of its own, with its arguments in place of parameters."""

    def __init__(self, inliner: _Inliner, unit: Unit, call: Call) -> None:
        self.inliner = inliner
        self.unit = unit
        self.call = call
        self.own: dict[Var, Var] = {}

    def made(self) -> Block | None:
        values: dict[Var, Expr] = {}
        first: list[Stmt] = []
        changed = {var for node in walk(self.unit.body) if not isinstance(node, AnyExpr) for var in made_by(node)}
        for param, arg in zip(self.unit.params, self.call.args, strict=True):
            if param not in changed and _may_stand(arg):
                values[param] = arg
                continue
            self.own[param] = Var(param.name, param.rep)
            first.append(Let(self.own[param], arg))
        for var in changed:
            self.own.setdefault(var, Var(var.name, var.rep))
        for node in walk(self.unit.body):
            if isinstance(node, Fold | Bind):
                self.own[node.var] = Var(node.var.name, node.var.rep)
        body = mapped_block(self.unit.body, lambda node: self.changed(node, values))
        unread = self.unit.result.sort != "nothing" and self.inliner.unit.result.sort == "nothing"
        if self.call.tail and not unread:
            return (*first, *body)
        given = returned(body, self.call.into)
        if given is None:
            return None
        return (*first, *given, Return(None)) if self.call.tail and not ends(given) else (*first, *given)

    def changed(self, node: Any, values: Mapping[Var, Expr]) -> AnyNode:
        if isinstance(node, Local):
            return replace(node, var=self.own[node.var]) if node.var in self.own else replaced(node, values)
        if isinstance(node, Fold | Bind):
            node = replace(node, var=self.own[node.var])
        if isinstance(node, AnyExpr):
            return replaced(node, values)  # type: ignore[arg-type]
        if isinstance(node, Ask | Call) and node.point:
            self.inliner.point += 1
            node = replace(node, point=self.inliner.point)
        return with_made(node, self.own)


def _may_stand(arg: Expr) -> bool:
    """Whether it may as well be read where the parameter is: nothing that is done before changes it."""
    return is_atom(arg) or (isinstance(arg, Make) and all(map(_may_stand, arg.items)))
