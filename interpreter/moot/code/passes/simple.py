"""Constant folding of units in which expressions were replaced: operations, and tests that are decided."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from ..ir.expressions import Arg, Bind, Const, Expr, Fold, Local, Make, Op, Plain, RuleSource, Var
from ..ir.make import (
    NO,
    NO_VALUE,
    YES,
    both,
    bound_as,
    chosen,
    constant,
    either,
    is_atom,
    known,
    negated,
    number,
    op,
    with_rep,
)
from ..ir.reps import NONE, NUM, Rep
from ..ir.statements import Attempt, Block, Each, If, Let, Line, Loop, Note, Scope, Stmt
from ..ir.total import never_fails
from ..ir.walk import breaks, ends, mapped, size, walk
from .masks import by_mask

MOST_TURNS = 2  # constants for which a loop is unrolled …
MOST_ASKED = 3  # … and if it is one inside a formula
MOST_WRITTEN = 40  # nodes of one turn that is written out


def folded(e: Expr) -> Expr:
    """One node folded, whose parts are."""
    match e:
        case Op(rep, "arg_or_none", (Make(_, items), Const(_, int(at)))):
            return as_read(items[at], rep) if at < len(items) else NO_VALUE
        case Op(rep, name, args):
            return op(name, *args, rep=rep)
        case Arg(rep, Make(_, items), at) if at < len(items):
            return as_read(items[at], rep)
        case Arg(Rep("num", None, None) as rep, Local(of), at) if at < len(of.items) and of.items[at].sort == "num":
            return replace(e, rep=replace(of.items[at], optional=rep.optional))
        case RuleSource(_, Const(_, tuple(inst))):
            return Const(NONE, None) if inst[1] is None else e
        case Bind(_, var, value, body) if is_atom(value):
            return put_in(body, {var: value})
        case Bind(_, var, value, body):
            return bound_as(var, value, body)
        case Fold(_, _, _, _, where, of) if where in (YES, NO) or of in (YES, NO):
            return _fold(e)
        case Fold():
            found = by_mask(e)
            return written_out(e) if found is None else found
    return e


def _fold(e: Fold) -> Expr:
    """A loop whose tests have an answer."""
    if e.where == YES:
        return folded(replace(e, where=None))
    if e.where == NO:
        match e.what:
            case "any":
                return NO
            case "every":
                return YES
            case "count":
                return number(0)
        return e
    return YES if e.what == "every" and e.of == YES else e


def put_in(e: Expr, values: Mapping[Var, Expr], one: Callable[[Expr], Expr] = folded) -> Expr:
    """The same with these in place of locals, each node as `one` gives it. Known facts are preserved."""
    return mapped(e, lambda n: replaced(n, values, one))


def replaced(n: Expr, values: Mapping[Var, Expr], one: Callable[[Expr], Expr] = folded) -> Expr:
    """One node with these in place of locals."""
    if isinstance(n, Local):
        found = values.get(n.var)
        return n if found is None else as_read(found, n.rep)
    return one(n)


def as_read(e: Expr, rep: Rep) -> Expr:
    """The replacement of a local that was read as such: present, and within those limits, if tests have shown that."""
    e = e if rep.optional else known(e)
    if isinstance(e, Const) or rep.sort != e.rep.sort or rep.low is None or rep.end is None:
        return e
    if e.rep.low is not None and e.rep.end is not None and rep.low <= e.rep.low and e.rep.end <= rep.end:
        return e
    return with_rep(e, replace(rep, optional=e.rep.optional))


def with_own_locals(e: Expr) -> Expr:
    """The same with loops and names of its own."""
    own: dict[Var, Var] = {}

    def change(n: Expr) -> Expr:
        if isinstance(n, Local):
            return replace(n, var=own.get(n.var, n.var))
        return replace(n, var=own[n.var]) if isinstance(n, Fold | Bind) else n

    for node in walk(e):
        if isinstance(node, Fold | Bind):
            own[node.var] = Var(node.var.name, node.var.rep)
    return mapped(e, change) if own else e


# ---------------------------------------------------------------------------------------------- constants


def members_of(over: Expr, most: int = MOST_TURNS) -> tuple[Const, ...] | None:
    """The contents of a constant, if it is small."""
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
        case "sum" if not e.rep.optional:
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


# ---------------------------------------------------------------------------------------------- blocks


def pruned(block: Block) -> Block:
    """Without branches that are never taken, and unreachable code."""
    out: Block = ()
    for one in block:
        if ends(out):
            return out
        out += _pruned(one)
    return out


def _is_nothing(block: Block) -> bool:
    return all(isinstance(one, Line | Note) for one in block)


def _pruned(s: Stmt) -> Block:
    match s:
        case If(Const(_, value), then, other):
            return pruned(then if value else other)
        case If(test, then, other, quick):
            then, other = pruned(then), pruned(other)
            if not _is_nothing(then):
                return (If(test, then, other, quick),)
            if not _is_nothing(other):
                return (If(negated(test), other),)
            return () if never_fails(test) else (s,)
        case Loop(body, fuel):
            return (Loop(pruned(body), fuel),)
        case Scope(body):
            body = pruned(body)
            return (Scope(body),) if breaks(body) else body
        case Each(var, over, body):
            return (Each(var, over, pruned(body)),)
        case Attempt(body, failed):
            body = pruned(body)
            sure = all(isinstance(one, Line) or (isinstance(one, Let) and never_fails(one.value)) for one in body)
            return body if sure else (Attempt(body, pruned(failed)),)
    return (s,)
