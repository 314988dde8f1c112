"""Tables: from the maps of a YAML file to one cell for each combination of parameter values.

Nested: a key for each value of the first parameter, below it those of the second, and so on down to the cells. As a
grid: `columns` lists the values of the last parameter, and `rows` holds a list of cells below the values of the others;
both may be written as one line of words. `by` names the parameters in their order of nesting here, and `stand_in` marks
the cells that are stand-ins, each by its keys in that order.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ..lang import tree
from ..lang.diagnostic import Report
from ..lang.formula_text import type_text
from ..lang.source import Span
from ..lang.spelling import nearest
from .model.bundle import Table, YamlEntry
from .model.fields import Fields
from .model.kinds import Kinds, without_none
from .model.schema import entry_phrase
from .model.yaml_text import Scalar

_GRID = {"by", "columns", "rows", "stand_in"}
_INT = re.compile(r"[-+]?\d{1,9}")
_SPAN = re.compile(r"(-?\w+)\s*\.\.\s*(-?\w+)")
_MAX_CELLS = 50_000


@dataclass(slots=True)
class _Key:
    """A key as written, its values, and its place."""

    text: str
    values: list[Any]
    at: Span


class TableReader:
    """Reads the cells of one table; they are typed by its declaration."""

    def __init__(self, decl: tree.TableDecl, fields: Fields, pack: str) -> None:
        self.decl = decl
        self.fields = fields
        self.report: Report = fields.report
        self.pack = pack
        self.cells: dict[tuple[Any, ...], YamlEntry] = {}
        self.keys: dict[tuple[Any, ...], Span] = {}  # the innermost key of each cell
        self.order = list(range(len(decl.params)))
        self.full = False
        self.doubled: list[Span] = []  # keys whose cells were given before

    def read(self, ident: str, entry: YamlEntry) -> Table:
        """The table. Errors in it are reported, and the other cells are kept."""
        given: dict[str, YamlEntry] = entry.value
        if "rows" in given and given.keys() <= _GRID:
            self._by(given.get("by"))
            columns = self._columns(given["columns"]) if "columns" in given else None
            self._level(given["rows"], 0, (), columns)
        else:
            nested = dict(given)
            marks = nested.pop("stand_in", None)
            if marks is not None:
                message = "`stand_in` can only mark cells under `rows`"
                self.report.error("bad-key", message, marks.key_at, "put the other keys under `rows:`")
            self._level(YamlEntry(nested, entry.at, entry.key_at), 0, (), None)
        marked = self._marked(given["stand_in"]) if "rows" in given and "stand_in" in given else {}
        return Table(ident, self.cells, entry.key_at, self.pack, marked, self.order)

    def _marked(self, entry: YamlEntry) -> dict[tuple[Any, ...], str]:
        """The cells that a list of keys names: `6` names a whole row, `6 2..3` two cells."""
        found: dict[tuple[Any, ...], str] = {}
        for item in entry.value if isinstance(entry.value, list) else [entry]:
            words = [] if isinstance(item.value, dict | list) else _raw(item).split()
            if not 0 < len(words) <= len(self.order):
                count = f"{len(self.order)} parameter{'s' * (len(self.order) > 1)}"
                message = f"{entry_phrase(item)} is not a cell: the table has {count}"
                hint = "write the cell's keys with spaces between them, such as: 6 2..3"
                self.report.error("bad-key", message, item.at, hint)
                continue
            told = len(self.report.diagnostics)
            keys = [self._key(word, item.at, depth) for depth, word in enumerate(words)]
            inside = [
                cell
                for cell in self.cells
                if all(cell[self.order[depth]] in key.values for depth, key in enumerate(keys))
            ]
            if not inside and len(self.report.diagnostics) == told:
                message = f"unknown cell `{_raw(item)}`"
                self.report.error("unknown-cell", message, item.at, "write the keys in the order of the rows")
            found.update(dict.fromkeys(inside, " ".join(words)))
        return found

    def _by(self, entry: YamlEntry | None) -> None:
        if entry is None:
            return
        names = [param.name for param in self.decl.params]
        given = [_raw(word) for word in _words(entry)]
        if sorted(given) == sorted(names):
            self.order = [names.index(name) for name in given]
            return
        notes = [(self.decl.at, "table declared here")]
        self.report.error("bad-key", f"`by` must name each of: {', '.join(names)}", entry.at, "", notes)

    def _columns(self, entry: YamlEntry) -> list[_Key]:
        return [self._key(_raw(word), word.at, len(self.order) - 1) for word in _words(entry)]

    def _level(self, entry: YamlEntry, depth: int, chosen: tuple[_Key, ...], columns: list[_Key] | None) -> None:
        name = self.decl.params[self.order[depth]].name
        if columns is not None and depth == len(self.order) - 1:
            self._row(entry, chosen, columns)
            return
        if not isinstance(entry.value, dict):
            message = f"expected keys for `{name}`, found {entry_phrase(entry)}"
            notes = [(self.decl.at, f"the table has {len(self.order)} parameters")]
            self.report.error("wrong-type", message, entry.at, f"write a map with a key for each {name}", notes)
            return
        for text, below in entry.value.items():
            key = self._key(text, below.key_at, depth)
            if depth == len(self.order) - 1:
                self._put(below, (*chosen, key))
            else:
                self._level(below, depth + 1, (*chosen, key), columns)

    def _row(self, entry: YamlEntry, chosen: tuple[_Key, ...], columns: list[_Key]) -> None:
        cells = _words(entry)
        if len(cells) != len(columns):
            message = f"expected {len(columns)} cells in this row, found {len(cells)}"
            at = columns[0].at.to(columns[-1].at) if columns else entry.at
            self.report.error("row-length", message, entry.at, "", [(at, "columns")])
            return
        for key, cell in zip(columns, cells, strict=True):
            self._put(cell, (*chosen, key))

    def _put(self, entry: YamlEntry, keys: tuple[_Key, ...]) -> None:
        typed = self.fields.value(entry, self.decl.declared, "this cell", self.pack)
        combinations: list[tuple[Any, ...]] = [()]
        for place in range(len(self.order)):
            key = keys[self.order.index(place)]
            if len(combinations) * len(key.values) + len(self.cells) > _MAX_CELLS:
                if not self.full:
                    message = f"the table has more than {_MAX_CELLS} cells"
                    self.report.error("too-large", message, key.at, "group values with the same effect")
                self.full = True
                return
            combinations = [(*one, value) for one in combinations for value in key.values]
        for combination in combinations:
            if combination in self.cells:
                where = ", ".join(map(str, combination))
                notes = [(self.keys[combination], "first occurrence")]
                if keys[0].at not in self.doubled:  # a row that appears twice is reported once
                    self.doubled.append(keys[0].at)
                    message = f"duplicate cell for {where}"
                    self.report.error("duplicate-cell", message, keys[0].at, "", notes)
                return
            self.cells[combination] = typed
            self.keys[combination] = keys[0].at

    def _key(self, text: str, at: Span, depth: int) -> _Key:
        param = self.decl.params[self.order[depth]]
        values: list[Any] = []
        for part in text.split(","):
            values += self._values(part.strip(), param, at)
        return _Key(text, values, at)

    def _values(self, text: str, param: tree.Param, at: Span) -> list[Any]:
        declared = without_none(param.declared)
        names = _names(declared, self.fields.kinds)
        span = _SPAN.fullmatch(text)
        if span and _INT.fullmatch(span[1]) and _INT.fullmatch(span[2]):
            low, high = int(span[1]), int(span[2])
            if low > high:
                self.report.error("bad-key", f"`{text}` has its limits reversed", at, f"write {high}..{low}")
            return list(range(low, min(high, low + _MAX_CELLS) + 1))
        if span and names and span[1] in names and span[2] in names:
            first, last = names.index(span[1]), names.index(span[2])
            if first > last:
                self.report.error("bad-key", f"`{text}` has its limits reversed", at, f"write {span[2]}..{span[1]}")
            return list(names[first : last + 1])
        if names is not None:
            if text in names or text == "none":
                return [text]
            message = f"`{text}` is not a name of `{param.name}`"
            hint = nearest(text, names) or f"available names: {', '.join(names)}"
            self.report.error("unknown-name", message, at, hint)
        elif isinstance(declared, tree.RangeType | tree.DiceType) or type_text(declared) == "number":
            if _INT.fullmatch(text):
                return [int(text)]
            message = f"expected {type_text(declared)} for `{param.name}`, found `{text}`"
            self.report.error("bad-key", message, at, "write a number, or a span such as 2..7")
        elif type_text(declared) == "bool":
            if text in ("yes", "true", "no", "false"):
                return [text in ("yes", "true")]
            self.report.error("bad-key", f"expected yes or no for `{param.name}`, found `{text}`", at)
        else:
            return [text]
        return []


def _names(declared: tree.WrittenType, kinds: Kinds) -> list[str] | None:
    if isinstance(declared, tree.WordsType):
        return declared.names
    return kinds.names.get(declared.name) if isinstance(declared, tree.NamedType) else None


def _words(entry: YamlEntry) -> list[YamlEntry]:
    """The items of a list, or the words of one line, each with its place."""
    if isinstance(entry.value, list):
        return list(entry.value)
    if not isinstance(entry, Scalar):
        return [entry]
    line, column = entry.text_place()
    found: list[YamlEntry] = []
    for match in re.finditer(r"\S+", entry.raw):
        at = Span(entry.at.source, line, column + match.start(), line, column + match.end())
        word = match[0]
        value: Any = int(word) if _INT.fullmatch(word) else word
        found.append(Scalar(value, at, entry.key_at, word))
    return found


def _raw(entry: YamlEntry) -> str:
    return entry.raw if isinstance(entry, Scalar) else entry_phrase(entry)


def override_table(base: Table, over: Table) -> Table:
    """The table with the cells of `over` instead of its own; they lose their marks."""
    kept = {cell: mark for cell, mark in base.stand_in.items() if cell not in over.cells}
    return Table(base.id, {**base.cells, **over.cells}, base.at, base.pack, {**kept, **over.stand_in}, base.order)
