"""What a person did wrong, said so that it can be mended: the one error type of every stage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

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


_WIDEST = 160  # columns of a line that are shown


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
    lost: set[str] = field(default_factory=set)  # names in what could not be read: that they are not known is no news

    def error(
        self, code: str, message: str, at: Span = NOWHERE, hint: str = "", notes: Iterable[tuple[Span, str]] = ()
    ) -> None:
        self.add(Diagnostic(code, message, at, hint, "error", tuple(notes)))

    def warn(
        self, code: str, message: str, at: Span = NOWHERE, hint: str = "", notes: Iterable[tuple[Span, str]] = ()
    ) -> None:
        self.add(Diagnostic(code, message, at, hint, "warning", tuple(notes)))

    def add(self, diagnostic: Diagnostic) -> None:
        if self.lost and diagnostic.code in _OF_NAMES and _first_name(diagnostic.message) in self.lost:
            return
        if not any(one.message == diagnostic.message and one == diagnostic for one in self.diagnostics):
            self.diagnostics.append(diagnostic)

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
    """Raised where work cannot go on; carries every diagnostic found until then."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = list(diagnostics)
        super().__init__("\n\n".join(d.render() for d in self.diagnostics))


def fail(code: str, message: str, at: Span = NOWHERE, hint: str = "") -> MootError:
    """A `MootError` of one diagnostic, to be raised."""
    return MootError([Diagnostic(code, message, at, hint)])


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint naming the nearest right spelling, or an empty string if none is near enough to be meant."""
    found = nearest_word(word, known)
    return f"did you mean `{found}`?" if found else ""


def one_of(word: str, known: Iterable[str]) -> str:
    """A hint naming the nearest right spelling, or all names there are if none is near."""
    names = list(known)
    return nearest(word, names) or there_are(names)


MOST_HINTS = 100  # unknown names of one list for which the nearest spelling is sought: it takes a while


def there_are(names: Iterable[str]) -> str:
    """A hint that lists names, the first of them if they are many."""
    listed = list(dict.fromkeys(names))
    rest = " …" if len(listed) > _LISTED else ""
    return f"there are: {', '.join(listed[:_LISTED])}{rest}" if listed else "there are none"


def with_article(word: str) -> str:
    """A word as one of its sort: `a card`, `an event`."""
    return f"{'an' if word[:1] in 'aeiou' and not word.startswith('uni') else 'a'} {word}"


_LISTED = 20  # names that a hint lists


def nearest_word(word: str, known: Iterable[str]) -> str:
    """The known word that a person most likely meant by this one; an empty string if none is likely.

    Near is what differs by few slips of the hand (a letter left out, added, changed, two exchanged), one for about
    three letters; or what begins or ends alike: `coin` for `coins`, `hand_of` for `hand`.
    """
    return next(iter(by_nearness(word, known)), "")


def by_nearness(word: str, known: Iterable[str]) -> list[str]:
    """All known words that may be meant by this one, the nearest first."""
    found = [(far, one) for one in dict.fromkeys(known) if (far := _distance(word, one)) < 1]
    return [one for _, one in sorted(found, key=lambda pair: pair[0])]


def _distance(word: str, known: str) -> float:
    """How unlike two words are: below 1 the one may be meant by the other."""
    a, b = word.casefold().replace("-", "_"), known.casefold().replace("-", "_")
    if a == b:
        return 0.0 if word != known else 1.0
    short, long = sorted((a, b), key=len)
    if not short:
        return 1.0
    allowed = len(long) // 3 if a[0] == b[0] else max(1, len(long) // 4)
    if len(long) < 3:
        allowed = 0
    slips = _slips(a, b, allowed)
    if slips <= allowed:
        # a slip in the first letter is rare, and so is one that leaves nothing of a short word
        far = slips / (len(long) + 1) + (0.2 if a[0] != b[0] else 0.0)
        return far / 2 if long.startswith(short) else far
    parts = long.replace(".", "_").split("_")
    if len(short) >= 3 and (long.startswith(short) or short in (parts[0], parts[-1])):
        return 0.5 + (len(long) - len(short)) / (2 * len(long) + 2)
    if sorted(a.split("_")) == sorted(b.split("_")):
        return 0.5
    return 1.0


def _slips(a: str, b: str, most: int) -> int:
    """How many letters must be left out, added, changed or exchanged with the next to make one word of the other."""
    if abs(len(a) - len(b)) > most:
        return most + 1
    letters, others = set(a), set(b)
    if len(letters - others) > most or len(others - letters) > most:  # a slip takes away, or adds, one letter at most
        return most + 1
    before: list[int] = []
    last = list(range(len(b) + 1))
    for i, left in enumerate(a, 1):
        row = [most + 1] * (len(b) + 1)  # what lies further than `most` off the diagonal takes more slips than that
        row[0] = i
        for j in range(max(1, i - most), min(len(b), i + most) + 1):
            right = b[j - 1]
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (left != right))
            if before and j > 1 and left == b[j - 2] and a[i - 2] == right:
                cost = min(cost, before[j - 2] + 1)
            row[j] = cost
        if min(row) > most:
            return most + 1
        before, last = last, row
    return last[-1]
