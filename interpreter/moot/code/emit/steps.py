"""Steps of the runtime that never pause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir.prims import STEPS
from ..ir.statements import Block, Do

if TYPE_CHECKING:
    from .statements import Statements

_BY_SCOPE = 4  # what lasts ends by the number of the scope that ends


def step(p: Statements, s: Do) -> None:
    args = [p.now(arg) for arg in s.args]
    match s.name:
        case "glance":
            p.line("if S.glance: raise Over")
            return
        case "end_scope":
            p.line(f"if {args[0]} in S.lasting:")
            p.line(f"    end_where(S, {_BY_SCOPE}, {args[0]})")
            return
        case "add_once":
            p.line(f"S.once += ({args[0]},)")
            return
        case "forget_uses":
            p.line("if S.once:")
            p.line(f"    forget_uses(S, {args[0]})")
            return
        case "unmet" | "restore_sparse":
            args = [f"*{args[0]}"]
        case "save_rows":
            args[2] = f"lambda this: {args[2]}(S, this)"
    found = STEPS[s.name]
    rule = [str(s.rule)] if found.ruled else []
    text = f"{found.python or s.name}({', '.join(['S', *args, *rule])})"
    p.line(f"{p.name(s.into)} = {text}" if s.into is not None else text)


def shuffled_into(p: Statements, block: Block, at: int) -> int:
    """How many statements of the block are written as one here."""
    return 0
