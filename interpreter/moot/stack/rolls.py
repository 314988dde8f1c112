"""What a roll needed, and whether it got that: in the journal, behind the roll."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable

from ..state.position import Position

ROLL = "roll"  # what such a line of the journal is about
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
    """What the dice may show for it to be so."""
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
        return "more than there is on the dice"
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
