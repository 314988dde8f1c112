"""Loops over all places of a board that pass a test: the passing places are stored, and only places near a change are
tested again.

each(h in cell where is_none(cell[h + 43]))   =   (held by MEMBERS_1 for () else each(h in cell where …))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ...ir.expressions import Const, Expr, Fold, Local, Members, Var
from ...ir.keepers import Keeper, joined_readings
from ...ir.make import local
from ...ir.node import AnyNode
from ...ir.reps import BOOL, seq
from ...ir.statements import Return
from ...ir.text import unit_text
from ...ir.total import never_fails
from ...ir.units import Unit
from ...ir.walk import mapped_block, reads_locals, substituted
from ..boards import BoardOf
from .depends import Meant
from .keep import Keepers, may_be_key

# Places from which on it is sooner done than to ask all, by how far from a place its test looks.
LEAST = (100, 200)


def members(units: Sequence[Unit], keepers: Keepers) -> tuple[Unit, ...]:
    if not any(len(board.places) >= LEAST[0] for board in keepers.boards.all):
        return tuple(units)
    found = _Members(keepers)
    changed = [replace(unit, body=mapped_block(unit.body, found.changed)) for unit in units]
    return (*changed, *found.tests.values())


@dataclass(slots=True)
class _Members:
    """tests: the units that test a place, by their text."""

    keepers: Keepers
    tests: dict[str, Unit] = field(default_factory=dict)

    def changed(self, node: AnyNode) -> AnyNode:
        if not isinstance(node, Fold) or node.where is None or not isinstance(node.over, Const):
            return node
        board = self.keepers.boards.of_place(node.var.rep)
        places = node.over.value
        if board is None or not isinstance(places, range) or not never_fails(node.where):
            return node
        free = sorted(reads_locals(node.where) - {node.var}, key=lambda var: var.name)
        if not all(may_be_key(var.rep, self.keepers.boards) for var in free):
            return node
        keeper = self.keeper(board, places, node.var, node.where, free)
        if keeper is None:
            return node
        rep = seq(node.var.rep)
        everyone: Expr = Fold(rep, "each", node.var, node.over, node.where, None)
        held = Members(rep, keeper.name, tuple(map(local, free)), everyone)
        if node.what == "each" and node.of is None:
            return held
        return replace(node, over=held, where=None)

    def keeper(self, board: BoardOf, places: range, var: Var, where: Expr, free: Sequence[Var]) -> Keeper | None:
        meant = {var: Meant(off=0)} | dict.fromkeys(free, Meant())
        found = self.keepers.reader(board).read(where, meant)
        if not found.near or not board.simple or found.far >= len(LEAST) or len(places) < LEAST[found.far]:
            return None
        own = {one: Var(one.name, one.rep) for one in (*free, var)}
        test = substituted(where, {one: Local(one.rep, new) for one, new in own.items()})
        unit = Unit("", "function", tuple(own.values()), (Return(test),), BOOL)
        text = f"{places} {unit_text(unit)}"
        name = self.tests.setdefault(text, replace(unit, name=f"is_member_{len(self.tests) + 1}")).name
        readings = joined_readings(tuple(reading for reading, _ in found.readings))
        return self.keepers.add(
            Keeper(name.replace("is_member", "MEMBERS"), readings, board.name, found.far, name, places)
        )
