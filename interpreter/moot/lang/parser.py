"""From text to tree: a rules file, or code in a field of YAML. Every mistake is a diagnostic; nothing is raised."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from . import tree
from .diagnostic import Report
from .doc_lines import add_docs
from .layout import DocLine, TextPlace, clean, pieces
from .parse_tables import keywords
from .source import Source

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

__all__ = ["keywords", "parse_code", "parse_rules"]


def parse_rules(source: Source, report: Report) -> list[tree.Declared]:
    """The declarations of a rules file. One with a mistake is left out and reported; the others are there."""
    return _parse("start", source.text, TextPlace(source), report)


def parse_code(
    entry: str,
    text: str,
    source: Source,
    line: int,
    column: int,
    report: Report,
    columns: Sequence[Sequence[int]] = (),
) -> list[Any]:
    """The code of a field: statements of `steps`, carried declarations of `standing`, or one expression of a `formula`.

    `line` and `column` (from 1) are the place of the text's first character in `source`. Every later line of the text
    begins at the same column, unless `columns` gives the column of each character (see TextPlace). The list is empty if
    no part can be parsed.
    """
    place = TextPlace(source, line, column, columns)
    if not _has_code(text):
        report.error("empty-code", "expected code, found empty text", place.span(1, 1, 1, 2), _EMPTY[entry])
        return []
    return _parse(entry, text, place, report)


_MOST_IN_A_PIECE = 20  # errors reported for one declaration
_EMPTY = {
    "steps": "write `nothing` for a step without effect",
    "standing": "remove the field",
    "formula": "remove the field, or write `none`",
}


def _has_code(text: str) -> bool:
    return any(line.strip() and not line.lstrip().startswith("#") for line in text.splitlines())


def _parse(entry: str, text: str, place: TextPlace, report: Report) -> list[Any]:
    docs: list[DocLine] = []
    if not _has_code(text):
        add_docs(clean(text, place, report).docs, [], place, report)
        return []
    from .build_declarations import DeclarationBuilder
    from .build_node import TooDeep

    made: list[Any] = []
    found = Report()
    for piece in _trees(entry, text, place, found, docs):
        builder = DeclarationBuilder(place, found, _parse_formula)
        try:
            made += builder.declarations([part for part in piece.children if getattr(part, "type", "") != "_NL"])
        except TooDeep as deep:
            found.error("too-deep", "too deeply nested", deep.at, "split it and give the parts names")
    add_docs(docs, (one for one in made if isinstance(one, tree.Declaration)), place, found)
    report.lost |= found.lost
    for diagnostic in sorted(found, key=lambda d: (d.at.line, d.at.column)):
        report.add(diagnostic)
    return made


def _parse_formula(text: str, place: TextPlace, report: Report) -> tree.Formula | None:
    """The formula in the braces of a text."""
    found = _parse("formula", text, place, report)
    return found[0] if found else None


def _trees(
    entry: str, text: str, place: TextPlace, report: Report, docs: list[DocLine] | None = None
) -> Iterator[Tree[Token]]:
    from .parse_tables import parser

    lark = parser()
    cleaned = clean(text, place, report)
    if docs is not None:
        docs += cleaned.docs
    session = lark.parse_interactive(cleaned.text, start=entry)
    lex: Callable[[Any], Iterator[Token]] = session.lexer_thread.lex
    tokens = list(lex(session.parser_state))
    for piece in pieces(tokens, cleaned, entry, place, report):
        made, n = _read(lark, entry, piece)
        if made is not None:
            yield made
        else:
            report.lost.update(str(token) for token in piece if token.type == "NAME")
            _tell_all(lark, entry, piece, n, place, report)


def _read(lark: Lark, entry: str, piece: list[Token]) -> tuple[Tree[Token] | None, int]:
    """The tree of a piece; or none, and the number of the token that does not fit."""
    from lark import UnexpectedToken

    session = lark.parse_interactive(start=entry)
    finish: Callable[[], Tree[Token]] = session.feed_eof
    n = 0
    try:
        for token in piece:
            session.feed_token(token)
            n += 1
        return finish(), n
    except UnexpectedToken:
        return None, n


def _tell_all(lark: Lark, entry: str, piece: list[Token], n: int, place: TextPlace, report: Report) -> None:
    """Report the mistake at token `n`, and those in later lines of the piece."""
    from .skip_line import skip_line
    from .syntax_errors import tell_misfit

    cut = -1
    for _ in range(_MOST_IN_A_PIECE):
        if n != cut:  # after an omitted line, an error in the next may come only from the omission
            tell_misfit(lark, entry, piece, n, place, report)
        rest = None if entry == "formula" else skip_line(lark, entry, piece, n)
        if rest is None:
            return
        piece, cut = rest
        made, n = _read(lark, entry, piece)
        if made is not None:
            return
