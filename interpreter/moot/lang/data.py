"""Where to find the data that moot ships (grammar, schemas, rules), and the fingerprint of this installation."""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]
_MADE_OF = ("grammar", "schemas")  # not counting its modules
PACK_FILES = (".moot", ".yaml", ".yml", ".csv")  # how the names of files end that packs are made of


def data_folder(name: str) -> Path:
    """The folder of that name inside the installed package, or else at the top of the checkout."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parents[1] / name


@cache
def interpreter_digest() -> str:
    """The fingerprint of the interpreter, its grammar and schemas: another version of moot recomputes what this one has
    cached.
    """
    from ..version import __version__

    found = []
    for root in (_PACKAGE, *map(data_folder, _MADE_OF)):
        for place, below, files in os.walk(root):
            below.sort()
            for file in sorted(files):
                if file.endswith((".py", ".lark", ".json")):
                    path = os.path.join(place, file)
                    status = os.stat(path)
                    found.append((os.path.relpath(path, root), status.st_size, status.st_mtime_ns))
    return hashlib.sha256(repr((__version__, found)).encode()).hexdigest()
