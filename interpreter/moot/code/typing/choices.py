"""Steps that ask: choose, choose several, choose at once, choose one of several options, pick, offer."""

from __future__ import annotations

from ...lang import tree
from .asked import block, condition, items, number, players, require, type_of, typed_as
from .facts import add_facts, facts_of, with_facts
from .fits import PLAYER, fits, or_none, type_phrase
from .names import unknown
from .scope import Place, place_of
from .symbols import Action, Symbol
from .types import CALL


def choose(place: Place, node: tree.Choose) -> None:
    if node.at_once is not None:
        place = _at_once(place, node, node.at_once)
    for bound in (node.low, node.high):
        if bound is not None:
            number(place, bound)
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
    item = items(place, who.over)
    inside = place.within()
    who.local = inside.make(who.name, PLAYER, who)
    if not fits(place.game, item, PLAYER):
        message = f"expected players who choose, found {type_phrase(item)}"
        place.report.error("wrong-type", message, who.over.at, "for example, write `by each p in player`")
    if who.where is not None:
        condition(inside, who.where)
    return inside


def choose_together(place: Place, node: tree.ChooseTogether) -> None:
    typed_as(place, node.by, PLAYER)
    for one in node.choices:
        one.local = place.make(one.name, items(place, one.over), one)
    if node.where is not None:
        condition(place, node.where)
    type_of(place, node.prompt)
    _taken(place, node)
    _otherwise(place, node)


def _taken(place: Place, node: tree.Choose | tree.ChooseTogether | tree.Pick) -> None:
    """The steps for the chosen value. After the block its name may still be known, and may be none."""
    known = facts_of(place.game, node.where)
    block(place, node.then, known)
    own = [one.local for one in (node.choices if isinstance(node, tree.ChooseTogether) else [node])]
    add_facts(place, [(symbol, or_none(of)) for symbol, of in known if symbol in own])


def _otherwise(place: Place, node: tree.Choose | tree.ChooseTogether | tree.Pick) -> None:
    """The steps if nothing was chosen: its names are not known there."""
    known = place.scope.names
    choices = node.choices if isinstance(node, tree.ChooseTogether) else [node]
    hidden = {one.name: known.pop(one.name) for one in choices if known.get(one.name) is one.local}
    block(place, node.otherwise)
    known |= hidden


def choose_one(place: Place, node: tree.ChooseOne) -> None:
    typed_as(place, node.by, PLAYER)
    type_of(place, node.prompt)
    for alternative in node.alternatives:
        type_of(place, alternative.label)
        if alternative.where is not None:
            condition(place, alternative.where)
        block(place, alternative.block, facts_of(place.game, alternative.where))
    block(place, node.otherwise)


def pick(place: Place, node: tree.Pick) -> None:
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


def offer(place: Place, node: tree.Offer) -> None:
    known: dict[str, Symbol] = dict(place.game.actions)
    if place.carried is not None:
        known.update(place.carried.actions)
    for family in node.families:
        if family != "actions" and not isinstance(known.get(family), Action):
            message = f"unknown action `{family}`"
            unknown(place, "unknown-action", message, family, node.at.word(family), known)
    if node.occasion is not None:
        _offer_word(place, node, node.occasion)
    players(place, node.to)
    if node.prompt is not None:
        type_of(place, node.prompt)
    for line in node.requires:
        require(place, line)
        if node.until == "taken":
            message = "this `require` blocks `done`, but an offer that must be taken has no `done`"
            place.report.error(
                "offer-end", message, line.at, "put the requirement in the action, or write `until done`"
            )
    block(place, node.on_none)
    if node.chosen is not None:
        inside = place.within()
        node.local = inside.make(node.chosen, CALL, node)
        block(inside, node.on_chosen)


def _offer_word(place: Place, node: tree.Offer, word: str) -> None:
    """The word of an offer must be its own: an action of a phase is offered while the phase runs."""
    phase = place.game.procedures.get(word)
    if phase is None or not phase.is_phase:
        return
    message = f"`{word}` is a phase, not the word of an offer, so this offer would be empty"
    hint = f"remove `in {word}` (an offer gathers the actions of running phases), or choose another word"
    notes = [(place_of(phase), f"`{word}` is declared here")]
    place.report.error("wrong-occasion", message, node.at, hint, notes)
