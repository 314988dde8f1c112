"""Mutation operators: the possible changes of a formula, a step or a rule.

Each change is the smallest that makes another rule of it. A changed rule may fail to type; that is found later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from ...lang import tree
from ...pack.model.bundle import Table, YamlEntry

Role = Literal["value", "test", "whole", "while", "until", "require", "all of", "any of"]
"""The use of a formula: `value`, or a condition. A condition is the `whole` one of a line, of `while`, `until` or
`require`, a member of `and` (all of) or of `or` (any of), or another one inside a formula (test).
"""
Operator = Literal[
    "relation",
    "arithmetic",
    "constant",
    "connector",
    "negation",
    "condition",
    "member",
    "deletion",
    "direction",
    "end",
    "player",
    "cell",
]


@dataclass(frozen=True, slots=True, eq=False)
class Mutation:
    """One change of a node. `became` replaces it; None removes the step or the rule.

    Parts of `became` are those of the node: copy it before both are used.
    """

    operator: Operator
    became: tree.Formula | tree.Step | None


_BOUNDARY = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_OPPOSITE = {"<": ">=", ">=": "<", "<=": ">", ">": "<=", "=": "!=", "!=": "="}
_ARITHMETIC = {"+": "-", "-": "+", "*": "/", "/": "*", "%": "*"}
_EXTREMES = {"most": "least", "least": "most"}
_PAIRS = (("first", "last"), ("top", "bottom"), ("min", "max"), ("left_of", "right_of"))
_CALLS = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}
# Conditions that `not` may negate. Comparisons have an opposite of their own, and `not` its formula.
_NEGATED = (
    *(tree.Name, tree.Call, tree.Field, tree.FieldCall, tree.Lookup, tree.In, tree.Is, tree.Quantified),
    *(tree.And, tree.Or, tree.Conditional),
)
# Conditions that may be dropped, to be always or never true. Where it is both, `not` would be less than either.
_ALWAYS: dict[Role, tuple[bool, ...]] = {
    "whole": (True, False),
    "while": (False,),
    "until": (True,),
    "require": (True,),
    "all of": (True,),
    "any of": (False,),
}


def formula_mutations(node: tree.Formula, role: Role, players: Sequence[str] = ()) -> Iterator[Mutation]:
    """The changes of a formula itself; its parts have changes of their own. `players`: the names of the players."""
    at = node.at
    match node:
        case tree.Compare(op=op, left=left, right=right):
            for other in dict.fromkeys(filter(None, (_BOUNDARY.get(op), _OPPOSITE[op]))):
                yield Mutation("relation", tree.Compare(at, other, left, right))
        case tree.Arithmetic(op=op, left=left, right=right):
            yield Mutation("arithmetic", tree.Arithmetic(at, _ARITHMETIC[op], left, right))
        case tree.Number(value=value):
            yield Mutation("constant", tree.Number(at, value + 1))
            if value > 0:
                yield Mutation("constant", tree.Number(at, value - 1))
        case tree.Name(name=name) if name in players and len(players) > 1:
            yield Mutation("player", tree.Name(at, players[players.index(name) - 1]))
        case tree.Bool(value=holds):
            yield Mutation("constant", tree.Bool(at, not holds))
        case tree.And(items=items):
            yield Mutation("connector", tree.Or(at, items))
        case tree.Or(items=items):
            yield Mutation("connector", tree.And(at, items))
        case tree.Not(of=of) if role != "whole":
            yield Mutation("negation", of)
        case tree.Call(name=name, args=args) if name in _CALLS:
            yield Mutation("end", tree.Call(at, _CALLS[name], args))
        case tree.Quantified():
            yield from _quantifier_mutations(node)
    if role != "value" and not isinstance(node, tree.Bool):
        if isinstance(node, _NEGATED) and role != "whole":
            yield Mutation("negation", tree.Not(at, node))
        for holds in _ALWAYS.get(role, ()):
            yield Mutation("member" if role in ("all of", "any of") else "condition", tree.Bool(at, holds))


def _quantifier_mutations(node: tree.Quantified) -> Iterator[Mutation]:
    def other(word: str, where: tree.Formula | None, of: tree.Formula | None) -> Mutation:
        return Mutation("end", tree.Quantified(node.at, word, node.name, node.over, where, node.order, of))

    where, of = node.where, node.of
    match node.quantifier:
        case "any" if where is not None:
            yield other("every", None, where)
        case "every" if of is not None:
            yield other("any", of if where is None else tree.And(node.at, [where, of]), None)
        case "most" | "least":
            yield other(_EXTREMES[node.quantifier], where, of)
        case "sum":
            yield other("count", where, None)


def step_mutations(node: tree.Step) -> Iterator[Mutation]:
    """The changes of a step itself: it is left out, or goes the other way."""
    match node:
        case tree.Raise():
            yield Mutation("direction", tree.Lower(node.at, node.target, node.by, cites=node.cites))
        case tree.Lower():
            yield Mutation("direction", tree.Raise(node.at, node.target, node.by, cites=node.cites))
        case tree.Move(place="top" | "bottom" as end):
            other = "top" if end == "bottom" else "bottom"
            yield Mutation("end", tree.Move(node.at, node.thing, node.to, other, cites=node.cites))
        case tree.Let() | tree.If() | tree.Nothing() | tree.Require():
            return  # their contents are changed
        case tree.Return() if node.value is not None:
            return
    yield Mutation("deletion", None)


def cell_mutations(node: tree.Lookup, table: Table) -> Iterator[tuple[YamlEntry, str, str, Mutation]]:
    """The changes of a table's cells where it is looked up: the cell, its old and new value, and the mutation."""
    values = list(dict.fromkeys(entry.value for entry in table.cells.values() if isinstance(entry.value, str)))
    for keys, entry in table.cells.items():
        other, text = _other_cell(node, entry, values)
        if other is None or len(keys) != len(node.args):
            continue
        at = node.at
        tests: list[tree.Formula] = [
            tree.Compare(at, "=", arg, tree.Number(at, key) if isinstance(key, int) else tree.Name(at, str(key)))
            for arg, key in zip(node.args, keys, strict=True)
        ]
        condition = tests[0] if len(tests) == 1 else tree.And(at, tests)
        became = tree.Conditional(at, other, condition, node)
        place = ", ".join(map(str, keys))
        yield entry, f"{table.id}[{place}]", f"{text} at {place}", Mutation("cell", became)


def _other_cell(node: tree.Lookup, entry: YamlEntry, values: list[str]) -> tuple[tree.Formula | None, str]:
    """Another value for a cell: a number more, a total less in a set, the next word of the table."""
    at, value = node.at, entry.value
    if isinstance(value, bool):
        return tree.Bool(at, not value), "no" if value else "yes"
    if isinstance(value, int):
        return tree.Number(at, value + 1), str(value + 1)
    if isinstance(value, str) and len(values) > 1 and value in values:
        word = values[values.index(value) - 1]
        return tree.Name(at, word), word
    if isinstance(value, list) and value and all(isinstance(one.value, int) for one in value):
        less, last = [one.value for one in value[:-1]], tree.Number(at, value[-1].value)
        return tree.Arithmetic(at, "-", node, tree.ListOf(at, [last])), str(less)
    return None, ""
