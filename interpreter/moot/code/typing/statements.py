"""Types of statements, block by block: names bound, targets checked, effects only where they may be."""

from __future__ import annotations

from typing import assert_never

from ...lang import tree
from .asked import block, condition, items, number, players, the_thing_itself, type_of, typed_as
from .ends import win
from .facts import Fact, add_facts, facts_of, with_facts
from .fits import PLAYER, fits, join, may_be_equal, or_none, type_phrase
from .names import arguments_phrase, call, unknown
from .scope import How, Place, place_of, what
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
            _choose(place, node)
        case tree.ChooseTogether():
            _choose_together(place, node)
        case tree.ChooseOne():
            _choose_one(place, node)
        case tree.Pick():
            _pick(place, node)
        case tree.Offer():
            _offer(place, node)
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
    """What may be set: a state, a state of a thing, or a name made by `let`. ANY, reported, for all else."""
    errors = place.report.errors
    found = type_of(place, node, None, How.ACTS if isinstance(node, tree.Call) else How.PURE)  # what it is comes first
    ref = node.ref
    if isinstance(node, tree.Lookup) and ref is None and place.report.errors == errors:
        return _member(place, node)
    named = isinstance(node, tree.Name | tree.Call | tree.Field | tree.FieldCall)
    if named and (isinstance(ref, State) or (isinstance(ref, Member) and ref.is_state)):
        return found
    if isinstance(node, tree.Name) and isinstance(ref, Local) and ref.settable:
        return found
    if place.report.errors > errors or (found == ANY and place.report.lost):
        return ANY  # what it is has been reported already
    message, hint = _not_settable(node)
    place.report.error("not-settable", message, node.at, hint)
    return ANY


def _member(place: Place, node: tree.Lookup) -> Type:
    """A member of a list that may be set itself, whose symbol is the member's too."""
    listed = bare(node.of.type)
    if isinstance(listed, SetOf):
        message = f"the members of {type_phrase(listed)} have no order, so none is set by its number"
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
    """What a target is that cannot be set, and what to do instead."""
    match node.ref:
        case Member() as member:
            return f"`{member.name}` is printed and cannot be set", _MODIFIED
        case Local() as local if isinstance(node, tree.Name):
            return f"`{local.name}` cannot be set", "only names made by `let` can; give it another by `let`"
        case Function() as function:
            return f"`{function.name}` is {what(function)} and cannot be set", "modify it, or declare it as a state"
        case Symbol() as symbol if isinstance(node, tree.Name | tree.Call | tree.Field | tree.Lookup):
            return f"`{symbol.name}` is {what(symbol)} and cannot be set", _SETTABLE
    if isinstance(node, tree.Lookup) and isinstance(bare(node.of.type), Zone):
        return "what lies in a zone cannot be set", "move it: `move … to …`"
    if isinstance(node, tree.Field):
        return f"moot cannot tell what `{node.name}` is a field of, so it cannot be set", _KIND
    return "this is a value and cannot be set", _SETTABLE


_SETTABLE = "only states and names made by `let` are set"
_KIND = "give the value a kind: pass it to a parameter, or to a function that has a type"
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
        place.report.error("wrong-type", f"only numbers are {word}, and this is {type_phrase(found)}", node.target.at)
    number(place, node.by)


def _thing(place: Place, node: tree.Formula, how: How = How.PURE) -> Type:
    found = type_of(place, node, None, how)
    if not (isinstance(bare(found), Thing) or bare(found) in (CALL, ANY)):
        message = f"a thing is due here, but this is {type_phrase(found)}"
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
        message = f"a thing or a zone is moved, but this is {type_phrase(found)}"
        place.report.error("wrong-type", message, node.thing.at, the_thing_itself(node.thing))
        moved = ANY
    goal = bare(typed_as(place, node.to, PLACE, or_nothing=True))
    if isinstance(goal, Zone):
        if not may_be_equal(place.game, moved, goal.item):
            message = f"this zone holds {type_phrase(goal.item)}, and this is {type_phrase(moved)}"
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
        place.report.error("wrong-type", "this gives no value to name", node.value.at)
        found = ANY
    if isinstance(of := bare(found), Zone):
        found = SetOf(of.item)  # what lies in it now
    node.local = place.make(node.name, found, node, settable=True)


def let_value(place: Place, node: tree.Let) -> None:
    """A `let` of a function, an action or a law: its value has no effects."""
    _let(place, node, How.PURE)


def require(place: Place, node: tree.Require) -> None:
    condition(place, node.condition)
    if node.reason is not None:
        type_of(place, node.reason)


def _call(place: Place, node: tree.CallStatement) -> None:
    call_ = node.call
    call_.type = call(place, call_, None, How.ACTS)
    ref = call_.ref
    happens = isinstance(ref, Procedure | Action) or (isinstance(ref, Builtin) and ref.sort == "procedure")
    if isinstance(ref, Symbol) and not happens:
        hint = "name its value with `let`, or call a procedure"
        place.report.error("no-effect", f"`{ref.name}` is {what(ref)}: to read it does nothing", node.at, hint)


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
        place.report.error("wrong-type", f"`run` does steps, but this is {type_phrase(found)}", node.code.at)
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


# ------------------------------------------------------------------------------------------------ choices


