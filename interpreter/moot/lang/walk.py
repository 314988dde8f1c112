"""Going through a tree without knowing its nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from operator import attrgetter
from typing import Any

from .tree import Block, Node

_SKIPPED = {"at", "type", "ref", "cites", "doc", "local", "locals", "captures", "known_as"}
_PLAIN = {"str", "int", "bool", "str | None", "int | str", "list[str]"}  # as declared: these hold no nodes


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below, in the order of the text."""
    below = list(_PARTS[type(node)](node))
    while below:
        value = below.pop()
        if isinstance(value, Node):
            yield value
        else:
            below += _PARTS[type(value)](value)


def walk(root: Any, closed: type[Node] | None = None) -> Iterator[Node]:
    """The nodes of a tree or of a list of trees, each before those below it. `closed`: of these nodes not what is below
    them.
    """
    stack = [root]
    while stack:
        value = stack.pop()
        kind = type(value)
        if kind is list:
            stack += value[::-1]
            continue
        parts = _PARTS[kind]
        if parts is not _nothing:
            if parts is not _items:
                yield value
            if parts is not _leaf and kind is not closed:
                stack += parts(value)


def blocks(node: Node) -> Iterator[Block]:
    """The blocks of steps that a node holds, in the order of the text. Those of branches belong to the branches."""
    for name in _BLOCKS[type(node)]:
        block: Block | None = getattr(node, name)
        if block is not None:
            yield block


class _Blocks(dict[type[Node], list[str]]):
    """By type: the names of its blocks."""

    def __missing__(self, kind: type[Node]) -> list[str]:
        self[kind] = [f.name for f in fields(kind) if f.type in ("Block", "Block | None")]
        return self[kind]


class _Parts(dict[type, Callable[[Any], Iterable[Any]]]):
    """By type: a function that returns the direct parts of a value, last first."""

    def __missing__(self, kind: type) -> Callable[[Any], Iterable[Any]]:
        if issubclass(kind, Node):
            names = [f.name for f in fields(kind) if f.name not in _SKIPPED and f.type not in _PLAIN]
            self[kind] = _getter(names[::-1])
        else:
            self[kind] = _items if issubclass(kind, list | tuple) else _nothing
        return self[kind]


def _getter(names: list[str]) -> Callable[[Any], Iterable[Any]]:
    if not names:
        return _leaf
    get: Callable[[Any], Any] = attrgetter(*names)
    return get if len(names) > 1 else lambda node: (get(node),)


def _items(value: Any) -> Iterable[Any]:
    last_first: Iterable[Any] = reversed(value)
    return last_first


def _leaf(value: Any) -> Iterable[Any]:
    return ()


def _nothing(value: Any) -> Iterable[Any]:
    return ()


_PARTS = _Parts()
_BLOCKS = _Blocks()
