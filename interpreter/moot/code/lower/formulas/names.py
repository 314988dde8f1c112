"""Names, states, zones, fields, tables of packs: reading stored values."""

from __future__ import annotations

from collections.abc import Callable

from ....lang import tree
from ....state.layout import IndexRange, StateRow
from ...ir import convert, make
from ...ir.expressions import Cell, Const, DataFormula, Expr, Field, Lookup, Op, Prim, Printed, RowZone, Sparse
from ...ir.intervals import interval
from ...ir.make import NO_VALUE, both, bound, number, op, unless_none
from ...ir.reps import NUM, TEXT, Rep, mask, seq
from ...typing import symbols, types
from ...typing.builtins import ALL
from ...typing.types import bare
from ..context import Lowering
from .first_values import sparse_first


def name(low: Lowering, node: tree.Name) -> Expr:
    ref, stage = node.ref, low.stage
    match ref:
        case symbols.Local():
            named = low.names[id(ref)]
            return named if node.known_as is None else _as_typed(low, named, node.known_as)
        case symbols.Value():
            return Const(stage.rep(bare(node.type)), ref.index)
        case symbols.Option():
            value = low.numbering.options[ref.name]
            return NO_VALUE if value is None else Const(stage.rep(bare(ref.type)), value)
        case symbols.State():
            return state(low, ref, [])
        case symbols.Zone():
            return zone(low, ref, [])
        case symbols.Title():
            return Const(TEXT, ref.name) if bare(node.type) == types.NAME else title(low, ref.name)
        case symbols.Area():
            places = stage.tables.areas[ref.name]
            return Const(stage.rep(node.type), tuple(places))
        case symbols.NameKind():
            rep = stage.rep(node.type)
            count = len(ref.names)
            return Const(rep, (1 << count) - 1 if rep.sort == "mask" else tuple(range(count)))
        case symbols.Kind():
            return every(low, ref)
        case symbols.Member():  # a state of the thing whose effect this is
            return member(low, ref, low.this)
    if ref is ALL or node.name == "all":
        return Const(mask(stage.rep(types.Names("player"))), (1 << len(stage.game.players)) - 1)
    if node.name == "this":
        return _as_typed(low, low.this, node.type)
    if node.name == "value":
        return low.value
    raise AssertionError(f"a name without a meaning: {node.name}")


def _as_typed(low: Lowering, value: Expr, of: types.Type) -> Expr:
    """A value known to have a narrower type than its own: `this`, and names narrowed by a condition."""
    rep = low.stage.rep(of)
    if value.rep.sort != rep.sort or isinstance(value, Const):
        return value
    return make.with_rep(value, rep if value.rep.optional else rep.sure)


def every(low: Lowering, kind: symbols.Kind) -> Expr:
    """All things of a kind, in the order of their numbers; of a kind of rows those there are now."""
    rep = low.stage.rep(kind.type)
    if rep.sort == "row":
        return Prim(seq(rep), "rows_of", (sorts_of(low, kind),))
    first, end = low.numbering.ranges[kind.name]
    return Const(seq(rep), range(first, end))


def sorts_of(low: Lowering, kind: symbols.Kind) -> Const:
    """The names of a kind of rows and of all its sorts."""
    return Const(Rep("args"), low.numbering.row_sorts(kind))


def title(low: Lowering, of: str) -> Expr:
    things = low.numbering.copies.get(of, ())
    if not things:
        return NO_VALUE
    kind = low.stage.game.things[of].kind if of in low.stage.game.things else ""
    return Const(Rep("thing", things[0], things[0] + 1, kind), things[0])


# ---------------------------------------------------------------------------------------------- states and zones


def with_each(values: list[Expr], use: Callable[[list[Expr]], Expr]) -> Expr:
    """The result for values that are each read once; none if any of them is none."""

    def rest(at: int, found: list[Expr]) -> Expr:
        if at == len(values):
            return use(found)
        if not values[at].rep.optional and values[at].rep.sort != "none":
            return rest(at + 1, [*found, values[at]])
        return unless_none(values[at], lambda known: rest(at + 1, [*found, known]))

    return rest(0, [])


