"""Loops that need not be gone through: over small sets kept as masks, and over one or two constants.

count(r in bits(a) where not bit(b, r))        =   size(a andnot b)
any(p in [0, 1] where cell[p + 119] < 0)       =   cell[119] < 0 or cell[120] < 0
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from ..ir.expressions import Const, Expr, Fold, Local, Op, Plain, Var
from ..ir.make import NO_VALUE, YES, both, chosen, constant, either, negated, number, op
from ..ir.node import AnyExpr, AnyNode, AnyStmt
from ..ir.reps import NUM, Rep, mask
from ..ir.statements import Ask, Block, Break, Call, Each, If, Let, Loop, Scope, Stmt
from ..ir.units import Unit
from ..ir.walk import (
    breaks,
    ends,
    made_by,
    mapped_block,
    points,
    reads_locals,
    size,
    walk,
    with_blocks,
)
from .simple import folded, is_cheap, pruned, put, put_in, with_own_locals

MOST_TURNS = 2  # constants for each of which a loop is written out …
MOST_ASKED = 3  # … and if it is one inside a formula
MOST_WRITTEN = 40  # nodes of one turn that is written out
MASKED = 62  # numbers below this may be members of a mask


def loops(units: Sequence[Unit]) -> Sequence[Unit]:
    return tuple(_unit(unit) for unit in units)


def _unit(unit: Unit) -> Unit:
    if not any(isinstance(node, Fold | Each | Loop) for node in walk(unit.body)):
        return unit
    return replace(unit, body=pruned(_Turns(unit).block(mapped_block(unit.body, _changed))))


def _changed(node: Any) -> AnyNode:
    if not isinstance(node, Fold):
        return folded(node) if isinstance(node, AnyExpr) else node  # type: ignore[arg-type]
    found = by_mask(node)
    return written_out(node) if found is None else found


# ---------------------------------------------------------------------------------------------- masks


def by_mask(e: Fold) -> Expr | None:
    """A loop over a mask as an operation on masks; None where it asks for more."""
    if not (isinstance(e.over, Op) and e.over.op == "bits") or e.what not in ("any", "every", "count", "each"):
        return None
    whole = e.over.args[0]
    those = whole if e.where is None else _of_which(whole, e.var, e.where)
    if those is None:
        return None
    match e.what:
        case "any":
            return negated(op("empty", those))
        case "count":
            return op("size", those, rep=NUM)
        case "each":
            if e.rep.sort == "mask":
                return those if e.of is None else None
            return Op(e.rep, "bits", (those,)) if e.of is None else None
        case "every":
            assert e.of is not None
            left = _of_which(those, e.var, negated(e.of))
            return None if left is None else op("empty", left)
    return None


def _of_which(whole: Expr, var: Var, test: Expr) -> Expr | None:
    """The members of a mask for which a test holds, as a mask."""
    if var not in reads_locals(test):
        return chosen(test, whole, Const(whole.rep, 0), whole.rep)
    match test:
        case Op(_, "and", tests):
            for one in tests:
                found = _of_which(whole, var, one)
                if found is None:
                    return None
                whole = found
            return whole
        case Op(_, "or", tests) if is_cheap(whole):
            parts = [_of_which(whole, var, one) for one in tests]
            several = [part for part in parts if part is not None]
            return op("|", *several, rep=whole.rep) if len(several) == len(parts) else None
        case Op(_, "not", (Op(_, ("and" | "or") as name, tests),)):
            opposite = tuple(negated(one) for one in tests)
            return _of_which(whole, var, either(*opposite) if name == "and" else both(*opposite))
        case Op(_, "not", (inner,)):
            those = _members(var, inner)
            return None if those is None else op("andnot", whole, those, rep=whole.rep)
        case Op(_, "!=", args):
            those = _members(var, Op(test.rep, "==", args))
            return None if those is None else op("andnot", whole, those, rep=whole.rep)
    those = _members(var, test)
    return None if those is None else op("&", whole, those, rep=whole.rep)


def _members(var: Var, test: Expr) -> Expr | None:
    """The mask of all numbers for which a test of one of them holds."""
    match test:
        case Op(_, "bit", (of, Local(_, read))) if read is var and var not in reads_locals(of):
            return of
        case Op(_, "==", (Local(_, read), other) | (other, Local(_, read))) if read is var:
            return None if var in reads_locals(other) else _only(other)
        case Op(_, "contains", (Const(rep, values), Local(_, read))) if read is var and isinstance(values, tuple):
            numbers = [n for n in values if isinstance(n, int) and 0 <= n < MASKED]
            return Const(mask(rep.item or NUM), sum(1 << n for n in set(numbers)))
    return None


def _only(member: Expr) -> Expr | None:
    """The mask of one number, which is empty where it is none."""
    rep = member.rep
    if rep.low is None or rep.low < 0 or rep.end is None or rep.end > MASKED or rep.sort == "bool":
        return None
    of = mask(rep.sure)
    if not rep.optional:
        return op("shift", member, rep=of)
    if not is_cheap(member):
        return None
    return Op(of, "cond", (op("is_none", member), Const(of, 0), Op(of, "shift", (known_number(member),))))


def known_number(e: Expr) -> Expr:
    """The same, which a test before it has shown to be there."""
    return Local(e.rep.sure, e.var) if isinstance(e, Local) else Op(e.rep.sure, "known_thing", (e,))


# ---------------------------------------------------------------------------------------------- constants


def members_of(over: Expr, most: int = MOST_TURNS) -> tuple[Const, ...] | None:
    """What a constant holds, if that is not much."""
    if not isinstance(over, Const) or not isinstance(over.value, tuple | range) or len(over.value) > most:
        return None
    item = over.rep.item or NUM
    return tuple(_constant(one, item) for one in over.value)


def _constant(value: Plain, item: Rep) -> Const:
    return constant(value, item) if value is not None else NO_VALUE


def written_out(e: Fold) -> Expr:
    """A loop over one or two constants, turn by turn."""
    members = members_of(e.over, MOST_ASKED)
    if members is None or size(tuple(p for p in (e.where, e.of) if p is not None)) > MOST_WRITTEN:
        return e
    turns = [_turn(e, member) for member in members]
    match e.what:
        case "any":
            return either(*(where for where, _ in turns))
        case "every":
            return both(*(either(negated(where), of) for where, of in turns))
        case "count":
            return _total(chosen(where, number(1), number(0)) for where, _ in turns)
        case "sum" if e.of is not None and not e.of.rep.optional:
            return _total(chosen(where, of, number(0), NUM) for where, of in turns)
    return e


def _turn(e: Fold, member: Const) -> tuple[Expr, Expr]:
    """The test and the value for one member."""
    where, of = (YES if part is None else put_in(with_own_locals(part), {e.var: member}) for part in (e.where, e.of))
    return where, of


def _total(parts: Iterable[Expr]) -> Expr:
    found: Expr = number(0)
    for part in parts:
        found = op("+", found, part, rep=NUM)
    return found


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
            return put(node, values) if isinstance(node, AnyExpr) else node  # type: ignore[arg-type]

        copy = mapped_block(turn, change)
        return (Let(var, member), *copy) if is_set else copy


def _read(block: Block) -> frozenset[Var]:
    return frozenset(node.var for node in walk(block) if isinstance(node, Local))
