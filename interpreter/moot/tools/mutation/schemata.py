"""Mutant schemata: many mutants in one program, each guarded by a state that says which of them is active.

a < b becomes (a <= b if mutant = 7 else a < b)

So one compilation serves hundreds of mutants. While the state is 0, the rules are unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import fields
from typing import TypeVar

from ...lang import tree
from ...lang.source import NOWHERE, Span
from ...pack.model.bundle import Bundle
from .mutants import MutantKey, Slot
from .operators import Mutation

STATE = "mutant on"  # the name of the state; with a blank, so that no rules can have it

T = TypeVar("T")


def write_schemata(bundle: Bundle, slots: Iterable[Slot], numbers: Mapping[MutantKey, int]) -> None:
    """Write the mutants that have numbers, from 1 on, into the trees of a bundle that nothing has typed."""
    chosen = [slot for slot in slots if slot.mutant.key in numbers]
    changes: dict[int, dict[int, Mutation]] = {}
    for slot in chosen:  # all are copied before one is written, so that each is a change of the rules as they were
        mutation = Mutation(slot.mutation.operator, _cloned(slot.mutation.became))
        changes.setdefault(id(slot.node), {})[numbers[slot.mutant.key]] = mutation
    for slot in reversed(chosen):
        guarded = changes.pop(id(slot.node), None)
        if guarded is not None:
            slot.put(_with_guards(slot.node, guarded))
    number = tree.NamedType(NOWHERE, "number")
    state = tree.StateDecl(NOWHERE, STATE, [], number, tree.Number(NOWHERE, 0), None, None, None)
    bundle.declarations.append(state)


def _with_guards(node: tree.Node, changes: Mapping[int, Mutation]) -> tree.Node:
    """The replacement of a node: for a rule, its condition."""
    if isinstance(node, tree.Expression):
        return _formula(node, changes)  # type: ignore[arg-type]
    if isinstance(node, tree.StandingRule):
        (number,) = changes
        return _is_on(node.at, number, "!=")
    at, cites = node.at, node.cites  # type: ignore[attr-defined]
    branches = []
    for number, mutation in changes.items():
        step = mutation.became if mutation.became is not None else tree.Nothing(at)
        branches.append(tree.Branch(at, _is_on(at, number), [], [step]))  # type: ignore[list-item]
    return tree.If(at, branches, [node], [], cites=cites)  # type: ignore[list-item]


def _formula(node: tree.Formula, changes: Mapping[int, Mutation]) -> tree.Formula:
    found = node
    for number, mutation in reversed([*changes.items()]):
        assert isinstance(mutation.became, tree.Expression)
        found = tree.Conditional(node.at, mutation.became, _is_on(node.at, number), found)
    return found


def _is_on(at: Span, number: int, op: str = "=") -> tree.Formula:
    return tree.Compare(at, op, tree.Name(at, STATE), tree.Number(at, number))


def _cloned(value: T) -> T:
    """A copy of a tree with nodes of its own; its places are shared."""
    if isinstance(value, list | tuple):
        return type(value)(map(_cloned, value))
    if not isinstance(value, tree.Node):
        return value
    made = copy(value)
    for part in fields(value):
        held = getattr(value, part.name)
        if isinstance(held, tree.Node | list | tuple):
            setattr(made, part.name, _cloned(held))
    return made
