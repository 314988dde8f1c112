"""Traversal of nodes: direct children, all descendants, a copy with changed parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar

from .expressions import Bind as Binding
from .expressions import Expr, Fold, Local, Op, Printed, Var
from .node import AnyNode
from .statements import (
    Add,
    AddAll,
    Ask,
    Attempt,
    Block,
    Break,
    Call,
    Do,
    Each,
    Fault,
    If,
    Leave,
    Let,
    Loop,
    Modify,
    NewRow,
    Note,
    Return,
    Scope,
    Stmt,
    Win,
)
from .ways import Flood, Ways

Node = Expr | Stmt
N = TypeVar("N", bound=AnyNode)


_PLAIN = {
    "int",
    "int | None",
    "str",
    "bool",
    "Rep",
    "Var",
    "Var | None",
    "Table",
    "Table | None",
    "Operation",
    "Callee",
} | {"tuple[Var, ...]", "tuple[str, ...]", "tuple[int, ...]", "tuple[int, int]"}  # as declared: these hold no nodes


class _Names(dict[type, tuple[str, ...]]):
    """The names of a node's fields that may hold nodes, as they are declared, by its class."""

    def __missing__(self, kind: Any) -> tuple[str, ...]:
        self[kind] = found = tuple(f.name for f in fields(kind) if f.type not in _PLAIN)
        return found


_names = _Names().__getitem__


def parts(node: AnyNode) -> Sequence[Node]:
    """The expressions and statements directly inside, in the order in which they are read."""
    found: list[Any] = []
    for name in _names(type(node)):
        value = getattr(node, name)
        if isinstance(value, AnyNode):
            found.append(value)
        elif isinstance(value, tuple):
            for one in value:
                if isinstance(one, AnyNode):
                    found.append(one)
                elif isinstance(one, tuple):
                    found += [inner for inner in one if isinstance(inner, AnyNode)]
    return found


def walk(node: AnyNode | Iterable[AnyNode]) -> Iterator[Node]:
    """Each node inside, itself first."""
    waiting: list[AnyNode] = [node] if isinstance(node, AnyNode) else [*reversed(tuple(node))]
    while waiting:
        one = waiting.pop()
        yield one  # type: ignore[misc]
        waiting += reversed(parts(one))


def size(node: AnyNode | Iterable[AnyNode]) -> int:
    """How many nodes there are. Notes do not count, so that units with and without them are treated alike."""
    found, waiting = 0, [node] if isinstance(node, AnyNode) else [*node]
    while waiting:
        one = waiting.pop()
        if not isinstance(one, Note):
            found += 1
            waiting += parts(one)
    return found


def mapped(node: N, change: Callable[[Any], AnyNode]) -> N:
    """The same with every node inside it, innermost first, as `change` gives it."""
    if not _names(type(node)):
        return change(node)  # type: ignore[return-value]
    made: N = change(with_parts(node, lambda part: mapped(part, change)))  # type: ignore[assignment]
    return made


def with_parts(node: N, change: Callable[[Any], AnyNode]) -> N:
    """The same with each node directly inside it as `change` gives it."""
    new: dict[str, object] = {}
    for name in _names(type(node)):
        value = getattr(node, name)
        other = _changed(value, change)
        if other is not value:
            new[name] = other
    found: Any = node
    made: N = replace(found, **new) if new else found
    return made


def _changed(value: object, change: Callable[[Any], AnyNode]) -> object:
    if isinstance(value, AnyNode):
        return change(value)
    if isinstance(value, tuple) and value:
        others = tuple(_changed(one, change) for one in value)
        return value if all(a is b for a, b in zip(value, others, strict=True)) else others
    return value


def mapped_block(block: Block, change: Callable[[Any], AnyNode]) -> Block:
    return tuple(mapped(one, change) for one in block)


def substituted(node: N, values: Mapping[Var, Expr]) -> N:
    """The same with these in place of locals."""
    return mapped(node, lambda n: values.get(n.var, n) if isinstance(n, Local) else n)


def made_by(statement: Stmt) -> tuple[Var, ...]:
    """The locals that a statement itself sets."""
    match statement:
        case Let(var) | Each(var) | Modify(var) | Add(var) | AddAll(var):
            return (var,)
        case Do(into=into) | Call(into=into):
            return () if into is None else (into,)
        case Ask(into=into) | NewRow(into=into):
            return (into,)
        case Leave(saved=saved):
            return saved
        case Ways():
            return statement.own
        case Flood(_, here, there):
            return (here, there)
    return ()


