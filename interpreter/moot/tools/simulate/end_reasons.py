"""Reasons why games ended, for counting: a rule's text with varying numbers, such as scores, is one cause."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...state.position import NOBODY, Position

EndReason = tuple[str, int]  # the text at the end of a game, and the number of its line

ENDED = "the last phase ended"
VARIES = "…"  # in the place of a number

_NUMBER = re.compile(r"(?<![\w.-])-?\d+(?!\w)")


def reason_of(S: Position) -> EndReason:
    """Why a game that is over ended."""
    end = S.result or NOBODY
    return end.reason or ENDED, end.rule


def causes_of(reasons: Iterable[EndReason]) -> dict[EndReason, str]:
    """The cause under which each of these reasons is counted. Reasons from one line with the same words share a
    cause, which shows those numbers that never vary.
    """
    alike: dict[tuple[str, int], list[EndReason]] = {}
    for reason in dict.fromkeys(reasons):
        alike.setdefault((_NUMBER.sub(VARIES, reason[0]), reason[1]), []).append(reason)
    return {reason: cause for group in alike.values() for cause in (_common(group),) for reason in group}


def _common(group: list[EndReason]) -> str:
    columns = zip(*(_NUMBER.findall(text) for text, _ in group), strict=True)
    told = iter([numbers[0] if len(set(numbers)) == 1 else VARIES for numbers in columns])
    return _NUMBER.sub(lambda _: next(told), group[0][0])
