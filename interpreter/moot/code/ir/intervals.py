"""The limits of an expression's value, as far as its representation and its operation show them."""

from __future__ import annotations

from .expressions import Bind, Const, Expr, Fold, Op
from .reps import NUMBERS

Ends = tuple[int | None, int | None]  # the least and the greatest; None where that is not known
UNKNOWN: Ends = (None, None)


def interval(e: Expr) -> Ends:
    """The ends of a value that is kept as a number, where it is there."""
    match e:
        case Const(_, bool(value)):
            return int(value), int(value)
        case Const(_, int(value)):
            return value, value
        case Op(_, name, args) if e.rep.sort == "num":
            return _both(_operation(name, args), _of_rep(e))
        case Bind(_, _, _, body):
            return _both(interval(body), _of_rep(e))
        case Fold(_, ("count" | "sum" | "most" | "least") as what, _, _, _, of):
            return _folded(what, of)
    return _of_rep(e)


def _of_rep(e: Expr) -> Ends:
    if e.rep.sort not in NUMBERS:
        return UNKNOWN
    return e.rep.low, None if e.rep.end is None else e.rep.end - 1


def _both(a: Ends, b: Ends) -> Ends:
    lows = [low for low in (a[0], b[0]) if low is not None]
    highs = [high for high in (a[1], b[1]) if high is not None]
    return max(lows, default=None), min(highs, default=None)


def _operation(name: str, args: tuple[Expr, ...]) -> Ends:
    ends = [interval(arg) for arg in args]
    match name:
        case "+":
            return _plus(ends[0][0], ends[1][0]), _plus(ends[0][1], ends[1][1])
        case "-":
            return _plus(ends[0][0], _minus(ends[1][1])), _plus(ends[0][1], _minus(ends[1][0]))
        case "neg":
            return _minus(ends[0][1]), _minus(ends[0][0])
        case "*" | "times":
            return _product(ends[0], ends[1])
        case "size":
            return 0, None
        case "abs":
            return _absolute(ends[0])
        case "min" | "max":
            return _extreme(name, ends)
        case "cond":
            return _hull(ends[1], ends[2])
        case "sure" | "known_thing" | "inside":
            return ends[0]
    return UNKNOWN


def _folded(what: str, of: Expr | None) -> Ends:
    if what == "count" or of is None:
        return 0, None
    low, high = interval(of)
    if what == "sum":
        return (0 if low is not None and low >= 0 else None), (0 if high is not None and high <= 0 else None)
    return low, high


def _product(a: Ends, b: Ends) -> Ends:
    if a[0] is None or a[1] is None or b[0] is None or b[1] is None:
        return UNKNOWN
    corners = [x * y for x in (a[0], a[1]) for y in (b[0], b[1])]
    return min(corners), max(corners)


def _absolute(ends: Ends) -> Ends:
    low, high = ends
    if low is not None and low >= 0:
        return ends
    return 0, None if low is None or high is None else max(-low, high)


def _extreme(name: str, ends: list[Ends]) -> Ends:
    lows, highs = [low for low, _ in ends], [high for _, high in ends]
    known_lows = [low for low in lows if low is not None]
    known_highs = [high for high in highs if high is not None]
    if name == "min":
        return (None if None in lows else min(known_lows)), min(known_highs, default=None)
    return max(known_lows, default=None), (None if None in highs else max(known_highs))


def _hull(a: Ends, b: Ends) -> Ends:
    low = None if a[0] is None or b[0] is None else min(a[0], b[0])
    return low, None if a[1] is None or b[1] is None else max(a[1], b[1])


def _minus(end: int | None) -> int | None:
    return None if end is None else -end


def _plus(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def lie_apart(a: Expr, b: Expr) -> bool:
    """Whether two numbers cannot be equal, as far as their ends show."""
    if a.rep.optional or b.rep.optional or not {a.rep.sort, b.rep.sort} <= NUMBERS:
        return False
    (low, high), (other_low, other_high) = interval(a), interval(b)
    return is_less(high, other_low) or is_less(other_high, low)


def lies_inside(a: Expr, first: Expr, end: Expr) -> bool:
    """Whether it is surely one of these numbers."""
    (low, high), (least, _), (_, limit) = interval(a), interval(first), interval(end)
    return not a.rep.optional and not is_less(low, least) and low is not None and is_less(high, limit)


def is_less(a: int | None, b: int | None) -> bool:
    return a is not None and b is not None and a < b
