"""The viewers of a zone, if a formula determines them."""

from __future__ import annotations

from ...lang import tree
from ..ir import make
from ..ir.expressions import Const, Expr
from ..ir.reps import PLAYERS
from ..ir.statements import Return
from ..ir.units import Unit
from ..typing import symbols
from .context import LineOrigin, Lowering, Stage


def seen(stage: Stage, zone: symbols.Zone) -> Unit | None:
    """`seen_<zone>(arguments)`: a bit for each viewer. None if it is known when compiling."""
    node = zone.decl
    assert isinstance(node, tree.ZoneDecl)
    rows = stage.numbering.zone_numbers[zone.name] < 0
    if not rows and all(z.seen is not None for z in stage.numbering.layout.zones if z.name == zone.name):
        return None
    low = Lowering(stage, LineOrigin(f"zone {zone.name}", node.at))
    params = tuple(low.bind(p) for p in zone.params)
    value = _seers(low, node.seen_by)
    return Unit(f"seen_{zone.name}", "seen", params, (*low.out, Return(value)), PLAYERS, rule=low.rule())


def _seers(low: Lowering, by: tree.Formula) -> Expr:
    if isinstance(by, tree.Name) and by.name == "all":
        return Const(PLAYERS, (1 << len(low.stage.game.players)) - 1)
    if isinstance(by, tree.NoneValue) or (isinstance(by, tree.Name) and by.name == "none"):
        return Const(PLAYERS, 0)
    value = low.expr(by)
    return value if value.rep.sort == "mask" else make.players(value)
