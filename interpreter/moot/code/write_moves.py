"""Moves between zones that are known when compiling: a function for each pair, which does only what they ask for.

What is rare goes the long way, through the helpers of stack/zones.py, which do the same for any zones: rows among the
things, rules that modify who sees what, somebody who knows more at the source than those who see it.
"""

from __future__ import annotations

import re
from itertools import pairwise

from ..lang import tree
from . import types
from .build import Build
from .sight import Place, everybody, place_of, sees_adds, sees_always, sees_target, sees_zones, zones_of
from .write_names import is_simple

Lines = list[str]
_ONE_THING = re.compile(r"if this == (\d+):")
_CONSTANT = re.compile(r"(if .*|C\[[^]]*\] = (-?\d+|True|False|None|'[^']*'))")


def move_lines(build: Build, node: tree.Expression, goal: tree.Expression, thing: str, t: str) -> Lines:
    """A thing, or one of several, is moved to the top of a zone. `thing`, `t`: both as Python text."""
    to = place_of(build, goal)
    of = types.item_of(node.type) or node.type
    kind = types.bare(of)
    if to is None or not isinstance(kind, types.Thing) or kind.kind not in build.ranges:
        return [f"move(S, {thing}, {t})"]
    if not to.seen_by_all and (sees_always(build) or any(z.seen is None for z in build.layout.zones)):
        return [f"move(S, {thing}, {t})"]
    optional = types.may_be_none(of)
    if to.seen_by_all and is_simple(thing) and is_simple(t):
        lines = [f"Z[s].remove({thing})", f"Z[{t}].append({thing})", f"C[{thing}] = {t}"]
        lines += [*after_moving(build, thing), *_begins(build, to, thing)]
        at = f"C[{thing}]"
        if optional:  # mostly the top of a pile
            at, lines[0] = f"-1 if {thing} is None else {at}", f"Z[s].pop() if Z[s][-1] == {thing} else {lines[0]}"
        rare = f"if {_rare(build, to, thing)}:"
        return [f"s = {at}", rare, f"    move(S, {thing}, {t})", "else:", *(f"    {line}" for line in lines)]
    return [f"{'move' if optional else _named(build, 'move', to, to)}(S, {thing}, {t})"]


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


def after_moving(build: Build, thing: str = "") -> Lines:
    """The line after writes of where things lie."""
    return build.after_writing(0, len(build.layout.things), thing)


def _named(build: Build, what: str, at: Place, to: Place) -> str:
    name = f"{what}_to_{to.base}" if what == "move" else f"{what}_{at.base}_to_{to.base}"
    build.movers[name] = (what, at, to)
    return name


class _Sight:
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


# ---------------------------------------------------------------------------------------- the functions


def write_movers(build: Build, reset: Lines) -> Lines:
    """`reset`: how the states of `this` go back to their first values."""
    out: Lines = []
    for name, (what, at, to) in build.movers.items():
        if what == "move":
            params, between, body = "thing, t", f"to {to.name}", _move(build, to)
        elif what == "move_all":
            params, between, body = "s, t", f"{at.name} to {to.name}", _move_all(build, at, to, reset)
        else:
            params, between, body = "number, s, t", f"{at.name} to {to.name}", _draw(build, at, to)
        out += ["", f"def {name}(S, {params}):  # {between}", *(f"    {line}" for line in body)]
    return out


def _rare(build: Build, to: Place, thing: str) -> str:
    """When a thing that lies at `s` goes the long way, whatever is known: its effect ends, or it lies nowhere."""
    zones = build.layout.zones
    playing = _playing(build)
    rare = ["s < 0", *([f"s >= {len(zones)}"] if build.row_zones else [])]
    if playing and not to.in_play and _has_states(build):
        rare.append(f"s == {playing[0]}" if len(playing) == 1 else f"{playing[0]} <= s <= {playing[-1]}")
    elif playing and not to.in_play and build.plan.effects:
        rare.append(f"{thing} in EFFECTS")
    return " or ".join(rare)


def _begins(build: Build, to: Place, thing: str) -> Lines:
    """The effect of a thing that was at `s` begins to hold where it comes into play."""
    if not (to.in_play and build.plan.effects):
        return []
    playing = _playing(build)
    came = f"s != {playing[0]}" if len(playing) == 1 else f"s not in {tuple(playing)}"
    return [f"if {thing} in EFFECTS and {came}:", f"    start(S, {thing})"]


def _playing(build: Build) -> list[int]:
    return [n for n, z in enumerate(build.layout.zones) if z.in_play]


