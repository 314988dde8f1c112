"""Source texts and places in them. Every node, YAML value and diagnostic carries a `Span`."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """One text: a file, or something typed. `path` is what the user is shown."""

    path: str
    text: str
    lines: list[str] = field(init=False)

    def __post_init__(self) -> None:
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

    @property
    def text(self) -> str:
        """The line it begins on, or an empty one past the end of the text."""
        lines = self.source.lines
        return lines[self.line - 1] if 0 < self.line <= len(lines) else ""


NOWHERE = Span(Source("", ""), 0, 0, 0, 0)
