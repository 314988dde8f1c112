"""Whether a local is surely set where it is first read, if it is set just there."""

from __future__ import annotations

from .expressions import (
    Arg,
    Captured,
    Cell,
    Contents,
    Expr,
    Field,
    Local,
    Op,
    Operation,
    Prim,
    Printed,
    Pure,
    Show,
    Source,
    Var,
)
from .walk import reads_locals

_FIRST_ALONE: frozenset[Operation] = frozenset(("and", "or", "cond"))  # whose first argument alone is read in any case
# Of which an argument is written in another order than it stands, or twice.
_OTHERWISE: frozenset[Operation] = frozenset(
    ("min", "max", "contains", "first", "last", "of_kind", "arg_or_none", "with_rest", "where")
)


def first_read(e: Expr, var: Var) -> bool:
    """Whether the value is read in any case, and the place that is written first is read first."""
    match e:
        case Local(_, read):
            return read is var
        case Cell(_, inner) | Printed(_, _, inner) | Field(_, inner) | Contents(_, inner):
            return first_read(inner, var)
        case Arg(_, inner) | Captured(_, inner) | Source(_, inner) | Show(_, inner):
            return first_read(inner, var)
        case Op(_, name, args):
            return name not in _OTHERWISE and _in_order(args[:1] if name in _FIRST_ALONE else args, var)
        case Prim(_, _, args) | Pure(_, _, args):
            return _in_order(args, var)
    return False


def _in_order(args: tuple[Expr, ...], var: Var) -> bool:
    return next((first_read(arg, var) for arg in args if var in reads_locals(arg)), False)
