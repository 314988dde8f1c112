"""Formulas answered from stored values: values that only modifiers change, and the contents of tallied zones."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...ir.expressions import Expr, Fold, Op, Pure
from ...ir.node import AnyExpr, AnyNode
from ...ir.walk import mapped_block
from ..functions import functions
from ..game import GameUnits
from ..simple import folded, pruned
from .decided import decided
from .modified import kept_functions
from .new_tables import NewTables
from .sought import of_fewer
from .tally import Tally


def answered(game: GameUnits) -> GameUnits:
    """Small functions are put in place of calls on the way, as their answers may be short."""
    tables = NewTables(game.printed)
    keeping = kept_functions(game.units, tables)
    tally = Tally(game.tallied, game.units, tables)

    def one(e: Expr) -> Expr:
        found = folded(e)
        if isinstance(found, Pure) and found.unit in keeping:
            return keeping[found.unit].of(found)
        found = tally.answered(found)
        if isinstance(found, Fold):
            return of_fewer(found, tables, game.effects.around.in_play)
        return decided(found) if isinstance(found, Op) and found.op == "and" else found

    def change(node: Any) -> AnyNode:
        return one(node) if isinstance(node, AnyExpr) else node  # type: ignore[arg-type]

    units = [replace(unit, body=pruned(mapped_block(unit.body, change))) for unit in game.units]
    return replace(game, units=functions(units, one), printed=tables.printed)
