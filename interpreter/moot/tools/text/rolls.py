"""Dice of a formula are mentioned before it is read: `roll two dice and add 2`; from then on, `the result`."""

from __future__ import annotations

from typing import Any

from ...lang import tree
from ...lang.walk import children, walk
from .nouns import dice
from .pattern import without_casts
from .scope import Writer


def hoist(w: Writer, node: Any) -> list[str]:
    """Sentences for what a formula rolls, before it is read."""
    node = without_casts(node)
    if isinstance(node, tree.Not | tree.And | tree.Or | tree.Compare | tree.Conditional):
        return [text for part in children(node) for text in hoist(w, part)]
    if not any(isinstance(one, tree.Roll) for one in walk(node)):
        return []
    if isinstance(node, tree.Roll):
        w.results[id(node)] = w.construct("result")
        return [w.construct("roll", dice=dice(w, node))]
    if isinstance(node, tree.Arithmetic) and node.op in "+-":
        rolled, other = node.left, node.right
        if node.op == "+" and any(isinstance(one, tree.Roll) for one in walk(other)):
            rolled, other = other, rolled
        made = hoist(w, rolled)
        if made:
            *first, last = made
            last += w.construct("roll_add" if node.op == "+" else "roll_subtract", n=other)
            w.results[id(node)] = w.construct("result")
            return [*first, last]
    return [text for part in children(node) for text in hoist(w, part)]
