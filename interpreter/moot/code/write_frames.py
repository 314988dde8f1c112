"""The parts of a unit put together as functions: one that begins it, and, if it may pause, one that resumes its
frames, with the way straight on from each as a function of its own.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field

from .live_names import Lines, Part, live_names, words
from .write_resumed import answered, in_loop, taken
from .write_straight import JUMP, jumps, longest_way, straight_on


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
    straight = not any(jumps(part, at) for _, part in unit.parts for at in range(len(part)))
    parts = _joined(unit.parts) if straight else _threaded(unit)
    names = [*unit.first, *unit.locals]
    always = words([*unit.end, *unit.prelude]).intersection(names)
    live = live_names(parts, {*names, "ret"}, always, unit.kept)
    entries = [label for label, _ in parts if label in entered(parts)]
    if not unit.settled:
        unit.kept.update((label, live[label] - {"ret"}) for label in entries)
    keeps = {label: [n for n in names if n in unit.kept.get(label, set())] for label in entries}
    on = f"on_{name}"
    left: dict[int, list[str]] = {}  # by part: what is handed on to it, by the function that goes through all parts
    parts = [(label, _without_unread(part, live)) for label, part in parts]

    def leave(label: int) -> str:
        left[label] = [each for each in [*names, "ret"] if each in live[label]]
        return f"return {on}({', '.join(['S', 'FRAMES', str(label), *(f'{each}={each}' for each in left[label])])})"

    def way(label: int) -> Lines:
        if straight and (unit.quick or label == 0 or len(entries) == 1):
            at = next(at for at, (number, _) in enumerate(parts) if number == label)
            lines = [line for _, part in parts[at:] for line in part if not JUMP.fullmatch(line)] + unit.end
        elif unit.quick:
            lines = straight_on(label, parts, unit.end, leave, longest_way(len(entries) + 1))
        else:
            return [leave(label)]
        return _to_return([*(line for line in unit.prelude if line != "turned = False"), *lines])

    def framed(lines: Lines, goes: str) -> Lines:
        return [_framed(line, unit.numbers, keeps, goes) for line in lines]

    unset = [n for n in [*unit.locals, "ret"] if n in live[0]]
    begin = framed([*([" = ".join([*unset, "None"])] if unset else []), *way(0)], "S.unwind")
    out = _function(name, unit.first, begin)
    if guarded:
        out += _function(guarded, unit.first, [*unit.guard, *begin])
    resumed = {label: framed(way(label), "S.stack") for label in entries}
    if left:
        given = {each for handed in left.values() for each in handed}
        ladder = [*_ladder(parts, set(left)), *unit.end]
        body = [*unit.prelude, *(ladder if straight else ["while True:", *_indented(ladder)])]
        params = ["frames", "pc", *(f"{each}=None" for each in [*names, "ret"] if each in given)]
        out += _function(on, params, framed(body, "frames"))
    for label, body in resumed.items():
        number = unit.numbers[label]
        lost = [f"{each} = None" for each in sorted(live[label] - {*keeps[label], "ret"})]
        answer, body = answered(list(map(_given_back, body)), keeps[label])
        out += _function(f"resume{number}_{label}", ["fr", answer], [*lost, *taken(keeps[label], body)])
        out.append(f"RESUME[{number}] = resume{number}_{label}")
    return out


def _given_back(line: str) -> str:
    """Who wins in a function that the driver has resumed is told to it by the value that it gives back."""
    start = line.lstrip()
    return line.replace("win(", "return won(", 1) if start.startswith("win(") else line


def _ladder(parts: list[Part], begun: set[int]) -> Lines:
    """A test for each part that may be gone to from those that are begun at, in their order."""
    known = dict(parts)
    reached, found = set(begun), set(begun)
    while found:
        found = {int(match[2]) for label in found for line in known[label] if (match := JUMP.fullmatch(line))} - reached
        reached |= found
    return [
        line
        for label, part in parts
        if label in reached
        for line in (f"if pc == {label}:", *_indented(part if any(map(_says, part)) else [*part, "pass"]))
    ]


def _says(line: str) -> bool:
    """Whether it is more than a mark of the rule."""
    return not line.startswith("#@")


def _without_unread(part: Lines, live: dict[int, set[str]]) -> Lines:
    """Without putting into `ret` what nobody reads where it goes on: it is asked only whether it is a pause."""
    out: Lines = []
    at = 0
    while at < len(part):
        match = _RET.fullmatch(part[at])
        asked = match is not None and part[at + 1 : at + 2] == [f"{match[1]}if ret is PAUSE:"]
        frame = _FRAME.search(part[at + 2]) if asked else None
        if match and frame and "ret" not in live[int(frame[1])] and _stands_alone(match[2]):
            some = _SOME_CODE.fullmatch(match[2])
            called = f"{some[2]} and {some[1]}" if some else match[2]
            out.append(f"{match[1]}if {called} is PAUSE:")
            at += 1
        else:
            out.append(part[at])
        at += 1
    return out


def _stands_alone(text: str) -> bool:
    """Whether a formula is a call or stands in brackets."""
    of = ast.parse(text, mode="eval").body
    return isinstance(of, ast.Call) or (of.col_offset, of.end_col_offset) == (1, len(text) - 1)


def _function(name: str, first: list[str], body: Lines) -> Lines:
    top: Lines = []
    for short, long in (("C", "S.cells"), ("Z", "S.zones")):
        use = re.compile(rf"\b{short}\[")
        may = [at for at, line in enumerate(body) if f"{short}[" in line]
        uses = [(at, len(found)) for at in may if (found := use.findall(body[at]))]
        if sum(count for _, count in uses) > 1 or any(in_loop(body, at) or "'" in body[at] for at, _ in uses):
            top.append(f"{short} = {long}")
        elif uses:
            at = uses[0][0]
            body = [*body[:at], use.sub(f"{long}[", body[at]), *body[at + 1 :]]
    return [f"def {name}({', '.join(['S', *first])}):", *_indented([*top, *body])]


def _to_return(lines: Lines) -> Lines:
    """Up to the first line that returns in any case."""
    return lines[: next((at for at, line in enumerate(lines) if line.startswith("return")), len(lines)) + 1]


def _indented(lines: Lines) -> Lines:
    return [f"    {line}" for line in lines]


def entered(parts: list[Part]) -> set[int]:
    """The labels at which frames resume."""
    return {int(n) for _, part in parts for n in _FRAME.findall("\n".join(part))}


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


_FRAME = re.compile(r"FRAME(\d+)FRAME")
_RET = re.compile(r"( *)ret = (.*)")
_SOME_CODE = re.compile(r"\((code\(.*\)) if (\(code := .*\) is not None) else None\)")  # as found_code tells it


def _threaded(unit: Parts) -> list[tuple[int, Lines]]:
    """The parts, with jumps to where another jump stands led on to its goal, and jumps to the end made returns."""
    goals: dict[int, int] = {}
    order = [label for label, _ in unit.parts]
    for at, (label, part) in enumerate(unit.parts):
        said = list(filter(_says, part))
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
    ends = not any(map(_says, last_part))
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
            if ends and to == last and jumps(part, at) and unit.end:
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
    if match is not None:
        label = int(match[1])
        line = line.replace(match[0], f"({', '.join([str(numbers[label]), match[1], *keeps[label]])})")
    return line.replace("FRAMES", goes)
