"""Types of values. At run time every value is an integer, None, a string, or a tuple of these:

bool: False or True; number: an int; names: their index in the kind; things: their entity number; places: the zone's
number; calls: a row; a set of few small values: a bit mask; any other set or list: a tuple.
"""

from __future__ import annotations

from dataclasses import dataclass

MASK_BITS = 62  # the largest value that a set kept as a bit mask may hold


@dataclass(frozen=True, slots=True)
class Type:
    def __str__(self) -> str:
        return "nothing"


@dataclass(frozen=True, slots=True)
class Simple(Type):
    word: str

    def __str__(self) -> str:
        return self.word


NUMBER = Simple("number")
BOOL = Simple("bool")
STRING = Simple("string")
NAME = Simple("name")  # the id of any thing; at run time a string
PLACE = Simple("place")  # a zone
CALL = Simple("call")
NONE = Simple("none")  # the type of `none` alone
NOTHING = Simple("nothing")  # the value of a procedure without a result
ANY = Simple("anything")  # after an error, to report it only once
EMPTY = Simple("empty list")  # the type of `[]`: any set or list


@dataclass(frozen=True, slots=True)
class Bounded(Type):
    """A number in a range. A bound is an int, or the name of an option or of a function without parameters."""

    low: int | str
    high: int | str

    def __str__(self) -> str:
        return f"{self.low}..{self.high}"


@dataclass(frozen=True, slots=True)
class Dice(Type):
    """The possible totals of `count` dice of `faces`: count..count*faces."""

    count: int
    faces: int

    def __str__(self) -> str:
        return f"{self.count}d{self.faces}"


@dataclass(frozen=True, slots=True)
class Names(Type):
    """A kind of names, `player` among them."""

    kind: str

    def __str__(self) -> str:
        return self.kind


@dataclass(frozen=True, slots=True)
class Words(Type):
    """Names made where the type is written."""

    names: tuple[str, ...]

    def __str__(self) -> str:
        return ", ".join(self.names)


@dataclass(frozen=True, slots=True)
class Thing(Type):
    kind: str

    def __str__(self) -> str:
        return self.kind


THING = Thing("thing")  # a thing of any kind: the result of `holder`


@dataclass(frozen=True, slots=True)
class SetOf(Type):
    item: Type

    def __str__(self) -> str:
        return f"set of {self.item}"


@dataclass(frozen=True, slots=True)
class ListOf(Type):
    item: Type

    def __str__(self) -> str:
        return f"list of {self.item}"


@dataclass(frozen=True, slots=True)
class OrNone(Type):
    of: Type

    def __str__(self) -> str:
        return f"{self.of} or none"


@dataclass(frozen=True, slots=True)
class Zone(Type):
    """A zone as a set of its contents; also usable as a place."""

    item: Type
    sort: str  # pile, pool, row, stack

    def __str__(self) -> str:
        return f"{self.sort} of {self.item}"


@dataclass(frozen=True, slots=True)
class Code(Type):
    entry: str  # steps, standing, formula
    params: tuple[tuple[str, Type], ...]
    result: Type

    def __str__(self) -> str:
        inside = ", ".join(f"{name}: {of}" for name, of in self.params)
        shown = f"{self.entry}({inside})" if inside else self.entry
        return shown if self.entry != "formula" else f"{shown} : {self.result}"


def bare(of: Type) -> Type:
    """The type without `or none`."""
    return of.of if isinstance(of, OrNone) else of


def may_be_none(of: Type) -> bool:
    return isinstance(of, OrNone) or of in (NONE, ANY)


def is_number(of: Type) -> bool:
    return of is NUMBER or isinstance(of, Bounded | Dice)


def item_of(of: Type) -> Type | None:
    """The type of the members of a set, list or zone; None for anything else."""
    of = bare(of)
    if isinstance(of, SetOf | ListOf | Zone):
        return of.item
    return ANY if of in (ANY, EMPTY) else None


def are_several(of: Type | None) -> bool:
    """Whether a value of this type is a set or list."""
    return of == EMPTY or (of is not None and isinstance(bare(of), SetOf | ListOf))


def is_mask(of: Type) -> bool:
    """Whether a value of this type is kept as a bit mask (bit i: the value i is in the set)."""
    of = bare(of)
    if not isinstance(of, SetOf):
        return False
    item = of.item
    if isinstance(item, Names | Words | Dice):
        return True
    return (
        isinstance(item, Bounded)
        and isinstance(item.low, int)
        and isinstance(item.high, int)
        and 0 <= item.low <= item.high <= MASK_BITS
    )
