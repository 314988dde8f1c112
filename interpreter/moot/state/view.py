"""One player's view of a position, as an allow-list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product, repeat
from typing import Any, NamedTuple, Protocol

from .layout import Layout, argument_key, state_keys, zone_key
from .position import ActionCall, Position, Value

SeersOf = Callable[[Position, int], int]  # a bit for each player who sees the zone now
Data = dict[str, Any]  # plain data, as JSON has it
UNKNOWN = "something"  # how a thing is called that the reader may not know
HIDDEN: Any = object()  # in place of an argument that the reader may not know


class CallRow(NamedTuple):
    """A callable: its name, and the tags of its arguments."""

    name: str
    tags: tuple[str, ...]


class SparseRow(NamedTuple):
    """A state of rows: its name, the tags of its arguments, and of its values."""

    name: str
    tags: tuple[str, ...]
    tag: str


class ViewIndex(Protocol):
    """The parts of a program's index that a view needs."""

    @property
    def actions(self) -> Mapping[int, CallRow]: ...
    @property
    def pending(self) -> Mapping[int, CallRow]: ...
    @property
    def seen_states(self) -> Mapping[str, str]: ...
    @property
    def sparse_states(self) -> Mapping[int, SparseRow]: ...
    @property
    def row_fields(self) -> Mapping[str, Mapping[str, str]]: ...


def knowing(S: Position, layout: Layout, sees: SeersOf, thing: int | None) -> int:
    """A bit for each player who knows the identity of this thing: all, unless its zone is hidden from some.

    A player to whom it was shown knows it as long as it stays there or is moved in that player's sight. A row is known
    to players who see its zone.
    """
    if thing is None:
        return -1
    if thing >= len(layout.things):
        at = S.rows[thing]["_at"] if thing in S.rows else -1
        return -1 if at < 0 else sees(S, at)
    zone = S.cells[thing]
    known: int = -1 if zone < 0 else S.told.get(thing, 0) | sees(S, zone)
    return known


def known_to(S: Position, layout: Layout, sees: SeersOf, player: int, thing: int | None) -> bool:
    """Whether a player knows the identity of a thing: they see its zone, or it was shown to them and has not been moved
    unseen.
    """
    return knowing(S, layout, sees, thing) >> player & 1 == 1


class Eyes:
    """A position as a player sees it; as it is, if `player` is None. `index`: that of the program."""

    def __init__(self, S: Position, layout: Layout, sees: SeersOf, index: ViewIndex, player: int | None) -> None:
        self.S, self.layout, self.sees, self.index, self.player = S, layout, sees, index, player

    def know(self, thing: int | None) -> bool:
        return self.player is None or known_to(self.S, self.layout, self.sees, self.player, thing)

    def thing(self, thing: int) -> str:
        """A thing by its key; a call by its text; `something` if the player may not see it."""
        if not self.know(thing):
            return UNKNOWN
        row = self.S.rows.get(thing)
        if row is not None and row["_kind"] == "call":
            return call_key(
                self.layout, self.index, (row["_call"], row["player"], row["source"], row["_args"]), self.thing
            )
        return argument_key(self.layout, "thing", thing)

    def value(self, tag: str, value: Value) -> Value:
        """Numbers as numbers, everything else as people write it."""
        return value if tag == "number" else argument_key(self.layout, tag, value, self.thing)

    def zones(self) -> Data:
        """By key: the number of things, and which of them are there: all (`things`), or those the player knows
        (`known`).
        """
        found: Data = {}
        fixed = len(self.layout.zones)
        for number, things in enumerate(self.S.zones):
            if number < fixed:
                key = zone_key(self.layout, number)
            elif number in self.S.extra:
                key = zone_key(self.layout, self.S.extra[number])
            else:
                continue
            if self.player is None or self.sees(self.S, number) >> self.player & 1:
                found[key] = {"count": len(things), "things": [self.thing(t) for t in things]}
            else:
                found[key] = {"count": len(things), "known": sorted(self.thing(t) for t in things if self.know(t))}
        return found

    def states(self) -> Data:
        found: Data = {}
        for row in self.layout.states:
            if row.first < 0:
                continue
            by = self.index.seen_states.get(row.name, "all")
            named = any(domain.tag == "thing" for domain in row.domains)
            arguments = product(*(domain.values for domain in row.domains)) if named else repeat(())
            for offset, (key, args) in enumerate(zip(state_keys(self.layout, row), arguments, strict=False)):
                if named and not all(self.know(a) for a, d in zip(args, row.domains, strict=True) if d.tag == "thing"):
                    continue
                if self.sees_state(by, key):
                    found[key] = self.value(row.tag, self.S.cells[row.first + offset])
        for (place, *given), value in self.S.sparse.items():
            name, tags, tag = self.index.sparse_states[place]
            shown = [argument_key(self.layout, t, a, self.thing) for t, a in zip(tags, given, strict=True)]
            key = f"{name}({', '.join(shown)})"
            if UNKNOWN not in key and self.sees_state(self.index.seen_states.get(name, "all"), key):
                found[key] = self.value(tag, value)
        return found

    def sees_state(self, by: str, key: str) -> bool:
        return self.player is None or sees_state(by, key, self.layout.players[self.player])

    def rows(self) -> Data:
        """The records made in play, without calls: the fields of each by name."""
        found: Data = {}
        for number, row in self.S.rows.items():
            if row["_kind"] != "call" and self.know(number):
                tags = self.index.row_fields[row["_kind"]]
                found[self.thing(number)] = {name: self.value(tag, row[name]) for name, tag in tags.items()}
        return found


def view_of(S: Position, layout: Layout, sees: SeersOf, player: int | None, index: ViewIndex) -> Data:
    """Zones, states and rows as a player sees them; plain data."""
    eyes = Eyes(S, layout, sees, index, player)
    return {"zones": eyes.zones(), "states": eyes.states(), "rows": eyes.rows()}


def sees_state(by: str, key: str, player: str) -> bool:
    """Whether a player knows the state of that key. `by`: `all`, `none`, a player, or `param 0`: its first argument."""
    if by in ("all", player):
        return True
    if not by.startswith("param "):
        return False
    return key.rstrip(")").split("(")[1].split(", ")[int(by[6:])] == player


def call_key(layout: Layout, index: ViewIndex, call: ActionCall, thing: Callable[[int], str] | None = None) -> str:
    """A call as people write it: `build(captain_of_the_gate)`, `captain_of_the_gate.brace`. `thing` names things."""
    number, _, this, args = call
    name, tags = index.actions[number] if number >= 0 else index.pending[-number - 1]
    owner = argument_key(layout, "thing", this, thing) + "." if this is not None else ""
    shown = ", ".join(
        UNKNOWN if arg is HIDDEN else argument_key(layout, tag, arg, thing)
        for tag, arg in zip(tags, args, strict=False)
    )
    return f"{owner}{name}({shown})" if shown else f"{owner}{name}"
