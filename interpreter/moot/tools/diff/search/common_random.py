"""Common random numbers: two rule sets get the same random results, by name, drawn or from a script."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

from ....stack.chance import Orders, weights_of
from ....stack.decision import Offered
from ....stack.game import Game
from ....state.layout import argument_key
from ....state.position import Position
from ....state.tags import Tag

_MASK = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Chance:
    """One outcome: the sum of a `roll`, the option's key of a `pick`, or the things put on top by a `shuffle`, topmost
    last.
    """

    sort: str
    came: Any


@dataclass(slots=True)
class CommonRandom:
    """Random results for a game, with a record. Each side has one: with equal seeds they give equal answers to equal
    questions, whatever other questions either of them gets.

    The outcomes of a `script` come first, in order, each where it is possible. Afterwards, and without a seed, the
    default is used: the first option, the present order, the lowest roll.
    """

    seed: int | None
    script: Sequence[Chance] = ()
    given: list[Chance] = field(default_factory=list)
    step: int = 0  # the number of choices so far: the same question may get another answer after each
    _used: int = 0
    _asked: Counter[tuple[Any, ...]] = field(default_factory=Counter)

    def next_step(self) -> None:
        self.step += 1
        self._asked.clear()

    def answer(self, game: Game, S: Position) -> Any:
        """The machine's value for a random question."""
        site, _, values, weights = S.question()
        program = game.program
        if isinstance(values, Orders):
            keys = [argument_key(program.layout, "thing", thing) for thing in values.things]
            order = self._order(keys)
            self.given.append(Chance("shuffle", tuple(order) if self.seed is not None else _on_top(keys, order)))
            numbers = dict(zip(keys, values.things, strict=True))
            return tuple(numbers[key] for key in order)
        tag = program.sites[site].tag
        if Tag.read(tag).sort == "roll":
            total = self._roll(tag, [value for value in values if isinstance(value, int)])
            self.given.append(Chance("roll", total))
            return total
        keys = [option.key for option in Offered(program, S)]
        key = self._pick(keys, weights_of(values, weights))
        self.given.append(Chance("pick", key))
        return values[keys.index(key)]

    def _scripted(self, sort: str) -> Any:
        """The next outcome of the script if it is of that type; otherwise None."""
        if self._used < len(self.script) and self.script[self._used].sort == sort:
            self._used += 1
            return self.script[self._used - 1].came
        return None

    def _order(self, keys: list[str]) -> list[str]:
        told = self._scripted("shuffle")
        if told is not None:
            named = set(keys)
            top = [key for key in told if key in named]
            below = set(top)
            return [*(key for key in keys if key not in below), *top]
        if self.seed is None:
            return keys
        luck = self._luck("shuffle", tuple(sorted(keys)))
        return sorted(keys, key=lambda key: _rank(key, luck))

    def _pick(self, keys: list[str], weights: Sequence[int]) -> str:
        """The key whose turn comes first; a greater weight moves a key forward."""
        told = self._scripted("pick")
        if told in keys:
            return str(told)
        if self.seed is None:
            return keys[0]
        luck = self._luck("pick", tuple(sorted(keys)))
        if len(set(weights)) == 1:
            return min(keys, key=lambda key: _rank(key, luck))
        luckily = [random.Random(_rank(key, luck)).expovariate(n) for key, n in zip(keys, weights, strict=True)]
        return keys[luckily.index(min(luckily))]

    def _roll(self, tag: str, values: list[int]) -> int:
        told = self._scripted("roll")
        if told in values:
            return int(told)
        if self.seed is None:
            return values[0]
        count, faces = Tag.read(tag).dice
        luck = random.Random(self._luck(tag, ()))
        return sum(luck.randint(1, faces) for _ in range(count))

    def _luck(self, sort: str, keys: tuple[str, ...]) -> int:
        """A number for the question: the same for both sides, whatever other questions one of them got."""
        self._asked[sort, keys] += 1
        mixed = (self.seed or 0) * 1_000_003 + self.step * 8191 + self._asked[sort, keys] * 131 + crc32(sort.encode())
        return _mixed(mixed)


def _on_top(keys: list[str], order: list[str]) -> tuple[str, ...]:
    """The smallest set of things that, put on top in this order, turns one order into the other."""
    for left in range(len(order), 0, -1):
        top = set(order[left:])
        if order[:left] == [key for key in keys if key not in top]:
            return tuple(order[left:])
    return tuple(order)


def _rank(key: str, luck: int) -> int:
    """A thing's place in a random order; without some of the things, the order of the others is the same."""
    return _mixed(crc32(key.encode()) ^ luck)


def _mixed(x: int) -> int:
    x = (x + 0x9E3779B97F4A7C15) & _MASK
    x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ x >> 27) * 0x94D049BB133111EB) & _MASK
    return x ^ x >> 31
