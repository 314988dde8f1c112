"""What a person did wrong, said so that it can be mended: the one error type of every stage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches

from .source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake. `code` is stable (`unknown-name`); `hint` says what to do; `notes` show other places."""

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
            "message": self.message,
            "hint": self.hint,
        }

    def render(self) -> str:
        """The message with its place, the line, a caret, the hint and the other places."""
        parts = [f"{self.severity}: {self.message} [{self.code}]"]
        parts += _excerpt(self.at)
        if self.hint:
            parts.append(f"  hint: {self.hint}")
        for span, message in self.notes:
            parts.append(f"  note: {message}")
            parts += _excerpt(span)
        return "\n".join(parts)


def _excerpt(at: Span) -> list[str]:
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
    return [
        f" {margin}--> {at.source.path}:{at.line}:{at.column}",
        f" {at.line} | {line}",
        f" {margin} | {' ' * start}{'^' * width}",
    ]


@dataclass(slots=True)
class Report:
    """The diagnostics of a run, gathered by every stage so that all are shown, not the first alone."""

    diagnostics: list[Diagnostic] = field(default_factory=list)

    def error(
        self, code: str, message: str, at: Span = NOWHERE, hint: str = "", notes: Iterable[tuple[Span, str]] = ()
    ) -> None:
        self.add(Diagnostic(code, message, at, hint, "error", tuple(notes)))

    def warn(
        self, code: str, message: str, at: Span = NOWHERE, hint: str = "", notes: Iterable[tuple[Span, str]] = ()
    ) -> None:
        self.add(Diagnostic(code, message, at, hint, "warning", tuple(notes)))

    def add(self, diagnostic: Diagnostic) -> None:
        if diagnostic not in self.diagnostics:
            self.diagnostics.append(diagnostic)

    @property
    def failed(self) -> bool:
        return any(d.severity == "error" for d in self.diagnostics)

    def raise_if_failed(self) -> None:
        if self.failed:
            raise MootError(self.diagnostics)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.diagnostics)


class MootError(Exception):
    """Raised where work cannot go on; carries every diagnostic found until then."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = list(diagnostics)
        super().__init__("\n\n".join(d.render() for d in self.diagnostics))


def fail(code: str, message: str, at: Span = NOWHERE, hint: str = "") -> MootError:
    """A `MootError` of one diagnostic, to be raised."""
    return MootError([Diagnostic(code, message, at, hint)])


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint naming the nearest right spelling, or an empty string."""
    found = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"did you mean `{found[0]}`?" if found else ""
