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
    """What a move does to what is known. `known`: who knows the things afterwards; empty where all see the goal."""

    def __init__(self, build: Build, at: Place | None, to: Place) -> None:
        self.players, self.everybody = len(build.game.players), everybody(build)
        self.known = self.watched = self.more = ""  # the last two: when it is not so simple
        self.goal = to.sight("t")
        self.left = at is not None and not at.seen_by_all
        if to.seen_by_all:
            return
        ends = {at.sight("s") if at is not None else "SEEN_BY[s]", self.goal} - {"0"}
        self.known = str(self.everybody) if str(self.everybody) in ends else " | ".join(sorted(ends)) or "0"
        target = sees_target(build)
        zones = sees_zones(build)
        if target is not None and not (self.known == str(self.everybody) and sees_adds(build)):
            self.watched = f"S.live[{target.slot}]"
            if zones is not None and len(zones) == 1:
                self.watched += f" and {zones[0]} in (s, t)"
            if zones is not None and at is not None and not (zones_of(build, at) | zones_of(build, to)) & set(zones):
                self.watched = ""
        if at is None or self.left:
            self.more = f"S.known >> s * {self.players} & {self.everybody}"

    def before(self) -> Lines:
        return [f"known = {self.known}"] if self.kept else []

    def each(self, thing: str, count: int) -> Lines:
        known = "known" if self.kept else self.known
        return [f"C[{thing}] = t", *([f"C[{thing} + {count}] = {known}"] if known else [])]

    def after(self) -> Lines:
        """It is noted that somebody knows what lies hidden from him at the goal."""
        shift = f"<< t * {self.players}"
        if self.known in ("", self.goal, "0"):
            return []
        if self.kept and self.goal != "0":
            return [f"if known != {self.goal}:", f"    S.known |= (known & ~{self.goal}) {shift}"]
        if self.goal == "0":
            return [f"S.known |= {'known' if self.kept else self.known} {shift}"]
        if self.known.isdigit() and self.goal.isdigit():
            return [f"S.known |= {int(self.known) & ~int(self.goal)} {shift}"]
        return [f"S.known |= ({self.known} & ~{self.goal}) {shift}"]

    @property
    def kept(self) -> bool:
        """Whether who knows the things is read once, into a local."""
        return bool(self.known) and not self.known.isdigit()
