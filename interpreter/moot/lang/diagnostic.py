"""Diagnostics: errors worded so that the user can fix them. The one error type of every stage."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from .source import NOWHERE, Span
from .visible import visible, visible_line


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One error. `code` is stable (`unknown-name`), `hint` suggests a remedy, and `notes` point to other places."""

    code: str
    message: str
    at: Span = NOWHERE
    hint: str = ""
    severity: str = "error"  # or "warning"
    notes: tuple[tuple[Span, str], ...] = ()

    def as_json(self) -> dict[str, object]:
        return {
            "file": self.at.source.path,
            "line": self.at.line,
            "column": self.at.column,
            "code": self.code,
            "severity": self.severity,
            "message": _with_signs(self.message),
            "hint": _with_signs(self.hint),
        }

    def render(self) -> str:
        """The message with its place, the line, a caret, the hint and the other places."""
        parts = [f"{self.severity}: {_with_signs(self.message)} [{self.code}]"]
        parts += excerpt(self.at)
        if self.hint:
            parts.append(f"  hint: {_with_signs(self.hint)}")
        for span, message in self.notes:
            parts.append(f"  note: {_with_signs(message)}")
            parts += excerpt(span)
        return "\n".join(parts)


def _with_signs(message: str) -> str:
    """A message with signs for control characters, in a name between backticks also for line breaks."""
    return re.sub("`[^`]*`", lambda name: visible_line(name[0]), visible(message))


_WIDEST = 160  # columns of a line that are shown


def excerpt(at: Span) -> list[str]:
    """The place, the line and a caret below what it spans, a line of text each; nothing of no place."""
    if not at.source.path:
        return []
    if not at.line:
        return [f"  --> {at.source.path}"]
    margin = " " * len(str(at.line))
    line = at.text.expandtabs(4)
    start = len(at.text[: at.column - 1].expandtabs(4))
    if at.end_line == at.line:
        width = max(1, len(at.text[: at.end_column - 1].expandtabs(4)) - start)
    else:
        width = max(1, len(line) - start)
    if len(line) > _WIDEST:
        first = max(0, min(start - _WIDEST // 3, len(line) - _WIDEST))
        cut = ("…" if first else "") + line[first : first + _WIDEST] + ("…" if first + _WIDEST < len(line) else "")
        line, start = cut, start - first + (first > 0)
        width = max(1, min(width, len(line) - start))
    return [
        f" {margin}--> {at.source.path}:{at.line}:{at.column}",
        f" {at.line} | {line}",
        f" {margin} | {' ' * start}{'^' * width}",
    ]


@dataclass(slots=True)
class Report:
    """The diagnostics of a run, gathered by every stage so that all are shown, not the first alone."""

    diagnostics: list[Diagnostic] = field(default_factory=list)
    lost: set[str] = field(default_factory=set)  # names declared in unreadable text: they are not reported as unknown

    def error(
        self, code: str, message: str, at: Span = NOWHERE, hint: str = "", notes: Iterable[tuple[Span, str]] = ()
    ) -> None:
        self.add(Diagnostic(code, message, at, hint, "error", tuple(notes)))

    def warn(
        self, code: str, message: str, at: Span = NOWHERE, hint: str = "", notes: Iterable[tuple[Span, str]] = ()
    ) -> None:
        self.add(Diagnostic(code, message, at, hint, "warning", tuple(notes)))

    def add(self, diagnostic: Diagnostic) -> None:
        if self.lost and diagnostic.code in _OF_NAMES and self.has_lost(_first_name(diagnostic.message)):
            return
        if not any(one.message == diagnostic.message and one == diagnostic for one in self.diagnostics):
            self.diagnostics.append(diagnostic)

    def has_lost(self, name: str) -> bool:
        """Whether the unreadable text may have declared the name, also as part of a product, `"{suit}_{rank}"`."""
        products = (re.sub(r"{\w*}", ".+", one) for one in self.lost if "{" in one)
        return name in self.lost or (bool(name) and any(re.fullmatch(one, name) for one in products))

    @property
    def errors(self) -> int:
        """How many errors there are so far."""
        return sum(d.severity == "error" for d in self.diagnostics)

    @property
    def failed(self) -> bool:
        return self.errors > 0

    def raise_if_failed(self) -> None:
        if self.failed:
            raise MootError(self.diagnostics)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.diagnostics)


# Codes whose messages begin with the name that is not known, or say it first.
_OF_NAMES = {
    *("unknown-name", "unknown-kind", "unknown-action", "unknown-phase", "unknown-occasion", "unknown-zone"),
    *("unknown-option", "unknown-thing", "unknown-table", "unknown-document", "table-empty", "override-nothing"),
}


def _first_name(message: str) -> str:
    return message.split("`")[1].partition("(")[0] if message.count("`") > 1 else ""


class MootError(Exception):
    """Raised when work cannot continue. It contains all diagnostics found so far."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = list(diagnostics)
        super().__init__("\n\n".join(d.render() for d in self.diagnostics))


def fail(code: str, message: str, at: Span = NOWHERE, hint: str = "") -> MootError:
    """A `MootError` of one diagnostic, to be raised."""
    return MootError([Diagnostic(code, message, at, hint)])


def with_article(word: str) -> str:
    """A word as one of its sort: `a card`, `an event`."""
    return f"{'an' if word[:1] in 'aeiou' and not word.startswith('uni') else 'a'} {word}"
