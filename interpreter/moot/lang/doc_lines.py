"""Words about declarations: lines that begin with `##`, directly above a declaration or at the end of its first line.

A line `name: words` is about one part: a value, a parameter, or one of several names that the line declares. More
deeply indented lines below continue it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from . import tree
from .diagnostic import Report
from .layout import DocLine, TextPlace
from .source import Span

_PART = re.compile(r"([A-Za-z_]\w*|-?\d+(?:\.\.-?\d+)?):\s+(.*)", re.ASCII)
_HINT = "put it directly above a declaration, or write `#` for an ordinary comment"


def add_docs(docs: Sequence[DocLine], made: Iterable[tree.Declaration], place: TextPlace, report: Report) -> None:
    """Give each declaration its words. A line that belongs to no declaration is a warning, if the text was sound."""
    if not docs:
        return
    declared: dict[int, list[tree.Declaration]] = {}
    for one in _all_of(made):
        declared.setdefault(one.at.line, []).append(one)
    found: dict[int, list[tuple[str, Span]]] = {}
    for doc in docs:
        at = place.span(doc.line, doc.column, doc.line, doc.column + len(doc.text))
        line = at.line
        if doc.is_alone:
            line = _next_line(at)
        if line in declared:
            found.setdefault(line, []).append((doc.text, at))
        elif not report.failed:
            report.warn("stray-words", "this `##` comment is not above a declaration", at, _HINT)
    for line, texts in found.items():
        together = declared[line]
        read = _doc(texts)
        for one in together:
            one.doc = _own(read, one, together)


def _all_of(made: Iterable[tree.Declaration]) -> Iterator[tree.Declaration]:
    for decl in made:
        if isinstance(decl, tree.OverrideDecl):
            decl = decl.of
        yield decl
        if isinstance(decl, tree.KindDecl | tree.KindExtension):
            yield from decl.fields
            yield from decl.states


def _next_line(at: Span) -> int:
    """The first line below that is not a comment."""
    line = at.line + 1
    while line <= len(at.source.lines) and at.source.lines[line - 1].lstrip().startswith("#"):
        line += 1
    return line


def _doc(texts: Sequence[tuple[str, Span]]) -> tree.Doc:
    words: list[str] = []
    parts: list[tree.DocPart] = []
    for raw, at in texts:
        inside = raw.lstrip("#")
        text = " ".join(inside.split())
        named = _PART.fullmatch(text)
        if named is not None:
            parts.append(tree.DocPart(at.word(named[1]), named[1], named[2]))
        elif parts and inside.startswith("  "):  # indented more than the line that it continues
            parts[-1].text = f"{parts[-1].text} {text}".strip()
        else:
            words.append(text)
    return tree.Doc(texts[0][1], " ".join(filter(None, words)), parts)


def _own(doc: tree.Doc, decl: tree.Declaration, together: Sequence[tree.Declaration]) -> tree.Doc:
    """The words for one of several declarations on a line."""
    names = {name_of(one) for one in together}
    if len(names) < 2 or not any(part.name in names for part in doc.parts):
        return doc
    own = [part.text for part in doc.parts if part.name == name_of(decl)]
    return tree.Doc(doc.at, own[-1] if own else doc.text, [part for part in doc.parts if part.name not in names])


def name_of(decl: tree.Declaration) -> str:
    """The name of a declaration; empty for a rule without a name."""
    name = getattr(decl, "name", "")
    return name if isinstance(name, str) else ""


def doc_text(doc: tree.Doc | None) -> list[str]:
    """The words as lines of a rules file."""
    if doc is None:
        return []
    words = [f"## {doc.text}"] if doc.text else []
    return words + [f"## {part.name}: {part.text}" for part in doc.parts]
