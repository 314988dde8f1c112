"""The tables of a game as grids for people: keys that lead to the same cells together, clauses, and stand-ins."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from ...code.program import Program
from ...code.typing.gathered import entries
from ...lang import tree
from ...lang.diagnostic import fail
from ...lang.formula_text import type_text
from ...lang.rule_text import code_text
from ...lang.spelling import one_of
from ...lang.walk import walk
from ...pack.load import load
from ...pack.model.bundle import Bundle, CodeText, Table, YamlEntry
from ...pack.model.kinds import Kinds, without_none
from ...pack.model.yaml_text import plain_text
from ...stack.words import name_words

CellKey = tuple[Any, ...]
_WORD = re.compile(r'("(?:[^"\\]|\\.)*")|([A-Za-z_]\w*)(?:\(((?:\w+(?:, )?)*)\))?')  # a text, or a name, perhaps called


@dataclass(frozen=True, slots=True)
class GridCell:
    """`text` in display names, `code` as written. `stand_in`: whether it is a stand-in."""

    text: str
    code: str
    clauses: tuple[str, ...]
    stand_in: bool


@dataclass(frozen=True, slots=True)
class TableGrid:
    """One table. `down` and `across` are its parameters: a row has a key for each of `down`, a cell for each column.
    A table of one parameter has one column without a key.
    """

    name: str
    of: str  # the type of its cells
    file: str
    line: int
    down: tuple[str, ...]
    across: str
    columns: tuple[str, ...]
    rows: tuple[tuple[tuple[str, ...], tuple[GridCell | None, ...]], ...]
    clauses: tuple[str, ...]  # of its declaration, then of its cells

    @property
    def stand_ins(self) -> bool:
        return any(cell is not None and cell.stand_in for _, cells in self.rows for cell in cells)

    def as_json(self, program: Program) -> dict[str, Any]:
        return {
            "table": self.name,
            "cells": self.of,
            "file": self.file,
            "line": self.line,
            "down": list(self.down),
            "across": self.across or None,
            "columns": list(self.columns),
            "rows": [
                {
                    "keys": list(keys),
                    "cells": [
                        cell and {"cell": cell.code, "clauses": list(cell.clauses), "stand_in": cell.stand_in}
                        for cell in cells
                    ],
                }
                for keys, cells in self.rows
            ],
            "clauses": [
                dict(
                    zip(
                        ("clause", "gist", "place", "kind"),
                        (clause, *program.clauses.get(clause, ("", "", ""))),
                        strict=True,
                    )
                )
                for clause in self.clauses
            ],
        }


def grids(program: Program, game: str, mods: Sequence[str] = (), name: str | None = None) -> list[TableGrid]:
    """The tables of a game in the order of their declarations, or the one of that name. Raises MootError."""
    bundle = load(game, mods, cases=False)
    kinds = Kinds(bundle.declarations)
    known = [decl for decl in kinds.tables.values() if decl.name in bundle.tables]
    if name is not None and name not in bundle.tables:
        names = [decl.name for decl in known]
        hint = one_of(name, names)
        raise fail("unknown-table", f"`{program.id}` has no table `{name}`", hint=hint)
    return [_Maker(program, bundle, kinds, decl).grid() for decl in known if name in (None, decl.name)]


class _Maker:
    def __init__(self, program: Program, bundle: Bundle, kinds: Kinds, decl: tree.TableDecl) -> None:
        self.program, self.bundle, self.kinds, self.decl = program, bundle, kinds, decl
        self.table: Table = bundle.tables[decl.name]
        self.order = self.table.order
        self.cells: dict[int, GridCell] = {}  # by id of the entry

    def grid(self) -> TableGrid:
        values = [self._values(place) for place in self.order]
        across = len(values) > 1
        inner = values.pop() if across else [None]
        rows: list[tuple[list[CellKey], list[GridCell | None]]] = []
        for key in product(*values):
            cells = [self._cell((*key, last) if across else key) for last in inner]
            if rows and rows[-1][1] == cells and rows[-1][0][-1][:-1] == key[:-1]:
                rows[-1][0].append(key)
            else:
                rows.append(([key], cells))
        columns: list[list[int]] = []
        for at in range(len(inner)):
            if columns and all(cells[at] == cells[columns[-1][0]] for _, cells in rows):
                columns[-1].append(at)
            else:
                columns.append([at])
        names = [name_words(self.program, self.decl.params[place].name) for place in self.order]
        document = self.bundle.own_documents.get(self.bundle.home.get(id(self.decl), ""), "")
        shown = [cell for _, cells in rows for cell in cells if cell is not None]
        clauses = [*_clauses(self.decl.cites, document), *(clause for cell in shown for clause in cell.clauses)]
        last = len(self.order) - 1
        return TableGrid(
            self.decl.name,
            type_text(self.decl.declared),
            self.decl.at.source.path,
            self.decl.at.line,
            tuple(names[:-1] if across else names),
            names[-1] if across else "",
            tuple(self._keys(last, [inner[at] for at in group]) for group in columns) if across else ("",),
            tuple((self._row_keys(keys), tuple(cells[group[0]] for group in columns)) for keys, cells in rows),
            tuple(dict.fromkeys(clauses)),
        )

    def _values(self, place: int) -> list[Any]:
        """The keys of a parameter in their order: numbers, names of a kind, or as they are written."""
        given = list(dict.fromkeys(cell[place] for cell in self.table.cells))
        declared = without_none(self.decl.params[place].declared)
        names: list[Any] = []
        if isinstance(declared, tree.WordsType):
            names = list(declared.names)
        elif isinstance(declared, tree.NamedType):
            names = list(self.kinds.names.get(declared.name, ()))
        if all(isinstance(one, int) for one in given):
            return sorted(given)
        return sorted(given, key=lambda one: names.index(one) if one in names else len(names))

    def _cell(self, nested: CellKey) -> GridCell | None:
        key = tuple(nested[self.order.index(place)] for place in range(len(self.order)))
        entry = self.table.cells.get(key)
        if entry is None:
            return None
        made = self.cells.get(id(entry))
        if made is None:
            document = self.bundle.own_documents.get(self.table.pack, "")
            codes = [one.value for one in entries(entry) if isinstance(one.value, CodeText)]
            cites = [cite for code in codes for node in walk(code.nodes) for cite in getattr(node, "cites", None) or ()]
            code = "; ".join(code_text(one.nodes).replace("\n", "; ") for one in codes) if codes else _value_text(entry)
            text = "\n".join(code_text(one.nodes) for one in codes) if codes else _value_text(entry)
            made = GridCell(self._words(text), code, tuple(dict.fromkeys(_clauses(cites, document))), False)
            self.cells[id(entry)] = made
        return GridCell(made.text, made.code, made.clauses, True) if key in self.table.stand_in else made

    def _words(self, text: str) -> str:
        """Code in display names, without the one that all cells are about; texts in quotes are unchanged."""
        of = without_none(self.decl.declared)
        given = [param.name for param in of.params] if isinstance(of, tree.CodeType) else []
        known = given[0] if len(given) == 1 else ""

        def one(found: re.Match[str]) -> str:
            quoted, word, args = found.groups()
            if quoted:
                return str(quoted)
            told = [name_words(self.program, arg) for arg in (args or "").split(", ") if arg and arg != known]
            return " ".join([name_words(self.program, word), *told])

        return _WORD.sub(one, text)

    def _row_keys(self, keys: list[CellKey]) -> tuple[str, ...]:
        """Keys that differ in the last of them alone."""
        outer = tuple(self._keys(depth, [value]) for depth, value in enumerate(keys[0][:-1]))
        return (*outer, self._keys(len(keys[0]) - 1, [key[-1] for key in keys]))

    def _keys(self, depth: int, values: list[Any]) -> str:
        """Values of the parameter at a depth; an open end of a table of numbers includes everything beyond it."""
        declared = without_none(self.decl.params[self.order[depth]].declared)
        if all(isinstance(one, bool) for one in values):
            return ", ".join(map(plain_text, values))
        if not all(isinstance(one, int) for one in values):
            return ", ".join(name_words(self.program, str(one)) for one in values)
        text = spans(values)
        if type_text(declared) == "number":
            every = self._values(self.order[depth])
            text += " or less" if values[0] == every[0] else ""
            text += " or more" if values[-1] == every[-1] else ""
        return text


def _clauses(cites: Iterable[tree.Cite], document: str) -> list[str]:
    return [cite.clause if "/" in cite.clause else f"{document}/{cite.clause}" for cite in cites]


def _value_text(entry: YamlEntry) -> str:
    """A cell that is not code; the numbers of a set as spans."""
    if isinstance(entry.value, list):
        if entry.value and all(type(one.value) is int for one in entry.value):
            return spans([one.value for one in entry.value])
        return ", ".join(_value_text(one) for one in entry.value) or "none"
    return plain_text(entry.value)


def spans(numbers: list[int]) -> str:
    """`2..5, 7`."""
    found: list[list[int]] = []
    for one in sorted(numbers):
        if found and one == found[-1][1] + 1:
            found[-1][1] = one
        else:
            found.append([one, one])
    return ", ".join(str(low) if low == high else f"{low}..{high}" for low, high in found)
