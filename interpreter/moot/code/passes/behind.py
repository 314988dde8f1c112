"""The continuation of a point: the remaining steps after it, derived from the structure of a block.

behind(s1; …; sk; rest)   where the point is in sk  =  behind(sk); rest
behind(if t: A else: B)   where it is in A          =  behind(A)
behind(loop B)            where it is in B          =  behind(B); loop B   if nothing in behind(B) breaks
                                                       scope { behind(B); loop B; break }   otherwise
behind(scope B)           where it is in B          =  behind(B), in a scope if anything in it breaks
"""

from __future__ import annotations

from ..ir.statements import Ask, Block, Break, Call, If, Loop, Scope, Stmt
from ..ir.walk import breaks, ends


def behind(block: Block, point: int) -> Block | None:
    """None if the point is not in it. Points are never inside an Each or an Attempt."""
    for at, one in enumerate(block):
        inner = _inside(one, point)
        if inner is not None:
            return _then(inner, block[at + 1 :])
    return None


def _inside(one: Stmt, point: int) -> Block | None:
    match one:
        case Ask() | Call():
            return () if one.point == point else None
        case If(_, then, other):
            inner = behind(then, point)
            return behind(other, point) if inner is None else inner
        case Loop(body):
            inner = behind(body, point)
            if inner is None:
                return None
            if not breaks(inner):
                return _then(inner, (one,))
            return (Scope(_then(_then(inner, (one,)), (Break(),))),)
        case Scope(body):
            inner = behind(body, point)
            return (Scope(inner),) if inner is not None and breaks(inner) else inner
    return None


def _then(first: Block, following: Block) -> Block:
    """One block after another; the second is unreachable if the first one ends."""
    return first if ends(first) else first + following
