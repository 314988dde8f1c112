"""The layout of a text: its tokens with ends of lines and blocks, cut into pieces that are parsed separately.

A piece is a declaration of a rules file, or a statement or rule of a field. An error in one piece does not hide the
next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from .diagnostic import Report
from .parse_tables import beginnings
from .source import Source, Span

if TYPE_CHECKING:
    from lark import Token

TAB = 4  # columns that a tab counts for

_SCAN = re.compile(
    r"""(?P<good> "[^"\n]*" | \#[^\n]* | != | @[A-Za-z0-9_./-]+ | [A-Za-z0-9_ \t\n()\[\].,:=<>+*/%-]+ | \r\n )
      | (?P<open> "[^\n]* )
      | (?P<doubled> && | \|\| )
      | (?P<quoted> '[^'\n]*' | “[^”\n]*” )
      | (?P<bad> . | \r )""",
    re.VERBOSE | re.ASCII,
)
_HINTS = {
    "'": 'put text in double quotes: "…"',
    "“": 'put text in double quotes: "…"',
    "”": 'put text in double quotes: "…"',
    "!": "write `not`, or `!=` for not equal",
    "&": "write `and`",
    "&&": "write `and`",
    "|": "write `or`",
    "||": "write `or`",
    ";": "end a step with a line break, without `;`",
    "@": "write a citation with its clause: @8.2",
    "{": "use indentation to mark blocks",
    "}": "use indentation to mark blocks",
    "≤": "write `<=`",
    "≥": "write `>=`",
    "≠": "write `!=`",
    "\N{EN DASH}": "write `-`",
    "\N{MINUS SIGN}": "write `-`",
    "\N{MULTIPLICATION SIGN}": "write `*`",
    "…": "write a range as `1..6`",
    "^": "multiply: the language has no powers",
    "$": "use only letters, digits and _ in names",
    "?": "use only letters, digits and _ in names",
    "\\": "break lines only inside ( ) and [ ]",
}
_CLOSES = {"LPAR": "RPAR", "LSQB": "RSQB"}


@dataclass(frozen=True, slots=True)
class TextPlace:
    """The position of a text in its file: the line of its first character, and the column where its lines begin.

    `columns`: if the file writes the text differently, the column of each character line by line, and of the end.
    """

    source: Source
    line: int = 1
    column: int = 1
    columns: Sequence[Sequence[int]] = ()

    def _column(self, line: int, column: int) -> int:
        if line > len(self.columns):
            return self.column + column - 1
        known = self.columns[line - 1]
        return known[min(column, len(known)) - 1] + max(0, column - len(known))

    def _line(self, line: int) -> int:
        """A line joined to the one before it, as after an escaped line break, is on the same line there."""
        ends = zip(self.columns[: line - 1], self.columns[1:line], strict=False)
        return self.line + line - 1 - sum(after[0] > before[-1] for before, after in ends)

    def span(self, line: int, column: int, end_line: int, end_column: int) -> Span:
        """From places counted from 1 inside the text to those of the file."""
        return Span(
            self.source,
            self._line(line),
            self._column(line, column),
            self._line(end_line),
            self._column(end_line, end_column),
        )

    def token(self, token: Token) -> Span:
        """The place of a token; the end of a line is the column behind its last word."""
        line, column = token.line or 1, token.column or 1
        if token.type.startswith(("_NL", "_INDENT", "_DEDENT", "$")):
            return self.span(line, column, line, column + 1)
        return self.span(line, column, token.end_line or line, token.end_column or column)


@dataclass(frozen=True, slots=True)
class DocLine:
    """A comment that begins with `##`, by its place in the text. `is_alone`: whether the line holds nothing else."""

    line: int
    column: int
    text: str
    is_alone: bool


@dataclass(slots=True)
class Cleaned:
    """A text in which only characters of the language are left, the lines where others stood, and words about
    declarations.
    """

    text: str
    wrong_lines: set[int] = field(default_factory=set)
    docs: list[DocLine] = field(default_factory=list)


def clean(text: str, place: TextPlace, report: Report) -> Cleaned:
    """Report unknown characters and unclosed texts, and put spaces in their stead so that the rest can be read."""
    parts: list[str] = []
    wrong: set[int] = set()
    docs: list[DocLine] = []
    line, start = 1, 0
    for match in _SCAN.finditer(text):
        found = match.group()
        if match.lastgroup == "good":
            parts.append(found)
            if found.startswith("##") and not found.startswith("###"):
                alone = not text[start : match.start()].strip()
                docs.append(DocLine(line, match.start() - start + 1, found.rstrip(), alone))
            breaks = found.count("\n")
            if breaks:
                line += breaks
                start = match.end() - (len(found) - found.rfind("\n") - 1)
            continue
        column = match.start() - start + 1
        at = place.span(line, column, line, column + len(found))
        wrong.add(line)
        if match.lastgroup == "open":
            report.error("unclosed-text", "missing closing quotation mark", at, 'end it with `"` on the same line')
        else:
            _unknown(found, at, report)
        parts.append(" " * len(found))
    return Cleaned("".join(parts), wrong, docs)


def _unknown(found: str, at: Span, report: Report) -> None:
    if len(found) > 1 and found not in _HINTS:
        report.error("unknown-character", f"{found[0]} is not a quotation mark of the language", at, _HINTS[found[0]])
        return
    hint = "use only the letters a to z, digits and _ in names" if found.isalpha() else _HINTS.get(found, "")
    shown = f"`{found}`" if found.isprintable() and not found.isspace() else f"U+{ord(found[0]):04X}"
    report.error("unknown-character", f"unexpected character {shown}", at, hint)


def pieces(
    tokens: list[Token], cleaned: Cleaned, entry: str, place: TextPlace, report: Report
) -> Iterator[list[Token]]:
    """Cut the tokens of a text into pieces with _NL, _INDENT and _DEDENT; those known to be wrong are left out."""
    if entry == "formula":
        whole = [t for t in tokens if t.type != "_NL"]
        if whole and not cleaned.wrong_lines and _balanced(whole, place, report):
            yield whole
        return
    lines = list(_logical_lines(tokens, place, report))
    if not lines:
        return
    texts = cleaned.text.split("\n")
    widths = _widths(lines, texts, place, report)
    base = 0 if entry == "start" else widths[0]
    for first, last in _runs(lines, widths, base):
        sound = all(lines[n].sound for n in range(first, last))
        begin = lines[first].tokens[0].line or 1
        end = lines[last - 1].tokens[-1].end_line or begin
        if any(begin <= n <= end for n in cleaned.wrong_lines):
            sound = False
        piece = _blocks(lines[first:last], widths[first:last], base, place, report)
        if sound and piece is not None:
            yield piece


@dataclass(slots=True)
class _Line:
    tokens: list[Token]
    sound: bool = True


def _logical_lines(tokens: list[Token], place: TextPlace, report: Report) -> Iterator[_Line]:
    """Logical lines: a line break inside parentheses does not count."""
    line = _Line([])
    opened: list[Token] = []
    broken = False
    for n, token in enumerate(tokens):
        if token.type == "_NL":
            if not opened:
                if line.tokens:
                    yield line
                line = _Line([])
            broken = True
            continue
        if opened and broken and _begins_line(token, tokens[n + 1 : n + 2]):
            _unclosed(opened[-1], place, report)
            line.sound = False
            yield line
            line, opened = _Line([]), []
        broken = False
        line.tokens.append(token)
        if token.type in _CLOSES:
            opened.append(token)
        elif token.type in _CLOSES.values():
            line.sound &= _close(token, opened, place, report)
    if opened:
        _unclosed(opened[-1], place, report)
        line.sound = False
    if line.tokens:
        yield line


def _begins_line(token: Token, following: list[Token]) -> bool:
    if token.type == "SET":  # as a type it is followed by `of`
        return not following or following[0].type != "OF"
    return token.type in _line_words()


@cache
def _line_words() -> frozenset[str]:
    """A token at the start of a line that cannot continue a formula: an earlier parenthesis was not closed."""
    return beginnings("_declaration", "_statement", "else", "does", "cost") - {"NAME", "PROCEED"}


def _close(token: Token, opened: list[Token], place: TextPlace, report: Report) -> bool:
    if opened and _CLOSES[opened[-1].type] == token.type:
        opened.pop()
        return True
    if not opened:
        report.error("unopened-parenthesis", f"unmatched `{token}`", place.token(token))
    else:
        other = (place.token(opened[-1]), f"`{opened[-1]}` was opened here")
        report.error(
            "unclosed-parenthesis", f"`{token}` does not close `{opened[-1]}`", place.token(token), notes=[other]
        )
        opened.pop()
    return False


def _unclosed(token: Token, place: TextPlace, report: Report) -> None:
    report.error("unclosed-parenthesis", f"`{token}` is not closed", place.token(token))


def _balanced(tokens: list[Token], place: TextPlace, report: Report) -> bool:
    return all(line.sound for line in list(_logical_lines(tokens, place, report)))


def _widths(lines: list[_Line], texts: list[str], place: TextPlace, report: Report) -> list[int]:
    """The indentation of each line. A text uses tabs or spaces, not both."""
    widths = []
    first: tuple[str, Span] | None = None
    told = False
    for line in lines:
        token = line.tokens[0]
        row, column = token.line or 1, token.column or 1
        before = texts[row - 1][: column - 1]
        widths.append(before.count("\t") * TAB + before.count(" "))
        if not before or told:
            continue
        at = place.span(row, 1, row, column)
        mixed = "\t" in before and " " in before
        if first is None and not mixed:
            first = (before[0], at)
        elif mixed or (first is not None and before[0] != first[0]):
            notes = [(first[1], f"indented by {_indent_name(first[0])} here")] if first and not mixed else []
            message = "indentation mixes tabs and spaces"
            report.error("mixed-indentation", message, at, "indent by two spaces everywhere", notes)
            told = True
    return widths


def _indent_name(character: str) -> str:
    return "tabs" if character == "\t" else "spaces"


def _runs(lines: list[_Line], widths: list[int], base: int) -> Iterator[tuple[int, int]]:
    """First line of each piece and of the next: at the base, and not going on with an `if` or `repeat`."""
    begin = 0
    repeats = False
    for n, (line, width) in enumerate(zip(lines, widths, strict=True)):
        types = [t.type for t in line.tokens[:2]]
        goes_on = (types[0] == "ELSE" and n > 0) or (types[0] == "UNTIL" and repeats and types[1:] != ["POINT"])
        if width <= base and not goes_on:
            if n:
                yield begin, n
            begin = n
            repeats = types[0] == "REPEAT"
    yield begin, len(lines)


def _blocks(lines: list[_Line], widths: list[int], base: int, place: TextPlace, report: Report) -> list[Token] | None:
    """The tokens of a piece with its blocks marked; None if a line is indented like no other."""
    from lark import Token

    made: list[Token] = []
    levels = [base]
    right = True
    for line, width in zip(lines, widths, strict=True):
        head = line.tokens[0]
        if width > levels[-1]:
            levels.append(width)
            made.append(Token.new_borrow_pos("_INDENT", "", head))
        known = list(levels)
        while width < levels[-1] and len(levels) > 1:
            levels.pop()
            made.append(Token.new_borrow_pos("_DEDENT", "", head))
        if width != levels[-1]:
            message = "the indentation matches no line above"
            report.error("indentation", message, place.token(head), f"indent it by {_choices(known)}")
            levels[-1] = width
            right = False
        made += line.tokens
        last = line.tokens[-1]
        made.append(Token("_NL", "\n", last.end_pos, last.end_line, last.end_column, last.end_line, last.end_column))
    made += [Token.new_borrow_pos("_DEDENT", "", made[-1]) for _ in levels[1:]]
    return made if right else None


def _choices(levels: list[int]) -> str:
    return " or ".join(str(n) for n in sorted(set(levels))) + " columns"
