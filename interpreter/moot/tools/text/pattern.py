"""Patterns of code that have a phrase: `company_of(x)`, `side(x) = side(this)`, `set x.tapped to yes`.

A name of one letter, or one with a placeholder in the phrase, matches any formula; the same name twice matches the
same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, fields
from typing import Any

from ...lang import tree
from ...lang.diagnostic import Report
from ...lang.parser import parse_code
from ...lang.source import Source, Span
from ...lang.walk import walk

_SKIPPED = {"at", "type", "ref", "as_set", "cites", "local", "locals", "captures", "known_as", "reason"}
_FIELDS: dict[Any, tuple[str, ...]] = {}  # the relevant fields of each type of node
Bindings = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A tree, and the names in it that match anything."""

    root: tree.Node
    free: frozenset[str]
    weight: int  # how much of it is fixed: of two that fit, the one with more is meant

    def match(self, node: Any) -> Bindings | None:
        """The matches of its names in a piece of code; None if it does not match."""
        found: Bindings = {}
        return found if _fits(self.root, node, self.free, found) else None


def pattern(text: str, slots: Collection[str], at: Span, report: Report) -> Pattern | None:
    """The pattern of a text; None, with a diagnostic, if it cannot be read."""
    entry = (
        "steps"
        if text.startswith(("set ", "raise ", "lower ", "move ", "remove ", "run ", "return ", "win "))
        else "formula"
    )
    nodes = parse_code(entry, text, at.source, at.line, at.column, report)
    if len(nodes) != 1:
        return None
    root = nodes[0]
    names = {node.name for node in walk(root) if isinstance(node, tree.Name)}
    free = frozenset(name for name in names if len(name) == 1 or name in slots)
    fixed = sum(not (isinstance(node, tree.Name) and node.name in free) for node in walk(root))
    return Pattern(root, free, 10 * fixed - len(free))


def quiet_pattern(text: str, slots: Collection[str]) -> Pattern | None:
    """The same of a phrase that has been checked elsewhere."""
    return pattern(text, slots, Span(Source("", text), 1, 1, 1, 1), Report())


def top_of(node: Any) -> tuple[str, str]:
    """The key of patterns: the type of the node, and its main name."""
    if isinstance(node, tree.CallStatement | tree.ProceedStatement):
        node = node.call if isinstance(node, tree.CallStatement) else node.proceed
    name = getattr(node, "name", "")
    if isinstance(node, tree.Call) and not node.args:
        return "Name", name
    if isinstance(node, tree.Compare):
        name = node.op
    elif isinstance(node, tree.Change):
        name = getattr(node.target, "name", "")
    return type(node).__name__, name if isinstance(name, str) else ""


def without_casts(node: Any) -> Any:
    """A formula without the `as` around it, which no text shows."""
    while isinstance(node, tree.Cast):
        node = node.of
    return node


def same(one: Any, other: Any) -> bool:
    """Whether two pieces of code are the same."""
    return _fits(one, other, frozenset(), {})


def _fits(known: Any, node: Any, free: frozenset[str], found: Bindings) -> bool:
    node = without_casts(node)
    if isinstance(node, tree.CallStatement) and not isinstance(known, tree.CallStatement):
        node = node.call
    if isinstance(known, tree.Name) and known.name in free:
        if known.name in found:
            return same(found[known.name], node)
        found[known.name] = node
        return True
    known = without_casts(known)
    if _bare_name(known) and _bare_name(node):
        return bool(known.name == node.name)
    if type(known) is not type(node):
        return False
    if isinstance(known, list | tuple):
        return len(known) == len(node) and all(_fits(a, b, free, found) for a, b in zip(known, node, strict=True))
    if not isinstance(known, tree.Node):
        return bool(known == node)
    return all(_fits(getattr(known, name), getattr(node, name), free, found) for name in _names(known))


def _bare_name(node: Any) -> bool:
    """Whether it is a name, or a call of one with nothing."""
    return isinstance(node, tree.Name) or (isinstance(node, tree.Call) and not node.args)


def _names(node: tree.Node) -> tuple[str, ...]:
    kind: Any = type(node)
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(field.name for field in fields(kind) if field.name not in _SKIPPED)
    return _FIELDS[kind]


def pattern_names(found: Pattern) -> Iterator[tree.Node]:
    """The nodes of a pattern that name something of the rules."""
    for node in walk(found.root):
        if isinstance(node, tree.Call | tree.Field | tree.FieldCall | tree.Is) or (
            isinstance(node, tree.Name) and node.name not in found.free
        ):
            yield node