def index(domains: list[IndexRange], first: int, strides: list[int], values: list[Expr]) -> Expr:
    """The number of a cell or zone for these arguments. An argument outside its domain is an error."""
    constant = first - sum(domain.first * stride for domain, stride in zip(domains, strides, strict=True))
    varying: list[Expr] = []
    for domain, stride, value in zip(domains, strides, values, strict=True):
        held = held_to(domain, value)
        if isinstance(held, Const) and isinstance(held.value, int):
            constant += int(held.value) * stride
        else:
            varying.append(held if stride == 1 else op("*", held, number(stride), rep=NUM))
    if not varying:
        return number(constant)
    total = op("+" if constant > 0 else "-", varying[0], number(abs(constant)), rep=NUM) if constant else varying[0]
    for part in varying[1:]:  # the constant is next to the first part, which may be the same in a whole loop
        total = op("+", total, part, rep=NUM)
    return total


def held_to(domain: IndexRange, value: Expr) -> Expr:
    if value.rep.sort in ("name", "bool"):
        return value
    return op(
        "inside",
        convert.fit(value, NUM) if value == NO_VALUE else value,
        number(domain.first),
        number(domain.first + domain.count),
    )


def state(low: Lowering, ref: symbols.State, args: list[tree.Formula]) -> Expr:
    """Reading a state; none where an argument is none."""
    return with_each(low.several(args), lambda values: state_of(low, ref, values))


def state_of(low: Lowering, ref: symbols.State, values: list[Expr]) -> Cell | Sparse:
    row = low.numbering.state_rows[id(ref)]
    rep = low.stage.kept(ref.type)
    if row.first < 0:
        reps = [low.stage.rep(param.type) for param in ref.params]
        given = tuple(convert.frozen(convert.fit(v, due)) for v, due in zip(values, reps, strict=True))
        return Sparse(rep, row.place, given, sparse_first(low, ref))
    return Cell(rep, index(row.domains, row.first, row.strides(), values), row.first, row.count)


def zone(low: Lowering, ref: symbols.Zone, args: list[tree.Formula]) -> Expr:
    """The number of a zone; none where an argument is none."""
    values = low.several(args)
    item = ref.type.item if isinstance(ref.type, types.Zone) else types.THING
    rep = Rep("zone", item=low.stage.rep(item))
    base = low.numbering.zone_numbers[ref.name]
    if base < 0:
        return RowZone(rep.maybe, ref.name, values[0])
    domains = low.numbering.layout.zone_bases[ref.name][1]

    def numbered(known: list[Expr]) -> Expr:
        at = index(list(domains), base, strides(list(domains)), known)
        low_end = base + _count(list(domains))
        of = Rep("zone", base, low_end, item=rep.item)
        return Const(of, at.value) if isinstance(at, Const) else Op(of, "as_zone", (at,))

    return with_each(values, numbered)


def strides(domains: list[IndexRange]) -> list[int]:
    found, step = [], 1
    for domain in reversed(domains):
        found.append(step)
        step *= domain.count
    return found[::-1]


def _count(domains: list[IndexRange]) -> int:
    total = 1
    for domain in domains:
        total *= domain.count
    return total


# ---------------------------------------------------------------------------------------------- fields


def field(low: Lowering, node: tree.Field | tree.FieldCall) -> Expr:
    of = low.expr(node.of)
    args = node.args if isinstance(node, tree.FieldCall) else []
    ref = node.ref
    if isinstance(ref, symbols.Builtin) and ref.name == "title":
        return Prim(TEXT.maybe if of.rep.optional else TEXT, "title", (of,))
    if isinstance(ref, symbols.CallField | symbols.Builtin):
        return Prim(low.stage.rep(node.type).maybe, "call_field", (of, make.text(ref.name)))
    assert isinstance(ref, symbols.Member)
    code = bare(ref.type)
    if isinstance(code, types.Code) and code.entry == "formula":
        dues = [low.stage.rep(due) for _, due in code.params]
        values = [convert.fit(value, due) for value, due in zip(low.several(args), dues, strict=True)]
        table = (low.numbering.root(ref.kind), ref.name)
        return DataFormula(low.stage.rep(code.result).maybe, table, of, tuple(values))
    return member(low, ref, of)


