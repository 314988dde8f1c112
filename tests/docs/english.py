"""Sentences of all that people read, and the habits of a translator in them.

`python tests/docs/english.py PLACE …` lists the sentences of a page, a folder or `help` that a pattern matches.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from moot.ui.command import COMMANDS

ROOT = Path(__file__).parents[2]
PAGES = ("*.md", "docs/*.md", "examples/*.md", "benchmarks/*.md")
PATTERNS = {
    "tell": r"\btold\b|\btells?\b(?! apart)",
    "due": r"\b(?:is|are) (?:due\b|no (?!longer\b|more\b))",
    "who": r"(?:^|[;:,.] )[Ww]ho(?:ever)?\b(?! is asked)(?=[^?]*$)",
    "what": r"(?:^|[;:,.] |\bof |\bto |\bby |\band )[Ww]hat\b(?=[^?]*$)|\ball that\b",
    "stand": r"\bstands?\b(?!-in)|\b(?:lies?|lay|laid)\b",
    "those": r"(?:^|[;:,.] )(?:[Tt]hose|[Oo]ne|[Aa]ll|[Aa]nything) (?:that|who|of|which)\b|\bsuch\b(?! as)"
    r"|\bof wh(?:ich|om|at)\b",
    "archaic": r"\b(?:shall|lest|likewise|anew|mend(?:ed|s)?|reckon(?:ed|s)?|sought|upon|whoever|besides|at last"
    r"|further|needless)\b",
    "calque": r"\bheld (?:against|to)\b|\bhangs? together\b|\bcom(?:es?|ing) (?:to|of|about)\b|\bgone through\b"
    r"|\bgo(?:es)? (?:by|on)\b|\bput to\b|\bbeside\b|\b[Ll]ay a pack\b|\btake \S+ (?:out|back)\b|\btaken (?:out|back)\b"
    r"|\bcarr(?:y|ies|ied) (?:\w+ )?out\b|\bsorts? of\b|\bfigures\b",
    "begin": r"\b[Bb]egins? (?:a|an|another|something|files?)\b|\bto (?:go on|begin) from\b",
    "else": r"[;,] else\b|\bwithout it\b|\bif not said\b",
    "he": r"\b(?:he|his|him|himself)\b",
    "nobody": r"^(?:Nobody|Nothing|None)\b|\bnobody\b",
    "front": r"^Of (?!course)|^How (?:\w+ )?(?:much|often|better|far)\b[^?]*$|\bmoot \S+ (?:\S+ )?tells?\.?$",
    "chain": r"(?:[;:](?: |$).*){2}",
    "long": r"^(?:\S+\s+){28,}\S",
}
_COMPILED = {name: re.compile(pattern) for name, pattern in PATTERNS.items()}
_DOCSTRING = re.compile(r'^[ \t]*r?"""(.*?)"""', re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"^[ \t]*# ?(.*)$|(?<=  )# (.*)$", re.MULTILINE)
_TEXT = re.compile(r'"((?:[^"\\\n]|\\.)+)"')
_BETWEEN = re.compile(r"(?<=[.!?…])[*)”]*\s+(?=[*(“]*[A-ZÄÖÜ0-9`x])")


def counts() -> dict[str, dict[str, int]]:
    """The number of matches by place and pattern. Places and patterns without any are left out."""
    found = {place: Counter(name for name, _ in matches(texts)) for place, texts in places()}
    return {place: dict(sorted(count.items())) for place, count in sorted(found.items()) if count}


def places() -> Iterator[tuple[str, list[str]]]:
    """A page, a command's help, a folder of messages, sources or rules, with its sentences."""
    for pattern in PAGES:
        for path in sorted(ROOT.glob(pattern)):
            yield str(path.relative_to(ROOT)), of_page(path.read_text(encoding="utf-8"))
    yield "help", list(of_help())
    for folder, paths in _folders("tests/bad", "*.txt"):
        yield folder, [line for path in paths for line in of_messages(path.read_text(encoding="utf-8"))]
    for folder, paths in _folders("interpreter", "*.py"):
        yield folder, [one for path in paths for one in of_source(path.read_text(encoding="utf-8"))]
    for folder, paths in _folders("rules", "*.moot"):
        yield folder, [one for path in paths for one in of_rules(path.read_text(encoding="utf-8"))]


