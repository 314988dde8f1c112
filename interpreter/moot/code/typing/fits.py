"""Compatibility of types: which fit where, which can be compared, and how to name a type in a message."""

from __future__ import annotations

from ...lang.diagnostic import with_article
from .symbols import Kind, TypedGame
from .types import (
    ANY,
    BOOL,
    CALL,
    EMPTY,
    NAME,
    NONE,
    NOTHING,
    NUMBER,
    PLACE,
    STRING,
    THING,
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
    Zone,
    bare,
    is_mask,
    is_number,
    may_be_none,
)

PLAYER = Names("player")


def or_none(of: Type) -> Type:
    return of if isinstance(of, OrNone) or of in (ANY, NONE, NOTHING) else OrNone(of)


def bases(game: TypedGame, kind: str) -> list[str]:
    """The kind and its base kinds, nearest first."""
    found: list[str] = []
    here: Kind | None = game.kinds.get(kind)
    while here is not None and here.name not in found:
        found.append(here.name)
        here = here.base
    return found or [kind]


def sorts(kind: Kind) -> list[Kind]:
    """Every kind below this one."""
    found: list[Kind] = []
    waiting = list(kind.sorts)
    while waiting:
        sort = waiting.pop(0)
        if sort is not kind and sort not in found:
            found.append(sort)
            waiting.extend(sort.sorts)
    return found


def related(game: TypedGame, a: Thing, b: Thing) -> bool:
    """Whether one is a subtype of the other. A base is accepted where a subtype is expected, and checked in play."""
    return THING in (a, b) or a.kind in bases(game, b.kind) or b.kind in bases(game, a.kind)


def fits(game: TypedGame, found: Type, due: Type) -> bool:
    """Whether a value of type `found` is accepted where `due` is expected. A value that may be none fits, and is
    checked in play.
    """
    if ANY in (found, due) or found == due:
        return True
    if found == NONE:
        return may_be_none(due)
    a, b = bare(found), bare(due)
    if a == b or ANY in (a, b) or (is_number(a) and is_number(b)):
        return True
    if isinstance(a, Thing) and isinstance(b, Thing):
        return related(game, a, b)
    if isinstance(b, SetOf | ListOf):
        if a == EMPTY:
            return True
        if isinstance(a, SetOf | ListOf | Zone):
            return is_mask(a) == is_mask(b) and fits(game, a.item, b.item)
    return isinstance(a, Zone) and (b == PLACE or (isinstance(b, Zone) and fits(game, a.item, b.item)))


def may_be_equal(game: TypedGame, a: Type, b: Type) -> bool:
    """Whether two values may be the same, so that `=` makes sense."""
    if NONE in (a, b) and NOTHING not in (a, b):
        return True
    return fits(game, or_none(a), or_none(b)) or fits(game, or_none(b), or_none(a))


def join(game: TypedGame, a: Type, b: Type) -> Type | None:
    """The type of a value that is now of the one, now of the other; None if there is none."""
    if a == b or b == ANY:
        return a
    if a == ANY:
        return b
    if NONE in (a, b):
        other = b if a == NONE else a
        return None if other == NOTHING else or_none(other)
    if isinstance(a, OrNone) or isinstance(b, OrNone):
        inner = join(game, bare(a), bare(b))
        return None if inner is None else or_none(inner)
    if is_number(a) and is_number(b):
        return NUMBER
    if isinstance(a, Thing) and isinstance(b, Thing):
        shared = [kind for kind in bases(game, a.kind) if kind in bases(game, b.kind)]
        return Thing(shared[0]) if shared else THING
    if isinstance(a, Zone) and isinstance(b, Zone):
        return PLACE
    if PLACE in (a, b) and (isinstance(a, Zone) or isinstance(b, Zone)):
        return PLACE
    if EMPTY in (a, b):
        other = b if a == EMPTY else a
        return other if isinstance(other, SetOf | ListOf) else SetOf(other.item) if isinstance(other, Zone) else None
    if isinstance(a, SetOf | ListOf | Zone) and isinstance(b, SetOf | ListOf | Zone) and is_mask(a) == is_mask(b):
        item = join(game, a.item, b.item)
        if item is None:
            return None
        joined = SetOf(item) if isinstance(a, SetOf) and isinstance(b, SetOf) else ListOf(item)
        return joined if is_mask(joined) == is_mask(a) else a
    return None


def type_phrase(of: Type) -> str:
    """A type in a sentence: "a number", "an ally or none"."""
    if isinstance(of, OrNone):
        return f"{type_phrase(of.of)} or none"
    fixed = {
        BOOL: "yes or no",
        STRING: "a text",
        NAME: "the name of a thing",
        CALL: "a pending call",
        NONE: "none",
        NOTHING: "nothing (it gives no value)",
        EMPTY: "an empty list",
        ANY: "anything",
    }
    if of in fixed:
        return fixed[of]
    if isinstance(of, Words):
        return f"one of {of}"
    if isinstance(of, Bounded | Dice):
        return f"a number of {of}"
    if isinstance(of, Code):
        return str(of)
    return with_article(str(of))
