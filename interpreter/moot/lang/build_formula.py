"""From Lark's trees to nodes: formulas, types, and what every line may have (names, citations, parameters)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import tree
from .diagnostic import Report
from .layout import Place
from .source import Span

if TYPE_CHECKING:
    from lark import Token, Tree

DEEPEST = 100  # how many formulas and blocks may stand inside one another
_DIGITS = 15

MOST_FACES = 5_000  # on all dice of a throw: what they may show is counted out
ParseFormula = Callable[[str, Place, Report], tree.Formula | None]


class TooDeep(Exception):
    """Formulas or blocks inside one another beyond `DEEPEST`; the parser makes a diagnostic of it."""

    def __init__(self, at: Span) -> None:
        self.at = at


class FormulaBuilder:
    """Makes nodes with the places of the file. `parse_formula` reads the formulas in the braces of a text."""

    def __init__(self, place: Place, report: Report, parse_formula: ParseFormula) -> None:
        self.place = place
        self.report = report
        self.parse_formula = parse_formula
        self._depth = 0

    def build(self, node: Any) -> Any:
        """The node of a Lark tree, made by the method `make_` with the name of its rule."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise TooDeep(self.at(node))
        made = getattr(self, "make_" + node.data)(node)
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
        return [tree.Param(self.at(p), str(p.children[0]), self.build(p.children[1])) for p in node.children]

    def args(self, node: Tree[Token] | None) -> list[tree.Formula]:
        return [] if node is None else [self.build(item) for item in node.children]

    def head(self, node: Any) -> tree.Head:
        return tree.Head(self.at(node), str(node.children[0]), self.names(node.children[1]))

    def number(self, token: str, at: Span) -> int:
        if len(token.lstrip("0")) > _DIGITS:
            self.report.error("number", "this number is too large", at, f"at most {_DIGITS} digits")
            return 0
        return int(token)

    def pair_of_dice(self, token: Token) -> tuple[int, int]:
        count, faces = (self.number(part, self.at(token)) for part in token.split("d"))
        if not count or not faces:
            self.report.error(
                "dice", f"`{token}` throws nothing", self.at(token), "there must be a die, and it must have faces"
            )
        elif count * faces > MOST_FACES:
            message = f"`{token}` shows more than can be counted"
            self.report.error("dice", message, self.at(token), f"at most {MOST_FACES:,} faces on all dice together")
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
                self._brace(token, n, "`}` closes nothing in this text")
                n += 1
            else:
                end = raw.find("}", n)
                if end < 0:
                    self._brace(token, n, "`{` is not closed in this text")
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

    def _brace(self, token: Token, offset: int, message: str) -> None:
        at = self._inside(token, offset, 1)
        self.report.error("brace", message, at, "for the brace itself write it twice: `{{` or `}}`")

    def _filled(self, token: Token, formula: str, offset: int) -> tree.Formula | None:
        at = self._inside(token, offset, len(formula))
        if not formula.strip():
            self.report.error("brace", "there is no formula in these braces", at, "for the brace itself write it twice")
            return None
        return self.parse_formula(formula, Place(at.source, at.line, at.column), self.report)

    def _inside(self, token: Token, offset: int, width: int) -> Span:
        line, column = token.line or 1, (token.column or 1) + 1 + offset
        return self.place.span(line, column, line, column + width)

    # ---------------------------------------------------------------------------------------- types

    def make_named(self, node: Any) -> tree.NamedType:
        return tree.NamedType(self.at(node), str(node.children[0]))

    def make_range_of(self, node: Any) -> tree.RangeType:
        low, high = (self._bound(bound) for bound in node.children)
        return tree.RangeType(self.at(node), low, high)

    def _bound(self, node: Any) -> int | str:
        *sign, end = node.children
        if end.type == "NAME":
            return str(end)
        value = self.number(str(end), self.at(node))
        return -value if sign and sign[0] == "-" else value

    def make_dice(self, node: Any) -> tree.DiceType:
        return tree.DiceType(self.at(node), *self.pair_of_dice(node.children[0]))

    def make_set_of(self, node: Any) -> tree.SetType:
        return tree.SetType(self.at(node), self.build(node.children[0]))

    def make_list_of(self, node: Any) -> tree.ListType:
        return tree.ListType(self.at(node), self.build(node.children[0]))

    def make_or_none(self, node: Any) -> tree.OrNoneType:
        return tree.OrNoneType(self.at(node), self.build(node.children[0]))

    def make_words(self, node: Any) -> tree.WordsType:
        return tree.WordsType(self.at(node), self.names(node))

    def make_code(self, node: Any) -> tree.CodeType:
        name, params, result = node.children
        if name not in ("steps", "standing", "formula"):
            message = f"`{name}` is no sort of code"
            self.report.error("code-type", message, self.at(name), "code in data is `steps`, `standing` or `formula`")
        return tree.CodeType(self.at(node), str(name), self.params(params), self.maybe(result))

    # ---------------------------------------------------------------------------------------- formulas

    def make_number(self, node: Any) -> tree.Number:
        return tree.Number(self.at(node), self.number(str(node.children[0]), self.at(node)))

    def make_text(self, node: Any) -> tree.Formula:
        text = self.text(node.children[0])
        assert text is not None
        return text

    def make_name(self, node: Any) -> tree.Name:
        return tree.Name(self.at(node), str(node.children[0]))

    def make_yes(self, node: Any) -> tree.Bool:
        return tree.Bool(self.at(node), True)

    def make_no(self, node: Any) -> tree.Bool:
        return tree.Bool(self.at(node), False)

    def make_none(self, node: Any) -> tree.NoneValue:
        return tree.NoneValue(self.at(node))

    def make_signed(self, node: Any) -> tree.Formula:
        sign, of = node.children
        made: tree.Formula = self.build(of)
        return tree.Minus(self.at(node), made) if sign == "-" else made

    def make_callee(self, node: Any) -> tree.Call:
        name, args = node.children
        return tree.Call(self.at(node), str(name), self.args(args))

    def make_list(self, node: Any) -> tree.ListOf:
        return tree.ListOf(self.at(node), self.args(node.children[0]))

    def make_roll(self, node: Any) -> tree.Roll:
        return tree.Roll(self.at(node), *self.pair_of_dice(node.children[0]))

    def make_new(self, node: Any) -> tree.New:
        kind, *given = node.children
        pairs = [(str(g.children[0]), self.build(g.children[1])) for g in given if g is not None]
        return tree.New(self.at(node), str(kind), pairs)

    def make_pending(self, node: Any) -> tree.Pending:
        return tree.Pending(self.at(node), self.build(node.children[0]))

    def make_proceed(self, node: Any) -> tree.Proceed:
        return tree.Proceed(self.at(node), self.args(node.children[0]) if node.children else None)

    def make_field_of(self, node: Any) -> tree.Field:
        of, name = node.children
        return tree.Field(self.at(node), self.build(of), str(name))

    def make_field_call(self, node: Any) -> tree.FieldCall:
        of, callee = node.children
        name, args = callee.children
        return tree.FieldCall(self.at(node), self.build(of), str(name), self.args(args))

    def make_lookup(self, node: Any) -> tree.Lookup:
        of, args = node.children
        return tree.Lookup(self.at(node), self.build(of), self.args(args))

    def make_arithmetic(self, node: Any) -> tree.Arithmetic:
        left, op, right = node.children
        return tree.Arithmetic(self.at(node), str(op), self.build(left), self.build(right))

    def make_range(self, node: Any) -> tree.Range:
        low, high = node.children
        return tree.Range(self.at(node), self.build(low), self.build(high))

    def make_compare(self, node: Any) -> tree.Compare:
        left, op, right = node.children
        return tree.Compare(self.at(node), str(op), self.build(left), self.build(right))

    def make_member_of(self, node: Any) -> tree.In:
        item, within = node.children
        return tree.In(self.at(node), self.build(item), self.build(within))

    def make_is_a(self, node: Any) -> tree.Is:
        of, name = node.children
        return tree.Is(self.at(node), self.build(of), str(name))

    def make_may(self, node: Any) -> tree.May:
        player, prompt = node.children
        text = self.text(prompt)
        assert text is not None
        return tree.May(self.at(node), self.build(player), text)

    def make_negation(self, node: Any) -> tree.Not:
        return tree.Not(self.at(node), self.build(node.children[0]))

    def make_conjunction(self, node: Any) -> tree.And:
        return tree.And(self.at(node), self._joined(node))

    def make_disjunction(self, node: Any) -> tree.Or:
        return tree.Or(self.at(node), self._joined(node))

    def _joined(self, node: Any) -> list[tree.Formula]:
        """`a and b and c` is one node with three items."""
        items: list[Any] = []
        first = node
        while first.data == node.data:
            first, last = first.children
            items.append(last)
        return [self.build(item) for item in [first, *reversed(items)]]

    def _quantified(self, node: Any, quantifier: str) -> tree.Quantified:
        name, over, where, *of = node.children
        value = self.build(of[0]) if of else None
        return tree.Quantified(self.at(node), quantifier, str(name), self.build(over), self.maybe(where), value)

    def make_any_of(self, node: Any) -> tree.Quantified:
        return self._quantified(node, "any")

    def make_every_of(self, node: Any) -> tree.Quantified:
        return self._quantified(node, "every")

    def make_count(self, node: Any) -> tree.Quantified:
        return self._quantified(node, "count")

    def make_each(self, node: Any) -> tree.Quantified:
        return self._quantified(node, "each")

    def make_sum(self, node: Any) -> tree.Quantified:
        return self._quantified(node, "sum")

    def make_most(self, node: Any) -> tree.Quantified:
        return self._quantified(node, "most")

    def make_least(self, node: Any) -> tree.Quantified:
        return self._quantified(node, "least")
