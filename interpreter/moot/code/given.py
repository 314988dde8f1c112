"""The data that printers need in addition to units: the numbering, tables and plan of a game."""

from __future__ import annotations

from dataclasses import replace

from ..state.boards import BoardRow
from .compiled import Compiled
from .emit.given import Given, LookupTable, Reset, Sees, Watched
from .ir.expressions import Cell, Const, Expr, Local, Op
from .ir.spans import NumberSpan
from .ir.statements import Each, If, Stmt, Store
from .plan.sight import sees_adds, sees_always, sees_zones
from .typing import types


def given_of(made: Compiled) -> Given:
    tables, plan = made.tables, made.plan
    zones = sees_zones(plan)
    return Given(
        layout=made.numbering.layout,
        printed=made.printed,
        formulas=made.formulas,
        lookups={name: _lookup(made, name) for name in tables.cells},
        watched=Watched(made.when_cells if made.when_cells is not None else frozenset(), _kept_cells(made)),
        sees=Sees(
            made.sees.slot if made.sees is not None else -1,
            sees_always(plan),
            sees_adds(plan),
            None if zones is None else tuple(sorted(zones)),
        ),
        tallied=made.tallied,
        effects=frozenset(
            thing
            for title, rules in plan.effects.items()
            if any(rule.number not in plan.dead for rule in rules)
            for thing in made.numbering.copies.get(title, ())
        ),
        resets=_resets(made),
        row_sorts={
            kind.name: made.numbering.row_sorts(kind)
            for kind in made.game.kinds.values()
            if made.numbering.is_row_kind(kind.name)
        },
        keepers=made.keepers,
        holders={row.name: _holders(made, row) for row in made.numbering.layout.boards} if made.keepers else {},
        makes_rows=made.numbering.makes_rows,
        row_zones=bool(made.numbering.row_zones),
    )


def _kept_cells(made: Compiled) -> frozenset[NumberSpan]:
    """All cells that are looked at for what is kept."""
    return frozenset((one.low, one.end) for keeper in made.keepers.values() for one in keeper.readings)


def _holders(made: Compiled, board: BoardRow) -> tuple[int | None, ...]:
    return made.tables.holders(types.Thing(board.place))


def _lookup(made: Compiled, name: str) -> LookupTable:
    tables = made.tables
    return LookupTable(tables.cells[name], tables.key_ends[name], tables.is_full(name))


def _resets(made: Compiled) -> tuple[Reset, ...]:
    """The steps of the unit that resets the states of things, state by state."""
    unit = next((unit for unit in made.framed.units if unit.name == "reset"), None)
    if unit is None:
        return ()
    (each,) = unit.body
    assert isinstance(each, Each)
    return tuple(_reset(made, one) for one in each.body)


def _reset(made: Compiled, step: Stmt) -> Reset:
    things = len(made.numbering.layout.things)
    match step:
        case If(Op(_, "and", (Op(_, "<=", (Const(_, int(low)), _)), Op(_, "<", (_, Const(_, int(end)))))), (inner,)):
            return replace(_reset(made, inner), low=low, end=end)
        case Store(Cell(_, Local()), value):
            return Reset(0, things, 0, _as_constant(value))
        case Store(Cell(_, Op(_, "+", (_, Const(_, int(offset))))), value):
            return Reset(0, things, offset, _as_constant(value))
    return Reset(0, things, 0, None)


def _as_constant(value: Expr) -> Const | None:
    return value if isinstance(value, Const) else None
