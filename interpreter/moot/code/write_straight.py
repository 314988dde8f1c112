"""The way on from a part of a unit, as a function of its own: mostly it leads straight to the next question.

Parts that follow one another are joined. Where the way comes back to one of them, the parts from there on are a loop;
there is one for each way. What jumps elsewhere goes on in place of the jump, if that is short. All else is left to the
function that goes through all parts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from .live_names import Lines, Part

LONGEST = 120  # lines of such a way, without what stands in place of jumps
IN_PLACE = 20  # lines in place of a jump
DEEPEST = 2  # jumps in place of jumps
JUMP = re.compile(r"( *)pc = (\d+)")
_TURNED = ("turned = False", "turned = True")

Leave = Callable[[int], str]  # the line that goes on at a part


def straight_on(label: int, parts: list[Part], end: Lines, leave: Leave) -> Lines:
    """The lines from the part `label`. `end`: for where the last part ends."""
    tried = _Way(dict(parts), parts[-1][0], end, lambda goal: "")
    tried.lines(label)
    loop = tried.back[-1] if tried.back else None  # of several, the one that is turned most
    return _Way(dict(parts), parts[-1][0], end, leave, loop).lines(label)


@dataclass(slots=True)
class _Way:
    parts: dict[int, Lines]
    last: int
    end: Lines
    leave: Leave
    loop: int | None = None  # the part at which the loop begins
    back: list[int] = field(default_factory=list)  # parts joined already to which the way has led again

    def lines(self, label: int, before: tuple[int, ...] = (), joined: int = 0, depth: int = 0) -> Lines:
        """`before`: the parts that led there by so many jumps; the first `joined` of them are not in place of any."""
        out: Lines = []
        indent = ""
        through, size = before, 0
        to: int | None = label
        while to is not None:
            here, (part, _) = to, _unturned(self.parts[to])
            size += sum(not line.lstrip().startswith("#@") for line in part)
            known = joined if depth else len(through)
            if here in through[:known]:
                return [*out, *(indent + line for line in self.again(here, through, bool(depth)))]
            if here in through or size > (IN_PLACE if depth else LONGEST):
                return [*out, indent + self.leave(here)]
            through = (*through, here)
            if here == self.loop and not depth:
                out.append("while True:")
                indent = "    "
            part, to = _fall(part)
            known = joined if depth else len(through)
            out += [indent + line for line in self.with_exits(part, through, known, depth)]
            if to is None and here == self.last:
                out += [indent + line for line in self.end]
        return out

    def again(self, here: int, through: tuple[int, ...], jumps: bool) -> Lines:
        """Back to a part that stands before: in the loop, with what it costs to turn, or left."""
        self.back.append(here)
        if here != self.loop:
            return [self.leave(here)]
        turned = (_unturned(self.parts[part])[1] for part in through[through.index(here) :])
        return [*next(filter(None, turned), []), *(["continue"] if jumps else [])]

    def with_exits(self, part: Lines, through: tuple[int, ...], joined: int, depth: int) -> Lines:
        """A part with other lines in place of its jumps."""
        out: Lines = []
        jumped = False
        for at, line in enumerate(part):
            match = JUMP.fullmatch(line)
            if match and jumps(part, at):
                goal = int(match[2])
                if depth == DEEPEST and goal not in through[:joined]:
                    out.append(match[1] + self.leave(goal))
                else:
                    out += [match[1] + text for text in self.lines(goal, through, joined, depth + 1)]
                jumped = True
            elif not jumped or line.strip() != "continue":
                out.append(line)
                jumped = False
        return out


def jumps(part: Lines, at: int) -> bool:
    """Whether a line goes to a part from within another."""
    match = JUMP.fullmatch(part[at])
    return match is not None and part[at + 1 : at + 2] == [f"{match[1]}continue"]


def _fall(part: Lines) -> tuple[Lines, int | None]:
    """A part without its last line, where that leads on, and to which."""
    whole = part[:-1] if part[-1:] == ["continue"] else part
    match = JUMP.fullmatch(whole[-1]) if whole else None
    return (whole[:-1], int(match[2])) if match and not match[1] else (part, None)


def _unturned(part: Lines) -> tuple[Lines, Lines]:
    """Without what counts the turns of a loop, and that: it is due where the way goes back."""
    out: Lines = []
    counts: Lines = []
    inside: int | None = None
    for line in part:
        depth = len(line) - len(line.lstrip())
        if inside is not None and depth > inside:
            counts.append(line[inside + 4 :])
            continue
        inside = depth if line.strip() == "if turned:" else None
        if inside is None and line.strip() not in _TURNED:
            out.append(line)
    return out, counts
