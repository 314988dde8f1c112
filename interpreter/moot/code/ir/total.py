"""Total expressions: they can be read without a fault whatever the position, so they may be left out. And which are a
fault where a local is none.
"""

from __future__ import annotations

from collections.abc import Mapping

from .. import ir
from .node import AnyExpr
from .reps import NUMBERS
from .units import Unit, UnitKind
from .walk import statements, walk
from .ways import Look

CHEAP = 3  # nodes
# Faults where what they read is none, zero, outside or too large.
_MAY_FAIL: frozenset[ir.Operation] = frozenset(
    (
        "sure",
        "inside",
        "having",
        "div",
        "mod",
        "times",
        "at",
        "shift",
        "between",
        "span",
        "joined",
        "with",
        "nth_there",
        "with_nth",
        "weights",
        "few_dice",
        "subsets",
    )
)
# Readings of boards for any place or side.
_OF_PLACES = frozenset(("neighbours", "neighbour", "sides", "ends", "direction", "between", "across", "distance"))
_READ_AT_ONCE: frozenset[ir.Operation] = frozenset(("+", "-", "*", "times", "neg", "abs", "<", "<=", ">", ">="))


def never_fails(e: ir.Expr) -> bool:
    return all(map(_never_fails, walk(e)))


def _never_fails(e: object) -> bool:
    match e:
        case ir.Const() | ir.Local() | ir.Cell() | ir.Cells() | ir.Printed() | ir.Where() | ir.Contents() | ir.Make():
            return True
        case ir.Listening():
            return True
        case ir.Listeners() | ir.Arg() | ir.Captured() | ir.RuleSource() | ir.Bind() | ir.Fold():
            return True
        case ir.OnBoard(_, _, what, args):
            return what in _OF_PLACES and not any(arg.rep.optional for arg in args)
        case ir.Op(rep, ("first" | "last"), _):
            return rep.optional
        case ir.Op(_, name, _):
            return name not in _MAY_FAIL
    return False


_PLAIN = (ir.Line, ir.Note, Look, ir.Let, ir.If, ir.Return)  # the parts of functions, except fuel and modifiers


class TotalUnits:
    """Units that always return a value, so that calling them is as safe as reading a cell."""

    def __init__(self, units: Mapping[str, Unit]) -> None:
        self.units = units
        self._known: dict[str, bool] = {}

    def expr(self, e: ir.Expr) -> bool:
        """Whether it can be read without a fault, with what it calls."""
        return all(map(self._node, walk(e)))

    def _node(self, n: object) -> bool:
        return self.unit(n.unit) if isinstance(n, ir.Pure) else _never_fails(n)

    def of_kind(self, kind: UnitKind) -> bool:
        """Whether all units of a kind are so."""
        return all(self.unit(unit.name) for unit in self.units.values() if unit.kind == kind)

    def unit(self, name: str) -> bool:
        """Whether a call of it returns a value for any arguments."""
        if name not in self._known:
            self._known[name] = False  # while it is looked at: it may come back to itself
            body = self.units[name].body if name in self.units else ()
            plain = all(isinstance(one, _PLAIN) for one in statements(body))
            made = [n for n in walk(body) if isinstance(n, AnyExpr) and not isinstance(n, ir.Held | ir.Kept)]
            self._known[name] = bool(body) and plain and all(map(self._node, made))
        return self._known[name]


def may_be_read_again(e: ir.Expr) -> bool:
    """Whether it may as well be read twice: it is short, and calls nothing."""
    found = list(walk(e))
    return len(found) <= CHEAP and not any(isinstance(n, ir.Pure | ir.Prim | ir.Fold | ir.Bind) for n in found)


def fails_if_none(e: ir.Expr, var: ir.Var) -> bool:
    """Whether reading it is a fault in any case if a local is none."""
    match e:
        case ir.Cell(_, at) | ir.Printed(_, _, at):
            return _is(at, var) or fails_if_none(at, var)
        case ir.Where(_, thing):
            return thing.rep.end is not None and (_is(thing, var) or fails_if_none(thing, var))
        case ir.Op(_, name, args) if name in _READ_AT_ONCE:
            return any(_is(arg, var) or fails_if_none(arg, var) for arg in args)
        case ir.Op(_, ("size" | "empty" | "sure" | "bits" | "not" | "known_thing"), (of,)):
            return fails_if_none(of, var)
    return False


def _is(e: ir.Expr, var: ir.Var) -> bool:
    return isinstance(e, ir.Local) and e.var is var and e.rep.sort in NUMBERS
