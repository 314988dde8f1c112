"""Intervals: between which numbers a formula must lie, as far as that shows when compiling."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from ...lang import tree
from ..layout.values import Value
from ..typing import symbols, types
from ..typing.types import Type, bare, may_be_none
from .tables import Tables
from .units import Plan

Ends: TypeAlias = tuple[int | None, int | None]  # the least and the greatest; None where that is not known
NOT_KNOWN: Ends = (None, None)
_OVER = (
    tree.ForEach,
    tree.Quantified,
    tree.Choose,
    tree.Pick,
    tree.LawEach,
)  # what goes over a range, or chooses of it
DEEPEST = 4  # functions within functions


def value_bounds(plan: Plan, tables: Tables, node: tree.Formula) -> Ends:
    """The ends of a formula's value, where it has one: of a number, or of a name by its place in its kind."""
    return _Reader(plan, tables).of(node)


def is_there(node: tree.Formula) -> bool:
    """Whether a formula never comes to none. A name may hold none whatever its type: where nothing was to be chosen."""
    if may_be_none(node.type):
        return False
    if isinstance(node.ref, symbols.Local):
        return isinstance(node.ref.decl, tree.ForEach | tree.Quantified)
    if isinstance(node, tree.Lookup):
        return all(map(is_there, node.args))
    return not isinstance(node.ref, symbols.Function | symbols.Procedure)


@dataclass(frozen=True, slots=True)
class _Reader:
    plan: Plan
    tables: Tables
    depth: int = 0

    def of(self, node: tree.Formula) -> Ends:
        of = bare(node.type)
        match of:
            case types.Names(kind):
                return 0, len(self.plan.numbering.names[kind]) - 1
            case types.Words(names):
                return 0, len(names) - 1
        match node:
            case tree.Number(value=value, ref=None):
                return value, value
            case tree.Roll(count=count, faces=faces):
                return count, count * faces
            case tree.Minus(of=inner):
                least, most = self.of(inner)
                return _minus(most), _minus(least)
            case tree.Arithmetic(op=op, left=left, right=right):
                return _arithmetic(op, self.of(left), self.of(right))
            case tree.Quantified():
                return self.quantified(node)
            case tree.Call(ref=symbols.Builtin(), name=name, args=args):
                return _builtin(name, [self.of(arg) for arg in args])
            case tree.Field(ref=symbols.Member(is_state=False) as member, of=inner) if types.is_number(of):
                return self.printed(member, inner)
            case tree.Lookup(ref=symbols.Table(name=name)) if types.is_number(of):
                return _hull_of(self.tables.cells[name].values())
            case tree.Name() | tree.Call() | tree.Field() | tree.FieldCall():
                return self.name_ends(node.ref, of)
            case (
                tree.Number()
                | tree.Lookup()
                | tree.Text()
                | tree.Bool()
                | tree.NoneValue()
                | tree.ListOf()
                | tree.Range()
            ):
                return NOT_KNOWN
            case tree.New() | tree.Pending() | tree.Proceed() | tree.May():
                return NOT_KNOWN
            case tree.Compare() | tree.In() | tree.Is() | tree.Not() | tree.And() | tree.Or():
                return NOT_KNOWN
            case _:
                assert_never(node)

    def name_ends(self, ref: object, of: Type) -> Ends:
        """What a name stands for, whether or not it has arguments."""
        match ref:
            case symbols.Option(name=name):
                value = self.plan.numbering.options[name]
                return (int(value), int(value)) if isinstance(value, int) else NOT_KNOWN
            case symbols.State() | symbols.Member(is_state=True):
                return self.kept(of)
            case symbols.Function():
                return self.function(ref)
            case symbols.Local(decl=decl) if isinstance(decl, _OVER) and isinstance(decl.over, tree.Range):
                return self.of(decl.over.low)[0], self.of(decl.over.high)[1]
            case _:
                return NOT_KNOWN

    def end(self, end: int | str) -> Ends:
        known = self.plan.numbering.bound(end)
        if known is not None:
            return known, known
        function = self.plan.game.functions.get(str(end))
        return self.function(function) if function is not None else NOT_KNOWN

    def kept(self, of: Type) -> Ends:
        """What a state may hold: it stops at the ends of its range. An end that moves may leave its first value
        outside.
        """
        if isinstance(of, types.Dice):
            return of.count, of.count * of.faces
        if not isinstance(of, types.Bounded):
            return NOT_KNOWN
        least, most = self.end(of.low)[0], self.end(of.high)[1]
        numbering = self.plan.numbering
        if numbering.bound(of.low) is None or numbering.bound(of.high) is None:
            return least if least is None else min(least, 0), most if most is None else max(most, 0)
        return least, most

    def function(self, ref: symbols.Function) -> Ends:
        """Of one that has no range, and that nothing modifies: what its lines may come to."""
        inner, node = _Reader(self.plan, self.tables, self.depth + 1), ref.decl
        if self.depth >= DEEPEST:
            return NOT_KNOWN
        if isinstance(bare(ref.type), types.Bounded):
            return inner.kept(bare(ref.type))
        if id(ref) in self.plan.modified or not isinstance(node, tree.FunctionDecl):
            return NOT_KNOWN
        return _hull([inner.of(line.value) for line in node.lines if line.value.type != types.NONE])

    def quantified(self, node: tree.Quantified) -> Ends:
        match node.quantifier:
            case "count":
                names = node.over.ref if isinstance(node.over, tree.Name) else None
                return 0, len(names.names) if isinstance(names, symbols.NameKind) else None
            case "sum" if node.of is not None:
                least, most = self.of(node.of)
                return (0 if least is not None and least >= 0 else None), (
                    0 if most is not None and most <= 0 else None
                )
            case "most" | "least" if node.of is not None:
                return self.of(node.of)
            case _:
                return NOT_KNOWN

    def printed(self, ref: symbols.Member, thing: tree.Formula) -> Ends:
        """What is printed on the things that it may be read of."""
        numbering, of = self.plan.numbering, bare(thing.type)
        table = self.tables.printed.get((numbering.root(ref.kind), ref.name))
        if table is None or not isinstance(of, types.Thing) or of.kind not in numbering.ranges:
            return NOT_KNOWN
        first, end = numbering.ranges[of.kind]
        return _hull_of(table[first:end])


