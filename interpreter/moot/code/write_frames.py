"""The parts of a unit put together as functions: one that begins it, and, if it may pause, one that resumes its
frames, with the way straight on from each as a function of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .live_names import Lines, Part, live_names, words
from .write_straight import JUMP, straight_on


@dataclass(slots=True)
class Parts:
    """What a writer has made of a unit. A line may hold `FRAME<n>FRAME`: the frame that resumes at part n.

    `first`: parameters after the position; `locals`: names that frames keep beside them; `prelude`: lines that hold
    wherever it is entered; `end`: lines for where the last part ends without having returned.
    """

    numbers: dict[int, int]  # of frames, by the part at which they resume
    first: list[str]
    locals: list[str]
    parts: list[tuple[int, Lines]]
    prelude: Lines
    end: Lines
    guard: Lines = field(default_factory=list)  # lines before the beginning, of the guarded form alone
    kept: dict[int, set[str]] = field(default_factory=dict)  # what frames keep in either form, by part
    settled: bool = False  # that stays as it is: what is read beside it is none where a frame resumes
    quick: bool = False  # with functions of their own for the ways straight on


def assemble(name: str, unit: Parts, guarded: str = "") -> Lines:
    """The text. `guarded`: the name of a second beginning, which has the guard in front."""
    if len(unit.parts) == 1:
        body = [*unit.prelude, *unit.parts[0][1], *unit.end]
        out = _function(name, unit.first, body)
        return out + (_function(guarded, unit.first, [*unit.guard, *body]) if guarded else [])
    straight = not any(line.strip() == "continue" for _, part in unit.parts for line in part)
    parts = _joined(unit.parts) if straight else _threaded(unit)
    names = [*unit.first, *unit.locals]
    always = words([*unit.end, *unit.prelude]).intersection(names)
    live = live_names(parts, set(names), always, unit.kept)
    entries = [label for label, _ in parts if label in entered(parts)]
    lost: set[str] = set()
    for label in entries:
        if unit.settled:
            lost |= live[label] - unit.kept.get(label, set())
        else:
            unit.kept[label] = live[label]
    keeps = {label: [n for n in names if n in unit.kept.get(label, set())] for label in entries}
    unset = [n for n in unit.locals if n in live[0]]
    begin = [*([" = ".join([*unset, "None"])] if unset else []), *unit.prelude]
    only = straight and len(entries) == 1  # one part is resumed, and from there it goes straight on
    resuming = f"resume{min(unit.numbers[label] for label in entries)}" if entries else ""
    own, left = _own(unit, parts, straight, keeps, live, names, resuming) if not only and unit.quick else ({}, {})
    resume = [*(f"{name} = None" for name in sorted(lost)), *(_unpacked(keeps | left)[only:]), *unit.prelude]
    if straight:
        begin += _to_return([*(line for _, part in parts for line in part if not JUMP.fullmatch(line)), *unit.end])
        resume += _to_return([*parts[1][1], *unit.end]) if only else [*_branches(parts[1:]), *unit.end]
    else:
        turn, rest = "while True:", parts[1:]  # nothing goes back to the first part
        whole = _without_leaving(parts, unit.end) if unit.quick else None
        begin += whole or [turn, *_indented([*_branches(parts), *unit.end])]
        begin = [line for line in begin if line != "turned = False"] if whole else ["pc = 0", *begin]
        resume += [turn, *_indented([*_branches(rest), *unit.end])]
    begin = [_framed(line, unit.numbers, keeps, "S.unwind") for line in begin]
    resume = [_framed(line, unit.numbers, keeps, "S.stack") for line in resume]
    out = _function(name, unit.first, begin)
    if guarded:
        out += _function(guarded, unit.first, [*unit.guard, *begin])
    if not entries:
        return out  # it pauses in its last call alone, which needs no frame of this unit
    if len(own) < len(entries) or left:
        out += _function(resuming, ["fr", "ret"], resume)
    for label in entries:
        number = unit.numbers[label]
        if label in own:
            lines = [_framed(line, unit.numbers, keeps, "S.stack") for line in own[label]]
            out += _function(f"resume{number}_{label}", ["fr", "ret"], lines)
        out.append(f"RESUME[{number}] = {f'resume{number}_{label}' if label in own else resuming}")
    return out


def _without_leaving(parts: list[Part], end: Lines) -> Lines | None:
    """The way straight on from the beginning, if nothing jumps elsewhere."""
    left: list[int] = []

    def leave(label: int) -> str:
        left.append(label)
        return ""

    lines = straight_on(parts[0][0], parts, end, leave)
    return None if left else _to_return(lines)


def _own(
    unit: Parts,
    parts: list[Part],
    straight: bool,
    keeps: dict[int, list[str]],
    live: dict[int, set[str]],
    names: list[str],
    resuming: str,
) -> tuple[dict[int, Lines], dict[int, list[str]]]:
    """By part: the function of its own. And the names that are handed on where such a function leaves for a part."""
    left: dict[int, list[str]] = {}

    def leave(label: int) -> str:
        left[label] = [name for name in names if name in live[label]]
        return f"return {resuming}(S, ({', '.join(map(str, [0, label, *left[label]]))}), ret)"

    own = {}
    for at, (label, _) in enumerate(parts):
        if label not in keeps:
            continue
        if straight:
            lines = [line for _, part in parts[at:] for line in part if not JUMP.fullmatch(line)] + unit.end
        else:
            lines = straight_on(label, parts, unit.end, leave)
        prelude = [line for line in unit.prelude if line != "turned = False"]
        taken = [_taken(keeps[label])] if keeps[label] else []
        own[label] = [*taken, *prelude, *_to_return(lines)]
    return own, left


def _function(name: str, first: list[str], body: Lines) -> Lines:
    uses = "\n".join(body)
    top = [text for text, mark in (("C = S.cells", "C["), ("Z = S.zones", "Z[")) if mark in uses]
    return [f"def {name}({', '.join(['S', *first])}):", *_indented([*top, *body])]


def _to_return(lines: Lines) -> Lines:
    """Up to the first line that returns in any case."""
    return lines[: next((at for at, line in enumerate(lines) if line.startswith("return")), len(lines)) + 1]


def _indented(lines: Lines) -> Lines:
    return [f"    {line}" for line in lines]


def entered(parts: list[Part]) -> set[int]:
    """The labels at which frames resume."""
    return {int(n) for _, part in parts for line in part for n in _FRAME.findall(line)}


def _joined(parts: list[Part]) -> list[Part]:
    """No part is gone back to: those at which no frame resumes belong to the one before."""
    resumed = entered(parts)
    found: list[Part] = []
    for label, part in parts:
        if found and label not in resumed:
            found[-1] = (found[-1][0], [*(line for line in found[-1][1] if not JUMP.fullmatch(line)), *part])
        else:
            found.append((label, part))
    return found


def _branches(parts: list[Part]) -> Lines:
    """A test for each part, in their order."""
    return [line for label, part in parts for line in (f"if pc == {label}:", *_indented(part or ["pass"]))]


def _unpacked(keeps: dict[int, list[str]]) -> Lines:
    """The names that a frame keeps, by the part at which it resumes; `pc` where there are several."""
    lines = ["pc = fr[1]"] if len(keeps) > 1 else [f"pc = {label}" for label in keeps]
    taken = [(label, _taken(names)) for label, names in keeps.items() if names]
    if len(taken) == len(keeps) and len({text for _, text in taken}) == 1:
        return [*lines, taken[0][1]]
    for at, (label, text) in enumerate(taken):
        lines += [f"{'elif' if at else 'if'} pc == {label}:", f"    {text}"]
    return lines


def _taken(names: list[str]) -> str:
    return f"{names[0]} = fr[2]" if len(names) == 1 else f"_, _, {', '.join(names)} = fr"


_FRAME = re.compile(r"FRAME(\d+)FRAME")


def _threaded(unit: Parts) -> list[tuple[int, Lines]]:
    """The parts, with jumps to where another jump stands led on to its goal, and jumps to the end made returns."""
    goals: dict[int, int] = {}
    order = [label for label, _ in unit.parts]
    for at, (label, part) in enumerate(unit.parts):
        said = [line for line in part if not line.startswith("#@")]
        if not said and at + 1 < len(order):
            goals[label] = order[at + 1]
        elif said and (match := JUMP.fullmatch(said[0])) and said[1:] in ([], ["continue"]):
            goals[label] = int(match[2])

    def goal(label: int) -> int:
        seen = {label}
        while label in goals and goals[label] not in seen:
            label = goals[label]
            seen.add(label)
        return label

    last, last_part = unit.parts[-1]
    ends = not [line for line in last_part if not line.startswith("#@")]
    frames = entered(unit.parts)
    parts: list[tuple[int, Lines]] = []
    for label, part in unit.parts:
        if label in goals and label not in frames and label != 0:
            continue
        lines: Lines = []
        for at, line in enumerate(part):
            match = JUMP.fullmatch(line)
            if match is None:
                lines.append(line)
                continue
            to = goal(int(match[2]))
            jumps = part[at + 1 : at + 2] == [f"{match[1]}continue"]
            if ends and to == last and jumps and unit.end:
                lines += [match[1] + text for text in unit.end]
            else:
                lines.append(f"{match[1]}pc = {to}")
        falls = JUMP.fullmatch(lines[-1]) if lines else None
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


def _framed(line: str, numbers: dict[int, int], keeps: dict[int, list[str]], goes: str) -> str:
    """A frame is put behind those of what has been called; a resumed function lays its own upon the stack itself."""
    match = _FRAME.search(line)
    if match is None:
        return line
    label = int(match[1])
    frame = ", ".join([str(numbers[label]), match[1], *keeps[label]])
    return line.replace("FRAMES.append", f"{goes}.append").replace(match[0], f"({frame})")
