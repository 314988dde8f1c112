"""Spans of numbers, of cells or zones: their extent, whether they meet, the limits of a formula."""

from __future__ import annotations

from collections.abc import Iterable

from .expressions import Const, Expr, Op

NumberSpan = tuple[int, int]  # the first, and one past the last
Spans = tuple[NumberSpan, ...]  # in order, none touching the next
NOWHERE: Spans = ()
MANY = 1 << 40  # above every number of a cell or zone
EVERYWHERE: Spans = ((0, MANY),)


def joined_spans(spans: Iterable[NumberSpan]) -> Spans:
    """The same numbers as spans in order, with those that touch or overlap as one."""
    found: list[NumberSpan] = []
    for low, end in sorted(spans):
        if low >= end:
            continue
        if found and low <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((low, end))
    return tuple(found)


def meet(a: Spans, b: Spans) -> bool:
    """Whether a number is in both."""
    if not a or not b:
        return False
    return any(low < other_end and other < end for low, end in a for other, other_end in b)


def span_of(e: Expr) -> tuple[int | None, int | None, bool]:
    """The limits of a number, as far as its parts show them; and whether it is only an index and constants.

    The limits of a thing or name are those of its kind; those of a number may be narrower after a test.
    """
    if isinstance(e, Const) and isinstance(e.value, int):
        return e.value, e.value + 1, True
    if isinstance(e, Op) and e.op in ("+", "-") and e.rep.end is None:
        (a, a_end, a_index), (b, b_end, b_index) = map(span_of, e.args)
        if a is None or a_end is None or b is None or b_end is None:
            return None, None, False
        if e.op == "+":
            return a + b, a_end + b_end - 1, a_index and b_index
        return a - b_end + 1, a_end - b, a_index and b_index
    if isinstance(e, Op) and e.op == "as_zone":
        return span_of(e.args[0])
    if isinstance(e, Op) and e.op in ("inside", "having"):
        (low, _, _), (end, _, _) = span_of(e.args[1]), span_of(e.args[2])
        return low, end, True
    return e.rep.low, e.rep.end, e.rep.sort in ("thing", "name", "bool")
