"""Moves of a single thing: between zones that all see written in place, only what is not known to be needless; else a
function for each zone that they go to.

From a zone that is known the thing is taken at once; else where it lies is read from its cell. A thing that leaves play
ends its effect and its states go back to their first values, one that comes into play begins its effect: as far as
things of its kinds have any. What is rare goes the long way, through the helpers of stack/zones.py, which do the same
for any zones: what lies nowhere or in a zone of a row, somebody who knows more at the source than those who see it.
"""

from __future__ import annotations

import re

from ..lang import tree
from .build import Build
from .known import Fact
from .sight import Place, place_of, sees_always
from .typing import types
from .write_knowledge import Sight
from .write_names import is_simple

Lines = list[str]

_FOR_SOME = re.compile(r"if (?:this == (\d+)|(\d+) <= this < (\d+)):")
_CONSTANT = re.compile(r"C\[[^]]*\] = (-?\d+|True|False|None|'[^']*')|S\.\w+ = \w+")
MOST_RESETS = 3  # states that are set back in place


def after_moving(build: Build, thing: str = "") -> Lines:
    """The line after writes of where things lie."""
    return build.after_writing(0, len(build.layout.things), thing)


def named(build: Build, what: str, at: Place, to: Place) -> str:
    """The function for such moves between those zones, which will be written."""
    name = f"{what}_to_{to.base}" if what == "move" else f"{what}_{at.base}_to_{to.base}"
    build.movers[name] = (what, at, to)
    return name


def playing(build: Build) -> list[int]:
    """The zones in play."""
    return [n for n, z in enumerate(build.layout.zones) if z.in_play]


def move_lines(build: Build, node: tree.Formula, goal: tree.Formula, thing: str, t: str, fact: Fact) -> Lines:
    """A thing, or one of several, is moved to the top of a zone. `thing`, `t`: both as Python text; `fact`: what is
    known of the thing.
    """
    to = place_of(build, goal)
    of = types.item_of(node.type) or node.type
    kind = types.bare(of)
    if to is None or not isinstance(kind, types.Thing) or kind.kind not in build.ranges:
        return [f"move(S, {thing}, {t})"]
    if not to.seen_by_all and (sees_always(build) or any(z.seen is None for z in build.layout.zones)):
        return [f"move(S, {thing}, {t})"]
    optional = types.may_be_none(of) and not fact.there
    if not (to.seen_by_all and is_simple(thing) and is_simple(t)):
        return [f"{'move' if optional else named(build, 'move', to, to)}(S, {thing}, {t})"]
    low, end = build.ranges[kind.kind]
    fact = Fact(fact.there, max(low, fact.low), min(end, fact.end), None if optional else fact.zones, fact.top)
    if fact.zones:
        return _from_known(build, to, thing, t, kind.kind, fact)
    lines = [f"Z[{t}].append({thing})", f"C[{thing}] = {t}"]
    lines += _after(build, to, thing, t, kind.kind, fact, set(range(len(build.layout.zones))))
    if not (optional or build.row_zones):
        return [f"s = C[{thing}]", "if s >= 0:", f"    Z[s].remove({thing})", *lines]
    taken = f"Z[s].remove({thing})"
    if optional:  # mostly the top of a pile
        taken = f"Z[s].pop() if Z[s][-1] == {thing} else {taken}"
    at = f"-1 if {thing} is None else C[{thing}]" if optional else f"C[{thing}]"
    long = [f"if {_rare(build)}:", f"    move(S, {thing}, {t})"]
    return [f"s = {at}", *long, "else:", *(f"    {line}" for line in [taken, *lines])]


def lies_in_play(build: Build, of: types.Type, text: str, fact: Fact) -> str:
    """The test whether something that is there, of that type, lies in play; nothing where only the helper can tell."""
    kind = types.bare(of)
    if build.row_zones or not isinstance(kind, types.Thing) or kind.kind not in build.ranges:
        return ""
    zones = playing(build)
    if fact.zones and (fact.zones <= set(zones) or fact.zones.isdisjoint(zones)):
        return str(fact.zones <= set(zones))
    return f"(C[{text}] == {zones[0]})" if len(zones) == 1 else f"(C[{text}] in {tuple(zones)!r})"


def _from_known(build: Build, to: Place, thing: str, t: str, kind: str, fact: Fact) -> Lines:
    assert fact.zones is not None
    after = _after(build, to, thing, t, kind, fact, set(fact.zones))
    if len(fact.zones) == 1:
        (zone,) = fact.zones
        if fact.top:
            return [f"C[{thing}] = {t}", f"Z[{t}].append(Z[{zone}].pop())", *after]
        taken = [f"Z[{zone}].remove({thing})", f"Z[{t}].append({thing})"]
        return [f"C[{thing}] = {t}", *taken, *after]  # the cell first: it wants no none
    if any(re.search(r"\bs\b", line) for line in after):
        first = [f"s = C[{thing}]", f"Z[s].{'pop()' if fact.top else f'remove({thing})'}"]
    else:
        first = [f"Z[C[{thing}]].{'pop()' if fact.top else f'remove({thing})'}"]
    return [*first, f"Z[{t}].append({thing})", f"C[{thing}] = {t}", *after]


