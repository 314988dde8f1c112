"""Definite assignment: whether a local is surely set where it is first read, if it is set just there."""

from __future__ import annotations

from .. import ir
from .walk import reads_locals

_FIRST_ALONE: frozenset[ir.Operation] = frozenset(
    ("and", "or", "cond")
)  # whose first argument alone is read in any case
# Whose arguments are written in another order than they appear, or twice.
_OTHERWISE: frozenset[ir.Operation] = frozenset(
    ("min", "max", "contains", "first", "last", "of_kind", "arg_or_none", "with_rest", "where")
)


def first_read(e: ir.Expr, var: ir.Var) -> bool:
    """Whether the value is read in any case, and the place that is written first is read first."""
    match e:
        case ir.Local(_, read):
            return read is var
        case ir.Cell(_, inner) | ir.Printed(_, _, inner) | ir.Field(_, inner) | ir.Contents(_, inner):
            return first_read(inner, var)
        case ir.Arg(_, inner) | ir.Captured(_, inner) | ir.RuleSource(_, inner) | ir.Show(_, inner):
            return first_read(inner, var)
        case ir.Op(_, name, args):
            return name not in _OTHERWISE and _in_order(args[:1] if name in _FIRST_ALONE else args, var)
        case ir.Prim(_, _, args) | ir.Pure(_, _, args):
            return _in_order(args, var)
    return False


def _in_order(args: tuple[ir.Expr, ...], var: ir.Var) -> bool:
    return next((first_read(arg, var) for arg in args if var in reads_locals(arg)), False)
