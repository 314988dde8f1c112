"""Functions for moves between zones that are known when compiling, reduced to the necessary steps.

Rare cases use the helpers of stack/zones.py, which do the same for any zones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from .given import Given, Reset, after_writing
from .lines import CELLS as C
from .lines import ZONES as Z
from .sight import MoveSight, ZoneSight

MoverSort = Literal["move", "move_all", "shuffled", "draw"]
_PARAMS: dict[MoverSort, str] = {"move": "thing, t", "move_all": "s, t", "shuffled": "s, t", "draw": "number, s, t"}


@dataclass(frozen=True, slots=True)
class Mover:
    """A thing to the top of a zone; everything in a zone to another; the same with a shuffle; a number of things
    from the top of a zone.
    """

    sort: MoverSort
    at: ZoneSight
    to: ZoneSight

    @property
    def name(self) -> str:
        return f"move_to_{self.to.first}" if self.sort == "move" else f"{self.sort}_{self.at.first}_to_{self.to.first}"


def mover_lines(given: Given, mover: Mover) -> tuple[str, list[str]]:
    """The head and the body of its function."""
    match mover.sort:
        case "move":
            body = _move(given, mover.to)
        case "move_all":
            body = _move_all(given, mover.at, mover.to)
        case "shuffled":
            body = _shuffled(given, mover.at, mover.to)
        case "draw":
            body = _draw(given, mover.at, mover.to)
    return f"def {mover.name}(S, {_PARAMS[mover.sort]}):", body


def moved_lines(given: Given, thing: str = "") -> list[str]:
    """The lines after a write of things' zones."""
    return after_writing(given.watched, 0, given.things, thing)


def rare(given: Given) -> str:
    """When a thing in `s` takes the slow path, whatever is known."""
    return f"s < 0 or s >= {len(given.layout.zones)}" if given.row_zones else "s < 0"


# ---------------------------------------------------------------------------------------------- one thing


def _move(given: Given, to: ZoneSight) -> list[str]:
    sight = MoveSight(given, None, to)
    tests = " or ".join([rare(given), *sight.rare])
    lines = [f"s = {C}[thing]", f"if {tests}:", "    move(S, thing, t)", "    return"]
    lines += [
        f"{Z}[s].remove(thing)",
        f"{Z}[t].append(thing)",
        f"{C}[thing] = t",
        *sight.lines("thing", False),
    ]
    every = range(given.things)
    goal = Goal(to, "t", to.numbers)
    return [*lines, *after_move(given, goal, "thing", every, frozenset(range(len(given.layout.zones))))]


@dataclass(frozen=True, slots=True)
class Goal:
    """The destination of things: one of the zones of a name, `text` as written, `may_be` as far as known."""

    place: ZoneSight
    text: str
    may_be: range


def after_move(given: Given, goal: Goal, thing: str, may_be: range, zones: frozenset[int]) -> list[str]:
    """The lines after a thing has moved to the goal from one of the zones, from `s` if there are several.

    `may_be`: the possible things.
    """
    to = goal.place
    return [
        *_counted(given, thing, frozenset(goal.may_be), goal.text, "+="),
        *_counted(given, thing, zones, "s", "-="),
        *moved_lines(given, thing),
        *_comes_or_goes(given, to, thing, may_be, zones),
    ]


def _counted(given: Given, thing: str, zones: frozenset[int], at: str, op: str) -> list[str]:
    """The tally of the zone to or from which the thing moves: one of these."""
    lines = []
    for zone in sorted(zones & given.tallied.keys()):
        counts = f"S.tally {op} TALLY_{zone}[{thing}]"
        lines += [counts] if len(zones) == 1 else [f"if {at} == {zone}:", f"    {counts}"]
    return lines


def _comes_or_goes(given: Given, to: ZoneSight, thing: str, may_be: range, zones: frozenset[int]) -> list[str]:
    """The lines for a thing that enters or leaves play."""
    there = frozenset(number for number, zone in enumerate(given.layout.zones) if zone.in_play)
    inside, outside = zones & there, zones - there
    lines = _begins(given, thing, may_be) if to.in_play else _ends(given, thing, may_be)
    crossing, other = (outside, inside) if to.in_play else (inside, outside)
    if not crossing or not lines or not other:
        return lines if crossing else []
    test = f"s {'not ' if to.in_play else ''}in {tuple(sorted(inside))}"
    if len(inside) > MOST_NAMED:
        test = f"{'not ' if to.in_play else ''}IN_PLAY[s]"
    if len(inside) == 1:
        test = f"s {'!=' if to.in_play else '=='} {min(inside)}"
    return [f"if {test}:", *(f"    {line}" for line in lines)]


def _begins(given: Given, thing: str, may_be: range) -> list[str]:
    return _if_listening(given, may_be, f"HAS_EFFECTS[{thing}]", [f"start(S, {thing})"])


def _ends(given: Given, thing: str, may_be: range) -> list[str]:
    stopped = _if_listening(given, may_be, f"HAS_EFFECTS[{thing}]", [f"stop(S, {thing})"])
    return [*stopped, *reset_lines(given, thing, may_be)]


def _if_listening(given: Given, may_be: range, test: str, lines: list[str]) -> list[str]:
    """Lines for those of the things that have an effect."""
    listening = given.effects.intersection(may_be)
    if not listening:
        return []
    return lines if len(listening) == len(may_be) else [f"if {test}:", *(f"    {line}" for line in lines)]


MOST_NAMED = 6  # zones, that their numbers are listed where they are asked for
MOST_RESETS = 3  # states that are set back in place


