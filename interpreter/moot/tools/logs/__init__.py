"""Logs and saves: writing, reading, replaying.

`log` is the format and its checks. `entries` finds the question behind an entry, `folder` keeps the logs of a run,
`reload` loads the game of a log, and `save` stores a position for later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...lazy import handed_on

if TYPE_CHECKING:
    from .log import Log, LogWriter, read_log, replayed, verified
    from .save import read_save, write_save

__all__ = ["Log", "LogWriter", "read_log", "read_save", "replayed", "verified", "write_save"]

__getattr__ = handed_on(
    __name__,
    {
        "Log": "log",
        "LogWriter": "log",
        "read_log": "log",
        "replayed": "log",
        "verified": "log",
        "read_save": "save",
        "write_save": "save",
    },
)
