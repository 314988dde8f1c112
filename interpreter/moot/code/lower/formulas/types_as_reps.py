"""How values of a type of the language are kept."""

from __future__ import annotations

from ....state.tags import names_tag, words_tag
from ...ir.reps import BOOL, CALL, CODE, NONE, NOTHING, NUM, TEXT, THING, ZONE, Rep, mask, num, seq
from ...layout.numbering import Numbering
from ...typing import types
from ...typing.types import Type

_PLAIN: dict[Type, Rep] = {
    types.NUMBER: NUM,
    types.BOOL: BOOL,
    types.STRING: TEXT,
    types.NAME: TEXT,
    types.PLACE: ZONE,
    types.CALL: CALL,
    types.NONE: NONE,
    types.NOTHING: NOTHING,
    types.EMPTY: Rep("seq"),
    types.THING: THING,
    types.ANY: THING.maybe,
}


def rep_of(numbering: Numbering, of: Type) -> Rep:
    """The representation of the values of any formula of the type.

    It does not include a number's range: a parameter of 1..3 takes any number. A value stored in a range has
    `kept_rep`.
    """
    plain = _PLAIN.get(of)
    if plain is not None:
        return plain
    match of:
        case types.OrNone(inner):
            return rep_of(numbering, inner).maybe
        case types.Bounded() | types.Dice():
            return NUM
        case types.Names(kind):
            return Rep("name", 0, len(numbering.layout.names[kind]), names_tag(kind))
        case types.Words(names):
            return Rep("name", 0, len(names), words_tag(names))
        case types.Thing(kind):
            if numbering.is_row_kind(kind):
                return Rep("row", of=kind)
            first, end = numbering.ranges[kind]
            return Rep("thing", first, end, kind)
        case types.SetOf(item) | types.ListOf(item):
            return (mask if types.is_mask(of) else seq)(kept_rep(numbering, item))
        case types.Zone(item):
            return Rep("zone", item=rep_of(numbering, item))
        case types.Code():
            return CODE.maybe
    raise AssertionError(f"a type without a representation: {of}")


def kept_rep(numbering: Numbering, of: Type) -> Rep:
    """The representation of a value stored in a range: of a state, or of a function whose type has limits."""
    match of:
        case types.OrNone(inner):
            return kept_rep(numbering, inner).maybe
        case types.Bounded(low, high):
            first, last = numbering.bound(low), numbering.bound(high)
            return num(first, None if last is None else last + 1)
        case types.Dice(count, faces):
            return num(count, count * faces + 1)
    return rep_of(numbering, of)
