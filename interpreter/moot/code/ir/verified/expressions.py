"""Whether expressions are valid: the parameters and result of each node, and the locals it may read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from ... import ir
from ..node import AnyExpr
from ..prims import PRIMS, Primitive
from ..reps import ARGS, BOOL, INST, NUM, NUMBERS, THING, ZONE, Rep, Sort, fits, mask, seq
from ..spans import span_of
from ..text import node_text
from ..units import Unit
from ..walk import Node, parts
from .operations import verify_operation

Wrong = Callable[[Node, str], None]  # notes that a node is not well made, and in what
Known = frozenset[ir.Var]  # the locals that are set, whatever way was taken
MOVES: frozenset[Sort] = frozenset(("thing", "row"))
EFFECT_FREE = frozenset(
    ("condition", "modifier", "remember", "ban", "wanted", "function", "gather", "why", "seen", "law")
)  # kinds of units that only read
SHOWN = THING.maybe  # a parameter that holds what is shown: a thing, or several as one list (sentence 12)
_THINGS: frozenset[Sort] = frozenset(("thing", "row"))
_STEP_PLACES = 2  # the function of a search gets the two places of a step last
_KEPT_AS: dict[Sort, tuple[type, ...]] = {
    "num": (int,),
    "bool": (bool,),
    "name": (int,),
    "thing": (int,),
    "row": (int,),
    "zone": (int,),
    "mask": (int,),
    "seq": (tuple, range),
    "text": (str,),
    "code": (int,),
    "inst": (tuple,),
    "ctx": (tuple,),
    "args": (tuple,),
    "option": (tuple,),
    "reason": (tuple,),
    "nothing": (),
    "none": (),
}


class ExpressionVerifier:
    """Checks the expressions of a unit.

    `units`: those that may be named; without them names are not looked up.
    """

    def __init__(self, wrong: Wrong, units: Mapping[str, Unit] | None) -> None:
        self.wrong = wrong
        self.units = units

    def due(self, given: ir.Expr, rep: Rep | None, where: str, at: Node | None = None) -> None:
        """`rep`: the representation needed there; None if any will do."""
        if rep is not None and not fits(given.rep, rep):
            named = "this" if at is None or at is given else f"`{node_text(given)}`"
            self.wrong(at or given, f"{where}: expected {rep}, but {named} is {given.rep}")

    def fitting(
        self, node: Node, name: str, args: Sequence[ir.Expr], takes: Sequence[Rep | None], more: bool = False
    ) -> None:
        """Arguments against what is taken; with `more` the last may be repeated or left out."""
        least = len(takes) - 1 if more else len(takes)
        if len(args) < least or (len(args) > len(takes) and not more):
            self.wrong(node, f"`{name}` takes {len(takes)} arguments, not {len(args)}")
            return
        for number, arg in enumerate(args):
            self.due(arg, takes[min(number, len(takes) - 1)], f"argument {number + 1} of `{name}`", node)

    def primitive(
        self, node: Node, name: str, args: Sequence[ir.Expr], table: Mapping[str, Primitive]
    ) -> Primitive | None:
        """Arguments of a function of the runtime; None where it is not in the table."""
        found = table.get(name)
        if found is None:
            self.wrong(node, f"the runtime has no `{name}` here")
            return None
        self.fitting(node, name, args, found.takes, found.more)
        return found

    def called_unit(self, node: Node, name: str, args: Sequence[ir.Expr]) -> Unit | None:
        """A unit that is called by name with these arguments; None where it cannot be looked up."""
        if self.units is None:
            return None
        unit = self.units.get(name)
        if unit is None:
            self.wrong(node, f"unknown unit `{name}`")
            return None
        takes = [None if p.rep == SHOWN and _is_seq(args, n) else p.rep for n, p in enumerate(unit.params)]
        self.fitting(node, name, args, takes)
        return unit

    def pure(self, node: Node, name: str, args: Sequence[ir.Expr], gives: Rep) -> None:
        unit = self.called_unit(node, name, args)
        if unit is None:
            return
        if unit.pauses or unit.kind not in EFFECT_FREE:
            self.wrong(node, f"`{name}` is a {unit.kind}, which a formula cannot call")
        if not _same_kind(unit.result, gives):
            self.wrong(node, f"`{name}` gives {unit.result}, but {gives} is declared")

    # ---------------------------------------------------------------------------------------- each node

    def check(self, e: ir.Expr, known: Known) -> None:
        """The expression and all inside it."""
        if not isinstance(e, AnyExpr):
            self.wrong(e, "expected an expression, found a statement")
            return
        match e:
            case ir.Fold(_, _, var, over, where, of):
                self.check(over, known)
                for inner in (where, of):
                    if inner is not None:
                        self.check(inner, known | {var})
            case ir.Bind(_, var, value, body):
                self.check(value, known)
                self.check(body, known | {var})
            case _:
                for part in parts(e):
                    self.check(part, known)  # type: ignore[arg-type]
        self.node(e, known)

    def node(self, e: ir.Expr, known: Known) -> None:
        match e:
            case ir.Const(rep, value):
                self.constant(e, rep, value)
            case ir.Local(rep, var):
                if var not in known:
                    self.wrong(e, f"the local `{var.name}` is read where it may be unset")
                if not _same_kind(var.rep, rep):
                    self.wrong(e, f"the local `{var.name}` is {var.rep}, but read as {rep}")
            case ir.Cell(_, at, first, count):
                self.cell(e, at, first, count)
            case ir.Cells(rep, first, count):
                self.gives(e, Rep("seq"), rep)
                if first < 0 or count < 0:
                    self.wrong(e, f"{count} cells from {first} on")
            case ir.Where(rep, thing):
                self.sort(thing, _THINGS, "the zone of a thing")
                self.gives(e, ZONE.maybe, rep)
            case ir.Printed(_, (root, name), at):
                self.index(e, at, f"the printed value {root}.{name}")
            case ir.Field(_, row, _):
                self.sort(row, _THINGS, "the field of a row")
            case ir.Sparse(rep, _, args, first):
                self.stands_alone(e, args)
                self.due(first, rep.maybe, "the initial value of a state", e)
            case ir.RowZone(rep, _, row):
                self.sort(row, _THINGS, "the zone of a row")
                self.gives(e, ZONE.maybe, rep)
            case ir.Contents(rep, zone):
                self.due(zone, ZONE.maybe, "contents", e)
                self.gives(e, Rep("seq"), rep)
            case ir.Make(rep, items):
                self.made(e, rep, items)
            case ir.Listening(rep, slot):
                self.gives(e, BOOL, rep)
                if slot < 0:
                    self.wrong(e, f"no slot has the number {slot}")
            case ir.Listeners(rep):
                self.gives(e, seq(INST), rep)
            case ir.Arg(rep, of, number):
                self.due(of, ARGS, "an argument of a call", e)
                due = of.rep.items
                if number < 0 or (due and number >= len(due)):
                    self.wrong(e, f"no argument {number}")
                elif due and not _same_kind(due[number], rep):
                    self.wrong(e, f"argument {number} is {due[number]}, but read as {rep}")
            case ir.Captured(_, inst, number):
                self.due(inst, INST, "a value captured by a rule", e)
                if number < 0:
                    self.wrong(e, f"no value is captured at {number}")
            case ir.RuleSource(_, inst):
                self.due(inst, INST, "the source of a rule", e)
            case ir.Op(_, _, _):
                verify_operation(e, self.wrong)
            case ir.Bind(rep, _, value, body):
                self.due(value, e.var.rep, "a value that is read twice", e)
                self.due(body, rep, "the result of a value", e)
            case ir.Fold():
                self.fold(e)
            case ir.Pure(rep, unit, args) | ir.Tabled(rep, unit, args):
                self.pure(e, unit, args, rep)
            case ir.Prim(rep, name, args):
                primitive = self.primitive(e, name, args, PRIMS)
                if primitive is not None and primitive.gives is not None:
                    self.gives(e, primitive.gives, rep)
            case ir.UnitRef(_, unit):
                if self.units is not None and unit not in self.units:
                    self.wrong(e, f"unknown unit `{unit}`")
            case ir.OnBoard(_, _, _, args) | ir.Lookup(_, _, args, _):
                self.stands_alone(e, args)
            case ir.Lying(rep, zone, things):
                self.gives(e, mask(THING), rep)
                if zone < 0 or things < 0:
                    self.wrong(e, f"things {things} in zone {zone}")
            case ir.Summed(rep, (root, name), things_summed):
                self.due(things_summed, mask(THING), f"the sum of {root}.{name}", e)
                self.gives(e, NUM, rep)
            case ir.Modified(rep, unit, slot, of):
                self.modified(e, rep, unit, slot, of)
            case ir.Search(_, _, _, step, given, ends):
                self.stands_alone(e, (*given, *ends))
                self.search(e, step, given)
            case ir.Held(rep, _, _, key):
                self.stands_alone(e, key)
                self.gives(e, Rep("seq"), rep)
            case ir.Kept(rep, held, at, value):
                self.due(value, rep, "the kept value", e)
                if held not in known:
                    self.wrong(e, f"the local `{held.name}` is read where it may be unset")
                if at is not None and held.rep.sort != "seq":
                    self.wrong(e, f"it is kept in {held.rep}")
            case ir.Members(rep, _, key, recomputed):
                self.stands_alone(e, key)
                self.due(recomputed, rep, "the recomputed value", e)
            case ir.DataFormula(_, _, thing, args):
                self.sort(thing, _THINGS, "a printed formula")
                self.stands_alone(e, args)
            case ir.Show():
                pass
            case _:
                assert_never(e)

    def constant(self, e: ir.Const, rep: Rep, value: ir.Plain | range) -> None:
        if value is None:
            if not rep.optional and rep.sort not in ("none", "nothing"):
                self.wrong(e, f"none, but {rep} is declared")
        elif not isinstance(value, _KEPT_AS[rep.sort]) or (isinstance(value, bool) and rep.sort not in ("bool", "num")):
            self.wrong(e, f"{value!r} is not stored as {rep}")
        elif rep.sort in NUMBERS and isinstance(value, int) and not _between(value, rep):
            self.wrong(e, f"{value} is outside {rep}")

    def cell(self, e: ir.Cell, at: ir.Expr, first: int, count: int) -> None:
        self.index(e, at, "a state")
        if first < 0 or count < 0:
            self.wrong(e, f"a state of {count} cells from {first} on")
        if count < 1:  # of a kind without members: it is never read
            return
        low, end, is_index = span_of(at)
        if low is None or end is None or low >= end:
            return
        outside = low < first or end > first + count if is_index else end <= first or low >= first + count
        if outside:
            at_most = f"cell {low}" if end == low + 1 else f"cells {low}..{end - 1}"
            self.wrong(e, f"{at_most} outside the state's own, {first}..{first + count - 1}")

    def made(self, e: ir.Make, rep: Rep, items: tuple[ir.Expr, ...]) -> None:
        match rep.sort:
            case "seq":
                for item in items:
                    self.due(item, rep.item.maybe if rep.item is not None else None, "a member", e)
            case "args":
                if rep.items:
                    self.fitting(e, "arguments", items, rep.items)
            case "option" | "reason" | "inst" | "ctx":
                pass
            case _:
                self.wrong(e, f"{rep} has no parts")

    def fold(self, e: ir.Fold) -> None:
        self.sort(e.over, frozenset(("seq",)), "a loop")
        if e.over.rep.optional:
            self.wrong(e, "a loop over an optional value")
        item = e.over.rep.item
        if item is not None and not fits(item, e.var.rep):
            self.wrong(e, f"a loop over {e.over.rep} with `{e.var.name}` as {e.var.rep}")
        if e.where is not None:
            self.due(e.where, BOOL, "the test of a loop", e)
        match e.what:
            case "any" | "count" | "each":
                if e.of is not None and e.what != "each":
                    self.wrong(e, f"`{e.what}` does not read its members")
                elif e.of is not None and e.rep.sort == "mask" and (e.of.rep.optional or e.of.rep.sort not in NUMBERS):
                    self.wrong(e, f"a mask of {e.of.rep}")
                elif e.of is not None and e.rep.item is not None and not fits(e.of.rep, e.rep.item.maybe):
                    self.wrong(e, f"expected {e.rep} for the list, found {e.of.rep}")
                due = {"any": BOOL, "count": Rep("num"), "each": Rep("mask" if e.rep.sort == "mask" else "seq")}[e.what]
                self.gives(e, due, e.rep)
            case "every":
                self.gives(e, BOOL, e.rep)
                if e.of is None:
                    self.wrong(e, "`every` tests nothing")
                else:
                    self.due(e.of, BOOL, "the test of every member", e)
            case "sum" | "most" | "least":
                if e.of is None:
                    self.wrong(e, f"`{e.what}` does not read its members")
                elif e.of.rep.sort not in NUMBERS and e.of.rep.sort != "none":
                    self.wrong(e, f"`{e.what}` of {e.of.rep}")
            case _:
                assert_never(e.what)

    def search(self, e: ir.Search, step: str, given: tuple[ir.Expr, ...]) -> None:
        unit = None if self.units is None else self.units.get(step)
        if self.units is not None and unit is None:
            self.wrong(e, f"unknown unit `{step}`")
        elif unit is not None and len(unit.params) != len(given) + _STEP_PLACES:
            self.wrong(e, f"`{step}` takes {len(unit.params)} arguments, not {len(given)} and two places")
        elif unit is not None:
            self.fitting(e, step, given, [p.rep for p in unit.params[: len(given)]])

    def modified(self, e: ir.Modified, rep: Rep, unit: str, slot: int, of: ir.Expr) -> None:
        if slot < 0:
            self.wrong(e, f"no slot has the number {slot}")
        if of.rep.sort == "mask":
            self.due(of, mask(THING), f"the sum of `{unit}`", e)
            self.gives(e, NUM, rep)
        else:
            self.pure(e, unit, (of,), rep)

    # ---------------------------------------------------------------------------------------- parts

    def index(self, e: ir.Expr, at: ir.Expr, where: str) -> None:
        if at.rep.sort not in NUMBERS | {"row"} or at.rep.optional:
            self.wrong(e, f"{where} is read by {at.rep}")

    def sort(self, e: ir.Expr, sorts: frozenset[Sort], where: str) -> None:
        if e.rep.sort not in sorts | {"none"}:
            self.wrong(e, f"{where}: expected {' or '.join(sorted(sorts))}, found {e.rep}")

    def gives(self, e: ir.Expr, made: Rep, said: Rep) -> None:
        if not _same_kind(made, said):
            self.wrong(e, f"this gives {made}, but {said} is declared")

    def stands_alone(self, e: ir.Expr, args: Sequence[ir.Expr]) -> None:
        """Arguments are values of their own: no zone's list that lives on, no arguments of arguments."""
        for arg in args:
            if arg.rep.sort in ("nothing", "ctx"):
                self.wrong(e, f"{arg.rep} as an argument")


def _is_seq(args: Sequence[ir.Expr], number: int) -> bool:
    return number < len(args) and args[number].rep.sort == "seq"


def _same_kind(made: Rep, said: Rep) -> bool:
    """Whether a value made so may be said to be kept like that, which may be narrower."""
    return made.sort == "none" or said.sort == "none" or fits(made.sure, said.sure) or fits(said.sure, made.sure)


def _between(value: int, rep: Rep) -> bool:
    return (rep.low is None or rep.low <= value) and (rep.end is None or value < rep.end)
