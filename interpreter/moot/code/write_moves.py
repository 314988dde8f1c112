"""Moves between zones that are known when compiling: a function for each pair, which does only what they ask for.

What is rare goes the long way, through the helpers of stack/zones.py, which do the same for any zones: rows among the
things, rules that modify who sees what, somebody who knows more at the source than those who see it.
"""

from __future__ import annotations

from ..lang import tree
from . import types
from .build import Build
from .sight import Place, place_of, sees_always
from .write_knowledge import Sight
from .write_names import is_simple

Lines = list[str]


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
        lines += [*_counted(build, to, thing, t, kind.kind), *after_moving(build, thing), *_begins(build, to, thing)]
        at = f"C[{thing}]"
        if optional:  # mostly the top of a pile
            at, lines[0] = f"-1 if {thing} is None else {at}", f"Z[s].pop() if Z[s][-1] == {thing} else {lines[0]}"
        rare = f"if {_rare(build, to, thing)}:"
        return [f"s = {at}", rare, f"    move(S, {thing}, {t})", "else:", *(f"    {line}" for line in lines)]
    return [f"{'move' if optional else named(build, 'move', to, to)}(S, {thing}, {t})"]


def after_moving(build: Build, thing: str = "") -> Lines:
    """The line after writes of where things lie."""
    return build.after_writing(0, len(build.layout.things), thing)


def named(build: Build, what: str, at: Place, to: Place) -> str:
    """The function for such moves between those zones, which will be written."""
    name = f"{what}_to_{to.base}" if what == "move" else f"{what}_{at.base}_to_{to.base}"
    build.movers[name] = (what, at, to)
    return name


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


def _counted(build: Build, to: Place, thing: str, t: str, kind: str = "") -> Lines:
    """What follows for zones that are tallied: the goal, and that which a thing leaves without going the long way."""
    lines = [f"S.tally[{t}] += TALLY[{thing}]"] if to.base in build.tally.zones else []
    left = build.tally.zones_of(kind) - {*(_playing(build) if not to.in_play and _has_states(build) else ())}
    if left:
        lines.append(f"if s {f'== {min(left)}' if len(left) == 1 else f'in {tuple(sorted(left))}'}:")
        lines.append(f"    S.tally[s] -= TALLY[{thing}]")
    return lines


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


def move_function(build: Build, to: Place) -> Lines:
    """Of `thing` to the top of `t`."""
    sight = Sight(build, None, to)
    rare = " or ".join(filter(None, [_rare(build, to, "thing"), sight.watched, sight.more]))
    lines = ["C = S.cells", "s = C[thing]", f"if {rare}:", "    move(S, thing, t)", "    return"]
    lines += [
        "S.zones[s].remove(thing)",
        "S.zones[t].append(thing)",
        *_counted(build, to, "thing", "t"),
        *sight.before(),
    ]
    each = sight.each("thing", len(build.layout.things))
    return [*lines, *each, *after_moving(build, "thing"), *sight.after(), *_begins(build, to, "thing")]
