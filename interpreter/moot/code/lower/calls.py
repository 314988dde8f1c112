"""Calls in formulas: functions of the rules, built-in ones, procedures that give a value."""

from __future__ import annotations

from collections.abc import Callable

from ...lang import tree
from ..ir import convert, make
from ..ir.callees import Named
from ..ir.expressions import Const, Expr, Op, Plain, Prim, Printed, Pure, Var, Where
from ..ir.make import NO_VALUE, bound, local, number, op, unless_none
from ..ir.reps import BOOL, NUM, THING, ZONE, Rep
from ..ir.statements import Call
from ..typing import symbols, types
from ..typing.boards import BOARD_CALLS
from ..typing.types import bare
from .context import Lowering
from .formulas import boards
from .formulas.names import state, with_each, zone


def call(low: Lowering, node: tree.Call) -> Expr:
    match node.ref:
        case symbols.Function() as ref:
            return function(low, ref, node.args)
        case symbols.State() as ref:
            return state(low, ref, node.args)
        case symbols.Zone() as ref:
            return zone(low, ref, node.args)
        case symbols.Procedure() as ref:
            into = low.var("ret", low.stage.rep(ref.type).maybe)
            procedure(low, ref, node.args, into)
            return local(into)
    return builtin(low, node)


def function(low: Lowering, ref: symbols.Function, args: list[tree.Formula]) -> Expr:
    values = low.several(args)
    given = [convert.fit(value, low.stage.rep(p.type)) for value, p in zip(values, ref.params, strict=True)]
    return called_function(low, ref, given)


def called_function(low: Lowering, ref: symbols.Function, given: list[Expr]) -> Expr:
    target = low.plan.target(ref)
    this = [low.this] if ref.owner else []
    return Pure(result_rep(low, ref), target.python, (*this, *given))


def result_rep(low: Lowering, ref: symbols.Function) -> Rep:
    """The result of a function: it may be none whatever its type, if none of its lines applies."""
    rep = low.stage.kept(ref.type)
    return rep if _always_gives(ref) else rep.maybe


def _always_gives(ref: symbols.Function) -> bool:
    node = ref.decl
    return isinstance(node, tree.FunctionDecl) and node.lines[-1].condition is None


def procedure(low: Lowering, ref: symbols.Procedure, args: list[tree.Formula], into: Var | None) -> None:
    """A procedure or phase is called; its value comes into a local."""
    target = low.plan.target(ref)
    values = low.several(args)
    given = [convert.fit(value, low.stage.rep(p.type)) for value, p in zip(values, ref.params, strict=True)]
    this = [low.this] if ref.owner else []
    point = low.point() if target.pauses else 0
    low.out.append(Call(point, Named(target.python), (*this, *given), into))


# ---------------------------------------------------------------------------------------------- built-in functions

_Built = Callable[[Lowering, tree.Call], Expr]


def builtin(low: Lowering, node: tree.Call) -> Expr:
    if node.name in BOARD_CALLS and node.ref is BOARD_CALLS[node.name].symbol:
        return boards.board_call(low, node)
    return _BUILTINS[node.name](low, node)


def _size(low: Lowering, node: tree.Call) -> Expr:
    value = low.expr(node.args[0])
    if value.rep.sort == "mask" and not value.rep.optional:
        return op("size", value, rep=NUM)
    members = convert.as_seq(value)
    if isinstance(members, Const) and isinstance(members.value, tuple | range):
        return number(len(members.value))
    return op("size", members, rep=NUM)


def _end(low: Lowering, node: tree.Call) -> Expr:
    """The first or the last: of a pile the last is its top."""
    members = convert.as_seq(low.expr(node.args[0]))
    item = members.rep.item or low.stage.rep(bare(node.type))
    return op("first" if node.name in ("first", "bottom") else "last", members, rep=item.maybe)


def _beside(low: Lowering, node: tree.Call) -> Expr:
    name = "left_of" if node.name == "left_of" else "right_of"
    return Prim(low.stage.rep(node.type), name, (low.expr(node.args[0]),))


def _in_play(low: Lowering, node: tree.Call) -> Expr:
    thing = low.expr(node.args[0])
    if low.numbering.row_zones or thing.rep.sort != "thing" or thing.rep.low is None:
        return Prim(BOOL, "in_play", (thing,))
    zones = tuple(n for n, zone in enumerate(low.numbering.layout.zones) if zone.in_play)

    def asked(one: Expr) -> Expr:
        where = Where(ZONE, make.known(one))
        test = Op(BOOL, "contains", (Const(Rep("seq", item=ZONE), zones), where))
        lies = op("==", where, Const(ZONE, zones[0])) if len(zones) == 1 else test
        return make.both(*([op("some", one)] if one.rep.optional else []), lies if zones else make.NO)

    return bound(thing, asked) if thing.rep.optional else asked(thing)


