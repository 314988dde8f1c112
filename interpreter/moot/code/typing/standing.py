"""Types of standing rules, and of `until`, which makes some for a while."""

from __future__ import annotations

from typing import assert_never

from ...lang import tree
from ...lang.spelling import nearest
from ...lang.walk import walk
from .asked import block, condition, number, type_of, typed_as
from .builtins import CALLS, MODIFIABLE
from .facts import facts_of, with_facts
from .fits import type_phrase
from .names import arguments_phrase, signature, unknown
from .scope import Place, what
from .symbols import Action, Builtin, Function, Local, Procedure, Symbol
from .types import ANY, BOOL, NOTHING, NUMBER, ListOf, Names, SetOf, Type, bare, is_number


def standing_rule(place: Place, node: tree.Standing) -> None:
    place = place.within()
    place.value = place.proceeds = place.after = None
    place.result, place.returns = NOTHING, ""
    match node:
        case tree.Hook():
            _hook(place, node)
        case tree.Modify():
            _modify(place, node)
        case tree.Forbid():
            _head(place, node.head, _bannable(place), "an action", "banned")
            type_of(_where(place, node), node.reason)
        case tree.When():
            place = _where(place, node)
            place.returns = "a `when`"
            block(place, node.block)
        case _:
            assert_never(node)


def _where(place: Place, node: tree.Standing) -> Place:
    """Type the condition; gives the place behind it."""
    if node.where is not None:
        condition(place, node.where)
    return with_facts(place, facts_of(place.game, node.where))


def _bannable(place: Place) -> dict[str, Symbol]:
    own = place.carried.actions if place.carried is not None else {}
    return {**place.game.actions, **own}


def _hookable(place: Place) -> dict[str, Symbol]:
    found: dict[str, Symbol] = {**place.game.procedures}
    if place.carried is not None:
        found.update(place.carried.procedures)
    for name, symbol in _bannable(place).items():
        found.setdefault(name, symbol)
    return found | {name: entry.symbol for name, entry in CALLS.items() if entry.symbol.sort == "procedure"}


def _modifiable(place: Place) -> dict[str, Symbol]:
    found: dict[str, Symbol] = {**place.game.functions}
    if place.carried is not None:
        found.update(place.carried.functions)
    return found | {name: CALLS[name].symbol for name in MODIFIABLE}


def _head(place: Place, head: tree.Head, known: dict[str, Symbol], due: str, done: str) -> Symbol | None:
    """Find the target of a standing rule and bind the names of its head."""
    target = known.get(head.name)
    head.ref, head.locals = target, []
    if target is None:
        other = place.world.callables.get(head.name) or place.world.names.get(head.name)
        if other is not None:
            message = f"`{head.name}` is {what(other)}: only {due} can be {done}"
            place.report.error("wrong-target", message, head.at, _instead(other))
        else:
            message = f"expected {due}, found the unknown name `{head.name}`"
            unknown(place, "unknown-name", message, head.name, head.at, known, not nearest(head.name, known))
    params: list[Local] = getattr(target, "params", [])
    if target is not None and len(head.names) > len(params):
        too_many_named(place, head, target)
    for position, name in enumerate(head.names):
        of = params[position].type if position < len(params) else ANY
        head.locals.append(place.make(name, of, head))
    for param in params[len(head.names) :]:
        head.locals.append(Local("", param.type, head))
    return target


def _instead(other: Symbol) -> str:
    if isinstance(other, Function):
        return f"write `modify {other.name}(…) by …` or `becomes …`"
    if isinstance(other, Procedure | Action):
        return f"write `before`, `instead of` or `after {other.name}(…)`"
    return "move the change to a procedure, and hook that"


def too_many_named(place: Place, head: tree.Head, target: Symbol) -> None:
    count = len(getattr(target, "params", []))
    message = f"`{target.name}` takes {arguments_phrase(count)}, but {len(head.names)} are named"
    place.report.error("wrong-arity", message, head.at, f"write `{signature(target)}`")


def _hook(place: Place, node: tree.Hook) -> None:
    target = _head(place, node.head, _hookable(place), "a procedure, phase or action", "hooked")
    if node.when == "after":
        place.after = target
    place = _where(place, node)
    place.returns = f"`{'instead of' if node.when == 'instead' else node.when}`"
    if node.when == "instead":
        place.proceeds = target
        if target is None:
            place.proceeds, place.result = Symbol(node.head.name, ANY), ANY
        elif isinstance(target, Procedure):
            place.result = target.type
    block(place, node.block)


def _modify(place: Place, node: tree.Modify) -> None:
    target = _head(place, node.head, _modifiable(place), "a function", "modified")
    of: Type = ANY
    if isinstance(target, Function):
        of = place.world.type_of(target)
    elif isinstance(target, Builtin):
        of = target.type
    place = _where(place, node)
    if node.becomes is not None:
        place.value = of
        typed_as(place, node.becomes, of)
        place.value = None
    if node.by is not None:
        _modify_by(place, node, bare(of), node.by)


def _modify_by(place: Place, node: tree.Modify, of: Type, by: tree.Formula) -> None:
    if of == ANY or is_number(of) or isinstance(of, Names):
        number(place, by)
        for limit in (node.up_to, node.down_to):
            if limit is not None:
                typed_as(place, limit, of if isinstance(of, Names) else NUMBER)
        return
    if isinstance(of, SetOf | ListOf):
        typed_as(place, by, of)
        for limit in (node.up_to, node.down_to):
            if limit is not None:
                type_of(place, limit)
                place.report.error("wrong-type", "a list cannot have a limit", limit.at)
        return
    type_of(place, by)
    hint = "write `becomes yes` or `becomes no`" if of == BOOL else "write `becomes …`"
    place.report.error("wrong-type", f"cannot add to {type_phrase(of)}", by.at, hint)


def lasting(place: Place, node: tree.Lasting) -> None:
    node.captures.clear()
    phase_named(place, node.phase, node)
    for rule in node.rules:
        standing_rule(place.within(lasting=node), rule)
    for inner in walk(node.rules):
        target = inner.target if isinstance(inner, tree.Change) else None
        if target is not None and target.ref in node.captures:
            message = f"`{target.ref.name}` keeps its present value: setting it inside `until` has no effect outside"
            place.report.error("not-settable", message, target.at, "use a state for values that change")


def phase_named(place: Place, name: str, node: tree.Node) -> None:
    """Tell if no phase has the name."""
    phases: dict[str, Symbol] = {n: p for n, p in place.game.procedures.items() if p.is_phase}
    if name not in phases:
        other = place.game.procedures.get(name)
        message = f"`{name}` is a procedure, not a phase" if other is not None else f"unknown phase `{name}`"
        unknown(place, "unknown-phase", message, name, node.at.word(name), phases)
