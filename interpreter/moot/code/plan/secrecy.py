"""Secret settings: choices and chance whose outcome not all players may know."""

from __future__ import annotations

from collections.abc import Sequence

from ...lang import tree
from ...lang.walk import walk
from .units import Plan


def secrets(plan: Plan) -> frozenset[int]:
    """The locals and the rolls of dice, by id, that are set to states which not all see."""
    values = [node.value for node in walk(plan.bodies) if isinstance(node, tree.Set) and is_hidden(node.target)]
    named = {id(node.ref) for node in walk(values) if isinstance(node, tree.Name)}
    lets = [node.value for node in walk(plan.bodies) if isinstance(node, tree.Let) and id(node.local) in named]
    rolled = {id(node) for node in walk([*values, *lets]) if isinstance(node, tree.Roll)}
    return frozenset(named | rolled)


def sets_secret(nodes: Sequence[tree.Node]) -> bool:
    """Whether these steps change a state that not all see."""
    changes = [node for node in walk(nodes) if isinstance(node, tree.Change)]
    return any(is_hidden(node.target) for node in changes)


def is_hidden(target: tree.Expression) -> bool:
    """Whether this is a state that not all see."""
    node = getattr(target.ref, "decl", None)
    by = node.seen_by if isinstance(node, tree.StateDecl) else None
    return by is not None and not (isinstance(by, tree.Name) and by.name == "all")
