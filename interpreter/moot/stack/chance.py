"""Random numbers from the generator in a position.

A sealed game has a generator that cannot be foretold: `SealedChance`. All other games, such as those of `moot sim`,
have a fast one: a linear congruence of 64 bits, x -> x * M + A.

A number takes one step and is made of the high bits. A shuffle takes one step for all its draws: the factor M is
extended above its 64 bits with fixed random digits, and so is the product. Its low 64 bits are the generator's next
state, as usual. The higher bits give the position of one thing per 32 bits, of which 30 are used. These are fractions
of x * c for that many fixed random numbers c, as the steps of a congruence are.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import permutations
from struct import Struct
from typing import Any

from ..state.position import Generator, Options, Position, PromptWords
from ..state.sealed_chance import SealedChance
from ..state.tags import MOST_FACES
from .faults import Fault

_FACTOR, _SUMMAND, _BITS = 6364136223846793005, 1442695040888963407, 64
_MASK = (1 << _BITS) - 1
_WRITTEN = 64  # the turns of a shuffle of so many things are written one by one


def draw_number(S: Position, count: int) -> int:
    """A number below `count`."""
    rng = S.rng
    if isinstance(rng, SealedChance):
        number, S.rng = rng.draw(count)
        return number
    S.rng = x = (rng * _FACTOR + _SUMMAND) & _MASK
    return (x >> 32) * count >> 32


def stir_in(S: Position, fresh: str) -> None:
    """Stir fresh bits into the generator of a sealed game, before a choice takes effect."""
    if isinstance(S.rng, SealedChance):
        S.rng = S.rng.stir(fresh)


def few_dice(count: int, faces: int) -> int:
    """So many dice of so many faces, as long as there are few enough: as many as may be written."""
    if count * faces > MOST_FACES:
        raise Fault("dice", f"{count:,} dice are too many", hint=f"use at most {MOST_FACES:,} faces in total")
    return count


def weights_of(options: Options, words: PromptWords) -> Sequence[int]:
    """The number of outcomes behind each option of a pick whose question gives weights."""
    return (1,) * len(options) if words is None else tuple([n for n in words if isinstance(n, int)])


def draw_place(S: Position, weights: Sequence[int]) -> int:
    """A place in a list, as likely as its weight says."""
    left = draw_number(S, sum(weights))
    for place, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return place
    raise AssertionError("no weights")


def generator_of(seed: int, salt: str = "") -> Generator:
    """The first state of a game's generator. With a salt, the game is sealed."""
    return SealedChance.of(seed, salt) if salt else seeded(seed)


def seeded(seed: int) -> int:
    """The fast generator's first state, far apart for neighbouring seeds (splitmix64's finish). All bits of a longer
    seed count: it is hashed first.
    """
    if seed.bit_length() > _BITS:
        seed = int.from_bytes(blake2b(str(seed).encode(), digest_size=_BITS // 8).digest(), "big")
    x = (seed * 0x9E3779B97F4A7C15 + 0x1234567) & _MASK
    x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ x >> 27) * 0x94D049BB133111EB) & _MASK
    return x ^ x >> 31


