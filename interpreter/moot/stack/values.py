"""Small helpers of compiled formulas: arithmetic with none, sets as bit masks, ends of sequences."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import Protocol, TypeVar

from ..state.position import Args, Instance
from .faults import Fault, none_here

T = TypeVar("T")
NumberOrNone = int | None
Live = tuple[Instance, ...]  # the modifiers of a function, as in `Position.live`

LONGEST = 100_000  # values in a list or a range, signs in a text
LARGEST = 1 << 1000  # a factor
MOST_IN_MASK = 62
MOST_WEIGHT = 1 << 30
MOST_SUBSETS = 20_000  # that a player may choose from
MOST_SETS = 1 << 14  # of things whose members and sums are cached
MOST_LIVE = 500  # sets of modifiers in play with cached values


def times(a: int, b: int) -> int:
    """A product; numbers that grow without end are stopped before they fill the machine."""
    if -LARGEST < a < LARGEST and -LARGEST < b < LARGEST:
        return a * b
    raise Fault("too-large", "this number grows without limit")


def there(value: T | None) -> T:
    """A value where none has no place."""
    if value is None:
        raise none_here()
    return value


_CALCULATE: dict[str, Callable[[int, int], int]] = {"+": operator.add, "-": operator.sub, "*": times}
_ORDERED: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def calculate(op: str, a: NumberOrNone, b: NumberOrNone) -> NumberOrNone:
    """Arithmetic with none is none."""
    if a is None or b is None:
        return None
    return _CALCULATE[op](a, b) if op in _CALCULATE else divide(op, a, b)


def divide(op: str, a: int, b: int) -> int:
    """Rounds down, below zero too."""
    if b == 0:
        raise Fault("division-by-zero", "division by zero")
    return a // b if op == "//" else a % b


def ordered(op: str, a: NumberOrNone, b: NumberOrNone) -> bool:
    """`<` and its like with none are no."""
    return a is not None and b is not None and _ORDERED[op](a, b)


def minus(a: NumberOrNone) -> NumberOrNone:
    return None if a is None else -a


def within(a: NumberOrNone, low: NumberOrNone, high: NumberOrNone) -> bool:
    return a is not None and low is not None and high is not None and low <= a <= high


def inside(a: NumberOrNone, low: int, high: int) -> NumberOrNone:
    """An argument of a state or zone, which must be one of those that it is kept for; none is let through."""
    if a is None or low <= a <= high:
        return a
    raise Fault("outside", "an argument is outside the values of its parameter", hint="compare it first")


def having(thing: NumberOrNone, first: int, last: int, state: str) -> NumberOrNone:
    """A thing that must be of the kind that has the state; none is let through."""
    if thing is None or first <= thing <= last:
        return thing
    raise Fault("no-state", f"this thing has no `{state}`", hint="test its kind first: `c is …`")


def has_bit(mask: int, a: NumberOrNone) -> bool:
    return a is not None and mask >> a & 1 == 1


class _Members(dict[int, tuple[int, ...]]):
    """A repeated question costs one look-up in a dict, half the time of `lru_cache`."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        if len(self) >= MOST_SETS:
            self.clear()
        found = self[mask] = tuple([n for n in range(mask.bit_length()) if mask >> n & 1])
        return found


bits: Callable[[int], tuple[int, ...]] = _Members().__getitem__
"""The members of a set kept as a bit mask, least first."""


def rank(a: NumberOrNone) -> int:
    """Position in an order, from 1; of none: 0."""
    return 0 if a is None else a + 1


def abs_or_none(a: NumberOrNone) -> NumberOrNone:
    return None if a is None else abs(a)


def min_or_none(*values: NumberOrNone) -> NumberOrNone:
    return None if None in values else min(values)  # type: ignore[type-var]


def max_or_none(*values: NumberOrNone) -> NumberOrNone:
    return None if None in values else max(values)  # type: ignore[type-var]


def most(values: Sequence[NumberOrNone]) -> NumberOrNone:
    known = [v for v in values if v is not None]
    return max(known) if known else None


def least(values: Sequence[NumberOrNone]) -> NumberOrNone:
    known = [v for v in values if v is not None]
    return min(known) if known else None


def joined(a: Sequence[T], b: Sequence[T]) -> tuple[T, ...]:
    """One list behind the other."""
    if len(a) + len(b) > LONGEST:
        raise Fault("too-large", f"a list can hold at most {LONGEST:,} values")
    return (*a, *b)


