"""Two numbers compared, as Python text: what is known when compiling is not computed in play."""

from __future__ import annotations

import re

from .write_names import is_enclosed, is_number_text, is_unit

SHORT = 40  # signs; a longer text is not read twice
_APART = re.compile(r"\(abs\(\((\S+) - (\S+)\)\) (\S+ -?\d+)\)")
_EQUAL = re.compile(r"\((\S+) == (\S+)\)")
_BETWEEN = re.compile(r"\((\d+) <= (\w+) < (\d+)\)")
_CALL = re.compile(r"(abs|len)\([^()]*(\([^()]*\))?\)")
_IS_BOOL = re.compile(r"\([^()]+ (==|!=|<|<=|>|>=) [^()]+\)")


def compared(left: str, op: str, right: str) -> str:
    """`left op right`, where neither may be none. `op`: one of < <= > >=."""
    if not is_number_text(right):
        return _to_either(left, op, right)
    if is_number_text(left):
        return str(bool(eval(f"{left} {op} {right}")))
    if (parts := _split(left, " - ", " + ")) is not None:
        first, sign, second = parts
        if is_number_text(second):
            return compared(first, op, str(int(right) + int(second) * (1 if sign == " - " else -1)))
        if sign == " - " and right == "0":
            return compared(first, op, second)
    either = _either(left)
    if either is None:
        return f"({left} {op} {right})"
    one, condition, other = either
    return _by_cases(compared(one, op, right), condition, compared(other, op, right), left, op, right)


def _to_either(left: str, op: str, right: str) -> str:
    """`left op right`, where `right` may be one of two numbers: that `left` is more than both is asked first."""
    either, plain = _either(right), f"({left} {op} {right})"
    if either is None or len(left) > SHORT or "(S" in left:
        return plain
    one, condition, other = either
    if not (is_number_text(one) and is_number_text(other)) or one == other:
        return plain
    more, less = (one, other) if int(one) > int(other) else (other, one)
    if op in ("<", "<="):
        spared = truth(condition if more == one else negated(condition))
        return f"({left} {op} {more} and ({spared} or {left} {op} {less}))"
    lower = truth(negated(condition) if more == one else condition)
    return f"({left} {op} {more} or ({lower} and {left} {op} {less}))"


def _either(text: str) -> tuple[str, str, str] | None:
    """The parts of `(one if condition else other)`."""
    if (parts := _split(text, " if ")) is None or (rest := _split(f"({parts[2]})", " else ")) is None:
        return None
    return parts[0], rest[0], rest[2]


def truth(condition: str) -> str:
    """A condition as what is yes or no, and no other value that Python takes for it."""
    return condition if _IS_BOOL.fullmatch(condition) or condition.startswith("(not ") else f"bool({condition})"


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
        return f"({truth(condition)} and {one})"
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


def spans_joined(tests: list[str]) -> list[str]:
    """Tests any of which may hold, those of the same thing for one kind or the next as one."""
    found: list[str] = []
    for test in tests:
        span, last = _BETWEEN.fullmatch(test), _BETWEEN.fullmatch(found[-1]) if found else None
        if span and last and span[2] == last[2] and (span[1] == last[3] or span[3] == last[1]):
            low, end = min(int(span[1]), int(last[1])), max(int(span[3]), int(last[3]))
            found[-1] = f"({low} <= {span[2]} < {end})"
        else:
            found.append(test)
    return found
