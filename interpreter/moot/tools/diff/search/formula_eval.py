"""Evaluates formulas under chosen values of their reads; functions are inlined as far as necessary."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from itertools import combinations
from typing import Any

from ....code.typing import types
from ....code.typing.types import Type, bare, may_be_none
from ....lang import tree
from ....lang.formula_text import formula_text
from ....lang.walk import walk
from ....pack.model.bundle import CodeText
from ..structure.side import Side

WIDEST = 200  # the most values of one read
SKIPPED = {"at", "type", "ref", "cites", "otherwise_cites", "local", "locals", "captures"}
_READ = (tree.Name, tree.Call, tree.Field, tree.FieldCall, tree.Lookup, tree.Is)


class Needed(Exception):
    """The value of a read is needed."""

    def __init__(self, text: str, of: Type) -> None:
        self.text = text
        self.of = of


class Beyond(Exception):
    """Something that is not enumerated here."""


@dataclass(eq=False)
class ValueReader:
    """Reads formulas of one side. `deep`: also open functions that are the same on both sides."""

    side: Side
    differing: set[str]
    deep: bool
    functions: dict[str, tree.FunctionDecl] = field(init=False)
    modified: set[str] = field(init=False)
    acting: set[str] = field(init=False)  # formulas that do more than read
    _calls: dict[int, tuple[Any, tree.FunctionDecl]] = field(default_factory=dict)  # by node id; stores the node too
    _texts: dict[int, tuple[Any, str, set[str]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        bundle = self.side.bundle
        self.functions = {d.name: d for d in bundle.declarations if isinstance(d, tree.FunctionDecl)}
        self.acting = {d.name for d in bundle.declarations if isinstance(d, tree.ProcedureDecl | tree.ActionDecl)}
        while more := {n for n, f in self.functions.items() if set(_names(f.lines)) & self.differing} - self.differing:
            self.differing = self.differing | more
        texts = [entry.value.nodes for thing in bundle.things.values() for entry in thing.fields.values()
                 if isinstance(entry.value, CodeText)]  # fmt: skip
        self.modified = {node.head.name for node in walk([bundle.declarations, texts]) if isinstance(node, tree.Modify)}

    # -------------------------------------------------------------------------------------------- what may be read

    def domain(self, of: Type) -> list[Any]:
        """All values of a type. Raises Beyond if there are too many."""
        inner = bare(of)
        values: list[Any]
        if inner == types.BOOL:
            values = [False, True]
        elif isinstance(inner, types.Names):
            values = list(self.side.game.program.layout.names[inner.kind])
        elif isinstance(inner, types.Words):
            values = list(inner.names)
        elif isinstance(inner, types.Bounded):
            low, high = min(self._end(inner.low)), max(self._end(inner.high))
            values = list(range(low, high + 1)) if high - low < WIDEST else []
        elif isinstance(inner, types.Dice):
            values = list(range(inner.count, inner.count * inner.faces + 1))
        elif isinstance(inner, types.SetOf):
            items = self.domain(inner.item)
            if len(items) > 6:
                raise Beyond
            values = [frozenset(some) for size in range(len(items) + 1) for some in combinations(items, size)]
        else:
            raise Beyond
        if not values or len(values) > WIDEST:
            raise Beyond
        return [*values, None] if may_be_none(of) else values

    def _end(self, end: int | str) -> list[int]:
        """All values that the limit of a range may have."""
        if isinstance(end, int):
            return [end]
        if end in self.side.game.options:
            return [self._number(self.option(end))]
        found, waiting = [], [dict[str, Any]()]
        while waiting:
            known = waiting.pop()
            try:
                found.append(self._number(self.value(self.functions[end], known)))
            except Needed as needed:
                waiting += [known | {needed.text: value} for value in self.domain(needed.of)]
                if len(waiting) + len(found) > WIDEST:
                    raise Beyond from None
        return found

    @staticmethod
    def _number(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise Beyond
        return value

    def option(self, name: str) -> Any:
        told = self.side.game.options[name]
        if told in ("yes", "no"):
            return told == "yes"
        return int(told) if told.lstrip("-").isdigit() else None if told == "none" else told

    # -------------------------------------------------------------------------------------------- values

    def value(self, node: Any, known: dict[str, Any]) -> Any:
        """The value of a formula or of a function; `known` gives the reads. Raises Needed and Beyond."""
        if isinstance(node, tree.FunctionDecl):
            return self._lines(node, known, {})
        return self._of(node, known, {})

    def _lines(self, node: tree.FunctionDecl, known: dict[str, Any], local: dict[str, Any]) -> Any:
        for let in node.lets:
            local = local | {let.name: self._of(let.value, known, local)}
        for line in node.lines:
            if line.condition is None or self._of(line.condition, known, local):
                return self._of(line.value, known, local)
        raise Beyond

    def _of(self, node: Any, known: dict[str, Any], local: dict[str, Any]) -> Any:
        def of(inner: Any) -> Any:
            return self._of(inner, known, local)

        match node:
            case tree.Number() | tree.Bool():
                return node.value
            case tree.NoneValue():
                return None
            case tree.Minus():
                return -self._number(of(node.of))
            case tree.Not():
                return not of(node.of)
            case tree.And():
                return all(of(item) for item in node.items)
            case tree.Or():
                return any(of(item) for item in node.items)
            case tree.Conditional():
                return of(node.value if of(node.condition) else node.otherwise)
            case tree.Compare():
                return _compared(node.op, of(node.left), of(node.right))
            case tree.Arithmetic():
                return _computed(node.op, self._number(of(node.left)), self._number(of(node.right)))
            case tree.In():
                return of(node.item) in self._set(of(node.within))
            case tree.Range():
                return frozenset(range(self._number(of(node.low)), self._number(of(node.high)) + 1))
            case tree.ListOf():
                return frozenset(of(item) for item in node.items)
            case tree.Quantified():
                return self._quantified(node, known, local)
            case tree.Name() | tree.Call():
                return self._name_value(node, known, local)
        return self._read(node, known, local)

    def _set(self, value: Any) -> frozenset[Any]:
        if not isinstance(value, frozenset):
            raise Beyond
        return value

    def _name_value(self, node: Any, known: dict[str, Any], local: dict[str, Any]) -> Any:
        name, args = node.name, node.args if isinstance(node, tree.Call) else []
        if not args and name in local:
            return local[name]
        if not args and name in self.side.game.options:
            return self.option(name)
        of = bare(node.type) if node.type is not None else None
        if not args and isinstance(of, types.Names) and name in self.side.game.program.layout.names[of.kind]:
            return name
        if not args and isinstance(of, types.Words) and name in of.names:
            return name
        if name in ("abs", "min", "max"):
            numbers = [self._number(self._of(arg, known, local)) for arg in args]
            functions: dict[str, Callable[..., int]] = {"abs": abs, "min": min, "max": max}
            return functions[name](*numbers)
        if name == "size" and isinstance(bare(args[0].type), types.SetOf):
            return len(self._set(self._of(args[0], known, local)))
        function = self.functions.get(name)
        if function is not None and name not in self.modified and self._opens(name, node):
            return self._lines(self._opened(function, node, args), known, local)
        return self._read(node, known, local)

    def _opened(self, function: tree.FunctionDecl, node: Any, args: list[Any]) -> tree.FunctionDecl:
        """The function with a call's arguments inserted."""
        if id(node) not in self._calls:
            params = {param.name: arg for param, arg in zip(function.params, args, strict=True)}
            opened = copy.copy(function)
            opened.lets = [_with(let, params) for let in function.lets]
            opened.lines = [_with(line, params) for line in function.lines]
            self._calls[id(node)] = node, opened
        return self._calls[id(node)][1]

    def _opens(self, name: str, node: Any) -> bool:
        """Whether a call is inlined: calls of changed functions must be, and those with too many values."""
        if self.deep or self.differing & set(_names(self.functions[name])):
            return True
        try:
            self.domain(node.type)
        except Beyond:
            return True
        return name in self.differing

    def _read(self, node: Any, known: dict[str, Any], local: dict[str, Any]) -> Any:
        """A value that both sides read alike, identified by its text; local values are part of it."""
        text, names = self._what_is_read(node)
        text += "".join(f" [{name} = {local[name]}]" for name in sorted(names & set(local)))
        if text not in known:
            raise Needed(text, node.type)
        return known[text]

    def _what_is_read(self, node: Any) -> tuple[str, set[str]]:
        """The text of the read, and the names in it. Raises Beyond if it may differ, prompt each time, or fail."""
        if id(node) not in self._texts:
            names = set(_names(node))
            if not isinstance(node, _READ) or names & self.differing:
                raise Beyond
            for inner in walk(node):
                of = [inner.of] if isinstance(inner, tree.Field | tree.FieldCall | tree.Lookup) else []
                of += inner.args if isinstance(inner, tree.Call) else []
                acts = isinstance(inner, tree.Call) and inner.name in self.acting
                if (
                    acts
                    or not isinstance(inner, (*_READ, tree.Number, tree.Bool))
                    or any(may_be_none(one.type) for one in of)
                ):
                    raise Beyond
            self._texts[id(node)] = node, formula_text(node), names
        return self._texts[id(node)][1:]

    def _quantified(self, node: tree.Quantified, known: dict[str, Any], local: dict[str, Any]) -> Any:
        over = node.over
        if isinstance(over, tree.Name) and over.name in self.side.game.program.layout.names:
            items: list[Any] = list(self.side.game.program.layout.names[over.name])
        else:
            items = sorted(self._set(self._of(over, known, local)), key=str)
        held = []
        for item in items:
            inner = local | {node.name: item}
            if node.where is None or self._of(node.where, known, inner):
                held.append(self._of(node.of, known, inner) if node.of is not None else item)
        match node.quantifier:
            case "any":
                return bool(held)
            case "every":
                return all(held)
            case "count":
                return len(held)
            case "sum":
                return sum(map(self._number, held))
            case "each" if node.of is None and node.order is None:
                return frozenset(held)
        raise Beyond


def _compared(op: str, left: Any, right: Any) -> bool:
    if op in ("=", "!="):
        return bool((left == right) is (op == "="))
    if not isinstance(left, int) or not isinstance(right, int):
        raise Beyond
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[op]


def _computed(op: str, left: int, right: int) -> int:
    if op in "/%":
        if right == 0:
            raise Beyond
        return left // right if op == "/" else left % right
    return {"+": left + right, "-": left - right, "*": left * right}[op]


def _names(node: Any) -> Iterator[str]:
    for inner in walk(node):
        name = getattr(inner, "name", None)
        if isinstance(name, str):
            yield name


def _with(node: Any, params: dict[str, Any]) -> Any:
    """The tree with arguments in place of parameters."""
    if isinstance(node, list | tuple):
        return [_with(inner, params) for inner in node]
    if not isinstance(node, tree.Node):
        return node
    if isinstance(node, tree.Name) and node.name in params:
        return params[node.name]
    made = copy.copy(node)
    for one in fields(node):
        if one.name not in SKIPPED:
            setattr(made, one.name, _with(getattr(node, one.name), params))
    return made
