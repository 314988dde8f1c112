"""The lines of a position that matter for a difference: a change in one of them changes the difference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ....state.tags import Tag
from ...setup.named_position import CannotSetUp, NamedPosition, name_in
from .impact import Impact
from .lockstep import Faulty, Parting
from .seeker import Match
from .shrink import Trial

TRIES = 160
FAR = 9


def turns_on(match: Match, trial: Trial, parting: Sequence[Parting], impact: Impact) -> tuple[str, ...]:
    """The keys of zones and states in the order of `given`, including a state at 0 if another value matters."""
    given = trial.given
    left = TRIES
    found = set()
    keys = [*given.zones, *given.states]
    near = {key: min(known.get(name_in(key), FAR) for known in (impact.states, impact.zones)) for key in keys}
    for key in sorted(keys, key=lambda one: near[one]):
        for other in _others(match, given, key):
            left -= 1
            if left < 0:
                break
            if _parting(match, replace(trial, given=other)) != tuple(parting):
                found.add(key)
                break
    return tuple(key for key in keys if key in found)


def _others(match: Match, given: NamedPosition, key: str) -> Iterator[NamedPosition]:
    """The position with one line changed: an empty zone, or a state with other values."""
    if key in given.zones:
        if given.zones[key] and not set(given.zones[key]) & set(given.phase[1] if given.phase else ()):
            yield replace(given, zones={name: things for name, things in given.zones.items() if name != key})
        return
    for value in _values(match, key, given.states[key]):
        yield replace(given, states=given.states | {key: value})


def _values(match: Match, key: str, value: Any) -> Iterator[Any]:
    tag = Tag.read(match.a.setup.cells[key][1])
    if isinstance(value, int) and not isinstance(value, bool):
        yield from (value + 1, value - 1)
    elif tag.sort == "bool":
        yield "no" if value == "yes" else "yes"
    elif tag.sort in ("names", "words"):
        names = tag.names or match.a.setup.layout.names[tag.inner]
        yield from [name for name in names if name != value][:2]


def _parting(match: Match, trial: Trial) -> tuple[Parting, ...] | None:
    """The difference after all choices; None if one is not possible. An impossible position counts as unchanged."""
    try:
        both = match.set_up(trial.given, None, trial.chance)
        if both.replay(trial.choices) != len(trial.choices):
            return None
    except CannotSetUp:
        return None
    except Faulty:
        return None
    return tuple(both.partings())
