"""Which expressions can be read without a fault whatever the position, so that they may be left out; and which are a
fault where a local is none.
"""

from __future__ import annotations

from .expressions import (
    Arg,
    Bind,
    Captured,
    Cell,
    Cells,
    Const,
    Contents,
    Expr,
    Fold,
    Listeners,
    Listening,
    Local,
    Make,
    Op,
    Operation,
    Prim,
    Printed,
    Pure,
    Source,
    Var,
    Where,
)
from .reps import NUMBERS
from .walk import walk

CHEAP = 3  # nodes
# Faults where what they read is none, zero, outside or too large.
_MAY_FAIL: frozenset[Operation] = frozenset(
    ("sure", "inside", "having", "div", "mod", "times", "at", "shift", "between", "span", "joined", "with")
)
_READ_AT_ONCE: frozenset[Operation] = frozenset(("+", "-", "*", "times", "neg", "abs", "<", "<=", ">", ">="))


def never_fails(e: Expr) -> bool:
    return all(map(_never_fails, walk(e)))


def _never_fails(e: object) -> bool:
    match e:
        case Const() | Local() | Cell() | Cells() | Printed() | Where() | Contents() | Make() | Listening():
            return True
        case Listeners() | Arg() | Captured() | Source() | Bind() | Fold():
            return True
        case Op(rep, ("first" | "last"), _):
            return rep.optional
        case Op(_, name, _):
            return name not in _MAY_FAIL
    return False


def may_be_read_again(e: Expr) -> bool:
    """Whether it may as well be read twice: it is short, and calls nothing."""
    found = list(walk(e))
    return len(found) <= CHEAP and not any(isinstance(n, Pure | Prim | Fold | Bind) for n in found)


def fails_if_none(e: Expr, var: Var) -> bool:
    """Whether reading it is a fault in any case if a local is none."""
    match e:
        case Cell(_, at) | Printed(_, _, at):
            return _is(at, var) or fails_if_none(at, var)
        case Where(_, thing):
            return thing.rep.end is not None and (_is(thing, var) or fails_if_none(thing, var))
        case Op(_, name, args) if name in _READ_AT_ONCE:
            return any(_is(arg, var) or fails_if_none(arg, var) for arg in args)
        case Op(_, ("size" | "empty" | "sure" | "bits" | "not" | "known_thing"), (of,)):
            return fails_if_none(of, var)
    return False


def _is(e: Expr, var: Var) -> bool:
    return isinstance(e, Local) and e.var is var and e.rep.sort in NUMBERS
