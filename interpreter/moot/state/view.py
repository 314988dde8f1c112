"""What one player may know of a position, by allow-list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .layout import Layout, argument_key, state_keys, zone_key
from .position import Position

Sees = Callable[[Position, int], int]  # a bit for each player who sees the zone now


def known_to(S: Position, layout: Layout, sees: Sees, player: int, thing: int) -> bool:
    """Whether a player knows which thing lies there: he sees the zone, or was shown it, and it was not moved unseen."""
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
            if sees_state(by, key, layout.players[player]):
                value = S.cells[row.first + offset]
                states[key] = value if row.tag == "number" else argument_key(layout, row.tag, value)
    return {"zones": zones, "states": states}


def sees_state(by: str, key: str, player: str) -> bool:
    """Whether a player knows the state of that key. `by`: `all`, `none`, a player, or `param 0` for its first argument."""
    if by in ("all", player):
        return True
    if not by.startswith("param "):
        return False
    return key.rstrip(")").split("(")[1].split(", ")[int(by[6:])] == player
