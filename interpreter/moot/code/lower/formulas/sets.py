"""Sets and lists: written out, ranges, membership, kinds, quantifiers."""

from __future__ import annotations

from ....lang import tree
from ...ir import convert, make
from ...ir.expressions import Const, Expr, Fold, Make, Op, Prim, Var, Where
from ...ir.intervals import interval
from ...ir.make import both, bound, either, number, op
from ...ir.reps import BOOL, NUM, ZONE, Rep, seq
from ...typing import symbols, types
from ...typing.types import MASK_BITS, bare
from ..context import Lowering
from .names import sorts_of
from .rolls import tested

LONGEST = 1000  # numbers of a range that is kept as one constant


def list_of(low: Lowering, node: tree.ListOf) -> Expr:
    items = low.several(node.items)
    rep = low.stage.rep(node.type)
    if rep.sort != "mask":
        listed = Make(rep, tuple(items))
        return convert.each_once(listed) if isinstance(bare(node.type), types.SetOf) else listed
    if not items:
        return Const(rep, 0)
    bits = [op("shift", make.sure(item), rep=rep) for item in items]
    found = bits[0]
    for bit in bits[1:]:
        found = op("|", found, bit, rep=rep)
    return found


def range_of(low: Lowering, node: tree.Range) -> Expr:
    first, last = low.several([node.low, node.high])
    rep = low.stage.rep(node.type)
    a, b = (end.value if isinstance(end, Const) else None for end in (first, last))
    if isinstance(a, int) and isinstance(b, int):
        if rep.sort == "mask" and 0 <= a <= b <= MASK_BITS:
            return Const(rep, (2 << b) - (1 << a))
        if rep.sort != "mask" and b - a <= LONGEST:
            return Const(seq(Rep("num", a, b + 1)), range(a, b + 1))
    first, last = convert.fit(first, NUM), convert.fit(last, NUM)
    if rep.sort == "mask":
        return Op(rep, "between", (first, last))
    ends = interval(first)[0], interval(last)[1]
    item = Rep("num", ends[0], None if ends[1] is None else ends[1] + 1) if None not in ends else NUM
    return Op(seq(item), "span", (first, last))


# ---------------------------------------------------------------------------------------------- membership, kinds


def within(low: Lowering, node: tree.In) -> Expr:
    inner = node.within
    if isinstance(inner, tree.Range):
        item, first, last = low.several([node.item, inner.low, inner.high])
        tested(low, node, node.item, item, first, last)
        return bound(item, lambda one: _between(one, first, last))
    if isinstance(inner, tree.ListOf):
        values = low.several([node.item, *inner.items])
        tested(low, node, node.item, *values)
        return is_one_of(values[0], values[1:])
    item, value = low.several([node.item, inner])
    tested(low, node, node.item, item, value)
    if value.rep.sort == "zone":
        return lies_in(item, value)
    if value.rep.sort == "mask":

        def has(one: Expr) -> Expr:
            there = [op("some", one)] if one.rep.optional else []
            return both(*there, op("bit", make.sure(value), make.known(one)))

        return bound(item, has) if item.rep.optional else has(item)
    return Op(BOOL, "contains", (convert.as_seq(value), item))


def _between(item: Expr, first: Expr, last: Expr) -> Expr:
    if make.NO_VALUE in (item, first, last):
        return make.NO
    tests = [op("some", one) for one in (item, first, last) if one.rep.optional]
    return both(*tests, op("<=", make.known(first), make.known(item)), op("<=", make.known(item), make.known(last)))


def is_one_of(item: Expr, values: list[Expr]) -> Expr:
    if len(values) > 2 and all(isinstance(value, Const) for value in values):
        listed = tuple(value.value for value in values if isinstance(value, Const))
        return Op(BOOL, "contains", (Const(seq(values[0].rep.maybe), listed), item))  # type: ignore[arg-type]
    return bound(item, lambda one: either(*(op("==", one, value) for value in values)))


def lies_in(item: Expr, zone: Expr) -> Expr:
    """Whether a thing is in a zone: a missing thing is in none."""
    rep = item.rep
    if rep.sort != "thing" or rep.low is None or zone.rep.optional:
        return Prim(BOOL, "lies", (item, zone))

    def asked(one: Expr) -> Expr:
        there = [op("some", one)] if one.rep.optional else []
        return both(*there, op("==", Where(ZONE, make.known(one)), zone))

    return bound(item, asked) if rep.optional else asked(item)


