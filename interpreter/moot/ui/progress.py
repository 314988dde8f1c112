"""Progress on stderr during long work; silent without a terminal, or with --json."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from .output import wants_json


@contextmanager
def progress(what: str, total: int | None = None) -> Iterator[Callable[..., None]]:
    """A bar that shows the amount done, and the total if it is known.

    It yields a function that moves the bar, with the keywords of rich's `Progress.update`: `advance`, or `completed`
    and `total`, and `description` for the present item.
    """
    if not _seen():
        yield lambda **moved: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield partial(bar.update, bar.add_task(what, total=total))


@contextmanager
def working(words: str) -> Iterator[None]:
    """Shows these words during work without a known length."""
    if not _seen():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(words):
        yield


def _seen() -> bool:
    return not wants_json() and sys.stderr.isatty()
