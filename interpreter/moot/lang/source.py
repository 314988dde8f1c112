"""Source texts and places in them. Every node, YAML value and diagnostic carries a `Span`."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field

from .visible import visible, visible_line


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """One text: a file, or something typed. `path` is what the user is shown. Both are made visible."""

    path: str
    text: str
    lines: list[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "path", visible_line(self.path))
        object.__setattr__(self, "text", visible(self.text))
        object.__setattr__(self, "lines", self.text.splitlines())


@dataclass(frozen=True, slots=True)
class Span:
    """From (line, column) up to, not including, (end_line, end_column); all counted from 1."""

    source: Source
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of the other."""
        return Span(self.source, self.line, self.column, other.end_line, other.end_column)

    def word(self, word: str) -> Span:
        """The first occurrence of the word in this span's first line, or the span itself if there is none."""
        end = self.end_column - 1 if self.end_line == self.line else len(self.text)
        found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", self.text[self.column - 1 : end])
        if found is None:
            return self
        first = self.column + found.start()
        return Span(self.source, self.line, first, self.line, first + len(word))

    @property
    def text(self) -> str:
        """The line it begins on, or an empty one past the end of the text."""
        lines = self.source.lines
        return lines[self.line - 1] if 0 < self.line <= len(lines) else ""


NOWHERE = Span(Source("", ""), 0, 0, 0, 0)


def shown_path(path: str | os.PathLike[str]) -> str:
    """A path as the user sees it: relative to the current folder, if it is below."""
    absolute = os.path.abspath(path)
    here = os.getcwd()
    return visible_line(os.path.relpath(absolute, here) if absolute.startswith(here + os.sep) else absolute)
