"""Formulas: which function lowers which."""

from __future__ import annotations

from typing import assert_never

from ...lang import tree
from ..ir.expressions import Const, Expr
from ..ir.make import NO_VALUE
from ..ir.reps import BOOL
from . import arithmetic, asking, calls, names, proceeding, rows, sets
from .context import Lowering


def formula(low: Lowering, node: tree.Expression) -> Expr:
    """A formula's value. What pauses or makes something in it is done before, as steps of the block that is made."""
    found: tree.Formula = node  # type: ignore[assignment]
    match found:
        case tree.Number():
            return arithmetic.number_or_title(low, found)
        case tree.Bool(value=value):
            return Const(BOOL, value)
        case tree.NoneValue():
            return NO_VALUE
        case tree.Text():
            return arithmetic.text_of(low, found)
        case tree.Name():
            return names.name(low, found)
        case tree.Call():
            return calls.call(low, found)
        case tree.ListOf():
            return sets.list_of(low, found)
        case tree.Roll():
            return asking.roll(low, found)
        case tree.New():
            return rows.new(low, found)
        case tree.Pending():
            return rows.pending(low, found)
        case tree.Proceed():
            return proceeding.proceeded(low, found)
        case tree.Field() | tree.FieldCall():
            return names.field(low, found)
        case tree.Lookup():
            return names.lookup(low, found)
        case tree.Minus():
            return arithmetic.minus(low, found)
        case tree.Arithmetic():
            return arithmetic.arithmetic(low, found)
        case tree.Compare():
            return arithmetic.compare(low, found)
        case tree.In():
            return sets.within(low, found)
        case tree.Is():
            return sets.is_of(low, found)
        case tree.May():
            return asking.may(low, found)
        case tree.Not():
            return arithmetic.negation(low, found)
        case tree.And() | tree.Or():
            return arithmetic.logic(low, found)
        case tree.Range():
            return sets.range_of(low, found)
        case tree.Quantified():
            return sets.quantified(low, found)
    assert_never(found)
