"""The formulas by which a map is drawn: about places `h` and `g`, sides `s` and pieces `u`, read from a position."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from ...lang import tree
from ...lang.diagnostic import Report
from ...lang.source import Source, Span
from ...pack.model.bundle import YamlEntry
from ...pack.model.yaml_text import Scalar, raw
from ...stack.faults import Fault
from ..setup.compiled import CompiledGame


def typed_in(text: str) -> YamlEntry:
    """A formula that was given on the command line, as if it stood in a file."""
    source = Source("the command line", text)
    return Scalar(text, Span(source, 1, 1, 1, len(text) + 1), raw=text)


class MapFormulas:
    """Reads formulas of one compiled game. Errors are reported in `report`, and the formula is then false
    everywhere.
    """

    def __init__(self, case: CompiledGame, report: Report) -> None:
        self.case = case
        self.report = report

    def those(self, entry: YamlEntry, name: str, kind: str, position: Any) -> list[int]:
        """The numbers of the things of a kind for which a formula holds that calls them by the name."""
        inner = self.case.formulas.parsed(*self._text(entry, {}), self.report)
        if inner is None:
            return []
        at = inner.at
        node = tree.Quantified(at, "each", name, tree.Name(at, kind), inner, None, None)
        value = self._value(node, position)
        return list(value) if isinstance(value, tuple | list | set | frozenset) else []

    def values(self, entry: YamlEntry, name: str, kind: str, those: Iterable[int], position: Any) -> dict[int, Any]:
        """By their numbers, the values of a formula about things of a kind, which calls them by the name."""
        node = self.case.formulas.parsed(*self._text(entry, {}), self.report)
        mine = Report()
        read = None if node is None else self.case.formulas.about(node, name, kind, mine)
        for diagnostic in mine:
            if diagnostic.severity == "error":
                self.report.add(diagnostic)
        if read is None:
            return {}
        found = {}
        for thing in those:
            value = self._read(read, position, thing)
            if value is None and self.report.failed:
                break
            found[thing] = value
        return found

    def value(self, entry: YamlEntry, meant: dict[str, str], position: Any) -> Any:
        """The value of a formula in which names mean things: `u` the unit `axe`, `h` the place `0304`."""
        node = self.case.formulas.parsed(*self._text(entry, meant), self.report)
        return None if node is None else self._value(node, position)

    def _value(self, node: tree.Formula, position: Any) -> Any:
        mine = Report()
        self.case.formulas.typed(node, mine)
        for diagnostic in mine:
            if diagnostic.severity == "error":
                self.report.add(diagnostic)
        return None if mine.failed else self._read(self.case.formulas.reading(node), position)

    def _read(self, read: Callable[..., Any], *given: Any) -> Any:
        """The value of a formula; None, with an error, if it has none."""
        try:
            return read(*given)
        except Fault as fault:
            for diagnostic in self.case.game.machine.fault(fault).diagnostics:
                self.report.add(diagnostic)
            return None

    def _text(self, entry: YamlEntry, meant: dict[str, str]) -> tuple[str, Span]:
        text = raw(entry)
        for name, thing in meant.items():
            text = re.sub(rf"\b{name}\b", thing, text)
        return text, entry.at
