"""Code in fields of data as trees. Code of a file that is as it was is not parsed again."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ...lang.diagnostic import Report
from ...lang.parser import parse_code
from ...lang.source import Source
from .copies import copier

_Columns = tuple[tuple[int, ...], ...]


def parsed_code(
    entry: str, text: str, source: Source, line: int, column: int, report: Report, columns: _Columns
) -> list[Any]:
    """The result of `parse_code`, with its own trees, because typing writes into them."""
    nodes, own = _kept(entry, text, source, line, column, columns)()
    for diagnostic in own:
        report.add(diagnostic)
    report.lost |= own.lost
    return nodes


@lru_cache(maxsize=2000)
def _kept(
    entry: str, text: str, source: Source, line: int, column: int, columns: _Columns
) -> Callable[[], tuple[list[Any], Report]]:
    def read() -> tuple[list[Any], Report]:
        report = Report()
        return parse_code(entry, text, source, line, column, report, columns), report

    try:
        copied = copier(read(), {})
    except RecursionError:
        return read
    return lambda: copied()[0]
