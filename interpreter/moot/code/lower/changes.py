"""Steps that set states: set, raise, lower, within the limits of the target."""

from __future__ import annotations

from typing import Literal

from ...lang import tree
from ..ir import convert, make
from ..ir.expressions import Cell, Const, Expr, Local, Op, Sparse, Var
from ..ir.intervals import interval
from ..ir.make import both, local, number, op
from ..ir.reps import NUM, Rep
from ..ir.statements import Block, Fault, If, Let, Store, StoreField, StoreSparse
from ..typing import symbols, types
from ..typing.types import Type, bare
from .calls import called_function
from .context import Lowering
from .formulas.names import cell_of, has_state, state_of, with_each

ChangeTarget = Cell | Sparse | tuple[Expr, str]  # where a state is kept: the last is a row and the name of its field


def set_to(low: Lowering, node: tree.Set) -> None:
    _put(low, node, node.target, low.expr(node.value))


def _put(low: Lowering, node: tree.Change, target: tree.Formula, value: Expr) -> None:
    """The value goes where the target is kept: of a member, the list with this in its place."""
    if isinstance(target, tree.Lookup):
        item = types.item_of(target.of.type) or types.ANY
        kept = _kept(low, item, convert.fit(value, low.stage.rep(item).maybe), low.rule(node))
        if kept is not None:
            _put(
                low, node, target.of, Op(low.stage.rep(bare(target.of.type)), "with_nth", (*_member(low, target), kept))
            )
    elif isinstance(target, tree.Name) and isinstance(target.ref, symbols.Local):
        var = _variable(low, target.ref)
        low.out.append(Let(var, convert.fit(value, var.rep)))
    else:
        of = target.ref.type
        store(low, node, of, _place(low, target), convert.fit(value, low.stage.rep(of).maybe))


def _member(low: Lowering, target: tree.Lookup) -> tuple[Expr, Expr]:
    """The list, and the number of its member."""
    listed, at = low.several([target.of, *target.args])
    return convert.as_seq(listed), convert.fit(at, NUM.maybe)


def changed(low: Lowering, node: tree.Raise | tree.Lower) -> None:
    sign: Literal["+", "-"] = "+" if isinstance(node, tree.Raise) else "-"
    by = low.expr(node.by)
    target = node.target
    if isinstance(target, tree.Lookup):
        now: Expr = Op(low.stage.rep(types.item_of(target.of.type) or types.ANY), "nth_there", _member(low, target))
        return _put(low, node, target, _moved(sign, now, by))
    if isinstance(target, tree.Name) and isinstance(target.ref, symbols.Local):
        var = _variable(low, target.ref)
        low.out.append(Let(var, convert.fit(_moved(sign, low.names[id(target.ref)], by), var.rep)))
        return None
    place = _place(low, target)
    if isinstance(place, Cell) and not make.is_atom(place.at):
        place = Cell(place.rep, low.let("at", place.at), place.first, place.count)
    now = low.expr(target) if not isinstance(place, Cell) else place
    return store(low, node, target.ref.type, place, _moved(sign, now, by))


def _moved(sign: Literal["+", "-"], value: Expr, by: Expr) -> Expr:
    return with_each([value, by], lambda found: op(sign, found[0], found[1], rep=NUM))


def _variable(low: Lowering, ref: symbols.Local) -> Var:
    found = low.names[id(ref)]
    assert isinstance(found, Local)
    return found.var


def _place(low: Lowering, target: tree.Formula) -> ChangeTarget:
    """Where what is set is kept."""
    ref = target.ref
    if isinstance(ref, symbols.State):
        args = low.several(target.args) if isinstance(target, tree.Call) else []
        return state_of(low, ref, [make.sure(arg) for arg in args])
    assert isinstance(ref, symbols.Member)
    of = low.expr(target.of) if isinstance(target, tree.Field) else low.this
    if ref.kind and low.numbering.is_row_kind(ref.kind):
        return of, ref.name
    row = low.numbering.state_rows[id(ref)]
    thing = make.sure(of)
    if not has_state(row, thing):
        domain = row.domains[0]
        ends = number(domain.first), number(domain.first + domain.count)
        rep = Rep("thing", domain.first, domain.first + domain.count, ref.kind)
        thing = Op(rep, "having", (of, *ends, make.text(ref.name)))
    return cell_of(low, ref, row, thing)


