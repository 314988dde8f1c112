"""The parse tables of the grammar, built once and kept in the user's cache folder. Lark is imported only on need."""

from __future__ import annotations

import contextlib
import hashlib
import re
import sys
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .data import data_folder
from .whole_file import put_file

if TYPE_CHECKING:
    from lark import Lark

ENTRIES = ("start", "standing", "steps", "formula")
WORD_PAIRS = ("end of", "start of", "top of", "bottom of", "up to", "down to", "in play", "ordered by", "with weight")
LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT"})
_FORMAT = 1  # of the kept tables; raised when the way they are built changes


@cache
def grammar_text() -> str:
    return (data_folder("grammar") / "moot.lark").read_text(encoding="utf-8")


@cache
def keywords() -> list[str]:
    """The reserved words, sorted. Read from the grammar's text, so that asking for them does not need the tables."""
    return sorted(set(re.findall(r'"([a-z]+)"', "".join(_rules().values()))))


@cache
def beginnings(*rules: str) -> frozenset[str]:
    """The token types with which rules of the grammar may begin. The type of a word is the word in capitals.

    Read from the grammar's text, as `keywords` is. Raises KeyError for an unknown rule.
    """
    found: set[str] = set()
    for rule in rules:
        depth, first = 0, True  # `first`: here an alternative begins
        for part in re.findall(r'"[^"]*"|\w+|[][()|]', _rules()[rule]):
            if part in ("(", "["):
                depth += 1
            elif part in (")", "]"):
                depth -= 1
            elif part == "|":
                first = first or not depth
            elif first:
                first = False
                known = part.isupper() or part.startswith('"')
                found |= {part.strip('"').upper()} if known else beginnings(part)
    return frozenset(found)


@cache
def _rules() -> dict[str, str]:
    """The rules and terminals of the grammar by name, without comments."""
    text = re.sub(r"//[^\n]*", "", grammar_text())
    return dict(re.findall(r"^\??(\w+)(?:\.\d+)?:(.*?)(?=^[?\w%]|\Z)", text, re.DOTALL | re.MULTILINE))


def has_place(node: Any) -> bool:
    """Whether a node counts for the place of its parent: ends of lines and blocks do not."""
    return getattr(node, "type", None) not in LAYOUT


def build(strict: bool = False) -> Lark:
    """Build the parser from the grammar, in seconds. Strict: raises on any conflict, and needs `interegular`."""
    from lark import Lark

    return Lark(
        grammar_text(),
        parser="lalr",
        lexer="basic",
        strict=strict,
        start=list(ENTRIES),
        maybe_placeholders=True,
        propagate_positions=has_place,
    )


def cache_file() -> Path:
    """Where the built tables are kept: one file for each grammar, version of Lark and version of Python."""
    import lark
    import platformdirs

    key = "\n".join([grammar_text(), lark.__version__, sys.version, str(_FORMAT)])
    name = f"grammar-{hashlib.sha256(key.encode()).hexdigest()[:24]}.tables"
    return Path(platformdirs.user_cache_dir("moot", appauthor=False)) / name


@cache
def parser() -> Lark:
    """The parser, from the kept tables where they are there and sound."""
    path = cache_file()
    kept = _load(path)
    if kept is not None:
        return kept
    built = build()
    _save(built, path)
    return built


def _load(path: Path) -> Lark | None:
    from lark import Lark

    try:
        with path.open("rb") as file:
            if file.readline().strip() != path.stem.encode():
                return None
            loaded = Lark.load(file)
        loaded.parse_interactive(start=ENTRIES[0])
        return loaded
    except Exception:  # a damaged pickle may raise anything; the tables are then built again
        return None


def _save(lark: Lark, path: Path) -> None:
    """Without a cache folder, do without."""
    made = BytesIO()
    lark.save(made)
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        put_file(path, path.stem.encode() + b"\n" + made.getvalue())
