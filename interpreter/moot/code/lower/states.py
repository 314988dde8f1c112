"""First values of states: at the start of a game, when a thing leaves play, and of rows."""

from __future__ import annotations

from ...lang import tree
from ..ir import convert
from ..ir.expressions import Const, Expr, Local, Var
from ..ir.make import both, local, number, op
from ..ir.reps import Rep, seq
from ..ir.statements import Block, Each, Fill, If, Return, Store
from ..ir.units import Unit
from ..plan.first import initial_of
from ..typing import symbols
from .context import LineOrigin, Lowering, Stage
from .formulas.first_values import first_value
from .formulas.names import cell_of
from .formulas.rows import first_unit


def thing_states(stage: Stage) -> list[symbols.Member]:
    """States of things, of kinds and of effects (not of rows)."""
    found = []
    for kind in stage.game.kinds.values():
        if not stage.numbering.is_row_kind(kind.name):
            found += [m for m in kind.fields.values() if m.is_state and m.kind == kind.name]
    for carried in stage.plan.carried.values():
        found += list(carried.states.values())
    return found


def rows_with(stage: Stage) -> list[symbols.Member]:
    """States and fields of rows."""
    kinds = [kind for kind in stage.game.kinds.values() if stage.numbering.is_row_kind(kind.name)]
    return [m for kind in kinds for m in kind.fields.values() if m.kind == kind.name]


def fill(low: Lowering, state: symbols.State) -> Block:
    """All cells of a state get its first value, in silence."""
    row = low.numbering.state_rows[id(state)]
    with low.apart() as made:
        value = convert.fit(_first(low, state), low.stage.rep(state.type).maybe)
    return (*made, Fill(row.first, row.count, value))


def _first(low: Lowering, symbol: symbols.State | symbols.Member) -> Expr:
    return first_value(low, symbol.type, initial_of(symbol))


def fill_all(low: Lowering, member: symbols.Member) -> Block:
    """The state of each thing of the kind gets its first value."""
    row = low.numbering.state_rows[id(member)]
    first, count = row.domains[0].first, row.domains[0].count
    if not count:
        return ()
    this = low.var("this", Rep("thing", first, first + count))
    return (Each(this, Const(seq(this.rep), range(first, first + count)), _reset(low, member, this)),)


def _reset(low: Lowering, member: symbols.Member, this: Var) -> Block:
    row = low.numbering.state_rows[id(member)]
    domain = row.domains[0]
    thing = Local(Rep("thing", domain.first, domain.first + domain.count, member.kind), this)
    saved, low.this = low.this, thing
    with low.apart() as made:
        value = convert.fit(_first(low, member), low.stage.rep(member.type).maybe)
    low.this = saved
    return (*made, Store(cell_of(low, member, row, thing), value, -1, silent=True))


def initial(stage: Stage) -> Unit:
    """`initial()`: all states at the start of a game."""
    low = Lowering(stage, LineOrigin())
    for state in stage.game.states.values():
        if stage.numbering.state_rows[id(state)].first >= 0:
            low.out += fill(low, state)
    for member in thing_states(stage):
        low.out += fill_all(low, member)
    return Unit("initial", "state", (), tuple(low.out))


def reset(stage: Stage) -> Unit | None:
    """`reset(things)`: the states of each are reset to their initial values. None if things have no states."""
    found = thing_states(stage)
    if not found:
        return None
    low = Lowering(stage, LineOrigin())
    this = Var("this", Rep("thing", 0, len(stage.numbering.layout.things)))
    things = Var("things", seq(this.rep))
    body: list[Block] = []
    for member in found:
        row = stage.numbering.state_rows[id(member)]
        if not row.count:
            continue
        first, end = row.domains[0].first, row.domains[0].first + row.domains[0].count
        steps = _reset(low, member, this)
        whole = end - first == len(stage.numbering.layout.things)
        inside = both(op("<=", number(first), local(this)), op("<", local(this), number(end)))
        body.append(steps if whole else (If(inside, steps),))
    each = Each(this, local(things), tuple(step for steps in body for step in steps))
    return Unit("reset", "state", (things,), (each,))


def first_of_rows(stage: Stage) -> list[Unit]:
    """`first_<kind>_<field>(this)`: the first value of a field of a row."""
    units = []
    for member in rows_with(stage):
        low = Lowering(stage, LineOrigin())
        this = Var("this", stage.rep(stage.game.kinds[member.kind].type))
        low.this = local(this)
        rep = stage.kept(member.type)
        value = convert.fit(first_value(low, member.type, _default(member)), rep.maybe)
        body = (*low.out, Return(value))
        units.append(Unit(first_unit(member), "function", (this,), body, rep.maybe, this=True))
    return units


def _default(member: symbols.Member) -> tree.Formula | None:
    default: tree.Formula | None = member.default
    return default
