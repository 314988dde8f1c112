"""Code kept in data, as what runs it: `RUN_card_text[c]` is the function, or none where nothing is to be done.

if (code := RUN_card_text[c_1]) is not None:
    code(S, c_1)
…
RUN_card_text = tuple([CODE[n] if n is not None else None for n in P_card_text])

Of a list that is known the table holds what is done by place, and is read by its `get`: there may be no such place.
"""

from __future__ import annotations

import re

from .build import Build

_PRINTED = re.compile(r"P_(\w+)\[(.+)\]")
_IN_LIST = re.compile(r"LISTED_(\w+)\.get\((.+)\)")


def found_code(build: Build, code: str) -> tuple[str, str]:
    """The condition that there is code to run, empty if there is some in any case; and what is then called.

    `code`: the number of its unit, as text.
    """
    if match := _PRINTED.fullmatch(code):
        table = f"RUN_{match[1]}"
        build.running[table] = f"tuple([CODE[n] if n is not None else None for n in P_{match[1]}])"
        return f"(code := {table}[{match[2]}]) is not None", "code"
    if match := _IN_LIST.fullmatch(code):
        table = f"RUN_{match[1]}"
        some = f"for at, n in LISTED_{match[1]}.items() if n is not None"
        build.running[table] = f"{{at: CODE[n] {some}}}.get"
        return f"(code := {table}({match[2]})) is not None", "code"
    return "", f"CODE[{code}]"
