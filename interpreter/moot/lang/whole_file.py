"""How to write any file that others may read at any time: to a temporary file first, then moved into place."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def put_file(path: Path, data: bytes, mode: int = 0o600, lasting: bool = False) -> None:
    """Put data in a file's place, so that readers and interruptions never meet half of it.

    `lasting`: it is on the disk before it takes the place, so that a loss of power leaves either the old or the new
    file whole. If the path is a link, its target is written. Raises OSError, and then nothing has changed.
    """
    path = Path(os.path.realpath(path))
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        if mode != 0o600:  # as which a temporary file begins
            os.chmod(name, mode)
        os.replace(name, path)
        if lasting:
            _sync_folder(path.parent)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _sync_folder(folder: Path) -> None:
    """Put the names in a folder on the disk, on systems that can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
