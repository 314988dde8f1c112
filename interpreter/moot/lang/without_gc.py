"""Work without the garbage collector: positions, trees and texts hold few cycles, and it would go through all of them
each time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = 50_000, 20, 50  # for `gc.set_threshold`, if much of this work follows


@contextmanager
def uncollected() -> Iterator[None]:
    """The collector rests within, and is then as it was before."""
    at_work = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if at_work:
            gc.enable()
