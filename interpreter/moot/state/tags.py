"""Tags: the types of values, so that they can be written for people and read back. Programs hold them as texts.

`number`, `bool`, `string`, `thing`, `place` (a zone), `call`, `rule` and `rules` are complete tags. Others name their
contents: `names player` (a name of that kind, by its place), `words red,blue` and `labels`, one a line (one of these,
by its place), `roll 2d6`, `mask thing`, `list thing` and `some thing` (several; `some`: one answer, in any order),
`tuple thing|number` (arguments).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

MOST_FACES = 5_000  # the maximum for all dice of a throw, because their results are enumerated


class Tag(NamedTuple):
    """A tag in two parts: its type, and the text of its contents."""

    sort: str
    inner: str

    @staticmethod
    @cache
    def read(text: str) -> Tag:
        sort, _, inner = text.partition(" ")
        return Tag(sort, inner)

    @property
    def names(self) -> list[str]:
        """The values of words or labels, by their places; none for other types."""
        return self.inner.split({"words": ",", "labels": "\n"}[self.sort]) if self.sort in ("words", "labels") else []

    @property
    def items(self) -> list[str]:
        """The tags of a tuple's parts."""
        return self.inner.split("|")

    @property
    def dice(self) -> tuple[int, int]:
        """For a roll: the numbers of dice and of faces."""
        count, faces = map(int, self.inner.split("d"))
        return count, faces

    @property
    def holds_things(self) -> bool:
        """Whether things are named by values of this tag, or inside them."""
        if self.sort in ("mask", "list", "some"):
            return Tag.read(self.inner).holds_things
        if self.sort == "tuple":
            return any(Tag.read(item).holds_things for item in self.items)
        return self.sort in ("thing", "call", "rule", "rules")


def names_tag(kind: str) -> str:
    return f"names {kind}"


def words_tag(words: Iterable[str]) -> str:
    return "words " + ",".join(words)


def labels_tag(labels: Iterable[str]) -> str:
    return "labels " + "\n".join(labels)


def some_tag(item: str) -> str:
    return f"some {item}"


def roll_tag(count: int, faces: int) -> str:
    return f"roll {count}d{faces}"


def tuple_tag(items: Iterable[str]) -> str:
    return "tuple " + "|".join(items)
