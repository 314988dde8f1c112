"""What one player may know of a position, by allow-list, and positions that look the same to him."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .layout import Layout, argument_key, state_keys, zone_key
from .position import Position

Sees = Callable[[Position, int], int]  # a bit for each player who sees the zone now


def known_to(S: Position, layout: Layout, sees: Sees, player: int, thing: int) -> bool:
    """Whether a player knows which thing lies there: he sees the zone, or was shown it and it has not gone unseen since."""
    zone = S.cells[thing]
    if zone >= 0 and sees(S, zone) >> player & 1:
        return True
    return bool(S.cells[len(layout.things) + thing] >> player & 1)


def view_of(S: Position, layout: Layout, sees: Sees, player: int, seen_states: dict[str, str]) -> dict[str, Any]:
    """Zones and states as a player sees them; plain data. A hidden zone shows how many lie there and which he knows."""
    zones: dict[str, Any] = {}
    for number, things in enumerate(S.zones[: len(layout.zones)]):
        known = [t for t in things if t >= len(layout.things) or known_to(S, layout, sees, player, t)]
        keys = [argument_key(layout, "thing", t) for t in known]
        key = zone_key(layout, number)
        if sees(S, number) >> player & 1:
            zones[key] = {"count": len(things), "things": keys}
        else:
            zones[key] = {"count": len(things), "known": sorted(keys)}
    states: dict[str, Any] = {}
    for row in layout.states:
        if row.first < 0:
            continue
        by = seen_states.get(row.name, "all")
        for offset, key in enumerate(state_keys(layout, row)):
            if row.owner and not known_to(S, layout, sees, player, row.domains[0].first + offset):
                continue
            if by == "all" or by == layout.players[player] or _own(by, key, layout.players[player]):
                value = S.cells[row.first + offset]
                states[key] = value if row.tag == "number" else argument_key(layout, row.tag, value)
    return {"zones": zones, "states": states}


def _own(by: str, key: str, player: str) -> bool:
    if not by.startswith("param "):
        return False
    return key.rstrip(")").split("(")[1].split(", ")[int(by[6:])] == player


def guess(
    S: Position, layout: Layout, homes: list[int], sees: Sees, player: int, order: Callable[[list[int]], list[int]]
) -> Position:
    """A position that looks the same to a player: what he cannot tell apart is dealt anew among where it may lie.

    Things that lay in one zone at the start cannot be told apart by their backs. `order` gives a random order of a list.
    """
    new = S.copy()
    count = len(layout.things)
    groups: dict[int, list[tuple[int, int]]] = {}
    for number, things in enumerate(S.zones[: len(layout.zones)]):
        if sees(S, number) >> player & 1:
            continue
        for at, thing in enumerate(things):
            if thing < count and not S.cells[count + thing] >> player & 1:
                groups.setdefault(homes[thing], []).append((number, at))
    for places in groups.values():
        things = order([S.zones[number][at] for number, at in places])
        knowers = [S.cells[count + S.zones[number][at]] for number, at in places]
        for (number, at), thing, known in zip(places, things, knowers, strict=True):
            new.zones[number][at] = thing
            new.cells[thing] = number
            new.cells[count + thing] = known
    return new