_WIDE_FACTOR = sum(seeded(n) << _BITS * n for n in range(1, _WRITTEN // 2 + 1)) + _FACTOR


def _shuffle_of(size: int) -> Callable[[Position, list[int]], None]:
    """A shuffle of the first so many things: the place of the last is drawn first. A draw's remainder is its place:
    of 2 ** 30 values one more may lead to one place than to another."""
    drawn = range(size, 1, -1)
    bits = _BITS + 32 * len(drawn)
    names: dict[str, Any] = {
        "unpack": Struct(f"<8x{len(drawn)}I").unpack,
        "factor": _WIDE_FACTOR & ((1 << bits) - 1),
        "fields": sum((1 << 30) - 1 << n for n in range(_BITS, bits, 32)),
    }
    lines = ["def shuffle(S, things):", f" x = S.rng * factor + {_SUMMAND}", f" S.rng = x & {_MASK}"]
    lines.append(f" {', '.join(f'd{n}' for n in drawn)}, = unpack((x & fields).to_bytes({bits // 8}, 'little'))")
    for n in drawn:
        lines += [f" k = d{n} % {n}", f" things[{n - 1}], things[k] = things[k], things[{n - 1}]"]
    exec("\n".join(lines), names)
    made: Callable[[Position, list[int]], None] = names["shuffle"]
    return made


def _shuffle_drawn(S: Position, things: list[int], first: int = 1) -> None:
    """A number is drawn for each place, from the last one down to `first`."""
    for n in range(len(things) - 1, first - 1, -1):
        k = draw_number(S, n + 1)
        things[n], things[k] = things[k], things[n]


def _shuffle_many(S: Position, things: list[int]) -> None:
    """A shuffle of more than so many things: a number is drawn for each that goes beyond."""
    _shuffle_drawn(S, things, _WRITTEN)
    SHUFFLES[_WRITTEN](S, things)


class _Shuffles(dict[int, Callable[[Position, list[int]], None]]):
    def __missing__(self, size: int) -> Callable[[Position, list[int]], None]:
        self[size] = made = _shuffle_many if size > _WRITTEN else _shuffle_of(size) if size > 1 else _left
        return made


def _left(S: Position, things: list[int]) -> None:
    """A single thing, or none, has only one order."""


# By the number of things: the function that shuffles a list of that length in place.
SHUFFLES = _Shuffles()


def shuffle_list(S: Position, things: list[int]) -> None:
    """In place."""
    if isinstance(S.rng, SealedChance):
        _shuffle_drawn(S, things)
    else:
        SHUFFLES[len(things)](S, things)


class Orders:
    """The orders that a shuffle may bring about; a sequence that is only made when somebody goes through it."""

    def __init__(self, things: tuple[int, ...]) -> None:
        self.things = things

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Orders) and self.things == other.things

    def __hash__(self) -> int:
        return hash(self.things)

    def __len__(self) -> int:
        return max(1, len(self.things))

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return permutations(self.things)

    def __getitem__(self, number: int) -> tuple[int, ...]:
        """Some of the orders: turned by so many places."""
        return self.things[number:] + self.things[:number]


# ---------------------------------------------------------------------------------------------- what a roll needed

ROLL = "roll"  # the subject of such a line of the journal
_SIGNS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
}


def p_tested(
    S: Position, came: int, needed: int | tuple[int, ...] | None, sign: str, least: int, most: int, rule: int = -1
) -> None:
    """A line of the journal. `needed`: a number, for `in` numbers as a list or by their bits, for `..` the ends."""
    if S.journal is None or needed is None:
        return
    good = _good(needed, sign, least, most)
    told = "reached" if came in good else "missed"
    S.journal.append(("say", rule, f"needed {_words(sorted(good), least, most)}: {told}", ROLL))


def _good(needed: int | tuple[int, ...], sign: str, least: int, most: int) -> frozenset[int]:
    """The faces of the dice that make it true."""
    every = range(least, most + 1)
    if isinstance(needed, tuple) and sign == "..":
        return frozenset(range(needed[0], needed[1] + 1)) & frozenset(every)
    if sign == "in":
        given: Iterable[int] = needed if isinstance(needed, tuple) else (n for n in every if needed >> n & 1)
        return frozenset(every) & frozenset(given)
    assert isinstance(needed, int)
    return frozenset(n for n in every if _SIGNS[sign](n, needed))


def _words(good: list[int], least: int, most: int) -> str:
    if not good:
        return "a result that the dice cannot give"
    if len(good) == most - least + 1:
        return "any roll"
    straight = good == list(range(good[0], good[-1] + 1))
    if straight and len(good) > 1 and good[-1] == most:
        return f"{good[0]} or more"
    if straight and len(good) > 1 and good[0] == least:
        return f"{good[-1]} or less"
    if straight and len(good) > 2:
        return f"{good[0]} to {good[-1]}"
    return " or ".join(filter(None, (", ".join(map(str, good[:-1])), str(good[-1]))))
