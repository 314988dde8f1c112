"""Clauses that begin alike: `it is red or green`, `it is red and is not wet`."""

from __future__ import annotations

import re

from .nouns import list_words
from .scope import MARK, Writer


def list_clauses(w: Writer, items: list[str], word: str) -> str:
    """Clauses as a list. Alternatives about the same thing name it once, and so do others that are all about it."""
    runs: list[list[str]] = []
    for item in items:
        if runs and _go_together(w, [*runs[-1], item]):
            runs[-1].append(item)
        else:
            runs.append([item])
    if word == "or":
        return list_words(
            w, [list_words(w, [one, *(_rest(w, text) for text in more)], word) for one, *more in runs], word
        )
    if len(runs) == 1 and not any(MARK in text or " or " in text for text in items):
        first, *more = items
        return list_words(w, [first, *(text.removeprefix(_subject(w, text)).strip() for text in more)], word)
    return list_words(w, items, word)


def either(w: Writer, text: str) -> str:
    """Alternatives as one of several conditions: those about the same thing need no `either`."""
    return text if _begin(w, text) else w.construct("either", c=text)


def _go_together(w: Writer, texts: list[str]) -> bool:
    """Whether clauses begin alike, and all of them say no, or none does."""
    begun = {_begin(w, text) for text in texts}
    return (
        len(begun) == 1 and "" not in begun and len({_rest(w, text).startswith(("not ", "no ")) for text in texts}) == 1
    )


def _begin(w: Writer, text: str) -> str:
    """What a short clause is about, with its verb and a space behind it; empty for a clause that is not so simple."""
    shared = "|".join(w.book.grammar.get("shared", [])) or "$."
    found = re.match(rf"((?:(?!\b(?:{shared})\b).)+ )(?:{shared}) ", text)
    if found is None or found.group(1).strip() in w.book.grammar.get("not_shared", []):
        return ""
    if re.search(rf"\b(?:{shared})\b|, | and ", text[found.end() :]):
        return ""
    return found.group()


def _subject(w: Writer, text: str) -> str:
    return _begin(w, text).rstrip().rpartition(" ")[0]


def _rest(w: Writer, text: str) -> str:
    return text.removeprefix(_begin(w, text))
