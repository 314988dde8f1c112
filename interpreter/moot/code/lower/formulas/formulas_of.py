"""The formulas that a step reads when it begins, without those of the steps inside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from ....lang import tree


def formulas_of(node: tree.Node) -> Iterator[tree.Formula]:
    """For a loop that reads its condition at the end, and for `until`: none."""
    if isinstance(node, tree.Repeat | tree.Lasting):
        return
    for field in fields(node):
        if field.name in ("at", "type", "ref", "cites", "local"):
            continue
        value = getattr(node, field.name)
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, tree.Expression):
                formula: tree.Formula = one  # type: ignore[assignment]
                yield formula
            elif isinstance(one, tree.Choice):
                yield one.over
            elif isinstance(one, tree.Branch):
                yield one.condition
            elif isinstance(one, tree.Alternative) and one.where is not None:
                yield one.where
            elif isinstance(one, tree.Require) and isinstance(node, tree.Offer):
                yield one.condition
