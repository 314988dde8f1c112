"""Make a call that shows a fault smaller, as long as it shows the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from .bases import base_files
from .call import Call
from .changes import tokens

Part = TypeVar("Part")


def smaller(call: Call, shows: Callable[[Call], bool], most: int = 300) -> Call:
    """The smallest call found with that many tries."""
    left = [most]

    def still(one: Call) -> bool:
        left[0] -= 1
        return left[0] >= 0 and shows(one)

    call = _with_own_files(call, still)
    for name in [*call.files]:
        if still(fewer := replace(call, files={one: data for one, data in call.files.items() if one != name})):
            call = fewer
    typed = _fewer(call.typed.split(b"\n"), lambda lines: still(replace(call, typed=b"\n".join(lines))))
    call = replace(call, typed=b"\n".join(typed))
    words = _fewer(call.words[1:], lambda some: still(replace(call, words=(call.words[0], *some))))
    call = replace(call, words=(call.words[0], *words))
    for name in call.files:
        call = _smaller_file(call, name, still)
    return call


def _with_own_files(call: Call, still: Callable[[Call], bool]) -> Call:
    """Instead of copies of bases, the call has all files itself, so that those can shrink as well."""
    files = {name: data for base in call.bases for name, data in base_files(base).items()}
    own = replace(call, bases=(), files=files | dict(call.files))
    return own if still(own) else call


def _smaller_file(call: Call, name: str, still: Callable[[Call], bool]) -> Call:
    def cut(text: str) -> Call:
        return replace(call, files={**call.files, name: text.encode("utf-8", "surrogateescape")})

    text = call.files[name].decode("utf-8", "surrogateescape")
    text = "\n".join(_fewer(text.split("\n"), lambda lines: still(cut("\n".join(lines)))))
    if len(text) < 2000:
        text = "".join(_fewer(tokens(text), lambda some: still(cut("".join(some)))))
    smallest = cut(text)
    return smallest if still(smallest) else cut(call.files[name].decode("utf-8", "surrogateescape"))


def _fewer(parts: Sequence[Part], still: Callable[[list[Part]], bool]) -> list[Part]:
    """Fewer of the parts, of which no half, quarter, … can be left out."""
    kept, size = [*parts], max(1, len(parts) // 2)
    while kept:
        at = 0
        while at < len(kept):
            fewer = kept[:at] + kept[at + size :]
            if still(fewer):
                kept = fewer
            else:
                at += size
        if size == 1:
            return kept
        size //= 2
    return kept
