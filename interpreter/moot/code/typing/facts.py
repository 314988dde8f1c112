"""Facts about names from a condition: if `c is flower` is true, c is a flower; if `x != none`, x is not none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...lang import tree
from ...lang.walk import walk
from .fits import bases
from .scope import Place
from .symbols import Kind, Local, Symbol, Title, TypedGame
from .types import CALL, THING, OrNone, Thing, Type, bare

Fact = tuple[Symbol, Type]


def facts_of(game: TypedGame, node: tree.Formula | None, holds: bool = True) -> list[Fact]:
    """The facts if a typed condition is true, or false."""
    return list(_facts_of(game, node, holds)) if node is not None else []


def _facts_of(game: TypedGame, node: tree.Formula, holds: bool) -> Iterator[Fact]:
    match node:
        case tree.Not(of=of):
            yield from _facts_of(game, of, not holds)
        case tree.And(items=items) | tree.Or(items=items) if isinstance(node, tree.And) is holds:
            for item in items:
                yield from _facts_of(game, item, holds)
        case tree.Is(of=tree.Name() as of) if holds and _keeps(of):
            yield from _is_of(game, of, node.ref)
        case tree.Compare(op="=" | "!=") if (node.op == "!=") is holds:
            for side, other in ((node.left, node.right), (node.right, node.left)):
                if isinstance(other, tree.NoneValue) and _keeps(side) and isinstance(side.type, OrNone):
                    yield side.ref, side.type.of


def _keeps(node: tree.Formula) -> bool:
    """Whether this is a name that means the same until it is set."""
    return isinstance(node, tree.Name) and (isinstance(node.ref, Local) or node.name == "this")


def _is_of(game: TypedGame, of: tree.Name, asked: Symbol | None) -> Iterator[Fact]:
    now, is_asked = bare(of.type), asked.type if isinstance(asked, Kind | Title) else None
    if isinstance(now, Thing) and isinstance(is_asked, Thing):
        if now == THING or now.kind in bases(game, is_asked.kind):
            yield of.ref, is_asked
        elif is_asked.kind in bases(game, now.kind):
            yield of.ref, now
    elif now == CALL:
        yield of.ref, now


def with_facts(place: Place, known: Sequence[Fact], steps: tree.Node | tree.Block | None = None) -> Place:
    """The place with what is known there, but for names that the steps set."""
    if not known:
        return place
    inside = place.within()
    add_facts(inside, known, steps)
    return inside


def add_facts(place: Place, known: Sequence[Fact], steps: tree.Node | tree.Block | None = None) -> None:
    """The same, for everything typed in the place from now on."""
    for symbol, of in known:
        if not (isinstance(symbol, Local) and symbol.settable and _sets(steps, symbol)):
            place.scope.facts[symbol] = of


def _sets(steps: tree.Node | tree.Block | None, name: Local) -> bool:
    changes = (node.target for node in walk(steps) if isinstance(node, tree.Change))
    return any(isinstance(target, tree.Name) and target.name == name.name for target in changes)
