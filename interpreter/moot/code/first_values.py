"""What states hold before anything sets them, as Python text."""

from __future__ import annotations

from collections.abc import Callable

from ..lang import tree
from ..lang.walk import walk
from .build import Build
from .typing import symbols, types
from .typing.types import Type, bare


def first_value(build: Build, ref: symbols.State, written: Callable[[tree.Formula], str]) -> str:
    """The first value of a state of rows: a constant. `written`: a formula as text."""
    node = ref.decl
    assert isinstance(node, tree.StateDecl)
    if isinstance(node.initial, tree.Number | tree.Bool) and node.initial.ref is None:
        return repr(node.initial.value)
    if isinstance(node.initial, tree.Name) and isinstance(node.initial.ref, symbols.Value):
        return str(node.initial.ref.index)
    if node.initial is not None:
        return written(node.initial)
    return nothing_yet(build, ref.type)


def reads_this(node: tree.Formula) -> bool:
    """Whether a first value depends on the thing that it belongs to."""
    return any(isinstance(inner, tree.Name) and inner.name == "this" for inner in walk(node))


def nothing_yet(build: Build, of: Type) -> str:
    """What a state holds at first where its declaration does not say."""
    if types.may_be_none(of):
        return "None"
    of = bare(of)
    if of == types.BOOL:
        return "False"
    if of in (types.STRING, types.NAME):
        return "''"
    if isinstance(of, types.SetOf | types.ListOf):
        return "0" if types.is_mask(of) else "()"
    if isinstance(of, types.Bounded):
        low, high = build.bound(of.low), build.bound(of.high)
        low, high = 0 if low is None else low, 0 if high is None else high
        return str(low if low > 0 else min(high, 0))
    if isinstance(of, types.Dice):
        return str(of.count)
    if isinstance(of, types.Thing) and not build.is_row_kind(of.kind):
        return str(build.ranges[of.kind][0])
    return "None" if isinstance(of, types.Thing) else "0"
