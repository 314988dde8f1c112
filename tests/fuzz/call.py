"""One call of `moot`: its words, what is typed, and the files around it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .bases import copy_base


@dataclass(frozen=True)
class Call:
    """A call in a folder that holds copies of `bases`, and then `files`, which may replace theirs."""

    words: tuple[str, ...]
    bases: tuple[str, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    typed: bytes = b""
    why: str = ""  # what this call found, or what it is kept for

    def lay(self, folder: Path) -> None:
        """Write the files into an empty folder."""
        for base in self.bases:
            copy_base(base, folder)
        for name, data in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)

    def text(self) -> str:
        """As a file of the corpus."""
        data = {
            "why": self.why,
            "words": self.words,
            "bases": self.bases,
            "files": {name: _lines(one) for name, one in self.files.items()},
            "typed": _lines(self.typed),
        }
        return json.dumps(data, indent=1) + "\n"


def read_call(path: Path) -> Call:
    """A call from a file of the corpus."""
    data = json.loads(path.read_text(encoding="utf-8"))
    files = {name: _bytes(lines) for name, lines in data["files"].items()}
    return Call(tuple(data["words"]), tuple(data["bases"]), files, _bytes(data["typed"]), data["why"])


def _lines(data: bytes) -> list[str]:
    return data.decode("utf-8", "surrogateescape").split("\n")


def _bytes(lines: list[str]) -> bytes:
    return "\n".join(lines).encode("utf-8", "surrogateescape")
