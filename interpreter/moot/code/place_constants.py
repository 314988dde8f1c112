"""Constants about places that the text of a module names: areas of boards, and what zones belong to."""

from __future__ import annotations

from .build import Build
from .typing import symbols
from .typing.types import THING, Thing, Type


def area(build: Build, ref: symbols.Area) -> tuple[str, str]:
    """The constants that hold an area: in order, and as a set."""
    places = tuple(build.copies[title][0] for title in ref.places)
    return build.constant(f"AREA_{ref.name}", places), build.constant(f"AREASET_{ref.name}", frozenset(places))


def holders(build: Build, kind: Type) -> str:
    """The constant that tells of each zone what it belongs to, with none behind the last; of a kind of things only
    where it is one.
    """
    things = kind.kind if isinstance(kind, Thing) and kind != THING else ""
    name = f"HOLDERS_{things}"
    if name in build.constants:
        return name
    low, end = build.ranges.get(things, (0, 0))
    held: list[int | None] = []
    for zone in build.layout.zones:
        first = zone.args[0] if zone.args else None
        tag = build.layout.zone_bases[zone.name][1][0].tag if zone.args else ""
        fits = not things or (tag == "thing" and first is not None and low <= first < end)
        held.append(first if fits else None)
    return build.constant(name, (*held, None))
