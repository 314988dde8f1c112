"""Moves between zones that are known when compiling: a function for each pair, which does only what they ask for.

What is rare goes the long way, through the helpers of stack/zones.py, which do the same for any zones: rows among the
things, rules that modify who sees what, somebody who knows more at the source than those who see it.
"""

from __future__ import annotations

import re

from ..lang import tree
from . import types
from .build import Build
from .sight import Place, everybody, place_of, sees_adds, sees_always, sees_target

Lines = list[str]
_CONSTANT = re.compile(r"(if .*|C\[[^]]*\] = (-?\d+|True|False|None|'[^']*'))")


def move_name(build: Build, thing: tree.Expression, goal: tree.Expression) -> str:
    """The function that moves a thing, or each of several, to the top of a zone."""
    to = place_of(build, goal)
    of = types.item_of(thing.type) or thing.type
    kind = types.bare(of)
    if to is None or types.may_be_none(of) or not isinstance(kind, types.Thing) or kind.kind not in build.ranges:
        return "move"
    if not to.seen_by_all and (sees_always(build) or any(z.seen is None for z in build.layout.zones)):
        return "move"
    return _named(build, "move", to, to)


def move_all_name(build: Build, source: tree.Expression, goal: tree.Expression) -> str:
    """The function that moves all that lies in a zone."""
    at, to = place_of(build, source), place_of(build, goal)
    if at is None or to is None or sees_always(build) or (to.in_play and not at.in_play and build.plan.effects):
        return "move_all"
    return _named(build, "move_all", at, to)


def draw_name(build: Build, source: tree.Expression, goal: tree.Expression) -> str:
    """The function that moves so many from the top of a zone."""
    at, to = place_of(build, source), place_of(build, goal)
    if at is None or to is None or at.in_play or to.in_play or at == to or sees_always(build):
        return "p_draw"
    return _named(build, "draw", at, to)


def _named(build: Build, what: str, at: Place, to: Place) -> str:
    name = f"{what}_to_{to.base}" if what == "move" else f"{what}_{at.base}_to_{to.base}"
    build.movers[name] = (what, at, to)
    return name


class _Sight:
    """What a move does to what is known. `known`: who knows the things afterwards; empty where all see the goal."""

    def __init__(self, build: Build, at: Place | None, to: Place) -> None:
        self.players, self.everybody = len(build.game.players), everybody(build)
        self.known = self.rare = ""
        self.goal = to.sight("t")
        self.left = at is not None and not at.seen_by_all
        if to.seen_by_all:
            return
        ends = {at.sight("s") if at is not None else "SEEN_BY[s]", self.goal} - {"0"}
        self.known = str(self.everybody) if str(self.everybody) in ends else " | ".join(sorted(ends)) or "0"
        target = sees_target(build)
        watched = f"S.live[{target.slot}]" if target is not None else ""
        if self.known == str(self.everybody) and sees_adds(build):
            watched = ""
        more = "" if at is not None and not self.left else f"S.known >> s * {self.players} & {self.everybody}"
        self.rare = " or ".join(filter(None, [watched, more]))

    def before(self) -> Lines:
        return [f"known = {self.known}"] if "|" in self.known else []

    def each(self, thing: str, count: int) -> Lines:
        known = "known" if "|" in self.known else self.known
        return [f"C[{thing}] = t", *([f"C[{thing} + {count}] = {known}"] if known else [])]

    def after(self) -> Lines:
        """It is noted that somebody knows what lies hidden from him at the goal."""
        shift = f"<< t * {self.players}"
        if self.known in ("", self.goal, "0"):
            return []
        if "|" in self.known:
            return [f"if known != {self.goal}:", f"    S.known |= (known & ~{self.goal}) {shift}"]
        if self.goal == "0":
            return [f"S.known |= {self.known} {shift}"]
        if self.known.isdigit() and self.goal.isdigit():
            return [f"S.known |= {int(self.known) & ~int(self.goal)} {shift}"]
        return [f"S.known |= ({self.known} & ~{self.goal}) {shift}"]


