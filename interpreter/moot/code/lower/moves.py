"""Steps that move things, and the built-in procedures that do: shuffle, show, draw, swap; pay and resolve."""

from __future__ import annotations

from ...lang import tree
from ..ir import convert, make
from ..ir.callees import Named, Runtime
from ..ir.expressions import Const, Expr
from ..ir.make import local, number, op
from ..ir.reps import NUM, PLAYER, Rep
from ..ir.statements import Ask, Block, Call, Do, Each, If, Move, MoveAll, Stmt
from ..ir.units import Site
from .asking import NATURE
from .context import Lowering


def move(low: Lowering, node: tree.Move) -> None:
    """One thing, all things in a zone, or each of several."""
    thing, goal = low.several([node.thing, node.to])
    rule = low.rule(node)
    how = "bottom" if node.place == "bottom" else "top"
    if thing.rep.sort == "zone":
        low.out.append(MoveAll(thing, goal, rule))
    elif thing.rep.sort in ("seq", "mask"):
        members = convert.as_seq(thing)
        var = low.var("each", members.rep.item or Rep("thing"))
        low.out.append(Each(var, convert.frozen(members), (Move(local(var), goal, how, rule),)))  # type: ignore[arg-type]
    else:
        low.out.append(Move(thing, goal, how, rule))  # type: ignore[arg-type]


def move_before(low: Lowering, node: tree.MoveBefore) -> None:
    thing, before = low.several([node.thing, node.before])
    low.out.append(Move(thing, before, "before", low.rule(node)))


def remove(low: Lowering, node: tree.Remove) -> None:
    low.out.append(Do("remove", (low.expr(node.thing),), low.rule(node)))


# ---------------------------------------------------------------------------------------------- built-in procedures


def built_in(low: Lowering, node: tree.Step, call: tree.Call) -> None:
    """A built-in procedure, with its hooks where rules have some: then it is called like one of the rules."""
    rule = low.rule(node)
    hooked = id(call.ref) in low.plan.targets
    match call.name:
        case "shuffle":
            (zone,) = low.several(call.args)
            site = low.stage.site(Site("shuffle", rule, "list thing"))
            if hooked:
                _through_hooks(low, call, [zone, number(site)])
            else:
                _shuffle(low, zone, site, rule)
        case "show":
            _show(low, call, rule, hooked)
        case "say":
            (text,) = low.several(call.args)
            if hooked:
                _through_hooks(low, call, [text, number(rule)])
            else:
                low.out.append(Do("say", (text,), rule))
        case "draw" | "swap":
            values = low.several(call.args)
            if hooked:
                _through_hooks(low, call, [*values, number(rule)])
                return
            count, *places = values  # a `draw` may have no source: then it does nothing
            draws = call.name == "draw"
            given = (convert.fit(count, NUM), *places) if draws else tuple(map(make.sure, values))
            low.out.append(Do(call.name, given, rule))
        case "pay" | "resolve":
            values = low.several(call.args)
            if hooked:
                _through_hooks(low, call, [*values, number(rule)])
            else:
                given = tuple(map(make.sure, values))
                low.out.append(Call(low.point(), Runtime(call.name), given, rule=rule))
        case _:
            raise AssertionError(f"no built-in procedure: {call.name}")


def _through_hooks(low: Lowering, call: tree.Call, values: list[Expr]) -> None:
    target = low.plan.targets[id(call.ref)]
    point = low.point() if target.pauses else 0
    low.out.append(Call(point, Named(target.python), tuple(values)))


def _shuffle(low: Lowering, zone: Expr, site: int, rule: int) -> None:
    place = low.let("zone", make.sure(zone))
    contents = convert.as_seq(place)
    order = low.var("order", contents.rep)
    low.out.append(Ask(low.point(), site, NATURE, contents, order, "shuffle"))
    low.out.append(Do("put_order", (place, local(order)), rule))


def _show(low: Lowering, call: tree.Call, rule: int, hooked: bool) -> None:
    """To show to several is a call for each of them, in their order."""
    what, to = low.several(call.args)
    shown = convert.frozen(convert.as_seq(what)) if what.rep.sort in ("zone", "mask", "seq") else what
    if to.rep.sort != "mask":
        low.out += _show_one(low, call, shown, to, rule, hooked)
        return
    shown, to = low.let("shown", shown), low.let("seers", to)
    for player in range(len(low.stage.game.players)):
        to_one = _show_one(low, call, shown, Const(PLAYER, player), rule, hooked)
        test = op("bit", to, number(player))
        if test == make.YES:
            low.out += to_one
        elif test != make.NO:
            low.out.append(If(test, to_one))


def _show_one(low: Lowering, call: tree.Call, shown: Expr, player: Expr, rule: int, hooked: bool) -> Block:
    if not hooked:
        return (Do("show", (shown, player), rule),)
    with low.apart() as made:
        _through_hooks(low, call, [shown, player, number(rule)])
    block: list[Stmt] = made
    return tuple(block)
