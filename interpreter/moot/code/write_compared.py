"""Two numbers compared, as Python text: what is known when compiling is not computed in play."""

from __future__ import annotations

import re

from .write_names import is_enclosed, is_number_text, is_unit

_APART = re.compile(r"\(abs\(\((\S+) - (\S+)\)\) (\S+ -?\d+)\)")
_EQUAL = re.compile(r"\((\S+) == (\S+)\)")
_CALL = re.compile(r"(abs|len)\([^()]*(\([^()]*\))?\)")
_IS_BOOL = re.compile(r"\([^()]+ (==|!=|<|<=|>|>=) [^()]+\)")


def compared(left: str, op: str, right: str) -> str:
    """`left op right`, where neither may be none. `op`: one of < <= > >=."""
    if not is_number_text(right):
        return f"({left} {op} {right})"
    if is_number_text(left):
        return str(bool(eval(f"{left} {op} {right}")))
    if (parts := _split(left, " - ", " + ")) is not None:
        first, sign, second = parts
        if is_number_text(second):
            return compared(first, op, str(int(right) + int(second) * (1 if sign == " - " else -1)))
        if sign == " - " and right == "0":
            return f"({first} {op} {second})"
    if (parts := _split(left, " if ")) is None or (rest := _split(f"({parts[2]})", " else ")) is None:
        return f"({left} {op} {right})"
    return _by_cases(compared(parts[0], op, right), rest[0], compared(rest[2], op, right), left, op, right)


def _by_cases(one: str, condition: str, other: str, left: str, op: str, right: str) -> str:
    """`one` under the condition, else `other`."""
    known = ("True", "False")
    apart, equal = _APART.fullmatch(other), _EQUAL.fullmatch(condition)
    if apart and equal and apart.groups()[:2] == equal.groups() and one == str(bool(eval(f"0 {apart[3]}"))):
        return other  # equal numbers are nothing apart
    if one in known and one == other:
        return one
    if one == "False":
        return f"({negated(condition)} and {other})"
    if other == "False":
        return f"({condition} and {one})" if _IS_BOOL.fullmatch(condition) else f"(bool({condition}) and {one})"
    if one == "True" and _IS_BOOL.fullmatch(condition):
        return f"({condition} or {other})"
    if other == "True":
        return f"({negated(condition)} or {one})"
    return f"({left} {op} {right})"


def negated(condition: str) -> str:
    match = _EQUAL.fullmatch(condition)
    return f"({match[1]} != {match[2]})" if match else f"(not {condition})"


def _split(text: str, *words: str) -> tuple[str, str, str] | None:
    """What is in the brackets of a text, parted at the first of the words, or the last of them that add and subtract,
    that stands in no further brackets. None where there is not just one such place, or what lies beside is no unit.
    """
    if not is_enclosed(text) or "'" in text:
        return None
    depth, places = 0, []
    inner = text[1:-1]
    for at, mark in enumerate(inner):
        depth += (mark in "([{") - (mark in ")]}")
        places += [(at, word) for word in words if not depth and inner.startswith(word, at)]
    if len(places) != 1:
        return None
    at, word = places[0]
    parts = inner[:at], inner[at + len(word) :]
    if word in (" - ", " + ") and not all(map(_is_alone, parts)):
        return None
    return parts[0], word, parts[1]


def _is_alone(text: str) -> bool:
    return is_unit(text) or is_number_text(text) or _CALL.fullmatch(text) is not None
