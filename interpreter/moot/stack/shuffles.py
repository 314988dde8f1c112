"""What a shuffle may bring about, for nature to be asked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations


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