# ---------------------------------------------------------------------------------------------- within a range


def store(low: Lowering, node: tree.Change, of: Type, place: ChangeTarget, value: Expr) -> None:
    """The value goes into its target, clamped to the range. None where it is not allowed is an error."""
    rule = low.rule(node)
    kept = _kept(low, of, value, rule)
    match place:
        case _ if kept is None:
            pass
        case Cell():
            low.out.append(Store(place, kept, rule))
        case Sparse(_, number_, args, first):
            low.out.append(StoreSparse(number_, args, kept, first, rule))
        case (row, name):
            low.out.append(StoreField(row, name, kept, rule))


def _kept(low: Lowering, of: Type, value: Expr, rule: int) -> Expr | None:
    """The value as what has this type keeps it; None where it is surely none and may not be."""
    rep = low.stage.rep(of)
    value = convert.frozen(convert.as_seq(value)) if rep.sort == "seq" and value.rep.sort == "zone" else value
    if not rep.optional and value.rep.sort == "none":
        low.out.append(Fault("no_value", rule))
        return None
    if not rep.optional and value.rep.optional:
        value = _required(low, value, rule)
    return _cut(low, of, value, rule) if isinstance(bare(of), types.Bounded | types.Dice) else value


def _required(low: Lowering, value: Expr, rule: int) -> Expr:
    found = low.let("x", value)
    low.out.append(If(op("is_none", found), (Fault("no_value", rule),)))
    return make.known(found)


def _cut(low: Lowering, of: Type, value: Expr, rule: int) -> Expr:
    """The value, or the end of the range that it passes. In a cost that means that the cost cannot be paid."""
    cuts = [cut for cut in _ends(low, bare(of)) if _may_pass(value, cut)]
    if not cuts or value == make.NO_VALUE:
        return value
    x = low.var("x", value.rep if value.rep.optional else NUM)
    low.out.append(Let(x, value))
    made: Block = ()
    for sign, limit, surely in reversed(cuts):
        now = make.known(local(x))
        first = [] if surely is None or isinstance(limit, Const) else [op(sign, now, number(surely))]
        cost = (Fault("cut_short", rule),) if low.in_cost else ()
        made = (If(both(*first, op(sign, now, limit)), (*cost, Let(x, limit)), made),)
    if value.rep.optional:
        made = (If(op("some", local(x)), made),)
    low.out += made
    ends = _whole(low, bare(of))
    kept = Rep("num", ends[0], None if ends[1] is None else ends[1] + 1, optional=value.rep.optional)
    return make.with_rep(local(x), kept)


def _whole(low: Lowering, of: Type) -> tuple[int | None, int | None]:
    if isinstance(of, types.Dice):
        return of.count, of.count * of.faces
    assert isinstance(of, types.Bounded)
    return low.numbering.bound(of.low), low.numbering.bound(of.high)


# How an end is passed, the end, and of one that moves a number on its safe side.
Cut = tuple[Literal["<", ">"], Expr, int | None]


def _ends(low: Lowering, of: Type) -> list[Cut]:
    if isinstance(of, types.Dice):
        return [(">", number(of.count * of.faces), None), ("<", number(of.count), None)]
    assert isinstance(of, types.Bounded)
    return [_end(low, ">", of.high), _end(low, "<", of.low)]


def _end(low: Lowering, sign: Literal["<", ">"], end: int | str) -> Cut:
    known = low.numbering.bound(end)
    if known is not None:
        return sign, number(known), known
    limit = called_function(low, low.stage.game.functions[str(end)], [])
    least, most = interval(limit)
    return sign, make.sure(limit), least if sign == ">" else most


def range_ends(low: Lowering, of: Type) -> tuple[Expr, Expr]:
    """The ends of a range, the least first."""
    high, least = _ends(low, bare(of))
    return least[1], high[1]


def _may_pass(value: Expr, cut: Cut) -> bool:
    """Whether a value may exceed a limit, as far as its own limits show."""
    sign, _, surely = cut
    low, high = interval(value)
    if surely is None:
        return True
    return high is None or high > surely if sign == ">" else low is None or low < surely
