"""A piece of a text without the line that holds a mistake, so that what follows in it can be read as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .parse_tables import LAYOUT
from .syntax_errors import TokenTrial

if TYPE_CHECKING:
    from lark import Lark, Token


def skip_line(lark: Lark, entry: str, piece: list[Token], n: int) -> tuple[list[Token], int] | None:
    """The piece without the line of token `n` and the block below it, and the number of the token now in its place.

    Where a step was expected, `nothing` takes the line's place. None if the line cannot be removed: it is the first
    one, or not a line.
    """
    from lark import Token

    if n >= len(piece) or piece[n].type == "_DEDENT":
        return None
    start = n
    while piece[n].type != "_INDENT" and start > 0 and piece[start - 1].type not in LAYOUT:
        start -= 1
    if start == 0:
        return None
    end = n if piece[n].type == "_INDENT" else _next_line(piece, n)
    if end < len(piece) and piece[end].type == "_INDENT":
        end = _behind_block(piece, end)
    filled = []
    if "NOTHING" in TokenTrial(lark, entry, piece).expected(start):
        filled = [
            Token.new_borrow_pos("NOTHING", "nothing", piece[start]),
            Token.new_borrow_pos("_NL", "", piece[start]),
        ]
    return [*piece[:start], *filled, *piece[end:]], start + len(filled)


def _next_line(piece: list[Token], n: int) -> int:
    while piece[n].type != "_NL":
        n += 1
    return n + 1


def _behind_block(piece: list[Token], n: int) -> int:
    depth = 0
    while True:
        depth += {"_INDENT": 1, "_DEDENT": -1}.get(piece[n].type, 0)
        n += 1
        if depth == 0:
            return n
