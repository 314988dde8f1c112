"""Diagnostics at the terminal: their destination and their exit status."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence

import click

from ..lang.diagnostic import Diagnostic
from .output import emit


def report(diagnostics: Sequence[Diagnostic]) -> int:
    """Write diagnostics to stderr; return their exit status."""
    with contextlib.suppress(OSError):
        sys.stdout.flush()

    def tell() -> None:
        click.echo("\n\n".join(d.render() for d in diagnostics), err=True)

    emit("diagnostics", {"diagnostics": [d.as_json() for d in diagnostics]}, tell, err=True)
    return exit_status(diagnostics)


def report_if_any(diagnostics: Sequence[Diagnostic]) -> int:
    """Write diagnostics to stderr, if there are any; return 1 if there is an error."""
    if diagnostics:
        report(diagnostics)
    return int(any(d.severity == "error" for d in diagnostics))


def exit_status(diagnostics: Sequence[Diagnostic]) -> int:
    """1 for an error in the input, 2 for one in the call: then no diagnostic names a file's line or a rule."""
    read = [
        d for d in diagnostics if (d.at.source.path and d.code != "unreadable") or d.code.startswith(_IN_WHAT_IS_READ)
    ]
    return 1 if read else 2


_IN_WHAT_IS_READ = ("fault-", "save-", "log-", "system", "failure", "too-deep", "memory")


def system_error(error: OSError) -> Diagnostic:
    """An error of the system: a full disk, a folder without permission."""
    named = f"`{error.filename}`: " if error.filename else ""
    return Diagnostic("system", f"{named}{(error.strerror or str(error)).lower()}")
