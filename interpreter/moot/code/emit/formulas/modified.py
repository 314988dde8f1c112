"""Values after the modifiers in play, from what is kept for each set of these."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir.expressions import Modified
from .tightness import UNIT, TightText

if TYPE_CHECKING:
    from .expressions import Expressions


def modified(p: Expressions, e: Modified) -> TightText:
    """`(MODIFIED_f_upkeep[S.live[1]] if S.live[1] else P_card_maintenance)[c]`; for a mask with the total of its
    things.
    """
    live, together = f"S.live[{e.slot}]", e.of.rep.sort == "mask"
    table = f"{p.constants.modified(e.unit, e.slot, together)}[{live}]"
    if e.plain is not None:
        plain = p.constants.sums(e.plain) if together else p.constants.printed(e.plain)
        table = f"({table} if {live} else {plain})"
    return f"{table}[{p.x(e.of)}]", UNIT
