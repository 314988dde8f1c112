"""Types of declarations in the rules: functions, procedures, actions and laws."""

from __future__ import annotations

from typing import assert_never

from ...lang import tree
from ...lang.spelling import nearest
from .asked import block, condition, items, require, type_of, typed_as
from .facts import add_facts, facts_of, with_facts
from .fits import PLAYER, join, may_be_equal, or_none, type_phrase
from .names import check_args, signature, unknown
from .offers import chain_of
from .scope import LocalScope, Place, World
from .standing import phase_named, too_many_named
from .statements import cost, let_value
from .symbols import Action, Carried, Function, Local, Procedure, Symbol
from .types import ANY, NOTHING, NUMBER, ListOf, OrNone, Thing, Type, is_number

# ------------------------------------------------------------------------------------------------ places


def place_in(world: World, carried: Carried | None = None, kind: str = "") -> Place:
    """The place of a rules file's code, or of the code of a thing of the kind."""
    return Place(world, LocalScope(), Thing(kind) if kind else None, carried)


def bind(place: Place, params: list[Local]) -> None:
    """Make the parameters known; report names that are taken."""
    for param in params:
        if param.decl is not None and param.name:
            place.check_free(param.name, param.decl.at)
        place.scope.names[param.name] = param


# ------------------------------------------------------------------------------------------------ functions, procedures


def infer(place: Place, function: Function) -> None:
    """Infer the type of a function without a declared one. Meanwhile the function itself has any type."""
    function.type = ANY
    function.type = _settled(_lines(place, function, None))


def _settled(of: Type) -> Type:
    """A value found in a range is a number: only a written range cuts what modifiers make of it."""
    if isinstance(of, OrNone):
        return or_none(_settled(of.of))
    return NUMBER if is_number(of) else of


def _lines(place: Place, function: Function, due: Type | None) -> Type:
    node = function.decl
    assert isinstance(node, tree.FunctionDecl)
    place = place.within()
    bind(place, function.params)
    for let in node.lets:
        let_value(place, let)
    found: Type = ANY
    for line in node.lines:
        if line.condition is not None:
            condition(place, line.condition)
        inside = with_facts(place, facts_of(place.game, line.condition))
        place = with_facts(place, facts_of(place.game, line.condition, False))
        if due is not None:
            typed_as(inside, line.value, due)
            continue
        this = type_of(inside, line.value, found if found != ANY else None)
        both = join(place.game, found, this)
        if both is None:
            message = f"this is {type_phrase(this)}, but another line of `{function.name}` is {type_phrase(found)}"
            place.report.error("wrong-type", message, line.value.at, "give the function its type")
        else:
            found = both
    return found


def function(place: Place, symbol: Function) -> None:
    node = symbol.decl
    assert isinstance(node, tree.FunctionDecl)
    found = _lines(place, symbol, symbol.type if node.result is not None else None)
    if node.result is None and (found in (ANY, NOTHING)) and id(symbol) in place.world.circular:
        message = f"cannot infer the type of `{symbol.name}`, because it reads itself"
        place.report.error("type-not-found", message, node.at, f"declare it: `function {signature(symbol)} : …`")


def procedure(place: Place, symbol: Procedure) -> None:
    node = symbol.decl
    assert isinstance(node, tree.ProcedureDecl)
    place = place.within()
    bind(place, symbol.params)
    place.result = symbol.type
    place.returns = "a phase" if symbol.is_phase else "a procedure"
    block(place, node.block)


# ------------------------------------------------------------------------------------------------ actions


def action(place: Place, symbol: Action) -> None:
    node = symbol.decl
    assert isinstance(node, tree.ActionDecl)
    place = place.within()
    for head in node.occasions:
        _occasion(place, symbol, head)
    for domain, param in zip(node.params, symbol.params, strict=True):
        if domain.within is not None:
            item = items(place, domain.within)
            if not may_be_equal(place.game, param.type, item):
                message = f"`{param.name}` is {type_phrase(param.type)}, but these are {type_phrase(item)}"
                place.report.error("unlike-types", message, domain.within.at)
        bind(place, [param])
    for family in node.families:
        _family(place, symbol, family)
    for zone in node.zones:
        if zone not in place.game.zones:
            unknown(place, "unknown-zone", f"unknown zone `{zone}`", zone, node.at, dict(place.game.zones))
    if node.actor is not None:
        typed_as(place, node.actor, PLAYER)
    if node.once_in is not None:
        phase_named(place, node.once_in, node)
    for line in node.lines:
        match line:
            case tree.Let():
                let_value(place, line)
            case tree.Require():
                require(place, line)
            case tree.Cost():
                cost(place, line)
            case _:
                assert_never(line)
    place.proceeds = symbol
    place.returns = "an action"
    block(place, node.do)


