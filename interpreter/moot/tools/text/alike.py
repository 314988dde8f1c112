"""Clauses that begin or end alike: `it is red or green`, `it is red and is not wet`, `this or that is red`."""

from __future__ import annotations

import re

from .nouns import list_words
from .scope import MARK, Writer


def list_clauses(w: Writer, items: list[str], word: str) -> str:
    """Clauses as a list. Alternatives about the same thing name it once, and so do others that are all about it;
    alternatives that say the same of different things say it once.
    """
    if word == "or":
        return list_words(w, [_alternatives(w, run) for run in _runs(w, items)], word)
    subjects = {_subject(w, text) for text in items}
    if len(subjects) == 1 and "" not in subjects and not any(MARK in text or " or " in text for text in items):
        first, *more = items
        return list_words(w, [first, *(text.removeprefix(_subject(w, text)).strip() for text in more)], word)
    return list_words(w, items, word)


def _runs(w: Writer, items: list[str]) -> list[list[str]]:
    """Neighbours that begin alike, or that end alike."""
    runs: list[list[str]] = []
    for item in items:
        if runs and (_begin_alike(w, [*runs[-1], item]) or _end_alike(w, [*runs[-1], item])):
            runs[-1].append(item)
        else:
            runs.append([item])
    return runs


def _alternatives(w: Writer, run: list[str]) -> str:
    first, *more = run
    if not more:
        return first
    if _begin_alike(w, run):
        return list_words(w, [first, *(_rest(w, text) for text in more)], "or")
    said = f"{_verb(w, first)} {_rest(w, first)}"
    return f"{list_words(w, [_subject(w, text) for text in run], 'or')} {said}"


def _begin_alike(w: Writer, texts: list[str]) -> bool:
    """Whether clauses begin alike, and all of them say no, or none does."""
    begun = {_begin(w, text) for text in texts}
    return len(begun) == 1 and "" not in begun and len({_denies(_rest(w, text)) for text in texts}) == 1


def _end_alike(w: Writer, texts: list[str]) -> bool:
    """Whether clauses say the same of different things, and nothing that is a list or denied."""
    said = {(_verb(w, text), _rest(w, text)) for text in texts}
    simple = all(_begin(w, text) and " or " not in text for text in texts)
    return len(said) == 1 and simple and not _denies(_rest(w, texts[0]))


def _denies(text: str) -> bool:
    return text.startswith(("not ", "no "))


def _begin(w: Writer, text: str) -> str:
    """The subject of a short clause, with its verb and a space after it; empty for a clause that is less simple."""
    shared = "|".join(w.book.grammar.get("shared", [])) or "$."
    found = re.match(rf"((?:(?!\b(?:{shared})\b).)+ )(?:{shared}) ", text)
    if found is None or found.group(1).strip() in w.book.grammar.get("not_shared", []):
        return ""
    if re.search(rf"\b(?:{shared})\b|, | and ", text[found.end() :]):
        return ""
    return found.group()


def _subject(w: Writer, text: str) -> str:
    return _begin(w, text).rstrip().rpartition(" ")[0]


def _verb(w: Writer, text: str) -> str:
    return _begin(w, text).rstrip().rpartition(" ")[2]


def _rest(w: Writer, text: str) -> str:
    return text.removeprefix(_begin(w, text))