def _builtin(name: str, ends: list[Ends]) -> Ends:
    lows, highs = [low for low, _ in ends], [high for _, high in ends]
    match name:
        case "size" | "rank":
            return 0, None
        case "abs":
            least, most = ends[0]
            if least is not None and least >= 0:
                return least, most
            return 0, None if least is None or most is None else max(-least, most)
        case "min":
            return (None if None in lows else min(_known(lows))), min(_known(highs), default=None)
        case "max":
            return max(_known(lows), default=None), (None if None in highs else max(_known(highs)))
        case _:
            return NOT_KNOWN


def _arithmetic(op: str, left: Ends, right: Ends) -> Ends:
    (a, b), (c, d) = left, right
    if op == "+":
        return _plus(a, c), _plus(b, d)
    if op == "-":
        return _plus(a, _minus(d)), _plus(b, _minus(c))
    if op == "*" and a is not None and b is not None and c is not None and d is not None:
        corners = (a * c, a * d, b * c, b * d)
        return min(corners), max(corners)
    return NOT_KNOWN


def _hull(ends: list[Ends]) -> Ends:
    lows, highs = [low for low, _ in ends], [high for _, high in ends]
    least = None if None in lows else min(_known(lows), default=None)
    return least, None if None in highs else max(_known(highs), default=None)


def _hull_of(values: Iterable[Value | None]) -> Ends:
    """The ends of values that are known."""
    there = [value for value in values if value is not None]
    numbers = [value for value in there if isinstance(value, int) and not isinstance(value, bool)]
    return (min(numbers), max(numbers)) if numbers and len(numbers) == len(there) else NOT_KNOWN


def _known(ends: list[int | None]) -> list[int]:
    return [end for end in ends if end is not None]


def _minus(end: int | None) -> int | None:
    return None if end is None else -end


def _plus(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b
