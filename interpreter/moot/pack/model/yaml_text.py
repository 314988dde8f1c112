"""YAML with positions: a text becomes a tree of `YamlEntry`, in which every value and every key knows its place.

The values are those of YAML 1.2's core schema, without fractions: `true` and `false`, whole numbers, nothing (`null`,
`~` or empty) and text. `yes`, `no`, `none` and `7.33` are text; the field's type decides what they mean. Aliases and
tags are refused, nesting and size are limited: reading cannot make a file grow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import yaml

from ...lang.diagnostic import Report
from ...lang.source import Source, Span
from ...lang.visible import visible
from .bundle import YamlEntry

MAX_BYTES = 4_000_000
MAX_DEPTH = 40

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INT = re.compile(r"[-+]?[0-9]{1,18}|0o[0-7]{1,18}|0x[0-9a-fA-F]{1,15}")
_WORDS: dict[str, Any] = {"": None, "~": None, "null": None, "Null": None, "NULL": None}
_WORDS |= {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")


PlacesInText = Callable[[int, int, int, int], Span]  # from line and column in a text to the place in its file


@dataclass(slots=True, eq=False)
class Scalar(YamlEntry):
    """An `YamlEntry` that is not a list or a map. `raw` is its text, whatever `value` became."""

    raw: str = ""
    style: str = ""  # how it is written: empty, `'`, `"`, `|` or `>`

    @property
    def folded(self) -> bool:
        """Whether its lines were run together into one."""
        return self.style == ">" or (self.style != "|" and self.at.end_line > self.at.line)

    def columns(self) -> Sequence[Sequence[int]]:
        """The columns of its characters, if they do not simply follow from the text's place (lang.layout): for a quoted
        text on one line with escapes, such as `\\n`, or with doubled quotes.
        """
        mark = {'"': "\\", "'": "''"}.get(self.style)
        if mark is None or self.at.end_line != self.at.line:
            return ()
        line, column = self.at.source.lines[self.at.line - 1], self.at.column + 1
        if mark not in line[column - 1 : self.at.end_column - 2]:
            return ()
        found, columns = [], [column]
        for character in self.raw:
            column += _width_at(line, column, self.style)
            if character == "\n":
                found.append(columns)
                columns = []
            columns.append(column)
        return [*found, columns]

    def text_place(self) -> tuple[int, int]:
        """Line and column of the text's first character: behind the quote, or below the `|`."""
        if self.style in ("'", '"'):
            return self.at.line, self.at.column + 1
        if self.style not in ("|", ">"):
            return self.at.line, self.at.column
        lines = self.at.source.lines
        for offset, line in enumerate(self.raw.split("\n")):
            number = self.at.line + offset
            if line.strip() and number < len(lines):
                return self.at.line + 1, len(lines[number]) - len(line) + 1
        return self.at.line + 1, 1


def _width_at(line: str, column: int, quote: str) -> int:
    """How many columns a character of a text in quotes takes, as it is written there."""
    text = line[column - 1 : column + 1]
    if quote == "'":
        return 1 + (text == "''")
    return 1 if text[:1] != "\\" else 2 + {"x": 2, "u": 4, "U": 8}.get(text[1:], 0)


def raw(entry: YamlEntry) -> str:
    """A scalar as it is written: `yes`, `3`, `7.33`."""
    if isinstance(entry, Scalar):
        return entry.raw
    return ("no", "yes")[entry.value] if isinstance(entry.value, bool) else str(entry.value)


def plain_text(value: Any) -> str:
    """A plain value as people write it: `yes`, `none`, `3`."""
    return {True: "yes", False: "no", None: "none"}[value] if value is None or isinstance(value, bool) else str(value)


def read_text(data: bytes, path: str, report: Report, most: int = MAX_BYTES) -> Source | None:
    """The text of a file's bytes as a `Source`; None, with a diagnostic, if they are not UTF-8 text of at most so many
    bytes.
    """
    if len(data) > most:
        at = Span(Source(path, ""), 0, 0, 0, 0)
        report.error("too-large", f"the file is larger than {most // 1_000_000} MB", at, "split it into several files")
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", "replace")
        hint = "save it as UTF-8"
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            hint = "save it as UTF-8; it looks like UTF-16"
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        readable = Source(path, data.decode("utf-8-sig", "replace").replace("\r\n", "\n"))
        report.error("not-utf8", "the file is not UTF-8 text", Span(readable, line, column, line, column + 1), hint)
        return None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    source = Source(path, text)
    found = _UNPRINTABLE.search(text)
    if found:
        line = text.count("\n", 0, found.start()) + 1
        column = found.start() - text.rfind("\n", 0, found.start())
        at = Span(source, line, column, line, column + 1)
        report.error("bad-character", f"the character U+{ord(found[0]):04X} is not allowed in text", at, "delete it")
        return None
    return source


