"""Formulas that are read in addition to the rules, by cases, explanations and maps, each as one more unit of the
same game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from ..lang import tree
from ..lang.walk import walk
from .compiled import Compiled
from .emit.constants import ConstantNames
from .emit.costs import Costs
from .emit.given import FAST, Given
from .emit.lines import joined_lines
from .emit.modify import Modifiers, modifiers_of
from .emit.statements import Statements
from .emit.units import unit_rows
from .given import given_of
from .ir import convert, make
from .ir.expressions import Const, Expr, Op, Var
from .ir.reps import THING, Rep
from .ir.statements import Return
from .ir.units import Unit
from .ir.walk import points
from .lower.context import LineOrigin, Lowering
from .lower.game import stage_of
from .typing import symbols

NAME = "further_formula"
_NUMBERS = count(1)


class AsksError(Exception):
    """A formula that asks somebody: it has no value of its own."""


@dataclass(frozen=True, slots=True)
class Further:
    """A function `further_formula(S, …)` as text, the constants that it reads in addition to the program's, and its
    parameters, in order.
    """

    text: str
    constants: Mapping[str, Any]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FurtherPrinting:
    """A compiled game with the data for printing more formulas, computed once, because it examines all units."""

    made: Compiled
    given: Given
    modifiers: Modifiers
    units: frozenset[str]


def further_printing(made: Compiled) -> FurtherPrinting:
    """The data for printing more formulas of a game."""
    units = made.framed.units
    return FurtherPrinting(made, given_of(made), modifiers_of(units), frozenset(one.name for one in units))


def further(
    printing: FurtherPrinting,
    node: tree.Formula,
    names: Mapping[int, str] | None = None,
    this: str = "",
    was: Mapping[int, str] | None = None,
    known: Mapping[int, int] | None = None,
    members: bool = False,
) -> Further:
    """The function of a typed formula. `names`: the name under which a local's value is passed, by the local's id. It
    includes `this` and `was`. `known`: by the id of a local, its thing. `members`: the contents of a set or zone.

    Raises AsksError for a formula that contains a prompt.
    """
    made = printing.made
    low = Lowering(stage_of(made.plan, made.tables), LineOrigin("a formula", node.at))
    params: dict[str, Var] = {}
    for local in _locals(node):
        low.names.update(_meant(low, local, names or {}, known or {}, params))
    if this:
        low.this = make.local(params.setdefault(this, Var(this, THING.maybe)))
    wanted = {key: params.setdefault(name, Var(name, _was_rep(low, node, key))) for key, name in (was or {}).items()}
    low.was = {key: make.local(var) for key, var in wanted.items()}
    value = convert.frozen(low.expr(node))
    if members:
        value = Op(convert.as_seq(value).rep, "frozen", (convert.as_seq(value),))
    body = (*low.out, Return(value))
    if points(body):
        raise AsksError
    return _printed(printing, Unit(NAME, "function", tuple(params.values()), body, value.rep), tuple(params))


def _printed(printing: FurtherPrinting, unit: Unit, names: tuple[str, ...]) -> Further:
    constants = ConstantNames(printing.given, f"SET_OF_{next(_NUMBERS)}")  # none of the program is overwritten
    costs = Costs(printing.given, (unit,))
    printer = Statements(printing.given, constants, FAST, printing.modifiers, printing.units, costs)
    for var in unit.params:
        printer.names[var] = var.name
    text = joined_lines(unit_rows(printer, unit, {})).text
    tables = "".join(f"{name} = {made_}\n" for name, made_ in constants.made.items())
    return Further(tables + text, constants.values, names)


def _locals(node: tree.Formula) -> list[symbols.Local]:
    found = [n.ref for n in walk(node) if isinstance(n, tree.Name) and isinstance(n.ref, symbols.Local)]
    return list({id(local): local for local in found}.values())


def _meant(
    low: Lowering,
    local: symbols.Local,
    names: Mapping[int, str],
    known: Mapping[int, int],
    params: dict[str, Var],
) -> dict[int, Expr]:
    if id(local) in known:
        thing = known[id(local)]
        count = len(low.numbering.layout.things)
        rep = Rep("thing", thing, thing + 1) if thing < count else low.stage.rep(local.type)
        return {id(local): Const(rep, thing)}
    if id(local) not in names:
        return {}
    name = names[id(local)]
    rep = low.stage.rep(local.type)
    var = params.setdefault(name, Var(name, rep.maybe if rep.sort != "bool" else rep))
    return {id(local): make.local(var)}


def _was_rep(low: Lowering, node: tree.Formula, key: int) -> Rep:
    asked = next((n.args[0] for n in walk(node) if isinstance(n, tree.Call) and n.args and id(n.args[0]) == key), None)
    return low.stage.rep(asked.type).maybe if asked is not None else THING.maybe
