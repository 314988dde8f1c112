"""A step function split for searches: the rows of steps, made in advance, and the remaining tests.

function f_march(u, here, there) : num?         steps_f_march(u, here): each there in neighbours(here)
  let s = between(here, there)                    let s = between(here, there)
  if barrier[s] == wall: return none              if not(barrier[s] == wall)
  if not(here == f_hex_of(u)) and …        =        add (there, f_entry(terrain[there], arm[u])) to row
    return none                                 ways as map.reachable(start, most by f_march(u)): here to (there, k)
  if any(e in contents(there) …)                    in rows, cost k, none leaves if not(here == h) and …
    return none                                   step
  return f_entry(terrain[there], arm[u])            if any(e in contents(there) …): break
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...ir.expressions import Const, Expr, Held, Local, Make, OnBoard, Op, Pure, Search, Var
from ...ir.keepers import Keeper, Reading, joined_readings
from ...ir.make import NO, both, local, negated, op
from ...ir.node import AnyExpr
from ...ir.reps import ARGS, NUM, Rep, seq
from ...ir.statements import Add, Block, Break, Each, If, Let, Line, Return, Stmt
from ...ir.text import node_text
from ...ir.units import Unit
from ...ir.walk import ends, parts, reads_locals, walk
from ...ir.ways import Look, Ways
from ..boards import BoardOf
from ..formulas import Formulas
from .asked import NO_PLACE, StepRewriter
from .depends import UNSTEADY, Depends, Meant
from .keep import HELD, Keepers


class TooMuchError(Exception):
    """A step function does more than return a value line by line."""


@dataclass(frozen=True, slots=True)
class Steps:
    """A step function in parts. movers: its arguments other than the two places. row_unit: makes the row of a place,
    which `rows` stores. For the other parts, see Ways.
    """

    movers: tuple[Var, ...]
    row_unit: Unit
    rows: Keeper
    asked: StepRewriter
    leaving: tuple[Expr, ...]
    step: Var
    cost: Expr | None
    body: Block
    least: int | None

    @property
    def keepers(self) -> tuple[Keeper, ...]:
        return (self.rows, *self.asked.kept.values())

    def ways(self, general: Search) -> Ways:
        """The search that does what `general` does."""
        asked, rows = self.asked, Var("rows", HELD)
        key = tuple(sorted(asked.used.keys, key=node_text))
        ahead: Block = (
            Look(tuple(keeper.name for keeper in self.keepers)),
            *(Let(var, value) for value, var in asked.once.items()),
            Let(rows, Held(HELD, self.rows.name, asked.board.name, key)),
            *(Let(var, held) for var, held in asked.lists.values()),
        )
        return Ways(
            general,
            asked.here,
            asked.there,
            self.step,
            ahead,
            local(rows),
            Pure(self.row_unit.result, self.row_unit.name, tuple(map(local, self.row_unit.params))),
            tuple(asked.columns.values()),
            tuple(asked.late.values()),
            tuple(asked.of_place.values()),
            self.leaving,
            self.cost,
            self.body,
            self.least,
        )


def taken_apart(
    name: str, unit: Unit, board: BoardOf, keepers: Keepers, formulas: Formulas, least: int | None
) -> Steps:
    """The step function of that name, whose body is that of `unit`. Raises TooMuchError where it cannot be."""
    *movers, here, there = unit.params
    asked = StepRewriter(keepers.reader(board), keepers, formulas, board, here, there)
    asked.meant.update({here: Meant(off=0), there: Meant(off=1)} | {mover: _mover(mover) for mover in movers})
    asked.places.update({here: frozenset((here,)), there: frozenset((there,))} | dict.fromkeys(movers, NO_PLACE))
    return _Splitter(name, unit, tuple(movers), asked, least).steps()


def _mover(var: Var) -> Meant:
    """For a name its identity matters; for a thing its readings."""
    match var.rep.sort:
        case "name" | "bool":
            return Meant(Depends(keys=frozenset((local(var),))))
        case "thing" if not var.rep.optional:
            return Meant(Depends(bare=frozenset((var,))), mover=var)
    return Meant(Depends(bare=frozenset((var,))))


class _Splitter:
    """row: lets of the row of a place, and tests that skip a step. body: the remaining tests of each step.
    leaving: if one is true, no step leaves a place. known: the costs of steps, computed in the row by `costing`;
    dropped: whether a step without a cost there is skipped.
    """

    def __init__(self, name: str, unit: Unit, movers: tuple[Var, ...], asked: StepRewriter, least: int | None) -> None:
        self.name = name
        self.unit = unit
        self.movers = movers
        self.asked = asked
        self.least = least
        self.row: list[Let | Expr] = []
        self.body: list[Stmt] = []
        self.leaving: list[Expr] = []
        self.step = Var("step", NUM.maybe)
        self.costing: Block = ()
        self.known = Var("cost", NUM.maybe)
        self.dropped = False

    def steps(self) -> Steps:
        lines = [one for one in self.unit.body if not isinstance(one, Line)]
        while lines and self.is_taken(lines[0]):
            lines.pop(0)
        cost = self.cost(lines)
        return Steps(
            self.movers,
            self.row_unit(),
            self.keeper(),
            self.asked,
            tuple(self.leaving),
            self.step,
            cost,
            tuple(self.body),
            self.least,
        )

    # -------------------------------------------------------------------------------------------- lets and conditions

    def is_taken(self, s: Stmt) -> bool:
        """Whether it is a local, or a condition that rules out a step."""
        match s:
            case Let(var, value):
                self.let(var, value)
                return True
            case If(test, then, ()) if _is_none(then):
                self.forbidden(test)
                return True
        return False

    def let(self, var: Var, value: Expr) -> None:
        asked = self.asked
        if var in asked.places:  # it is set again, and is not the same everywhere
            raise TooMuchError
        facts, places = asked.facts(value), asked.places_of(value)
        asked.meant[var] = asked.reader.meant(value, asked.meant)
        if facts is not None:
            self.row.append(Let(var, value))
            asked.lets.add(var)
            asked.places[var] = places or frozenset((asked.here,))
        else:
            self.body.append(Let(var, asked.rewritten(value)))
            asked.places[var] = frozenset((asked.here, asked.there))

    def forbidden(self, test: Expr) -> None:
        if isinstance(test, Op) and test.op == "or":
            for one in test.args:
                self.forbidden(one)
            return
        asked = self.asked
        printed = asked.is_printed(test)
        if printed and not self.body and not self.leaving:
            asked.use(test)
            self.row.append(test)
        elif not printed and reads_locals(test) <= {*self.movers, asked.here}:
            self.leaving.append(asked.rewritten(test, deep=True, leaving=True))
        else:
            test = asked.rewritten(test)
            if test != NO:
                self.body.append(forbidding(test))

    # -------------------------------------------------------------------------------------------- the cost

    def cost(self, lines: Sequence[Stmt]) -> Expr | None:
        """The cost of a permitted step, if it is fully known in advance; otherwise the body computes it."""
        for var in sorted(_set_in(lines) & self.asked.lets, key=lambda var: var.name):
            self.set_again(var)
        at = len(lines)
        while at and self.is_printed(lines[at - 1]):
            at -= 1
        rest, printed = lines[:at], tuple(lines[at:])
        alone = not rest and not any(isinstance(one, Let) for one in self.body)
        column = self.column(printed, alone) if printed else None
        if column is not None and alone and self.least is not None:
            return column
        block = tuple(map(self.changed, rest)) + (() if column is None else (Return(column),))
        self.body += settled_value(block, self.step)
        return None

    def set_again(self, var: Var) -> None:
        """A local of the row that the body sets once more is the body's own from here on."""
        asked = self.asked
        self.body.append(Let(var, asked.column(local(var))))
        asked.lets.discard(var)
        asked.meant[var], asked.places[var] = Meant(UNSTEADY), frozenset((asked.here, asked.there))

    def is_printed(self, s: Stmt) -> bool:
        if not isinstance(s, If | Return | Line):
            return False
        return all(
            self.asked.is_printed(part) if isinstance(part, AnyExpr) else self.is_printed(part) for part in parts(s)
        )

    def column(self, printed: Block, alone: bool) -> Expr:
        """The result of these lines. `alone`: if it is none there is no step at all."""
        match printed:
            case (Return(Const() as value),) if value.value is not None:
                return value
        for one in printed:
            self.use(one)
        self.costing = settled_value(printed, self.known)
        self.dropped = alone
        rep = NUM if alone else NUM.maybe
        var = self.asked.columns[Local(rep, self.known)] = Var("k", rep)
        return local(var)

    def use(self, s: Stmt) -> None:
        for part in parts(s):
            if isinstance(part, AnyExpr):
                self.asked.use(part)
            else:
                self.use(part)

    def changed(self, s: Stmt) -> Stmt:
        asked = self.asked
        match s:
            case Line():
                return s
            case Let(var, value):
                asked.meant[var] = asked.reader.meant(value, asked.meant)
                asked.places[var] = frozenset((asked.here, asked.there))
                return Let(var, asked.rewritten(value))
            case If(test, then, other):
                test = asked.rewritten(test)
                return If(test, tuple(map(self.changed, then)), tuple(map(self.changed, other)))
            case Return(value) if value is not None:
                return Return(asked.rewritten(value))
        raise TooMuchError

    # -------------------------------------------------------------------------------------------- rows

    def keeper(self) -> Keeper:
        asked = self.asked
        readings = tuple(reading for reading, _ in asked.used.readings)
        far = asked.used.far if asked.board.simple else None
        if far is None:
            readings = tuple(Reading(one.low, one.end, "all", 0) for one in readings)
        return Keeper(f"STEPS_{self.name}", joined_readings(readings), asked.board.name, far)

    def row_unit(self) -> Unit:
        asked = self.asked
        columns = tuple(asked.columns)
        item: Rep = ARGS if columns else asked.there.rep
        row = Var("row", seq(item))
        added: Block = (Add(row, Make(ARGS, (local(asked.there), *columns)) if columns else local(asked.there)),)
        if self.dropped:
            added = (If(op("some", local(self.known)), added),)
        added = (*self.costing, *added)
        for one in reversed(self.row):
            added = (one, *added) if isinstance(one, Let) else (If(negated(one), added),)
        around = OnBoard(seq(asked.there.rep), asked.board.name, "neighbours", (local(asked.here),))
        body: Block = (
            Let(row, Make(seq(item), ())),
            Each(asked.there, around, added),
            Return(op("frozen", local(row))),
        )
        params = (*self.movers, asked.here)
        return Unit(f"steps_{self.name}", "function", params, body, seq(item), rule=self.unit.rule)


