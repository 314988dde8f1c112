"""What is put into rules: words of the language and of all packs, and text made from the grammar."""

from __future__ import annotations

import random
from functools import cache

from moot.lang.parse_tables import keywords, parser

from .bases import BASES, base_files
from .changes import ODD, tokens

_DEEPEST = 14


@cache
def rule_tokens() -> tuple[str, ...]:
    """Every token of the rules of all bases, once, with the keywords and odd characters."""
    texts = [data.decode() for base in BASES for name, data in base_files(base).items() if name.endswith(".moot")]
    return (*sorted({token for text in texts for token in tokens(text) if token.strip()} | {*keywords()}), *ODD)


@cache
def rule_lines() -> tuple[str, ...]:
    """Every line of the rules of all bases, once."""
    texts = [data.decode() for base in BASES for name, data in base_files(base).items() if name.endswith(".moot")]
    return tuple(sorted({line.strip() for text in texts for line in text.split("\n") if line.strip()}))


def names_in(text: str) -> list[str]:
    return sorted({token for token in tokens(text) if token.isidentifier()} - {*keywords()}) or ["x"]


@cache
def _expansions() -> dict[str, list[list[tuple[str, bool]]]]:
    """What each rule of the grammar may become: symbols, and whether they are terminals."""
    found: dict[str, list[list[tuple[str, bool]]]] = {}
    for rule in parser().rules:
        found.setdefault(rule.origin.name, []).append([(symbol.name, symbol.is_term) for symbol in rule.expansion])
    return found


@cache
def _height() -> dict[str, int]:
    """How deep the shallowest text of each rule is."""
    heights: dict[str, int] = {}
    while True:
        new = {
            name: 1 + min(max((0 if term else heights.get(one, 99) for one, term in way), default=0) for way in ways)
            for name, ways in _expansions().items()
        }
        if new == heights:
            return heights
        heights = new


def generated(entry: str, names: list[str], rng: random.Random) -> str:
    """A text of a rule of the grammar, with these names in it."""
    words: list[str] = []
    indent = 0

    def made(name: str, depth: int) -> None:
        nonlocal indent
        ways = _expansions()[name]
        heights = [max((0 if term else _height()[one] for one, term in way), default=0) for way in ways]
        fitting = [way for way, height in zip(ways, heights, strict=True) if depth + height <= _DEEPEST]
        for symbol, term in rng.choice(fitting or [ways[heights.index(min(heights))]]):
            if not term:
                made(symbol, depth + 1)
            elif symbol == "_NL":
                words.append("\n" + "  " * indent)
            elif symbol in ("_INDENT", "_DEDENT"):
                indent += 1 if symbol == "_INDENT" else -1
                words[-1:] = ["\n" + "  " * indent]
            else:
                words.append(_terminal(symbol, names, rng))

    made(entry, 0)
    return " ".join(words).replace(" \n", "\n") + "\n"


_OF_THEIR_OWN = {
    "POINT": ("end of", "start of"),
    "PLACE": ("top of", "bottom of"),
    "IN_PLAY": ("in play",),
    "_UP_TO": ("up to",),
    "_DOWN_TO": ("down to",),
    "_WITH_WEIGHT": ("with weight",),
    "_ORDERED_BY": ("ordered by",),
    "AT_LAST": ("at last",),
    "DICE": ("2d6", "1d6", "0d6", "99d99", "1d0"),
    "NUMBER": ("0", "1", "2", "3", "9", "100", "99999999999999999999"),
    "STRING": ('"x"', '"{x}"', '"{1 + 1} of {{"', '""', '"{"'),
    "CITE": ("@1", "@a/2.b"),
    "COMPARE": ("!=", "<=", ">=", "<", ">"),
    "ADD": ("+", "-"),
    "MUL": ("*", "/", "%"),
}


def _terminal(symbol: str, names: list[str], rng: random.Random) -> str:
    if symbol == "NAME":
        return rng.choice(names)
    if symbol in _OF_THEIR_OWN:
        return rng.choice(_OF_THEIR_OWN[symbol])
    return str(_literals()[symbol])


@cache
def _literals() -> dict[str, str]:
    return {terminal.name: terminal.pattern.value.replace("\\", "") for terminal in parser().terminals}