def _has_states(build: Build) -> bool:
    """Whether things have states, which go back to their first values when they leave play."""
    return any(row.owner for row in build.layout.states)


def _move(build: Build, to: Place) -> Lines:
    sight = _Sight(build, None, to)
    rare = " or ".join(filter(None, [_rare(build, to, "thing"), sight.watched, sight.more]))
    lines = ["C = S.cells", "s = C[thing]", f"if {rare}:", "    move(S, thing, t)", "    return"]
    lines += ["S.zones[s].remove(thing)", "S.zones[t].append(thing)", *sight.before()]
    each = sight.each("thing", len(build.layout.things))
    return [*lines, *each, *after_moving(build, "thing"), *sight.after(), *_begins(build, to, "thing")]


def _move_all(build: Build, at: Place, to: Place, reset: Lines) -> Lines:
    sight = _Sight(build, at, to)
    lines = ["Z = S.zones", "things = Z[s]", f"if not things{' or s == t' if at == to else ''}:", "    return"]
    if sight.more:
        lines.append(f"more = {sight.more}")
    late = sight.watched if sees_adds(build) else ""  # who more sees them by rules is asked when they lie there
    watched = sight.watched if not late else f"{late} and more" if sight.more else ""
    rare = [*(["S.rows"] if build.makes_rows else []), watched]
    if any(rare):
        lines += [f"if {' or '.join(filter(None, rare))}:", "    move_all(S, s, t)", "    return"]
    leaving = at.in_play and not to.in_play
    each = sight.each("this", len(build.layout.things))
    constant = all(_CONSTANT.fullmatch(line.strip()) for line in reset)
    if leaving and constant:
        each += reset
    if leaving and build.plan.effects:
        inside = [line for line in _only_with_effect(build, reset) if constant]
        each = [line for line in each if line not in inside]
        each += ["if this in EFFECTS:", "    stop(S, this)", *(f"    {line}" for line in inside)]
    loop = ["for this in things:", *(f"    {line}" for line in each)]
    if sight.more:  # who knew a thing knows it still where nothing else lies
        each[1] = each[1].replace("] = ", "] |= ")
        kept = ["for this in things:", *(f"    {line}" for line in each)]
        kept.append(f"S.known |= (more & ~{sight.goal}) << t * {sight.players}")
        loop = ["if more and not Z[t]:", *(f"    {line}" for line in kept), "else:", *(f"    {line}" for line in loop)]
    lines += ["C = S.cells", *sight.before(), *loop, *after_moving(build)]
    lines += ["if Z[t]:", "    Z[t] += things", "    Z[s] = []", "else:", "    Z[s], Z[t] = Z[t], things"]
    if late:
        lines += [f"if {late}:", "    known = sees_now(S, s, sees_now(S, t))", "    for this in things:"]
        lines.append(f"        C[this + {len(build.layout.things)}] = known")
        lines.append(f"    S.known |= (known & ~{sight.goal}) << t * {sight.players}")
    lines += sight.after()
    clear = f"S.known &= ~({sight.everybody} << s * {sight.players})"  # nothing is left there to be known
    if sight.more:
        lines += ["if more:", f"    {clear}"]
    elif sight.left:
        lines.append(clear)
    return [*lines, "reset(S, things)"] if leaving and not constant else lines


def _only_with_effect(build: Build, reset: Lines) -> Lines:
    """Of those lines the conditions, each with what it holds for, that mean one thing whose effect may listen."""
    found: Lines = []
    for condition, line in pairwise(reset):
        match = _ONE_THING.fullmatch(condition)
        title = build.layout.things[int(match[1])].title if match else ""
        if any(rule.number not in build.dead for rule in build.plan.effects.get(title, [])):
            found += [condition, line]
    return found


def _draw(build: Build, at: Place, to: Place) -> Lines:
    sight = _Sight(build, at, to)
    lines = ["things = S.zones[s]", "if number <= 0 or not things:", "    return"]
    rare = [*(["S.rows"] if build.makes_rows else []), sight.watched, sight.more]
    if any(rare):
        lines += [f"if {' or '.join(filter(None, rare))}:", "    p_draw(S, number, s, t)", "    return"]
    lines += ["drawn = things[: -number - 1 : -1]", "del things[-number:]", "S.zones[t] += drawn", "C = S.cells"]
    each = sight.each("this", len(build.layout.things))
    loop = ["for this in drawn:", *(f"    {line}" for line in each), *after_moving(build)]
    return [*lines, *sight.before(), *loop, *sight.after()]
