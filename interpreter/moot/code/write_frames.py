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
    names = unit.first + unit.locals
    body: Lines = []
    for label, part in unit.parts:
        framed = [_framed(line, unit.number, names, {}) for line in part] or ["pass"]
        body += [f"if pc == {label}:", *(f"    {line}" for line in framed)]
    begin = ["pc = 0", *([" = ".join([*unit.locals, "None"])] if unit.locals else []), *unit.prelude]
    after = body[1 + len(unit.parts[0][1] or ["pass"]) :]  # nothing goes back to the first part
    turn = ["while True:"]
    return (
        [*begin, *turn, *(f"    {line}" for line in [*body, *unit.end])],
        [_unpack(names), *unit.prelude, *turn, *(f"    {line}" for line in [*after, *unit.end])],
    )


def _unpack(names: list[str]) -> str:
    return f"_, pc, {', '.join(names)} = fr" if names else "pc = fr[1]"


def _framed(line: str, number: int, names: list[str], needed: dict[int, set[str]]) -> str:
    if "FRAME" not in line:
        return line
    before, label, after = line.split("FRAME")
    kept = [n if not needed or n in needed[int(label)] else "None" for n in names]
    return f"{before}({', '.join([str(number), label, *kept])}){after}"
