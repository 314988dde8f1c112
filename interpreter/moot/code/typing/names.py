"""The meaning of names, calls and fields: the three namespaces, and the words that the context determines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from ...lang import tree
from ...lang.source import NOWHERE, Span
from ...lang.spelling import nearest, there_are
from .asked import ACTS_ONLY, type_of, typed_as
from .boards import BOARD_CALLS, board_call, known_calls, no_place_called, with_grid
from .builtins import ALL, CALLS, OF_PHASES, THIS, VALUE, two_players
from .fits import or_none, type_phrase
from .scope import How, Place, place_of, what
from .symbols import (
    Action,
    Function,
    Kind,
    Local,
    Member,
    NameKind,
    Procedure,
    Symbol,
    Table,
    Title,
    TypedGame,
)
from .types import (
    ANY,
    BOOL,
    NAME,
    NOTHING,
    THING,
    Names,
    OrNone,
    SetOf,
    Thing,
    Type,
    Words,
    bare,
)

S = TypeVar("S", bound=Symbol)

# ------------------------------------------------------------------------------------------------ bare names


def prefers_context(place: Place, node: tree.Formula) -> bool:
    """Whether the other side of a comparison should determine the meaning: for a bare word, the number of a place,
    or a list of them.
    """
    if isinstance(node, tree.ListOf):
        return any(prefers_context(place, item) for item in node.items)
    if isinstance(node, tree.Number):
        return bool(with_grid(place.game))
    if not isinstance(node, tree.Name) or place.scope.find(node.name) is not None:
        return False
    return node.name in place.game.words or node.name in place.game.titles or node.name in place.world.known_ids


def name(place: Place, node: tree.Name, due: Type | None, how: How) -> Type:
    want = bare(due) if due is not None else None
    local = place.scope.find(node.name)
    if local is not None:
        node.ref = local
        node.known_as = known = place.scope.fact_of(local)
        return local.type if known is None else known if isinstance(local.type, OrNone) else bare(known)
    if isinstance(want, Names | Words):
        value = place.world.values.get((want, node.name))
        if value is not None:
            node.ref = value
            return want
    if want == NAME and (node.name in place.game.titles or node.name in place.world.known_ids):
        node.ref = place.game.titles.get(node.name) or Title(node.name, NAME)
        return NAME
    found = _builtin_value(place, node)
    if found is not None:
        return found
    symbol, words = _value_symbol(place, node.name), place.game.words.get(node.name, [])
    values = known_here(place, node, words) or words
    if symbol is not None and (known_here(place, node, [symbol]) or not known_here(place, node, values)):
        node.ref = symbol
        return _value_type(place, node, symbol)
    if len(values) == 1:
        node.ref = values[0]
        return values[0].type
    if values and place.report.lost:  # the declaration that decides may not have been read
        return ANY
    if values:
        kinds = " and ".join(f"`{value.type}`" for value in values)
        hint = f"it belongs to {kinds}: use it where one of these is expected"
        place.report.error("ambiguous-name", f"`{node.name}` is ambiguous here", node.at, hint)
        return ANY
    return _unknown_name(place, node, want)


def known_here(place: Place, node: tree.Node, symbols: Sequence[S]) -> list[S]:
    """The symbols that the pack of the code knows. Declarations of a pack that extends it have no effect here."""
    return [one for one in symbols if place.world.bundle.may_name(node.at, place_of(one))]


def _builtin_value(place: Place, node: tree.Name) -> Type | None:
    if node.name == "this":
        node.ref = THIS
        place.keep_this(THIS)
        if place.this is None:
            hint = "use `this` only in code in a thing's field, not in a rules file or table cell"
            place.report.error("no-this", "`this` is not available here", node.at, hint)
            return ANY
        node.known_as = place.scope.fact_of(THIS)
        return node.known_as or place.this
    if node.name == "value":
        node.ref = VALUE
        if place.value is None:
            place.report.error("no-value", "`value` is only available after `becomes`", node.at)
            return ANY
        return place.value
    if node.name == "all":
        node.ref = ALL
        return ALL.type
    return None


def _value_symbol(place: Place, called: str) -> Symbol | None:
    if place.carried is not None:
        own = place.carried.states.get(called) or place.carried.functions.get(called)
        if own is not None and not getattr(own, "params", []):
            place.keep_this(THIS)
            return own
    return place.world.names.get(called)


def _value_type(place: Place, node: tree.Name, symbol: Symbol) -> Type:
    if isinstance(symbol, Function):
        return place.world.type_of(symbol)
    if isinstance(symbol, Kind | NameKind):
        return SetOf(symbol.type)
    if isinstance(symbol, Table):
        place.report.error(
            "table-without-keys", f"`{symbol.name}` is a table: read it with `{signature(symbol, '[]')}`", node.at
        )
        return ANY
    if isinstance(symbol, Title):
        copies = sum(count for d in place.game.decks.values() for card, count in d.cards if card == symbol.name)
        if copies > 1:
            hint = f"test each copy with `c is {symbol.name}`"
            place.report.error("many-copies", f"`{symbol.name}` is ambiguous: there are {copies} copies", node.at, hint)
    return symbol.type


def _unknown_name(place: Place, node: tree.Name, want: Type | None) -> Type:
    called = node.name
    other = _callable(place, called) or known_calls(place.game).get(called)
    if other is not None:
        message = f"`{called}` is {what(other)}: call it with its arguments, `{signature(other)}`"
        place.report.error("call-without-arguments", message, node.at, "", _declared(other))
        return ANY
    if isinstance(want, Names | Words):
        known = [name for of, name in place.world.values if of == want]
        message, hint = (
            f"`{called}` is not one of {listed(known)}",
            absent(place.game, called) or nearest(called, known),
        )
        place.report.error("unknown-name", message, node.at, hint)
        return ANY
    if told := no_place_called(place, called):
        place.report.error(*told[:2], node.at, told[2])
        return ANY
    near = {**place.world.names, **place.scope.known(), "this": THIS, "all": ALL}
    for word, values in place.game.words.items():
        near.setdefault(word, values[0])
    if place.carried is not None:
        near.update(place.carried.states)
    unknown(place, "unknown-name", f"unknown name `{called}`", called, node.at, near)
    return ANY


def unknown(
    place: Place, code: str, message: str, called: str, at: Span, known: dict[str, Symbol], listing: bool = False
) -> None:
    """Report an unknown name: its other meaning, or the nearest known name and its declaration.

    `listing`: also list all known names, if they are in no file where they could be looked up.
    """
    found = _elsewhere(place, called) if called not in known else None
    if called in place.game.absent:
        hint = absent(place.game, called)
    elif found is not None:
        hint = f"`{called}` is {what(found)}"
        hint = hint if hint not in message else ""
    else:
        hint = nearest(called, known) or _of_a_thing(place, called)
        found = known.get(hint.split("`")[1]) if hint else None
    if listing:
        hint = f"{hint}{'' if hint.endswith('?') else ';'} {there_are(known)}" if hint else there_are(known)
    place.report.error(code, message, at, hint, _declared(found) if found is not None else ())


def absent(game: TypedGame, called: str) -> str:
    """A hint where somebody is named who does not take part."""
    if called not in game.absent:
        return ""
    playing = len(game.players)
    return f"`{called}` is not in a game of {playing}; rules for a variable number of players cannot name one"


def _elsewhere(place: Place, called: str) -> Symbol | None:
    """The meaning of the name in another namespace than the expected one."""
    world, game = place.world, place.game
    for space in (world.names, world.callables, game.kinds, game.titles):
        found: Symbol | None = space.get(called)
        if found is not None:
            return found
    return next(iter(game.words.get(called, [])), None)


def _of_a_thing(place: Place, called: str) -> str:
    """That the name is known in the code of another thing only."""
    for thing, carried in place.game.carried.items():
        for space in (carried.states, carried.functions, carried.procedures, carried.actions):
            if called in space and carried is not place.carried:
                return f"`{called}` is only available in the code of `{carried.title or thing}`"
    return ""


def _declared(symbol: Symbol) -> list[tuple[Span, str]]:
    where = place_of(symbol)
    return [(where, f"`{symbol.name}` is declared here")] if where is not NOWHERE else []


def listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def signature(symbol: Symbol, brackets: str = "()") -> str:
    """A callable as it is declared: `energy(p: player)`."""
    params = getattr(symbol, "params", [])
    inside = ", ".join(f"{p.name}: {p.type}" if p.type != ANY else p.name for p in params)
    return f"{symbol.name}{brackets[0]}{inside}{brackets[1]}"


# ------------------------------------------------------------------------------------------------ calls


def _callable(place: Place, called: str) -> Symbol | None:
    if place.carried is not None:
        carried = place.carried
        own = carried.functions.get(called) or carried.procedures.get(called) or carried.actions.get(called)
        if own is not None and not (isinstance(own, Function) and not own.params):
            place.keep_this(THIS)
            return own
    return place.world.callables.get(called)


def call(place: Place, node: tree.Call, due: Type | None, how: How, waits: bool = False) -> Type:
    """A call in a formula, or, where `how` allows it, of a procedure. `waits`: after `pending`."""
    inner = How.PURE if how == How.PURE else How.MAKES
    symbol = _callable(place, node.name)
    if symbol is None and node.name in CALLS:
        return _builtin_call(place, node, due, how, waits)
    if symbol is None and node.name in BOARD_CALLS and not waits:
        return board_call(place, node, how)
    if symbol is None:
        for argument in node.args:
            type_of(place, argument, None, inner)
        _unknown_call(place, node)
        return ANY
    node.ref = symbol
    if isinstance(symbol, Procedure | Action):
        if waits:
            pass
        elif isinstance(symbol, Action):
            hint = f"offer the action, or make a pending call with `pending {node.name}(…)`"
            place.report.error("action-called", f"`{node.name}` is an action, which cannot be called", node.at, hint)
        elif how < How.ACTS:
            message = f"`{node.name}` is {what(symbol)}: a formula without effects cannot call it"
            place.report.error("no-effects-here", message, node.at, ACTS_ONLY)
    elif waits:
        place.report.error(
            "not-an-action", f"`{node.name}` is {what(symbol)}: only actions and procedures can be pending", node.at
        )
    check_args(place, symbol, node.args, node, inner)
    return place.world.type_of(symbol) if isinstance(symbol, Function) else symbol.type


def _unknown_call(place: Place, node: tree.Call) -> None:
    plain = place.world.names.get(node.name) or place.scope.find(node.name)
    if plain is None and place.carried is not None:
        plain = place.carried.functions.get(node.name) or place.carried.states.get(node.name)
    if plain is not None:
        if isinstance(plain, Member) and getattr(plain.decl, "params", None):
            node.ref = plain
            return  # a state of a thing takes none, which has been reported
        message = f"`{node.name}` is {what(plain)} without parameters"
        hint = f"write `{node.name}` alone" if not node.args else ""
        if isinstance(plain, Table):
            message, hint = f"`{node.name}` is a table", f"read it with `{signature(plain, '[]')}`"
        place.report.error("not-callable", message, node.at, hint, _declared(plain))
        return
    known: dict[str, Symbol] = {**known_calls(place.game), **place.world.callables}
    if place.carried is not None:
        known |= place.carried.functions
        known |= place.carried.procedures
    unknown(place, "unknown-name", f"unknown name `{node.name}`", node.name, node.at, known)


def arguments_phrase(count: int) -> str:
    """So many arguments, in a sentence."""
    return "no argument" if not count else "1 argument" if count == 1 else f"{count} arguments"


def check_args(place: Place, symbol: Symbol, args: list[tree.Formula], node: tree.Node, how: How = How.PURE) -> None:
    """Type the arguments by the parameters, and count them."""
    params: list[Local] = getattr(symbol, "params", [])
    for position, argument in enumerate(args):
        if position < len(params):
            typed_as(place, argument, params[position].type, how)
        else:
            type_of(place, argument, None, how)
    if len(args) != len(params):
        brackets = "[]" if isinstance(symbol, Table) else "()"
        message = f"`{symbol.name}` takes {arguments_phrase(len(params))}, but {len(args)} given"
        place.report.error("wrong-arity", message, node.at, f"write `{signature(symbol, brackets)}`", _declared(symbol))


def _builtin_call(place: Place, node: tree.Call, due: Type | None, how: How, waits: bool) -> Type:
    entry = CALLS[node.name]
    node.ref = entry.symbol
    inner = How.PURE if how == How.PURE else How.MAKES
    if entry.symbol.sort == "procedure" and how < How.ACTS:
        place.report.error(
            "no-effects-here",
            f"`{node.name}` is a procedure: a formula without effects cannot call it",
            node.at,
            ACTS_ONLY,
        )
    elif waits and entry.symbol.sort != "procedure":
        place.report.error(
            "not-an-action", f"`{node.name}` is a function: only actions and procedures can be pending", node.at
        )
    if node.name in OF_PHASES:
        return _of_phase(place, node)
    if node.name == "was" and place.after is None:
        place.report.error(
            "was-outside-after", "`was` is only available in the `where` and body of an `after` hook", node.at
        )
    if node.name == "opponent" and not two_players(place.game):
        hint = "use `next(p)` for the player after p, or `seats(p)` for all players, p first"
        place.report.error("no-opponent", "`opponent` is only available in games of exactly two players", node.at, hint)
    types: list[Type] = []
    for position, argument in enumerate(node.args):
        taken = entry.due[min(position, len(entry.due) - 1)]
        types.append(type_of(place, argument, taken if taken != ANY else None, inner))
    count, most = len(entry.due), 99 if entry.more else len(entry.due)
    if not count <= len(types) <= most:
        least = "at least " if entry.more else ""
        hint = f"write `{signature(entry.symbol)}`: {entry.symbol.doc}"
        message = f"`{node.name}` takes {least}{arguments_phrase(count)}, but {len(types)} given"
        place.report.error("wrong-arity", message, node.at, hint)
        return ANY
    result = entry.rule(place.game, types)
    if isinstance(result, str):
        given = " and ".join(type_phrase(t) for t in types)
        hint = f"write `{signature(entry.symbol)}`: {entry.symbol.doc}"
        place.report.error("wrong-type", f"`{node.name}` takes {result}, not {given}", node.at, hint)
        return ANY
    want = bare(due) if due is not None else None
    if node.name == "holder" and bare(result) == THING and isinstance(want, Thing):
        return or_none(want)
    return result


def _of_phase(place: Place, node: tree.Call) -> Type:
    for argument in node.args[:1]:
        phase = place.game.procedures.get(argument.name) if isinstance(argument, tree.Name) else None
        argument.type, argument.ref = NOTHING, phase
        if phase is None or not phase.is_phase:
            called = argument.name if isinstance(argument, tree.Name) else ""
            phases: dict[str, Symbol] = {n: p for n, p in place.game.procedures.items() if p.is_phase}
            unknown(place, "unknown-phase", f"`{node.name}` takes the name of a phase", called, argument.at, phases)
    if len(node.args) != 1:
        place.report.error("wrong-arity", f"`{node.name}` takes 1 argument, but {len(node.args)} given", node.at)
    return BOOL


def unknown_kind(place: Place, called: str, node: tree.Node) -> None:
    known: dict[str, Symbol] = dict(place.game.kinds)
    unknown(place, "unknown-kind", f"unknown kind `{called}`", called, node.at, known)
