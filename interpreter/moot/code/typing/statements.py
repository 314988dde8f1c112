"""Types of statements, block by block: names bound, targets checked, effects only where they may be."""

from __future__ import annotations

from typing import assert_never

from ...lang import tree
from . import choices
from .asked import block, condition, items, number, require, the_thing_itself, type_of, typed_as
from .ends import win
from .facts import Fact, facts_of, with_facts
from .fits import join, may_be_equal, type_phrase
from .names import arguments_phrase, call
from .scope import How, Place, what
from .standing import lasting
from .symbols import Action, Builtin, Function, Local, Member, Procedure, State, Symbol
from .types import ANY, CALL, NONE, NOTHING, NUMBER, PLACE, THING, Code, ListOf, SetOf, Thing, Type, Zone, bare


def step(place: Place, node: tree.Step) -> None:
    """Type a step of any kind."""
    match node:
        case tree.Set():
            _set(place, node)
        case tree.Raise() | tree.Lower():
            _change(place, node)
        case tree.Move():
            _move(place, node)
        case tree.MoveBefore():
            _move_before(place, node)
        case tree.Remove():
            _remove(place, node)
        case tree.Let():
            _let(place, node)
        case tree.Require():
            require(place, node)
        case tree.CallStatement():
            _call(place, node)
        case tree.Run():
            _run(place, node)
        case tree.If():
            _if(place, node)
        case tree.ForEach():
            _for_each(place, node)
        case tree.While():
            _while(place, node)
        case tree.Repeat():
            _repeat(place, node)
        case tree.Choose():
            choices.choose(place, node)
        case tree.ChooseTogether():
            choices.choose_together(place, node)
        case tree.ChooseOne():
            choices.choose_one(place, node)
        case tree.Pick():
            choices.pick(place, node)
        case tree.Offer():
            choices.offer(place, node)
        case tree.Return():
            _return(place, node)
        case tree.ProceedStatement():
            _proceed(place, node)
        case tree.Win():
            win(place, node)
        case tree.Nothing():
            pass
        case tree.Lasting():
            lasting(place, node)
        case _:
            assert_never(node)


# ------------------------------------------------------------------------------------------------ changes


def _target(place: Place, node: tree.Formula) -> Type:
    """A target that may be set: a state, a state of a thing, or a name made by `let`. ANY, reported, for anything
    else.
    """
    errors = place.report.errors
    if isinstance(node, tree.Call) and node.name not in place.game.states:
        node.ref = place.game.procedures.get(node.name) or place.game.functions.get(node.name)
        if node.ref is not None:  # whatever its arguments are
            message, hint = _not_settable(node)
            place.report.error("not-settable", message, node.at, hint)
            return ANY
    found = type_of(place, node, None, How.ACTS if isinstance(node, tree.Call) else How.PURE)  # its type comes first
    ref = node.ref
    if isinstance(node, tree.Lookup) and ref is None and place.report.errors == errors:
        return _member(place, node)
    named = isinstance(node, tree.Name | tree.Call | tree.Field | tree.FieldCall)
    if named and (isinstance(ref, State) or (isinstance(ref, Member) and ref.is_state)):
        return found
    if isinstance(node, tree.Name) and isinstance(ref, Local) and ref.settable:
        return found
    if place.report.errors > errors or (found == ANY and place.report.lost):
        return ANY  # its type has been reported already
    message, hint = _not_settable(node)
    place.report.error("not-settable", message, node.at, hint)
    return ANY


def _member(place: Place, node: tree.Lookup) -> Type:
    """A member of a list that may be set itself, whose symbol is the member's too."""
    listed = bare(node.of.type)
    if isinstance(listed, SetOf):
        message = f"the members of {type_phrase(listed)} have no order, so they cannot be set by number"
        place.report.error("not-settable", message, node.at, "set the whole set, as in `set x to x + [y]`")
        return ANY
    if isinstance(listed, ListOf):
        _target(place, node.of)
        node.ref = node.of.ref
        return listed.item
    message, hint = _not_settable(node)
    place.report.error("not-settable", message, node.at, hint)
    return ANY


