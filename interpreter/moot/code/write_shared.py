"""Values that two changes in a row read: the second takes what the first has found, if that is sure to be the same."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..lang import tree
from ..lang.walk import walk
from .build import Build
from .typing import symbols, types

if TYPE_CHECKING:
    from .write_statement import StatementWriter

# A function that rules in play may modify, with names for arguments; else what it is while they do not.
_MODIFIED = re.compile(r"\(f_(\w+)\(S(?:, \w+)*\) if S\.live\[\d+\] else [\w\[\]]+\)")
_PERHAPS = re.compile(r" (if|and|or|for) ")


def share(writer: StatementWriter, node: tree.Raise | tree.Lower, amount: str) -> str:
    """The amount with such values taken from locals, one of which may be made here for the following statement."""
    if writer.shared is not None and writer.shared[0] is node:
        amount = amount.replace(writer.shared[1], writer.shared[2])
    following, match = writer.next_statement, _MODIFIED.search(amount)
    if match is None or not isinstance(following, tree.Raise | tree.Lower) or writer.pausing(following):
        return amount
    function = writer.build.game.functions.get(match[1])
    if function is None or _PERHAPS.search(amount.replace(match[0], "")):
        return amount
    fresh = writer.fresh
    wanted = match[0] in writer.expr(following.by)
    writer.fresh = fresh
    if not wanted or _may_read(writer.build, function, node.target.ref):
        return amount
    name = f"{match[1]}_now"
    writer.line(f"{name} = {match[0]}")
    writer.shared = (following, match[0], name)
    return amount.replace(match[0], name)


def _may_read(build: Build, function: symbols.Function, state: object) -> bool:
    """Whether a function, or anything that modifies it, may read a state."""
    seen, open_ones = {id(function)}, [function]
    while open_ones:
        found = open_ones.pop()
        target = build.plan.target(found)
        if not isinstance(found.decl, tree.FunctionDecl):
            return True
        for root in [found.decl, *(rule.node for rule in [*target.rules, *target.moving])]:
            for node in walk(root):
                ref = getattr(node, "ref", None)
                if ref is state or (isinstance(ref, symbols.Member) and _is_like(ref, state)):
                    return True
                if isinstance(ref, symbols.Function) and id(ref) not in seen:
                    seen.add(id(ref))
                    open_ones.append(ref)
    return False


def _is_like(member: symbols.Member, state: object) -> bool:
    """Whether a field is a formula, which may read anything, or a state of the same name of another kind."""
    return isinstance(member.type, types.Code) or (isinstance(state, symbols.Member) and state.name == member.name)
