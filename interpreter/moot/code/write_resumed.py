"""How a function that resumes a frame takes what it needs: what was answered, and what the frame keeps.

def resume7_3(S, fr, c_2):                    # the answer, by the name that it gets at once
    if S.live[3] and wanted(S, c_2, fr[2]):   # what is read once or twice, from the frame where it is read
        …
"""

from __future__ import annotations

import re

from .live_names import Lines, live_names

READS = 2  # of a name that is read from the frame in its place


def answered(body: Lines, kept: list[str]) -> tuple[str, Lines]:
    """The name of the answer, and the body without giving it that name. `kept`: the names that the frame keeps."""
    at = next((at for at, line in enumerate(body) if not line.startswith("#@")), len(body))
    match = re.fullmatch(r"(\w+) = ret", body[at]) if at < len(body) else None
    if match is None or match[1] in kept or _read(body[at + 1 :], "ret"):
        return "ret", body
    return match[1], [*body[:at], *body[at + 1 :]]


def taken(names: list[str], body: Lines) -> Lines:
    """The body with what a frame keeps, by these names."""
    if len(names) != 1:
        return [f"_, _, {', '.join(names)} = fr", *body] if names else body
    name = names[0]
    word, sets = re.compile(rf"\b{name}\b"), re.compile(rf" *{name} = ")
    end = next((at for at, line in enumerate(body) if sets.match(line)), len(body))
    reads = [at for at in range(end) for _ in word.findall(body[at])]
    other = re.compile(rf"'|\bfor\b|\b{name}=|\b{name}\b[\w, ]* ([-+*/%|&<>]*|:)= ")
    if (
        len(reads) > READS
        or _read(body[end:], name)
        or any(other.search(body[at]) or in_loop(body, at) for at in reads)
    ):
        return [f"{name} = fr[2]", *body]
    return [*(word.sub("fr[2]", line) for line in body[:end]), *body[end:]]


def in_loop(body: Lines, at: int) -> bool:
    """Whether a line is gone through again and again."""
    depth = len(body[at]) - len(body[at].lstrip())
    if " for " in body[at].lstrip() or body[at].lstrip().startswith("while"):
        return True
    for line in reversed(body[:at]):
        outer = len(line) - len(line.lstrip())
        if outer < depth and not line.lstrip().startswith("#@"):
            depth = outer
            if line.lstrip().startswith(("for ", "while ")):
                return True
    return False


def _read(lines: Lines, name: str) -> bool:
    """Whether a name is read before it is set."""
    return name in live_names([(0, lines)], {name}, set(), {})[0]
