"""The way on from a part of a unit, as a function of its own: mostly it leads straight to the next question.

Parts that follow one another are joined. A jump over some of them makes them a branch, a jump back a loop:

    if not ready:               if ready:
        pc = 4                      …
        continue                …
    …                           while True:
    pc = 4                          if not more:
  4:                                    break
    …                               …
    pc = 4

A jump from within a branch goes on in its place, if that is short. All else is left to the function that goes through
all parts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from .live_names import Lines, Part
from .write_names import is_unit

LONGEST = 1200  # lines of such a way
ALL = 10_000  # lines of all ways of a unit, where there are many
SHORT = 120  # lines that each may have all the same
IN_PLACE = 20  # lines in place of a jump
DEEPEST = 2  # jumps in place of jumps
JUMP = re.compile(r"( *)pc = (\d+)")
_TURNED = ("turned = False", "turned = True")

Leave = Callable[[int], str]  # the line that goes on at a part


def longest_way(ways: int) -> int:
    """How many lines each of so many ways of a unit may have."""
    return max(SHORT, min(LONGEST, ALL // ways))


def straight_on(label: int, parts: list[Part], end: Lines, leave: Leave, longest: int = LONGEST) -> Lines:
    """The lines from the part `label`. `end`: for where the last part ends; `longest`: how many there may be."""
    heads = {number for number, _ in parts}
    while True:
        tried = _Way(parts, end, lambda goal: "", heads, longest)
        tried.from_part(label)
        if tried.turned == heads:
            return _Way(parts, end, leave, heads, longest).from_part(label)
        heads = tried.turned


@dataclass(slots=True)
class _Branch:
    """What one side of a condition leads through; at the part `goal` both sides come together."""

    goal: int
    indent: str  # of the condition
    whole: bool  # whether the other side is written already
    at: int  # the lines before it


@dataclass(slots=True)
class _Loop:
    head: int
    indent: str
    seen: set[int]  # parts that the way has led through before
    goal: int | None = None  # where it goes on behind the loop
    counts: Lines = field(default_factory=list)  # what it costs to turn


class _Way:
    """`heads`: parts at which loops may begin. `turned`: those of them to which the way has come back."""

    def __init__(self, parts: list[Part], end: Lines, leave: Leave, heads: set[int], longest: int) -> None:
        self.parts = dict(parts)
        self.order = {label: at for at, (label, _) in enumerate(parts)}
        self.end, self.leave, self.heads, self.longest = end, leave, heads, longest
        self.last = parts[-1][0]
        self.ends: dict[int, int] = {}  # of loops: the last part that goes back, by its place in the order
        for at, (_, part) in enumerate(parts):
            goals = {int(match[2]) for line in part if (match := JUMP.fullmatch(line))}
            self.ends.update({goal: at for goal in goals if self.order[goal] <= at})
        self.out: Lines = []
        self.indent = ""
        self.open: list[_Branch | _Loop] = []  # innermost last
        self.seen: set[int] = set()
        self.size = 0
        self.turned: set[int] = set()

    def from_part(self, label: int) -> Lines:
        to: int | None = label
        while (to := self.closed(to)) is not None:
            to = self.through(to)
        return self.out

    def write(self, lines: Lines) -> None:
        self.out += [self.indent + line for line in lines]

    # -------------------------------------------------------------------------------------------- branches and loops

    def loop(self) -> _Loop | None:
        return next((each for each in reversed(self.open) if isinstance(each, _Loop)), None)

    def closed(self, to: int | None) -> int | None:
        """The part at which it goes on, after the end of the branches and loops that end there."""
        while self.open:
            inner = self.open[-1]
            if isinstance(inner, _Loop):
                if to is not None:
                    return to
                self.seen, to = inner.seen, inner.goal
            else:
                past = to is not None and self.order[to] > self.order[inner.goal]
                if to is not None and to != inner.goal and (not past or inner.whole or self.out_of_reach(to, 1)):
                    return to
                if all(line.lstrip().startswith("#@") for line in self.out[inner.at :]):
                    self.write(["pass"])
                if past and to is not None:  # the other side leads through what lies between
                    self.out.append(f"{inner.indent}else:")
                    self.open[-1] = _Branch(to, inner.indent, True, len(self.out))
                    return inner.goal
                to = inner.goal
            self.open.pop()
            self.indent = inner.indent
        return to

    def out_of_reach(self, to: int, closing: int = 0) -> bool:
        """Whether a part lies behind where an outer branch or loop ends."""
        outer = self.open[: len(self.open) - closing]
        inner = outer[-1] if outer else None
        if isinstance(inner, _Branch):
            return self.order[to] > self.order[inner.goal]
        return inner is not None and not self.within(inner, to)

    def within(self, loop: _Loop, to: int) -> bool:
        return self.order[loop.head] <= self.order[to] <= self.ends[loop.head]

    def turning(self, to: int) -> Lines | None:
        """Back to the head of the loop, or out of it; None if the part is in it."""
        loop = self.loop()
        if loop is None:
            return None
        if to == loop.head:
            self.turned.add(to)
            return [*loop.counts, "continue"]
        if self.within(loop, to):
            return None
        if loop.goal not in (None, to):
            return [self.leave(to)]
        loop.goal = to
        return ["break"]

    # -------------------------------------------------------------------------------------------- parts

    def through(self, here: int) -> int | None:
        """Write a part. Where it leads on."""
        lines, counts = _unturned(self.parts[here])
        self.size += sum(not line.lstrip().startswith("#@") for line in lines)
        turning = self.turning(here)
        if turning is not None:
            self.write(turning)
            return None
        if here in self.seen or self.size > self.longest or (self.open and self.out_of_reach(here)):
            self.write([self.leave(here)])
            return None
        if here in self.heads and here in self.ends:
            self.write(["while True:"])
            self.open.append(_Loop(here, self.indent, self.seen))
            self.indent += "    "
            self.seen = set()
        self.seen.add(here)
        loop = self.loop()
        if loop is not None and loop.head == here:
            loop.counts = counts
        lines, to = _fall(lines)
        at = 0
        while (found := _skipping(lines, at)) is not None:
            first, behind, goal = found
            ahead = self.order[goal] > self.order[here] and goal not in self.seen
            if not ahead or (self.open and self.out_of_reach(goal)):
                self.write(self.with_exits(lines[at:behind]))
            else:
                self.write(self.with_exits(lines[at:first]))
                inside = lines[first + 1 : behind - 2]
                self.write([lines[first], *self.with_exits(inside), "else:"] if inside else [_inverse(lines[first])])
                self.open.append(_Branch(goal, self.indent, bool(inside), len(self.out)))
                self.indent += "    "
            at = behind
        self.write(self.with_exits(lines[at:]))
        if to is None and here == self.last and not _ended(lines):
            self.write(self.end)
        return to

    def with_exits(self, lines: Lines, way: tuple[int, ...] = ()) -> Lines:
        """Lines with others in place of their jumps. `way`: the parts that led there, by so many jumps."""
        out: Lines = []
        jumped = False
        for at, line in enumerate(lines):
            match = JUMP.fullmatch(line)
            if match and jumps(lines, at):
                out += [match[1] + text for text in self.instead(int(match[2]), way)]
                jumped = True
            elif not jumped or line.strip() != "continue":
                out.append(line)
                jumped = False
        return out

    def instead(self, goal: int, way: tuple[int, ...]) -> Lines:
        """What stands in place of a jump."""
        out: Lines = []
        size, depth = 0, len(way)
        to: int | None = goal
        while to is not None:
            turning = self.turning(to)
            if turning is not None:
                return [*out, *turning]
            here, (lines, _) = to, _unturned(self.parts[to])
            size += sum(not line.lstrip().startswith("#@") for line in lines)
            if size > IN_PLACE or depth >= DEEPEST or here in way:
                return [*out, self.leave(here)]
            lines, to = _fall(lines)
            way = (*way[:depth], here)
            out += self.with_exits(lines, way)
            if to is None and here == self.last and not _ended(lines):
                out += self.end
        return out


def jumps(part: Lines, at: int) -> bool:
    """Whether a line goes to a part from within another."""
    match = JUMP.fullmatch(part[at])
    return match is not None and part[at + 1 : at + 2] == [f"{match[1]}continue"]


def _ended(lines: Lines) -> bool:
    return bool(lines) and lines[-1].startswith(("return", "raise", "win("))


def _fall(part: Lines) -> tuple[Lines, int | None]:
    """A part without its last line, where that leads on, and to which."""
    whole = part[:-1] if part[-1:] == ["continue"] else part
    match = JUMP.fullmatch(whole[-1]) if whole else None
    return (whole[:-1], int(match[2])) if match and not match[1] else (part, None)


def _skipping(lines: Lines, at: int) -> tuple[int, int, int] | None:
    """The next branch, not within another, that ends with a jump: its first line, the line behind it, its goal."""
    first = None
    for behind in range(at, len(lines) + 1):
        line = lines[behind] if behind < len(lines) else ""
        if line.startswith(" "):
            continue
        match = JUMP.fullmatch(lines[behind - 2]) if first is not None and behind - 2 > first else None
        jumps_on = match is not None and len(match[1]) == 4 and lines[behind - 1] == "    continue"
        if first is not None and match and jumps_on and not line.startswith(("elif ", "else:")):
            return first, behind, int(match[2])
        first = behind if line.startswith("if ") else None
    return None


def _inverse(line: str) -> str:
    """The opposite of a condition."""
    condition = line[len("if ") : -1]
    if condition.startswith("not ") and is_unit(condition[4:]):
        return f"if {condition[4:]}:"
    return f"if not {condition}:" if is_unit(condition) else f"if not ({condition}):"


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
