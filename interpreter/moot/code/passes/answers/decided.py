"""Redundant tests: a test of numbers that earlier tests have decided need not be read again.

(price <= cell[48] and (with it = cell[48] - price: it >= 0 and it <= 999))   =   price <= cell[48]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...ir.expressions import Bind, Const, Expr, Op
from ...ir.make import YES, both, op
from ...ir.operations import Operation
from ...ir.total import never_fails
from ...ir.walk import substituted, walk

ValueDifference = tuple[Expr | None, Expr | None, int]  # the first less the second is at least so much

_MORE: dict[Operation, int] = {">=": 0, ">": 1}
_LESS: dict[Operation, int] = {"<=": 0, "<": 1}


def decided(e: Op) -> Expr:
    """A conjunction without the tests that need not be read."""
    shown: list[Expr] = []
    for test in e.args:
        left = _left(test, shown)
        shown += [] if left == YES else [left]
    return both(*shown)


def _left(test: Expr, shown: list[Expr]) -> Expr:
    """The rest of a test after others were true."""
    match test:
        case Op(_, sign) if sign in _MORE or sign in _LESS:
            return YES if _follows(test, shown) else test
        case Bind(_, var, value, Op(_, name, tests) as body):
            whole = tests if name == "and" else (body,)
            asked = [one for one in whole if not _follows(substituted(one, {var: value}), shown)]
            if len(asked) < len(whole):
                return replace(test, body=both(*asked)) if asked else YES
    return test


def _follows(test: Expr, shown: list[Expr]) -> bool:
    if not isinstance(test, Op) or not _is_read(test, shown):
        return False
    due = _difference(test)
    if due is None:
        return op(test.op, *test.args) == YES
    found = [known for one in _each(shown) if (known := _difference(one)) is not None]
    return op(test.op, *test.args) == YES or any(one[:2] == due[:2] and one[2] >= due[2] for one in found)


def _each(tests: Iterable[Expr]) -> Iterator[Expr]:
    for test in tests:
        if isinstance(test, Op) and test.op == "and":
            yield from _each(test.args)
        else:
            yield test


def _is_read(e: Expr, shown: list[Expr]) -> bool:
    """Whether what may be a fault in it has been read before."""
    if never_fails(e):
        return True
    read = set(walk(shown))
    return all(node in read for node in _largest_that_may_fail(e))


def _largest_that_may_fail(e: Expr) -> Iterator[Expr]:
    match e:
        case Op(_, ("+" | "-" | "<" | "<=" | ">" | ">="), args):
            for arg in args:
                yield from _largest_that_may_fail(arg)
        case _:
            if not never_fails(e):
                yield e


def _difference(test: Expr) -> ValueDifference | None:
    """A comparison of numbers as one of a difference."""
    match test:
        case Op(_, sign, (a, b)) if sign in _MORE or sign in _LESS:
            if sign in _LESS:
                a, b = b, a
            plus, minus, more = _split(a)
            other_plus, other_minus, less = _split(b)
            added = [one for one in (plus, other_minus) if one is not None]
            taken = [one for one in (minus, other_plus) if one is not None]
            if len(added) > 1 or len(taken) > 1:
                return None
            due = _MORE.get(sign, _LESS.get(sign, 0)) + less - more
            return next(iter(added), None), next(iter(taken), None), due
    return None


def _split(e: Expr) -> ValueDifference:
    """A number as its positive terms, its negative terms, and its constant."""
    match e:
        case Const(_, int(value)):
            return None, None, value
        case Op(_, "+", (a, Const(_, int(value)))):
            plus, minus, more = _split(a)
            return plus, minus, more + value
        case Op(_, "-", (a, Const(_, int(value)))):
            plus, minus, more = _split(a)
            return plus, minus, more - value
        case Op(_, "-", (a, b)):
            return a, b, 0
    return e, None, 0