def _occasion(place: Place, symbol: Action, head: tree.Head) -> None:
    world = place.world
    phase = world.game.procedures.get(head.name)
    head.locals = []
    head.ref = phase
    if phase is None or not phase.is_phase:
        head.ref = None
        if head.name in world.offer_words:
            if head.names:
                message = f"`{head.name}` is the word of an offer, which takes no arguments"
                place.report.error("wrong-arity", message, head.at)
            return
        known: dict[str, Symbol] = {name: p for name, p in world.game.procedures.items() if p.is_phase}
        known.update({word: Symbol(word, NOTHING) for word in world.offer_words})
        message = f"`{head.name}` is neither a phase nor the word of an offer"
        unknown(place, "unknown-occasion", message, head.name, head.at, known)
        return
    if len(head.names) > len(phase.params):
        too_many_named(place, head, phase)
    params = {param.name: param for param in symbol.params}
    for position, param in enumerate(phase.params):
        name = head.names[position] if position < len(head.names) else ""
        known_as = params.get(name) or place.scope.names.get(name) if name else None
        if known_as is None:
            head.locals.append(place.make(name, param.type, head))
            continue
        head.locals.append(known_as)
        if not may_be_equal(world.game, known_as.type, param.type):
            message = f"`{name}` is {type_phrase(known_as.type)}, but `{phase.name}` runs for {type_phrase(param.type)}"
            place.report.error("unlike-types", message, head.at)


def _family(place: Place, symbol: Action, node: tree.Call) -> None:
    found = place.carried.actions.get(node.name) if place.carried is not None else None
    found = found or place.game.actions.get(node.name)
    node.ref, node.type = found, NOTHING
    if found is None:
        unknown(place, "unknown-action", f"unknown action `{node.name}`", node.name, node.at, dict(place.game.actions))
        for argument in node.args:
            type_of(place, argument)
        return
    check_args(place, found, node.args, node)
    if symbol in chain_of(found):
        place.report.error("circle", f"`{symbol.name}` is its own family", node.at)
        symbol.families = []
    before = symbol.families[: symbol.families.index(found)] if found in symbol.families else []
    for other in (action for action in chain_of(found) if any(action in chain_of(one) for one in before)):
        message = f"`{symbol.name}` is already in the family `{other.name}`"
        hint = "name each family once: its requirements and costs apply once"
        place.report.error("family-twice", message, node.at, hint)
        return


# ------------------------------------------------------------------------------------------------ laws


HELD = "deck"  # the section of the packs' data that is checked against laws
POSITION = "position"  # laws that every position of a game keeps


def held_item(world: World, section: str = HELD) -> Type:
    """The names available to laws of a section of data."""
    zone = world.game.zones.get(section)
    return getattr(zone.type, "item", ANY) if zone is not None else world.section_item


def law(place: Place, node: tree.LawDecl) -> None:
    place = place.within()
    if node.section in place.game.kinds:
        place.this = Thing(node.section)
        _law_lines(place, node.lines, node.where)
        return
    if node.section == POSITION:
        _law_lines(place, node.lines, node.where)
        return
    if node.section != HELD:
        hint = nearest(node.section, [HELD, POSITION, *place.game.kinds])
        hint = hint or f"write `law {HELD}` for decks, or the kind of the things"
        message = f"the laws of `{node.section}` are never checked"
        place.report.warn("never-held", message, node.at.word(node.section), hint)
    item = held_item(place.world, node.section)
    if item == ANY and node.section == HELD:
        hint = "declare the zone of the decks, such as `zone deck : pile of card, seen by none`"
        place.report.error("no-deck-kind", "the kind of the cards in decks is unknown here", node.at, hint)
        return
    node.local = Local(node.section, ListOf(item), node)
    place.scope.names[node.section] = node.local
    _law_lines(place, node.lines, node.where)


def _law_lines(place: Place, lines: list[tree.LawLine], where: tree.Formula | None) -> None:
    if where is not None:
        condition(place, where)
        add_facts(place, facts_of(place.game, where))
    for line in lines:
        match line:
            case tree.Claim():
                condition(place, line.condition)
            case tree.Let():
                let_value(place, line)
            case tree.LawEach():
                item = items(place, line.over)
                inside = place.within()
                line.local = inside.make(line.name, item, line)
                _law_lines(inside, line.lines, line.where)
            case _:
                assert_never(line)
