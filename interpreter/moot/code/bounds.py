"""Between which numbers a formula must lie, as far as that shows when compiling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..lang import tree
from .build import Build
from .typing import symbols, types
from .typing.types import bare, may_be_none

Ends = tuple[int | None, int | None]  # the least and the greatest; None where that is not known
UNKNOWN: Ends = (None, None)
DEEPEST = 4  # functions within functions


def bounds(build: Build, node: tree.Formula, depth: int = 0) -> Ends:
    """The ends of a formula's value, where it has one: of a number, or of a name by its place in its kind."""
    of, ref = bare(node.type), getattr(node, "ref", None)
    if isinstance(of, types.Names):
        return 0, len(build.layout.names[of.kind]) - 1
    if isinstance(of, types.Words):
        return 0, len(of.names) - 1
    if isinstance(node, tree.Number) and node.ref is None:
        return node.value, node.value
    if isinstance(node, tree.Roll):
        return node.count, node.count * node.faces
    if isinstance(node, tree.Minus):
        least, most = bounds(build, node.of, depth)
        return _minus(most), _minus(least)
    if isinstance(node, tree.Arithmetic):
        return _arithmetic(node.op, bounds(build, node.left, depth), bounds(build, node.right, depth))
    if isinstance(node, tree.Quantified):
        return _quantified(build, node, depth)
    if isinstance(ref, symbols.Option) and isinstance(ref.value, int):
        return int(ref.value), int(ref.value)
    if isinstance(ref, symbols.Builtin) and isinstance(node, tree.Call):
        return _builtin(build, node, depth)
    if isinstance(ref, symbols.State) or (isinstance(ref, symbols.Member) and ref.is_state):
        return _kept(build, of, depth)
    if isinstance(ref, symbols.Member) and isinstance(node, tree.Field):
        return _printed(build, ref, node)
    if isinstance(ref, symbols.Function):
        return _function(build, ref, depth)
    if isinstance(node, tree.Lookup) and isinstance(ref, symbols.Table):
        return _hull_of(list(build.game.cells.get(ref.name, {}).values()))
    if isinstance(ref, symbols.Local) and isinstance(getattr(ref.decl, "over", None), tree.Range):
        over = ref.decl.over  # type: ignore[union-attr]
        return bounds(build, over.low, depth)[0], bounds(build, over.high, depth)[1]
    return UNKNOWN


def is_there(node: tree.Formula) -> bool:
    """Whether a formula never comes to none. A name may hold none whatever its type: where nothing was to be chosen."""
    if may_be_none(node.type):
        return False
    if isinstance(node.ref, symbols.Local):
        return isinstance(node.ref.decl, tree.ForEach | tree.Quantified)
    if isinstance(node, tree.Lookup):
        return all(map(is_there, node.args))
    return not isinstance(node.ref, symbols.Function | symbols.Procedure)


def end_bounds(build: Build, end: int | str, depth: int = 0) -> Ends:
    """Between which numbers the end of a range lies: of one that is a function, its least and its greatest."""
    known = build.bound(end)
    if known is not None:
        return known, known
    return _function(build, build.game.functions[str(end)], depth) if end in build.game.functions else UNKNOWN


def _kept(build: Build, of: Any, depth: int) -> Ends:
    """What a state may hold: it stops at the ends of its range. An end that moves may leave its first value outside."""
    if isinstance(of, types.Dice):
        return of.count, of.count * of.faces
    if not isinstance(of, types.Bounded):
        return UNKNOWN
    least, most = end_bounds(build, of.low, depth)[0], end_bounds(build, of.high, depth)[1]
    if build.bound(of.low) is None or build.bound(of.high) is None:
        least, most = least if least is None else min(least, 0), most if most is None else max(most, 0)
    return least, most


def _function(build: Build, ref: symbols.Function, depth: int) -> Ends:
    target, node = build.plan.target(ref), ref.decl
    if isinstance(bare(ref.type), types.Bounded) and depth < DEEPEST:
        return _kept(build, bare(ref.type), depth + 1)
    if target.rules or target.moving or depth >= DEEPEST or not isinstance(node, tree.FunctionDecl):
        return UNKNOWN
    return _hull([bounds(build, line.value, depth + 1) for line in node.lines if line.value.type != types.NONE])


def _builtin(build: Build, node: tree.Call, depth: int) -> Ends:
    if node.name in ("size", "rank"):
        return 0, None
    ends = [bounds(build, arg, depth) for arg in node.args]
    if node.name == "abs":
        least, most = ends[0]
        if least is not None and least >= 0:
            return least, most
        return 0, None if least is None or most is None else max(-least, most)
    lows, highs = [low for low, _ in ends], [high for _, high in ends]
    if node.name == "min":
        return (None if None in lows else min(_known(lows))), min(_known(highs), default=None)
    if node.name == "max":
        return max(_known(lows), default=None), (None if None in highs else max(_known(highs)))
    return UNKNOWN


def _quantified(build: Build, node: tree.Quantified, depth: int) -> Ends:
    over = node.over
    if node.quantifier == "count":
        several = isinstance(over, tree.Name) and isinstance(over.ref, symbols.NameKind)
        return 0, len(over.ref.names) if several else None
    if node.quantifier == "sum" and node.of is not None:
        least, most = bounds(build, node.of, depth)
        return (0 if least is not None and least >= 0 else None), (0 if most is not None and most <= 0 else None)
    if node.quantifier in ("most", "least") and node.of is not None:
        return bounds(build, node.of, depth)
    return UNKNOWN


def _printed(build: Build, ref: symbols.Member, node: tree.Field) -> Ends:
    """What is printed on the things that it may be read of."""
    of = bare(node.of.type)
    if build.is_row_kind(ref.kind) or not isinstance(of, types.Thing) or of.kind not in build.ranges:
        return UNKNOWN
    first, end = build.ranges[of.kind]
    return _hull_of(build.constants[build.printed(ref.name, build.root(ref.kind))][first:end])


def _hull_of(values: Sequence[Any]) -> Ends:
    """The ends of values that are known."""
    numbers = [value for value in values if value is not None]
    if not numbers or not all(type(value) is int for value in numbers):
        return UNKNOWN
    return min(numbers), max(numbers)


def _arithmetic(op: str, left: Ends, right: Ends) -> Ends:
    (a, b), (c, d) = left, right
    if op == "+":
        return _plus(a, c), _plus(b, d)
    if op == "-":
        return _plus(a, _minus(d)), _plus(b, _minus(c))
    if op == "*" and a is not None and b is not None and c is not None and d is not None:
        corners = (a * c, a * d, b * c, b * d)
        return min(corners), max(corners)
    return UNKNOWN


def _hull(ends: list[Ends]) -> Ends:
    lows, highs = [low for low, _ in ends], [high for _, high in ends]
    return (None if None in lows else min(_known(lows))), (None if None in highs else max(_known(highs)))


def _known(ends: list[int | None]) -> list[int]:
    return [end for end in ends if end is not None]


def _minus(end: int | None) -> int | None:
    return None if end is None else -end


def _plus(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b
