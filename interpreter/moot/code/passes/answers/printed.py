"""The result of an expression about a thing for each thing, if it reads only printed values."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ...ir.expressions import Const, Expr, Local, Op, Plain, Printed, PrintedTable, Var
from ...ir.operations import Operation

Read = Callable[[int], Any]
PrintedTables = Mapping[PrintedTable, tuple[Plain, ...]]

_ALIKE: dict[Operation, Callable[..., Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "div": operator.floordiv,
    "mod": operator.mod,
    "neg": operator.neg,
    "abs": abs,
    "min": min,
    "max": max,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "not": operator.not_,
    "is_none": lambda a: a is None,
    "some": lambda a: a is not None,
    "|": operator.or_,
    "&": operator.and_,
    "andnot": lambda a, b: a & ~b,
    "bit": lambda a, b: b is not None and a >> b & 1 == 1,
    "contains": operator.contains,
    "known_thing": lambda a: a,
    "as_name": lambda a: a,
}


def values_by_thing(e: Expr, var: Var, things: Iterable[int], tables: PrintedTables) -> dict[int, Any] | None:
    """By thing; None where it asks for more, or is a fault for some of them."""
    read = reading(e, var, tables)
    if read is None:
        return None
    try:
        return {thing: read(thing) for thing in things}
    except (TypeError, LookupError, ValueError, ArithmeticError):
        return None


def reading(e: Expr, var: Var, tables: PrintedTables) -> Read | None:
    """The function that gives it for a thing; None if it reads more."""
    match e:
        case Const(_, value):
            one = tuple(value) if isinstance(value, range) else value
            return lambda thing: one
        case Local(_, read):
            return (lambda thing: thing) if read is var else None
        case Printed(_, table, at):
            column, inner = tables.get(table), reading(at, var, tables)
            return None if column is None or inner is None else lambda thing: column[inner(thing)]
        case Op(_, name, args):
            found = [reading(arg, var, tables) for arg in args]
            parts = [part for part in found if part is not None]
            return _operation(e, name, parts) if len(parts) == len(found) else None
    return None


def _operation(e: Op, name: Operation, parts: list[Read]) -> Read | None:
    match name:
        case "and":
            return lambda thing: all(part(thing) for part in parts)
        case "or":
            return lambda thing: any(part(thing) for part in parts)
        case "cond":
            test, a, b = parts
            return lambda thing: a(thing) if test(thing) else b(thing)
        case "size" | "empty":
            return _counted(e, parts[0])
        case "of_kind":
            return _of_kind(e, parts)
    calculate = _ALIKE.get(name)
    if calculate is None:
        return None
    return lambda thing: calculate(*(part(thing) for part in parts))


def _counted(e: Op, of: Read) -> Read:
    count: Callable[[Any], int] = int.bit_count if e.args[0].rep.sort == "mask" else len
    return (lambda thing: count(of(thing))) if e.op == "size" else (lambda thing: count(of(thing)) == 0)


def _of_kind(e: Op, parts: list[Read]) -> Read | None:
    """Whether a thing is of a kind; or the thing, none if it is of another."""
    if len(parts) < 3 or e.rep.sort not in ("bool", "thing"):
        return None
    of, low, end = parts

    def is_one(thing: int) -> bool:
        value = of(thing)
        return value is not None and low(thing) <= value < end(thing)

    return is_one if e.rep.sort == "bool" else lambda thing: of(thing) if is_one(thing) else None
