"""The names that two compiled games share: things, zones, states, players."""

from __future__ import annotations

from typing import Any

from ....lang.diagnostic import fail
from ....lang.source import NOWHERE
from ....stack.game import Game
from ....state.layout import Layout, state_keys, zone_key
from ....state.position import Position


class SharedNames:
    """Two games and their shared names. Raises MootError if they have different players or share nothing else."""

    def __init__(self, a: Game, b: Game) -> None:
        self.a, self.b = a, b
        one, other = a.program.layout, b.program.layout
        self.players = [player for player in a.players if player in b.players]
        if set(a.players) != set(b.players):
            raise fail(
                "nothing-in-common",
                f"the players of `{a.id}` are {', '.join(a.players)}, but those of `{b.id}` are {', '.join(b.players)}",
                NOWHERE,
                "compare two rule sets of the same game",
            )
        self.things = {t.key for t in one.things} & {t.key for t in other.things}
        self.only_one = {t.key for t in one.things} ^ {t.key for t in other.things}
        self.zones = _zones(one) & _zones(other)
        self.states = _states(one) & _states(other)
        self.sorts = {z.name: z.sort for z in one.zones}
        self.sorts |= {zone.name: zone.sort for zone in a.program.index.row_zone_sorts}
        self._fixed = _zones(one) | _zones(other)
        self._declared = _states(one) | _states(other)
        if not self.zones and not self.states:
            raise fail("nothing-in-common", f"`{a.id}` and `{b.id}` share no zone or state", NOWHERE)
        self.same_layout = _laid_out(one) == _laid_out(other)
        self._seen_alike = (
            self.same_layout
            and [z.seen for z in one.zones] == [z.seen for z in other.zones]
            and a.program.index.seen_states == b.program.index.seen_states
        )
        self._by_formula = any(z.seen is None for z in one.zones) or bool(a.program.index.row_zone_sorts)
        told = [(game.program.index.actions, game.program.index.pending) for game in (a, b)]
        self._calls_alike = told[0] == told[1]
        self._pools = [n for n, zone in enumerate(one.zones) if zone.sort == "pool"]

    def has(self, what: str, key: str) -> bool:
        """Whether both sides have a zone or state of that key. Both may have such keys for records made in play."""
        if what == "zones":
            return key in self.zones or key not in self._fixed
        if what == "states":
            return key in self.states or key not in self._declared
        return True

    def surely_same(self, A: Position, B: Position) -> bool:
        """Whether two positions are certainly the same for every player; False means that only a closer comparison can
        decide.
        """
        if not self._seen_alike or A.cells != B.cells or A.told != B.told:
            return False
        if (A.rows or B.rows) and not (self._calls_alike and A.rows == B.rows and A.extra == B.extra):
            return False
        if A.zones != B.zones and not self._same_but_for_order(A, B):
            return False
        if A.sparse != B.sparse:
            return False
        return not (self._by_formula or _watched(self.a, A) or _watched(self.b, B)) or self._same_sight(A, B)

    def _same_but_for_order(self, A: Position, B: Position) -> bool:
        for number, (one, other) in enumerate(zip(A.zones, B.zones, strict=True)):
            if one != other and (number not in self._pools or sorted(one) != sorted(other)):
                return False
        return True

    def _same_sight(self, A: Position, B: Position) -> bool:
        sees_a, sees_b = self.a.machine.fast.sees_now, self.b.machine.fast.sees_now
        there = [*range(len(self.a.program.layout.zones)), *A.extra]
        return all(sees_a(A, zone) == sees_b(B, zone) for zone in there)


def _watched(game: Game, S: Position) -> bool:
    """Whether anything modifies the visibility of zones or states."""
    index = game.program.index
    return bool(index.sees_always or (index.sees_slot >= 0 and S.live[index.sees_slot]))


def _zones(layout: Layout) -> set[str]:
    return {zone_key(layout, number) for number in range(len(layout.zones))}


def _states(layout: Layout) -> set[str]:
    return {key for row in layout.states if row.first >= 0 for key in state_keys(layout, row)}


def _laid_out(layout: Layout) -> Any:
    """Everything that gives equal numbers equal meanings."""
    return (
        layout.players,
        layout.names,
        [(t.key, t.title) for t in layout.things],
        [(z.name, z.args, z.sort) for z in layout.zones],
        [(s.name, s.owner, s.domains, s.tag, s.first) for s in layout.states],
        layout.row_kinds,
        layout.cells,
    )
