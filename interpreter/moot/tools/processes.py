"""Work that several processes share."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, resource_tracker
from typing import Any, TypeVar

from ..lang.diagnostic import fail

T = TypeVar("T")


def spread(
    work: Callable[..., T],
    lots: Iterable[tuple[Any, ...]],
    jobs: int,
    what: str,
    begin: Callable[..., None] | None = None,
    given: tuple[Any, ...] = (),
) -> Iterator[T]:
    """The results of `work` for each batch of arguments, in order. A batch is taken late, when a process is about to be
    free.

    Each process first calls `begin` with `given`. It imports the caller's main module. Raises MootError if one of them
    ends early; `what` describes its work.
    """
    before = set(active_children())
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), begin, given)
    finished = False
    waiting: deque[Future[T]] = deque()
    try:
        for lot in lots:
            if len(waiting) > jobs:
                yield waiting.popleft().result()
            with _uninterrupted():  # the workers inherit it: an interrupt ends the parent, and the parent them
                waiting.append(pool.submit(work, *lot))
        while waiting:
            yield waiting.popleft().result()
        finished = True
    except BrokenProcessPool:
        raise fail("system-jobs", f"a process that {what} has ended early", hint="use fewer --jobs") from None
    finally:
        if not finished:  # nothing is cancelled: the pool would complain of it when its workers are gone
            for worker in set(active_children()) - before:
                worker.terminate()
        pool.shutdown(wait=finished)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Processes started here are never interrupted; an interrupt in the meantime is handled at the end."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # or it would be started here, and take the mask away
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