def forbidding(test: Expr) -> If:
    """A true test skips the step: nested tests where all must be true, because each is separate then."""
    if isinstance(test, Op) and test.op == "and":
        first, *others = test.args
        return If(first, (forbidding(both(*others)),))
    return If(test, (Break(),))


def _is_none(block: Block) -> bool:
    match [one for one in block if not isinstance(one, Line)]:
        case [Return(Const(_, None))]:
            return True
    return False


def settled_value(block: Block, into: Var) -> Block:
    """The result of a block in a local. Raises TooMuchError if it returns from anywhere but an end."""
    out: list[Stmt] = []
    for at, one in enumerate(block):
        rest = block[at + 1 :]
        match one:
            case Line():
                continue
            case Return(value) if value is not None:
                return (*out, Let(into, value))
            case If(test, then, other) if ends(then):
                return (*out, If(test, settled_value(then, into), settled_value(other + rest, into)))
            case If(test, then, other) if ends(other):
                return (*out, If(test, settled_value(then + rest, into), settled_value(other, into)))
            case If(test, then, other) if not _returns((*then, *other)):
                out.append(one)
            case Let():
                out.append(one)
            case _:
                raise TooMuchError
    raise TooMuchError


def _set_in(block: Sequence[Stmt]) -> set[Var]:
    return {one.var for one in walk(tuple(block)) if isinstance(one, Let)}


def _returns(block: Block) -> bool:
    return any(isinstance(one, Return) or (isinstance(one, If) and _returns((*one.then, *one.other))) for one in block)
