"""Check the arguments that Python code passes to moot. A wrong type raises a `TypeError` that names the right one."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

PlayerDecks = Mapping[str, Mapping[str, Mapping[str, int]]]  # by player, section and id of a card: copies
_COPIES = 1000  # of a card, at most


def expect(right: bool, called: str, expected: str, given: object) -> None:
    """Raises TypeError unless the argument is right: “`games` is a whole number, not the text 'ten'”."""
    if not right:
        raise TypeError(f"`{called}` is {expected}, not {_value_words(given)}")


def whole(given: Any, called: str, least: int | None = None) -> int:
    """A whole number, of whichever library. Raises TypeError for anything else, ValueError below `least`."""
    expect(hasattr(given, "__index__") and not isinstance(given, bool), called, "a whole number", given)
    number = operator.index(given)
    if least is not None and number < least:
        raise ValueError(f"`{called}` must be at least {least}, not {number}")
    return number


def path(given: Any, called: str, expected: str) -> None:
    """Raises TypeError for what is neither a text nor a path."""
    expect(isinstance(given, str | os.PathLike), called, expected, given)


def paths(given: Any, called: str, expected: str) -> None:
    """Raise TypeError for anything but a list of texts or paths. A single text or path is not a list."""
    expect(isinstance(given, Sequence) and not isinstance(given, str | bytes), called, f"a list of {expected}", given)
    for one in given:
        expect(isinstance(one, str | os.PathLike), called, f"a list of {expected}", given)


def pairs(given: Any, called: str, expected: str) -> list[tuple[str, Any]]:
    """The items of a mapping, or pairs, by names. Raises TypeError for anything else."""
    right = isinstance(given, Mapping) or (isinstance(given, Iterable) and not isinstance(given, str | bytes))
    expect(right, called, expected, given)
    found = list(given.items() if isinstance(given, Mapping) else given)
    for one in found:
        expect(isinstance(one, tuple | list) and len(one) == 2 and isinstance(one[0], str), called, expected, given)
    return [(name, value) for name, value in found]


def are_decks(given: object) -> bool:
    """Whether plain data is of the shape of `PlayerDecks`."""
    if not isinstance(given, dict) or not all(isinstance(sections, dict) for sections in given.values()):
        return False
    cards = [one for sections in given.values() for one in sections.values()]
    counts = [count for one in cards if isinstance(one, dict) for count in one.values()]
    right = all(isinstance(n, int) and not isinstance(n, bool) and 0 < n <= _COPIES for n in counts)
    return right and all(isinstance(one, dict) for one in cards)


def _value_words(given: object) -> str:
    return f"the text {given!r}" if isinstance(given, str) else repr(given)
