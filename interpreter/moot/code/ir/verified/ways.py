"""Whether searches that have been taken apart are well made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..reps import BOOL, Rep
from ..ways import Flood, Ways
from .expressions import Known

if TYPE_CHECKING:
    from .statements import StatementVerifier


def check_ways(checks: StatementVerifier, s: Ways, known: Known) -> None:
    """Its parts in the order in which they are read."""
    checks.read(known, s.general)
    checks.due(s, s.general, checks.unit.result, "the returned value")
    ahead = checks.block(s.ahead, known)
    if ahead is None:
        checks.wrong(s, "no step is ever examined")
        return
    here = ahead | {s.here, *s.of_search}
    checks.read(here, s.rows, s.row)
    checks.due(s, s.rows, Rep("seq"), "rows of steps")
    checks.due(s, s.row, Rep("seq"), "the row of a place")
    here |= frozenset(s.of_place)
    for test in s.leaving:
        checks.read(here, test)
        checks.due(s, test, BOOL, "a test")
    step = here | {s.there, *s.columns}
    checks.read(step, s.cost)
    checks.due(s, s.cost, s.step.rep.sure, "the cost of a step")
    end, _ = checks.inner(s.body, step)
    if s.cost is None and (end is None or s.step not in end):
        checks.wrong(s, "the cost of a step is not computed")


def check_flood(checks: StatementVerifier, s: Flood, known: Known) -> None:
    checks.read(known, s.general)
    checks.due(s, s.general, checks.unit.result, "the returned value")
    checks.read(known | {s.here, s.there}, s.test)
    checks.due(s, s.test, BOOL, "whether a step exists")
