"""The examples of a page: fenced blocks, and tables whose first column holds code, each with the comment above it.

A comment `<!-- key: value -->` tells where the next block or table belongs; the page's own test knows the keys.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"

_COMMENT = re.compile(r"<!-- (\w+): (.+?) -->")
_FENCE = re.compile(r"```(\w*)$")
_CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Example:
    """One block (`sort`: the word behind the fence) or one table (`sort`: "table"). `line`: of its first line."""

    sort: str
    key: str
    value: str
    text: str
    line: int

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    def cells(self) -> list[tuple[int, str]]:
        """Of a table: the pieces of code in its first column, with their lines."""
        found = []
        for number, row in enumerate(self.lines[2:], self.line + 2):
            first = row.split("|")[1]
            found += [(number, code) for code in _CODE.findall(first)]
        return found


def examples(page: str) -> list[Example]:
    """All blocks of a page, and the tables that a comment marks."""
    lines = (DOCS / page).read_text(encoding="utf-8").splitlines()
    found: list[Example] = []
    key = value = ""
    n = 0
    while n < len(lines):
        comment, fence = _COMMENT.fullmatch(lines[n]), _FENCE.fullmatch(lines[n])
        start = n
        if comment:
            key, value = comment[1], comment[2]
        elif fence:
            n += 1
            while lines[n] != "```":
                n += 1
            found.append(Example(fence[1], key, value, "\n".join(lines[start + 1 : n]) + "\n", start + 2))
            key = value = ""
        elif lines[n].startswith("|") and key:
            while n < len(lines) and lines[n].startswith("|"):
                n += 1
            found.append(Example("table", key, value, "\n".join(lines[start:n]), start + 1))
            key = value = ""
            continue
        n += 1
    return found


def write(folder: Path, files: dict[str, str]) -> Path:
    """The folder with these files in it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def market(folder: Path) -> Path:
    """The game that opens the language page."""
    found: dict[str, str] = {}
    for example in examples("language.md"):
        if example.key == "game":
            found.setdefault(example.value, example.text)
    return write(folder, found)
