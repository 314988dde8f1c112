"""What is chosen for states that not all see, and so is not told to others (sentence 58 of docs/semantics.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...lang import tree
from ...lang.walk import walk
from ..plan.plan import Plan
from ..typing import symbols


@dataclass(frozen=True, slots=True)
class Secrets:
    """`locals`: by id, those to which such a state is set."""

    locals: frozenset[int]

    def holds(self, local: symbols.Local) -> bool:
        """Whether a chosen name is what such a state is set to."""
        return id(local) in self.locals

    def sets(self, steps: Sequence[tree.Node]) -> bool:
        """Whether steps set such a state."""
        return any(isinstance(n, tree.Change) and _hides(n.target) for n in walk(steps))


def find_secrets(plan: Plan) -> Secrets:
    steps = [n for n in walk(plan.bodies) if isinstance(n, tree.Set) and _hides(n.target)]
    names = [n for step in steps for n in walk(step.value) if isinstance(n, tree.Name)]
    return Secrets(frozenset(id(name.ref) for name in names))


def _hides(target: tree.Formula) -> bool:
    """Whether this is a state that not all see."""
    node = getattr(target.ref, "decl", None)
    by = node.seen_by if isinstance(node, tree.StateDecl) else None
    return by is not None and not (isinstance(by, tree.Name) and by.name == "all")