def parse_yaml(source: Source, report: Report) -> YamlEntry | None:
    """The value of the text; None, with diagnostics, if it is not YAML or holds nothing."""
    builder = _Builder(source, report)
    try:
        for event in yaml.parse(source.text, Loader=_LOADER):
            if not builder.take(event):
                return None
    except yaml.MarkedYAMLError as error:
        _tell(error, source, report)
        return None
    except yaml.YAMLError:
        report.error("bad-yaml", "the file is not valid YAML", Span(source, 1, 1, 1, 1))
        return None
    if builder.root is None:
        report.error("empty-file", "the file is empty", Span(source, 1, 1, 1, 1), "delete it, or write its content")
    return builder.root


@dataclass(slots=True)
class _Open:
    """A list or map whose end has not been met."""

    entry: YamlEntry
    key: str | None = None
    key_at: Span | None = None
    skip: bool = False  # the next value belongs to a duplicate key


class _Builder:
    def __init__(self, source: Source, report: Report, span: PlacesInText | None = None) -> None:
        self.source = source
        self.report = report
        self._span = span or partial(Span, source)
        self.root: YamlEntry | None = None
        self.open: list[_Open] = []
        self.documents = 0

    def span(self, event: Any) -> Span:
        start, end = event.start_mark, event.end_mark
        return self._span(start.line + 1, start.column + 1, end.line + 1, end.column + 1)

    def take(self, event: Any) -> bool:
        """Goes on with one event of the parser; False if reading should stop."""
        if isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                hint = "split it into files, without the line `---`"
                self.report.error(
                    "several-documents", "expected one document per file, found several", self.span(event), hint
                )
                return False
            return True
        if isinstance(event, yaml.AliasEvent):
            self.report.error("yaml-alias", f"`*{event.anchor}` is an alias, which is not supported",
                              self.span(event), "write the value itself")  # fmt: skip
            self.add(YamlEntry(None, self.span(event)))
            return True
        if isinstance(event, yaml.ScalarEvent | yaml.SequenceStartEvent | yaml.MappingStartEvent):
            return self.value(event)
        if isinstance(event, yaml.SequenceEndEvent | yaml.MappingEndEvent):
            self.close(event)
        return True

    def value(self, event: Any) -> bool:
        at = self.span(event)
        if event.anchor is not None:
            hint = f"delete `&{event.anchor}`"
            self.report.error("yaml-alias", "anchors and aliases are not supported", at, hint)
        if event.tag is not None:
            shown = event.tag.replace("tag:yaml.org,2002:", "!!")
            self.report.error("yaml-tag", f"tags are not supported: `{shown}`", at, f"delete `{shown}`")
        if isinstance(event, yaml.ScalarEvent):
            self.add(_scalar(event, at))
            return True
        if len(self.open) >= MAX_DEPTH:
            message = f"lists and maps are nested more than {MAX_DEPTH} levels deep"
            self.report.error("too-deep", message, at)
            return False
        entry = YamlEntry([] if isinstance(event, yaml.SequenceStartEvent) else {}, at)
        self.add(entry)
        self.open.append(_Open(entry))
        return True

    def add(self, entry: YamlEntry) -> None:
        if not self.open:
            if not (isinstance(entry, Scalar) and entry.value is None):
                self.root = entry
            return
        inside = self.open[-1]
        items = inside.entry.value
        if isinstance(items, list):
            items.append(entry)
        elif inside.key is None:
            self.key(inside, items, entry)
        else:
            entry.key_at = inside.key_at or entry.at
            if not inside.skip:
                items[inside.key] = entry
            inside.key = None

    def key(self, inside: _Open, items: dict[str, YamlEntry], entry: YamlEntry) -> None:
        inside.skip = True
        inside.key, inside.key_at = "", entry.at
        if not isinstance(entry, Scalar):
            self.report.error("bad-key", "a key must be a word or a number, not a list or a map", entry.at)
            return
        inside.key = entry.raw
        if not entry.raw and not entry.style:
            self.report.error("bad-key", "missing key before the `:`", entry.at)
        elif entry.raw in items:
            notes = [(items[entry.raw].key_at, "first occurrence")]
            self.report.error("duplicate-key", f"`{entry.raw}` appears twice", entry.at, "", notes)
        else:
            inside.skip = False

    def close(self, event: Any) -> None:
        entry = self.open.pop().entry
        start = event.start_mark
        if event.end_mark.index > start.index:  # of `[ ]` and `{ }`
            entry.at = entry.at.to(self.span(event))
            return
        items = list(entry.value.values() if isinstance(entry.value, dict) else entry.value)
        if items:
            entry.at = entry.at.to(items[-1].at)


def parse_flow(text: str, source: Source, span: PlacesInText, report: Report) -> YamlEntry | None:
    """A list or map in `[ ]` or `{ }` that is part of another text; None if it is none, sometimes with diagnostics."""
    builder = _Builder(source, report, span)
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            if not builder.take(event):
                return None
    except yaml.YAMLError:
        return None
    return builder.root


def plain_value(raw: str) -> Any:
    """The value of an unquoted text: a whole number, true or false, nothing, or the text itself."""
    if not _INT.fullmatch(raw):
        return _WORDS.get(raw, raw)
    return int(raw, 0) if raw[:2] in ("0o", "0x") else int(raw)


