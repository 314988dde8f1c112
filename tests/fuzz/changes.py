"""Random changes of a text and of data. Everything follows from the generator that is passed in."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Sequence
from typing import Any

ODD = (
    *("\x00", "\x07", "\x1b[2J", "\x1b]0;x\x07", "\x7f", "\x85", "\x9b1m", "\u2028", "\u202e", "\u2066", "\ufeff"),
    *("\t", "\r", "\r\n", "\u00a0", "\u200d", "é", "𝄞", "İ", "ß", "\ufdd0", "\U000e0041", "٣", "²", "\udc80", "\udcff"),
    *("9" * 30, "9" * 5000, "-1", "1e999", "0x1f", "1_000", "1:20", "nan", "2024-01-01"),
    *("(" * 60, "[" * 200, "{" * 200, '"', "'", "`", "\\", "{", "}", "{{", "{x", "%s", "../../x", "~", "/dev/null"),
)
JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 7, 10**30, -(2**70), 1.5, float("inf"), float("nan"), "", " ", "x", "none", "1..3"),
    *("3..1", "2d6", "a b", "a.b", "<x>", "x: y", "this", "[", [], {}, [[]], [None], {"x": 1}, {"": ""}, [1, "x"]),
    *({1: 2}, {None: 1}, {True: []}, "a\nb", "\n", "0d0", "9d99999", "1..99999999999", [{}], {"x": {"y": {"z": []}}}),
)
_TOKEN = re.compile(r'"[^"\n]*"|\w+|\n[ ]*|\.\.|!=|<=|>=|[^\w\s]|[ ]+')


def tokens(text: str) -> list[str]:
    return _TOKEN.findall(text)


def changed_text(text: str, rng: random.Random, pieces: Sequence[str], most: int = 4) -> str:
    """One to `most` changes of tokens, lines or characters. `pieces`: what may be put in."""
    for _ in range(rng.randint(1, most)):
        text = rng.choice((_tokens_changed, _tokens_changed, _tokens_changed, _lines_changed, _cut))(text, rng, pieces)
    return text


def _tokens_changed(text: str, rng: random.Random, pieces: Sequence[str]) -> str:
    found = [*_TOKEN.finditer(text)]
    if not found:
        return rng.choice(pieces)
    one, other = rng.choice(found), rng.choice(found)
    start, end = one.span()
    match rng.randrange(5):
        case 0:
            new = ""
        case 1:
            new = one[0] * 2
        case 2:
            new = other[0]
        case 3:
            new = rng.choice(pieces)
        case _:
            end, new = start, f" {rng.choice(pieces)} "
    return text[:start] + new + text[end:]


def _lines_changed(text: str, rng: random.Random, pieces: Sequence[str]) -> str:
    lines = text.split("\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(other, lines[at])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines[at] = rng.choice(("  ", " ", "\t", "    ")) + lines[at]
        case _:
            lines[at] = lines[at].removeprefix("  ")
    return "\n".join(lines)


def _cut(text: str, rng: random.Random, pieces: Sequence[str]) -> str:
    at = rng.randrange(len(text) + 1)
    end = min(len(text), at + rng.choice((0, 0, 0, 1, 3, 20)))
    return text[:at] + rng.choice(ODD) + text[end:]


def changed_data(data: Any, rng: random.Random, words: Sequence[str], most: int = 3) -> Any:
    """A copy with one to `most` values or keys changed. `words`: names that mean something here."""
    holder = [copy.deepcopy(data)]
    for _ in range(rng.randint(1, most)):
        _change_in(holder, 0, rng, words)
    return holder[0]


def _change_in(holder: Any, key: Any, rng: random.Random, words: Sequence[str]) -> None:
    while isinstance(holder[key], list | dict) and holder[key] and rng.random() < 0.85:
        holder = holder[key]
        key = rng.choice([*holder] if isinstance(holder, dict) else range(len(holder)))
    value = holder[key]
    match rng.randrange(9):
        case 0 | 1:
            holder[key] = copy.deepcopy(rng.choice(JUNK))
        case 2:
            holder[key] = rng.choice(words)
        case 3 if isinstance(value, str):
            holder[key] = changed_text(value, rng, words, 1)
        case 4:
            del holder[key]
            if not holder:
                holder.append(None) if isinstance(holder, list) else None
        case 5 if isinstance(holder, dict):
            holder[rng.choice((*words, *ODD, 1, None, True, -1))] = value
        case 6 if isinstance(holder, list):
            holder.insert(key, rng.choice((value, None, "x")))
        case 7:
            holder[key] = rng.choice(
                ([value], {"x": value}, [value, value], str(value) + rng.choice(ODD), nested(value))
            )
        case _:
            holder[key] = rng.choice(ODD)


def nested(value: Any) -> Any:
    """The value far down in lists."""
    for _ in range(150):
        value = [value]
    return value
