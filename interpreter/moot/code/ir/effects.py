"""Effects: the parts of a position that expressions read and statements write, including their calls.

Code that moves, keeps or drops an expression asks here. The order of things in a zone is distinct from its contents:
the contents are in the things' own cells, and a formula that only counts or tests things reads those alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .callees import Named
from .expressions import Bind, Contents, Expr, Fold, Local, Op, Var
from .node import AnyExpr
from .operations import Operation
from .spans import Spans
from .statements import Block, Call, Move, Stmt
from .touched import (
    EVERYTHING,
    NOTHING_TOUCHED,
    Surroundings,
    Touched,
    calls_of_expression,
    calls_of_statement,
    contents,
    read_by,
    reads_alone,
    writes_alone,
)
from .units import Unit
from .walk import made_by, parts, statements, walk

# These operations on a seq give the same value in any order.
_WITHOUT_ORDER: frozenset[Operation] = frozenset(("size", "empty", "contains"))
_KEEPS_ORDER: frozenset[Operation] = frozenset(
    ("frozen", "joined", "with", "without", "less", "distinct", "or_empty", "cond", "sure")
)


@dataclass(frozen=True, slots=True)
class _Own:
    """The parts that a unit touches itself, and the units it may call."""

    reads: Touched
    writes: Touched
    calls: frozenset[str]


class Effects:
    """For the units of one game."""

    def __init__(self, units: Iterable[Unit], around: Surroundings) -> None:
        self.units = {unit.name: unit for unit in units}
        self.around = around
        self._whole: dict[str, tuple[Touched, Touched]] = {}

    # ---------------------------------------------------------------------------------------- what is asked

    def reads(self, e: Expr) -> Touched:
        """Everything that the value of an expression depends on, except locals."""
        found = self._read(e, True)
        for name in self._called_units(e):
            found |= self.of_unit(name)[0]
        return found.within(self.around.cells)

    def writes(self, s: Stmt | Block) -> Touched:
        """Everything that a statement or block may change, including its calls."""
        found = NOTHING_TOUCHED
        for one in statements(s if isinstance(s, tuple) else (s,)):
            found |= self._what_it_writes(one)
        return found

    def _what_it_writes(self, s: Stmt) -> Touched:
        found = writes_alone(s, self.around)
        for name in calls_of_statement(s, self.around):
            found |= self.of_unit(name)[1]
        return found.within(self.around.cells)

    def of_unit(self, name: str) -> tuple[Touched, Touched]:
        """Everything that a unit may read and write, including its calls."""
        if name not in self._whole:
            self._find(name)
        return self._whole[name]

    def cells_of(self, name: str) -> Spans | None:
        """The cells on which the value of a unit depends; None where it may depend on more."""
        read = self.of_unit(name)[0]
        return read.cells if read.is_cells_alone else None

    def moves_alone(self, block: Block, var: Var) -> bool:
        """Whether a block, including its calls, moves no other thing than the one in a local."""
        return self._alone(block, var, frozenset())

    # ---------------------------------------------------------------------------------------- units

    def _own_of(self, unit: Unit) -> _Own:
        reads = writes = NOTHING_TOUCHED
        calls: set[str] = set()
        for node in statements(unit.body):
            writes |= writes_alone(node, self.around)
            reads |= read_by(node, self.around)
            calls.update(calls_of_statement(node, self.around))
            for part in parts(node):
                if isinstance(part, AnyExpr):
                    reads |= self._read(part, True)
                    calls.update(self._called_units(part))
        cells = self.around.cells
        return _Own(reads.within(cells), writes.within(cells), frozenset(calls))

    def _find(self, name: str) -> None:
        """The union over a unit and all its possible callees, as the fixpoint over calls."""
        everything, whole = EVERYTHING.within(self.around.cells), self._whole
        callers: dict[str, list[str]] = {}
        waiting = [name]
        while waiting:
            one = waiting.pop()
            if one in whole:
                continue
            if one not in self.units:
                whole[one] = everything, everything
                continue
            own = self._own_of(self.units[one])
            whole[one] = own.reads, own.writes
            for called in own.calls:
                callers.setdefault(called, []).append(one)
                waiting.append(called)
        changed = set(callers)
        while changed:
            called = changed.pop()
            reads, writes = whole[called]
            for caller in callers.get(called, ()):
                old = whole[caller]
                new = (old[0] | reads, old[1] | writes)
                if new != old:
                    whole[caller] = new
                    changed.add(caller)

    # ---------------------------------------------------------------------------------------- expressions

    def _called_units(self, e: Expr) -> set[str]:
        found: set[str] = set()
        for node in walk(e):
            if isinstance(node, AnyExpr):
                found.update(calls_of_expression(node, self.around))
        return found

    def _read(self, e: Expr, ordered: bool) -> Touched:
        """The reads, without the units called. `ordered`: the order of its members matters."""
        found = contents(e, self.around, ordered) if isinstance(e, Contents) else reads_alone(e, self.around)
        for part in parts(e):
            if isinstance(part, AnyExpr):
                found |= self._read(part, _counts(e, part, ordered))
        return found

    # ---------------------------------------------------------------------------------------- one thing that moves

    def _alone(self, block: Block, var: Var, opened: frozenset[str]) -> bool:
        for node in statements(block):
            if var in made_by(node):
                return False
            match node:
                case Move(thing=Local(_, moved)) if moved is var:
                    continue
                case Call(callee=Named(name), args=args) if name in self.units and name not in opened:
                    handed = [n for n, arg in enumerate(args) if isinstance(arg, Local) and arg.var is var]
                    unit = self.units[name]
                    own = unit.params[handed[0]] if handed else Var("nothing", var.rep)
                    if len(handed) > 1 or not self._alone(unit.body, own, opened | {name}):
                        return False
                    continue
            if writes_alone(node, self.around).zones or (isinstance(node, Call) and isinstance(node.callee, Named)):
                return False
        return True


def _counts(e: Expr, part: Expr, ordered: bool) -> bool:
    """Whether the order of a part's members matters for the whole, whose own order matters if `ordered`."""
    match e:
        case Fold(_, what, _, over) if part is over:
            return ordered and what == "each"
        case Op(_, op) if op in _KEEPS_ORDER:
            return ordered
        case Op(_, op):
            return op not in _WITHOUT_ORDER
        case Bind(_, _, _, body) if part is body:
            return ordered
        case _:
            return True