def _not_settable(node: tree.Formula) -> tuple[str, str]:
    """A target that cannot be set, and the remedy."""
    match node.ref:
        case Member() as member:
            return f"`{member.name}` is printed, so it cannot be set", _MODIFIED
        case Local() as local if isinstance(node, tree.Name):
            return f"`{local.name}` cannot be set", "set only names made by `let`: copy it with `let` first"
        case Function() as function:
            return f"`{function.name}` is {what(function)} and cannot be set", "modify it, or declare it as a state"
        case Symbol() as symbol if isinstance(node, tree.Name | tree.Call | tree.Field | tree.Lookup):
            return f"`{symbol.name}` is {what(symbol)} and cannot be set", _SETTABLE
    if isinstance(node, tree.Lookup) and isinstance(bare(node.of.type), Zone):
        return "the contents of a zone cannot be set", "move it: `move … to …`"
    if isinstance(node, tree.Field):
        return f"cannot find which field `{node.name}` is, so it cannot be set", _KIND
    return "a value cannot be set", _SETTABLE


_SETTABLE = "set only states and names made by `let`"
_KIND = "give the value a kind: pass it to a parameter, or to a typed function"
_MODIFIED = "declare it as a state, or modify a function that reads it"


def _set(place: Place, node: tree.Set) -> None:
    due = _target(place, node.target)
    ref = node.target.ref
    if not (isinstance(node.target, tree.Name) and isinstance(ref, Local) and ref.settable):
        typed_as(place, node.value, due, How.ACTS)
        return
    found = type_of(place, node.value, due, How.ACTS)
    both = join(place.game, ref.type, found)
    if both is None or found == NOTHING:
        place.report.error(
            "wrong-type",
            f"`{ref.name}` holds {type_phrase(ref.type)}, but this is {type_phrase(found)}",
            node.value.at,
            "use another name",
        )
    else:
        ref.type = both


def _change(place: Place, node: tree.Raise | tree.Lower) -> None:
    found = _target(place, node.target)
    if not may_be_equal(place.game, found, NUMBER) or bare(found) == NONE:
        word = "raised" if isinstance(node, tree.Raise) else "lowered"
        place.report.error("wrong-type", f"expected a number to be {word}, found {type_phrase(found)}", node.target.at)
    number(place, node.by)


def _thing(place: Place, node: tree.Formula, how: How = How.PURE) -> Type:
    found = type_of(place, node, None, how)
    if not (isinstance(bare(found), Thing) or bare(found) in (CALL, ANY)):
        message = f"expected a thing, found {type_phrase(found)}"
        place.report.error("wrong-type", message, node.at, the_thing_itself(node))
        return ANY
    return found


def _move(place: Place, node: tree.Move) -> None:
    found = type_of(place, node.thing, None, How.MAKES)
    moved = bare(found)
    if isinstance(moved, Zone):
        moved = moved.item
    elif moved == PLACE:
        moved = THING
    elif not (isinstance(moved, Thing) or moved in (CALL, ANY)):
        message = f"expected a thing or a zone to move, found {type_phrase(found)}"
        place.report.error("wrong-type", message, node.thing.at, the_thing_itself(node.thing))
        moved = ANY
    goal = bare(typed_as(place, node.to, PLACE, or_nothing=True))
    if isinstance(goal, Zone):
        if not may_be_equal(place.game, moved, goal.item):
            message = f"expected {type_phrase(goal.item)} for this zone, found {type_phrase(moved)}"
            place.report.error("wrong-type", message, node.thing.at)
        if node.place and goal.sort == "pool":
            place.report.error(
                "no-order", f"a pool has no {node.place}", node.to.at, "make the zone a pile, row or stack"
            )


