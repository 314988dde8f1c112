"""Calls right after a write to a cell that the function reads: a cached value is never found again there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ...ir.callees import Named
from ...ir.expressions import Expr, Fold, Local, Prim, Pure, Search, UnitRef, Var
from ...ir.node import AnyExpr, AnyNode
from ...ir.statements import Block, Call, If, Store
from ...ir.units import Unit
from ...ir.walk import blocks, parts, statements, walk

Spans = Sequence[tuple[int, int]]


def callers(units: Iterable[Unit]) -> Mapping[str, Sequence[Unit]]:
    """The units whose formulas call a function, by its name."""
    found: dict[str, list[Unit]] = {}
    for unit in units:
        for name in dict.fromkeys(filter(None, map(_name_called, walk(unit.body)))):
            found.setdefault(name, []).append(unit)
    return found


def is_asked_anew(name: str, cells: Spans, calling: Sequence[Unit]) -> bool:
    """Whether a function that reads these cells is called, and each call is in its block after a store to one of
    them, once for each store. In a formula's loop the arguments must differ in each iteration.
    """
    return bool(calling) and all(stands_behind_writes(name, cells, unit) for unit in calling)


def stands_behind_writes(name: str, cells: Spans, unit: Unit) -> bool:
    """The same of all calls in one unit."""
    return _in_block(unit.body, name, cells, False) is not None


def tried(units: Iterable[Unit]) -> set[str]:
    """The units that run when costs are tried, and no functions."""
    by_name = {unit.name: unit for unit in units}
    asking = (unit for unit in by_name.values() if unit.kind in ("gather", "why"))
    waiting = [
        ref.unit
        for unit in asking
        for node in walk(unit.body)
        if isinstance(node, Prim) and node.name in ("unpayable", "unpayable_here")
        for ref in node.args
        if isinstance(ref, UnitRef)
    ]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in by_name and name not in found:
            found.add(name)
            steps = statements(by_name[name].body)
            waiting += [s.callee.name for s in steps if isinstance(s, Call) and isinstance(s.callee, Named)]
    return found


def _in_block(block: Block, name: str, cells: Spans, written: bool) -> bool | None:
    """Whether a store has been made by its end that no call has followed; None where a call follows none."""
    for one in block:
        own = [part for part in parts(one) if isinstance(part, AnyExpr)]
        called = sum(_in_formula(part, name, ()) for part in own)
        if called:
            if called > 1 or not written:
                return None
            written = False
        if isinstance(one, Store):
            cell = one.cell
            written |= any(low < cell.first + cell.count and cell.first < end for low, end in cells)
        inner = [_in_block(body, name, cells, written and isinstance(one, If)) for body in blocks(one)]
        if None in inner:
            return None
        if isinstance(one, If) and any(_calls(body, name) for body in blocks(one)):
            written = False
    return written


def _in_formula(e: Expr, name: str, turning: tuple[Var, ...]) -> int:
    """How many calls there are; two where one may be made again with the same arguments."""
    match e:
        case Pure(_, unit, args) if unit == name:
            again = any(not any(isinstance(arg, Local) and arg.var is var for arg in args) for var in turning)
            return 2 if again else 1 + sum(_in_formula(arg, name, turning) for arg in args)
        case UnitRef(_, unit) if unit == name:
            return 2
        case Search(step=step) if step == name:
            return 2
        case Fold(var=var, over=over, where=where, of=of):
            inside = sum(_in_formula(part, name, (*turning, var)) for part in (where, of) if part is not None)
            return inside + _in_formula(over, name, turning)
    return sum(_in_formula(part, name, turning) for part in parts(e) if isinstance(part, AnyExpr))


def _calls(nodes: AnyNode | Block, name: str) -> bool:
    return any(_name_called(n) == name for n in walk(nodes))


def _name_called(n: AnyNode) -> str:
    """The function that it calls, or else empty."""
    if isinstance(n, Pure | UnitRef):
        return n.unit
    return n.step if isinstance(n, Search) else ""
