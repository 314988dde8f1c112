"""Step functions and others made by hand, over a board of ten places.

Things 0 to 9 are its places, 10 to 14 its sides, 15 to 19 units, which lie in the zones 20 to 29 of the places. Cells
from 30 on are a state of places, from 40 on one of sides, from 45 on one of units; 60 is a state of its own.
"""

from __future__ import annotations

from moot.code.ir.convert import as_zone
from moot.code.ir.expressions import Cell, Contents, Expr, Fold, Local, OnBoard, Op, Printed, Search, Var, Where
from moot.code.ir.make import local, number, op
from moot.code.ir.reps import BOOL, NUM, PLAYER, ZONE, Rep, seq
from moot.code.ir.statements import Line, Return
from moot.code.ir.touched import Surroundings
from moot.code.ir.units import Unit
from moot.code.passes.boards import BoardOf, Boards

PLACE, SIDE, PIECE = Rep("thing", 0, 10, "place"), Rep("thing", 10, 15, "side"), Rep("thing", 15, 20, "unit")
HOLDERS = (*[None] * 20, *range(10), None)
HOLDER = ("zone", "holder_place")
MAP = BoardOf("map", range(10), range(10, 15), HOLDERS)
BOARDS = Boards((MAP,), {HOLDER: HOLDERS})
AROUND = Surroundings(20)
P, U = Var("p", PLAYER), Var("u", PIECE)
H, G, E = Var("h", PLACE), Var("g", PLACE), Var("e", PIECE)
HERE, THERE = Var("here", PLACE), Var("there", PLACE)


def function(name: str, value: Expr, *params: Var) -> Unit:
    return Unit(name, "function", params, (Line(1), Return(value)), value.rep, rule=1)


def fires(place: Expr) -> Cell:
    return Cell(BOOL, Op(NUM, "+", (place, number(30))), 30, 10)


def lame(unit: Expr) -> Cell:
    return Cell(BOOL, Op(NUM, "+", (unit, number(30))), 45, 5)


RAIN = Cell(BOOL, number(60), 60, 1)


def owner(unit: Expr) -> Expr:
    return Printed(PLAYER, ("unit", "owner"), unit)


def lie_in(place: Expr) -> Contents:
    return Contents(seq(PIECE), as_zone(op("+", place, number(20), rep=NUM)))


def place_of(unit: Expr) -> Expr:
    return Printed(PLACE.maybe, HOLDER, Where(ZONE, unit))


def beside(place: Expr) -> OnBoard:
    return OnBoard(seq(PLACE), "map", "neighbours", (place,))


def foe_in(place: Expr, mine: Expr) -> Fold:
    return Fold(BOOL, "any", E, lie_in(place), op("!=", owner(local(E)), mine), None)


NEAR_FOE = function(
    "f_near_foe", Fold(BOOL, "any", G, beside(local(H)), foe_in(local(G), local(P)), None), P, H
)  # whether a unit of another player stands beside a place


def cheapest(what: str, step: str, *given: Expr) -> Unit:
    """A function that searches from one place to another."""
    ends = (Local(PLACE, H), Local(PLACE, G)) if what != "reachable" else (Local(PLACE, H), number(5))
    rep = NUM.maybe if what == "cost" else seq(PLACE)
    return function(f"f_{what}", Search(rep, what, "map", step, given, ends), U, H, G)  # type: ignore[arg-type]
