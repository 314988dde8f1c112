"""From the declarations of a bundle to symbols: the kind of every name, before any formula is read."""

from __future__ import annotations

from typing import assert_never

from ...lang import tree
from ...lang.formula_text import params_text
from ...lang.source import NOWHERE, Span
from ...lang.walk import walk
from ...pack.model.boards import Board
from ...pack.model.bundle import Bundle, CodeText
from . import symbols
from .boards import known_calls
from .builtins import VALUES
from .declared_types import DECK, SIMPLE, parameters, resolve, word_values
from .gathered import blanking, code_texts, known_ids, offer_words, section_item
from .scope import TypeFormula, TypeStep, World, place_of, what
from .symbols import (
    Action,
    Carried,
    Function,
    Kind,
    Local,
    Member,
    NameKind,
    Option,
    Procedure,
    State,
    Symbol,
    TypedGame,
)
from .types import ANY, NOTHING, THING, Names, SetOf, Thing, Zone


def declare(bundle: Bundle, formula: TypeFormula, step: TypeStep) -> World:
    """Make the symbols of everything that the packs and the effects of their things declare.

    `formula` and `step` type code of any kind.
    """
    game = TypedGame(boards=dict(bundle.boards))
    world = World(bundle, game, bundle.report, formula, step)
    declarations = bundle.declarations
    world.nodes = list(walk([*declarations, *(node for code in code_texts(bundle) for node in code.nodes)]))
    _header(world, declarations)
    _kinds(world, declarations)
    for decl in declarations:
        _declare(world, decl)
    _titles(world)
    _carried(world)
    blanking(world)
    phases = [p for p in game.procedures.values() if p.is_phase]
    game.main = phases[0] if phases else None
    if bundle.report.failed:
        pass  # the phase that was meant may be lost by another mistake
    elif game.main is None and declarations:
        bundle.report.error("no-phase", "missing phase: the first phase is the game itself", declarations[0].at)
    elif game.main is not None and game.main.params and game.main.decl is not None:
        message = f"`{game.main.name}` is the first phase, so it is the game, and cannot take arguments"
        hint = "remove its parameters, or put the phase that calls it first"
        bundle.report.error("first-phase", message, game.main.decl.at, hint)
    _families(world)
    offer_words(world)
    known_ids(world)
    world.section_item = section_item(world)
    return world


def register(world: World, space: dict[str, Symbol], symbol: Symbol) -> None:
    """Enter a symbol in a namespace, and report another of that name, unless that was done when the packs were read."""
    at = place_of(symbol)
    reserved = VALUES if space is world.names else known_calls(world.game)
    if symbol.name in reserved:
        message = f"`{symbol.name}` is a built-in name: {reserved[symbol.name].doc}"
        world.report.error("name-taken", message, at, "rename it")
        return
    other = space.get(symbol.name)
    if other is None:
        space[symbol.name] = symbol
        return
    called = (Function, Procedure, Action)
    if type(other) is type(symbol) or (isinstance(other, called) and isinstance(symbol, called)):
        return
    if world.bundle.may_name(at, place_of(other)):
        _taken(world, symbol.name, what(other), at, place_of(other))
    else:  # the extending pack gives way
        _taken(world, symbol.name, what(symbol), place_of(other), at)


def _register_kind(world: World, kind: Kind | NameKind) -> None:
    """Enter a kind; its name must not be that of a type either, as `c: NAME` could mean both."""
    if kind.name in (*SIMPLE, str(THING), DECK):
        message = f"`{kind.name}` is already a type of the language"
        world.report.error("name-taken", message, place_of(kind), "rename it")
    register(world, world.names, kind)


def _taken(world: World, name: str, what: str, at: Span, where: Span) -> None:
    notes = [(where, "declared here")] if where is not NOWHERE else []
    world.report.error(
        "name-taken", f"`{name}` is already {what}", at, "rename one of them: a name cannot hide another", notes
    )


