"""The console on which everything is drawn."""

from __future__ import annotations

import errno
import os
import sys
from typing import Any, Literal

from rich import box
from rich.console import Console
from rich.table import Table

_PIPE = 10_000  # the default width


class _Out(Console):
    """As rich's, but a closed pipe ends where all errors end."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError(errno.EPIPE, "closed")


def console(pipe: int = _PIPE, **settings: Any) -> Console:
    """The console for all output: in colour at a terminal, plain elsewhere, and never in colour with NO_COLOR set.

    `pipe`: the width where neither a terminal nor COLUMNS sets one, wide enough for almost any line.
    """
    said = os.environ.get("COLUMNS", "").strip()
    if said == "0" or (not said and not sys.stdout.isatty()):  # 0: unknown; rich would print nothing at all
        settings.setdefault("width", 80 if sys.stdout.isatty() else pipe)
    return _Out(highlight=False, markup=False, emoji=False, **settings)


def ruled_table(*columns: str, pad_edge: bool = False, **settings: Any) -> Table:
    """A table with a line below its head. Before a column's name: `>` aligns right; then `!` forbids breaks."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=pad_edge, **settings)
    for name in columns:
        whole = name.removeprefix(">").startswith("!")
        justify: Literal["right", "left"] = "right" if name.startswith(">") else "left"
        table.add_column(name.removeprefix(">").removeprefix("!"), justify=justify, no_wrap=whole)
    return table
