"""Text that grows line by line, with the rule line that each line implements."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

NOWHERE = -1  # no line of the rules
BEGINS = -2  # a function begins here

# The cells and zones of the position, as the text has them until the function is whole.
CELLS, ZONES = "\x01", "\x02"
_NAMES = ((CELLS, "C", "S.cells"), (ZONES, "Z", "S.zones"))


@dataclass(frozen=True, slots=True)
class PythonText:
    """Python text. `lines`: the line from which it implements a rule, ascending; -1 where a function begins."""

    text: str
    lines: tuple[tuple[int, int], ...]


CodeLine = tuple[int, str, int]  # indentation of a line, its text, its rule


class Lines:
    """Holds the lines of the function that is being written."""

    def __init__(self) -> None:
        self.out: list[CodeLine] = []
        self.depth = 0
        self.rule = NOWHERE
        self.turning = 0  # loops around what is written
        self.often: set[str] = set()  # the parts of the position read in loops

    def cells(self) -> str:
        return self._read(CELLS)

    def zones(self) -> str:
        return self._read(ZONES)

    def _read(self, mark: str) -> str:
        if self.turning:
            self.often.add(mark)
        return mark

    @contextmanager
    def again_and_again(self) -> Iterator[None]:
        """The written code runs in each iteration of a loop."""
        self.turning += 1
        yield
        self.turning -= 1

    def line(self, text: str) -> None:
        """Four spaces before it are a level; of the whole text, one is."""
        bare = text.lstrip(" ")
        self.out.append((self.depth + (len(text) - len(bare)) // 4, bare, self.rule))

    def lines(self, texts: list[str]) -> None:
        """Lines that are indented among themselves."""
        for text in texts:
            self.line(text)

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """A block: it has something in it, and the rule behind it is that before it."""
        rule, before = self.rule, len(self.out)
        self.depth += 1
        yield
        if len(self.out) == before:
            self.line("pass")
        self.depth -= 1
        self.rule = rule

    def function(self, head: str) -> list[CodeLine]:
        """The lines written so far as a function, with names for what it reads of the position more than once."""
        body, often, self.out, self.often = self.out, self.often, [], set()
        whole = "\n".join(text for _, text, _ in body)
        top: list[CodeLine] = []
        for mark, short, long in _NAMES:
            named = mark in whole and (mark in often or whole.count(mark) > 1)
            if named:
                top.append((1, f"{short} = {long}", NOWHERE))
            if mark in whole:
                body = [(depth, text.replace(mark, short if named else long), rule) for depth, text, rule in body]
        rows = [(depth + 1, text, rule) for depth, text, rule in body]
        return [(0, head, BEGINS), *top, *(rows or [(1, "pass", NOWHERE)])]


def plain_rows(lines: list[str]) -> list[CodeLine]:
    return [(0, line, NOWHERE) for line in lines]


def joined_lines(lines: list[CodeLine]) -> PythonText:
    """Lines put together."""
    marks: list[tuple[int, int]] = []
    for number, (_, _, rule) in enumerate(lines, 1):
        if rule == BEGINS or not marks or marks[-1][1] != rule:
            marks.append((number, max(rule, NOWHERE)))
    return PythonText("\n".join(" " * depth + text for depth, text, _ in lines) + "\n", tuple(marks))