def member(low: Lowering, ref: symbols.Member, of: Expr) -> Expr:
    """A printed field or a state of a thing or row; none if there is no such thing."""
    numbering = low.numbering
    if ref.kind and numbering.is_row_kind(ref.kind):
        return Field(low.stage.kept(ref.type).maybe, of, ref.name)
    if not ref.is_state:
        return printed(low, ref, of)
    row = numbering.state_rows[id(ref)]
    return unless_none(of, lambda thing: _own_cell(low, ref, row, thing))


def _own_cell(low: Lowering, ref: symbols.Member, row: StateRow, thing: Expr) -> Expr:
    """For a thing of another kind it is none."""
    cell = cell_of(low, ref, row, thing)
    if has_state(row, thing):
        return cell

    def asked(one: Expr) -> Expr:
        first, end = row.domains[0].first, row.domains[0].first + row.domains[0].count
        inside = both(op("<=", number(first), one), op("<", one, number(end)))
        kind = Rep("thing", first, end, ref.kind)
        return make.chosen(inside, cell_of(low, ref, row, make.with_rep(one, kind)), NO_VALUE)

    return bound(thing, asked)


def has_state(row: StateRow, thing: Expr) -> bool:
    """Whether a thing is sure to be of the kind that has the state."""
    first, end = row.domains[0].first, row.domains[0].first + row.domains[0].count
    low, high = interval(thing)
    return low is not None and high is not None and first <= low and high < end


def cell_of(low: Lowering, ref: symbols.Member, row: StateRow, thing: Expr) -> Cell:
    offset = row.first - row.domains[0].first
    at = op("+" if offset >= 0 else "-", thing, number(abs(offset)), rep=NUM)
    return Cell(low.stage.kept(ref.type), at, row.first, row.count)


def printed(low: Lowering, ref: symbols.Member, of: Expr) -> Expr:
    table = (low.numbering.root(ref.kind), ref.name)
    rep = low.stage.rep(ref.type)
    values = low.stage.tables.printed[table]
    if isinstance(of, Const) and isinstance(of.value, int) and isinstance(values[of.value], int):
        return make.constant(values[of.value], rep)

    def read(thing: Expr) -> Expr:
        return Printed(_read_rep(rep, values, thing), table, thing)

    return unless_none(of, read)


def _read_rep(rep: Rep, values: tuple[object, ...], thing: Expr) -> Rep:
    """For a thing of another kind a field is none. A number is within the printed values of the possible things."""
    low, high = interval(thing)
    found = values if low is None or high is None else values[low : high + 1]
    if None in found and rep.sort != "bool":
        rep = rep.maybe
    numbers = [v for v in found if type(v) is int]
    if rep.sort != "num" or low is None or not numbers or len(numbers) + found.count(None) < len(found):
        return rep
    return Rep("num", min(numbers), max(numbers) + 1, optional=rep.optional)


def lookup(low: Lowering, node: tree.Lookup) -> Expr:
    """A cell of a table of a pack, or the member of a list at a place counted from 1."""
    if not isinstance(node.ref, symbols.Table):
        listed, at = low.several([node.of, node.args[0]])
        item = low.stage.rep(types.item_of(node.of.type) or types.ANY)
        if at == NO_VALUE:
            return NO_VALUE
        return Op(item.maybe, "nth", (convert.as_seq(listed), at))
    values = low.several(node.args)
    table = node.ref
    tables = low.stage.tables
    keys = [tables.key_ends[table.name][number] for number in range(len(table.params))]
    sure = tables.is_full(table.name) and all(_is_key(ends, value) for ends, value in zip(keys, values, strict=True))
    optional = any(value.rep.optional for value in values)
    rep = low.stage.rep(node.type)
    return Lookup(rep.maybe if optional else rep, table.name, tuple(values), sure)


def _is_key(ends: tuple[int, int] | None, value: Expr) -> bool:
    low, high = interval(value)
    if ends is None or low is None or high is None or value.rep.optional:
        return False
    return ends[0] <= low and high <= ends[1]
