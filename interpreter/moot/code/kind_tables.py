"""Tests of the kind of a thing as one look into a table, in the finished text of a module.

`14 <= c < 22`, of a thing that is there, becomes `KIND_14_22[c]`, which takes a third of the time; of a kind with one
thing, `c == 14`. `c in EFFECTS` becomes `HAS_EFFECTS[c]`. The writers and all that reads their lines know the former
alone.
"""

from __future__ import annotations

import re

from .build import Build

MANY = 3000  # things; for more no tables are made

_TEST = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|\b(\d+) <= (\w+) < (\d+)\b|\b(\w+) in EFFECTS\b")


def with_kind_tables(build: Build, text: str) -> str:
    """Where things may be tested that have no numbers before play, the text stays as it is."""
    things = range(len(build.layout.things))
    if build.row_roots - {"call"} or len(things) > MANY:
        return text

    def looked_up(match: re.Match[str]) -> str:
        if match[4] is not None:
            return f"{_table_of_effects(build)}[{match[4]}]"
        if match[2] is None:
            return match[0]
        low, end = int(match[1]), int(match[3])
        if end - low == 1:
            return f"{match[2]} == {low}"
        return f"{build.constant(f'KIND_{low}_{end}', tuple([low <= n < end for n in things]))}[{match[2]}]"

    return _TEST.sub(looked_up, text)


def _table_of_effects(build: Build) -> str:
    if "HAS_EFFECTS" not in build.constants:
        effects = build.plan.effects.items()
        listening = {title for title, rules in effects if any(rule.number not in build.dead for rule in rules)}
        build.constant("HAS_EFFECTS", tuple([thing.title in listening for thing in build.layout.things]))
    return "HAS_EFFECTS"
