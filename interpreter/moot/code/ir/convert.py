"""Conversions: a value in the representation that a place needs, and the cases without a conversion."""

from __future__ import annotations

from dataclasses import replace

from .expressions import Const, Contents, Expr, Make, Op
from .make import YES, both, is_atom, known, none_test, number, op, sure, unless_none
from .reps import NUM, NUMBERS, Rep, fits, mask, seq


class CannotFitError(Exception):
    """A value cannot be used where another representation is needed: a mistake of the compiler."""


def as_seq(value: Expr) -> Expr:
    """A value with several members as a seq, whatever its representation; none as an empty one."""
    match value.rep.sort:
        case "zone":
            return Contents(seq(value.rep.item or Rep("thing")), value)
        case "mask":
            of = seq(value.rep.item or NUM)
            if isinstance(value, Const) and isinstance(value.value, int):
                return Const(of, tuple(n for n in range(value.value.bit_length()) if value.value >> n & 1))
            return Op(of, "bits", (sure(value),))
        case "seq":
            return Op(value.rep.sure, "or_empty", (value,)) if value.rep.optional else value
        case "none":
            return Make(Rep("seq"), ())
    raise CannotFitError(f"{value.rep} holds no values")


def each_once(value: Expr) -> Expr:
    """A seq in which each member counts once; none stays none."""
    if isinstance(value, Const) and isinstance(value.value, tuple):
        return Const(value.rep, tuple(dict.fromkeys(value.value)))
    if value.rep.sort not in ("seq", "zone") or (isinstance(value, Make) and len(value.items) < 2):
        return value
    return unless_none(value, lambda known: Op(as_seq(known).rep, "distinct", (as_seq(known),)))


def frozen(value: Expr) -> Expr:
    """A seq as it is now, which later moves do not change."""
    if isinstance(value, Contents):
        return Op(value.rep, "frozen", (value,))
    return value


def fit(value: Expr, due: Rep) -> Expr:
    """The value in the representation of `due`. Raises CannotFitError if there is no conversion.

    A zone where things are expected means its contents; a place stays a zone. A value that may be none, where a value
    is expected, is an error if it is none at that time (sentence 36). A thing of any kind, where one kind is expected,
    is none if it is of another (sentence 96).
    """
    rep = value.rep
    if fits(rep, due):
        return value
    if due.sort in ("nothing", "none"):
        return value
    if rep.sort == "thing" and rep.low is None and due.sort in ("thing", "row"):
        narrow = _of_kind(value, due.maybe)
        return narrow if due.optional else sure(narrow)
    if due.sort == "seq" and rep.sort in ("zone", "mask", "seq"):
        converted = frozen(as_seq(value if not rep.optional or rep.sort != "mask" else sure(value)))
        if rep.optional and due.optional and rep.sort == "seq":
            return value
        if fits(converted.rep, due):
            return converted
        holds_any = converted.rep.item is not None and converted.rep.item.sure == Rep("thing")
        return replace(converted, rep=due.sure) if holds_any and due.item is not None else _cannot(value, due)
    if due.sort == "mask" and isinstance(value, Make) and not value.items:
        return Const(mask(due.item or NUM), 0)
    if due.sort == "bool" and rep.sort == "bool":
        return op("==", value, YES)
    if rep.sort == "none" and not due.optional:
        return Op(due, "sure", (value,))
    if rep.optional and not due.optional and fits(rep.sure, due):
        return sure(value)
    if rep.sort in NUMBERS and due.sort in NUMBERS and {rep.sort, due.sort} <= {"num", "bool"}:
        return value if not rep.optional or due.optional else sure(value)
    return _cannot(value, due)


def _of_kind(value: Expr, due: Rep) -> Expr:
    """A thing of any kind, as one of a kind: none if it is of another. Rows have numbers of their own."""
    if due.low is None or due.end is None:
        return replace(value, rep=due)
    return Op(due, "of_kind", (value, number(due.low), number(due.end)))


def _cannot(value: Expr, due: Rep) -> Expr:
    raise CannotFitError(f"{due} is needed, but this is {value.rep}")


def test_of(value: Expr) -> Expr:
    """Whether a formula holds: of one that may be none, none is no."""
    if value.rep.sort == "bool" and not value.rep.optional:
        return value
    if value.rep.sort == "bool":
        return op("==", value, YES) if not is_atom(value) else both(none_test("some", value), known(value))
    return none_test("some", value)


def as_zone(value: Expr) -> Expr:
    """A number that has been worked out, as the zone of that number."""
    if isinstance(value, Const):
        return Const(Rep("zone"), value.value)
    return Op(Rep("zone"), "as_zone", (value,))
