"""Expressions as Python text, in brackets only where Python would read them otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from ... import ir
from ...ir.first_read import first_read
from ..constants import ConstantNames
from ..costs import Costs
from ..given import FormMarks, Given
from ..lines import Lines
from . import boards, folds, modified, operations, primitives, ways
from .tightness import BIT_AND, COMPARE, COND, LOOSE, OR, SIGN, SUM, UNIT, TightText, Use

LISTED = 16  # a range of so many numbers is written out


class Expressions(Lines):
    """Writes the expressions of one unit. `units`: the names of all. `names`: of its locals, none of which has
    another meaning in a module.
    """

    def __init__(
        self, given: Given, constants: ConstantNames, form: FormMarks, units: frozenset[str], costs: Costs
    ) -> None:
        super().__init__()
        self.costs = costs
        self.given = given
        self.constants = constants
        self.form = form
        self.units = units
        self.names: dict[ir.Var, str] = {}
        self.binding: dict[ir.Var, str] = {}  # values that are put into locals where they are first read
        self.in_source = False  # Python binds no names in what a comprehension goes through
        self.closed = 0  # unnamed functions whose body this is
        self.fresh = 0

    def name(self, var: ir.Var) -> str:
        if var not in self.names:
            name = f"{var.name}_{len(self.names) + 1}"
            self.names[var] = f"{name}_" if name in self.units else name
        return self.names[var]

    def new(self, hint: str) -> str:
        """A name for a value that no local of the unit holds."""
        self.fresh += 1
        return f"{hint}{self.fresh}"

    # ---------------------------------------------------------------------------------------- texts

    def x(self, e: ir.Expr, tight: int = LOOSE, use: Use = "value") -> str:
        """The text of it, which binds at least so tightly."""
        text, binds = self.made(e, use)
        return text if binds >= tight else f"({text})"

    def items(self, e: ir.Expr, tight: int = LOOSE) -> str:
        """A value to iterate over, measure and index, not to store."""
        return self.x(e, tight, "items")

    def args(self, given: Iterable[ir.Expr]) -> str:
        return ", ".join(map(self.x, given))

    def group(self, given: Iterable[ir.Expr]) -> str:
        shown = [self.x(one) for one in given]
        return f"({shown[0]},)" if len(shown) == 1 else f"({', '.join(shown)})"

    def made(self, e: ir.Expr, use: Use) -> TightText:
        match e:
            case ir.Const(_, value):
                return constant_text(value, use)
            case ir.Local(_, var):
                value_text = self.binding.pop(var, None)
                return (self.name(var) if value_text is None else f"({self.name(var)} := {value_text})"), UNIT
            case ir.Cell(_, at):
                return f"{self.cells()}[{self.place(at)}]", UNIT
            case ir.Cells(_, first, count):
                if count == 1:
                    return f"({self.cells()}[{first}],)", UNIT
                return f"tuple({self.cells()}[{first}:{first + count}])", UNIT
            case ir.Where(_, thing):
                has_cell = thing.rep.sort == "thing" and thing.rep.end is not None
                shown = self.x(thing)
                return (f"{self.cells()}[{shown}]" if has_cell else f"where(S, {shown})"), UNIT
            case ir.Printed(_, table, at):
                return self.printed(table, at), UNIT
            case ir.Field(_, row, name):
                return f"fld(S, {self.x(row)}, {name!r})", UNIT
            case ir.Sparse(_, place, args, first):
                return f"S.sparse.get({self.key(place, args)}, {self.x(first)})", UNIT
            case ir.RowZone(_, name, row):
                return f"row_zone(S, {name!r}, {self.x(row)})", UNIT
            case ir.Contents(_, zone):
                return self.contents(zone)
            case ir.Make(rep, items):
                ready = self.constants.call(e) if rep.sort == "option" else None
                return (self.group(items) if ready is None else f"{ready[0]}[{self.x(ready[1])}]"), UNIT
            case ir.Listening(_, slot):
                return (f"S.live[{slot}]", UNIT) if use == "test" else (f"S.live[{slot}] != ()", COMPARE)
            case ir.Listeners(_, target, slot, newest):
                files = [f"STATIC[{target}]"] if target >= 0 else []
                playing = [f"S.live[{slot}]"] if slot >= 0 else []
                text = " + ".join(files + playing) or "()"
                if newest:
                    return (f"({text})" if len(files + playing) > 1 else text) + "[::-1]", UNIT
                return text, SUM if len(files + playing) > 1 else UNIT
            case ir.Arg(_, of, number):
                return f"{self.x(of, UNIT)}[{number}]", UNIT
            case ir.Captured(_, inst, number):
                return f"{self.x(inst, UNIT)}[2][{number}]", UNIT
            case ir.RuleSource(_, inst):
                return f"{self.x(inst, UNIT)}[1]", UNIT
            case ir.Op():
                return operations.operation(self, e, use)
            case ir.Bind():
                return self.bind(e, use)
            case ir.Fold():
                return folds.fold(self, e, use)
            case ir.Pure(_, unit, args):
                return f"{unit}({', '.join(['S', *map(self.x, args)])})", UNIT
            case ir.Prim(_, name, args):
                return primitives.primitive(self, name, args, use)
            case ir.UnitRef(_, unit):
                return unit, UNIT
            case ir.OnBoard():
                return boards.board_reading(self, e), UNIT
            case ir.Search():
                return boards.search(self, e), UNIT
            case ir.Held():
                return ways.held(self, e)
            case ir.Kept():
                return ways.kept(self, e, use)
            case ir.Members():
                return ways.members(self, e, use)
            case ir.Tabled(_, unit, args):
                if self.form.covering:
                    return f"{unit}({', '.join(['S', *map(self.x, args)])})", UNIT
                return f"{self.constants.tabled(unit, len(args))}[{self.args(args) or '()'}]", UNIT
            case ir.Lookup(_, table_name, args, is_sure):
                return self.lookup(table_name, args, is_sure), UNIT
            case ir.Lying(_, zone_number, things):
                first = self.given.tallied[zone_number]
                return (f"S.tally >> {first} & {things}" if first else f"S.tally & {things}"), BIT_AND
            case ir.Summed(_, table, those):
                return f"{self.constants.sums(table)}[{self.x(those)}]", UNIT
            case ir.Modified():
                return modified.modified(self, e)
            case ir.DataFormula(_, table, thing, args):
                given = [self.constants.formulas(table), *map(self.x, (thing, *args))]
                return f"formula({', '.join(['S', *given])})", UNIT
            case ir.Show(_, shown_value):
                if shown_value.rep.sort == "text":
                    return self.made(shown_value, "value")
                return f"show({shown_value.rep.tag!r}, {self.x(shown_value)})", UNIT
            case _:
                assert_never(e)

    def place(self, at: ir.Expr) -> str:
        """The number of a cell or zone. If one is printed on a thing and more are added, the sum is made when
        compiling.
        """
        match at:
            case ir.Op(_, ("+" | "-") as sign, (ir.Printed(_, table, thing), ir.Const(_, int(more)))) if more:
                shifted = self.constants.shifted(table, more if sign == "+" else -more)
                if shifted is not None and not isinstance(thing, ir.Const):
                    return f"{shifted}[{self.x(thing)}]"
        return self.x(at)

    def printed(self, table: tuple[str, str], at: ir.Expr) -> str:
        if isinstance(at, ir.Const) and isinstance(at.value, int):
            value = self.given.printed[table][at.value]
            if isinstance(value, int):
                return str(value)
        return f"{self.constants.printed(table)}[{self.x(at)}]"

    def contents(self, zone: ir.Expr) -> TightText:
        match zone:
            case ir.Op(_, "cond", (ir.Op(_, "is_none", (ir.Local(_, var),)) as test, ir.Const(_, None), number)) if (
                var not in self.binding
            ):
                return f"() if {self.x(test, OR)} else {self.zones()}[{self.place(number)}]", COND
            case ir.Const(_, int(number)):
                return f"{self.zones()}[{number}]", UNIT
            case ir.Op(rep, "as_zone", (number,)) if not rep.optional:
                return f"{self.zones()}[{self.place(number)}]", UNIT
        if zone.rep.low is not None and not zone.rep.optional:
            return f"{self.zones()}[{self.place(zone)}]", UNIT
        return f"zone(S, {self.x(zone)})", UNIT

    def key(self, place: int, args: tuple[ir.Expr, ...]) -> str:
        """For a state of rows."""
        return f"({', '.join([str(place), *map(self.x, args)])}{'' if args else ','})"

    def lookup(self, table: str, args: tuple[ir.Expr, ...], is_sure: bool) -> str:
        if not is_sure:
            return f"T_{table}({self.args(args)})"
        return f"{self.constants.cells(table)}[{self.args(args)}{',' if len(args) == 1 else ''}]"

    def bind(self, e: ir.Bind, use: Use) -> TightText:
        """In a local, where the value is in any case read before anything else of the body that asks for it."""
        value = self.x(e.value)
        if first_read(e.body, e.var) and not self.in_source:
            self.binding[e.var] = value
            return self.made(e.body, use)
        self.closed += 1
        body = self.x(e.body)
        self.closed -= 1
        return f"(lambda {self.name(e.var)}: {body})({value})", UNIT

    @property
    def nameless(self) -> bool:
        """Whether Python gives no names to values here, or only such as are lost at once."""
        return self.in_source or self.closed > 0


def constant_text(value: ir.Plain | range, use: Use) -> TightText:
    if isinstance(value, range):
        if len(value) <= LISTED:
            return repr(tuple(value)), UNIT
        text = f"range({value.start}, {value.stop})"
        return (text if use == "items" else f"tuple({text})"), UNIT
    return repr(value), (SIGN if isinstance(value, int) and value < 0 else UNIT)