# ------------------------------------------------------------------------------------------------ the game, its kinds


def _header(world: World, declarations: list[tree.Declared]) -> None:
    game = world.game
    for decl in declarations:
        if isinstance(decl, tree.GameDecl) and not game.name:
            game.name, game.title = decl.name, decl.title
        elif isinstance(decl, tree.PlayersDecl) and not game.players:
            playing = decl.names[: _playing(world, decl)]
            game.players, game.absent = playing, decl.names[len(playing) :]
            game.most_players = len(decl.names)
            _name_kind(world, "player", playing, decl)


def _playing(world: World, decl: tree.PlayersDecl) -> int:
    """The number of players: the value of the option `players`, if it can be set."""
    asked = [setting.value for setting in world.bundle.settings if setting.option == "players"]
    count = asked[-1] if asked else decl.usual
    fits = isinstance(count, int) and not isinstance(count, bool) and decl.least <= count <= len(decl.names)
    return int(count) if fits else decl.usual


def _name_kind(world: World, name: str, names: list[str], decl: tree.Declared) -> None:
    kind = NameKind(name, Names(name), decl, list(names))
    world.game.name_kinds[name] = kind
    _register_kind(world, kind)
    seen: set[str] = set()
    for word in names:
        if word in seen:
            world.report.error("duplicate-name", f"`{word}` appears twice among the names of `{name}`", decl.at)
        seen.add(word)
    word_values(world, kind.type, names, decl)


def _kinds(world: World, declarations: list[tree.Declared]) -> None:
    game = world.game
    made: list[tuple[Kind, tree.KindDecl]] = []
    for decl in declarations:
        if isinstance(decl, tree.NamesDecl):
            _name_kind(world, decl.name, decl.names, decl)
        elif isinstance(decl, tree.KindDecl):
            kind = Kind(decl.name, Thing(decl.name), decl)
            game.kinds[decl.name] = kind
            _register_kind(world, kind)
            made.append((kind, decl))
    for kind, decl in made:
        if decl.base is None:
            continue
        base = game.kinds.get(decl.base)
        if base is None:
            resolve(world, tree.NamedType(decl.at, decl.base))  # reports it
        elif _is_below(base, kind):
            world.report.error("circle", f"`{kind.name}` is a subtype of itself", decl.at)
        else:
            kind.base = base
            base.sorts.append(kind)
    for kind, decl in made:
        _own_fields(world, kind, decl)
    done: set[str] = set()
    for kind, _ in made:
        _inherit(world, kind, done)


def _is_below(kind: Kind, other: Kind) -> bool:
    here: Kind | None = kind
    while here is not None:
        if here is other:
            return True
        here = here.base
    return False


def _own_fields(world: World, kind: Kind, decl: tree.KindDecl) -> None:
    lines: list[tree.FieldDecl | tree.StateDecl] = [*decl.fields, *decl.states]
    for line in lines:
        if line.name in kind.fields or line.name == "title":
            other = "every thing has" if line.name == "title" else "is declared twice"
            message = f"`{line.name}` {other}" if line.name != "title" else "every thing already has a `title`"
            world.report.error("duplicate-name", message, line.at, "rename it")
            continue
        if isinstance(line, tree.StateDecl):
            kind.fields[line.name] = _state_of_a_thing(world, line, kind.name)
        else:
            kind.fields[line.name] = Member(
                line.name, resolve(world, line.declared), line, kind.name, False, line.default
            )


def _state_of_a_thing(world: World, decl: tree.StateDecl, kind: str, title: str = "") -> Member:
    """A state that each thing of a kind has, or each copy of a title."""
    if decl.params:
        of = kind or world.bundle.things[title].kind
        hint = f"declare it in a rules file: `state {decl.name}(this_one: {of}, {params_text(decl.params)}) : …`"
        message = f"`{decl.name}` is a state of each thing, so it cannot take parameters"
        world.report.error("state-parameters", message, decl.at, hint)
    lasts = (decl.point, decl.phase) if decl.point and decl.phase else None
    return Member(decl.name, resolve(world, decl.declared), decl, kind, True, decl.initial, lasts, title)


