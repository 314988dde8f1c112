"""A unit as functions: one that begins it, and one for each point, which goes straight on from there.

def p_play(S, p_1):
    if p_choose(S, p_1) is PAUSE:         # it asks: leave a frame, innermost first, with what is read afterwards
        S.unwind.append((7, 1, p_1))
        return PAUSE
    …
def resume7_1(S, fr, ret):                # called with that frame, and with what the call gave in the end
    p_1 = fr[2]
    …

If that would be too long, the unit is written once. Code that is not on the way to the point is skipped by tests.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..ir.expressions import Var
from ..ir.make import NO_VALUE
from ..ir.statements import Add, AddAll, Block, Note, Return
from ..ir.units import Unit, UnitKind
from ..ir.walk import points, reads_locals, statements
from ..passes.behind import behind
from ..passes.framed import FrameShape
from .calls import going_on
from .lines import NOWHERE, CodeLine
from .once import written_once
from .statements import Statements

MOST_RESUMED = 3000  # lines of all functions that continue in a unit …
MOST_OF_MANY = 20  # … and where there are many units, so that the program does not grow without need
MANY = 1500


_DEFAULTS: dict[UnitKind, str] = {"why": "=False", "law": "=None"}  # of the last parameter, for who leaves it out


def unit_rows(p: Statements, unit: Unit, frames: Mapping[int, FrameShape], units: int = 0) -> list[CodeLine]:
    """`p` is used for this unit alone. `units`: how many there are."""
    p.frames = frames
    p.growing = frozenset(one.var for one in statements(unit.body) if isinstance(one, Add | AddAll))
    params = [p.name(param) for param in unit.params]
    rows = [(0, "", NOWHERE), *_begun(p, unit, params)]
    resumed = [row for point, frame in frames.items() for row in _resumed(p, unit, point, frame)]
    most = MOST_RESUMED if units < MANY else MOST_OF_MANY
    return rows + resumed if len(resumed) <= most else [(0, "", NOWHERE), *written_once(p, unit, params)]


def _begun(p: Statements, unit: Unit, params: list[str]) -> list[CodeLine]:
    p.begin(unit)
    p.block(_reduced(unit.body))
    default = _DEFAULTS.get(unit.kind, "")
    return p.function(f"def {unit.name}({', '.join(['S', *params])}{default}):")


def _resumed(p: Statements, unit: Unit, point: int, frame: FrameShape) -> list[CodeLine]:
    into = next(one.into for one in points(unit.body) if one.point == point)
    body = behind(unit.body, point)
    assert body is not None
    p.resumed, p.lays, p.rule = True, "S.stack", p.rules[point]
    kept = [p.name(var) for var in frame.vars]
    if len(kept) < 3:
        p.lines([f"{name} = fr[{at}]" for at, name in enumerate(kept, 2)])
    else:
        p.line(f"_, _, {', '.join(kept)} = fr")
    if p.form.noting:
        p.lines([f"{p.name(var)} = LOST" for var in lost(body, {*frame.vars, into})])
    p.block(_reduced(body))
    name = going_on(frame, point)
    rows = p.function(f"def {name}(S, fr, {'ret' if into is None else p.name(into)}):")
    p.resumed, p.lays, p.rule = False, "S.unwind", NOWHERE
    return [*rows, (0, f"RESUME[{frame.number}] = {name}", NOWHERE)]


def _reduced(body: Block) -> Block:
    """Without a return of nothing at its end: Python does that too."""
    return body[:-1] if body and body[-1] in (Return(None), Return(NO_VALUE)) else body


def lost(body: Block, kept: set[Var | None]) -> list[Var]:
    """Values that notes read and no frame stores."""
    read = [
        var for note in statements(body) if isinstance(note, Note) for one in note.given for var in reads_locals(one)
    ]
    return [var for var in dict.fromkeys(read) if var not in kept]