# ---------------------------------------------------------------------------------------- the functions


def write_movers(build: Build, reset: Lines) -> Lines:
    """`reset`: how the states of `this` go back to their first values."""
    out: Lines = []
    for name, (what, at, to) in build.movers.items():
        if what == "move":
            params, between, body = "thing, t", f"to {to.name}", _move(build, to, bool(reset))
        elif what == "move_all":
            params, between, body = "s, t", f"{at.name} to {to.name}", _move_all(build, at, to, reset)
        else:
            params, between, body = "number, s, t", f"{at.name} to {to.name}", _draw(build, at, to)
        out += ["", f"def {name}(S, {params}):  # {between}", *(f"    {line}" for line in body)]
    return out


def _move(build: Build, to: Place, has_states: bool) -> Lines:
    sight = _Sight(build, None, to)
    playing = [n for n, z in enumerate(build.layout.zones) if z.in_play]
    rare = ["s < 0"]
    if build.row_zones:
        rare.append(f"s >= {len(build.layout.zones)}")
    if playing and not to.in_play and has_states:
        rare.append(f"s == {playing[0]}" if len(playing) == 1 else f"{playing[0]} <= s <= {playing[-1]}")
    elif playing and build.plan.effects:
        rare.append("thing in EFFECTS")
    rare += [sight.rare] if sight.rare else []
    lines = ["C = S.cells", "s = C[thing]", f"if {' or '.join(rare)}:", "    move(S, thing, t)", "    return"]
    lines += ["things = S.zones[s]", "if things[-1] == thing:", "    things.pop()", "else:", "    things.remove(thing)"]
    lines += [*sight.before(), "S.zones[t].append(thing)"]
    return [*lines, *sight.each("thing", len(build.layout.things)), *sight.after()]


def _move_all(build: Build, at: Place, to: Place, reset: Lines) -> Lines:
    sight = _Sight(build, at, to)
    rare = [*(["S.rows"] if build.makes_rows else []), *([sight.rare] if sight.rare else [])]
    lines = ["Z = S.zones", "things = Z[s]", f"if not things{' or s == t' if at == to else ''}:", "    return"]
    if rare:
        lines += [f"if {' or '.join(rare)}:", "    move_all(S, s, t)", "    return"]
    leaving = at.in_play and not to.in_play
    each = sight.each("this", len(build.layout.things))
    if leaving and build.plan.effects:
        each += ["if this in EFFECTS:", "    stop(S, this)"]
    constant = all(_CONSTANT.fullmatch(line.strip()) for line in reset)
    if leaving and constant:
        each += reset
    lines += ["C = S.cells", *sight.before(), "for this in things:", *(f"    {line}" for line in each)]
    lines += ["if Z[t]:", "    Z[t] += things", "    Z[s] = []", "else:", "    Z[s], Z[t] = Z[t], things"]
    lines += sight.after()
    if sight.left and not sight.known:  # nothing is left there to be known
        lines.append(f"S.known &= ~({sight.everybody} << s * {sight.players})")
    return [*lines, "reset(S, things)"] if leaving and not constant else lines


def _draw(build: Build, at: Place, to: Place) -> Lines:
    sight = _Sight(build, at, to)
    rare = [*(["S.rows"] if build.makes_rows else []), *([sight.rare] if sight.rare else [])]
    lines = ["things = S.zones[s]", "if number <= 0 or not things:", "    return"]
    if rare:
        lines += [f"if {' or '.join(rare)}:", "    p_draw(S, number, s, t)", "    return"]
    lines += ["drawn = things[: -number - 1 : -1]", "del things[-number:]", "S.zones[t] += drawn", "C = S.cells"]
    each = sight.each("this", len(build.layout.things))
    return [*lines, *sight.before(), "for this in drawn:", *(f"    {line}" for line in each), *sight.after()]
