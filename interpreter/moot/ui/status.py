"""A sign of life at the terminal while something takes long that cannot tell how far it is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def working(words: str, hidden: bool = False) -> Iterator[None]:
    """Shows `words` on the error stream for as long as the work lasts; nothing where that is no terminal."""
    if hidden or not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(words):
        yield
