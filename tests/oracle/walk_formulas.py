"""Expressions of the intermediate form, read one node after another by what ir/expressions.py says of each.

Nothing here is fast or clever: every zone is copied when it is read, every operation checks what it is given.
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, assert_never

from moot.code.ir.expressions import (
    Arg,
    Bind,
    Captured,
    Cell,
    Cells,
    Const,
    Contents,
    DataFormula,
    Expr,
    Field,
    Fold,
    Held,
    Kept,
    Listeners,
    Listening,
    Local,
    Lookup,
    Lying,
    Make,
    Members,
    Modified,
    OnBoard,
    Op,
    Plain,
    Prim,
    Printed,
    PrintedTable,
    Pure,
    RowZone,
    RuleSource,
    Search,
    Show,
    Sparse,
    Summed,
    Tabled,
    UnitRef,
    Var,
    Where,
)
from moot.code.ir.prims import PRIMS
from moot.code.ir.reps import Rep
from moot.code.ir.units import Unit
from moot.stack.faults import Fault, none_here
from moot.state.position import Position

Env = dict[Var, Any]
_BOARDS = {  # the function that reads a table of a board, and the letter of the table
    "neighbours": ("row_of", "N"),
    "sides": ("row_of", "S"),
    "ends": ("row_of", "E"),
    "direction": ("entry_of", "R"),
    "between": ("entry_of", "L"),
    "across": ("entry_of", "X"),
    "ray": ("line_of", "Y"),
    "line": ("line_of", "T"),
    "crossed": ("line_of", "V"),
    "distance": ("far", "D"),
    "neighbour": ("neighbour", "B"),
    "within": ("near", "W"),
}
_SEARCHES = {"reachable": ("reached", "N"), "cost": ("least_cost", "N"), "path": ("way", "N"), "slide": ("slid", "Y")}


@dataclass(frozen=True, slots=True)
class Given:
    """What units read beside a position. printed, formulas: by table, the value or the unit's name for each thing.
    lookups: by table of a pack, its cells, and of each of its arguments that has ends the least and the greatest.
    """

    printed: Mapping[PrintedTable, tuple[Any, ...]]
    formulas: Mapping[PrintedTable, tuple[str | None, ...]]
    lookups: Mapping[str, tuple[Mapping[tuple[Any, ...], Plain], Sequence[tuple[int, int] | None]]]


class Formulas(ABC):
    """`ns`: the runtime's functions by name, as a compiled module finds them."""

    def __init__(self, units: Mapping[str, Unit], given: Given, ns: dict[str, Any]) -> None:
        self.units = units
        self.given = given
        self.ns = ns

    @abstractmethod
    def call(self, S: Position, name: str, *args: Any) -> Any:
        """What a unit gives."""

    def function(self, name: str) -> Callable[..., Any]:
        """A unit as a function of the position and its arguments, for functions of the runtime."""

        def called(S: Position, *args: Any) -> Any:
            return self.call(S, name, *args)

        called.__name__ = name
        return called

    def read(self, e: Expr, S: Position, env: Env) -> Any:
        match e:
            case Const(_, value):
                return tuple(value) if isinstance(value, range) else value
            case Local(_, var):
                return env[var]
            case Cell(_, at, first, count):
                number = self.there(at, S, env)
                assert first <= number < first + count, f"cell {number} outside {first}..{first + count - 1}"
                return _kept(S.cells[number])
            case Cells(_, first, count):
                return tuple(S.cells[first : first + count])
            case Where(_, thing):
                return self.ns["where"](S, self.there(thing, S, env))
            case Printed(_, table, at):
                return self.given.printed[table][self.there(at, S, env)]
            case Field(_, row, name):
                return _kept(self.ns["fld"](S, self.read(row, S, env), name))
            case Sparse(_, place, args, first):
                return S.sparse.get((place, *self.all(args, S, env)), self.read(first, S, env))
            case RowZone(_, name, row):
                return self.ns["row_zone"](S, name, self.read(row, S, env))
            case Contents(_, zone):
                return tuple(self.ns["zone"](S, self.read(zone, S, env)))
            case Make(_, items):
                return self.all(items, S, env)
            case Listening(_, slot):
                return bool(S.live[slot])
            case Listeners(_, target, slot, newest):
                files = self.ns["STATIC"][target] if target >= 0 else ()
                found = (*files, *(S.live[slot] if slot >= 0 else ()))
                return found[::-1] if newest else found
            case Arg(_, of, number):
                given = self.read(of, S, env)
                return given[number] if number < len(given) else sure(None)  # nothing binds it in a call that waits
            case Captured(_, inst, number):
                return self.read(inst, S, env)[2][number]
            case RuleSource(_, inst):
                return self.read(inst, S, env)[1]
            case Op():
                return self.operation(e, S, env)
            case Bind(_, var, value, body):
                return self.read(body, S, {**env, var: self.read(value, S, env)})
            case Fold():
                return self.fold(e, S, env)
            case Pure(_, unit, args):
                return self.call(S, unit, *self.all(args, S, env))
            case Prim(_, name, args):
                return self.primitive(name, self.all(args, S, env), S)
            case UnitRef(_, unit):
                return self.function(unit)
            case OnBoard(_, board, what, args):
                function, letter = _BOARDS[what]
                return self.ns[function](self.ns[f"{letter}_{board}"], *self.all(args, S, env))
            case Search(_, what, board, step, given, ends):
                function, letter = _SEARCHES[what]
                before = self.all(given, S, env)
                around = self.ns[f"{letter}_{board}"]
                return self.ns[function](S, self.function(step), around, before, *self.all(ends, S, env))
            case Lookup(_, table_name, args, _):
                return self.lookup(table_name, self.all(args, S, env))
            case DataFormula(_, table, thing, args):
                of = self.read(thing, S, env)
                given_args = self.all(args, S, env)
                unit_name = None if of is None else self.given.formulas[table][of]
                return None if unit_name is None else self.call(S, unit_name, of, *given_args)
            case Show(_, value):
                shown = self.read(value, S, env)
                return shown if value.rep.sort == "text" else self.ns["show"](value.rep.tag, shown)
            case Held() | Kept() | Members() | Tabled() | Lying() | Summed() | Modified():
                raise AssertionError("passes alone make these")
            case _:
                assert_never(e)

    def all(self, es: tuple[Expr, ...], S: Position, env: Env) -> tuple[Any, ...]:
        return tuple([self.read(e, S, env) for e in es])

    def there(self, e: Expr, S: Position, env: Env) -> Any:
        """A value that is not none; a fault of the rules if it is."""
        return sure(self.read(e, S, env))

    def test(self, e: Expr, S: Position, env: Env) -> bool:
        value = self.read(e, S, env)
        assert isinstance(value, bool), f"a test came to {value!r}"
        return value

    # ---------------------------------------------------------------------------------------- operations

    def operation(self, e: Op, S: Position, env: Env) -> Any:
        match e.op:
            case "and":
                return all(self.test(arg, S, env) for arg in e.args)
            case "or":
                return any(self.test(arg, S, env) for arg in e.args)
            case "cond":
                return self.read(e.args[1 if self.test(e.args[0], S, env) else 2], S, env)
            case "where":
                return tuple([n for n, arg in enumerate(e.args) if self.test(arg, S, env)])
        return self.worked_out(e, self.all(e.args, S, env), S)

    def worked_out(self, e: Op, args: tuple[Any, ...], S: Position) -> Any:
        ns = self.ns
        match e.op:
            case "+" | "-" | "*" | "<" | "<=" | ">" | ">=":
                return _ARITHMETIC[e.op](*map(sure, args))
            case "times":
                return ns["times"](*map(sure, args))
            case "div" | "mod":
                return ns["divide"]("//" if e.op == "div" else "%", *map(sure, args))
            case "neg":
                return -sure(args[0])
            case "abs":
                return abs(sure(args[0]))
            case "min":
                return min(map(sure, args))
            case "max":
                return max(map(sure, args))
            case "==":
                return bool(args[0] == args[1])
            case "!=":
                return bool(args[0] != args[1])
            case "not":
                return not args[0]
            case "is_none":
                return not self.is_there(e.args[0].rep, args[0], S)
            case "some":
                return self.is_there(e.args[0].rep, args[0], S)
            case "sure":
                return sure(args[0])
            case "inside":
                return ns["inside"](args[0], args[1], args[2] - 1)
            case "having":
                return ns["having"](args[0], args[1], args[2] - 1, args[3])
            case "of_kind":
                thing, low, end = args
                is_of = thing is not None and low <= thing < end
                return is_of if e.rep.sort == "bool" else thing if is_of else None
            case "alive":
                return args[0] in S.rows
            case "|":
                return args[0] | args[1]
            case "&":
                return args[0] & args[1]
            case "andnot":
                return args[0] & ~args[1]
            case "bit":
                return sure(args[0]) >> sure(args[1]) & 1 == 1
            case "shift":
                return 1 << sure(args[0])
            case "bits":
                return ns["bits"](args[0])
            case "between":
                return ns["mask_between"](*map(sure, args))
            case "size":
                return args[0].bit_count() if isinstance(args[0], int) else len(args[0])
            case "empty":
                return not args[0]
            case "first" | "last":
                end = args[0][0 if e.op == "first" else -1] if args[0] else None
                return end if e.rep.optional else sure(end)
            case "contains":
                return args[1] in args[0]
            case "nth":
                return ns["nth"](*args)
            case "at":
                return args[0][args[1]]
            case "frozen":
                return tuple(args[0])
            case "joined":
                return ns["joined"](*args)
            case "same_set":
                return set(args[0]) == set(args[1])
            case (
                "subsets"
                | "nth_there"
                | "with_nth"
                | "without"
                | "less"
                | "distinct"
                | "in_order"
                | "foremost"
                | "hindmost"
            ):
                return ns[e.op](*args)
            case "subsets":
                return ns["subsets"](args[0], *map(sure, args[1:]))
            case "few_dice":
                return ns["few_dice"](*args)
            case "weights":
                return ns["weights"](args[0])
            case "with":
                return (*args[0], args[1])
            case "with_rest":
                return (*args[0], *args[1][len(args[0]) :])
            case "arg_or_none":
                return args[0][args[1]] if args[1] < len(args[0]) else None
            case "span":
                return tuple(ns["span"](*map(sure, args)))
            case "or_empty":
                return args[0] or ()
            case "as_zone" | "as_name" | "known_thing":
                return args[0]
            case "text":
                return "".join(map(str, args))
            case "short_text":
                return ns["short"]("".join(map(str, args)))
        raise AssertionError(f"no operation {e.op}")

    def is_there(self, rep: Rep, value: Any, S: Position) -> bool:
        """Whether it is not none; a row is none when it is gone."""
        return value in S.rows if rep.sort == "row" else value is not None

    def fold(self, e: Fold, S: Position, env: Env) -> Any:
        inner = dict(env)
        members = []
        for member in self.read(e.over, S, env):
            inner[e.var] = member
            if e.where is not None and not self.test(e.where, S, inner):
                continue
            match e.what:
                case "any":
                    return True
                case "every":
                    assert e.of is not None
                    if not self.test(e.of, S, inner):
                        return False
                case "each" | "count":
                    members.append(member if e.of is None else self.read(e.of, S, inner))
                case "sum" | "most" | "least":
                    assert e.of is not None
                    members.append(self.read(e.of, S, inner))
        match e.what:
            case "any":
                return False
            case "every":
                return True
            case "each" if e.rep.sort == "mask":
                return sum({1 << member for member in members})
            case "each":
                return tuple(members)
            case "count":
                return len(members)
            case "sum":
                return self.ns["total"](members)
            case "most" | "least":
                return self.ns[e.what](members)
        assert_never(e.what)

    def lookup(self, table: str, key: tuple[Any, ...]) -> Any:
        """A number outside means the nearest end; none gives none."""
        if None in key:
            return None
        cells, ends = self.given.lookups[table]
        held = tuple(k if end is None else min(max(k, end[0]), end[1]) for k, end in zip(key, ends, strict=True))
        return self.ns["look_up"](cells, table, held)

    # ---------------------------------------------------------------------------------------- functions of the runtime

    def primitive(self, name: str, args: tuple[Any, ...], S: Position) -> Any:
        match name:
            case "serial":
                return S.scopes[-1][2]
            case "rule_of":
                return args[0][0]
            case "marked":
                return args[0][:2] in S.marks
            case "in_once":
                return args[0] in S.once
            case "fulfilling":
                (table, thing, first, end) = args
                unit = self.given.formulas[table][thing]
                return tuple([one for one in range(first, end) if unit and self.call(S, unit, thing, one)])
        found = PRIMS[name]
        value = self.ns[found.python or name](*(() if found.plain else (S,)), *args)
        return tuple(value) if PRIMS[name].gives == Rep("seq") or isinstance(value, list) else value


def sure(value: Any) -> Any:
    if value is None:
        raise none_here()
    return value


def _kept(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

__all__ = ["Env", "Fault", "Formulas", "Given", "sure"]
