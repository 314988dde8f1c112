"""Functions of the runtime that only read, as Python text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir.expressions import Const, Expr
from ...ir.make import is_atom
from ...ir.prims import PRIMS
from .tightness import AND, BIT_OR, COMPARE, SUM, UNIT, TightText, Use

if TYPE_CHECKING:
    from .expressions import Expressions


def primitive(p: Expressions, name: str, args: tuple[Expr, ...], use: Use) -> TightText:
    match name, args:
        case "rule_of", (inst,):
            return f"{p.x(inst, UNIT)}[0]", UNIT
        case "marked", (inst,) if is_atom(inst):
            shown = p.x(inst, UNIT)
            return f"({shown}[0], {shown}[1]) in S.marks", COMPARE
        case "in_once", (use_,):
            return f"{p.x(use_, BIT_OR)} in S.once", COMPARE
        case "used_in", _ if use == "test":
            return f"S.once and {_call_text(p, name, args)}", AND
        case "serial", ():
            return "S.scopes[-1][2]", UNIT
        case "fulfilling", (Const(_, (str(root), str(field))), *others):
            return f"fulfilling({', '.join(['S', p.constants.formulas((root, field)), *map(p.x, others)])})", UNIT
        case "rows_of", _:
            text = _call_text(p, name, args)
            return (text if use == "items" else f"tuple({text})"), UNIT
        case "in_play", (thing,):
            return _in_play(p, thing)
        case "lies", (thing, zone):
            return _lies(p, thing, zone)
    return _call_text(p, name, args), UNIT


def _call_text(p: Expressions, name: str, args: tuple[Expr, ...]) -> str:
    found = PRIMS[name]
    first = [] if found.plain else ["S"]
    return f"{found.python or name}({', '.join([*first, *map(p.x, args)])})"


def _has_cell(p: Expressions, thing: Expr) -> bool:
    """Whether it is surely a thing, whose cell holds its zone; no zone there belongs to a row."""
    is_thing = thing.rep.sort == "thing" and thing.rep.end is not None and not thing.rep.optional
    return is_thing and not p.given.row_zones


def _in_play(p: Expressions, thing: Expr) -> TightText:
    if not _has_cell(p, thing):
        return f"in_play(S, {p.x(thing)})", UNIT
    zones = tuple(number for number, zone in enumerate(p.given.layout.zones) if zone.in_play)
    shown = f"{p.cells()}[{p.x(thing)}]"
    return (f"{shown} == {zones[0]}" if len(zones) == 1 else f"{shown} in {zones}"), COMPARE


def _lies(p: Expressions, thing: Expr, zone: Expr) -> TightText:
    is_thing = thing.rep.sort == "thing" and thing.rep.end is not None
    if not is_thing or zone.rep.optional or zone.rep.sort == "none" or not (is_atom(thing) or not thing.rep.optional):
        return f"lies(S, {p.x(thing)}, {p.x(zone)})", UNIT
    test = f"{p.cells()}[{p.x(thing)}] == {p.x(zone, SUM)}"
    if not thing.rep.optional:
        return test, COMPARE
    return f"{p.x(thing, BIT_OR)} is not None and {test}", AND
