"""Redundant loops: over small sets stored as masks (masks.py), and over one or two constants.

any(p in [0, 1] where cell[p + 119] < 0) = cell[119] < 0 or cell[120] < 0
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..ir.expressions import Const, Expr, Fold, Local, Op, Var
from ..ir.node import AnyExpr, AnyNode, AnyStmt
from ..ir.statements import Ask, Block, Break, Call, Each, If, Let, Loop, Scope, Stmt
from ..ir.units import Unit
from ..ir.walk import (
    breaks,
    ends,
    made_by,
    mapped_block,
    points,
    size,
    walk,
    with_blocks,
)
from .simple import MOST_WRITTEN, folded, members_of, pruned, replaced


def loops(units: Sequence[Unit]) -> Sequence[Unit]:
    return tuple(_unit(unit) for unit in units)


def _unit(unit: Unit) -> Unit:
    if not any(isinstance(node, Fold | Each | Loop) for node in walk(unit.body)):
        return unit
    return replace(unit, body=pruned(_Turns(unit).block(mapped_block(unit.body, _folded))))


def _folded(node: Any) -> AnyNode:
    return folded(node) if isinstance(node, AnyExpr) else node  # type: ignore[arg-type]


class _Turns:
    """Writes out loops of statements over one or two constants."""

    def __init__(self, unit: Unit) -> None:
        self.point = max((one.point for one in points(unit.body)), default=0)

    def block(self, block: Block) -> Block:
        out: Block = ()
        at = 0
        while at < len(block):
            turns = self.by_places(block[at : at + 2])
            if turns is not None:
                out, at = out + turns, at + 2
                continue
            out, at = out + self.one(with_blocks(block[at], self.block)), at + 1
        return out

    def one(self, s: Stmt) -> Block:
        turns = self.turns(s.var, s.over, s.body) if isinstance(s, Each) else None
        return (s,) if turns is None else turns

    def by_places(self, pair: Block) -> Block | None:
        """`let at = 0; loop { if at >= 2: break; let p = [0, 1][at]; let at = at + 1; … }`, which may pause."""
        match pair:
            case (
                Let(at, Const(_, 0)),
                Loop((If(_, (Break(),), ()), Let(var, Op(_, "at", (over, Local(_, read)))), Let(counted), *turn)),
            ) if at is read is counted and at not in _read(tuple(turn)):
                return self.turns(var, over, tuple(turn))
        return None

    def turns(self, var: Var, over: Expr, turn: Block) -> Block | None:
        members = members_of(over)
        if members is None or size(turn) > MOST_WRITTEN:
            return None
        out: Block = ()
        for number_of_turn, member in enumerate(members):
            if ends(out):
                break
            out += self.turn(var, member, turn, number_of_turn > 0)
        return (Scope(out),) if breaks(out) else out

    def turn(self, var: Var, member: Const, turn: Block, again: bool) -> Block:
        is_set = any(var in made_by(node) for node in walk(turn) if isinstance(node, AnyStmt))
        values = {} if is_set else {var: member}

        def change(node: Any) -> AnyNode:
            if again and isinstance(node, Ask | Call) and node.point:
                self.point += 1
                node = replace(node, point=self.point)
            return replaced(node, values) if isinstance(node, AnyExpr) else node  # type: ignore[arg-type]

        copy = mapped_block(turn, change)
        return (Let(var, member), *copy) if is_set else copy


def _read(block: Block) -> frozenset[Var]:
    return frozenset(node.var for node in walk(block) if isinstance(node, Local))
