"""From Lark's trees to nodes: the parts that every line may have, and plain nodes built from the parts of a line in
order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, ClassVar

from ..state.tags import MOST_FACES
from . import tree
from .diagnostic import Report
from .layout import TextPlace
from .source import Span

if TYPE_CHECKING:
    from lark import Token, Tree

DEEPEST = 100  # the deepest nesting of formulas and blocks
_DIGITS = 15

NodeMaker = Callable[[Any, Any], Any]  # from a builder and a parsed value to the value for the node
ParseFormula = Callable[[str, TextPlace, Report], tree.Formula | None]


class TooDeep(Exception):
    """Formulas or blocks inside one another beyond `DEEPEST`; the parser makes a diagnostic of it."""

    def __init__(self, at: Span) -> None:
        self.at = at


class NodeBuilder:
    """Makes nodes with the places of the file. `parse_formula` reads the formulas in the braces of a text."""

    makes: ClassVar[Mapping[str, NodeMaker]]  # by grammar rule: the function that makes its node

    def __init__(self, place: TextPlace, report: Report, parse_formula: ParseFormula) -> None:
        self.place = place
        self.report = report
        self.parse_formula = parse_formula
        self._depth = 0

    def build(self, node: Any) -> Any:
        """The node of a Lark tree, made as `makes` defines for its rule."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise TooDeep(self.at(node))
        made = self.makes[node.data](self, node)
        self._depth -= 1
        return made

    def maybe(self, node: Any) -> Any:
        return None if node is None else self.build(node)

    def at(self, node: Tree[Token] | Token) -> Span:
        if not hasattr(node, "meta"):
            return self.place.token(node)
        meta = node.meta
        return self.place.span(meta.line, meta.column, meta.end_line, meta.end_column)

    # ---------------------------------------------------------------------------------------- parts of lines

    def cites(self, node: Tree[Token] | None) -> list[tree.Cite]:
        if node is None:
            return []
        return [tree.Cite(self.at(token), str(token)[1:]) for token in node.children]

    def names(self, node: Tree[Token] | None) -> list[str]:
        return [] if node is None else [str(token) for token in node.children]

    def params(self, node: Any) -> list[tree.Param]:
        if node is None:
            return []
        return [_PARAM(self, param) for param in node.children]

    def args(self, node: Tree[Token] | None) -> list[tree.Formula]:
        return [] if node is None else [self.build(item) for item in node.children]

    def block(self, node: Any) -> tree.Block:
        return [self.build(step) for step in node.children]

    def head(self, node: Any) -> tree.Head:
        return tree.Head(self.at(node), str(node.children[0]), self.names(node.children[1]))

    def number(self, token: str, at: Span) -> int:
        if len(token.lstrip("0")) > _DIGITS:
            self.report.error("number", "number too large", at, f"write at most {_DIGITS} digits")
            return 0
        return int(token)

    def pair_of_dice(self, token: Token, before: str = "") -> tuple[int, int]:
        """The numbers of dice and of faces. `before`: the number of dice, if the token does not contain it."""
        count, faces = (self.number(part, self.at(token)) for part in (before + token).split("d"))
        if not count or not faces:
            self.report.error(
                "dice", f"`{token}` rolls no dice", self.at(token), "use at least one die with at least one face"
            )
        elif count * faces > MOST_FACES:
            message = f"the total of `{token}` is too large"
            self.report.error("dice", message, self.at(token), f"use at most {MOST_FACES:,} faces in total")
            return 1, 1
        return count, faces

    # ---------------------------------------------------------------------------------------- texts

    def text(self, token: Token | None) -> tree.Text | None:
        """A text with its formulas in braces parsed; `{{` and `}}` are the braces themselves."""
        if token is None:
            return None
        raw = token[1:-1]
        parts: list[str | tree.Formula] = []
        plain = ""
        n = 0
        while n < len(raw):
            character = raw[n]
            if character not in "{}":
                plain += character
                n += 1
            elif raw[n : n + 2] in ("{{", "}}"):
                plain += character
                n += 2
            elif character == "}":
                self._brace(token, n, "`}` without `{` in this text")
                n += 1
            else:
                end = raw.find("}", n)
                if end < 0:
                    self._brace(token, n, "`{` without `}` in this text")
                    break
                if plain:
                    parts.append(plain)
                    plain = ""
                filled = self._filled(token, raw[n + 1 : end], n + 1)
                if filled is not None:
                    parts.append(filled)
                n = end + 1
        if plain:
            parts.append(plain)
        return tree.Text(self.at(token), parts)

    def some_text(self, token: Token | None) -> tree.Text:
        text = self.text(token)
        assert text is not None
        return text

    def _brace(self, token: Token, offset: int, message: str) -> None:
        at = self._inside(token, offset, 1)
        self.report.error("brace", message, at, "double a literal brace: `{{` or `}}`")

    def _filled(self, token: Token, formula: str, offset: int) -> tree.Formula | None:
        at = self._inside(token, offset, len(formula))
        if not formula.strip():
            self.report.error("brace", "missing formula between these braces", at, "double a literal brace")
            return None
        return self.parse_formula(formula, TextPlace(at.source, at.line, at.column), self.report)

    def _inside(self, token: Token, offset: int, width: int) -> Span:
        line, column = token.line or 1, (token.column or 1) + 1 + offset
        return self.place.span(line, column, line, column + width)


# ------------------------------------------------------------------------------------------------ plain nodes

# By the type of a field: how it is made of the part of the line that gives it.
_READ: dict[object, NodeMaker] = {
    "str": lambda builder, part: str(part),
    "str | None": lambda builder, part: None if part is None else str(part),
    "list[str]": NodeBuilder.names,
    "list[Cite]": NodeBuilder.cites,
    "list[Param]": NodeBuilder.params,
    "list[Formula]": NodeBuilder.args,
    "Formula": NodeBuilder.build,
    "Formula | None": NodeBuilder.maybe,
    "Call": NodeBuilder.build,
    "Proceed": NodeBuilder.build,
    "Text": NodeBuilder.some_text,
    "Text | None": NodeBuilder.text,
    "WrittenType": NodeBuilder.build,
    "WrittenType | None": NodeBuilder.maybe,
    "Block": NodeBuilder.block,
    "Head": NodeBuilder.head,
}


def plain_maker(kind: type[tree.Node]) -> NodeMaker:
    """A function that makes a node whose fields are the parts of its rule, in the same order.

    The citations of a statement or declaration end its first line. A block that is its last field follows them.
    """
    parts = [(f.name, _READ[f.type]) for f in fields(kind) if f.init and not f.kw_only and f.name != "at"]
    if issubclass(kind, tree.Statement | tree.Declaration):
        first_line = len(parts) - 1 if parts and parts[-1][1] is NodeBuilder.block else len(parts)
        parts.insert(first_line, ("cites", NodeBuilder.cites))

    def make(builder: NodeBuilder, node: Any) -> tree.Node:
        made = {name: read(builder, part) for (name, read), part in zip(parts, node.children, strict=True)}
        return kind(builder.at(node), **made)

    return make


_PARAM = plain_maker(tree.Param)
