"""The texts of a map on counters and in its title, with formulas in braces, as `"{melee(u)}-{armour(u)}"`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ...pack.model.bundle import YamlEntry
from ...pack.model.yaml_text import Scalar, raw
from .formulas import MapFormulas

_BRACES = re.compile(r"\{([^{}]*)\}")
_SMALL = ":small"


def printed_on(
    formulas: MapFormulas, entry: YamlEntry, kind: str, things: Iterable[int], position: Any, name: str = "u"
) -> dict[int, str]:
    """The texts on things of a kind, which the formulas call `name`. A value of none prints nothing.

    Behind `:small` letters are small: `{missile(u):small}`.
    """
    those = list(things)
    found = dict.fromkeys(those, "")
    for words, formula, small in _parts(entry):
        values = formulas.values(formula, name, kind, those, position) if formula is not None else {}
        for thing in those:
            found[thing] += words + _printed_value(values.get(thing), small)
    return found


def printed(formulas: MapFormulas, entry: YamlEntry, position: Any) -> str:
    """The same for texts that are not about a thing."""
    found = ""
    for words, formula, small in _parts(entry):
        found += words + (_printed_value(formulas.value(formula, {}, position), small) if formula is not None else "")
    return found


def _parts(entry: YamlEntry) -> Iterable[tuple[str, YamlEntry | None, bool]]:
    """The words before each formula, the formula as a text of its own, and whether its letters are small."""
    text, end = raw(entry), 0
    for match in _BRACES.finditer(text):
        inner = match[1].removesuffix(_SMALL)
        quoted = '"{' + inner + '}"'
        yield text[end : match.start()], Scalar(quoted, entry.at, raw=quoted), inner != match[1]
        end = match.end()
    if end < len(text):
        yield text[end:], None, False


def _printed_value(value: Any, small: bool) -> str:
    told = "" if value in (None, "none") else str(value)
    return told.lower() if small else told
