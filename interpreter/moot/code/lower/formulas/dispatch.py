"""Formulas: which function lowers which."""

from __future__ import annotations

from typing import assert_never

from ....lang import tree
from ...ir.expressions import Const, Expr
from ...ir.make import NO_VALUE
from ...ir.reps import BOOL
from ...typing import symbols
from .. import asking, calls, proceeding
from ..context import Lowering
from . import arithmetic, names, rows, sets


def formula(low: Lowering, node: tree.Formula) -> Expr:
    """A formula's value. Parts that pause or make something run before it, as steps of the block.

    The most frequent types are tested first.
    """
    match node:
        case tree.Name(ref=symbols.Function() as ref):
            return calls.function(low, ref, [])
        case tree.Name():
            return names.name(low, node)
        case tree.Call():
            return calls.call(low, node)
        case tree.Compare():
            return arithmetic.compare(low, node)
        case tree.Number():
            return arithmetic.number_or_title(low, node)
        case tree.Field() | tree.FieldCall():
            return names.field(low, node)
        case tree.And() | tree.Or():
            return arithmetic.logic(low, node)
        case tree.Quantified():
            return sets.quantified(low, node)
        case tree.Arithmetic():
            return arithmetic.arithmetic(low, node)
        case tree.Conditional():
            return arithmetic.conditional(low, node)
        case tree.Bool(value=value):
            return Const(BOOL, value)
        case tree.NoneValue():
            return NO_VALUE
        case tree.Text():
            return arithmetic.text_of(low, node)
        case tree.ListOf():
            return sets.list_of(low, node)
        case tree.Roll():
            return asking.roll(low, node)
        case tree.Literal():
            return names.title(low, node.ref.name)
        case tree.New():
            return rows.new(low, node)
        case tree.Pending():
            return rows.pending(low, node)
        case tree.Proceed():
            return proceeding.proceeded(low, node)
        case tree.Lookup():
            return names.lookup(low, node)
        case tree.Minus():
            return arithmetic.minus(low, node)
        case tree.In():
            return sets.within(low, node)
        case tree.Is():
            return sets.is_of(low, node)
        case tree.Cast():
            return sets.cast(low, node)
        case tree.May():
            return asking.may(low, node)
        case tree.Not():
            return arithmetic.negation(low, node)
        case tree.Range():
            return sets.range_of(low, node)
    assert_never(node)
