"""From nodes back to text: types and formulas, in one canonical form."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from . import tree

# How tightly a formula binds, loosest first. A formula that binds less tightly than its position needs gets
# parentheses.
_CHAIN, _OPEN, _CLOSED, _NEGATION, _COMPARISON, _SPAN, _SUM, _PRODUCT, _UNARY, _ATOM = range(-1, 9)


def type_text(declared: tree.WrittenType | None) -> str:
    """A type as the rules write it; empty for none."""
    match declared:
        case None:
            return ""
        case tree.NamedType():
            return declared.name
        case tree.RangeType():
            return f"{declared.low}..{declared.high}"
        case tree.DiceType():
            return f"{declared.count}d{declared.faces}"
        case tree.SetType():
            return f"set of {type_text(declared.item)}"
        case tree.ListType():
            return f"list of {type_text(declared.item)}"
        case tree.OrNoneType():
            return f"{type_text(declared.of)} or none"
        case tree.WordsType():
            return ", ".join(declared.names)
        case tree.CodeType():
            inside = f"({params_text(declared.params)})" if declared.params else ""
            return declared.entry + inside + (f": {type_text(declared.result)}" if declared.result else "")
        case _:
            assert_never(declared)


def params_text(of: Iterable[tree.Param | tree.Domain]) -> str:
    """Parameters as the rules write them, without parentheses."""
    return ", ".join(f"{one.name}: {type_text(one.declared)}" for one in of)


def formula_text(node: tree.Formula) -> str:
    """A formula on one line, with no more parentheses than it needs."""
    return _within(node, _OPEN)


def closed_text(node: tree.Formula) -> str:
    """A formula in a position that admits no open quantifier: before `where`, `has`, `of` or `up to`."""
    return _within(node, _CLOSED)


def postfix_text(node: tree.Formula) -> str:
    """A formula in a position where only a tightly bound one needs no parentheses: after `by`, `to`, `set`."""
    return _within(node, _ATOM)


def span_text(node: tree.Formula) -> str:
    """A formula behind `in`."""
    return _within(node, _SPAN)


def string_text(text: tree.Text) -> str:
    """A text in its quotes."""
    parts = (part.replace("{", "{{").replace("}", "}}") if isinstance(part, str) else "{" + formula_text(part) + "}"
             for part in text.parts)  # fmt: skip
    return '"' + "".join(parts) + '"'


def call_text(name: str, args: Iterable[tree.Formula]) -> str:
    return f"{name}({', '.join(map(formula_text, args))})"


def proceed_text(node: tree.Proceed) -> str:
    return "proceed" if node.args is None else call_text("proceed", node.args)


def _within(node: tree.Formula, place: int) -> str:
    """The formula as written in a position that needs a binding of at least `place`."""
    text, binds = _text_and_binding(node, place)
    return text if binds >= place else f"({_text_and_binding(node, _OPEN)[0]})"


def _text_and_binding(node: tree.Formula, place: int) -> tuple[str, int]:
    match node:
        case tree.And() | tree.Or():
            *first, last = node.items
            word = " and " if isinstance(node, tree.And) else " or "
            open_end = place == _OPEN and _is_open(last)
            items = [*(_within(item, _NEGATION) for item in first), _within(last, _OPEN if open_end else _NEGATION)]
            return word.join(items), _OPEN if open_end else _CLOSED
        case tree.Not():
            if place == _OPEN and _is_open(node.of):
                return f"not {_within(node.of, _OPEN)}", _OPEN
            return f"not {_within(node.of, _NEGATION)}", _NEGATION
        case tree.Quantified():
            return _quantified(node), _OPEN
        case tree.Conditional():
            value, condition = _within(node.value, _OPEN), _within(node.condition, _OPEN)
            return f"{value} if {condition} otherwise {_within(node.otherwise, _CHAIN)}", _CHAIN
        case tree.Compare():
            return f"{span_text(node.left)} {node.op} {span_text(node.right)}", _COMPARISON
        case tree.In():
            return f"{span_text(node.item)} in {span_text(node.within)}", _COMPARISON
        case tree.Is():
            return f"{span_text(node.of)} is {node.name}", _COMPARISON
        case tree.Cast():
            return f"({span_text(node.of)} as {node.name})", _ATOM
        case tree.May():
            return f"{span_text(node.player)} may {string_text(node.prompt)}", _COMPARISON
        case tree.Range():
            return f"{_within(node.low, _SUM)}..{_within(node.high, _SUM)}", _SPAN
        case tree.Arithmetic():
            binds = _SUM if node.op in "+-" else _PRODUCT
            return f"{_within(node.left, binds)} {node.op} {_within(node.right, binds + 1)}", binds
        case tree.Minus():
            return f"-{_within(node.of, _UNARY)}", _UNARY
        case tree.Number():
            return (getattr(node.ref, "name", None) or str(node.value)), _ATOM  # a place is named by its number
        case tree.Bool():
            return ("yes" if node.value else "no"), _ATOM
        case tree.NoneValue():
            return "none", _ATOM
        case tree.Name():
            return node.name, _ATOM
        case tree.Text():
            return string_text(node), _ATOM
        case tree.Call():
            return call_text(node.name, node.args), _ATOM
        case tree.ListOf():
            return f"[{', '.join(map(formula_text, node.items))}]", _ATOM
        case tree.Roll():
            count = node.count if isinstance(node.count, int) else f"({formula_text(node.count)})"
            return f"roll {'each ' if node.each else ''}{count}d{node.faces}", _ATOM
        case tree.New() | tree.Literal():
            given = ", ".join(f"{name}: {formula_text(value)}" for name, value in node.given)
            return f"{'new ' if isinstance(node, tree.New) else ''}{node.kind}({given})", _ATOM
        case tree.Pending():
            whose = f" for {postfix_text(node.player)}" if node.player is not None else ""
            return f"pending {call_text(node.call.name, node.call.args)}{whose}", _UNARY
        case tree.Proceed():
            return proceed_text(node), _ATOM
        case tree.Field():
            return f"{postfix_text(node.of)}.{node.name}", _ATOM
        case tree.FieldCall():
            return f"{postfix_text(node.of)}.{call_text(node.name, node.args)}", _ATOM
        case tree.Lookup():
            return f"{postfix_text(node.of)}[{', '.join(map(formula_text, node.args))}]", _ATOM
        case _:
            assert_never(node)


def _is_open(node: tree.Formula) -> bool:
    """Whether the formula ends in a quantifier that may come last without parentheses."""
    return isinstance(node, tree.Quantified) or (isinstance(node, tree.Not) and _is_open(node.of))


def _quantified(node: tree.Quantified) -> str:
    text = f"{node.quantifier} {node.name} in {span_text(node.over)}"
    if node.where is not None:
        is_last = node.order is None and node.of is None
        text += f" where {(formula_text if is_last else closed_text)(node.where)}"
    if node.order is not None:
        text += f" ordered by {(formula_text if node.of is None else closed_text)(node.order)}"
    if node.of is not None:
        text += f" {'has' if node.quantifier == 'every' else 'of'} {formula_text(node.of)}"
    return text
