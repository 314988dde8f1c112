"""A test of the place where a search begins, before the search for routes: often that is enough.

function f_free(h) : bool                    function f_free(h) : bool
  return any(g in reachable f_same 0 from h    =   if P[h]
             where P[g])                             return yes
                                                 … (P of any of them)
"""

from __future__ import annotations

from collections.abc import Mapping

from ...ir.expressions import Const, Expr, Fold, Op, Pure, Search
from ...ir.intervals import interval
from ...ir.statements import If, Let, Line, Note, Return
from ...ir.total import TotalUnits
from ...ir.units import Unit
from ...ir.walk import statements
from ..simple import put_in, with_own_locals


def first_asked(unit: Unit, units: Mapping[str, Unit], total: TotalUnits) -> Expr | None:
    """A test that is enough for a function of yes or no to give yes; None where there is none that is short."""
    match _formula(unit):
        case Fold(_, "any", var, over, where, None) if where is not None:
            start = _first(over, units, total)
            return None if start is None else put_in(with_own_locals(where), {var: start})
    return None


def _formula(unit: Unit) -> Expr | None:
    """The result of a function, if it is one formula."""
    match [one for one in unit.body if not isinstance(one, Line | Note)]:
        case [Return(value)]:
            return value
    return None


def _first(over: Expr, units: Mapping[str, Unit], total: TotalUnits) -> Expr | None:
    """The place that a search finds first, if it always finds that and has no error."""
    match over:
        case Search(_, "reachable", _, step, given, (start, most)):
            least = interval(most)[0]
            sure = not start.rep.optional and least is not None and least >= 0
            sure = sure and all(map(total.expr, (*given, start, most))) and _costs_nothing_less(units.get(step), total)
            return start if sure else None
        case Pure(_, name, args) if name in units and all(map(total.expr, args)):
            inner = _formula(units[name])
            found = None if inner is None else _first(inner, units, total)
            return None if found is None else put_in(found, dict(zip(units[name].params, args, strict=True)))
    return None


def _costs_nothing_less(step: Unit | None, total: TotalUnits) -> bool:
    """Whether no step costs less than nothing, nor is a fault."""
    if step is None or not all(isinstance(one, Line | Note | Let | If | Return) for one in statements(step.body)):
        return False
    given = [one.value for one in statements(step.body) if isinstance(one, Return)]
    return total.unit(step.name) and all(value is not None and _is_a_cost(value) for value in given)


def _is_a_cost(value: Expr) -> bool:
    match value:
        case Const(_, None):
            return True
        case Op(_, "cond", (_, a, b)):
            return _is_a_cost(a) and _is_a_cost(b)
    least = interval(value)[0]
    return least is not None and least >= 0
