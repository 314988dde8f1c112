"""For programs that record what runs: an action's `do` reports its beginning and its end.

do call …; return   =   do began …; call …; do ended …; return
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..ir.expressions import Make
from ..ir.make import local, number
from ..ir.reps import OPTION
from ..ir.statements import Do, Return
from ..ir.units import Unit
from ..plan.units import Flat


def watched(units: Sequence[Unit], flats: Iterable[Flat]) -> Sequence[Unit]:
    """The units with the outermost `do` of each action watched: that of a family, which may do all by itself."""
    outer = {f"do{flat.number}_0": flat.number for flat in flats}
    return tuple(_watched(unit, outer[unit.name]) if unit.name in outer else unit for unit in units)


def _watched(unit: Unit, action: int) -> Unit:
    call = Make(OPTION, (number(action), *(local(param) for param in unit.params)))
    *steps, last = unit.body
    assert isinstance(last, Return)
    return replace(unit, body=(Do("began", (call,)), *steps, Do("ended", (call,)), last))