def matches(sentences: list[str]) -> Iterator[tuple[str, str]]:
    """Each pattern that a sentence matches, and the sentence."""
    for sentence in sentences:
        for name, pattern in _COMPILED.items():
            if pattern.search(sentence):
                yield name, sentence


def of_page(text: str) -> list[str]:
    """Sentences, list items and table cells of a Markdown page, without code blocks and headings."""
    text = re.sub(r"^(`{3,}).*?^\1", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^(#.*|\|[-| :]*\||    .*|<.*)$", "", text, flags=re.MULTILINE)
    text = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"^ *(?:[-*]|\d+\.) ", "\n\n", text, flags=re.MULTILINE)
    blocks = re.split(r"\n\s*\n", re.sub(r"^\||\|$|(?<= )\|(?= )", "\n\n", text, flags=re.MULTILINE))
    return [one for block in blocks for one in _sentences(block)]


def of_help() -> Iterator[str]:
    """Sentences of the help of all commands."""
    for module, line in COMMANDS.values():
        yield from _sentences(line)
        found = getattr(importlib.import_module(f"moot.ui.{module}"), module.rpartition(".")[2])
        yield from _help_of(found, click.Context(found))


def of_messages(text: str) -> Iterator[str]:
    """Errors, hints and notes of a file of `tests/bad`."""
    for line in re.findall(r"^\s*(?:error|warning|hint|note): (.*)$", text, re.MULTILINE):
        yield from _sentences(re.sub(r" \[[\w-]+\]$", "", line))


def of_source(text: str) -> Iterator[str]:
    """Sentences of the docstrings, comments and texts of more than three words of a Python file."""
    for doc in _DOCSTRING.findall(text):
        for block in re.split(r"\n\s*\n", doc):
            yield from _sentences(block)
    text = _DOCSTRING.sub("", text)
    for whole, trailing in _COMMENT.findall(text):
        yield from _sentences(whole or trailing)
    for part in _TEXT.findall(_COMMENT.sub("", text)):
        if part.count(" ") >= 3:
            yield from _sentences(re.sub(r"\{[^{}]*\}", "x", part))


def of_rules(text: str) -> Iterator[str]:
    """Sentences of the comments and texts of rules."""
    for whole, trailing in re.findall(r"^[ \t]*##? ?(.*)$|(?<= )##? (.*)$", text, re.MULTILINE):
        yield from _sentences(whole or trailing)
    for part in _TEXT.findall(text):
        yield from _sentences(re.sub(r"\{[^{}]*\}", "x", part))


def _folders(root: str, pattern: str) -> Iterator[tuple[str, list[Path]]]:
    by: dict[str, list[Path]] = {}
    for path in sorted((ROOT / root).rglob(pattern)):
        by.setdefault(str(path.parent.relative_to(ROOT)), []).append(path)
    yield from by.items()


def _help_of(command: click.Command, context: click.Context) -> Iterator[str]:
    for block in re.split(r"\n\s*\n", command.help or ""):
        yield from _sentences(block)
    for option in command.params:
        yield from _sentences(getattr(option, "help", None) or "")
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            part = command.get_command(context, name)
            assert part is not None
            yield from _help_of(part, context)


def _sentences(block: str) -> list[str]:
    block = re.sub(r"``?[^`]+``?", "x", " ".join(block.split()))
    return [one for one in _BETWEEN.split(block) if " " in one]


if __name__ == "__main__":
    for place, texts in places():
        if any(place.startswith(wanted) for wanted in sys.argv[1:]):
            for name, sentence in matches(texts):
                print(f"{place}: {name}: {sentence}")
