"""Signs of life on the error stream while something takes long; nothing where that is no terminal, or with --json."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from .output import wants_json


@contextmanager
def progress(what: str, total: int | None = None) -> Iterator[Callable[..., None]]:
    """A bar that tells how many are done, and of how many, where that is known.

    What it gives moves the bar, by the keywords of rich's `Progress.update`: `advance`, or `completed` and `total`, and
    `description` for what is counted now.
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
    """Shows these words for as long as work lasts that cannot tell how far it is."""
    if not _seen():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(words):
        yield


def _seen() -> bool:
    return not wants_json() and sys.stderr.isatty()
