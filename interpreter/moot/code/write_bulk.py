"""All that lies in a zone moved to another, many drawn, and a zone moved into one that is shuffled at once.

A function for each pair of zones that are known when compiling, which does only what they ask for. What is rare goes
the long way, through the helpers of stack/zones.py: see write_moves.py.
"""

from __future__ import annotations

import re
from itertools import pairwise

from ..lang import tree
from .build import Build
from .sight import Place, everybody, place_of, sees_always
from .write_knowledge import Sight
from .write_moves import after_moving, move_function, named

Lines = list[str]
_ONE_THING = re.compile(r"if this == (\d+):")
_CONSTANT = re.compile(r"(if .*|C\[[^]]*\] = (-?\d+|True|False|None|'[^']*'))")


def move_all_name(build: Build, source: tree.Formula, goal: tree.Formula) -> str:
    """The function that moves all that lies in a zone."""
    at, to = place_of(build, source), place_of(build, goal)
    if at is None or to is None or sees_always(build) or (to.in_play and not at.in_play and build.plan.effects):
        return "move_all"
    return named(build, "move_all", at, to)


def shuffled_name(build: Build, before: str) -> str:
    """The function that moves all that lies in a zone to another and gives a new order for that one. `before`: the
    function of the move alone."""
    _, at, to = build.movers[before]
    return named(build, "shuffled", at, to)


def draw_name(build: Build, source: tree.Formula, goal: tree.Formula) -> str:
    """The function that moves so many from the top of a zone."""
    at, to = place_of(build, source), place_of(build, goal)
    if at is None or to is None or at.in_play or to.in_play or at == to or sees_always(build):
        return "p_draw"
    return named(build, "draw", at, to)


def write_movers(build: Build, reset: Lines) -> Lines:
    """`reset`: how the states of `this` go back to their first values."""
    out: Lines = []
    for name, (what, at, to) in build.movers.items():
        if what == "move":
            params, between, body = "thing, t", f"to {to.name}", move_function(build, to)
        elif what == "move_all":
            params, between, body = "s, t", f"{at.name} to {to.name}", _move_all(build, at, to, reset)
        elif what == "shuffled":
            params, between, body = "s, t", f"{at.name} into {to.name}", _shuffled(build, at, to, reset)
        else:
            params, between, body = "number, s, t", f"{at.name} to {to.name}", _draw(build, at, to)
        out += ["", f"def {name}(S, {params}):  # {between}", *(f"    {line}" for line in body)]
    return out


def _move_all(build: Build, at: Place, to: Place, reset: Lines) -> Lines:
    sight = Sight(build, at, to)
    lines = ["Z = S.zones", "things = Z[s]", f"if not things{' or s == t' if at == to else ''}:", "    return"]
    if build.makes_rows:
        lines += ["if S.rows:", "    move_all(S, s, t)", "    return"]
    moving, last = _leaving(build, at, to, reset)
    lines += [*moving, *_counted_all(build, at, to, "things"), *(["there = Z[t]"] if sight.rare else [])]
    lines += ["if Z[t]:", "    Z[t] += things", "    Z[s] = []", "else:", "    Z[s], Z[t] = Z[t], things"]
    noted = sight.lines("things", True)
    if sight.rare:
        settled = "settle(S, things, s, t, there is not Z[t])"
        lines += [f"if {' or '.join(sight.rare)}:", f"    {settled}"]
        lines += [f"    S.known &= ~({everybody(build)} << s * {sight.players})"]  # nothing is left there to be known
        lines += ["else:", *(f"    {line}" for line in noted)] if noted else []
        return [*lines, *last]
    if sight.left:
        noted.append(f"S.known &= ~({everybody(build)} << s * {sight.players})")
    return [*lines, *noted, *last]


def _shuffled(build: Build, at: Place, to: Place, reset: Lines) -> Lines:
    """What is known of things on their way into a shuffled zone is forgotten at once, so it is not noted at all."""
    sight = Sight(build, at, to)
    lines = ["Z = S.zones", "things = Z[s]"]
    rare = [*(["S.rows"] if build.makes_rows else []), *sight.rare, *(["s == t"] if at == to else [])]
    if rare:
        lines += [f"if {' or '.join(rare)}:", "    move_all(S, s, t)", "    return shuffled(S, t)"]
    moving, last = _leaving(build, at, to, reset)
    lines += [*moving, *_counted_all(build, at, to, "things"), "order = Z[t] + things", "Z[s] = []"]
    if not sight.left and not to.seen_by_all:  # as it was where all see it
        lines += ["for this in S.told.keys() & things if S.told else ():", "    del S.told[this]"]
    return [*lines, *last, "shuffle_list(S, order)", "return order"]


def _leaving(build: Build, at: Place, to: Place, reset: Lines) -> tuple[Lines, Lines]:
    """All `things` lie at `t` now, and those that leave play become as at first; what is done last for that."""
    last: Lines = []
    each = ["C[this] = t"]
    if at.in_play and not to.in_play:
        constant = all(_CONSTANT.fullmatch(line.strip()) for line in reset)
        last = [] if constant else ["reset(S, things)"]
        inside = _only_with_effect(build, reset) if constant and build.plan.effects else []
        each += [line for line in reset if line not in inside] if constant else []
        if build.plan.effects:
            each += ["if this in EFFECTS:", "    stop(S, this)", *(f"    {line}" for line in inside)]
    return ["C = S.cells", "for this in things:", *(f"    {line}" for line in each), *after_moving(build)], last


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
    sight = Sight(build, at, to)
    lines = ["things = S.zones[s]", "if number <= 0 or not things:", "    return"]
    rare = [*(["S.rows"] if build.makes_rows else []), *sight.rare]
    if rare:
        lines += [f"if {' or '.join(rare)}:", "    p_draw(S, number, s, t)", "    return"]
    lines += ["drawn = things[: -number - 1 : -1]", "del things[-number:]", "S.zones[t] += drawn", "C = S.cells"]
    lines += ["for this in drawn:", "    C[this] = t", *_counted_all(build, at, to, "drawn"), *after_moving(build)]
    return [*lines, *sight.lines("drawn", True)]


def _counted_all(build: Build, at: Place, to: Place, things: str) -> Lines:
    """What follows for the two zones where they are tallied."""
    ends = [(op, of.base) for op, of in (("+=", to), ("-=", at)) if of.base in build.tally.zones]
    return [f"S.tally {op} sum([TALLY_{zone}[this] for this in {things}])" for op, zone in ends]