def reset_lines(given: Given, thing: str, may_be: range) -> list[str]:
    """The states of a thing go back to their first values."""
    resets = [one for one in given.resets if one.low < may_be.stop and may_be.start < one.end]
    if len(resets) > MOST_RESETS or any(one.value is None for one in resets):
        return [f"reset(S, ({thing},))"]
    spans = groupby(resets, lambda one: (one.low, one.end))
    return [line for _, same in spans for line in reset_of(given, tuple(same), thing, may_be)]


def reset_of(given: Given, resets: Sequence[Reset], thing: str, may_be: range) -> list[str]:
    """States of the same things, whose first values are always the same, go back to them, if the thing has them."""
    one, lines = resets[0], []
    for reset in resets:
        assert reset.value is not None
        cell = f"{thing} + {reset.offset}" if reset.offset else thing
        lines.append(f"{C}[{cell}] = {reset.value.value!r}")
        lines += after_writing(given.watched, reset.low + reset.offset, reset.end + reset.offset)
    if one.low <= may_be.start and may_be.stop <= one.end:
        return lines
    test = f"{thing} == {one.low}" if one.end - one.low == 1 else f"{one.low} <= {thing} < {one.end}"
    return [f"if {test}:", *(f"    {line}" for line in lines)]


# ---------------------------------------------------------------------------------------------- many things


def _move_all(given: Given, at: ZoneSight, to: ZoneSight) -> list[str]:
    sight = MoveSight(given, at, to)
    lines = [f"things = {Z}[s]", f"if not things{' or s == t' if at == to else ''}:", "    return"]
    if given.makes_rows:
        lines += ["if S.rows:", "    move_all(S, s, t)", "    return"]
    moving, last = _leaving(given, at, to)
    lines += [*moving, *_counted_all(given, at, to, "things"), *([f"there = {Z}[t]"] if sight.rare else [])]
    lines += [
        f"if {Z}[t]:",
        f"    {Z}[t] += things",
        f"    {Z}[s] = []",
        "else:",
        f"    {Z}[s], {Z}[t] = {Z}[t], things",
    ]
    noted = sight.lines("things", True)
    nothing_left = _nothing_left(given)
    if sight.rare:
        lines += [f"if {' or '.join(sight.rare)}:", f"    settle(S, things, s, t, there is not {Z}[t])"]
        lines += [f"    {nothing_left}"]
        lines += ["else:", *(f"    {line}" for line in noted)] if noted else []
        return [*lines, *last]
    return [*lines, *noted, *([nothing_left] if sight.left else []), *last]


def _shuffled(given: Given, at: ZoneSight, to: ZoneSight) -> list[str]:
    """Knowledge of things on their way into a shuffled zone is dropped at once, so it is not recorded at all."""
    sight = MoveSight(given, at, to)
    lines = [f"things = {Z}[s]"]
    tests = [*(["S.rows"] if given.makes_rows else []), *sight.rare, *(["s == t"] if at == to else [])]
    if tests:
        lines += [f"if {' or '.join(tests)}:", "    move_all(S, s, t)", "    return shuffled(S, t)"]
    moving, last = _leaving(given, at, to)
    lines += [*moving, *_counted_all(given, at, to, "things"), f"order = {Z}[t] + things", f"{Z}[s] = []"]
    if not sight.left and not to.seen_by_all:  # as it was where all see it
        lines += ["for this in S.told.keys() & things if S.told else ():", "    del S.told[this]"]
    if sight.left and to.seen_by_all:
        lines.append(_nothing_left(given))
    return [*lines, *last, "shuffle_list(S, order)", "return order"]


def _nothing_left(given: Given) -> str:
    """Nothing is left in `s` that could be known."""
    return f"S.known &= ~({given.everybody} << s * {len(given.layout.players)})"


def _leaving(given: Given, at: ZoneSight, to: ZoneSight) -> tuple[list[str], list[str]]:
    """All `things` are in `t` now, and those that leave play are reset; the last steps for that."""
    last: list[str] = []
    each = [f"{C}[this] = t"]
    if at.in_play and not to.in_play:
        every = range(given.things)
        constant = all(one.value is not None for one in given.resets)
        last = [] if constant else ["reset(S, things)"]
        stopped = ["stop(S, this)"] if given.effects else []
        for one in given.resets if constant else ():
            own = one.end - one.low == 1 and one.low in given.effects  # a state that comes with an effect
            lines = reset_of(given, (one,), "this", every)
            if own:
                stopped += lines
            else:
                each += lines
        each += ["if HAS_EFFECTS[this]:", *(f"    {line}" for line in stopped)] if stopped else []
    return ["for this in things:", *(f"    {line}" for line in each), *moved_lines(given)], last


def _draw(given: Given, at: ZoneSight, to: ZoneSight) -> list[str]:
    sight = MoveSight(given, at, to)
    lines = [f"things = {Z}[s]", "if number <= 0 or not things:", "    return"]
    tests = [*(["S.rows"] if given.makes_rows else []), *sight.rare]
    if tests:
        lines += [f"if {' or '.join(tests)}:", "    p_draw(S, number, s, t)", "    return"]
    lines += ["drawn = things[: -number - 1 : -1]", "del things[-number:]", f"{Z}[t] += drawn"]
    lines += ["for this in drawn:", f"    {C}[this] = t", *_counted_all(given, at, to, "drawn"), *moved_lines(given)]
    return [*lines, *sight.lines("drawn", True)]


def _counted_all(given: Given, at: ZoneSight, to: ZoneSight, things: str) -> list[str]:
    """The lines for the tallies of the two zones."""
    lines = []
    for op, name, of in (("+=", "t", to), ("-=", "s", at)):
        for zone in sorted(given.tallied.keys() & of.numbers):
            counts = f"S.tally {op} sum([TALLY_{zone}[this] for this in {things}])"
            lines += [counts] if len(of.numbers) == 1 else [f"if {name} == {zone}:", f"    {counts}"]
    return lines
