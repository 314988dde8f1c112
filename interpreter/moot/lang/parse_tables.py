"""The parse tables of the grammar, built once and kept in the user's cache folder. Lark is imported only on need."""

from __future__ import annotations

import hashlib
import re
from functools import cache as once
from typing import TYPE_CHECKING, Any

from . import cache
from .data import data_folder

if TYPE_CHECKING:
    from lark import Lark

ENTRIES = ("start", "standing", "steps", "formula")
WORD_PAIRS = ("end of", "start of", "top of", "bottom of", "up to", "down to", "in play", "ordered by", "with weight")
LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT"})
_FORMAT = 2  # of the kept tables; raised when the way they are built changes
_PART = "grammar"


@once
def grammar_text() -> str:
    return (data_folder("grammar") / "moot.lark").read_text(encoding="utf-8")


@once
def keywords() -> list[str]:
    """The reserved words, sorted. Read from the grammar's text, so that asking for them does not need the tables."""
    return sorted(set(re.findall(r'"([a-z]+)"', "".join(_rules().values()))))


@once
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


@once
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


@once
def parser() -> Lark:
    """The parser, from the kept tables where they are there and sound."""
    kept = cache.get(_key(), _PART)
    loaded = _load(kept)
    if loaded is not None:
        return loaded
    built = build()
    cache.put(_key(), _PART, _plain_tables(built))
    return built


def _key() -> str:
    """The tables' dependencies: the grammar and the version of Lark. The cache itself looks at Python's version."""
    import lark

    return hashlib.sha256("\n".join([grammar_text(), lark.__version__, str(_FORMAT)]).encode()).hexdigest()


def _plain_tables(built: Lark) -> dict[str, Any]:
    """The tables as plain data, without the function among the options, which `_load` gives again."""
    from lark.grammar import Rule
    from lark.lexer import TerminalDef

    data, memo = built.memo_serialize([TerminalDef, Rule])
    del data["options"]["propagate_positions"]
    return {"data": data, "memo": memo}


def _load(kept: Any) -> Lark | None:
    from lark import Lark

    try:
        loaded = Lark.__new__(Lark)._load({"data": kept["data"], "memo": kept["memo"]}, propagate_positions=has_place)
        loaded.parse_interactive(start=ENTRIES[0])
        return loaded
    except Exception:  # tables that another program made may raise anything; they are then built again
        return None
