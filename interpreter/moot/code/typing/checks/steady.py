"""Constants of play: formulas that read neither states nor zones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ....lang import tree
from ....lang.walk import walk
from ....pack.model.bundle import Bundle
from ..gathered import code_texts
from ..symbols import Builtin, Function, Member, State, TypedGame, Zone
from ..types import Code, bare

# Built-in functions that read nothing but what they are given, or what is drawn on a map.
_NUMBERS = {"min", "max", "abs", "rank", "size", "first", "last"}
_DRAWN = {"neighbours", "neighbour", "direction", "between", "sides", "ends", "across", "distance", "within"}
_DRAWN |= {"ray", "line", "crossed"}
_STEADY = _NUMBERS | _DRAWN


class Reads:
    """Tests whether formulas read anything that changes in play. `fields`: fields of things whose formulas they
    also read.
    """

    def __init__(self, bundle: Bundle) -> None:
        roots = [*bundle.declarations, *(node for code in code_texts(bundle) for node in code.nodes)]
        self.modified = {id(node.head.ref) for node in walk(roots) if isinstance(node, tree.Modify)}
        self.fields: set[str] = set()

    def changes(self, nodes: Iterable[Any], within: tuple[Function, ...]) -> bool:
        for node in walk(list(nodes)):
            ref = getattr(node, "ref", None)
            if isinstance(ref, State | Zone) or (isinstance(ref, Member) and ref.is_state):
                return True
            if isinstance(ref, Builtin) and ref.sort == "function" and ref.name not in _STEADY:
                return True
            if isinstance(ref, Member) and isinstance(bare(ref.type), Code):
                self.fields.add(ref.name)
            if isinstance(ref, Function) and ref not in within and self._changing(ref, within):
                return True
        return False

    def _changing(self, function: Function, within: tuple[Function, ...]) -> bool:
        known = id(function) in self.modified or bool(function.owner)
        return known or self.changes([function.decl], (*within, function))


def steady_fields(game: TypedGame, bundle: Bundle) -> set[str]:
    """The fields whose formulas read nothing that changes in play."""
    reads = Reads(bundle)
    formulas = [unit for unit in game.code if unit.entry == "formula"]
    changing = {unit.field for unit in formulas if reads.changes(unit.nodes, ())}
    return {unit.field for unit in formulas} - changing
