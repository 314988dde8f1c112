"""What is read again is read once: in the finished text of a function a value that is known already is kept in a local.

    for c_3 in Z[3]:                             C40 = C[40]
        if P_card_price[c_3] <= C[40]:           for c_3 in Z[3]:
                                                     if P_card_price[c_3] <= C40:
    C[39] = n_5                                  C[39] = n_5
    if C[39] > 1:                                if n_5 > 1:
    if S.tally & 252 and not S.tally & 3:        if (kept0 := S.tally & 252) and not S.tally & 3:
        held = bits(S.tally & 252)                   held = bits(kept0)

What is known where a line stands, on every way there, is followed through branches, loops and the short ways of `and`
and `or`: an expression was read or written, and nothing that it hangs on has changed since (line_reads.py). How often
lines run is guessed from what they stand in; a local is made only where that is sure to be less than it saves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .line_reads import Change, Events, Holds, Key, Line, LineReader, Marks, Read, UnknownLineError, Way

LOOP, BRANCH, LATER = 2.0, 0.5, 0.3  # how often: what is in a loop, in a branch, behind an `and`
KEPT, LOCAL = (
    8.0,
    0.9,
)  # nanoseconds: for putting a value into a local (more than it takes, as ways are guessed), reading it
WORTH = 2.0  # at least so many are saved
SHORT = 6  # lines: functions without more stay as they are

Known = dict[Key, tuple[frozenset[int], str]]  # numbers of where it was read or written; what else has the value, or ""


def with_kept_reads(text: str, places: int) -> str:
    """The text of a module. `places`: see LineReader."""
    reader = LineReader(places)
    lines = text.split("\n")
    out: list[str] = []
    at = 0
    while at < len(lines):
        end = at + 1
        if lines[at].startswith("def "):
            while end < len(lines) and lines[end].startswith(" "):
                end += 1
        body = lines[at + 1 : end]
        out += [lines[at], *(_function(body, reader) if len(body) > SHORT else body)]
        at = end
    return "\n".join(out)


def _function(body: list[str], reader: LineReader) -> list[str]:
    depths = [(len(text) - len(text.lstrip())) // 4 for text in body]
    try:
        lines = [reader.line(text.lstrip()) for text in body]
    except UnknownLineError:
        return body
    flow = _Flow(lines, depths)
    flow.block(0, 1, {}, 1.0)
    choice = _Choice(flow.sources)
    choice.choose(flow.again)
    return choice.written(body)


@dataclass(frozen=True, slots=True)
class _Source:
    line: int
    read: Read | Holds | None  # none: a line of its own, before a loop
    key: Key
    weight: float


@dataclass(frozen=True, slots=True)
class _Again:
    """A read of what is known."""

    line: int
    read: Read
    weight: float
    sources: frozenset[int]
    by: str


class _Flow:
    """Follows what is known through a function."""

    def __init__(self, lines: list[Line], depths: list[int]) -> None:
        self.lines = lines
        self.depths = depths
        self.sources: list[_Source] = []
        self.again: list[_Again] = []
        self.breaks: list[Known | None] = []  # what is known where the loops around are left
        self.at = 0
        self.weight = 1.0

    # -------------------------------------------------------------------------------------------- lines

    def block(self, at: int, depth: int, known: Known | None, weight: float) -> tuple[int, Known | None]:
        """The lines from there that are so deep: where they end, and what is known there; None if no way leads on."""
        while at < len(self.lines):
            line = self.lines[at]
            if line.sort != "none" and self.depths[at] < depth:
                break
            self.at, self.weight = at, weight
            if line.sort == "none":
                at += 1
            elif known is None:
                at = self.end(at + 1, depth)
            elif line.sort == "if":
                at, known = self.branches(at, depth, known, weight)
            elif line.sort in ("while", "forever", "for"):
                at, known = self.loop(at, depth, known, weight)
            else:
                known = self.run(line.events, known)
                if line.sort == "break":
                    self.breaks[-1] = _meet(self.breaks[-1], known)
                if line.sort != "plain":
                    known = None
                at += 1
        return at, known

    def end(self, at: int, depth: int) -> int:
        while at < len(self.lines) and (self.lines[at].sort == "none" or self.depths[at] > depth):
            at += 1
        return at

    def goes_on(self, at: int, depth: int) -> str:
        """`elif` or `else` where the line goes on with what has begun."""
        sort = self.lines[at].sort if at < len(self.lines) and self.depths[at] == depth else ""
        return sort if sort in ("elif", "else") else ""

    def branches(self, at: int, depth: int, known: Known, weight: float) -> tuple[int, Known | None]:
        yes, no = self.tested(self.lines[at].events, known)
        at, left = self.block(at + 1, depth + 1, yes, weight * BRANCH)
        while (word := self.goes_on(at, depth)) == "elif":
            weight *= BRANCH
            self.at, self.weight = at, weight
            yes, no = self.tested(self.lines[at].events, no)
            at, end = self.block(at + 1, depth + 1, yes, weight * BRANCH)
            left = _meet(left, end)
        if word == "else":
            at, no = self.block(at + 1, depth + 1, no, weight * BRANCH)
        return at, _meet(left, no)

    def loop(self, at: int, depth: int, known: Known, weight: float) -> tuple[int, Known | None]:
        head, end = self.lines[at], self.end(at + 1, depth)
        if head.sort == "for":
            known = self.run(head.events, known)
        changes = head.changes.union(*(line.changes for line in self.lines[at + 1 : end]))
        known = _without(known, changes)
        for key, often in self.read_within(at if head.sort != "for" else at + 1, end, depth).items():
            saved = weight * (often * (key.cost - LOCAL) - key.cost - LOCAL)
            if saved >= WORTH and key not in known and changes.isdisjoint(key.on):
                known = {**known, key: self.source(at, None, key, weight)}
        self.at, self.weight = at, weight * LOOP
        yes, after = self.tested(head.events, known) if head.sort == "while" else (known, known)
        self.breaks.append(None)
        at, _ = self.block(at + 1, depth + 1, yes, weight * LOOP)
        left = self.breaks.pop()
        if self.goes_on(at, depth):
            at, after = self.block(at + 1, depth + 1, after, weight)
        return at, left if head.sort == "forever" else _meet(left, after)

    def read_within(self, at: int, end: int, depth: int) -> dict[Key, float]:
        """What is safe to read before a loop with these lines, and how often about it is read in that."""
        found: dict[Key, float] = {}
        for number in range(at, end):
            for read in self.lines[number].reads:
                if read.key.safe:
                    share = LOOP * BRANCH ** max(0, self.depths[number] - depth - 1)
                    found[read.key] = found.get(read.key, 0.0) + share
        return found

    # -------------------------------------------------------------------------------------------- expressions

    def source(
        self, line: int, read: Read | Holds | None, key: Key, weight: float, by: str = ""
    ) -> tuple[frozenset[int], str]:
        self.sources.append(_Source(line, read, key, weight))
        return frozenset({len(self.sources) - 1}), by

    def tested(self, events: Events, known: Known | None) -> tuple[Known | None, Known | None]:
        """What is known where a test holds, and where it does not."""
        if known is None:
            return None, None
        way = events[0] if len(events) == 1 else None
        if not isinstance(way, Way) or way.sort == "if":
            known = self.run(events, known)
            return known, known
        if way.sort == "not":
            yes, no = self.tested(way.parts[0], known)
            return no, yes
        weight = self.weight
        on: Known | None = known
        left: Known | None = None
        for part in way.parts:
            yes, no = self.tested(part, on)
            on, out = (yes, no) if way.sort == "and" else (no, yes)
            left = _meet(left, out)
            self.weight *= LATER
        self.weight = weight
        return (on, left) if way.sort == "and" else (left, on)

    def run(self, events: Events, known: Known) -> Known:
        for event in events:
            match event:
                case Read(key=key) if key in known:
                    self.again.append(_Again(self.at, event, self.weight, *known[key]))
                case Read(key=key) if event.binds:
                    known = {**known, key: self.source(self.at, event, key, self.weight)}
                case Change(marks=marks):
                    known = _without(known, marks)
                case Holds(key=key, by=by) if key in known:
                    known = {**known, key: (known[key][0], by or known[key][1])}
                case Holds(key=key, by=by):
                    known = {**known, key: self.source(self.at, event, key, self.weight, by)}
                case Way(sort="if", parts=[test, *sides]):
                    weight = self.weight
                    ways = self.tested(test, known)
                    self.weight *= BRANCH
                    ends = [self.run(side, way) for side, way in zip(sides, ways, strict=True) if way is not None]
                    known = _meet(ends[0], ends[-1]) or {}
                    self.weight = weight
                case Way():
                    known = _meet(*self.tested([event], known)) or {}
        return known


def _without(known: Known, marks: Marks) -> Known:
    """What is left when that has changed."""
    if not [key for key, (_, by) in known.items() if by in marks or not marks.isdisjoint(key.on)]:
        return known
    return {
        key: (sources, "" if by in marks else by) for key, (sources, by) in known.items() if marks.isdisjoint(key.on)
    }


def _meet(one: Known | None, other: Known | None) -> Known | None:
    """What is known where two ways come together."""
    if one is None or other is None or one is other:
        return other if one is None else one
    return {
        key: (sources | other[key][0], by if by == other[key][1] else "")
        for key, (sources, by) in one.items()
        if key in other
    }


class _Choice:
    """Which reads are taken from locals, and where these get their values: of long expressions first."""

    def __init__(self, sources: list[_Source]) -> None:
        self.sources = sources
        self.names: dict[Key, str] = {}
        self.taken: dict[int, list[tuple[Read, str]]] = {}  # by line
        self.bound: dict[int, list[tuple[Read | Holds, str]]] = {}
        self.before: dict[int, list[Key]] = {}

    def choose(self, again: list[_Again]) -> None:
        by_key: dict[Key, list[_Again]] = {}
        for each in again:
            by_key.setdefault(each.read.key, []).append(each)
        for key in sorted(by_key, key=lambda key: (-len(key.text), key.text)):
            left = []
            for each in by_key[key]:
                if self.is_taken(each.line, each.read):
                    continue
                if each.by:
                    self.taken.setdefault(each.line, []).append((each.read, each.by))
                else:
                    left.append(each)
            while left:
                group = [left.pop()]
                numbers = group[0].sources
                while more := [each for each in left if not numbers.isdisjoint(each.sources)]:
                    group += more
                    numbers = numbers.union(*(each.sources for each in more))
                    left = [each for each in left if numbers.isdisjoint(each.sources)]
                self.decide(key, group, [self.sources[number] for number in sorted(numbers)])

    def is_taken(self, line: int, read: Read | Holds | None) -> bool:
        """Whether it is part of what is read from a local."""
        return isinstance(read, Read) and any(
            outer.start <= read.start and read.end <= outer.end for outer, _ in self.taken.get(line, ())
        )

    def decide(self, key: Key, group: list[_Again], sources: list[_Source]) -> None:
        if any(self.is_taken(each.line, each.read) for each in sources):
            return
        saved = sum(each.weight for each in group) * (key.cost - LOCAL)
        if saved - sum(each.weight * (KEPT if each.read else key.cost + LOCAL) for each in sources) < WORTH:
            return
        if key not in self.names:
            cell = re.fullmatch(r"([CZ])\[(\d+)\]", key.text)
            self.names[key] = f"{cell[1]}{cell[2]}" if cell else f"kept{len(self.names)}"
        for each in group:
            self.taken.setdefault(each.line, []).append((each.read, self.names[key]))
        for source in sources:
            if source.read is not None:
                self.bound.setdefault(source.line, []).append((source.read, self.names[key]))
            else:
                self.before.setdefault(source.line, []).append(key)

    def written(self, body: list[str]) -> list[str]:
        out: list[str] = []
        for number, text in enumerate(body):
            bare = text.lstrip()
            indent = text[: len(text) - len(bare)]
            out += [f"{indent}{self.names[key]} = {key.text}" for key in self.before.get(number, [])]
            out.append(indent + self.line(bare, number) if number in self.taken or number in self.bound else text)
        return out

    def line(self, text: str, number: int) -> str:
        """A line with the names of locals."""
        raw, out, at = text.encode(), b"", 0
        puts: list[tuple[int, int, int, str]] = []  # where, in which order there, up to where it replaces, what
        for read, name in self.taken.get(number, []):
            puts.append((read.start, 3, read.end, name))
        for source, name in self.bound.get(number, []):
            if isinstance(source, Holds):
                puts.append((source.at, 1, source.at, f"{name} = "))
                continue
            enclosed = raw[source.start - 1 : source.start] + raw[source.end : source.end + 1] == b"()"
            # what is longer begins before and ends after what stands in it
            puts.append((source.start, 2, -source.end, f"{name} := " if enclosed else f"({name} := "))
            puts.append((source.end, 0, -source.start, "" if enclosed else ")"))
        for where, order, end, what in sorted(puts):
            if where >= at:
                out += raw[at:where] + what.encode()
                at = end if order == 3 else where
        return (out + raw[at:]).decode()
