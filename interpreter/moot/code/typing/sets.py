"""Types of formulas of sets and lists: written out, ranges, membership, quantifiers."""

from __future__ import annotations

from ...lang import tree
from .asked import condition, items, number, plain_number, type_of, typed_as
from .facts import add_facts, facts_of
from .fits import fits, join, may_be_equal, or_none, type_phrase
from .names import prefers_context
from .scope import How, Place
from .types import (
    ANY,
    BOOL,
    EMPTY,
    NONE,
    NOTHING,
    NUMBER,
    Bounded,
    ListOf,
    Names,
    OrNone,
    SetOf,
    Type,
    Zone,
    bare,
    is_mask,
    is_number,
    item_of,
)


def list_of(place: Place, node: tree.ListOf, due: Type | None, how: How) -> Type:
    want = bare(due) if due is not None else None
    item = item_of(want) if isinstance(want, SetOf | ListOf | Zone) else None
    inner = How.PURE if how == How.PURE else How.MAKES
    if isinstance(want, SetOf | ListOf) and item is not None and item != ANY:
        for part in node.items:
            typed_as(place, part, item, inner)
        return want
    if not node.items:
        return EMPTY
    joined: Type = ANY
    for part in node.items:
        expected = item if item not in (None, ANY) else joined if joined != ANY else None
        found = type_of(place, part, expected, inner)
        both = join(place.game, joined, found) if joined != ANY else found
        if both is None:
            message = f"expected a list of one type, found {type_phrase(joined)} and {type_phrase(found)}"
            place.report.error("wrong-type", message, part.at)
        else:
            joined = both
    return ListOf(joined)


def member_of(place: Place, node: tree.In, due: Type | None, how: How) -> Type:
    inner = How.PURE if how == How.PURE else How.ACTS
    if prefers_context(place, node.item) and not prefers_context(place, node.within):
        item = items(place, node.within)
        found = type_of(place, node.item, item, inner)
    else:
        found = type_of(place, node.item, None, inner)
        if isinstance(node.within, tree.ListOf):
            type_of(place, node.within, ListOf(bare(found)) if found != ANY else None)
            return BOOL
        item = items(place, node.within)
    if not may_be_equal(place.game, found, item):
        place.report.error("unlike-types", f"{type_phrase(found)} is never in a set of {item}", node.at)
    return BOOL


def range_of(place: Place, node: tree.Range, due: Type | None, how: How) -> Type:
    number(place, node.low)
    number(place, node.high)
    low, high = plain_number(node.low), plain_number(node.high)
    if low is not None and high is not None and low > high:
        place.report.warn("empty-range", f"the range {low}..{high} is empty", node.at)
    if due is not None and is_mask(due) and fits(place.game, NUMBER, item_of(due) or ANY):
        return bare(due)
    return SetOf(Bounded(low, high)) if low is not None and high is not None else SetOf(NUMBER)


def quantified(place: Place, node: tree.Quantified, due: Type | None, how: How) -> Type:
    item = items(place, node.over)
    inner = place.within()
    node.ref = inner.make(node.name, item, node)
    if node.where is not None:
        condition(inner, node.where)
        add_facts(inner, facts_of(place.game, node.where))
    quantifier = node.quantifier
    if quantifier == "each":
        return _each(inner, node, inner.scope.fact_of(node.ref) or item)
    if quantifier == "every" and node.of is not None:
        condition(inner, node.of)
    elif node.of is not None:
        of = _measure(inner, node.of, names=quantifier != "sum")
        if isinstance(bare(of), Names):
            return or_none(of)
    if quantifier in ("any", "every"):
        return BOOL
    if quantifier in ("count", "sum"):
        return NUMBER
    return OrNone(NUMBER)


def _each(inner: Place, node: tree.Quantified, item: Type) -> Type:
    """`item`: the type of its members, according to the condition."""
    if node.order is not None:
        _measure(inner, node.order)
    if node.of is not None:
        of = type_of(inner, node.of)
        return ListOf(ANY if of == NOTHING else of)
    if node.order is not None or isinstance(bare(node.over.type), ListOf):
        return ListOf(item)
    return SetOf(item)


def _measure(place: Place, node: tree.Formula, names: bool = True) -> Type:
    """Type what members are compared or summed by: a number or, with `names`, a name that has an order."""
    of = type_of(place, node)
    if is_number(bare(of)) or of in (ANY, NONE) or (names and isinstance(bare(of), Names)):
        return of
    place.report.error("wrong-type", f"expected a number, found {type_phrase(of)}", node.at)
    return ANY
