"""Effects of one node by itself: which parts of a position it reads or writes, without what is inside it or called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from .. import ir
from .callees import Callee, CodeAt, InData, Named, Runtime, modifier_name
from .prims import ANYTHING, CALLS, PRIMS, STEPS, Part
from .reps import Rep
from .spans import EVERYWHERE, MANY, NOWHERE, Spans, joined_spans, meet, span_of
from .ways import Flood, Look, Ways


@dataclass(frozen=True, slots=True)
class Touched:
    """Parts of a position. `zones`: the order of things there. Cells include the zones of things."""

    cells: Spans = NOWHERE
    zones: Spans = NOWHERE
    parts: frozenset[Part] = frozenset()

    def __or__(self, other: Touched) -> Touched:
        if not other or self == other:
            return self
        if not self:
            return other
        return Touched(
            joined_spans((*self.cells, *other.cells)),
            joined_spans((*self.zones, *other.zones)),
            self.parts | other.parts,
        )

    def within(self, cells: int) -> Touched:
        """The same with no cells but so many."""
        if not self.cells or self.cells[-1][1] <= cells:
            return self
        return Touched(joined_spans((low, min(end, cells)) for low, end in self.cells), self.zones, self.parts)

    def __bool__(self) -> bool:
        return bool(self.cells or self.zones or self.parts)

    def meets(self, other: Touched) -> bool:
        """Whether they have anything in common."""
        return meet(self.cells, other.cells) or meet(self.zones, other.zones) or not self.parts.isdisjoint(other.parts)

    @property
    def is_cells_alone(self) -> bool:
        return not self.zones and not self.parts


NOTHING_TOUCHED = Touched()


def _touched(what: Iterable[Part]) -> Touched:
    there = frozenset(what)
    return Touched(
        EVERYWHERE if "cells" in there else NOWHERE,
        EVERYWHERE if "zones" in there else NOWHERE,
        there - {"cells", "lies", "zones"},
    )


def _of_runtime(what: frozenset[Part], around: Surroundings) -> Touched:
    """The parts that a function of the runtime reads or writes."""
    return _touched(what) | (Touched(((0, around.things),)) if "lies" in what else NOTHING_TOUCHED)


EVERYTHING = _touched(ANYTHING)
_JOURNAL = _touched(("journal",))


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Facts that nodes do not contain themselves.

    `cells`, `things`: their numbers; the first cells hold the zones of things. `in_play`: numbers of zones. Rules may
    become active or inactive when a thing enters or leaves them, and `reset` is the unit that then resets its states.
    `in_data`: the units of formulas and code printed as this; any unit if it is absent.
    """

    things: int
    in_play: frozenset[int] = frozenset()
    listening: bool = True
    reset: str = ""
    in_data: Mapping[ir.PrintedTable, tuple[str, ...]] = field(default_factory=dict)
    cells: int = MANY


def contents(e: ir.Contents, around: Surroundings, ordered: bool) -> Touched:
    """The dependencies of a zone's list; not `ordered`: only its contents, not their order."""
    if isinstance(e.zone, ir.Const) and e.zone.value is None:
        return NOTHING_TOUCHED
    there = places(e.rep.item or Rep("thing"), around)
    return there | Touched(zones=_zones(e.zone)) if ordered else there


def places(thing: Rep, around: Surroundings) -> Touched:
    """Where the zone of such a thing is recorded: in its cell, or among the rows."""
    if thing.sort == "row":
        return _touched(("rows",))
    if thing.low is not None and thing.end is not None:
        return Touched(joined_spans(((thing.low, thing.end),)))
    return Touched(joined_spans(((0, around.things),))) | (NOTHING_TOUCHED if thing.of else _touched(("rows",)))


def _place(thing: ir.Expr, around: Surroundings) -> Touched:
    if isinstance(thing, ir.Const) and isinstance(thing.value, int):
        return Touched(((thing.value, thing.value + 1),))
    return places(thing.rep, around)


def reads_alone(e: ir.Expr, around: Surroundings) -> Touched:
    match e:
        case ir.Cell(_, at, first, count):
            low, end, _ = span_of(at)
            if low is None or end is None or not first <= low < end <= first + count:
                return Touched(((first, first + count),))
            return Touched(((low, end),))
        case ir.Cells(_, first, count):
            return Touched(joined_spans(((first, first + count),)))
        case ir.Where(_, thing):
            return _place(thing, around)
        case ir.Contents():
            return contents(e, around, True)
        case ir.Field() | ir.Sparse() | ir.RowZone():
            return _touched(("rows",))
        case ir.Lying(rep):
            return places(rep.item or Rep("thing"), around)
        case ir.Listening() | ir.Listeners() | ir.Modified():
            return _touched(("live",))
        case ir.Prim(_, name, _):
            return _of_runtime(PRIMS[name].touches, around) if name in PRIMS else EVERYTHING
        case ir.DataFormula(_, table):
            return NOTHING_TOUCHED if table in around.in_data else EVERYTHING
        case ir.Op(op="alive"):
            return _touched(("rows",))
        case ir.Const() | ir.Local() | ir.Printed() | ir.Make() | ir.Arg() | ir.Captured() | ir.RuleSource() | ir.Op():
            return NOTHING_TOUCHED
        case ir.Bind() | ir.Fold():
            return NOTHING_TOUCHED
        case ir.Pure() | ir.UnitRef() | ir.OnBoard() | ir.Search() | ir.Held() | ir.Kept() | ir.Lookup():
            return NOTHING_TOUCHED
        case ir.Summed() | ir.Members() | ir.Tabled() | ir.Show():
            return NOTHING_TOUCHED
        case _:
            assert_never(e)