def _move_before(place: Place, node: tree.MoveBefore) -> None:
    _thing(place, node.thing)
    _thing(place, node.before)


def _remove(place: Place, node: tree.Remove) -> None:
    _thing(place, node.thing)


def _let(place: Place, node: tree.Let, how: How = How.ACTS) -> None:
    found = type_of(place, node.value, None, how)
    if found == NOTHING:
        place.report.error("wrong-type", "this has no value to name", node.value.at)
        found = ANY
    if isinstance(of := bare(found), Zone):
        found = SetOf(of.item)  # its present contents
    node.local = place.make(node.name, found, node, settable=True)


def let_value(place: Place, node: tree.Let) -> None:
    """A `let` of a function, an action or a law: its value has no effects."""
    _let(place, node, How.PURE)


def _call(place: Place, node: tree.CallStatement) -> None:
    call_ = node.call
    call_.type = call(place, call_, None, How.ACTS)
    ref = call_.ref
    happens = isinstance(ref, Procedure | Action) or (isinstance(ref, Builtin) and ref.sort == "procedure")
    if isinstance(ref, Symbol) and not happens:
        hint = "name its value with `let`, or call a procedure"
        place.report.error("no-effect", f"`{ref.name}` is {what(ref)}: reading it has no effect", node.at, hint)


def _run(place: Place, node: tree.Run) -> None:
    found = type_of(place, node.code, None, How.ACTS)
    code = bare(found)
    params: tuple[tuple[str, Type], ...] = ()
    if isinstance(code, Code) and code.entry == "steps":
        params = code.params
        if len(params) != len(node.args):
            message = f"`{code}` takes {arguments_phrase(len(params))}, but {len(node.args)} given"
            place.report.error("wrong-arity", message, node.at, "write `run … with …`" if params else "")
    elif found not in (ANY, NONE):
        place.report.error("wrong-type", f"expected steps after `run`, found {type_phrase(found)}", node.code.at)
    for position, argument in enumerate(node.args):
        if position < len(params):
            typed_as(place, argument, params[position][1], How.MAKES)
        else:
            type_of(place, argument)


# ------------------------------------------------------------------------------------------------ branches and loops


def _if(place: Place, node: tree.If) -> None:
    failed: list[Fact] = []
    for branch in node.branches:
        condition(with_facts(place, failed), branch.condition, How.ACTS)
        block(place, branch.block, [*failed, *facts_of(place.game, branch.condition)])
        failed += facts_of(place.game, branch.condition, False)
    block(place, node.otherwise, failed)


def _for_each(place: Place, node: tree.ForEach) -> None:
    item = items(place, node.over)
    inside = place.within()
    node.local = inside.make(node.name, item, node)
    if node.where is not None:
        condition(inside, node.where)
    block(inside, node.block, facts_of(place.game, node.where))


def _while(place: Place, node: tree.While) -> None:
    condition(place, node.condition, How.ACTS)
    block(place, node.block, facts_of(place.game, node.condition))


def _repeat(place: Place, node: tree.Repeat) -> None:
    block(place, node.block)
    condition(place, node.until, How.ACTS)


# ------------------------------------------------------------------------------------------------ endings


def _return(place: Place, node: tree.Return) -> None:
    if node.value is None:
        if place.result not in (NOTHING, ANY):
            place.report.error("return-without-value", f"expected {type_phrase(place.result)} to be returned", node.at)
        return
    if place.result == NOTHING:
        type_of(place, node.value, None, How.ACTS)
        hint = "declare a type: `procedure name(…) : type`" if place.returns == "a procedure" else ""
        place.report.error("return-of-value", f"{place.returns or 'this'} cannot return a value", node.value.at, hint)
        return
    typed_as(place, node.value, place.result, How.ACTS)


def _proceed(place: Place, node: tree.ProceedStatement) -> None:
    type_of(place, node.proceed, None, How.ACTS)


def cost(place: Place, node: tree.Cost) -> None:
    step(place, node.statement)