def _after(build: Build, to: Place, thing: str, t: str, kind: str, fact: Fact, zones: set[int]) -> Lines:
    """What follows where a thing that lay in one of the zones, in `s` if there are several, lies at the goal."""
    counted = _counted(build, to, thing, kind, zones)
    return [*counted, *after_moving(build, thing), *_comes_or_goes(build, to, thing, fact, zones)]


def _counted(build: Build, to: Place, thing: str, kind: str, zones: set[int]) -> Lines:
    """The tallies of the goal and of the zone that it leaves."""
    lines = [f"S.tally += TALLY_{to.base}[{thing}]"] if to.base in build.tally.zones else []
    for zone in sorted(build.tally.zones_of(kind) & zones):
        taken = f"S.tally -= TALLY_{zone}[{thing}]"
        lines += [taken] if len(zones) == 1 else [f"if s == {zone}:", f"    {taken}"]
    return lines


def _comes_or_goes(build: Build, to: Place, thing: str, fact: Fact, zones: set[int]) -> Lines:
    """What follows where a thing comes into play or leaves. It lay in one of the zones: in `s` if there are several."""
    there = set(playing(build))
    inside, outside = zones & there, zones - there
    lines = _begins(build, thing, fact) if to.in_play else _ends(build, thing, fact)
    crossing, other = (outside, inside) if to.in_play else (inside, outside)
    if not crossing or not lines or not other:
        return lines if crossing else []
    test = f"s {'not ' if to.in_play else ''}in {tuple(sorted(inside))}"
    if len(inside) == 1:
        test = f"s {'!=' if to.in_play else '=='} {min(inside)}"
    if lines[0].startswith("if ") and all(line.startswith(" ") for line in lines[1:]):
        return [f"{lines[0][:-1]} and {test}:", *lines[1:]]
    return [f"if {test}:", *(f"    {line}" for line in lines)]


def _begins(build: Build, thing: str, fact: Fact) -> Lines:
    listens = _listens(build, thing, fact)
    if not listens:
        return []
    return [f"start(S, {thing})"] if listens == "True" else [f"if {listens}:", f"    start(S, {thing})"]


def _ends(build: Build, thing: str, fact: Fact) -> Lines:
    listens, lines = _listens(build, thing, fact), _reset(build, thing, fact)
    if not listens:
        return lines
    return [f"stop(S, {thing})", *lines] if listens == "True" else [f"if {listens}:", f"    stop(S, {thing})", *lines]


def _listens(build: Build, thing: str, fact: Fact) -> str:
    """The test whether a thing has an effect; nothing where none of its kinds has one."""
    listening = [n for n in range(fact.low, fact.end) if build.plan.effects.get(build.layout.things[n].title)]
    if not listening:
        return ""
    return "True" if len(listening) == fact.end - fact.low else f"{thing} in EFFECTS"


def _reset(build: Build, thing: str, fact: Fact) -> Lines:
    """The states of a thing go back to their first values."""
    lines: Lines = []
    count = 0
    resets = iter(build.resets)
    for line in resets:
        some = _FOR_SOME.fullmatch(line)
        if some is None:
            found = [line]
        else:
            low, end = (int(some[1]), int(some[1]) + 1) if some[1] else (int(some[2]), int(some[3]))
            inside = fact.within(low, end)
            then = next(resets).strip()
            if inside is False:
                continue
            found = [then] if inside else [line, f"    {then}"]
        count += 1
        lines += found
    written = any("C[" in line for line in lines)
    if count > MOST_RESETS or not all(_CONSTANT.fullmatch(line.strip()) or line.startswith("if ") for line in lines):
        return [f"reset(S, ({thing},))"]
    return [re.sub(r"\bthis\b", thing, line) for line in lines] if written else []


def _rare(build: Build) -> str:
    """When a thing that lies at `s` goes the long way, whatever is known."""
    return f"s < 0 or s >= {len(build.layout.zones)}" if build.row_zones else "s < 0"


def move_function(build: Build, to: Place) -> Lines:
    """Of `thing` to the top of `t`."""
    sight = Sight(build, None, to)
    rare = " or ".join([_rare(build), *sight.rare])
    lines = ["C = S.cells", "s = C[thing]", f"if {rare}:", "    move(S, thing, t)", "    return"]
    lines += ["S.zones[s].remove(thing)", "S.zones[t].append(thing)", "C[thing] = t"]
    any_thing, anywhere = Fact(True, 0, len(build.layout.things)), set(range(len(build.layout.zones)))
    return [*lines, *sight.lines("thing", False), *_after(build, to, "thing", "t", "", any_thing, anywhere)]
