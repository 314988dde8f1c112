"""Proofs that two versions of a rule mean the same, by exhaustion: every combination of the values that they read is
tried.

A value that both sides read alike (a state, a function that is the same in both, a thing's field) is identified by its
text, and may be any value of its type. So a proof holds in every position, including impossible ones. Rules without a
proof may still be equal, and a search follows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from operator import eq
from typing import Any

from ....lang import tree
from ....lang.rule_text import rule_text
from ....pack.model.bundle import Bundle, CodeText
from ..structure.rules import Difference
from ..structure.side import Side
from .formula_eval import SKIPPED, Beyond, Needed, ValueReader

MOST = 60_000  # the most combinations to try
_MODIFIED = re.compile(r"modify (\w+)")


@dataclass(frozen=True, slots=True)
class Proof:
    """The number of combinations of values tried, all with the same outcome."""

    combinations: int
    reads: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {"combinations": self.combinations, "reads": list(self.reads)}


def proved(a: Side, b: Side, difference: Difference, others: Iterable[Difference] = ()) -> Proof | None:
    """A proof that the rule means the same on both sides; None if there is none. `others`: the other differences."""
    if difference.sort == "rule" and (difference.a is None) != (difference.b is None):
        return _idle(a if difference.b is None else b, difference)
    differing = {name for one in others for name in _touched(one)} | {difference.name}
    one, other = (_nodes(side.bundle, difference, text) for side, text in ((a, difference.a), (b, difference.b)))
    if one is None or other is None:
        return None
    for deep in (False, True):
        try:
            pairs = _pairs(one, other)
            ours, theirs = (ValueReader(side, differing, deep) for side in (a, b))
            proofs = [_gone_through(ours, theirs, x, y) for x, y in pairs]
        except (Beyond, RecursionError):
            continue
        if all(proof is not None for proof in proofs):
            total = sum(proof.combinations for proof in proofs if proof)
            return Proof(total, tuple(dict.fromkeys(read for proof in proofs if proof for read in proof.reads)))
    return None


def _idle(side: Side, difference: Difference) -> Proof | None:
    """A proof that a standing rule of one side never acts: its condition is always false."""
    nodes = _nodes(side.bundle, difference, difference.a or difference.b)
    where = nodes[0].where if nodes else None
    if where is None:
        return None
    for deep in (False, True):
        reader = ValueReader(side, set(), deep)
        try:
            return _gone_through(reader, reader, where, None, lambda one, _: not one)
        except (Beyond, RecursionError):
            continue
    return None


def _touched(one: Difference) -> set[str]:
    """Names whose values a difference may change."""
    heads = set(_MODIFIED.findall(f"{one.a}\n{one.b}"))
    return {one.name, one.id.rpartition(": ")[2]} | heads


def _nodes(bundle: Bundle, difference: Difference, text: str | None) -> list[Any] | None:
    """The trees of a rule on one side."""
    title, colon, name = difference.id.partition(": ")
    if difference.sort == "card" and colon:
        entry = bundle.things[title].fields.get(name) if title in bundle.things else None
        return entry.value.nodes if entry is not None and isinstance(entry.value, CodeText) else None
    if difference.sort == "rule":
        found = [d for d in bundle.declarations if isinstance(d, tree.StandingRule) and rule_text(d) == text]
        return list(found[:1]) or None
    if difference.sort in ("function", "procedure", "phase", "action"):
        kinds = (tree.FunctionDecl, tree.ProcedureDecl, tree.ActionDecl)
        same = [d for d in bundle.declarations if isinstance(d, kinds) and d.name == difference.name]
        return list(same[:1]) or None
    return None


def _pairs(one: Any, other: Any) -> list[tuple[Any, Any]]:
    """The smallest formulas that differ, in pairs. Raises Beyond if something else differs."""
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        if len(one) != len(other):
            raise Beyond
        return [pair for x, y in zip(one, other, strict=True) for pair in _pairs(x, y)]
    if isinstance(one, tree.FunctionDecl) and isinstance(other, tree.FunctionDecl):
        alike = [(p.name, type(p.declared)) for p in one.params] == [(p.name, type(p.declared)) for p in other.params]
        if not alike or type(one.result) is not type(other.result):
            raise Beyond
        return [] if rule_text(one) == rule_text(other) else [(one, other)]
    if not isinstance(one, tree.Node) or not isinstance(other, tree.Node):
        if one != other:
            raise Beyond
        return []
    if type(one) is type(other):
        try:
            names = [f.name for f in fields(one) if f.name not in SKIPPED]
            return [pair for name in names for pair in _pairs(getattr(one, name), getattr(other, name))]
        except Beyond:
            if not isinstance(one, tree.Expression):
                raise
    if isinstance(one, tree.Expression) and isinstance(other, tree.Expression):
        return [(one, other)]
    raise Beyond


def _gone_through(
    ours: ValueReader, theirs: ValueReader, one: Any, other: Any, agree: Callable[[Any, Any], bool] = eq
) -> Proof | None:
    """Both formulas under all values of their reads, which are chosen as needed. `other` may be none."""
    reads: dict[str, None] = {}
    count = 0
    waiting: list[dict[str, Any]] = [{}]
    while waiting:
        known = waiting.pop()
        try:
            there = None if other is None else theirs.value(other, known)
            same = agree(ours.value(one, known), there)
        except Needed as needed:
            reads[needed.text] = None
            values = ours.domain(needed.of)
            if values != theirs.domain(needed.of):
                raise Beyond from None
            waiting += [known | {needed.text: value} for value in values]
            if count + len(waiting) > MOST:
                raise Beyond from None
            continue
        count += 1
        if not same or count > MOST:
            return None
    return Proof(count, tuple(reads))
