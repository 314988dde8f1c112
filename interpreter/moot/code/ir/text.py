"""Units as text for people: in golden files, in messages of `verify`, and in `moot check --ir`.

One line a statement, two spaces a block. Two locals of one name are distinguished by a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from .. import ir
from .callees import Callee, CodeAt, InData, Named, Runtime
from .node import AnyExpr
from .reps import ZONE, Rep, seq
from .units import Unit
from .walk import Node, blocks
from .ways import Flood, Look, Ways

_BETWEEN = frozenset(
    ("and", "or", "+", "-", "*", "times", "==", "!=", "<", "<=", ">", ">=", "&", "|", "andnot", "div", "mod")
)


@dataclass(frozen=True, slots=True)
class Naming:
    """The names of numbers in the rules. `values`: things by ("thing", number), names and words by their tag."""

    cells: Mapping[int, str] = field(default_factory=dict)
    zones: Mapping[int, str] = field(default_factory=dict)
    values: Mapping[tuple[str, int], str] = field(default_factory=dict)


NUMBERS_ALONE = Naming()


def node_text(node: Node, naming: Naming = NUMBERS_ALONE) -> str:
    """An expression, or a statement without the blocks inside it, on one line."""
    printer = _Printer(naming)
    return printer.expr(node) if isinstance(node, AnyExpr) else printer.head(node)


def unit_text(
    unit: Unit, naming: Naming = NUMBERS_ALONE, kept: Mapping[int, Sequence[ir.Var]] | None = None, marks: bool = True
) -> str:
    """A unit. `kept`: the locals that each point keeps. `marks`: with its lines and entries of the journal."""
    printer = _Printer(naming, kept or {}, marks)
    params = ", ".join(printer.declared(p) for p in unit.params)
    result = f" : {unit.result}" if unit.result.sort != "nothing" else ""
    head = f"{unit.kind} {unit.name}({params}){result}{' pauses' if unit.pauses else ''}"
    return "\n".join([head, *printer.block(unit.body, 1)])


def units_text(units: Iterable[Unit], naming: Naming = NUMBERS_ALONE, marks: bool = True) -> str:
    """Units by name, so that a change of the rules shows in few places."""
    return "\n\n".join(unit_text(u, naming, marks=marks) for u in sorted(units, key=lambda u: u.name)) + "\n"


class _Printer:
    def __init__(self, naming: Naming, kept: Mapping[int, Sequence[ir.Var]] | None = None, marks: bool = True) -> None:
        self.naming = naming
        self.kept = kept or {}
        self.marks = marks
        self.names: dict[ir.Var, str] = {}
        self.taken: set[str] = set()

    def name(self, var: ir.Var) -> str:
        if var not in self.names:
            name, number = var.name, 1
            while name in self.taken:
                number += 1
                name = f"{var.name}_{number}"
            self.taken.add(name)
            self.names[var] = name
        return self.names[var]

    def declared(self, var: ir.Var) -> str:
        """With its representation where it is first named."""
        return self.name(var) if var in self.names else f"{self.name(var)} : {var.rep}"

    # ---------------------------------------------------------------------------------------- expressions

    def all(self, es: Iterable[ir.Expr]) -> str:
        return ", ".join(map(self.expr, es))

    def expr(self, e: ir.Expr) -> str:
        match e:
            case ir.Const(rep, value):
                return self.constant(rep, value)
            case ir.Local(_, var):
                return self.name(var)
            case ir.Cell(_, at, first, count):
                named = (
                    self.naming.cells.get(at.value) if isinstance(at, ir.Const) and isinstance(at.value, int) else None
                )
                return named or f"cell[{self.expr(at)} in {first}..{first + count - 1}]"
            case ir.Cells(_, first, count):
                return f"cells {first}..{first + count - 1}"
            case ir.Where(_, thing):
                return f"where({self.expr(thing)})"
            case ir.Printed(_, (root, name), at):
                return f"printed {root}.{name}[{self.expr(at)}]"
            case ir.Field(_, row, name):
                return f"{self.expr(row)}.{name}"
            case ir.Sparse(_, place, args, first):
                return f"sparse {place}({self.all(args)}) else {self.expr(first)}"
            case ir.RowZone(_, name, row):
                return f"zone {name} of {self.expr(row)}"
            case ir.Contents(_, zone):
                return f"contents({self.expr(zone)})"
            case ir.Make(rep, items):
                return f"[{self.all(items)}]" if rep.sort == "seq" else f"{rep.sort}({self.all(items)})"
            case ir.Listening(_, slot):
                return f"listening({slot})"
            case ir.Listeners(_, target, slot, newest):
                files = [f"rules of {target}"] if target >= 0 else []
                playing = [f"live[{slot}]"] if slot >= 0 else []
                return f"{'newest of ' if newest else ''}{' ++ '.join(files + playing) or 'no rules'}"
            case ir.Arg(_, args, number):
                return f"{self.expr(args)}.arg({number})"
            case ir.Captured(_, inst, number):
                return f"{self.expr(inst)}.captured({number})"
            case ir.RuleSource(_, inst):
                return f"{self.expr(inst)}.source"
            case ir.Op(_, op, args):
                return f"({f' {op} '.join(map(self.expr, args))})" if op in _BETWEEN else f"{op}({self.all(args)})"
            case ir.Bind(_, var, value, body):
                bound = self.expr(value)
                return f"(with {self.declared(var)} = {bound}: {self.expr(body)})"
            case ir.Fold(_, what, var, over, where, of):
                through = self.expr(over)
                head = f"{self.declared(var)} in {through}"
                tested = f" where {self.expr(where)}" if where is not None else ""
                read = f" of {self.expr(of)}" if of is not None else ""
                return f"{what}({head}{tested}{read})"
            case ir.Pure(_, name, args) | ir.Prim(_, name, args):
                return f"{name}({self.all(args)})"
            case ir.UnitRef(_, unit):
                return f"unit {unit}"
            case ir.OnBoard(_, board, what, args):
                return f"{board}.{what}({self.all(args)})"
            case ir.Search(_, what, board, step, given, ends):
                return f"{board}.{what}({self.all(ends)} by {step}({self.all(given)}))"
            case ir.Held(_, keeper, board, key):
                return f"held by {keeper} for ({self.all(key)})" if keeper else f"held by nobody of {board}"
            case ir.Kept(_, held, at, value):
                kept_at = "" if at is None else f"[{self.expr(at)}]"
                return f"(kept {self.name(held)}{kept_at} else {self.expr(value)})"
            case ir.Members(_, keeper, key, recomputed):
                return f"(held by {keeper} for ({self.all(key)}) else {self.expr(recomputed)})"
            case ir.Tabled(_, unit, args):
                return f"tabled {unit}({self.all(args)})"
            case ir.Lookup(_, table, args, is_sure):
                return f"table {table}[{self.all(args)}]{'' if is_sure else '?'}"
            case ir.Lying(rep, zone, things):
                those = tuple(n for n in range(things.bit_length()) if things >> n & 1)
                return f"lying({self.constant(ZONE, zone)} of {self.constant(seq(rep.item or Rep('thing')), those)})"
            case ir.Summed(_, (root, name), those):
                return f"sum of {root}.{name}({self.expr(those)})"
            case ir.Modified(_, unit, slot, of):
                return f"modified {unit} by {slot}({self.expr(of)})"
            case ir.DataFormula(_, (root, name), thing, args):
                return f"formula {root}.{name} of {self.expr(thing)}({self.all(args)})"
            case ir.Show(_, value):
                return f"show({self.expr(value)})"
            case _:
                assert_never(e)

    def constant(self, rep: Rep, value: object) -> str:
        if value is None:
            return "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, range):
            return f"{value.start}..{value.stop - 1}"
        if isinstance(value, tuple):
            item = rep.item or Rep("num")
            return f"[{', '.join(self.constant(item, one) for one in value)}]"
        if not isinstance(value, int):
            return repr(value)
        if rep.sort == "zone":
            return self.naming.zones.get(value, f"zone {value}")
        tag = "thing" if rep.sort == "thing" else rep.of if rep.sort == "name" else ""
        return self.naming.values.get((tag, value), str(value))

    # ---------------------------------------------------------------------------------------- statements

    def block(self, block: ir.Block, depth: int) -> list[str]:
        lines: list[str] = []
        for one in block:
            if not self.marks and isinstance(one, ir.Line | ir.Entered | ir.Note):
                continue
            lines.append("  " * depth + self.head(one))
            inside = blocks(one)
            lines += self.block(inside[0], depth + 1) if inside else []
            for other in inside[1:]:
                if other:
                    lines.append("  " * depth + _SECOND.get(type(one), "else"))
                    lines += self.block(other, depth + 1)
        return lines

    def head(self, s: ir.Stmt) -> str:
        match s:
            case ir.Line(rule, covers):
                return f"line {rule}{'' if covers else ' (not counted)'}"
            case ir.Entered(rule, args, _):
                return f"journal {rule}({self.all(args)})"
            case ir.Note(number, given):
                return f"note {number}({self.all(given)})"
            case ir.Let(var, value):
                read = self.expr(value)
                return f"let {self.declared(var)} = {read}"
            case ir.Store(cell, value, _, silent):
                return f"store {self.expr(cell)} = {self.expr(value)}{' (silent)' if silent else ''}"
            case ir.Fill(first, count, value, each):
                return f"fill cells {first}..{first + count - 1} = {'each of ' if each else ''}{self.expr(value)}"
            case ir.StoreField(row, name, value, _, silent):
                return f"store {self.expr(row)}.{name} = {self.expr(value)}{' (silent)' if silent else ''}"
            case ir.StoreSparse(place, args, value, first):
                return f"store sparse {place}({self.all(args)}) = {self.expr(value)} unless {self.expr(first)}"
            case ir.Move(thing, goal, how, _, zones, top):
                from_ = f" from {', '.join(self.naming.zones.get(z, str(z)) for z in sorted(zones))}" if zones else ""
                at = {"top": "to", "bottom": "to the bottom of", "before": "before"}[how]
                return f"move {self.expr(thing)} {at} {self.expr(goal)}{from_}{' (from the top)' if top else ''}"
            case ir.MoveAll(zone, goal):
                return f"move all of {self.expr(zone)} to {self.expr(goal)}"
            case ir.Do(name, args, _, into):
                return f"do {name}({self.all(args)}){self.into(into)}"
            case ir.NewRow(into, kind, row):
                return f"new {kind}({', '.join(f'{n} = {self.expr(v)}' for n, v in row)}){self.into(into)}"
            case ir.Mark(rule, inst):
                return f"mark {rule}, {self.expr(inst)}"
            case ir.Unmark():
                return "unmark"
            case ir.Listen(rules, source, captured, scope, once):
                pairs = ", ".join(f"rule {number} in slot {slot}" for slot, number in rules)
                kept = f"source {self.expr(source)}, captured {self.expr(captured)}, scope {self.expr(scope)}"
                return f"listen {pairs}: {kept}{' (once)' if once else ''}"
            case ir.Enter(phase, scope, args, saved, counted, quiet):
                saving = f" saving ({self.all(saved)})" if saved else ""
                return f"enter {phase} ({scope}), {self.expr(args)}{saving}{_marks_text(counted=counted, quiet=quiet)}"
            case ir.Leave(phase, scope, saved, quiet):
                back = f" into ({', '.join(map(self.declared, saved))})" if saved else ""
                return f"leave {phase} ({scope}){back}{_marks_text(quiet=quiet)}"
            case ir.Modify(var, slot, args, layer, rules):
                which = ("replaced", "changed", "at last")[layer]
                by = ", ".join(map(str, rules))
                return f"modify {self.name(var)} ({which}) in slot {slot} by ({self.all(args)}): rules [{by}]"
            case ir.Ask():
                return self.ask(s)
            case ir.Call(point, callee, args, into, tail):
                at = f" .{point}" if point else ""
                called = f"{self.callee(callee)}({self.all(args)}){self.into(into)}"
                return f"{'tail ' if tail else ''}call{at} {called}{self.keeping(point)}"
            case ir.If(test, _, _, quick):
                return f"if {self.expr(test)}{' (quick)' if quick else ''}"
            case ir.Loop(_, fuel):
                return f"loop{f' (fuel, line {fuel})' if fuel >= 0 else ''}"
            case ir.Each(var, over):
                through = self.expr(over)
                return f"each {self.declared(var)} in {through}"
            case ir.Scope():
                return "scope"
            case ir.Attempt():
                return "attempt"
            case ir.Add(var, item):
                return f"add {self.expr(item)} to {self.expr(ir.Local(var.rep, var))}"
            case ir.AddAll(var, items):
                return f"add all of {self.expr(items)} to {self.expr(ir.Local(var.rep, var))}"
            case ir.Break():
                return "break"
            case ir.Return(value):
                return "return" if value is None else f"return {self.expr(value)}"
            case ir.Win(who, scores, reason):
                won = "who has most" if who is None else self.expr(who)
                by = "" if scores is None else f" by {self.expr(scores)}"
                return f"win {won}{by}, {self.expr(reason)}"
            case ir.Fault(kind, rule, reason):
                return f"fault {kind}, line {rule}{'' if reason is None else f', {self.expr(reason)}'}"
            case ir.Fuel(rule):
                return f"fuel, line {rule}"
            case Look(keepers):
                return f"look for {', '.join(keepers)}"
            case Ways():
                return self.ways(s)
            case Flood(general, here, there, test):
                step = f"{self.declared(here)} to {self.declared(there)} where {self.expr(test)}"
                return f"flood as {self.expr(general)}: {step}"
            case _:
                assert_never(s)

    def ways(self, s: Ways) -> str:
        step = f"{self.declared(s.here)} to ({', '.join(map(self.declared, (s.there, *s.columns)))})"
        least = "" if s.least is None else f" at least {s.least}"
        cost = f"{self.declared(s.step)}{'' if s.cost is None else f' = {self.expr(s.cost)}'}{least}"
        unknown = ", ".join(map(self.declared, (*s.of_search, *s.of_place)))
        not_known = f", not known [{unknown}]" if unknown else ""
        left = f", none leaves if {self.all(s.leaving)}" if s.leaving else ""
        rows = f"{self.expr(s.rows)} else {self.expr(s.row)}"
        return f"ways as {self.expr(s.general)}: {step} in {rows}, cost {cost}{not_known}{left}"

    def ask(self, s: ir.Ask) -> str:
        of = f"{s.dice[0]}d{s.dice[1]}" if s.how == "roll" else self.expr(s.options)
        words = f", words {self.expr(s.words)}" if s.words is not None else ""
        held = f", held by {self.expr(s.held)}" if s.held is not None else ""
        hidden = f", hiding {', '.join(s.hidden)}" if s.hidden else ""
        weights = f", weights {self.expr(s.weights)}" if s.weights is not None else ""
        asked = f"ask .{s.point} {s.how} by {self.expr(s.player)} of {of}{words}{held}{hidden}{weights}"
        return f"{asked}{self.into(s.into)} (site {s.site}){self.keeping(s.point)}"

    def into(self, var: ir.Var | None) -> str:
        return "" if var is None else f" into {self.declared(var)}"

    def keeping(self, point: int) -> str:
        return f" # keeps [{', '.join(map(self.name, self.kept[point]))}]" if point in self.kept else ""

    def callee(self, callee: Callee) -> str:
        match callee:
            case Named(name) | Runtime(name):
                return name
            case InData((root, name)):
                return f"code {root}.{name}"
            case CodeAt():
                return "code"
            case _:
                assert_never(callee)


_SECOND: Mapping[type, str] = {ir.Attempt: "failed", Ways: "step"}  # the text before the second block inside


def _marks_text(**marks: bool) -> str:
    on = [name for name, is_on in marks.items() if is_on]
    return f" ({', '.join(on)})" if on else ""
