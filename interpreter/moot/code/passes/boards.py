"""Facts about boards for passes: which things are places and sides, and which zones belong to places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

from ..ir.expressions import Const, Expr, OnBoard, Op, Plain, Printed, PrintedTable, Where
from ..ir.reps import Rep
from ..ir.spans import span_of


@dataclass(frozen=True, slots=True)
class BoardOf:
    """holders: the place to which each zone belongs, if any. simple: whether the kinds of places and sides are not
    subtypes.
    """

    name: str
    places: range
    sides: range
    holders: tuple[int | None, ...]
    simple: bool = True

    def is_place(self, rep: Rep) -> bool:
        return _inside(rep, self.places)

    def is_drawn(self, rep: Rep) -> bool:
        return _inside(rep, self.places) or _inside(rep, self.sides)


def _inside(rep: Rep, things: range) -> bool:
    if rep.sort != "thing" or rep.low is None or rep.end is None:
        return False
    return things.start <= rep.low < rep.end <= things.stop


@dataclass(frozen=True, slots=True)
class Boards:
    """All boards of a game. tables: printed values, as far as they determine the place of a zone."""

    all: tuple[BoardOf, ...] = ()
    tables: Mapping[PrintedTable, tuple[Plain, ...]] = field(default_factory=dict)

    def of_place(self, rep: Rep) -> BoardOf | None:
        return next((board for board in self.all if board.is_place(rep)), None)

    def is_drawn(self, rep: Rep) -> bool:
        return any(board.is_drawn(rep) for board in self.all)

    def board_of(self, name: str) -> BoardOf:
        return next(board for board in self.all if board.name == name)


def holder_of(e: Expr, board: BoardOf, boards: Boards) -> Expr | None:
    """The thing whose place this gives; None if it is anything else."""
    match e:
        case Printed(_, table, Where(_, thing)) if boards.tables.get(table) == board.holders:
            return thing
    return None


Linear = tuple[tuple[tuple[Expr, int], ...], int]  # numbers that vary, each with its factor, and a constant


def linear(e: Expr) -> Linear | None:
    """A sum of variable parts and constants; None if it is more."""
    match e:
        case Const(_, int(value)):
            return (), value
        case Op(_, "as_zone" | "known_thing", (of,)):
            return linear(of)
        case Op(_, ("+" | "-") as sign, (a, b)):
            one, other = linear(a), linear(b)
            if one is None or other is None:
                return None
            factor = 1 if sign == "+" else -1
            return (*one[0], *((part, factor * n) for part, n in other[0])), one[1] + factor * other[1]
        case Op(_, "*", (a, Const(_, int(factor)))):
            one = linear(a)
            return None if one is None else (tuple((part, n * factor) for part, n in one[0]), one[1] * factor)
    return (((e, 1),), 0)


MOST_OTHERS = 64  # combinations of variable parts other than the place


def belongs_to(zone: Expr, board: BoardOf) -> Expr | None:
    """The place to which a zone belongs, whatever else its number depends on; None where it belongs to none."""
    found = linear(zone)
    if found is None:
        return None
    varying, constant = found
    return next((part for part, _ in varying if _is_its(part, varying, constant, board)), None)


def _is_its(place: Expr, varying: tuple[tuple[Expr, int], ...], constant: int, board: BoardOf) -> bool:
    if not board.is_place(place.rep):
        return False
    factor = sum(n for part, n in varying if part == place)
    spans = [_span(part, n) for part, n in varying if part != place]
    if any(span is None for span in spans):
        return False
    others = [sum(chosen) for chosen in product(*(span for span in spans if span is not None))]
    if len(others) > MOST_OTHERS:
        return False
    last = len(board.holders) - 1  # things in no zone come after the zones
    return all(
        0 <= (zone := constant + factor * thing + other) < last and board.holders[zone] == thing
        for thing in range(place.rep.low or 0, place.rep.end or 0)
        for other in others
    )


def _span(part: Expr, factor: int) -> list[int] | None:
    low, end, _ = span_of(part)
    if low is None or end is None or end - low > MOST_OTHERS:
        return None
    return [n * factor for n in range(low, end)]


def beside(e: OnBoard) -> Iterator[int]:
    """The distance from the first place or side to the farthest result of a reading; None if unknown."""
    match e:
        case OnBoard(_, _, "sides" | "between"):
            yield 0
        case OnBoard(_, _, "neighbours" | "neighbour" | "ends" | "across"):
            yield 1
        case OnBoard(_, _, "within", (_, Const(_, int(far)))) if far >= 0:
            yield far
