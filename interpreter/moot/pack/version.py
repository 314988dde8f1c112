"""Which moot this is, and whether it is the one that a pack asks for."""

from __future__ import annotations

import re

VERSION = "0.1.0"

_PART = re.compile(r"\s*(>=|<=|==|=|>|<)?\s*(\d+(?:\.\d+)*)\s*")


def met(need: str, have: str = VERSION) -> bool | None:
    """Whether `have` satisfies a requirement such as ">=0.1, <2"; a bare number means at least. None if it cannot be
    read.
    """
    if not need.strip():
        return True
    parts = [_PART.fullmatch(part) for part in need.split(",")]
    if any(part is None for part in parts):
        return None
    return all(_holds(part[1] or ">=", part[2], have) for part in parts if part)


def _holds(sign: str, wanted: str, have: str) -> bool:
    left, right = _numbers(have), _numbers(wanted)
    width = max(len(left), len(right))
    left += [0] * (width - len(left))
    right += [0] * (width - len(right))
    return {
        ">=": left >= right,
        "<=": left <= right,
        ">": left > right,
        "<": left < right,
        "=": left == right,
        "==": left == right,
    }[sign]


def _numbers(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]