def _scalar(event: Any, at: Span) -> Scalar:
    raw, style = visible(event.value), event.style or ""
    return Scalar(raw if style else plain_value(raw), at, raw=raw, style=style)


# From a part of the YAML library's message to our own message and hint.
_SAID = (
    ("mapping values are not allowed", "a second `: ` in this value, or wrong indentation",
     "put text that contains `: ` in quotes, or indent the line like its neighbours"),
    ("unexpected end of stream", "missing closing quote of this text", "write the closing quote"),
    ("',' or ']'", "missing `]` or comma in this list", "write `,` between its items and `]` at its end"),
    ("',' or '}'", "missing `}` or comma in this map", "write `,` between its keys and `}` at its end"),
    ("could not find expected ':'", "missing `:` after this key",
     "write `key: value`, or indent a line of a text under `|` more than its key"),
    ("'-' indicator", "this line is not an item of the list above it", "begin it with `- `, or change its indentation"),
    ("did not find expected key", "this line does not fit the lines above", "check the indentation and the quotes"),
    ("<block end>", "this line does not fit the lines above", "check the indentation and the quotes"),
    ("node content", "missing value or key", "put text with special characters in quotes"),
    ("comment or line break", "a value cannot begin with `>` or `|`", "put it in quotes"),
    ("escape character", "unknown escape after this backslash", 'write `\\\\`, or use single quotes'),
)  # fmt: skip
_OPENED = ("unexpected end of stream", "',' or ']'", "',' or '}'", "could not find expected ':'")


def _tell(error: yaml.MarkedYAMLError, source: Source, report: Report) -> None:
    problem = error.problem or ""
    mark = error.problem_mark
    if any(piece in problem for piece in _OPENED) and error.context_mark:
        mark = error.context_mark  # where it was opened helps more than where the reader gave up
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    at = Span(source, line, column, line, column + 1)
    if "nesting depth" in problem:
        report.error("too-deep", f"lists and maps are nested more than {MAX_DEPTH} levels deep", at)
        return
    if "node content" in problem and line > len(source.lines):
        line = len(source.lines)
        column = len(source.lines[-1])
        at = Span(source, line, column, line, column + 1)
        report.error("bad-yaml", "the file ends inside a list or a map", at, "write the closing `]` or `}`")
        return
    if "cannot start any token" in problem:
        character = at.text[column - 1 : column]
        if character == "\t":
            report.error("bad-yaml", "a tab cannot indent a line", at, "use spaces")
        else:
            report.error("bad-yaml", f"a value cannot begin with `{character}`", at, "put it in quotes")
        return
    if at.text.startswith("\t") or "\t" in at.text[: len(at.text) - len(at.text.lstrip())]:
        report.error("bad-yaml", "a tab cannot indent a line", at, "use spaces")
        return
    stopped = error.problem_mark.line + 1 if error.problem_mark else line
    if (opened := _opened_above(source, stopped)) is not None:
        message = f"this quoted text continues to line {stopped}"
        report.error("bad-yaml", message, opened, "write the closing quote where it ends")
        return
    if "mapping values" in problem and (plain := _without_colon(at)):
        missing = "missing space after the `:`" if ":" in plain.text else "missing `:`"
        report.error("bad-yaml", f"{missing} in this line", plain, "write `key: value`")
        return
    if problem and at.text[column - 1 :].startswith(": ") and not at.text[: column - 1].strip(" -"):
        report.error("bad-yaml", "missing key before the `:`", at, "write `key: value`")
        return
    for piece, message, hint in _SAID:
        if piece in problem:
            report.error("bad-yaml", message, at, hint)
            return
    report.error("bad-yaml", "the file is not valid YAML", at, "put text with special characters in quotes")


def _without_colon(at: Span) -> Span | None:
    """The line above, if it is indented like this one, holds no `: ` and so was read as the beginning of its value."""
    above = Span(at.source, at.line - 1, 1, at.line - 1, 1)
    indent = len(at.text) - len(at.text.lstrip())
    if at.line < 2 or re.search(r":(\s|$)", above.text) or len(above.text) - len(above.text.lstrip()) != indent:
        return None
    if not above.text.strip() or above.text.lstrip().startswith(("-", "#")):
        return None
    return Span(at.source, above.line, indent + 1, above.line, len(above.text.rstrip()) + 1)


def _opened_above(source: Source, line: int) -> Span | None:
    """Where a quoted text begins that ends on this line, at a quote meant to open another."""
    try:
        for token in yaml.scan(source.text, Loader=_LOADER):
            start, end = token.start_mark, token.end_mark
            quoted = isinstance(token, yaml.ScalarToken) and token.style in ("'", '"')
            if quoted and start.line + 1 < line == end.line + 1:
                return Span(source, start.line + 1, start.column + 1, start.line + 1, start.column + 2)
            if start.line >= line:
                break
    except yaml.YAMLError:
        pass
    return None