def _choose(place: Place, node: tree.Choose) -> None:
    for bound in (node.low, node.high):
        if bound is not None:
            number(place, bound)
    if node.at_once is not None:
        place = _at_once(place, node, node.at_once)
    item = items(place, node.over)
    typed_as(place, node.by, PLAYER)
    several = node.low is not None
    inside = place.within() if several else place
    node.local = inside.make(node.name, or_none(item) if node.or_none else item, node)
    if node.where is not None:
        condition(inside, node.where)
    type_of(inside, node.prompt)
    _taken(inside, node)
    _otherwise(place, node)


def _at_once(place: Place, node: tree.Choose, who: tree.AtOnce) -> Place:
    """Where the name of each who chooses is known."""
    if node.low is not None:
        message = "several players choose one thing each at once, not several one after another"
        hint = f"take the number out, or ask one after another: `for each {who.name} in …`, and below it `choose`"
        place.report.error("choose-several", message, node.at, hint)
    item = items(place, who.over)
    inside = place.within()
    who.local = inside.make(who.name, PLAYER, who)
    if not fits(place.game, item, PLAYER):
        message = f"players choose, but this holds {type_phrase(item)}"
        place.report.error("wrong-type", message, who.over.at, "for example `by each p in player`")
    if who.where is not None:
        condition(inside, who.where)
    return inside


def _choose_together(place: Place, node: tree.ChooseTogether) -> None:
    typed_as(place, node.by, PLAYER)
    for one in node.choices:
        one.local = place.make(one.name, items(place, one.over), one)
    if node.where is not None:
        condition(place, node.where)
    type_of(place, node.prompt)
    _taken(place, node)
    _otherwise(place, node)


def _taken(place: Place, node: tree.Choose | tree.ChooseTogether | tree.Pick) -> None:
    """What is done with what was taken. Behind the block its name may still be known, and may be none."""
    known = facts_of(place.game, node.where)
    block(place, node.then, known)
    own = [one.local for one in (node.choices if isinstance(node, tree.ChooseTogether) else [node])]
    add_facts(place, [(symbol, or_none(of)) for symbol, of in known if symbol in own])


def _otherwise(place: Place, node: tree.Choose | tree.ChooseTogether | tree.Pick) -> None:
    """What is done where nothing was taken: its names are not known there."""
    known = place.scope.names
    choices = node.choices if isinstance(node, tree.ChooseTogether) else [node]
    hidden = {one.name: known.pop(one.name) for one in choices if known.get(one.name) is one.local}
    block(place, node.otherwise)
    known |= hidden


def _choose_one(place: Place, node: tree.ChooseOne) -> None:
    typed_as(place, node.by, PLAYER)
    type_of(place, node.prompt)
    for alternative in node.alternatives:
        type_of(place, alternative.label)
        if alternative.where is not None:
            condition(place, alternative.where)
        block(place, alternative.block, facts_of(place.game, alternative.where))
    block(place, node.otherwise)


def _pick(place: Place, node: tree.Pick) -> None:
    if node.count is not None:
        number(place, node.count)
    item = items(place, node.over)
    inside = place.within() if node.count is not None else place
    node.local = inside.make(node.name, item, node)
    if node.where is not None:
        condition(inside, node.where)
    if node.weight is not None:
        number(with_facts(inside, facts_of(place.game, node.where)), node.weight)
    _taken(inside, node)
    _otherwise(place, node)


def _offer(place: Place, node: tree.Offer) -> None:
    known: dict[str, Symbol] = dict(place.game.actions)
    if place.carried is not None:
        known.update(place.carried.actions)
    for family in node.families:
        if family != "actions" and not isinstance(known.get(family), Action):
            message = f"no action is called `{family}`"
            unknown(place, "unknown-action", message, family, node.at.word(family), known)
    if node.occasion is not None:
        _offer_word(place, node, node.occasion)
    players(place, node.to)
    for line in node.requires:
        require(place, line)
        if node.until == "taken":
            message = "a `require` of an offer holds `done` back, and there is none where one action must be taken"
            place.report.error("offer-end", message, line.at, "require it in the action; or write `until done`")
    block(place, node.on_none)
    if node.chosen is not None:
        inside = place.within()
        node.local = inside.make(node.chosen, CALL, node)
        block(inside, node.on_chosen)


def _offer_word(place: Place, node: tree.Offer, word: str) -> None:
    """The word of an offer is of its own: what is done in a phase is offered while that runs."""
    phase = place.game.procedures.get(word)
    if phase is None or not phase.is_phase:
        return
    message = f"`{word}` is a phase, not the word of an offer, so this offer would gather nothing"
    hint = f"take `in {word}` out, as an offer gathers what is done in the phases that run; or choose another word"
    notes = [(place_of(phase), f"`{word}` is declared here")]
    place.report.error("wrong-occasion", message, node.at, hint, notes)


# ------------------------------------------------------------------------------------------------ endings


def _return(place: Place, node: tree.Return) -> None:
    if node.value is None:
        if place.result not in (NOTHING, ANY):
            place.report.error("return-without-value", f"{type_phrase(place.result)} is to be returned here", node.at)
        return
    if place.result == NOTHING:
        type_of(place, node.value, None, How.ACTS)
        hint = "give the procedure a type: `procedure name(…) : type`" if place.returns == "a procedure" else ""
        place.report.error("return-of-value", f"{place.returns or 'this'} returns no value", node.value.at, hint)
        return
    typed_as(place, node.value, place.result, How.ACTS)


def _proceed(place: Place, node: tree.ProceedStatement) -> None:
    type_of(place, node.proceed, None, How.ACTS)


def cost(place: Place, node: tree.Cost) -> None:
    step(place, node.statement)