def _holder(low: Lowering, node: tree.Call) -> Expr:
    """The owner of a thing's zone; a thing of any kind if such zones have several types of owner."""
    thing, rep = low.expr(node.args[0]), low.stage.rep(node.type).maybe
    may_move = any(
        low.numbering.zone_numbers[zone.name] < 0 and _may_hold(low, zone, thing.rep)
        for zone in low.stage.game.zones.values()
    )
    if may_move or thing.rep.sort != "thing" or thing.rep.low is None:
        return Prim(rep, "holder", (thing, Const(Rep("args"), _owners(low, rep))))
    table = low.stage.table(("zone", "_".join(["holder", *(rep.of or rep.sort).split()])), _holders(low, rep))
    return unless_none(thing, lambda one: Printed(rep, table, Where(ZONE, one)))


def _holders(low: Lowering, rep: Rep) -> tuple[int | None, ...]:
    """The owner of each zone, for code that asks; with none at the end, for things in no zone.

    For a thing of any kind, if zones belong to things and to players, the players are none.
    """
    layout = low.numbering.layout
    held: list[int | None] = []
    for row in layout.zones:
        owner = row.args[0] if row.args else None
        tag = layout.zone_bases[row.name][1][0].tag if row.args else ""
        inside = rep.low is None or (owner is not None and rep.low <= owner < (rep.end or 0))
        held.append(owner if tag == rep.tag and inside else None)
    return (*held, None)


def _may_hold(low: Lowering, zone: symbols.Zone, thing: Rep) -> bool:
    item = low.stage.rep(zone.type.item) if isinstance(zone.type, types.Zone) else THING
    if thing.low is None or item.low is None or thing.end is None or item.end is None:
        return thing.sort == item.sort
    return thing.low < item.end and item.low < thing.end


def _owners(low: Lowering, rep: Rep) -> tuple[str, ...]:
    """The names of zones whose first parameter is what is asked for: a thing or row where one is."""
    found = []
    for one in low.stage.game.zones.values():
        owner = low.stage.rep(one.params[0].type) if one.params else None
        if owner is None:
            continue
        things = {"thing", "row"}
        same = owner.sort in things if rep.sort in things and not rep.of else owner.sort == rep.sort
        if same:
            found.append(one.name)
    return tuple(found)


def _opponent(low: Lowering, node: tree.Call) -> Expr:
    rep = low.stage.rep(bare(node.type))
    return op("-", number(1), make.sure(low.expr(node.args[0])), rep=rep)


def _next(low: Lowering, node: tree.Call) -> Expr:
    """The next player."""
    count = len(low.stage.game.players)
    return _of_player(low, node, tuple((player + 1) % count for player in range(count)))


def _seats(low: Lowering, node: tree.Call) -> Expr:
    """All players in the order of their seats, one first."""
    count = len(low.stage.game.players)
    return _of_player(low, node, tuple(tuple((p + n) % count for n in range(count)) for p in range(count)))


def _of_player(low: Lowering, node: tree.Call, values: tuple[Plain, ...]) -> Expr:
    """Facts about each player known before play."""
    player, rep = make.sure(low.expr(node.args[0])), low.stage.rep(bare(node.type))
    if isinstance(player, Const) and isinstance(player.value, int):
        return Const(rep, values[player.value])
    return Printed(rep, low.stage.table(("players", node.name), values), player)


def _was(low: Lowering, node: tree.Call) -> Expr:
    return low.was[id(node.args[0])]


def _of_phase(low: Lowering, node: tree.Call) -> Expr:
    inner = node.args[0]
    assert isinstance(inner, tree.Name | tree.Call)
    values = low.several(inner.args) if isinstance(inner, tree.Call) else []
    return Prim(BOOL, node.name, (number(low.plan.scopes.get(inner.name, -1)), *values))


def _extreme(low: Lowering, node: tree.Call) -> Expr:
    values = low.several(node.args)
    name = node.name
    if name == "abs":
        return with_each(values, lambda found: op("abs", found[0], rep=NUM))
    return with_each(values, lambda found: op("min" if name == "min" else "max", *found, rep=NUM))


def _rank(low: Lowering, node: tree.Call) -> Expr:
    value = low.expr(node.args[0])

    def place(one: Expr) -> Expr:
        return op("+", one, number(1), rep=NUM)

    if value == NO_VALUE:
        return number(0)
    if not value.rep.optional:
        return place(value)
    return bound(value, lambda one: make.chosen(op("is_none", one), number(0), place(make.known(one)), NUM))


def _sees(low: Lowering, node: tree.Call) -> Expr:
    player, where = low.several(node.args)
    if low.stage.sees is not None:
        return Pure(BOOL, "f_sees", (player, where))
    return Prim(BOOL, "sees_zone", (player, where))


def _legal(low: Lowering, node: tree.Call) -> Expr:
    return Prim(BOOL, "legal", (make.sure(low.expr(node.args[0])),))


_BUILTINS: dict[str, _Built] = {
    "size": _size,
    "first": _end,
    "last": _end,
    "top": _end,
    "bottom": _end,
    "left_of": _beside,
    "right_of": _beside,
    "holder": _holder,
    "in_play": _in_play,
    "sees": _sees,
    "opponent": _opponent,
    "in_phase": _of_phase,
    "innermost": _of_phase,
    "next": _next,
    "seats": _seats,
    "was": _was,
    "legal": _legal,
    "rank": _rank,
    "abs": _extreme,
    "min": _extreme,
    "max": _extreme,
}
