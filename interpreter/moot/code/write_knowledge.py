"""What a move between zones that are known when compiling does to who knows the things, as Python text."""

from __future__ import annotations

from .build import Build
from .sight import Place, everybody, sees_adds, sees_target, sees_zones, zones_of
from .write_names import is_unit

Lines = list[str]


def somebody_knows(build: Build, zone: str) -> str:
    """Whether somebody may know what lies hidden from him in the zone of that number, as Python text."""
    players = len(build.game.players)
    if zone.isdigit():
        return f"S.known & {everybody(build) << int(zone) * players}"
    times = f" * {players}" if players > 1 else ""
    return f"S.known >> {f'({zone})' if times and not is_unit(zone) else zone}{times} & {everybody(build)}"


class Sight:
    """What a move does to what is known. `noted`: who knows the things afterwards though they lie hidden from him, if
    anybody may. `rare`: when it is not so simple, but asks for `settle` (stack/knowledge.py)."""

    def __init__(self, build: Build, at: Place | None, to: Place) -> None:
        self.players = len(build.game.players)
        self.noted, self.rare = "", []
        self.left = at is not None and not at.seen_by_all
        if to.seen_by_all:
            return
        goal = to.sight("t")
        ends = {at.sight("s") if at is not None else "SEEN_BY[s]", goal} - {"0"}
        seers = str(everybody(build)) if str(everybody(build)) in ends else " | ".join(sorted(ends)) or "0"
        if seers.isdigit() and goal.isdigit():
            self.noted = str(int(seers) & ~int(goal)).removeprefix("0")
        elif seers != goal:
            self.noted = seers if goal == "0" else f"{seers if seers.isdigit() else f'({seers})'} & ~{goal}"
        watched = _watched(build, at, to, seers)
        self.rare = [watched] if watched else []
        if at is None or self.left:
            self.rare.append(f"S.known >> s * {self.players} & {everybody(build)}")

    def lines(self, things: str, several: bool) -> Lines:
        """After the move, where nothing is rare."""
        if not self.noted:
            return []
        noted = self.noted if self.noted.isdigit() else "noted"
        lines = [f"S.told.update(dict.fromkeys({things}, {noted}))" if several else f"S.told[{things}] = {noted}"]
        lines.append(f"S.known |= {noted} << t * {self.players}")
        if noted == self.noted:
            return lines
        return [f"noted = {self.noted}", "if noted:", *(f"    {line}" for line in lines)]


def _watched(build: Build, at: Place | None, to: Place, seers: str) -> str:
    """Whether anything modifies who sees one of two zones, as Python text; empty if it makes no difference."""
    target = sees_target(build)
    if target is None or (seers == str(everybody(build)) and sees_adds(build)):
        return ""
    zones = sees_zones(build)
    if zones is not None and at is not None and not (zones_of(build, at) | zones_of(build, to)) & set(zones):
        return ""
    named = f" and {zones[0]} in (s, t)" if zones is not None and len(zones) == 1 else ""
    return f"S.live[{target.slot}]{named}"
