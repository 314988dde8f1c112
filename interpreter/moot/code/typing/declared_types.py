"""From types as written to types, with the words that they make."""

from __future__ import annotations

from typing import assert_never

from ...lang import tree
from ...lang.spelling import nearest
from .fits import type_phrase
from .scope import World
from .symbols import Local, NameKind, Value
from .types import (
    ANY,
    BOOL,
    CALL,
    NAME,
    NOTHING,
    NUMBER,
    PLACE,
    STRING,
    Bounded,
    Code,
    Dice,
    ListOf,
    Names,
    OrNone,
    SetOf,
    Thing,
    Type,
    Words,
)

DECK = "deck"  # the type of options that choose a deck

SIMPLE: dict[str, Type] = {
    "number": NUMBER,
    "bool": BOOL,
    "string": STRING,
    "name": NAME,
    "place": PLACE,
    "call": CALL,
    "steps": Code("steps", (), NOTHING),
    "standing": Code("standing", (), NOTHING),
    "formula": Code("formula", (), NUMBER),
}


def resolve(world: World, node: tree.WrittenType) -> Type:
    """The written type; ANY, reported once, if a name in it is unknown."""
    match node:
        case tree.NamedType():
            return _named_type(world, node)
        case tree.RangeType():
            if isinstance(node.low, int) and isinstance(node.high, int) and node.low > node.high:
                world.report.error("empty-range", f"the range {node.low}..{node.high} is empty", node.at)
            return Bounded(node.low, node.high)
        case tree.DiceType():
            return Dice(node.count, node.faces)
        case tree.SetType():
            return SetOf(resolve(world, node.item))
        case tree.ListType():
            return ListOf(resolve(world, node.item))
        case tree.OrNoneType():
            return OrNone(resolve(world, node.of))
        case tree.WordsType():
            words = Words(tuple(node.names))
            word_values(world, words, node.names, node)
            return words
        case tree.CodeType():
            plain = SIMPLE.get(node.entry)
            if not isinstance(plain, Code):
                return ANY  # already reported when parsing
            params = tuple((p.name, resolve(world, p.declared)) for p in node.params)
            result = resolve(world, node.result) if node.result is not None else plain.result
            return Code(node.entry, params, result)
        case _:
            assert_never(node)


def _named_type(world: World, node: tree.NamedType) -> Type:
    game = world.game
    if node.name in SIMPLE:
        return SIMPLE[node.name]
    if node.name in game.kinds:
        return Thing(node.name)
    if node.name in game.name_kinds:
        return Names(node.name)
    if node.name == DECK:
        return _deck_names(world, node)
    if node.name == "player":
        world.report.error("no-players", "the game has no named players", node.at, "write `players name, name`")
        return ANY
    known = [*SIMPLE, *game.kinds, *game.name_kinds, DECK]
    hint = nearest(node.name, known)
    found = game.kinds.get(hint.split("`")[1]) if hint else None
    notes = (
        [(found.decl.at, f"`{found.name}` is declared here")] if found is not None and found.decl is not None else []
    )
    world.report.error("unknown-kind", f"unknown kind or type `{node.name}`", node.at, hint, notes)
    return ANY


def _deck_names(world: World, node: tree.Node) -> Type:
    """The names of the decks among which an option chooses. Rules do not name them: decks come and go."""
    names = list(dict.fromkeys(deck.whole for deck in world.bundle.decks.values() if deck.choice is not None))
    kind = NameKind(DECK, Names(DECK), None, names)
    world.game.name_kinds[DECK] = kind
    for index, name in enumerate(names):
        world.values.setdefault((kind.type, name), Value(name, kind.type, node, index))
    return kind.type


def word_values(world: World, of: Type, names: list[str], decl: tree.Node) -> None:
    """Make the values of names, each once for its type."""
    for index, name in enumerate(names):
        if (of, name) not in world.values:
            value = Value(name, of, decl, index)
            world.values[(of, name)] = value
            world.game.words.setdefault(name, []).append(value)


def parameters(world: World, params: list[tree.Param]) -> list[Local]:
    """The parameters as locals; reports duplicates."""
    made: list[Local] = []
    for param in params:
        if any(other.name == param.name for other in made):
            world.report.error("duplicate-name", f"`{param.name}` is already a parameter", param.at)
        made.append(Local(param.name, resolve(world, param.declared), param))
    return made


def check_ends(world: World, node: tree.RangeType) -> None:
    """The ends of a range that are names must be options or functions of numbers."""
    game = world.game
    for end in (node.low, node.high):
        if isinstance(end, int):
            continue
        option, function = game.options.get(end), game.functions.get(end)
        if function is not None and not function.params:
            found = world.type_of(function)
        elif option is not None:
            found = option.type
        else:
            known = [*game.options, *(n for n, f in game.functions.items() if not f.params)]
            message = f"the limit of a range must be a number, an option or a function without parameters, not `{end}`"
            world.report.error("unknown-name", message, node.at, nearest(end, known))
            continue
        if found not in (NUMBER, ANY) and not isinstance(found, Bounded | Dice):
            message = f"the limit of a range must be a number, but `{end}` is {type_phrase(found)}"
            world.report.error("wrong-type", message, node.at)
