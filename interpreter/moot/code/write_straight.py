"""The way on from where a frame resumes, as a function of its own: mostly it leads straight to the next question.

What jumps elsewhere goes on in place of the jump, if that is short. All else is left to the function that goes through
all parts.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .live_names import Lines, Part

LONGEST = 120  # lines of such a way, without what stands in place of jumps
IN_PLACE = 20  # lines in place of a jump
DEEPEST = 2  # jumps in place of jumps
JUMP = re.compile(r"( *)pc = (\d+)")
_TURNED = ("turned = False", "turned = True")

Leave = Callable[[int], str]  # the line that goes on at a part


def straight_on(
    label: int, parts: list[Part], end: Lines, leave: Leave, depth: int = 0, through: tuple[int, ...] = ()
) -> Lines:
    """The lines from the part `label`. `end`: for where the last part ends; `through`: the parts that led there, by so
    many jumps.
    """
    known = dict(parts)
    out: Lines = []
    to: int | None = label
    size = 0
    while to is not None:
        here, part = to, _unturned(known[to])
        size += sum(not line.lstrip().startswith("#@") for line in part)
        if here in through or size > (IN_PLACE if depth else LONGEST):
            return [*out, leave(here)]
        through = (*through, here)
        part, to = _fall(part)

        def instead(goal: int, way: tuple[int, ...] = through) -> Lines:
            return [leave(goal)] if depth == DEEPEST else straight_on(goal, parts, end, leave, depth + 1, way)

        out += _with_exits(part, instead)
        if to is None and here == parts[-1][0]:
            out += end
    return out


def _fall(part: Lines) -> tuple[Lines, int | None]:
    """A part without its last line, where that leads on to the next, and to which."""
    match = JUMP.fullmatch(part[-1]) if part else None
    return (part[:-1], int(match[2])) if match and not match[1] else (part, None)


def _with_exits(part: Lines, instead: Callable[[int], Lines]) -> Lines:
    """A part with other lines in place of its jumps."""
    out: Lines = []
    for at, line in enumerate(part):
        match = JUMP.fullmatch(line)
        if match and part[at + 1 : at + 2] == [f"{match[1]}continue"]:
            out += [match[1] + text for text in instead(int(match[2]))]
        elif line.strip() != "continue":
            out.append(line)
    return out


def _unturned(part: Lines) -> Lines:
    """Without what counts the turns of a loop: the way goes through no part again and again."""
    out: Lines = []
    inside: int | None = None
    for line in part:
        depth = len(line) - len(line.lstrip())
        if inside is not None and depth > inside:
            continue
        inside = depth if line.strip() == "if turned:" else None
        if inside is None and line.strip() not in _TURNED:
            out.append(line)
    return out
