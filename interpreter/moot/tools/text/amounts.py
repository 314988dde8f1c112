"""Amounts that are added, with what they depend on: `+2 if an Orc is in play`, `-2 prowess, or -4 if it rains`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...lang import tree
from .nouns import inlined, list_words, np
from .scope import Writer


def signed(node: Any, turned: bool = False) -> str:
    """A plain number with its sign, or with the other one; empty if it is none."""
    minus = isinstance(node, tree.Minus)
    number = node.of if minus else node
    if not isinstance(number, tree.Number):
        return ""
    return f"{'-' if (minus or number.value < 0) != turned else '+'}{abs(number.value)}"


def is_zero(node: Any) -> bool:
    return isinstance(node, tree.Number) and node.value == 0


def terms(w: Writer, node: Any) -> str:
    """A sum of numbers that each depend on something: `+2 if …, and -2 if …`. Empty if it is another formula."""
    made = _terms(w, node, False)
    return list_words(w, made, "and") if made else ""


def _terms(w: Writer, node: Any, turned: bool) -> list[str]:
    node = inlined(w, node)
    if isinstance(node, tree.Arithmetic) and node.op in "+-":
        one = _terms(w, node.left, turned)
        other = _terms(w, node.right, turned != (node.op == "-"))
        return [*one, *other] if one and other else []
    if not isinstance(node, tree.Conditional):
        return []
    number, rest = signed(inlined(w, node.value), turned), inlined(w, node.otherwise)
    text = w.construct("amount_if", n=number, c=w.condition(node.condition, True)) if number else ""
    if not number or is_zero(rest):
        return [text] if number else []
    others = _terms(w, rest, turned)
    if len(others) != 1:
        return []
    return [w.construct("amount_else", a=text, b=others[0])]


def changed_by(w: Writer, phrase: str, values: dict[str, Any], by: Any) -> str:
    """The amount that a rule adds, if it depends on something or has a limit. Empty for a plain number or a formula."""
    if isinstance(by, tree.Conditional):
        number, other = signed(inlined(w, by.value)), signed(inlined(w, by.otherwise))
        if not number or not other:
            return ""
        if is_zero(by.otherwise):
            does = w.fill(phrase, {**values, "by": number})
            return w.construct("as_long_as", does=does, c=w.condition(by.condition, True))
        does = w.fill(phrase, {**values, "by": other})
        return w.construct("or_amount", does=does, n=number, c=w.condition(by.condition, True))
    found = w.book.find("values", by)
    if found is None or "limit" not in found[0].forms:
        return ""
    entry, bound = found
    number = signed(bound.get(entry.forms.get("amount", "")))
    if not number:
        return ""
    does = w.fill(phrase, {**values, "by": number})
    return w.construct("limited", does=does, limit=w.fill(entry.forms["limit"], bound))


def of_value(w: Writer, node: Any, value: Callable[[], str]) -> str:
    """The change of a value that is halved, emptied, or loses some of its members; empty for another formula."""
    if isinstance(node, tree.ListOf) and not node.items:
        return w.construct("emptied", value=value())
    lost: list[str] = []
    while isinstance(node, tree.Arithmetic) and node.op == "-" and isinstance(inlined(w, node.right), tree.ListOf):
        lost[:0] = [w.construct("one_lost", a=np(w, item)) for item in inlined(w, node.right).items]
        node = inlined(w, node.left)
    if lost and _is_value(node):
        return w.construct("loses", value=value(), n=list_words(w, lost, "and"))
    if isinstance(node, tree.Arithmetic) and node.op == "/" and getattr(node.right, "value", 0) == 2:
        return w.construct("halved", value=value()) if _is_value(inlined(w, node.left)) else ""
    return ""


def _is_value(node: Any) -> bool:
    return isinstance(node, tree.Name) and node.name == "value"
