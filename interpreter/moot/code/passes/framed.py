"""The frames of all points: their numbers, the locals they store, the quiet phases that run there.

One set for all versions of a program, so that a game may continue in another version.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..ir.expressions import Const, Expr, Local, Var
from ..ir.statements import Ask, Block, Call, Enter, Leave
from ..ir.units import Unit
from ..ir.walk import blocks, ends, points
from .live import live_at_points

FIRST_NUMBER = 6  # those below belong to the runtime


@dataclass(frozen=True, slots=True)
class FrameShape:
    """A frame is (number, point, the values of `vars` …). `phases`: numbers of the quiet phases around the point."""

    number: int
    vars: tuple[Var, ...]
    phases: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Framed:
    """`frames`: by unit and point. The order is that of units and points."""

    units: tuple[Unit, ...]
    frames: Mapping[tuple[str, int], FrameShape]

    def by_unit(self) -> Mapping[str, Mapping[int, FrameShape]]:
        """The same by the names of units, then by points."""
        found: dict[str, dict[int, FrameShape]] = {}
        for (name, point), frame in self.frames.items():
            found.setdefault(name, {})[point] = frame
        return found


def framed(units: Iterable[Unit]) -> Framed:
    frames: dict[tuple[str, int], FrameShape] = {}
    every = tuple(units)
    for unit in every:
        if not points(unit.body):
            continue
        phases = open_at_points(unit)
        for point, kept in live_at_points(unit).items():
            frames[unit.name, point] = FrameShape(FIRST_NUMBER + len(frames), kept, phases[point])
    return Framed(every, frames)


def open_at_points(unit: Unit) -> dict[int, tuple[int, ...]]:
    """By point: the quiet phases that run there, outermost first."""
    found: dict[int, tuple[int, ...]] = {}

    def look(block: Block, phases: tuple[int, ...]) -> tuple[int, ...]:
        """The phases that run behind the block."""
        for one in block:
            if isinstance(one, Enter) and one.quiet:
                phases = (*phases, one.scope)
            elif isinstance(one, Leave) and one.quiet:
                phases = phases[:-1]
            elif isinstance(one, Ask | Call) and one.point:
                found[one.point] = phases
            after = [(inner, look(inner, phases)) for inner in blocks(one)]
            going_on = [left for inner, left in after if not ends(inner)]
            phases = min(going_on, key=len) if going_on else phases
        return phases

    look(unit.body, ())
    return found


def frames_for_guess(framed: Framed) -> dict[tuple[int, int], tuple[str, ...]]:
    """By number and point of a frame: the tags of its values, empty if there are none."""
    return {
        (frame.number, point): tuple(var.rep.tag for var in frame.vars) for (_, point), frame in framed.frames.items()
    }


def sites_of_frames(framed: Framed) -> dict[tuple[int, int], int]:
    """By number and point of a frame that waits for an answer: the site of the question."""
    return {
        (framed.frames[unit.name, one.point].number, one.point): one.site
        for unit in framed.units
        for one in points(unit.body)
        if isinstance(one, Ask)
    }


def asked_at_once(framed: Framed) -> dict[tuple[int, int], tuple[tuple[int, Any], ...]]:
    """By number and point of a frame in which one of several who choose at once is prompted: the players, the
    options of each, the answers so far. Each by its index in the frame, or as -1 and its constant value.
    """
    found = {}
    for unit in framed.units:
        for one in points(unit.body):
            if isinstance(one, Ask) and one.at_once:
                frame = framed.frames[unit.name, one.point]
                found[frame.number, one.point] = tuple(_place_of(frame, part) for part in one.at_once)
    return found


def _place_of(frame: FrameShape, part: Expr) -> tuple[int, Any]:
    """Its index in the frame, or -1 and its value."""
    match part:
        case Local(_, var):
            return frame.vars.index(var) + 2, None
        case Const(_, value):
            return -1, value
    raise AssertionError(f"a frame holds no {part}")


def sum_of_frames(framed: Framed) -> str:
    """A sum over what positions hold in frames: by it a save knows whether its frames are those of this program."""
    told = [
        (unit, point, frame.number, tuple((var.name, var.rep.tag) for var in frame.vars), frame.phases)
        for (unit, point), frame in framed.frames.items()
    ]
    return hashlib.sha256(repr(told).encode()).hexdigest()
