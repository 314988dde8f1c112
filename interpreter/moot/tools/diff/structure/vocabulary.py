"""Words that two editions use for the same things, learned from their aligned clauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

_LONGEST = 3  # the most words that may replace as few others
_TWICE = 2  # the number of clauses that must exchange the words
_ALIKE = 0.75  # spellings of one word: defence, defense
_COUNTS = {"no", "not", "none", "never", "nobody", "any", "all", "each", "both", "only", "every", "may", "must", "or"}
_COUNTS |= set(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"])

Swap = tuple[str, str]


class CommonVocabulary:
    """The words of one edition and their counterparts. A pair of words counts if at least two clauses exchange them."""

    def __init__(self, pairs: Iterable[tuple[Sequence[str], Sequence[str]]]) -> None:
        found: Counter[Swap] = Counter()
        for ours, theirs in pairs:
            swaps = _swaps(ours, theirs)
            found.update(set(swaps or ()))
        self.known = {swap for swap, times in found.items() if times >= _TWICE}

    def alone(self, ours: Sequence[str], theirs: Sequence[str]) -> bool:
        """Whether only words of this kind differ."""
        swaps = _swaps(ours, theirs)
        return bool(swaps) and all(swap in self.known or _spelled_alike(swap) for swap in swaps or ())


def _swaps(ours: Sequence[str], theirs: Sequence[str]) -> list[Swap] | None:
    """The words that differ, in pairs; None if the clauses differ in more than single words."""
    found = []
    for tag, from_a, to_a, from_b, to_b in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        here, there = ours[from_a:to_a], theirs[from_b:to_b]
        if tag != "replace" or max(len(here), len(there)) > _LONGEST or _COUNTS & {*here, *there}:
            return None
        if any(word.isdigit() for word in (*here, *there)):
            return None
        if len(here) == len(there):
            found += list(zip(here, there, strict=True))
        else:
            found.append((" ".join(here), " ".join(there)))
    return found


def _spelled_alike(swap: Swap) -> bool:
    one, other = swap
    return " " not in one + other and len(one) > 4 and SequenceMatcher(None, one, other).ratio() >= _ALIKE
