"""Numbers of zones: one for each combination of arguments. A zone that each of certain rows has gets none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from ...lang import tree
from ...lang.diagnostic import fail
from ...state.layout import IndexRange, Layout
from ..typing import symbols, types
from .things import Things

MOST_KEPT = 100_000  # combinations of arguments of one state or zone


@dataclass(frozen=True, slots=True)
class Zones:
    """numbers: the first of each zone, -1 for a zone of rows. of_rows: by kind of rows, the zones of each."""

    numbers: Mapping[str, int]
    of_rows: Mapping[str, tuple[str, ...]]


def number_zones(things: Things, layout: Layout) -> Zones:
    """Adds all zones to the layout. Raises MootError where there would be too many."""
    numbers: dict[str, int] = {}
    of_rows: dict[str, tuple[str, ...]] = {}
    for zone in things.game.zones.values():
        domains = [things.domain(param.type) for param in zone.params]
        known = [domain for domain in domains if domain is not None]
        if len(known) < len(domains):
            rows = zone.params[domains.index(None)].type
            assert isinstance(rows, types.Thing)
            of_rows[rows.kind] = (*of_rows.get(rows.kind, ()), zone.name)
            numbers[zone.name] = -1
            continue
        seen = _seen(things.game, zone, count_kept(zone, known))
        sort = zone.type.sort if isinstance(zone.type, types.Zone) else "pool"
        numbers[zone.name] = layout.add_zone(zone.name, known, sort, seen, zone.in_play)
    return Zones(numbers, of_rows)


def zone_number(layout: Layout, name: str, args: Sequence[int]) -> int:
    """The number of a zone with these arguments."""
    first, domains = layout.zone_bases[name]
    step, number = 1, first
    for domain, arg in zip(reversed(domains), reversed(args), strict=True):
        number += (arg - domain.first) * step
        step *= domain.count
    return number


def homes(things: Things, layout: Layout) -> tuple[int, ...]:
    """The initial zone of each thing; -1 for none."""
    found = []
    for thing in things.rows:
        deck = things.game.decks.get(thing.deck)
        zone = deck.zone if deck is not None else None
        found.append(zone_number(layout, zone.name, deck.args) if deck is not None and zone is not None else -1)
    return tuple(found)


def count_kept(symbol: symbols.State | symbols.Zone, domains: list[IndexRange]) -> int:
    """For how many combinations of arguments it is kept. Raises MootError if that would fill the machine."""
    count = prod(domain.count for domain in domains)
    if count > MOST_KEPT and symbol.decl is not None:
        message = f"`{symbol.name}` would need a value for {count:,} combinations of arguments"
        raise fail("too-many", message, symbol.decl.at, f"narrow its parameters to at most {MOST_KEPT:,} combinations")
    return count


def _seen(game: symbols.TypedGame, zone: symbols.Zone, count: int) -> list[int | None]:
    """The viewers of each of the zones of a name, a bit for each player; None if a formula determines them."""
    node = zone.decl
    assert isinstance(node, tree.ZoneDecl)
    match node.seen_by:
        case tree.NoneValue() | tree.Name(name="none"):
            return [0] * count
        case tree.Name(name="all"):
            return [(1 << len(game.players)) - 1] * count
        case tree.Name(name=name) if name in game.players:
            return [1 << game.players.index(name)] * count
        case tree.Name(ref=ref) if len(zone.params) == 1 and ref is zone.params[0]:
            return [1 << player for player in range(count)] if isinstance(ref.type, types.Names) else [None] * count
        case _:
            return [None] * count
