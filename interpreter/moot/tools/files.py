"""Files that people keep: written whole or not at all, read with a diagnostic for what is wrong."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

from ..lang.diagnostic import Diagnostic, MootError, Report
from ..lang.source import Source, Span, shown_path
from ..lang.whole_file import put_file
from ..pack.find import unreadable
from ..pack.model.yaml_text import MAX_BYTES, read_text

LOG_BYTES = 256_000_000  # of a log or a save, which moot itself writes, at most


def write_whole(path: Path, data: str | bytes, private: bool = False) -> None:
    """Put a text, or bytes, in a file's place: whole or not at all. `private`: for its owner. Raises MootError."""
    if isinstance(data, str):
        data = data.encode()
    try:
        if _is_written_to(path):
            path.write_bytes(data)
        else:
            put_file(path, data, 0o600 if private else 0o666 & ~_umask(), lasting=True)
    except OSError as error:
        raise MootError([unwritable(path, error)]) from None


def _is_written_to(path: Path) -> bool:
    """Whether a path is never replaced: a device, a pipe, a file in a folder that takes no new ones."""
    return path.exists() and (not path.is_file() or not os.access(path.resolve().parent, os.W_OK))


def write_new(path: Path, text: str | bytes) -> Path:
    """A file in a folder that is made if need be. Gives the path. Raises MootError if it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MootError([unwritable(path.parent, error)]) from None
    write_whole(path, text)
    return path


def check_place(path: Path) -> None:
    """Tells before long work that its result could not be written to a file. Raises MootError."""
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not _is_written_to(path):
            with tempfile.TemporaryFile(dir=path.parent):
                pass
        elif not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise MootError([unwritable(path, error)]) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def read_whole(path: Path, most: int = MAX_BYTES) -> Source:
    """The text of a file. Raises MootError if it cannot be read, is too large or is not UTF-8 text."""
    return decoded(read_data(path), path, most)


def read_data(path: Path) -> bytes:
    """The bytes of a file. Raises MootError if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise MootError([unreadable(path, error)]) from None


def decoded(data: bytes, path: Path, most: int = MAX_BYTES) -> Source:
    """The content of a file, as text. Raises MootError if it is too large or is not UTF-8 text."""
    report = Report()
    source = read_text(data, shown_path(path), report, most)
    if source is None:
        raise MootError(report.diagnostics)
    return source


def unwritable(path: Path, error: OSError) -> Diagnostic:
    """The diagnostic for a file that the system does not let us write."""
    reason = (error.strerror or "unknown reason").lower()
    return Diagnostic("unwritable", f"cannot write `{shown_path(path)}`: {reason}")


def whole_line_at(source: Source, line: int) -> Span:
    """The whole of a line, to point at."""
    text = source.lines[line - 1] if 0 < line <= len(source.lines) else ""
    return Span(source, line, 1, line, max(2, min(len(text), 100) + 1))
