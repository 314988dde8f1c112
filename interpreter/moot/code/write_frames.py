"""The parts of a unit put together as functions: one that begins it, and, if it may pause, one that resumes its
frames.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

Lines = list[str]


@dataclass(slots=True)
class Parts:
    """What a writer has made of a unit. A line may hold `FRAME<n>FRAME`: the frame that resumes at part n.

    `first`: parameters after the position; `locals`: names that frames keep beside them; `prelude`: lines that hold
    wherever it is entered; `end`: lines for where the last part ends without having returned.
    """

    number: int
    first: list[str]
    locals: list[str]
    parts: list[tuple[int, Lines]]
    prelude: Lines
    end: Lines
    guard: Lines = field(default_factory=list)  # lines before the beginning, of the guarded form alone
    kept: dict[int, set[str]] = field(default_factory=dict)  # what frames of the other form keep, by part: these too


def assemble(name: str, unit: Parts, guarded: str = "") -> Lines:
    """The text. `guarded`: the name of a second beginning, which has the guard in front."""
    if len(unit.parts) == 1:
        body = [*unit.prelude, *unit.parts[0][1], *unit.end]
        out = _function(name, unit.first, body)
        return out + (_function(guarded, unit.first, [*unit.guard, *body]) if guarded else [])
    straight = not any(line.strip() == "continue" for _, part in unit.parts for line in part)
    begin, resume = _straight(unit) if straight else _jumping(unit)
    out = _function(name, unit.first, begin)
    if guarded:
        out += _function(guarded, unit.first, [*unit.guard, *begin])
    return [
        *out,
        *_function(f"resume{unit.number}", ["fr", "ret"], resume),
        f"RESUME[{unit.number}] = resume{unit.number}",
    ]


def _function(name: str, first: list[str], body: Lines) -> Lines:
    uses = "\n".join(body)
    top = [text for text, mark in (("C = S.cells", "C["), ("Z = S.zones", "Z[")) if mark in uses]
    return [f"def {name}({', '.join(['S', *first])}):", *(f"    {line}" for line in [*top, *body])]


def _words(lines: Lines) -> set[str]:
    return set(re.findall(r"\w+", "\n".join(lines)))


def _straight(unit: Parts) -> tuple[Lines, Lines]:
    """No part is gone back to: the beginning runs through them all, and a frame keeps only what is still needed."""
    names = unit.first + unit.locals
    needed: dict[int, set[str]] = {}
    later = _words([*unit.end, *unit.prelude])
    for label, part in reversed(unit.parts):
        later = later | _words(part)
        needed[label] = later = later | unit.kept.get(label, set())
    unit.kept.update(needed)
    begin: Lines = [*_first_none(unit), *unit.prelude]
    resume: Lines = [*unit.prelude]
    known = set(unit.first)
    for label, part in unit.parts:
        falls = part[-1:] if part and re.fullmatch(r"pc = \d+", part[-1]) else []
        inside = part[: len(part) - len(falls)]
        known = known | {name for name in unit.locals if name in _words(inside)}
        begin += [_framed(line, unit.number, [n if n in known else "None" for n in names], needed) for line in inside]
        framed = [_framed(line, unit.number, names, needed) for line in inside]
        if label == 0:
            continue
        if len(unit.parts) == 2:
            resume += framed
        else:
            resume += [f"if pc == {label}:", *(f"    {line}" for line in ([*framed, *falls] or ["pass"]))]
    return [*begin, *unit.end], [_unpack(names), *resume, *unit.end]


def _first_none(unit: Parts) -> Lines:
    """Locals that may be read before a line has set them: those set in branches, and what tells of a `proceed`."""
    lines = [line for _, part in unit.parts for line in part]
    unsure = [
        name
        for name in unit.locals
        if name.startswith("proceeded") or not any(line.startswith(f"{name} = ") for line in lines)
    ]
    return [" = ".join([*unsure, "None"])] if unsure else []


def _jumping(unit: Parts) -> tuple[Lines, Lines]:
    """Parts are gone back to: a loop finds the part to go on with."""
    names = unit.first + unit.locals
    parts = _threaded(unit)
    needed = _live(parts, unit)
    body: Lines = []
    for label, part in parts:
        framed = [_framed(line, unit.number, names, needed) for line in part] or ["pass"]
        body += [f"if pc == {label}:", *(f"    {line}" for line in framed)]
    begin = ["pc = 0", *([" = ".join([*unit.locals, "None"])] if unit.locals else []), *unit.prelude]
    after = body[1 + len(parts[0][1] or ["pass"]) :]  # nothing goes back to the first part
    turn = ["while True:"]
    return (
        [*begin, *turn, *(f"    {line}" for line in [*body, *unit.end])],
        [_unpack(names), *unit.prelude, *turn, *(f"    {line}" for line in [*after, *unit.end])],
    )


_JUMP = re.compile(r"( *)pc = (\d+)")


def _threaded(unit: Parts) -> list[tuple[int, Lines]]:
    """The parts, with jumps to where another jump stands led on to its goal, and jumps to the end made returns."""
    goals: dict[int, int] = {}
    order = [label for label, _ in unit.parts]
    for at, (label, part) in enumerate(unit.parts):
        said = [line for line in part if not line.startswith("#@")]
        if not said and at + 1 < len(order):
            goals[label] = order[at + 1]
        elif said and (match := _JUMP.fullmatch(said[0])) and said[1:] in ([], ["continue"]):
            goals[label] = int(match[2])

    def goal(label: int) -> int:
        seen = {label}
        while label in goals and goals[label] not in seen:
            label = goals[label]
            seen.add(label)
        return label

    last, last_part = unit.parts[-1]
    ends = not [line for line in last_part if not line.startswith("#@")]
    frames = {int(n) for _, part in unit.parts for line in part for n in re.findall(r"FRAME(\d+)FRAME", line)}
    parts: list[tuple[int, Lines]] = []
    for label, part in unit.parts:
        if label in goals and label not in frames and label != 0:
            continue
        lines: Lines = []
        for at, line in enumerate(part):
            match = _JUMP.fullmatch(line)
            if match is None:
                lines.append(line)
                continue
            to = goal(int(match[2]))
            jumps = part[at + 1 : at + 2] == [f"{match[1]}continue"]
            if ends and to == last and jumps and unit.end:
                lines += [match[1] + text for text in unit.end]
            else:
                lines.append(f"{match[1]}pc = {to}")
        falls = _JUMP.fullmatch(lines[-1]) if lines else None
        if falls and order.index(int(falls[2])) <= order.index(label):
            lines.append("continue")
        parts.append((label, _without_lost(lines)))
    return parts


def _without_lost(lines: Lines) -> Lines:
    """Without a `continue` right behind a `return`."""
    kept: Lines = []
    for line in lines:
        indent = line[: len(line) - len(line.lstrip())]
        if line.strip() == "continue" and kept and kept[-1].startswith(f"{indent}return"):
            continue
        kept.append(line)
    return kept


def _live(parts: list[tuple[int, Lines]], unit: Parts) -> dict[int, set[str]]:
    """What each part, and whatever may follow it, reads before it sets it: all that a frame must keep."""
    names = set(unit.first + unit.locals)
    reads: dict[int, set[str]] = {}
    exits: dict[int, list[tuple[int, set[str]]]] = {}  # where it may go on, and what it has set by then
    always = _words([*unit.end, *unit.prelude]) & names
    for at, (label, part) in enumerate(parts):
        read: set[str] = set()
        made: set[str] = set()
        exits[label] = []
        for line in part:
            told = line.split(" = ", 1)
            sure = len(told) == 2 and told[0] in names  # at the part's own depth: it is set whatever happens
            read |= (_words([told[1] if sure else line]) & names) - made
            for numbers in re.findall(r"pc = (\d+)|FRAME(\d+)FRAME", line):
                exits[label].append((int(numbers[0] or numbers[1]), set(made)))
            if sure:
                made.add(told[0])
        reads[label] = read | always
        if at + 1 < len(parts):
            exits[label].append((parts[at + 1][0], made))
    live = {label: set(read) for label, read in reads.items()}
    changed = True
    while changed:
        changed = False
        for label, known in live.items():
            more = {name for to, made in exits[label] for name in live.get(to, set()) - made}
            if not more <= known:
                known |= more
                changed = True
    for label in live:
        live[label] |= unit.kept.get(label, set())
    unit.kept.update(live)
    return live


def _unpack(names: list[str]) -> str:
    return f"_, pc, {', '.join(names)} = fr" if names else "pc = fr[1]"


def _framed(line: str, number: int, names: list[str], needed: dict[int, set[str]]) -> str:
    if "FRAME" not in line:
        return line
    before, label, after = line.split("FRAME")
    kept = [n if not needed or n in needed[int(label)] else "None" for n in names]
    return f"{before}({', '.join([str(number), label, *kept])}){after}"
