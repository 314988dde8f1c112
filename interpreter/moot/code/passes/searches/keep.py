"""Memoization: slow functions of places, sides, names and numbers that depend on cells alone store their results.

function f_near_foe(p, h) : bool           function f_near_foe(p, h) : bool
  return any(g in neighbours(h) …)           look for KEPT_f_near_foe_1
                                       =     let held = held by KEPT_f_near_foe_1 for (p)
                                             return (kept held[h] else anew_f_near_foe(p, h))
                                           function anew_f_near_foe(p, h) : bool
                                             return any(g in neighbours(h) …)

This applies only to games with boards, and only to functions that search for routes, or enumerate more than the
contents of a zone. Computing any other value is faster than looking it up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any

from ...ir.effects import Effects
from ...ir.expressions import Contents, Expr, Fold, Held, Kept, Make, Pure, Search, Tabled, Var
from ...ir.keepers import Keeper, Reading, joined_readings
from ...ir.make import YES, local
from ...ir.node import AnyNode
from ...ir.reps import ARGS, NUMBERS, Rep
from ...ir.statements import If, Let, Return
from ...ir.total import TotalUnits
from ...ir.units import Unit
from ...ir.walk import mapped_block, walk
from ...ir.ways import Look
from ..boards import BoardOf, Boards
from ..simple import put_in
from .depends import DependencyReader, Meant
from .first_place import first_asked
from .written import callers, is_asked_anew, stands_behind_writes, tried

MOST = 100_000  # combinations of arguments
HELD = Rep("seq")


@dataclass(slots=True)
class Keepers:
    """All caches of a game, by name; functions: those whose results are cached when they are called; and the
    analyses of their reads.
    """

    effects: Effects
    boards: Boards
    made: dict[str, Keeper] = field(default_factory=dict)
    functions: set[str] = field(default_factory=set)
    readers: dict[str, DependencyReader] = field(default_factory=dict)
    total: TotalUnits = field(init=False)

    def __post_init__(self) -> None:
        self.total = TotalUnits(self.effects.units)

    def reader(self, board: BoardOf) -> DependencyReader:
        if board.name not in self.readers:
            self.readers[board.name] = DependencyReader(self.effects, self.boards, board)
        return self.readers[board.name]

    def add(self, keeper: Keeper) -> Keeper:
        return self.made.setdefault(keeper.name, keeper)

    def by_place(self, unit: Unit, at: int) -> Keeper | None:
        """The cache of a function's values by the place that is its argument `at`, for each of the others; None if
        it depends on more than cells.
        """
        board = self.boards.of_place(unit.params[at].rep)
        cells = self.effects.cells_of(unit.name)
        if board is None or cells is None:
            return None
        given = tuple(Meant(off=0 if n == at else None) for n in range(len(unit.params)))
        found = self.reader(board).depends(unit.name, given)
        far = found.far if found.near and board.simple else None
        readings = tuple(reading for reading, _ in found.readings)
        if far is None:
            readings = tuple(Reading(low, end, "all", 0) for low, end in cells)
        return Keeper(f"KEPT_{unit.name}_{at}", joined_readings(readings), board.name, far)


def keep(units: Sequence[Unit], keepers: Keepers) -> tuple[Unit, ...]:
    if not keepers.boards.all:
        return tuple(units)
    calling = callers(units)
    made = [one for unit in units for one in _kept(unit, calling.get(unit.name, ()), keepers)]
    taken_back = tried(units)
    return tuple(_asking_anew(unit, keepers) if unit.name in taken_back else unit for unit in made)


def anew(name: str) -> str:
    """The unit that recomputes a cached function."""
    return f"anew_{name}"


def _kept(unit: Unit, calling: Sequence[Unit], keepers: Keepers) -> tuple[Unit, ...]:
    if not _is_long(unit) or not all(may_be_key(param.rep, keepers.boards) for param in unit.params):
        return (unit,)
    cells = keepers.effects.cells_of(unit.name)
    if unit.this or prod(map(_values, unit.params)) > MOST or cells is None or is_asked_anew(unit.name, cells, calling):
        return (unit,)
    if not cells:
        given = tuple(local(Var(p.name, p.rep)) for p in unit.params)
        table = Tabled(unit.result, anew(unit.name), given)
        looked_up = replace(unit, params=tuple(one.var for one in given), body=(Return(table),))
        return (looked_up, replace(unit, name=anew(unit.name)))
    places = [n for n, p in enumerate(unit.params) if keepers.boards.of_place(p.rep) is not None]
    keeper = None
    if len(places) == 1 and not unit.params[places[0]].rep.optional and not unit.result.optional:
        keeper = keepers.by_place(unit, places[0])
    if keeper is None or keeper.far is None:
        readings = tuple(Reading(low, end, "all", 0) for low, end in cells)
        keeper = Keeper(f"FOUND_{unit.name}", joined_readings(readings))
    keepers.functions.add(unit.name)
    looked_up = _looked_up(unit, keepers.add(keeper), places)
    first = first_asked(unit, keepers.effects.units, keepers.total)
    if first is not None:
        asked = put_in(first, dict(zip(unit.params, map(local, looked_up.params), strict=True)))
        looked_up = replace(looked_up, body=(If(asked, (Return(YES),)), *looked_up.body))
    return looked_up, replace(unit, name=anew(unit.name))


def _asking_anew(unit: Unit, keepers: Keepers) -> Unit:
    """A cost, which does not look up values right after a write: the write is undone, and the values are not
    needed again.
    """
    called = {node.unit for node in walk(unit.body) if isinstance(node, Pure)} & keepers.functions
    behind = {name for name in called if stands_behind_writes(name, keepers.effects.cells_of(name) or (), unit)}

    def change(node: Any) -> AnyNode:
        return replace(node, unit=anew(node.unit)) if isinstance(node, Pure) and node.unit in behind else node

    return replace(unit, body=mapped_block(unit.body, change)) if behind else unit


def _looked_up(unit: Unit, keeper: Keeper, places: Sequence[int]) -> Unit:
    params = tuple(Var(param.name, param.rep) for param in unit.params)
    given: tuple[Expr, ...] = tuple(map(local, params))
    held = Var("held", HELD)
    key: tuple[Expr, ...] = ()
    at: Expr = Make(ARGS, given)
    if keeper.board:
        at, key = given[places[0]], tuple(arg for n, arg in enumerate(given) if n != places[0])
    value = Pure(unit.result, anew(unit.name), given)
    body = (
        Look((keeper.name,)),
        Let(held, Held(HELD, keeper.name, keeper.board, key)),
        Return(Kept(unit.result, held, at, value)),
    )
    return replace(unit, params=params, body=body)


def _is_long(unit: Unit) -> bool:
    """Whether it loops over more than the contents of a place, or the places in one direction."""
    if unit.kind != "function":
        return False
    nodes = list(walk(unit.body))
    return any(
        (isinstance(n, Search) and n.what != "slide") or (isinstance(n, Fold) and not isinstance(n.over, Contents))
        for n in nodes
    )


def may_be_key(rep: Rep, boards: Boards) -> bool:
    return rep.sort in NUMBERS and rep.sort != "zone" and (rep.sort != "thing" or boards.is_drawn(rep))


def _values(param: Var) -> int:
    """The number of its possible values, including none; unknown for a number without known limits."""
    low, end = param.rep.low, param.rep.end
    return 1 if low is None or end is None else end - low + 1