def _inherit(world: World, kind: Kind, done: set[str]) -> None:
    if kind.name in done:
        return
    done.add(kind.name)
    if kind.base is None:
        return
    _inherit(world, kind.base, done)
    for name, member in kind.fields.items():
        base = kind.base.fields.get(name)
        if base is None:
            continue
        message = f"`{name}` is already a field of `{base.kind}`, and `{kind.name}` has all its fields"
        at, other = place_of(member), place_of(base)
        if not world.bundle.may_name(at, other):  # the extending pack gives way
            message = f"`{kind.name}`, a subtype of `{base.kind}`, already has a field `{name}`"
            at, other = other, at
        world.report.error("name-taken", message, at, "rename it", [(other, "declared here")])
    kind.fields = {**kind.base.fields, **kind.fields}


# ------------------------------------------------------------------------------------------------ named things


def _declare(world: World, decl: tree.Declared) -> None:
    game = world.game
    match decl:
        case tree.ZoneDecl():
            item = resolve(world, tree.NamedType(decl.at.word(decl.item), decl.item))
            zone = symbols.Zone(decl.name, Zone(item, decl.sort), decl, parameters(world, decl.params), decl.in_play)
            game.zones[decl.name] = zone
            register(world, world.callables if zone.params else world.names, zone)
        case tree.StateDecl():
            lasts = (decl.point, decl.phase) if decl.point and decl.phase else None
            state = State(decl.name, resolve(world, decl.declared), decl, parameters(world, decl.params), lasts)
            game.states[decl.name] = state
            register(world, world.callables if state.params else world.names, state)
        case tree.OptionDecl():
            option = Option(decl.name, resolve(world, decl.declared), decl)
            game.options[decl.name] = option
            register(world, world.names, option)
        case tree.TableDecl():
            table = symbols.Table(decl.name, resolve(world, decl.declared), decl, parameters(world, decl.params))
            game.tables[decl.name] = table
            register(world, world.names, table)
        case tree.FunctionDecl():
            function = _function(world, decl, "")
            game.functions[decl.name] = function
            register(world, world.callables if function.params else world.names, function)
        case tree.ProcedureDecl():
            game.procedures[decl.name] = procedure = _procedure(world, decl, "")
            register(world, world.callables, procedure)
        case tree.ActionDecl():
            game.actions[decl.name] = action = _action(world, decl, "")
            register(world, world.callables, action)
        case tree.LawDecl():
            game.laws.append(decl)
        case tree.StandingRule():
            game.standing.append(decl)
        case tree.GameDecl() | tree.PlayersDecl() | tree.KindDecl() | tree.NamesDecl() | tree.BoardDecl():
            pass  # read before: by `_header`, `_kinds` and the pack
        case tree.DefaultDecl() | tree.OverrideDecl() | tree.KindExtension():
            pass  # packs are merged by now
        case _:
            assert_never(decl)


def _function(world: World, decl: tree.FunctionDecl, owner: str) -> Function:
    of = resolve(world, decl.result) if decl.result is not None else ANY
    return Function(decl.name, of, decl, parameters(world, decl.params), owner)


def _procedure(world: World, decl: tree.ProcedureDecl, owner: str) -> Procedure:
    of = resolve(world, decl.result) if decl.result is not None else NOTHING
    return Procedure(decl.name, of, decl, parameters(world, decl.params), decl.is_phase, owner)


def _action(world: World, decl: tree.ActionDecl, owner: str) -> Action:
    params: list[Local] = []
    for domain in decl.params:
        domain.local = Local(domain.name, resolve(world, domain.declared), domain)
        if any(p.name == domain.name for p in params):
            world.report.error("duplicate-name", f"`{domain.name}` is already a parameter", domain.at)
        params.append(domain.local)
    return Action(decl.name, NOTHING, decl, params, [], owner)


