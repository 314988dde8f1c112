"""Going through a tree without knowing its nodes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any

from . import tree
from .tree import Node

_SKIPPED = {"at", "type", "ref", "cites", "local", "locals", "captures"}


@cache
def _parts(kind: str) -> tuple[str, ...]:
    return tuple(f.name for f in fields(getattr(tree, kind)) if f.name not in _SKIPPED)


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below, in the order of the text."""
    for name in _parts(type(node).__name__):
        yield from _nodes(getattr(node, name))


def _nodes(value: Any) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _nodes(item)


def walk(root: Any) -> Iterator[Node]:
    """The nodes of a tree or of a list of trees, each before those below it."""
    stack = list(_nodes(root))[::-1]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(list(children(node))[::-1])
