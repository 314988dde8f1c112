"""Going through a tree without knowing its nodes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any

from .tree import Node

_SKIPPED = {"at", "type", "ref", "cites", "local", "locals", "captures"}
_PLAIN = {"str", "int", "bool", "str | None", "int | str", "list[str]"}  # as declared: these hold no nodes


@cache
def _parts(kind: type[Node]) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind) if f.name not in _SKIPPED and f.type not in _PLAIN)


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below, in the order of the text."""
    return iter(_below(node))


def _below(node: Node) -> list[Node]:
    found: list[Node] = []
    for name in _parts(type(node)):  # type: ignore[arg-type]
        value = getattr(node, name)
        if isinstance(value, Node):
            found.append(value)
        elif value:
            _collect(value, found)
    return found


def _collect(value: Any, found: list[Node]) -> None:
    """The nodes that a value is or lists are put behind those that are found."""
    if isinstance(value, Node):
        found.append(value)
    elif isinstance(value, (list, tuple)):
        for item in value:
            _collect(item, found)


def walk(root: Any) -> Iterator[Node]:
    """The nodes of a tree or of a list of trees, each before those below it."""
    stack: list[Node] = []
    _collect(root, stack)
    stack.reverse()
    while stack:
        node = stack.pop()
        yield node
        below = _below(node)
        below.reverse()
        stack += below
