"""The initial values of states."""

from __future__ import annotations

from ....lang import tree
from ....lang.walk import walk
from ...ir import convert, make
from ...ir.expressions import Const, Expr, Make
from ...ir.make import NO_VALUE, number
from ...ir.reps import Rep, seq
from ...layout.first_values import nothing_yet
from ...typing import symbols
from ...typing.types import Type
from ..context import Lowering


def first_value(low: Lowering, of: Type, node: tree.Formula | None) -> Expr:
    """The first value of a state or field of this type: as its declaration says, or else the plainest."""
    return convert.frozen(low.expr(node)) if node is not None else _nothing_yet(low, of)


def sparse_first(low: Lowering, ref: symbols.State) -> Expr:
    """The first value of a state of rows, which takes no room."""
    node = ref.decl
    assert isinstance(node, tree.StateDecl)
    return first_value(low, ref.type, node.initial)


def reads_this(node: tree.Formula) -> bool:
    """Whether a first value depends on the thing that it belongs to."""
    return any(isinstance(inner, tree.Name) and inner.name == "this" for inner in walk(node))


def _nothing_yet(low: Lowering, of: Type) -> Expr:
    """The initial value of a state whose declaration gives none (sentence 32 of docs/semantics.md)."""
    rep, value = low.stage.rep(of), nothing_yet(low.numbering, of)
    match value:
        case None:
            return NO_VALUE
        case bool():
            return make.YES if value else make.NO
        case str():
            return make.text(value)
        case tuple():
            return Make(seq(rep.item or Rep("num")), ())
    return number(value) if rep.sort == "num" else Const(rep, value)
