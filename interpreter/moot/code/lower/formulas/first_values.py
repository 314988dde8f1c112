"""What states hold before anything sets them."""

from __future__ import annotations

from ....lang import tree
from ....lang.walk import walk
from ...ir import convert, make
from ...ir.expressions import Const, Expr, Make
from ...ir.make import NO_VALUE, number
from ...ir.reps import Rep, seq
from ...typing import symbols, types
from ...typing.types import Type, bare
from ..context import Lowering


def first_value(low: Lowering, of: Type, node: tree.Formula | None) -> Expr:
    """The first value of a state or field of this type: as its declaration says, or else the plainest."""
    return convert.frozen(low.expr(node)) if node is not None else nothing_yet(low, of)


def sparse_first(low: Lowering, ref: symbols.State) -> Expr:
    """The first value of a state of rows, which takes no room."""
    node = ref.decl
    assert isinstance(node, tree.StateDecl)
    return first_value(low, ref.type, node.initial)


def reads_this(node: tree.Formula) -> bool:
    """Whether a first value depends on the thing that it belongs to."""
    return any(isinstance(inner, tree.Name) and inner.name == "this" for inner in walk(node))


def nothing_yet(low: Lowering, of: Type) -> Expr:
    """What a state holds at first where its declaration does not say (sentence 32 of docs/semantics.md)."""
    if types.may_be_none(of):
        return NO_VALUE
    rep = low.stage.rep(of)
    match bare(of):
        case types.BOOL:
            return make.NO
        case types.STRING | types.NAME:
            return make.text("")
        case types.SetOf() | types.ListOf():
            return Const(rep, 0) if rep.sort == "mask" else Make(seq(rep.item or Rep("num")), ())
        case types.Bounded(low_end, high_end):
            first, last = low.numbering.bound(low_end), low.numbering.bound(high_end)
            first, last = 0 if first is None else first, 0 if last is None else last
            return number(first if first > 0 else min(last, 0))
        case types.Dice(count, _):
            return number(count)
        case types.Thing():
            return NO_VALUE if rep.sort == "row" or rep.low is None else Const(rep, rep.low)
        case types.CALL:
            return NO_VALUE
    return Const(rep, 0)
