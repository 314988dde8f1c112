"""From Lark's trees to nodes: formulas, and types as they are written."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from . import tree
from .build_node import NodeBuilder, NodeMaker, plain_maker

_PLAIN: dict[str, type[tree.WrittenType | tree.Formula]] = {
    "named": tree.NamedType,
    "set_of": tree.SetType,
    "list_of": tree.ListType,
    "or_none": tree.OrNoneType,
    "none": tree.NoneValue,
    "name": tree.Name,
    "callee": tree.Call,
    "list": tree.ListOf,
    "pending": tree.Pending,
    "field_of": tree.Field,
    "lookup": tree.Lookup,
    "range": tree.Range,
    "member_of": tree.In,
    "is_a": tree.Is,
    "cast": tree.Cast,
    "may": tree.May,
    "negation": tree.Not,
    "conditional": tree.Conditional,
}
_DIE = re.compile("d[0-9]+")
_WORDS = ("count", "each", "sum", "most", "least")
_QUANTIFIERS = {"any_of": "any", "every_of": "every"} | {word: word for word in _WORDS}


def _quantified(quantifier: str) -> NodeMaker:
    def make(builder: NodeBuilder, node: Any) -> tree.Quantified:
        name, over, where, *more = node.children
        order = more.pop(0) if quantifier == "each" and more else None
        parts = map(builder.maybe, (over, where, order, more[0] if more else None))
        return tree.Quantified(builder.at(node), quantifier, str(name), *parts)

    return make


class FormulaBuilder(NodeBuilder):
    """Makes the nodes of types and formulas."""

    # ---------------------------------------------------------------------------------------- types

    def _range_of(self, node: Any) -> tree.RangeType:
        low, high = (self._bound(bound) for bound in node.children)
        return tree.RangeType(self.at(node), low, high)

    def _bound(self, node: Any) -> int | str:
        *sign, end = node.children
        if end.type == "NAME":
            return str(end)
        value = self.number(str(end), self.at(node))
        return -value if sign and sign[0] == "-" else value

    def _dice(self, node: Any) -> tree.DiceType:
        return tree.DiceType(self.at(node), *self.pair_of_dice(node.children[0]))

    def _words(self, node: Any) -> tree.WordsType:
        return tree.WordsType(self.at(node), self.names(node))

    def _code(self, node: Any) -> tree.CodeType:
        name, params, result = node.children
        if name not in ("steps", "standing", "formula"):
            message = f"unknown code type `{name}`"
            self.report.error("code-type", message, self.at(name), "write `steps`, `standing` or `formula`")
        return tree.CodeType(self.at(node), str(name), self.params(params), self.maybe(result))

    # ---------------------------------------------------------------------------------------- formulas

    def _number(self, node: Any) -> tree.Number:
        return tree.Number(self.at(node), self.number(str(node.children[0]), self.at(node)))

    def _signed(self, node: Any) -> tree.Formula:
        sign, of = node.children
        made: tree.Formula = self.build(of)
        return tree.Minus(self.at(node), made) if sign == "-" else made

    def _roll(self, node: Any) -> tree.Roll:
        first, *die = node.children
        each = node.data == "roll_each"
        if not die:
            return tree.Roll(self.at(node), *self.pair_of_dice(first), each)
        count = self.build(first)
        if not _DIE.fullmatch(die[0]):
            message = f"`{die[0]}` is not a die"
            hint = "after the number of dice write `d` and the number of faces: `roll (n)d6`"
            self.report.error("dice", message, self.at(die[0]), hint)
            return tree.Roll(self.at(node), count, 1, each)
        return tree.Roll(self.at(node), count, self.pair_of_dice(die[0], "1")[1], each)

    def _new(self, node: Any) -> tree.New:
        kind, *given = node.children
        return tree.New(self.at(node), str(kind), self._given(given))

    def _literal(self, node: Any) -> tree.Literal:
        kind, *given = node.children
        return tree.Literal(self.at(node), str(kind), self._given(given))

    def _given(self, parts: list[Any]) -> list[tuple[str, tree.Formula]]:
        return [(str(part.children[0]), self.build(part.children[1])) for part in parts if part is not None]

    def _proceed(self, node: Any) -> tree.Proceed:
        return tree.Proceed(self.at(node), self.args(node.children[0]) if node.children else None)

    def _field_call(self, node: Any) -> tree.FieldCall:
        of, callee = node.children
        name, args = callee.children
        return tree.FieldCall(self.at(node), self.build(of), str(name), self.args(args))

    def _arithmetic(self, node: Any) -> tree.Arithmetic:
        left, op, right = node.children
        return tree.Arithmetic(self.at(node), str(op), self.build(left), self.build(right))

    def _compare(self, node: Any) -> tree.Compare:
        left, op, right = node.children
        return tree.Compare(self.at(node), str(op), self.build(left), self.build(right))

    def _conjunction(self, node: Any) -> tree.And:
        return tree.And(self.at(node), self._joined(node))

    def _disjunction(self, node: Any) -> tree.Or:
        return tree.Or(self.at(node), self._joined(node))

    def _joined(self, node: Any) -> list[tree.Formula]:
        """`a and b and c` is one node with three items."""
        items: list[Any] = []
        first = node
        while first.data == node.data:
            first, last = first.children
            items.append(last)
        return [self.build(item) for item in [first, *reversed(items)]]

    makes: ClassVar[dict[str, NodeMaker]] = {
        **{rule: plain_maker(kind) for rule, kind in _PLAIN.items()},
        **{rule: _quantified(word) for rule, word in _QUANTIFIERS.items()},
        "range_of": _range_of,
        "dice": _dice,
        "words": _words,
        "code": _code,
        "number": _number,
        "text": lambda builder, node: builder.some_text(node.children[0]),
        "yes": lambda builder, node: tree.Bool(builder.at(node), True),
        "no": lambda builder, node: tree.Bool(builder.at(node), False),
        "signed": _signed,
        "roll": _roll,
        "roll_each": _roll,
        "new": _new,
        "literal": _literal,
        "proceed": _proceed,
        "field_call": _field_call,
        "arithmetic": _arithmetic,
        "compare": _compare,
        "conjunction": _conjunction,
        "disjunction": _disjunction,
    }
