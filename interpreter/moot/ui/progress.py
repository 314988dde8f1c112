"""Progress on stderr: a bar at a terminal, otherwise an occasional line. There is none with --json."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from .output import wants_json

EVERY = 10.0  # seconds between two lines where stderr is not a terminal


@contextmanager
def progress(what: str, total: int | None = None) -> Iterator[Callable[..., None]]:
    """Show how many are done, and out of how many if that is known.

    Call the function it gives to move on, with the keywords of rich's `Progress.update`: `advance`, or `completed` and
    `total`. `description` names the current items. A `note` is a line to keep, printed at once.
    """
    if wants_json():
        yield lambda **moved: None
        return
    if not sys.stderr.isatty():
        yield _Lines(what, total).move
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)

        def move(note: str | None = None, **moved: Any) -> None:
            if note is not None:
                bar.console.print(note, markup=False, highlight=False)
            bar.update(task, **moved)

        yield move


class _Lines:
    """The same in lines, one every few seconds at most."""

    def __init__(self, what: str, total: int | None) -> None:
        self.what, self.total, self.done = what, total, 0.0
        self.last = time.monotonic()

    def move(
        self,
        advance: float = 0,
        completed: float | None = None,
        total: int | None = None,
        description: str | None = None,
        note: str | None = None,
        **_: Any,
    ) -> None:
        self.done = self.done + advance if completed is None else completed
        self.total = self.total if total is None else total
        self.what = self.what if description is None else description
        if note is not None:
            print(note, file=sys.stderr, flush=True)
        if time.monotonic() - self.last >= EVERY:
            self.last = time.monotonic()
            of = f" of {self.total:,}" if self.total is not None else ""
            print(f"{self.what}: {self.done:,.0f}{of}", file=sys.stderr, flush=True)


@contextmanager
def working(words: str) -> Iterator[None]:
    """Show these words during work of unknown length."""
    if wants_json() or not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(words):
        yield
