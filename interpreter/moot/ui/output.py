"""Print a command's result here: for people in its own form, with --json for other tools.

JSON begins with the name of its format and the version; the schemas are in `schemas/output`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from typing import Any

import click

from ..lang.visible import visible_data

# The formats, named after the command and its arguments, with their versions: raise one if a key is added, removed or
# changes its meaning.
FORMATS = (
    dict.fromkeys(
        (
            *("check", "coverage", "deck build", "diagnostics", "test"),
            *("explain refusal", "explain words"),
            *("odds", "odds choice", "odds choices", "odds paths", "odds questions"),
            *("show clauses", "show decks", "show games", "show layout", "show readings"),
            *("show tables", "sim options", "words", "explain name"),
        ),
        1,
    )
    | dict.fromkeys(
        (
            *("diff", "explain clause", "explain entry", "replay", "show game", "show namesakes", "show options"),
            *("show thing", "show things"),
            *("sim", "sim samples", "test mutate", "text"),
        ),
        2,
    )
    | {"explain thing": 3, "used": 3, "verify": 4}
)
_json = ContextVar("json", default=False)


def read_flag(words: Iterable[str]) -> None:
    """Take note whether a call asks for JSON: also one whose other words are wrong gets its errors so."""
    _json.set("--json" in words)


def wants_json() -> bool:
    """Whether the command was called with --json."""
    return _json.get()


def emit(name: str, data: dict[str, Any], text: Callable[[], object], err: bool = False) -> int:
    """Print the result: `text`, or with --json the data in the format of that name. `err` prints on stderr.

    Returns 0, the exit status of success.
    """
    if wants_json():
        click.echo(json.dumps(_head(name) | visible_data(data), indent=2, ensure_ascii=False), err=err)
    else:
        text()
    return 0


def emit_lines(name: str, rows: Iterable[Mapping[str, Any]], text: Callable[[], object]) -> int:
    """Like `emit`, for long results: the format and each row are on lines of their own."""
    if wants_json():
        for row in (_head(name), *rows):
            click.echo(json.dumps(visible_data(dict(row)), ensure_ascii=False))
    else:
        text()
    return 0


def print_columns(rows: Sequence[Sequence[str]]) -> None:
    """Rows below one another, after an empty line; columns with only numbers are aligned right."""
    columns = list(zip(*rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    right = [all(re.fullmatch(r"[\d.,]+%?", cell) for cell in column[1:]) for column in columns]
    click.echo()
    for row in rows:
        cells = [c.rjust(w) if r else c.ljust(w) for c, w, r in zip(row, widths, right, strict=True)]
        click.echo("  ".join(cells).rstrip())


def _head(name: str) -> dict[str, Any]:
    return {"format": f"moot {name}", "version": FORMATS[name]}
