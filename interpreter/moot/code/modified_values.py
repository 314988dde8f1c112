"""Functions of a thing whose values are kept for each set of modifiers in play: then a value is looked up.

MODIFIED_upkeep = ModifiedValues(f_upkeep, 1)
… (MODIFIED_upkeep[S.live[1]] if S.live[1] else P_card_maintenance)[c]

So it is where function and modifiers read nothing but what is printed, on the thing and on that whose effect modifies:
the value is then the same whenever the same modifiers are in play.
"""

from __future__ import annotations

import re

from ..lang import tree
from .build import Build
from .kept_functions import kept_function
from .old_plan import Rule
from .printed_facts import NOTHING_READ, FactReader, Facts, Known
from .typing import symbols, types
from .typing.types import bare

_MODIFIED = r"MODIFIED_\w+\[S\.live\[\d+\]\]"
TABLE = re.compile(rf"\({_MODIFIED} if S\.live\[\d+\] else \w+\)|{_MODIFIED}")  # what values are read from


def modified_values(build: Build, ref: symbols.Function) -> str | None:
    """The name of what keeps the values of a function; None where they are not kept."""
    if id(ref) not in build.modified:
        build.modified[id(ref)] = f"MODIFIED_{ref.name}" if _may_be_kept(build, ref) else None
    return build.modified[id(ref)]


def looked_up(kept: str, live: str, thing: str, plain: str | None) -> str:
    """The value for a thing. `plain`: what the function comes to while nothing modifies it, if that is short."""
    table = (plain or "").removesuffix(f"[{thing}]")
    if plain is None:
        return f"{kept}[{live}][{thing}]"
    if plain == f"{table}[{thing}]" and table.isidentifier():
        return f"({kept}[{live}] if {live} else {table})[{thing}]"
    return f"({kept}[{live}][{thing}] if {live} else {plain})"


def _may_be_kept(build: Build, ref: symbols.Function) -> bool:
    target, decl = build.plan.target(ref), ref.decl
    if build.covering or not target.moving or ref.owner or not isinstance(decl, tree.FunctionDecl):
        return False
    if len(ref.params) != 1 or kept_function(build, ref) is not None:
        return False
    (param,) = ref.params
    of, result = param.type, bare(ref.type)
    if not isinstance(of, types.Thing) or of.kind not in build.ranges or build.is_row_kind(of.kind):
        return False
    if isinstance(result, types.Bounded) and None in (build.bound(result.low), build.bound(result.high)):
        return False
    reader = _PrintedReader(build, "", "")
    return reader.own_body(decl, {id(param): NOTHING_READ}) and all(map(reader.modifier, target.rules + target.moving))


class _PrintedReader(FactReader):
    """Tells whether formulas read printed facts alone."""

    def raw(self, node: tree.Formula, known: Known) -> Facts | None:
        if isinstance(node.ref, symbols.Builtin) and node.ref.name in ("this", "value"):
            return NOTHING_READ
        return super().raw(node, known)

    def own_body(self, decl: tree.FunctionDecl, known: Known) -> bool:
        return self._body(decl, known) == NOTHING_READ

    def modifier(self, rule: Rule) -> bool:
        node = rule.node
        if not isinstance(node, tree.Modify):
            return False
        known = {id(local): NOTHING_READ for local in [*rule.captures, *node.head.locals]}
        parts = [node.where, node.becomes, node.by, node.up_to, node.down_to]
        return self._all([part for part in parts if part is not None], known) == NOTHING_READ
