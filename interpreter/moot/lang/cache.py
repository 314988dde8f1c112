"""Expensive results are kept in the user's cache folder, by the digest of their sources.

Values are plain Python ones (numbers, texts, bytes, lists, tuples, maps, sets) and code objects, written by `marshal`.
Unlike pickle, marshal cannot call anything while it reads. Cached code runs when its user runs it, so an entry is
trusted as Python trusts a `__pycache__`: the folder belongs to the user, and only the user may write to it. An entry is
ignored and recomputed if it belongs to someone else, others may write to it, another Python wrote it, or its checksum
is wrong. A cache never fails: if it cannot be used, nothing is cached.

`MOOT_CACHE` names another folder, or is `off`.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import marshal
import os
import re
import stat
from pathlib import Path
from typing import Any

from .whole_file import put_file

MAX_BYTES = 64_000_000  # of the whole folder; beyond it the oldest entries go

_MARK = b"moot\0" + importlib.util.MAGIC_NUMBER
_PART = re.compile(r"[a-z0-9_-]+")
_SUFFIX = ".kept"


def cache_folder() -> Path | None:
    """The folder of the entries; None if caching is off."""
    named = os.environ.get("MOOT_CACHE", "")
    if named == "off":
        return None
    if named:
        return Path(named)
    import platformdirs  # only here, as it takes its time

    return Path(platformdirs.user_cache_dir("moot", appauthor=False))


def get(digest: str, part: str) -> Any:
    """The value saved under these names, or None if there is no usable one. `part` distinguishes values with the same
    digest.
    """
    path = _path(digest, part)
    if path is None:
        return None
    try:
        with path.open("rb") as file:
            if not _ours(os.fstat(file.fileno())):
                return None
            data = file.read(MAX_BYTES + 1)
    except OSError:
        return None
    mark, check, body = data[: len(_MARK)], data[len(_MARK) : len(_MARK) + 32], data[len(_MARK) + 32 :]
    if mark != _MARK or check != _checksum(digest, part, body):
        return None
    try:
        value = marshal.loads(body)
    except (ValueError, EOFError, TypeError):
        return None
    with contextlib.suppress(OSError):
        os.utime(path)  # so that what is used stays longest
    return value


def put(digest: str, part: str, value: Any) -> bool:
    """Save a value (not None) and return whether that was possible. Raises ValueError for a value that marshal cannot
    write.
    """
    path = _path(digest, part)
    body = marshal.dumps(value)
    if path is None or len(body) > MAX_BYTES // 4:
        return False
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _ours(path.parent.stat()):
            return False
        put_file(path, _MARK + _checksum(digest, part, body) + body)
        _trim(path.parent)
    except OSError:
        return False
    return True


def _path(digest: str, part: str) -> Path | None:
    if not re.fullmatch(r"[0-9a-f]{8,128}", digest) or not _PART.fullmatch(part):
        raise ValueError(f"invalid name of a cache entry: {digest!r}, {part!r}")
    inside = cache_folder()
    return inside / f"{digest[:40]}-{part}{_SUFFIX}" if inside else None


def _checksum(digest: str, part: str, body: bytes) -> bytes:
    return hashlib.sha256(f"{digest}\0{part}\0".encode() + body).digest()


def _ours(status: os.stat_result) -> bool:
    if not hasattr(os, "getuid"):
        return True  # on Windows, ownership of the cache folder follows from its location
    return status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _trim(inside: Path) -> None:
    """Removes the oldest entries until the folder is small enough; also what an interrupted write left long ago."""
    entries: list[tuple[float, int, Path]] = []
    for path in inside.iterdir():
        if path.suffix in (_SUFFIX, ".part"):
            with contextlib.suppress(OSError):
                status = path.stat()
                entries.append((status.st_mtime, status.st_size, path))
    total = sum(size for _, size, _ in entries)
    newest = max((when for when, _, _ in entries), default=0.0)
    for when, size, path in sorted(entries, key=lambda entry: entry[0]):
        left_over = path.suffix == ".part"
        if (left_over and newest - when <= 3600) or (not left_over and total <= MAX_BYTES):
            continue  # somebody may be writing it; or there is room
        with contextlib.suppress(OSError):
            path.unlink()
            total -= size
