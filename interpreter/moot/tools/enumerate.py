"""Proves that a rule said otherwise means the same: by going through all values of what its words read.

What both sides read alike (a state, a function that is the same in both, a thing's field) is taken by what is written,
and may have any value of its type. So what is proved holds in every position, also in those that never come about; what
is not proved may still be equal, and is then searched.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields
from itertools import combinations
from typing import Any

from ..code import types
from ..code.types import Type, bare, may_be_none
from ..lang import tree
from ..lang.formula_text import formula_text
from ..lang.rule_text import rule_text
from ..lang.walk import walk
from ..pack.bundle import Bundle, CodeText
from .differences import Difference
from .hybrid import Side

MOST = 60_000  # combinations that are gone through
WIDEST = 200  # values of one thing that is read
_MODIFIED = re.compile(r"modify (\w+)")
_SKIPPED = {"at", "type", "ref", "cites", "otherwise_cites", "local", "locals", "captures"}


_READ = (tree.Name, tree.Call, tree.Field, tree.FieldCall, tree.Lookup, tree.Is)


class _Needed(Exception):
    """The value of something that is read is needed."""

    def __init__(self, text: str, of: Type) -> None:
        self.text = text
        self.of = of


class _Beyond(Exception):
    """Something that is not gone through here."""


@dataclass(frozen=True, slots=True)
class Proof:
    """So many combinations of the values of what is read, all with the same outcome."""

    combinations: int
    reads: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {"combinations": self.combinations, "reads": list(self.reads)}


def proved(a: Side, b: Side, difference: Difference, others: Iterable[Difference] = ()) -> Proof | None:
    """A proof that the rule means the same on both sides; None if there is none. `others`: what differs as well."""
    differing = {name for one in others for name in _touched(one)} | {difference.name}
    one, other = (_nodes(side.bundle, difference, text) for side, text in ((a, difference.a), (b, difference.b)))
    if one is None or other is None:
        return None
    for deep in (False, True):
        try:
            pairs = _pairs(one, other)
            ours, theirs = (_Reader(side, differing, deep) for side in (a, b))
            proofs = [_gone_through(ours, theirs, x, y) for x, y in pairs]
        except (_Beyond, RecursionError):
            continue
        if all(proof is not None for proof in proofs):
            total = sum(proof.combinations for proof in proofs if proof)
            return Proof(total, tuple(dict.fromkeys(read for proof in proofs if proof for read in proof.reads)))
    return None


def _touched(one: Difference) -> set[str]:
    """Names whose values may differ by a difference."""
    heads = set(_MODIFIED.findall(f"{one.a}\n{one.b}"))
    return {one.name, one.id.rpartition(": ")[2]} | heads


def _nodes(bundle: Bundle, difference: Difference, text: str | None) -> list[Any] | None:
    """The trees of a rule on one side."""
    title, colon, name = difference.id.partition(": ")
    if difference.sort == "card" and colon:
        entry = bundle.things[title].fields.get(name) if title in bundle.things else None
        return entry.value.nodes if entry is not None and isinstance(entry.value, CodeText) else None
    if difference.sort == "rule":
        found = [d for d in bundle.declarations if isinstance(d, tree.StandingRule) and rule_text(d) == text]
        return list(found[:1]) or None
    if difference.sort in ("function", "procedure", "phase", "action"):
        kinds = (tree.FunctionDecl, tree.ProcedureDecl, tree.ActionDecl)
        same = [d for d in bundle.declarations if isinstance(d, kinds) and d.name == difference.name]
        return list(same[:1]) or None
    return None


def _pairs(one: Any, other: Any) -> list[tuple[Any, Any]]:
    """The least formulas that differ, abreast. Raises _Beyond where something else differs."""
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        if len(one) != len(other):
            raise _Beyond
        return [pair for x, y in zip(one, other, strict=True) for pair in _pairs(x, y)]
    if isinstance(one, tree.FunctionDecl) and isinstance(other, tree.FunctionDecl):
        alike = [(p.name, type(p.declared)) for p in one.params] == [(p.name, type(p.declared)) for p in other.params]
        if not alike or type(one.result) is not type(other.result):
            raise _Beyond
        return [] if rule_text(one) == rule_text(other) else [(one, other)]
    if not isinstance(one, tree.Node) or not isinstance(other, tree.Node):
        if one != other:
            raise _Beyond
        return []
    if type(one) is type(other):
        try:
            names = [f.name for f in fields(one) if f.name not in _SKIPPED]
            return [pair for name in names for pair in _pairs(getattr(one, name), getattr(other, name))]
        except _Beyond:
            if not isinstance(one, tree.Expression):
                raise
    if isinstance(one, tree.Expression) and isinstance(other, tree.Expression):
        return [(one, other)]
    raise _Beyond


def _gone_through(ours: _Reader, theirs: _Reader, one: Any, other: Any) -> Proof | None:
    """Both formulas under all values of what they read, which are chosen as they are needed."""
    reads: dict[str, None] = {}
    count = 0
    waiting: list[dict[str, Any]] = [{}]
    while waiting:
        known = waiting.pop()
        try:
            same = ours.value(one, known) == theirs.value(other, known)
        except _Needed as needed:
            reads[needed.text] = None
            values = ours.domain(needed.of)
            if values != theirs.domain(needed.of):
                raise _Beyond from None
            waiting += [known | {needed.text: value} for value in values]
            if count + len(waiting) > MOST:
                raise _Beyond from None
            continue
        count += 1
        if not same or count > MOST:
            return None
    return Proof(count, tuple(reads))


@dataclass(eq=False)
class _Reader:
    """Reads formulas of one side. `deep`: also functions that are the same on both sides are opened."""

    side: Side
    differing: set[str]
    deep: bool
    functions: dict[str, tree.FunctionDecl] = field(init=False)
    modified: set[str] = field(init=False)
    acting: set[str] = field(init=False)  # what is not merely read
    _calls: dict[int, tuple[Any, tree.FunctionDecl]] = field(default_factory=dict)  # by id of the node, which is kept
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
        """All values of a type. Raises _Beyond where they are too many."""
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
                raise _Beyond
            values = [frozenset(some) for size in range(len(items) + 1) for some in combinations(items, size)]
        else:
            raise _Beyond
        if not values or len(values) > WIDEST:
            raise _Beyond
        return [*values, None] if may_be_none(of) else values

    def _end(self, end: int | str) -> list[int]:
        """All values that the end of a range may have."""
        if isinstance(end, int):
            return [end]
        if end in self.side.game.options:
            return [self._number(self.option(end))]
        found, waiting = [], [dict[str, Any]()]
        while waiting:
            known = waiting.pop()
            try:
                found.append(self._number(self.value(self.functions[end], known)))
            except _Needed as needed:
                waiting += [known | {needed.text: value} for value in self.domain(needed.of)]
                if len(waiting) + len(found) > WIDEST:
                    raise _Beyond from None
        return found

    @staticmethod
    def _number(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise _Beyond
        return value

    def option(self, name: str) -> Any:
        told = self.side.game.options[name]
        if told in ("yes", "no"):
            return told == "yes"
        return int(told) if told.lstrip("-").isdigit() else None if told == "none" else told

    # -------------------------------------------------------------------------------------------- values

    def value(self, node: Any, known: dict[str, Any]) -> Any:
        """The value of a formula or of a function; `known` tells what is read. Raises _Needed and _Beyond."""
        if isinstance(node, tree.FunctionDecl):
            return self._lines(node, known, {})
        return self._of(node, known, {})

    def _lines(self, node: tree.FunctionDecl, known: dict[str, Any], local: dict[str, Any]) -> Any:
        for let in node.lets:
            local = local | {let.name: self._of(let.value, known, local)}
        for line in node.lines:
            if line.condition is None or self._of(line.condition, known, local):
                return self._of(line.value, known, local)
        raise _Beyond

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
                return self._named(node, known, local)
        return self._read(node, known, local)

    def _set(self, value: Any) -> frozenset[Any]:
        if not isinstance(value, frozenset):
            raise _Beyond
        return value

    def _named(self, node: Any, known: dict[str, Any], local: dict[str, Any]) -> Any:
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
        """The function with a call's arguments put in."""
        if id(node) not in self._calls:
            params = {param.name: arg for param, arg in zip(function.params, args, strict=True)}
            opened = copy.copy(function)
            opened.lets = [_with(let, params) for let in function.lets]
            opened.lines = [_with(line, params) for line in function.lines]
            self._calls[id(node)] = node, opened
        return self._calls[id(node)][1]

    def _opens(self, name: str, node: Any) -> bool:
        """Whether a call is opened: what differs must be, and what has too many values."""
        if self.deep or self.differing & set(_names(self.functions[name])):
            return True
        try:
            self.domain(node.type)
        except _Beyond:
            return True
        return name in self.differing

    def _read(self, node: Any, known: dict[str, Any], local: dict[str, Any]) -> Any:
        """Something that both sides read alike, by what is written; local values are part of it."""
        text, names = self._written(node)
        text += "".join(f" [{name} = {local[name]}]" for name in sorted(names & set(local)))
        if text not in known:
            raise _Needed(text, node.type)
        return known[text]

    def _written(self, node: Any) -> tuple[str, set[str]]:
        """What is read, and the names in it. Raises _Beyond where it may differ, be asked anew each time, or fail."""
        if id(node) not in self._texts:
            names = set(_names(node))
            if not isinstance(node, _READ) or names & self.differing:
                raise _Beyond
            for inner in walk(node):
                of = [inner.of] if isinstance(inner, tree.Field | tree.FieldCall | tree.Lookup) else []
                of += inner.args if isinstance(inner, tree.Call) else []
                acts = isinstance(inner, tree.Call) and inner.name in self.acting
                if (
                    acts
                    or not isinstance(inner, (*_READ, tree.Number, tree.Bool))
                    or any(may_be_none(one.type) for one in of)
                ):
                    raise _Beyond
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
            case "each" if node.of is None:
                return frozenset(held)
        raise _Beyond


def _compared(op: str, left: Any, right: Any) -> bool:
    if op in ("=", "!="):
        return bool((left == right) is (op == "="))
    if not isinstance(left, int) or not isinstance(right, int):
        raise _Beyond
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[op]


def _computed(op: str, left: int, right: int) -> int:
    if op in "/%":
        if right == 0:
            raise _Beyond
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
        if one.name not in _SKIPPED:
            setattr(made, one.name, _with(getattr(node, one.name), params))
    return made