def with_made(statement: Stmt, own: Mapping[Var, Var]) -> Stmt:
    """The same that sets these locals in place of others."""
    match statement:
        case Let(var) | Each(var) | Modify(var) | Add(var) | AddAll(var):
            return replace(statement, var=own.get(var, var))
        case Do(into=into) | Call(into=into) if into is not None:
            return replace(statement, into=own.get(into, into))
        case Ask(into=into) | NewRow(into=into):
            return replace(statement, into=own.get(into, into))
        case Leave(saved=saved):
            return replace(statement, saved=tuple(own.get(var, var) for var in saved))
    return statement


def reads_locals(node: AnyNode | None) -> frozenset[Var]:
    """The locals that an expression or statement reads, but for those of its own loops."""
    if node is None:
        return frozenset()
    if isinstance(node, Local):
        return frozenset((node.var,))
    found: frozenset[Var] = frozenset().union(*map(reads_locals, parts(node)))
    if isinstance(node, Fold | Binding):
        found -= {node.var}
    if isinstance(node, Modify | Add | AddAll):
        found |= {node.var}
    return found


def printed_value(test: Expr, var: Var) -> tuple[tuple[str, str], Expr] | None:
    """The field that must be printed on a thing for a test to hold, and with which value, the same for all things."""
    match test:
        case Op(_, "==", (Printed(rep, table, Local(_, asked)), other)) | Op(
            _, "==", (other, Printed(rep, table, Local(_, asked)))
        ) if asked is var and rep.sort in ("thing", "name", "text") and var not in reads_locals(other):
            return table, other
    return None


def blocks(statement: Stmt) -> tuple[Block, ...]:
    """The blocks directly inside."""
    match statement:
        case If(_, then, other):
            return (then, other)
        case Loop(body) | Scope(body):
            return (body,)
        case Each(_, _, body):
            return (body,)
        case Attempt(body, failed):
            return (body, failed)
        case Ways(ahead=ahead, body=body):
            return (ahead, body)
    return ()


def innermost(bodies: Iterable[Block]) -> int:
    """The line of the rules whose step has most blocks around it; -1 if there is none."""
    deepest, found = 0, -1
    waiting = [(body, 1) for body in bodies]
    while waiting:
        block, depth = waiting.pop()
        for one in block:
            if depth > deepest and isinstance(rule := getattr(one, "rule", -1), int) and rule >= 0:
                deepest, found = depth, rule
            waiting += [(inner, depth + 1) for inner in blocks(one)]
    return found


def with_blocks(statement: Stmt, change: Callable[[Block], Block]) -> Stmt:
    """The same with the blocks directly inside as `change` gives them."""
    match statement:
        case If(test, then, other, quick):
            return If(test, change(then), change(other), quick)
        case Loop(body, fuel):
            return Loop(change(body), fuel)
        case Scope(body):
            return Scope(change(body))
        case Each(var, over, body):
            return Each(var, over, change(body))
        case Attempt(body, failed):
            return Attempt(change(body), change(failed))
    return statement


def breaks(block: Block) -> bool:
    """Whether a `Break` in it leaves what is around it."""
    return any(
        isinstance(one, Break) or (not isinstance(one, Loop | Each | Scope | Ways) and any(map(breaks, blocks(one))))
        for one in block
    )


def ends(block: Block) -> bool:
    """Whether nothing behind it is reached."""
    if not block:
        return False
    match block[-1]:
        case Return() | Win() | Ways() | Flood() | Break() | Fault(kind="no_value" | "refuse"):
            return True
        case Call(tail=tail):
            return tail
        case If(_, then, other):
            return ends(then) and ends(other)
        case Scope(body):
            return ends(body) and not breaks(body)
        case Loop(body):
            return not breaks(body)
    return False


def statements(block: Iterable[Stmt]) -> Iterator[Stmt]:
    """Each statement inside, those around others first."""
    for one in block:
        yield one
        for inner in blocks(one):
            yield from statements(inner)


def points(block: Iterable[Stmt]) -> list[Ask | Call]:
    """Where it may pause, in order."""
    return [n for n in statements(block) if isinstance(n, Ask) or (isinstance(n, Call) and n.point)]
