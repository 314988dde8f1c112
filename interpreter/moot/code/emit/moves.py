"""Moves of things, and of all that lies in a zone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir.statements import Move, MoveAll

if TYPE_CHECKING:
    from .statements import Statements

_NAMES = {"top": "move", "bottom": "move_bottom", "before": "move_before"}


def move(p: Statements, s: Move) -> None:
    name, given = _NAMES[s.how], f"S, {p.now(s.thing)}, {p.now(s.goal)}"
    p.line(f"t_{name}({given}, {s.rule})" if p.form.journal else f"{name}({given})")


def move_all(p: Statements, s: MoveAll) -> None:
    given = f"S, {p.now(s.zone)}, {p.now(s.goal)}"
    p.line(f"t_move_all({given}, {s.rule})" if p.form.journal else f"move_all({given})")
