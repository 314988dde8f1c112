"""A few things sought in a zone where many may lie: each of them is asked where it lies, not all that lies there.

Where a condition that is printed on the things leaves but a few of all that may lie in the zone,

lying(S, 1, (0, 1))

are those of them that lie there, in its order (stack/zones.py).
"""

from __future__ import annotations

from .build import Build
from .tally import ZONE, things_held

FEW = 3  # so many are sought …
MANY = 12  # … where so many and more may lie


def sought(build: Build, name: str, source: str, where: str) -> tuple[str, str] | None:
    """What is gone through for a condition about `name`, and what is left of the condition; None where it is all."""
    match = ZONE.fullmatch(source)
    zone = int(match[1]) if match else -1
    if zone < 0 or not where or len(things_held(build, zone)) < MANY:
        return None
    things, rest = build.tally.of_which(zone, name, where)
    few = [n for n in things_held(build, zone) if things >> n & 1]
    return None if len(few) > FEW else (f"lying(S, {zone}, ({''.join(f'{n}, ' for n in few)}))", rest)
