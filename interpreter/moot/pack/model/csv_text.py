"""CSV with positions: a table of things becomes the same tree as YAML of these things.

The first column is `id`, or `override` for things of a base pack; the others are fields. As in YAML, the field's type
decides the meaning of a cell, and only CSV's own quotes are needed. Lists and maps are written in `[ ]` and `{ }`. An
empty cell sets nothing. The csv module reads the cells but does not give their positions, which are found here.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ...lang.diagnostic import Report
from ...lang.source import Source, Span
from .bundle import YamlEntry
from .yaml_text import Scalar, parse_flow, plain_value

IDS = {"id": "things", "override": "override"}  # possible names of the first column, and the section that each makes
_LISTS = ("kind", "stand_in")  # columns that are not fields; `stand_in` holds a list


@dataclass(slots=True, eq=False)
class CsvThings(YamlEntry):
    """The tree of a CSV file. `called`: the file's name, which may give the kind of its things. `columns`: the
    positions of each column of that name.
    """

    called: str = ""
    columns: dict[str, Span] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class CsvCell(Scalar):
    """A cell that holds something. `quoted`: whether it is in quotes, in which `""` is one quote."""

    quoted: bool = False

    @property
    def folded(self) -> bool:
        """Never: its lines are kept."""
        return False

    def text_place(self) -> tuple[int, int]:
        """Line and column of the first character, behind the quote."""
        return self.at.line, self.at.column + self.quoted

    def columns(self) -> Sequence[Sequence[int]]:
        """The column of each character of a quoted cell."""
        if not self.quoted:
            return ()
        found = []
        line, column = self.text_place()
        for offset, text in enumerate(self.raw.split("\n")):
            known = self.at.source.lines[line - 1 + offset]
            columns = [column]
            for character in text:
                column += 1 + (character == '"' and known.startswith('""', column - 1))
                columns.append(column)
            found.append(columns)
            column = 1
        return found

    def flow(self, report: Report) -> YamlEntry:
        """The content of a cell in `[ ]` or `{ }`, or the cell itself if it is neither; empty, with a diagnostic, if it
        cannot be read.
        """
        if self.raw[:1] not in ("[", "{"):
            return self
        found = parse_flow(self.raw, self.at.source, self._span, report)
        if found is None:
            hint = "write it as `[a, b]`" if self.raw[0] == "[" else "write it as `{a: 1, b: 2}`"
            report.error("bad-cell", "cannot read this cell as a list or map", self.at, hint)
            return YamlEntry([] if self.raw[0] == "[" else {}, self.at, self.key_at)
        return replace(found, at=self.at, key_at=self.key_at)

    def _span(self, line: int, column: int, end_line: int, end_column: int) -> Span:
        first, start = self.text_place()
        columns = self.columns()

        def place(line: int, column: int) -> int:
            return columns[line - 1][column - 1] if columns else start + column - 1

        source = self.at.source
        return Span(source, first + line - 1, place(line, column), first + end_line - 1, place(end_line, end_column))


def parse_csv(source: Source, called: str, report: Report) -> CsvThings | None:
    """The things of a CSV file as a tree; None, with diagnostics, if its first row does not name the columns.

    A faulty row is reported and skipped; the others are read.
    """
    rows = _rows(source, report)
    head = next(rows, None)
    if head is None:
        if not report.failed:
            hint = "delete it, or add a first row of columns: id, and fields"
            report.error("empty-file", "the file is empty", Span(source, 1, 1, 1, 1), hint)
        return None
    columns = _columns(head, report)
    if columns is None:
        return None
    things: dict[str, YamlEntry] = {}
    for row in rows:
        _add(row, head, columns, things, report)
    section = IDS[head[0].raw]
    at = head[0].at.to(head[-1].at)
    root = {section: YamlEntry(things, at, head[0].at)}
    return CsvThings(root, at, called=called, columns={one.raw: one.at for one in columns if one is not None})


def _columns(head: list[CsvCell], report: Report) -> list[CsvCell | None] | None:
    """The columns by their places, without those that have no name; None, with diagnostics, if they are wrong."""
    first = head[0]
    if first.raw not in IDS:
        known = next((one for one in head[1:] if one.raw in IDS), None)
        if first.raw.casefold() in IDS:
            hint = f"write `{first.raw.casefold()}` in lower case"
        elif known is not None:
            hint = f"move the column `{known.raw}` to the front"
        else:
            hint = "put a column `id` first in a CSV file of things, or `override` for things of a base pack"
        shown = f"is named `{first.raw}`; it should be `id`" if first.raw else "has no name; it should be `id`"
        report.error("no-id-column", f"the first column {shown}", first.at, hint)
        return None
    seen: dict[str, CsvCell] = {}
    for one in head:
        if one.raw in seen:
            notes = [(seen[one.raw].at, "first occurrence")]
            report.error("duplicate-column", f"two columns are named `{one.raw}`", one.at, "remove one of them", notes)
        elif one.raw:
            seen[one.raw] = one
    return [one if seen.get(one.raw) is one else None for one in head]


def _add(
    row: list[CsvCell], head: list[CsvCell], columns: list[CsvCell | None], things: dict[str, YamlEntry], report: Report
) -> None:
    """Adds the thing of a row, unless the row is wrong."""
    ident = row[0]
    over = next((cell for cell in row[len(head) :] if cell.raw), None)
    if cut := _cut(row):
        whole = ", ".join(cell.raw for cell in cut)
        message = "this list is cut at its first comma"
        report.error("bad-cell", message, cut[0].at.to(cut[-1].at), f'put the whole cell in quotes: "{whole}"')
        report.lost.add(ident.raw)
        return
    if over is not None or len(row) < len(head):
        message = f"expected {len(head)} cells, found {len(row)} cell{'s' * (len(row) != 1)}"
        hint = "put a cell that contains a comma in quotes" if over else "write a comma for each empty cell"
        report.error("ragged-row", message, (over or row[-1]).at, hint)
        report.lost.add(ident.raw)
        return
    if not ident.raw:
        report.error("no-id", "missing id in this row", ident.at, "write an id in its first cell, or clear the row")
        return
    if ident.raw in things:
        notes = [(things[ident.raw].key_at, "first occurrence")]
        report.error("duplicate-key", f"`{ident.raw}` appears twice", ident.at, "", notes)
        return
    given: dict[str, YamlEntry] = {}
    for cell, column, named in zip(row[1:], columns[1:], head[1:], strict=False):
        if not cell.raw:
            continue
        if column is not None:
            given[column.raw] = _entry(cell, column.raw, report)
        elif not named.raw:
            message = "the column of this cell has no name"
            report.error("no-column", message, cell.at, "name the column in the first row, or clear the cell")
    things[ident.raw] = YamlEntry(given, row[0].at.to(row[-1].at), ident.at)


def _cut(row: list[CsvCell]) -> list[CsvCell]:
    """The cells of a list without quotes, if there is one."""
    for first, cell in enumerate(row):
        if not cell.quoted and cell.raw[:1] in ("[", "{") and cell.raw[-1:] not in ("]", "}"):
            closed = (n for n in range(first + 1, len(row)) if row[n].raw[-1:] in ("]", "}"))
            last = next(closed, None)
            return row[first : last + 1] if last is not None else []
    return []


def _entry(cell: CsvCell, column: str, report: Report) -> YamlEntry:
    if column not in _LISTS:
        return cell
    found = cell.flow(report) if column == "stand_in" else replace(cell, value=cell.raw)
    if column == "stand_in" and found is cell:
        return YamlEntry([replace(cell, value=cell.raw)], cell.at, cell.key_at)
    return found


# ------------------------------------------------------------------------------------------------------- cells


def _rows(source: Source, report: Report) -> Iterator[list[CsvCell]]:
    """The rows that are not empty. Invalid CSV ends them, with a diagnostic."""
    lines = source.lines
    first = next((line for line in lines if line.strip()), "")
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=delimiter, strict=True)
    while True:
        begun = reader.line_num + 1
        try:
            texts = next(reader, None)
        except csv.Error as error:
            report.error("bad-csv", *_fault(source, begun, delimiter, error))
            report.lost.update(_words(lines[begun - 1 :]))
            return
        if texts is None:
            return
        spans = _spans(source, begun, delimiter)
        if any(text.strip() for text in texts):
            yield [_cell(text, at) for text, at in zip(texts, spans, strict=True)]


def _cell(text: str, at: Span) -> CsvCell:
    quoted = at.text[at.column - 1 : at.column] == '"'
    before = len(text) - len(text.lstrip(" \t\n"))
    if quoted and before:  # the content after its quote keeps its position
        raw = text.rstrip()
    else:
        raw = text.strip()
        at = replace(at, column=at.column + before) if before else at
        if not quoted:
            at = replace(at, end_column=at.column + max(1, len(raw)))
    return CsvCell(plain_value(raw), at, at, raw=raw, quoted=quoted)


def _spans(source: Source, line: int, delimiter: str) -> list[Span]:
    """The positions of the cells of the row that begins on this line, quotes included."""
    found: list[Span] = []
    column = 0
    while True:
        start = (line, column)
        text = source.lines[line - 1]
        if text.startswith('"', column):
            line, column = _closing(source, line, column)
            text = source.lines[line - 1]
        else:
            end = text.find(delimiter, column)
            column = end if end >= 0 else len(text)
        found.append(Span(source, start[0], start[1] + 1, line, max(column, start[1] + (start[0] == line)) + 1))
        if column >= len(text) or text[column] != delimiter:
            return found
        column += 1


def _closing(source: Source, line: int, column: int) -> tuple[int, int]:
    """The line and the index behind the quote that closes the one here; the end of the text if none does."""
    column += 1
    while line <= len(source.lines):
        text = source.lines[line - 1]
        while (column := text.find('"', column)) >= 0:
            if not text.startswith('""', column):
                return line, column + 1
            column += 2
        line, column = line + 1, 0
    return len(source.lines), len(source.lines[-1])


def _fault(source: Source, begun: int, delimiter: str, error: csv.Error) -> tuple[str, Span, str]:
    """Message, place and hint for a row that the csv module rejects."""
    last = _spans(source, begun, delimiter)[-1]
    opened = Span(source, last.line, last.column, last.line, last.column + 1)
    if last.text[last.column - 1 : last.column] != '"':
        return f"cannot read this row: {error}", opened, ""
    behind = Span(source, last.end_line, last.end_column, last.end_line, last.end_column + 1)
    if behind.text[behind.column - 1 :]:
        hint = 'double a quote inside a quoted cell: "he said ""no"""'
        return "this quoted cell ends too early", behind, hint
    return "missing closing quote of this cell", opened, "write the closing quote"


def _words(lines: Sequence[str]) -> set[str]:
    """Possible ids in lines that cannot be read."""
    return {word.strip(' "') for line in lines for word in line.replace(";", ",").replace("\t", ",").split(",")}