def span(low: int, high: int) -> range:
    """The numbers of a range, both ends among them."""
    if high - low >= LONGEST:
        raise Fault("too-large", f"a range can hold at most {LONGEST:,} numbers")
    return range(low, high + 1)


def mask_between(low: int, high: int) -> int:
    """The set of the numbers of a range, both ends among them, as a bit mask."""
    if low <= high and not (low >= 0 and high <= MOST_IN_MASK):
        raise Fault("outside", f"a set of small numbers holds only 0..{MOST_IN_MASK}")
    return (2 << high) - (1 << low) if low <= high else 0


def short(text: str) -> str:
    """A text made of others, unless it grows without end."""
    if len(text) > LONGEST:
        raise Fault("too-large", f"a text can have at most {LONGEST:,} characters")
    return text


def total(values: Iterable[NumberOrNone]) -> NumberOrNone:
    found = 0
    for value in values:
        if value is None:
            return None
        found += value
    return found


def end_of(values: Sequence[T], end: int) -> T | None:
    return values[end] if values else None


def nth(values: Sequence[T], number: NumberOrNone) -> T | None:
    """The member at a place, counted from 1; none where there is none."""
    return values[number - 1] if number is not None and 1 <= number <= len(values) else None


def nth_there(values: Sequence[T], number: NumberOrNone) -> T:
    """The member at a place, counted from 1, which must be there."""
    if number is not None and 1 <= number <= len(values):
        return values[number - 1]
    which = "none" if number is None else f"number {number}"
    raise Fault("no-member", f"this list has {len(values)} members, but no {which}", hint=_MEMBERS)


_MEMBERS = "count members from 1, and test `size(…)` first"


def with_nth(values: Sequence[T], number: NumberOrNone, value: T) -> tuple[T, ...]:
    """The list with another value in that place."""
    nth_there(values, number)
    return tuple([value if at == number else one for at, one in enumerate(values, 1)])


def without(values: Iterable[T], others: Iterable[T]) -> tuple[T, ...]:
    gone = tuple(others)
    return tuple(v for v in values if v not in gone)


def distinct(values: Iterable[T]) -> tuple[T, ...]:
    """Each of the values once, in the order in which they came."""
    return tuple(dict.fromkeys(values))


def less(values: Sequence[T], others: Iterable[T]) -> tuple[T, ...]:
    """A list without the first member that is equal to each of others."""
    left = list(values)
    for other in others:
        if other in left:
            left.remove(other)
    return tuple(left)


def weights(values: Sequence[NumberOrNone]) -> tuple[int, ...]:
    """The weights of the members to pick from, checked."""
    known = [value for value in values if value is not None and value >= 0]
    if len(known) < len(values):
        what = "none" if None in values else "below 0"
        raise Fault("weight", f"a weight is {what}", hint="use a weight of 0 or more; 0 is never picked")
    if sum(known) > MOST_WEIGHT:
        raise Fault("too-large", f"all weights together can be at most {MOST_WEIGHT:,}")
    return tuple(known)


def subsets(values: Sequence[T], least: int, most: int) -> tuple[tuple[T, ...], ...]:
    """The sets of so many members, fewest first, in the order of the members; the set of all, if there are not so many.
    There is always one, be it empty.
    """
    end = max(0, min(most, len(values)))
    sizes = range(max(0, min(least, end)), end + 1)
    count = sum(comb(len(values), size) for size in sizes)
    if count > MOST_SUBSETS:
        message = f"the choice would have {count:,} sets of {len(values)}, but at most {MOST_SUBSETS:,} are supported"
        raise Fault("too-large", message, hint="narrow the set with `where`, or ask for fewer")
    return tuple([one for size in sizes for one in combinations(values, size)])


def in_order(values: Sequence[T], keys: Sequence[NumberOrNone]) -> tuple[T, ...]:
    """The values, each with its key, ordered by key: smallest first, none before all, equal ones in their old order."""
    known = _with_least(keys)
    return tuple([values[at] for at in sorted(range(len(values)), key=known.__getitem__)])


def foremost(values: Sequence[T], keys: Sequence[NumberOrNone]) -> T | None:
    """The first of `in_order`, which is not made."""
    known = _with_least(keys)
    return values[known.index(min(known))] if known else None


