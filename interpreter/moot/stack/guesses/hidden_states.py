"""The states that a player does not see, and the values that they may have as far as the player knows."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from ...code.program import Program
from ...state.layout import Layout, StateRow, state_keys
from ...state.position import Position
from ...state.tags import Tag
from ...state.view import sees_state
from ..form import Form


class HiddenState(NamedTuple):
    """A state, and those of its cells that the player does not see."""

    cells: tuple[int, ...]
    sort: str  # "mask", "list" or "set" if it holds several values, otherwise ""
    values: Sequence[Any] | None  # that it may have, or its members; None if it names things
    things: tuple[int, int]  # the first and the last that it may name
    phase: int | None  # the quiet phase, by number, with which it begins again


class HiddenStates:
    """The part that one player does not see. Any value of its type is possible, but three facts count as known:
    that a state is none, the size of a list or set, and the zone of a named thing.
    """

    def __init__(self, program: Program, form: Form, seat: int) -> None:
        layout, seen_by = program.layout, program.index.seen_states
        self.form = form
        self.count = len(layout.things)
        self.states = []
        for row in layout.states:
            if row.first < 0 or row.owner or row.name not in seen_by:
                continue
            player, by = layout.players[seat], seen_by[row.name]
            keys = enumerate(state_keys(layout, row))
            cells = tuple(row.first + offset for offset, key in keys if not sees_state(by, key, player))
            if cells:
                self.states.append(_hidden(program, row, cells))

    def unknown(self, S: Position) -> list[HiddenState]:
        """Without those that are at their first values, as everybody knows while their phase does not run."""
        return [one for one in self.states if one.phase is None or self.form.in_phase(S, one.phase)]

    def any_value(self, S: Position, value: Any, state: HiddenState, rng: random.Random) -> Any:
        """Any value in place of this one. `S` gives the positions of things."""
        if value is None:
            return None
        if state.sort == "":
            return rng.choice(self._like(S, value, state))
        if state.sort == "mask":
            assert state.values is not None
            return sum(1 << n for n in rng.sample(state.values, value.bit_count()))
        if state.sort == "list":
            return tuple(rng.choice(self._like(S, one, state)) for one in value)
        found: list[Any] = []
        # not even the order in which the members of a set came may give anything away
        for like in sorted((self._like(S, one, state) for one in value), key=list):
            left = [one for one in like if one not in found]
            found += [rng.choice(left)] if left else []
        return tuple(found)

    def _like(self, S: Position, value: Any, state: HiddenState) -> Sequence[Any]:
        """Possible values for a value, or for a member, in an order that gives nothing away."""
        if state.values is not None:
            return state.values
        if value >= self.count:
            kind = S.rows[value]["_kind"] if value in S.rows else ""
            return sorted(n for n, row in S.rows.items() if row["_kind"] == kind) or (value,)
        zone, (first, last) = S.cells[value], state.things
        lying = S.zones[zone] if zone >= 0 else (t for t in range(first, last + 1) if S.cells[t] == zone)
        return sorted(t for t in lying if first <= t <= last)


def _hidden(program: Program, row: StateRow, cells: tuple[int, ...]) -> HiddenState:
    layout, index = program.layout, program.index
    tag, ends = Tag.read(row.tag), index.state_ends.get(row.name)
    several = tag.sort in ("mask", "list")
    renewal = index.anew.get(row.name)
    return HiddenState(
        cells=cells,
        sort="set" if tag.sort == "list" and row.name in index.sets else tag.sort if several else "",
        values=_values(layout, tag.inner if several else row.tag, ends),
        things=ends or (0, len(layout.things) - 1),
        phase=index.scopes.get(renewal.phase) if renewal is not None else None,
    )


def _values(layout: Layout, tag: str, ends: tuple[int, int] | None) -> Sequence[Any] | None:
    """The values of a tag; for texts, lists and unlimited numbers one that gives nothing away. None for things and
    calls.
    """
    read = Tag.read(tag)
    if read.sort in ("thing", "call"):
        return None
    if read.sort == "names":
        return range(len(layout.names[read.inner]))
    if read.sort == "words":
        return range(len(read.names))
    if tag == "bool":
        return (False, True)
    if tag == "place":
        return range(len(layout.zones))
    if tag == "number" and ends is not None:
        return range(ends[0], ends[1] + 1)
    return ("",) if tag == "string" else ((),) if read.sort == "list" else (0,)