def _families(world: World) -> None:
    game = world.game
    for carried in [None, *game.carried.values()]:
        for action in (carried.actions if carried else game.actions).values():
            for family in action.decl.families if isinstance(action.decl, tree.ActionDecl) else ():
                own = carried.actions.get(family.name) if carried else None
                found = own or game.actions.get(family.name)
                action.families += [found] if found is not None else []


# ------------------------------------------------------------------------------------------------ things


def _titles(world: World) -> None:
    for thing in world.bundle.things.values():
        if thing.kind not in world.game.kinds:
            resolve(world, tree.NamedType(thing.at, thing.kind))  # reports it
            continue
        title = symbols.Title(thing.id, Thing(thing.kind), tree.Node(thing.at))
        world.game.titles[thing.id] = title
        if thing.id not in world.game.words:  # a name of a kind and a thing may bear one name: the place decides
            register(world, world.names, title)
        elif thing.id not in world.names:
            world.names[thing.id] = title
    for board in world.bundle.boards.values():
        _named_on_map(world, board)


def _named_on_map(world: World, board: Board) -> None:
    """More names of places and sides, and the areas."""
    titles = world.game.titles
    for name, ident in board.names.items():
        if ident not in titles:
            continue
        at = board.named_at[name]
        if name not in titles:
            alias = symbols.Title(name, titles[ident].type, tree.Node(at))
            register(world, world.names, alias)
            if world.names.get(name) is alias:
                titles[name] = world.names[name] = titles[ident]
        elif titles[name] is not titles[ident]:
            _taken(world, name, "the id or name of a thing", at, place_of(titles[name]))
    for name, places in board.areas.items():
        at = board.areas_at[name]
        if name in board.names:
            _taken(world, name, "a name on this map", at, board.named_at[name])
        else:
            register(world, world.names, symbols.Area(name, SetOf(Thing(board.place)), tree.Node(at), places))


def _carried(world: World) -> None:
    for thing in world.bundle.things.values():
        for field, entry in thing.fields.items():
            code = entry.value
            if not isinstance(code, CodeText) or code.entry != "standing":
                continue
            carried = world.game.carried.setdefault(thing.id, Carried(thing.id, field))
            for node in code.nodes:
                _carry(world, carried, node)


def _carry(world: World, carried: Carried, node: tree.Carried) -> None:
    match node:
        case tree.LawDecl():
            carried.laws.append(node)
        case tree.StandingRule():
            carried.standing.append(node)
        case tree.StateDecl():
            _own_name(world, carried, node, True)
            carried.states[node.name] = _state_of_a_thing(world, node, "", carried.title)
        case tree.FunctionDecl():
            _own_name(world, carried, node, not node.params)
            carried.functions[node.name] = _function(world, node, carried.title)
        case tree.ProcedureDecl():
            _own_name(world, carried, node, False)
            carried.procedures[node.name] = _procedure(world, node, carried.title)
        case tree.ActionDecl():
            _own_name(world, carried, node, False)
            carried.actions[node.name] = _action(world, node, carried.title)
        case _:
            assert_never(node)


def _own_name(
    world: World,
    carried: Carried,
    node: tree.StateDecl | tree.FunctionDecl | tree.ProcedureDecl | tree.ActionDecl,
    plain: bool,
) -> None:
    """Report a name of a thing's declaration that is taken. `plain`: it is used without parentheses."""
    callables: dict[str, Symbol] = {**world.callables, **carried.functions, **carried.procedures, **carried.actions}
    values: dict[str, Symbol] = {**world.names, **carried.states}
    other = (values if plain else callables).get(node.name)
    if other is None and node.name in (reserved := VALUES if plain else known_calls(world.game)):
        other = reserved[node.name]
    if other is not None and world.bundle.may_name(node.at, place_of(other)):
        _taken(world, node.name, what(other), node.at, place_of(other))
