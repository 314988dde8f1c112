"""Tail calls: the last call of a unit leaves no frame, because its value is returned at once.

For that, `Return` goes to the end of each branch, and replaces statements that only lead to it:

if t: call p          if t: tail call p        loop { …; if t: break }; return     =   loop { …; if t: return }
return            =   else: return             scope { …; if t: break; … }; return =   …; if t: return; …; return
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..ir.expressions import Const, Local
from ..ir.make import is_atom
from ..ir.statements import Block, Break, Call, If, Line, Loop, Note, Return, Scope, Stmt
from ..ir.units import Unit
from ..ir.walk import breaks, ends, points, walk


def tails(units: Sequence[Unit]) -> Sequence[Unit]:
    return tuple(_unit(unit) for unit in units)


def _unit(unit: Unit) -> Unit:
    if not any(isinstance(node, Call | Scope) for node in walk(unit.body)):
        return unit
    body = _Tails(unit).block(unit.body, None, None)
    return unit if body == unit.body else replace(unit, body=body)


class _Tails:
    """`follows`: the return after a block, if nothing else follows; `leave`: the same for a Break in it."""

    def __init__(self, unit: Unit) -> None:
        self.gives_nothing = unit.result.sort == "nothing"

    def block(self, block: Block, follows: Return | None, leave: Return | None) -> Block:
        done: Block = ()
        behind = follows  # the returns after the pending blocks, from the last one on
        for at in range(len(block) - 1, -1, -1):
            one = block[at]
            if isinstance(one, Return):
                behind, done = one, (one,)
            elif isinstance(one, Break) and leave is not None:
                behind, done = leave, (leave,)
            elif isinstance(one, Line | Note):
                done = (one, *done)
            else:
                done = self.statement(one, behind, leave, done)
                behind = None
        return done

    def statement(self, s: Stmt, behind: Return | None, leave: Return | None, rest: Block) -> Block:
        """A statement and the rest of its block."""
        match s:
            case Call() if behind is not None and self.is_last(s, behind):
                return (replace(s, into=None, tail=True),)
            case If(test, then, other, quick):
                last = None if quick else behind
                a, b = self.block(then, last, leave), self.block(other, last, leave)
                if last is not None and (a, b) != (then, other):
                    return (If(test, _returning(a, last), _returning(b, last)),)
                made = If(test, a, b, quick)
                return (made,) if ends((made,)) else (made, *rest)
            case Scope(body):
                body = self.block(body, behind, behind)
                if breaks(body):
                    return (Scope(body), *rest)
                return body if ends(body) else (*body, *rest)
            case Loop(body, fuel):
                value = behind.value if behind is not None else None
                leaves_at_once = behind is not None and (value is None or is_atom(value)) and points(body)
                made_loop = Loop(self.block(body, None, behind if leaves_at_once else None), fuel)
                return (made_loop, *rest) if breaks(made_loop.body) else (made_loop,)
        return (s, *rest)

    def is_last(self, call: Call, behind: Return) -> bool:
        """Whether what is returned behind a call is what it gives."""
        match behind.value:
            case None | Const(_, None):
                return self.gives_nothing
            case Local(rep, var):
                return var is call.into and rep == var.rep
        return False


def _returning(block: Block, behind: Return) -> Block:
    return block if ends(block) else (*block, behind)
