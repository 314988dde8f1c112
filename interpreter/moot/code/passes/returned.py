"""A body in place of a call: its result goes into a local, and the code after the call follows it."""

from __future__ import annotations

from dataclasses import replace

from ..ir.expressions import Var
from ..ir.make import NO_VALUE
from ..ir.statements import Attempt, Block, Break, Call, Each, If, Let, Loop, Return, Scope, Stmt
from ..ir.total import never_fails
from ..ir.walk import blocks, ends, walk


def returned(body: Block, into: Var | None) -> Block | None:
    """None if it returns from the middle of a loop."""
    body = nested(body)
    if not _early(body, True):
        return _at_end(body, into)
    if any(isinstance(one, Loop | Each | Scope | Attempt) and _returns((one,)) for one in walk(body)):
        return None
    broken = _broken(body, into)
    return (Scope(broken if ends(broken) else (*broken, *_kept(None, into), Break())),)


def nested(block: Block) -> Block:
    """The code after an `if` whose one side ends, moved into the other side."""
    for at, one in enumerate(block):
        if not isinstance(one, If) or one.quick:
            continue
        then, other, rest = nested(one.then), nested(one.other), block[at + 1 :]
        if rest and ends(then):
            return (*block[:at], If(one.test, then, nested(other + rest)))
        if rest and ends(other):
            return (*block[:at], If(one.test, nested(then + rest), other))
        block = (*block[:at], If(one.test, then, other), *rest)
    return block


def _is_return(s: Stmt) -> bool:
    return isinstance(s, Return) or (isinstance(s, Call) and s.tail)


def _returns(block: Block) -> bool:
    return any(_is_return(node) for node in walk(block))  # type: ignore[arg-type]


def _early(block: Block, last: bool) -> bool:
    """Whether anything returns from elsewhere than an end."""
    for at, one in enumerate(block):
        is_end = last and at == len(block) - 1
        if _is_return(one):
            if not is_end:
                return True
        elif isinstance(one, If):
            if _early(one.then, is_end and not one.quick) or _early(one.other, is_end):
                return True
        elif any(map(_returns, blocks(one))):
            return True
    return False


def _at_end(block: Block, into: Var | None) -> Block:
    last = block[-1] if block else None
    match last:
        case Return() | Call(tail=True):
            return (*block[:-1], *_kept(last, into))
        case If(test, then, other, False) if _returns((last,)):
            return (*block[:-1], If(test, _at_end(then, into), _at_end(other, into)))
    return block if ends(block) else (*block, *_kept(None, into))


def _kept(s: Return | Call | None, into: Var | None) -> Block:
    """The result, in the local; a call is made and continues after itself."""
    if isinstance(s, Call):
        return (replace(s, tail=False, into=into),)
    value = s.value if s is not None else None
    if into is None:  # an unread value may still be an error
        return () if value is None or never_fails(value) else (Let(Var("unread", value.rep), value),)
    return (Let(into, NO_VALUE if value is None else value),)


def _broken(block: Block, into: Var | None) -> Block:
    """The same with a Break behind it."""
    out: Block = ()
    for one in block:
        match one:
            case Return() | Call(tail=True):
                out += (*_kept(one, into), Break())
            case If(test, then, other, quick):
                out += (If(test, _broken(then, into), _broken(other, into), quick),)
            case _:
                out += (one,)
    return out