def is_of(low: Lowering, node: tree.Is) -> Expr:
    """Whether it is of a kind, a title, or a call of an action or one of its family."""
    value, ref = low.expr(node.of), node.ref
    if isinstance(ref, symbols.Kind):
        return is_kind(low, value, ref)
    if isinstance(ref, symbols.Action):
        return Prim(BOOL, "is_action", (value, make.text(ref.name)))
    called = ref.name if isinstance(ref, symbols.Title) else node.name
    things = low.numbering.copies.get(called, ())
    if not things:
        return make.NO
    return is_one_of(value, [Const(Rep("thing", thing, thing + 1), thing) for thing in things])


def is_kind(low: Lowering, value: Expr, kind: symbols.Kind) -> Expr:
    if low.numbering.is_row_kind(kind.name):
        return Prim(BOOL, "is_row", (value, sorts_of(low, kind)))
    first, end = low.numbering.ranges[kind.name]
    least, most = interval(value)
    if not value.rep.optional and least is not None and most is not None and first <= least and most < end:
        return make.YES

    def asked(one: Expr) -> Expr:
        there = [op("some", one)] if one.rep.optional else []
        return both(*there, op("<=", number(first), make.known(one)), op("<", make.known(one), number(end)))

    return bound(value, asked)


def cast(low: Lowering, node: tree.Cast) -> Expr:
    """A thing as one of a kind; none if it is not."""
    rep = low.stage.rep(bare(node.type))

    def asked(one: Expr) -> Expr:
        known = one if isinstance(one, Const) else make.with_rep(one, rep.sure)
        return make.chosen(is_kind(low, one, node.ref), known, make.NO_VALUE)

    return bound(low.expr(node.of), asked)


# ---------------------------------------------------------------------------------------------- quantifiers


def quantified(low: Lowering, node: tree.Quantified) -> Expr:
    over = convert.as_seq(low.expr(node.over))
    item = over.rep.item or low.stage.rep(types.item_of(node.over.type) or types.ANY)
    if node.order is not None:
        return _in_order(low, node, over, node.order, item)
    var = low.bind(node.ref, item)
    where = low.test(node.where) if node.where is not None else None
    what = node.quantifier
    of: Expr | None = None
    if node.of is not None:
        of = low.test(node.of) if what == "every" else low.expr(node.of)
        if what == "each":
            return _values(low, node, over, var, where, of)
    if where == make.YES:
        where = None
    rep = _rep_of(low, node, what, of)
    if where == make.NO:
        return _of_nothing(what, rep)
    return Fold(rep, what, var, over, where, of)  # type: ignore[arg-type]


def _in_order(low: Lowering, node: tree.Quantified, over: Expr, order: tree.Formula, item: Rep) -> Expr:
    """Members, or what `of` gives for them, by their keys; each reading of a member has a local of its own."""
    if node.where is not None:
        var = low.bind(node.ref, item)
        over = Fold(seq(item), "each", var, over, low.test(node.where), None)
    var = low.bind(node.ref, item)
    key = low.expr(order)
    found = bound(over, lambda all_: Op(all_.rep, "in_order", (all_, Fold(seq(key.rep), "each", var, all_, None, key))))
    if node.of is None:
        return found
    var = low.bind(node.ref, item)
    return _values(low, node, found, var, None, low.expr(node.of))


def _values(low: Lowering, node: tree.Quantified, over: Expr, var: Var, where: Expr | None, of: Expr) -> Expr:
    """The values of `of` for each member, as a list."""
    rep = low.stage.rep(node.type)
    return Fold(rep, "each", var, over, where, convert.fit(of, (rep.item or of.rep).maybe))


def _rep_of(low: Lowering, node: tree.Quantified, what: str, of: Expr | None) -> Rep:
    match what:
        case "any" | "every":
            return BOOL
        case "count":
            return NUM
        case "sum":
            return NUM.maybe if of is not None and (of.rep.optional or of == make.NO_VALUE) else NUM
        case "most" | "least":
            return low.stage.rep(bare(node.type)).maybe
    return low.stage.rep(node.type)


def _of_nothing(what: str, rep: Rep) -> Expr:
    match what:
        case "any":
            return make.NO
        case "every":
            return make.YES
        case "count" | "sum":
            return number(0)
        case "most" | "least":
            return make.NO_VALUE
    return Const(rep, 0) if rep.sort == "mask" else Make(rep, ())
