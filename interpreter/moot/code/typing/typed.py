"""The typing stage: from a bundle to a typed game."""

from __future__ import annotations

from collections.abc import Callable

from ...lang import tree
from ...lang.diagnostic import Report
from ...lang.without_gc import uncollected
from ...pack.model.bundle import Bundle
from .asked import block, condition, type_of, typed_as
from .builtins import ALL
from .checks.decks import fits_options, read_decks
from .checks.lint import lint
from .checks.report import read_report
from .data_values import read_tables, read_things, settle_options
from .declare import declare
from .declared_types import check_ends
from .expressions import formula
from .fits import PLAYER, fits, or_none, type_phrase
from .rules import action, bind, function, infer, law, place_in, procedure
from .scope import Place, World
from .standing import phase_named, standing_rule
from .statements import step
from .symbols import Carried, CodeUnit, Function, Member, TypedGame, Zone
from .types import BOOL, NONE, SetOf, bare


def typed(bundle: Bundle) -> TypedGame:
    """Declare every symbol, resolve every name, type every formula.

    Errors go to `bundle.report`; the game is complete only if that has none.
    """
    return typed_world(bundle).game


@uncollected()
def typed_world(bundle: Bundle) -> World:
    """The same with everything that the stages of typing share: more formulas can be typed in it."""
    world = declare(bundle, formula, step)
    _infer_all(world)
    settle_options(world)
    _defaults(world)
    read_things(world)
    read_tables(world)
    read_decks(world)
    game = world.game
    for carried in [None, *game.carried.values()]:
        _type_code(world, carried)
    for unit in list(game.code):
        _type_unit(world, unit)
    read_report(world)
    said: dict[str, str] = {}
    for manifest in bundle.manifests:
        if fits_options(world, manifest.about_for, manifest.id, manifest.id):
            said |= manifest.about
    game.about = {part: said[part] for part in ("goal", "turn", "length", "numbers", "first") if part in said}
    lint(world)
    return world


def _kind_of(world: World, carried: Carried | None) -> str:
    return world.bundle.things[carried.title].kind if carried is not None else ""


def _infer_all(world: World) -> None:
    """Infer the types of functions that declare none. Errors are reported later, when everything is known."""
    game, report = world.game, world.report
    for carried in [None, *game.carried.values()]:
        functions = carried.functions if carried is not None else game.functions
        for symbol in functions.values():
            if isinstance(symbol.decl, tree.FunctionDecl) and symbol.decl.result is None:
                place = place_in(world, carried, _kind_of(world, carried))
                world.untyped[id(symbol)] = _later(place, symbol)
    world.report = Report()
    for carried in [None, *game.carried.values()]:
        for symbol in (carried.functions if carried is not None else game.functions).values():
            world.type_of(symbol)
    world.report = report


def _later(place: Place, symbol: Function) -> Callable[[], None]:
    return lambda: infer(place, symbol)


def _defaults(world: World) -> None:
    """Types of the first values of fields and states, of ranges, and of who sees what."""
    game = world.game
    for kind in game.kinds.values():
        for member in kind.fields.values():
            if member.kind == kind.name:
                type_member(world, place_in(world, None, kind.name), member)
    for carried in game.carried.values():
        for member in carried.states.values():
            type_member(world, place_in(world, carried, _kind_of(world, carried)), member)
    for state in game.states.values():
        node = state.decl
        assert isinstance(node, tree.StateDecl)
        place = place_in(world).within()
        bind(place, state.params)
        if node.initial is not None:
            typed_as(place_in(world).within(), node.initial, state.type)  # it is the same for all arguments
        if state.until is not None:
            phase_named(place, state.until[1], node)
        _seen_by(place, node.seen_by)
    for zone in game.zones.values():
        _zone(world, zone)
    for written in world.nodes:
        if isinstance(written, tree.RangeType):
            check_ends(world, written)


def type_member(world: World, place: Place, member: Member) -> None:
    """Type the default of a field or the initial value of a state of a thing. `place`: the place of its kind's code."""
    node = member.decl
    assert isinstance(node, tree.FieldDecl | tree.StateDecl)
    this = place.this
    if isinstance(member.default, tree.NoneValue):
        typed_as(place, member.default, member.type)
    elif member.default is not None and not hasattr(bare(member.type), "entry"):
        if not member.is_state:
            place.this = None
        typed_as(place, member.default, member.type)
    if member.until is not None:
        phase_named(place, member.until[1], node)
    place.this = this
    _seen_by(place, node.seen_by)


def _zone(world: World, zone: Zone) -> None:
    node = zone.decl
    assert isinstance(node, tree.ZoneDecl)
    place = place_in(world).within()
    bind(place, zone.params)
    _seen_by(place, node.seen_by)


def _seen_by(place: Place, node: tree.Formula | None) -> None:
    """`seen by` names a player, several, all or none."""
    if node is None:
        return
    found = type_of(place, node, or_none(PLAYER))
    if found == NONE or node.ref is ALL or fits(place.game, found, or_none(PLAYER)):
        return
    if not fits(place.game, found, SetOf(PLAYER)):
        message = f"`seen by` takes a player, a set of players, `all` or `none`, not {type_phrase(found)}"
        place.report.error("wrong-type", message, node.at)


def _type_code(world: World, carried: Carried | None) -> None:
    """The rules of the packs, or those that one thing carries."""
    source = carried if carried is not None else world.game

    def place() -> Place:
        return place_in(world, carried, _kind_of(world, carried))

    for a_function in source.functions.values():
        function(place(), a_function)
    for a_procedure in source.procedures.values():
        procedure(place(), a_procedure)
    for an_action in source.actions.values():
        action(place(), an_action)
    for a_rule in source.standing:
        standing_rule(place(), a_rule)
    for a_law in source.laws:
        law(place(), a_law)


def _type_unit(world: World, unit: CodeUnit) -> None:
    carried = world.game.carried.get(unit.title) if unit.title else None
    place = place_in(world, carried, unit.kind).within()
    bind(place, unit.params)
    if unit.code.entry == "steps":
        place.returns = "a block of steps"
        block(place, unit.nodes)
    else:
        for node in unit.nodes:
            if unit.code.result == BOOL:
                condition(place, node)
            else:
                typed_as(place, node, unit.code.result)
