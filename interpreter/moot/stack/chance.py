"""Random numbers from the generator that a position holds: a linear congruence of 64 bits, whose high bits are used."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from struct import Struct
from typing import Any

from ..state.position import Position

_MULTIPLIER, _INCREMENT, _BITS = 6364136223846793005, 1442695040888963407, 64
_MASK = (1 << _BITS) - 1
_LANES = 64  # as many steps are made at once


def draw_number(S: Position, count: int) -> int:
    """A number below `count`."""
    S.rng = x = (S.rng * _MULTIPLIER + _INCREMENT) & _MASK
    return (x >> 32) * count >> 32


@cache
def _steps(number: int) -> tuple[int, int, Struct, int, int]:
    """So many steps of the generator as one product and sum: step n is the low half of the n-th lane of 128 bits.

    With the factor and the summand what reads the high 32 bits of every step, and those of the last step alone.
    """
    factor, summand, factors, summands = 1, 0, 0, 0
    for lane in range(number):
        factor, summand = factor * _MULTIPLIER & _MASK, (summand * _MULTIPLIER + _INCREMENT) & _MASK
        factors |= factor << 2 * _BITS * lane
        summands |= summand << 2 * _BITS * lane
    return factors, summands, Struct("<" + "4xI8x" * number), factor, summand


@cache
def _shuffle_of(size: int) -> Callable[[Position, list[Any]], None]:
    """A shuffle of so many things, at most one more than steps are made at once: its turns written one by one."""
    factors, summands, high, factor, summand = _steps(size - 1)
    lines = ["def shuffle(S, things):", " x = S.rng", f" S.rng = (x * {factor} + {summand}) & {_MASK}"]
    drawn = ", ".join(f"d{n}" for n in range(size, 1, -1))
    lines.append(f" {drawn}, = unpack((x * factors + summands).to_bytes({high.size}, 'little'))")
    for n in range(size, 1, -1):
        place = f"d{n} * {n} >> 32" if n & n - 1 else f"d{n} >> {33 - n.bit_length()}"  # the same for powers of two
        lines += [f" k = {place}", f" things[{n - 1}], things[k] = things[k], things[{n - 1}]"]
    names: dict[str, Any] = {"unpack": high.unpack, "factors": factors, "summands": summands}
    exec("\n".join(lines), names)
    made: Callable[[Position, list[Any]], None] = names["shuffle"]
    return made


def shuffle_list(S: Position, things: list[Any]) -> None:
    """In place: what is drawn by `draw_number` for the last place, the one before, and so on."""
    n = len(things)
    if 1 < n <= _LANES + 1:
        _shuffle_of(n)(S, things)
        return
    while n > 1:
        x = S.rng
        factors, summands, high, factor, summand = _steps(min(n - 1, _LANES))
        S.rng = (x * factor + summand) & _MASK
        for drawn in high.unpack((x * factors + summands).to_bytes(high.size, "little")):
            k = drawn * n >> 32
            n -= 1
            things[n], things[k] = things[k], things[n]


def seeded(seed: int) -> int:
    """A generator's first state, far apart for neighbouring seeds (splitmix64's finish)."""
    x = (seed * 0x9E3779B97F4A7C15 + 0x1234567) & _MASK
    x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ x >> 27) * 0x94D049BB133111EB) & _MASK
    return x ^ x >> 31