def read_by(s: ir.Stmt, around: Surroundings) -> Touched:
    """The reads of a statement outside its expressions."""
    match s:
        case ir.Modify():
            return _touched(("live",))
        case ir.Call(callee=callee):
            return _of_callee(callee, around)
        case ir.Move(thing=thing):
            return _place(thing, around)
        case ir.MoveAll(zone=zone):
            return places(zone.rep.item or Rep("thing"), around)
        case ir.Add() | ir.AddAll() | ir.NewRow():
            return NOTHING_TOUCHED
        case ir.Line() | ir.Entered() | ir.Note() | ir.Let() | ir.Store() | ir.Fill() | ir.StoreField():
            return NOTHING_TOUCHED
        case ir.StoreSparse() | ir.Do():
            return NOTHING_TOUCHED
        case ir.Mark() | ir.Unmark() | ir.Listen() | ir.Enter() | ir.Leave() | ir.Ask() | ir.If() | ir.Loop():
            return NOTHING_TOUCHED
        case ir.Each() | ir.Scope() | ir.Attempt():
            return NOTHING_TOUCHED
        case ir.Break() | ir.Return() | ir.Win() | ir.Fault() | ir.Fuel() | Look() | Ways() | Flood():
            return NOTHING_TOUCHED
        case _:
            assert_never(s)


def writes_alone(s: ir.Stmt, around: Surroundings) -> Touched:
    match s:
        case ir.Store(cell):
            return reads_alone(cell, around) | _JOURNAL
        case ir.Fill(first, count):
            return Touched(((first, first + count),))
        case ir.StoreField() | ir.StoreSparse() | ir.NewRow():
            return _touched(("rows", "journal"))
        case ir.Move() | ir.MoveAll():
            return _move(s, around)
        case ir.Do(name):
            return _of_runtime(STEPS[name].touches, around) | _JOURNAL if name in STEPS else EVERYTHING
        case ir.Mark() | ir.Unmark() | ir.Listen():
            return _touched(("live", "journal"))
        case ir.Enter() | ir.Leave():
            return _touched(("scopes", "journal"))
        case ir.Ask():
            return _touched(("rng", "journal"))
        case ir.Call(callee=callee):
            return _of_callee(callee, around)
        case ir.Entered():
            return _JOURNAL
        case ir.Fuel():
            return _touched(("fuel",))
        case ir.Win():
            return EVERYTHING
        case ir.Line() | ir.Note() | ir.Let() | ir.Modify() | ir.If() | ir.Loop() | ir.Each() | ir.Scope():
            return NOTHING_TOUCHED
        case ir.Attempt() | ir.Break() | ir.Return():
            return NOTHING_TOUCHED
        case ir.Fault() | ir.Add() | ir.AddAll() | Look() | Ways() | Flood():
            return NOTHING_TOUCHED
        case _:
            assert_never(s)


def _of_callee(callee: Callee, around: Surroundings) -> Touched:
    """The possible reads and writes of a call, except for known units."""
    match callee:
        case Named():
            return NOTHING_TOUCHED
        case InData(table):
            return NOTHING_TOUCHED if table in around.in_data else EVERYTHING
        case CodeAt():
            return EVERYTHING
        case Runtime(name):
            return _of_runtime(CALLS[name].touches, around) if name in CALLS else EVERYTHING
        case _:
            assert_never(callee)


def calls_of_expression(e: ir.Expr, around: Surroundings) -> Iterable[str]:
    """The units that reading a node may call."""
    match e:
        case ir.Pure(_, name, _) | ir.UnitRef(_, name) | ir.Modified(_, name) | ir.Search(_, _, _, name):
            return (name,)
        case ir.DataFormula(_, table):
            return around.in_data.get(table, ())
        case _:
            return ()


def calls_of_statement(s: ir.Stmt, around: Surroundings) -> Iterable[str]:
    """The units that a statement itself may call."""
    match s:
        case ir.Call(callee=Named(name)):
            return (name,)
        case ir.Call(callee=InData(table)):
            return around.in_data.get(table, ())
        case ir.Modify(rules=rules):
            return list(map(modifier_name, rules))
        case ir.Move() | ir.MoveAll():
            return (around.reset,) if around.reset and _in_play(*_ends(s), around) else ()
        case _:
            return ()


def _move(s: ir.Move | ir.MoveAll, around: Surroundings) -> Touched:
    there = _place(s.thing, around) if isinstance(s, ir.Move) else places(s.zone.rep.item or Rep("thing"), around)
    goal, source = _ends(s)
    live: Iterable[Part] = ("live",) if around.listening and _in_play(goal, source, around) else ()
    return there | Touched(zones=joined_spans((*goal, *source))) | _touched(("known", "journal", *live))


def _ends(s: ir.Move | ir.MoveAll) -> tuple[Spans, Spans]:
    """The possible destinations of a move, and its sources."""
    if isinstance(s, ir.MoveAll):
        return _zones(s.goal), _zones(s.zone)
    goal = EVERYWHERE if s.how == "before" else _zones(s.goal)
    return goal, EVERYWHERE if s.zones is None else joined_spans((zone, zone + 1) for zone in s.zones)


def _in_play(goal: Spans, source: Spans, around: Surroundings) -> bool:
    """Whether one of them may be a zone in which things are in play."""
    both = (*goal, *source)
    return EVERYWHERE[0] in both or any(low <= zone < end for low, end in both for zone in around.in_play)


def _zones(zone: ir.Expr) -> Spans:
    """Which zones a formula may mean."""
    low, end, _ = span_of(zone)
    return EVERYWHERE if low is None or end is None else joined_spans(((low, end),))
