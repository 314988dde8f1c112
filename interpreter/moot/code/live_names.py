"""Which names a part of a unit needs from before: all that a frame must keep for going on there."""

from __future__ import annotations

import re

Lines = list[str]
Part = tuple[int, Lines]

_EXIT = re.compile(r"\bpc = (\d+)|FRAME(\d+)FRAME")
_LOOP = re.compile(r" *for (\w+) in (.*)")
_MADE = re.compile(r" *(\w+) = (.*)")


def words(lines: Lines) -> set[str]:
    return set(re.findall(r"\w+", "\n".join(lines)))


def live_names(parts: list[Part], names: set[str], always: set[str], kept: dict[int, set[str]]) -> dict[int, set[str]]:
    """By label: the names that the part, or whatever may follow it, reads before it sets them.

    What a frame is resumed with is in `ret`. `always`: names that are read wherever the unit is entered or left;
    `kept`: names that are needed at a label in any case. A name is set for the lines that follow as deep or deeper: no
    block reads what an inner one has bound.
    """
    live: dict[int, set[str]] = {}
    exits: dict[int, list[tuple[int, set[str]]]] = {}  # where it may go on, and what it has set by then
    for at, (label, part) in enumerate(parts):
        read: set[str] = set()
        made: list[tuple[int, str]] = []  # with the depth at which it is set
        exits[label] = []
        for line in part:
            depth = len(line) - len(line.lstrip())
            made = [(d, name) for d, name in made if d <= depth]
            known = {name for _, name in made}
            sets = _LOOP.fullmatch(line) or _MADE.fullmatch(line)
            sure = sets is not None and sets[1] in names
            read |= (words([sets[2] if sure and sets else line]) & names) - known
            exits[label] += [
                (int(to or frame), known | {"ret"} if frame else known) for to, frame in _EXIT.findall(line)
            ]
            if sure and sets:
                made.append((depth, sets[1]))
        live[label] = read | always | kept.get(label, set())
        if not part and at + 1 < len(parts):
            exits[label].append((parts[at + 1][0], set()))
    changed = True
    while changed:
        changed = False
        for label, known in live.items():
            more = {name for to, made_by in exits[label] for name in live.get(to, set()) - made_by}
            if not more <= known:
                known |= more
                changed = True
    return live
