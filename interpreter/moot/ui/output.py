"""What a command has found is printed here: for people as it tells it, with --json for other tools.

JSON begins with the name of its format and the version of that; the schemas lie in `schemas/output`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from typing import Any

import click

# The formats, named by the command and what it is asked for, with their versions: one more where a key comes, goes or
# changes what it means.
FORMATS = (
    dict.fromkeys(
        (
            *("check", "coverage", "deck build", "diagnostics", "test", "test mutate"),
            *("explain clause", "explain refusal"),
            *("odds", "odds choice", "odds choices", "odds paths", "odds questions"),
            *("show clauses", "show games", "show layout", "show readings"),
            *("show tables", "sim options", "words", "explain name"),
        ),
        1,
    )
    | dict.fromkeys(
        (
            *("diff", "explain entry", "explain thing", "replay", "show game", "show namesakes", "show options"),
            *("show thing", "show things"),
            *("sim", "sim samples", "text"),
        ),
        2,
    )
    | {"used": 3, "verify": 3}
)
_json = ContextVar("json", default=False)


def read_flag(words: Iterable[str]) -> None:
    """Take note whether a call asks for JSON: also one whose other words are wrong gets its errors so."""
    _json.set("--json" in words)


def wants_json() -> bool:
    """Whether the command was called with --json."""
    return _json.get()


def emit(name: str, data: dict[str, Any], text: Callable[[], object], err: bool = False) -> int:
    """Print what was found: by `text`, or with --json the data in the format of that name; `err`: on stderr.

    Gives 0, the exit status of a command that has done what it was asked for.
    """
    if wants_json():
        click.echo(json.dumps(_head(name) | data, indent=2, ensure_ascii=False), err=err)
    else:
        text()
    return 0


def emit_lines(name: str, rows: Iterable[Mapping[str, Any]], text: Callable[[], object]) -> int:
    """As `emit`, for what may be long: the format stands on a line of its own, and so does each row."""
    if wants_json():
        for row in (_head(name), *rows):
            click.echo(json.dumps(row, ensure_ascii=False))
    else:
        text()
    return 0


def print_columns(rows: Sequence[Sequence[str]]) -> None:
    """Rows below one another, behind an empty line; columns whose cells are all numbers stand to the right."""
    columns = list(zip(*rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    right = [all(re.fullmatch(r"[\d.,]+%?", cell) for cell in column[1:]) for column in columns]
    click.echo()
    for row in rows:
        cells = [c.rjust(w) if r else c.ljust(w) for c, w, r in zip(row, widths, right, strict=True)]
        click.echo("  ".join(cells).rstrip())


def _head(name: str) -> dict[str, Any]:
    return {"format": f"moot {name}", "version": FORMATS[name]}
