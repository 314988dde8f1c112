"""Phases as scopes: opening and closing one, and the states that are reset with it."""

from __future__ import annotations

from dataclasses import dataclass

from ...state.layout import StateRow
from ..ir import make
from ..ir.expressions import Cell, Cells, Const, Expr, Prim, UnitRef, Var
from ..ir.make import local, number
from ..ir.reps import ARGS, CODE, NUM, Rep, seq
from ..ir.statements import Block, Do, Enter, Fill, Leave, Stmt
from ..plan.phases import settled_states
from ..typing import symbols
from .context import Lowering
from .formulas.rows import first_unit
from .states import fill, fill_all, rows_with, thing_states

SAVED = Rep("seq")


@dataclass(frozen=True, slots=True)
class PhaseKept:
    """The values that a phase saves while it runs: `cells` (first and count), states of rows by their places, fields of
    rows.

    `fresh`: everything else that begins with it at its initial values.
    """

    cells: tuple[tuple[int, int], ...]
    sparse: tuple[int, ...]
    fields: tuple[symbols.Member, ...]
    fresh: Block
    fresh_sparse: tuple[int, ...]
    fresh_fields: tuple[symbols.Member, ...]


def opening(low: Lowering, phase: str, given: Expr) -> Block:
    """The steps that open the scope of a phase with these arguments."""
    plan, kept = low.plan, _kept(low, phase)
    out: list[Stmt] = []
    if phase in plan.starts:
        out.append(Do("end_scope", (number(plan.scope_number(phase, "start")),)))
    quiet = phase in plan.quiet
    saved: list[Expr] = [_now(first, count) for first, count in kept.cells]
    if kept.sparse:
        var = low.var("sparse", SAVED)
        out.append(Do("save_sparse", (Const(ARGS, kept.sparse),), into=var))
        saved.append(local(var))
    for member in kept.fields:
        var = low.var("field", SAVED)
        out.append(_save_rows(low, member, var))
        saved.append(local(var))
    counted = not quiet and (phase in plan.ends or phase in plan.once_in)
    out.append(Enter(phase, plan.scopes[phase], given, tuple(saved) if not quiet else (), counted, quiet))
    out += kept.fresh
    if kept.fresh_sparse:
        out.append(Do("save_sparse", (Const(ARGS, kept.fresh_sparse),), into=low.var("dropped", SAVED)))
    out += [_save_rows(low, member, low.var("dropped", SAVED)) for member in kept.fresh_fields]
    return tuple(out)


def closing(low: Lowering, phase: str) -> Block:
    """Rules that last until then end first; then the states are restored."""
    plan, kept, quiet = low.plan, _kept(low, phase), phase in low.plan.quiet
    serial: Expr = number(plan.scope_number(phase, "end")) if quiet else Prim(NUM, "serial", ())
    out: list[Stmt] = []
    if phase in plan.ends:
        out.append(Do("end_scope", (serial,)))
    if phase in plan.once_in:
        out.append(Do("forget_uses", (serial,)))
    if quiet:
        out.append(Leave(phase, plan.scopes[phase], (), True))
        return (*out, *_settled(low, phase))
    cells = tuple(low.var("cells", _now(first, count).rep) for first, count in kept.cells)
    sparse = (low.var("sparse", SAVED),) if kept.sparse else ()
    fields = tuple(low.var("field", SAVED) for _ in kept.fields)
    out.append(Leave(phase, plan.scopes[phase], (*cells, *sparse, *fields)))
    for (first, count), var in zip(kept.cells, cells, strict=True):
        out.append(Fill(first, count, local(var), each=count > 1))
    out += [Do("restore_sparse", (local(var),)) for var in sparse]
    for member, var in zip(kept.fields, fields, strict=True):
        out.append(Do("restore_rows", (make.text(member.name), local(var))))
    return tuple(out)


def _now(first: int, count: int) -> Cell | Cells:
    """The contents of a state's cells, to be saved."""
    if count == 1:
        return Cell(NUM.maybe, number(first), first, 1)
    return Cells(seq(NUM), first, count)


def _settled(low: Lowering, phase: str) -> Block:
    """A quiet phase sets its states to their first values as it ends: outside they hold nothing else."""
    out: list[Stmt] = []
    for name in settled_states(low.plan, phase) or {}:
        state = low.stage.game.states[name]
        out += fill(low, state)
    return tuple(out)


def _kept(low: Lowering, phase: str) -> PhaseKept:
    game, end, start = low.stage.game, ("end", phase), ("start", phase)
    quiet = phase in low.plan.quiet
    states = [s for s in game.states.values() if s.until in (end, start) and not (quiet and s.until == end)]
    plain = [(s, low.numbering.state_rows[id(s)]) for s in states]
    own = [(m, low.numbering.state_rows[id(m)]) for m in thing_states(low.stage) if m.until in (end, start)]
    until: list[tuple[tuple[str, str] | None, StateRow]] = [(s.until, row) for s, row in plain]
    until += [(m.until, row) for m, row in own]
    cells = [(row.first, row.count) for point, row in until if row.first >= 0 and point == end]
    fresh: list[Stmt] = []
    for state, row in plain:
        fresh += fill(low, state) if row.first >= 0 else ()
    for member, _ in own:
        fresh += fill_all(low, member)
    rows = [m for m in rows_with(low.stage) if m.until in (end, start)]
    return PhaseKept(
        tuple(cells),
        tuple(row.place for s, row in plain if row.first < 0 and s.until == end),
        tuple(m for m in rows if m.until == end),
        tuple(fresh),
        tuple(row.place for s, row in plain if row.first < 0 and s.until == start),
        tuple(m for m in rows if m.until == start),
    )


def _save_rows(low: Lowering, member: symbols.Member, into: Var) -> Do:
    kind = low.stage.game.kinds[member.kind]
    sorts = Const(ARGS, low.numbering.row_sorts(kind))
    return Do("save_rows", (sorts, make.text(member.name), UnitRef(CODE, first_unit(member))), into=into)
