"""Opening and closing a scope."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir.statements import Enter, Leave

if TYPE_CHECKING:
    from .statements import Statements


def enter(p: Statements, s: Enter) -> None:
    """A quiet phase lays no entry: the frames show that it runs."""
    if s.quiet:
        return
    if s.counted:
        p.line("S.serial += 1")
    serial = "S.serial" if s.counted else "0"
    p.line(f"S.scopes.append(({s.scope}, {p.now(s.args)}, {serial}, {p.group(s.saved)}))")


def leave(p: Statements, s: Leave) -> None:
    if s.quiet:
        return
    saved = ", ".join(map(p.name, s.saved))
    if len(s.saved) == 1:
        saved = f"({saved},)"
    p.line(f"{saved} = S.scopes.pop()[3]" if saved else "S.scopes.pop()")
