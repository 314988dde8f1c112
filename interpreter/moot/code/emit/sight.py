"""Facts known when compiling about the zones of a move: their viewers, and the effect of the move on players'
knowledge.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..ir.expressions import Const, Expr
from .given import Given


@dataclass(frozen=True, slots=True)
class ZoneSight:
    """All zones of one name, from `first` on. `seen`: a bit for each player who sees it, for each zone in turn."""

    name: str
    first: int
    in_play: bool
    seen: tuple[int, ...]
    seen_by_all: bool

    @property
    def numbers(self) -> range:
        return range(self.first, self.first + len(self.seen))

    def sight(self, number: str) -> int | str:
        """The viewers of the zone with that number."""
        return self.seen[0] if len(set(self.seen)) == 1 else f"SEEN_BY[{number}]"


def zone_sight(given: Given, zone: Expr) -> ZoneSight | None:
    """Where it is sure to be one of the zones of a name, whose sight hangs on no formula, and no rule lessens it."""
    first = zone.value if isinstance(zone, Const) else zone.rep.low
    if zone.rep.optional or not isinstance(first, int) or not 0 <= first < len(given.layout.zones):
        return None
    row = given.layout.zones[first]
    named = [number for number, one in enumerate(given.layout.zones) if one.name == row.name]
    if not isinstance(zone, Const) and (zone.rep.end is None or zone.rep.end > named[-1] + 1):
        return None
    seen = tuple(who for number in named if (who := given.layout.zones[number].seen) is not None)
    by_all = given.everybody in seen
    if len(seen) < len(named) or (by_all and len(set(seen)) > 1):  # the record for the things would differ
        return None
    place = ZoneSight(row.name, named[0], row.in_play, seen, by_all)
    lessened = given.sees.zones is None or not set(given.sees.zones).isdisjoint(place.numbers)
    return None if not given.sees.adds and lessened else place


class MoveSight:
    """The effect of a move on knowledge. `noted`: the players who may still know the things although they are
    hidden: bits, or the expression that gives them. `rare`: the condition for the slow path, `settle`
    (stack/knowledge.py). The zones are `s` and `t`.
    """

    def __init__(self, given: Given, at: ZoneSight | None, to: ZoneSight) -> None:
        self.players = len(given.layout.players)
        self.noted: int | str = 0
        self.rare: list[str] = []
        self.left = at is not None and not at.seen_by_all
        if to.seen_by_all:
            return
        goal = to.sight("t")
        seers = _seers(given, "SEEN_BY[s]" if at is None else at.sight("s"), goal)
        if isinstance(seers, int) and isinstance(goal, int):
            self.noted = seers & ~goal
        elif seers != goal:
            shown = str(seers) if isinstance(seers, int) else f"({seers})"
            self.noted = seers if goal == 0 else f"{shown} & ~{goal}"
        watched = _watched(given, at, to, seers == given.everybody)
        self.rare = [watched] if watched else []
        if at is None or self.left:
            self.rare.append(f"S.known >> s * {self.players} & {given.everybody}")

    def lines(self, things: str, several: bool) -> list[str]:
        """After the move, where nothing is rare."""
        if not self.noted:
            return []
        noted = self.noted if isinstance(self.noted, int) else "noted"
        lines = [f"S.told.update(dict.fromkeys({things}, {noted}))" if several else f"S.told[{things}] = {noted}"]
        lines.append(f"S.known |= {noted} << t * {self.players}")
        if noted == self.noted:
            return lines
        return [f"noted = {self.noted}", "if noted:", *(f"    {line}" for line in lines)]


def _seers(given: Given, source: int | str, goal: int | str) -> int | str:
    """The viewers of either of two zones."""
    if given.everybody in (source, goal):
        return given.everybody
    if isinstance(source, int) and isinstance(goal, int):
        return source | goal
    return " | ".join(sorted({str(end) for end in (source, goal) if end != 0}))


def _watched(given: Given, at: ZoneSight | None, to: ZoneSight, by_all: bool) -> str:
    """Whether anything modifies who sees one of two zones; empty if it makes no difference."""
    sees = given.sees
    if sees.slot < 0 or (by_all and sees.adds):
        return ""
    if sees.zones is not None and at is not None and not {*at.numbers, *to.numbers} & set(sees.zones):
        return ""
    named = f" and {sees.zones[0]} in (s, t)" if sees.zones is not None and len(sees.zones) == 1 else ""
    return f"S.live[{sees.slot}]{named}"


def somebody_knows(given: Given, zone: str, number: int | None) -> str:
    """Whether a player may know a hidden thing in a zone. `number`: its number, if known."""
    players = len(given.layout.players)
    if number is not None:
        return f"S.known & {given.everybody << number * players}"
    times = f" * {players}" if players > 1 else ""
    return f"S.known >> {zone}{times} & {given.everybody}"
