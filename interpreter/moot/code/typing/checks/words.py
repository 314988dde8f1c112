"""Words of declarations: each line must be about something that is there."""

from __future__ import annotations

from dataclasses import replace

from ....lang import tree
from ....lang.spelling import nearest
from ....pack.words import DeclaredWords, declared_words, unknown_words
from ..scope import World
from ..symbols import TypedGame
from ..types import BOOL, ListOf, Names, OrNone, SetOf, Thing, Type, Words, is_number


def check_words(world: World) -> None:
    """Warn of words about a value, parameter or name that is not there."""
    every = declared_words(world.bundle)
    for one in every.values():
        if not one.places:
            continue
        known = parts_of(world.game, one)
        for part, at in one.places.items():
            if part not in known and not (is_numbered(world.game, one) and part[:1] in "-0123456789"):
                message = f"`{one.name}` has no value, parameter or name `{part}`"
                listed = f"available names: {', '.join(known)}" if known else ""
                hint = nearest(part, known) or listed or "write `#` for a comment, or leave out the colon"
                world.report.warn("unknown-part", message, at, hint)
    named = [one.name for one in every.values()]
    for name, at in unknown_words(world.bundle).items() if world.bundle.docs else ():
        world.report.warn("unknown-words", f"unknown name `{name}`", at, nearest(name, named))


def parts_of(game: TypedGame, one: DeclaredWords) -> list[str]:
    """The names that lines of words may have before a colon: the names, values or parameters of a declaration."""
    decl = one.decl
    if isinstance(decl, tree.NamesDecl):
        return list(decl.names)
    params = getattr(decl, "params", ())
    found = type_of(game, one)
    return [param.name for param in params] + (values_of(game, found) if found is not None else [])


def is_numbered(game: TypedGame, one: DeclaredWords) -> bool:
    """Whether its values are numbers."""
    found = type_of(game, one)
    return found is not None and is_number(found.of if isinstance(found, OrNone) else found)


def type_of(game: TypedGame, one: DeclaredWords) -> Type | None:
    """The type of an option, state or field; None of anything else."""
    owner, _, name = one.name.rpartition(".")
    if one.sort == "option":
        option = game.options.get(one.name)
        return option.type if option is not None else None
    if one.sort == "state" and not owner:
        state = game.states.get(one.name)
        return state.type if state is not None else None
    kind = game.kinds.get(owner)
    member = kind.fields.get(name) if kind is not None else None
    if member is None and owner in game.carried:
        member = game.carried[owner].states.get(name)
    return member.type if member is not None else None


def values_of(game: TypedGame, of: Type) -> list[str]:
    """The values of a type by their names, where these are few enough to be named."""
    if isinstance(of, OrNone):
        return [*values_of(game, of.of), "none"]
    if isinstance(of, SetOf | ListOf):
        return values_of(game, of.item)
    if of == BOOL:
        return ["no", "yes"]
    if isinstance(of, Words):
        return list(of.names)
    if isinstance(of, Names):
        return list(game.name_kinds[of.kind].names) if of.kind in game.name_kinds else []
    if isinstance(of, Thing):
        return [title.name for title in game.titles.values() if title.type == of]
    return []


def hint_values(world: World, option: str) -> None:
    """Add the values of an option with their words to errors about it that have no hint."""
    told = world.report.diagnostics
    for place, one in enumerate(told):
        if one.hint or not one.message.startswith(f"`{option}` "):
            continue
        words = declared_words(world.bundle).get(f"option {option}")
        if words is not None and words.parts:
            numbers = [part for part in words.parts if part[0] in "-0123456789"]
            named = dict.fromkeys([*parts_of(world.game, words), *numbers])
            said = (f"{value} ({words.parts[value]})" if value in words.parts else value for value in named)
            which = "values" if numbers else "available values"
            told[place] = replace(one, hint=f"{which}: {', '.join(said)}")