def hindmost(values: Sequence[T], keys: Sequence[NumberOrNone]) -> T | None:
    """The last of `in_order`."""
    known = _with_least(keys)[::-1]
    return values[-1 - known.index(max(known))] if known else None


def _with_least(keys: Sequence[NumberOrNone]) -> Sequence[int]:
    """The keys, with a number below all others for none."""
    known = [key for key in keys if key is not None]
    if len(known) == len(keys):
        return known
    below = min(known, default=0) - 1
    return [below if key is None else key for key in keys]


def printed(table: Sequence[T], thing: NumberOrNone) -> T | None:
    return None if thing is None else table[thing]


def look_up(cells: dict[Args, T], name: str, key: Args) -> T:
    try:
        return cells[key]
    except KeyError:
        raise Fault("empty-cell", f"table `{name}` has no cell for {', '.join(map(str, key))}") from None


@cache
def dice_sums(count: int, faces: int) -> tuple[tuple[int, int], ...]:
    """The possible results of `count` dice of `faces`, with the number of ways."""
    ways = {0: 1}
    for _ in range(count):
        more: dict[int, int] = {}
        for total_so_far, number in ways.items():
            for face in range(1, faces + 1):
                more[total_so_far + face] = more.get(total_so_far + face, 0) + number
        ways = more
    return tuple(sorted(ways.items()))


class DiceTable(dict[tuple[int, int], tuple[int, ...]]):
    """`DICE[2, 6]`: 2..12."""

    def __missing__(self, key: tuple[int, int]) -> tuple[int, ...]:
        self[key] = values = tuple(value for value, _ in dice_sums(*key))
        return values


class LiveRules(Protocol):
    """The parts of a position that the functions below read."""

    @property
    def live(self) -> Mapping[int, Live] | Sequence[Live]: ...


OfThing = Callable[[LiveRules, int], NumberOrNone]


class ModifiedValues(dict[Live, dict[int, NumberOrNone]]):
    """By what modifies a function, as `live` holds it: the values by thing, each found when it is first asked for.

    `function` reads of the position nothing but `live[slot]`.
    """

    def __init__(self, function: OfThing, slot: int) -> None:
        super().__init__()
        self.function, self.slot = function, slot

    def __missing__(self, live: Live) -> dict[int, NumberOrNone]:
        if len(self) >= MOST_LIVE:
            self.clear()
        self[live] = values = _ValuesOfThings(self.function, {self.slot: live})
        return values


class Sums(dict[int, NumberOrNone]):
    """By a set of things stored as a bit mask: the total of their values. `values`: of each, by number."""

    def __init__(self, values: Mapping[int, NumberOrNone] | Sequence[NumberOrNone]) -> None:
        super().__init__()
        self.values_of = values

    def __missing__(self, mask: int) -> NumberOrNone:
        if len(self) >= MOST_SETS:
            self.clear()
        self[mask] = found = total([self.values_of[thing] for thing in bits(mask)])
        return found


class ModifiedSums(dict[Live, Sums]):
    """The same by the modifiers of the values, as in `live`."""

    def __init__(self, values: ModifiedValues) -> None:
        super().__init__()
        self.values_while = values

    def __missing__(self, live: Live) -> Sums:
        if len(self) >= MOST_LIVE:
            self.clear()
        self[live] = sums = Sums(self.values_while[live])
        return sums


class _ValuesOfThings(dict[int, NumberOrNone]):
    """The values of one function under the same modifiers. It replaces a position when nothing else is read from it."""

    def __init__(self, function: OfThing, live: dict[int, Live]) -> None:
        super().__init__()
        self.function, self.live = function, live

    def __missing__(self, thing: int) -> NumberOrNone:
        self[thing] = value = self.function(self, thing)
        return value


HELPERS: dict[str, object] = {
    f.__name__: f
    for f in (
        calculate,
        divide,
        ordered,
        minus,
        within,
        inside,
        having,
        has_bit,
        rank,
        abs_or_none,
        min_or_none,
        max_or_none,
        most,
        least,
        there,
        times,
        joined,
        span,
        mask_between,
        short,
        total,
        end_of,
        nth,
        nth_there,
        subsets,
        with_nth,
        without,
        less,
        distinct,
        weights,
        in_order,
        foremost,
        hindmost,
        printed,
        look_up,
    )
} | {"bits": bits, "DICE": DiceTable(), "ModifiedValues": ModifiedValues, "ModifiedSums": ModifiedSums, "Sums": Sums}
