"""Dependencies of an expression: the cells it reads, their owners, their distance from a place; and its readings of
movers.

They include all functions called. A thing passed to a search counts by the readings of it: if a unit is read only for
its arm, all units of that arm are equivalent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from ... import ir
from ...ir.effects import Effects
from ...ir.keepers import Reading, Whose
from ...ir.node import AnyExpr
from ...ir.reps import Rep
from ...ir.walk import parts
from ..boards import BoardOf, Boards, belongs_to, beside, holder_of

DEEPEST = 12  # functions within functions


@dataclass(frozen=True, slots=True)
class Depends:
    """keys: readings of movers, printed fields, states, and names as such. bare: movers of which anything may be
    read. readings: cells, with the distance of their things. near: whether all readings of things on the board are
    near the place. steady: whether it depends only on printed values and states, and not on the positions of
    things.
    """

    keys: frozenset[ir.Expr] = frozenset()
    bare: frozenset[ir.Var] = frozenset()
    readings: frozenset[tuple[Reading, int]] = frozenset()
    near: bool = True
    steady: bool = True

    def __or__(self, other: Depends) -> Depends:
        if other is NOTHING or self == other:
            return self
        return Depends(
            self.keys | other.keys,
            self.bare | other.bare,
            self.readings | other.readings,
            self.near and other.near,
            self.steady and other.steady,
        )

    @property
    def far(self) -> int:
        return max((off for _, off in self.readings), default=0)


NOTHING = Depends()
UNSTEADY = Depends(near=False, steady=False)


@dataclass(frozen=True, slots=True)
class Meant:
    """The value of a local. off: its distance from the place, or that of all its members; None if unknown. mover:
    the thing passed to the search that it is. items: for arguments as one value, each of them.
    """

    depends: Depends = NOTHING
    off: int | None = None
    mover: ir.Var | None = None
    items: tuple[Meant, ...] = ()


Locals = Mapping[ir.Var, Meant]


@dataclass(slots=True)
class DependencyReader:
    """Reads the units of one game for one board."""

    effects: Effects
    boards: Boards
    board: BoardOf
    known: dict[tuple[str, tuple[Meant, ...]], Depends] = field(default_factory=dict)
    open: list[str] = field(default_factory=list)

    # -------------------------------------------------------------------------------------------- what is read

    def all(self, es: Iterable[ir.Expr], of: Locals) -> Depends:
        found = NOTHING
        for e in es:
            found |= self.read(e, of)
        return found

    def inside(self, e: ir.Expr, of: Locals) -> Depends:
        return self.all((part for part in parts(e) if isinstance(part, AnyExpr)), of)

    def read(self, e: ir.Expr, of: Locals) -> Depends:
        match e:
            case ir.Const() | ir.RuleSource() | ir.UnitRef():
                return NOTHING
            case ir.Local(_, var):
                return of[var].depends if var in of else UNSTEADY
            case ir.Printed(rep, table, at):
                mover = self.mover(at, of)
                if mover is not None:
                    return Depends(keys=frozenset((ir.Printed(rep, table, ir.Local(mover.rep, mover)),)))
                return self.read(at, of)
            case ir.Cell():
                return self.cell(e, of)
            case ir.Cells(_, first, count):
                return Depends(readings=frozenset(((Reading(first, first + count, "all", 0), 0),)))
            case ir.Where(_, thing):
                return self.lies(thing.rep, self.off(thing, of)) | self.read(thing, of)
            case ir.Contents(rep, zone):
                return self.lies(rep.item or Rep("thing"), self.off_zone(zone, of)) | self.read(zone, of)
            case ir.Arg(_, ir.Local(_, var), number) if var in of and number < len(of[var].items):
                return of[var].items[number].depends
            case ir.Bind(_, var, value, body):
                return self.read(value, of) | self.read(body, {**of, var: self.meant(value, of)})
            case ir.Fold(_, _, var, over, where, to):
                inner = {**of, var: self.member(over, of)}
                return self.read(over, of) | self.all((one for one in (where, to) if one is not None), inner)
            case ir.Pure(_, unit, args):
                return self.depends(unit, tuple(self.meant(arg, of) for arg in args))
            case ir.Search():
                return self.inside(e, of) | self.anywhere(e)
            case ir.Op(_, "alive"):
                return UNSTEADY | self.inside(e, of)
            case ir.Tabled() | ir.Make() | ir.Op() | ir.OnBoard() | ir.Lookup() | ir.Summed() | ir.Show() | ir.Arg():
                return self.inside(e, of)
            case ir.Field() | ir.Sparse() | ir.RowZone() | ir.Listening() | ir.Listeners() | ir.Captured():
                return UNSTEADY | self.anywhere(e) | self.inside(e, of)
            case ir.Prim() | ir.DataFormula():
                return UNSTEADY | self.anywhere(e) | self.inside(e, of)
            case ir.Held() | ir.Kept() | ir.Members() | ir.Lying() | ir.Modified():
                return UNSTEADY | self.inside(e, of)
            case _:
                assert_never(e)

    def cell(self, e: ir.Cell, of: Locals) -> Depends:
        """A state: of a mover a key, otherwise an observed cell."""
        owner, less = _owner(e)
        if owner is not None and (mover := self.mover(owner, of)) is not None:
            at: ir.Expr = ir.Local(mover.rep, mover)
            if isinstance(e.at, ir.Op):
                at = replace(e.at, args=(at, *e.at.args[1:]))
            return Depends(keys=frozenset((replace(e, at=at),)))
        off = self.off(owner, of) if owner is not None else None
        whose: Whose = "all"
        if owner is not None and off is not None:
            drawn = self.board.is_drawn(owner.rep)
            whose = "place" if self.board.is_place(owner.rep) else "side" if drawn else "thing"
        reading = Reading(e.first, e.first + e.count, whose, 0 if whose == "all" else less)
        return Depends(readings=frozenset(((reading, off or 0),))) | self.read(e.at, of)

    def lies(self, thing: Rep, off: int | None) -> Depends:
        """The zones of things, or the contents of zones."""
        if thing.sort != "thing" or thing.low is None or thing.end is None:
            return UNSTEADY
        reading = Reading(thing.low, thing.end, "lies", 0)
        return Depends(readings=frozenset(((reading, off or 0),)), near=off is not None, steady=False)

    def anywhere(self, e: ir.Expr) -> Depends:
        """All cells read for unknown things."""
        cells = self.effects.reads(e).cells
        return Depends(
            readings=frozenset((Reading(low, end, "all", 0), 0) for low, end in cells), near=False, steady=False
        )

    # -------------------------------------------------------------------------------------------- units

    def depends(self, name: str, given: tuple[Meant, ...]) -> Depends:
        key = (name, given)
        if key not in self.known:
            unit = self.effects.units.get(name)
            if unit is None or name in self.open or len(self.open) >= DEEPEST or len(unit.params) != len(given):
                return UNSTEADY
            self.open.append(name)
            self.known[key] = self.block(unit.body, dict(zip(unit.params, given, strict=True)))
            self.open.pop()
        return self.known[key]

    def block(self, block: ir.Block, of: dict[ir.Var, Meant]) -> Depends:
        """All readings there; the values of locals set there become known."""
        found = NOTHING
        for one in block:
            found |= self.statement(one, of)
        return found

    def statement(self, s: ir.Stmt, of: dict[ir.Var, Meant]) -> Depends:
        match s:
            case ir.Line():
                return NOTHING
            case ir.Let(var, value):
                meant = self.meant(value, of)
                of[var] = meant if var not in of else _either(of[var], meant)
                return meant.depends
            case ir.If(test, then, other):
                return self.read(test, of) | self.block(then, of) | self.block(other, of)
            case ir.Return(value):
                return NOTHING if value is None else self.read(value, of)
        return UNSTEADY

    # -------------------------------------------------------------------------------------------- what is meant

    def meant(self, e: ir.Expr, of: Locals) -> Meant:
        match e:
            case ir.Local(_, var) if var in of:
                return of[var]
            case ir.Op(_, "known_thing", (inner,)):
                return self.meant(inner, of)
            case ir.Make(Rep(sort="args"), items):
                return Meant(self.inside(e, of), items=tuple(self.meant(item, of) for item in items))
        return Meant(self.read(e, of), self.off(e, of))

    def member(self, over: ir.Expr, of: Locals) -> Meant:
        """For the members of a loop."""
        return Meant(self.read(over, of), self.off(over, of))

    def mover(self, e: ir.Expr, of: Locals) -> ir.Var | None:
        return self.meant(e, of).mover if isinstance(e, ir.Local | ir.Op) else None

    def off(self, e: ir.Expr, of: Locals) -> int | None:
        """The distance from the place of a place or side, of a thing on the board, or of any of several."""
        match e:
            case ir.Local(_, var):
                return of[var].off if var in of else None
            case ir.Arg(_, ir.Local(_, var), number) if var in of and number < len(of[var].items):
                return of[var].items[number].off
            case ir.Op(_, "cond", (_, a, b)):
                offs = [self.off(one, of) for one in (a, b) if not (isinstance(one, ir.Const) and one.value is None)]
                return _farthest(offs)
            case ir.Op(
                _, ("known_thing" | "sure" | "frozen" | "or_empty" | "first" | "last" | "at" | "nth"), (inner, *_)
            ):
                return self.off(inner, of)
            case ir.Bind(_, var, value, body):
                return self.off(body, {**of, var: self.meant(value, of)})
            case ir.Fold(_, "each", var, over, _, to):
                return self.off(over, of) if to is None else self.off(to, {**of, var: self.member(over, of)})
            case ir.Make(Rep(sort="seq"), items):
                return _farthest([self.off(item, of) for item in items])
            case ir.OnBoard(_, _, "between", (a, b)):
                one, other = self.off(a, of), self.off(b, of)
                return None if one is None or other is None else min(one, other)
            case ir.OnBoard(_, _, _, (first, *_)):
                off = self.off(first, of)
                return next((off + more for more in beside(e)), None) if off is not None else None
            case ir.Contents(_, zone):
                return self.off_zone(zone, of)
        thing = holder_of(e, self.board, self.boards)
        return None if thing is None else self.off(thing, of)

    def off_zone(self, zone: ir.Expr, of: Locals) -> int | None:
        """The distance of the place to which a zone belongs."""
        match zone:
            case ir.Op(_, "cond", (_, ir.Const(_, None), known)):
                return self.off_zone(known, of)
            case ir.Bind(_, var, value, body):
                return self.off_zone(body, {**of, var: self.meant(value, of)})
        place = belongs_to(zone, self.board)
        return None if place is None else self.off(place, of)


def _owner(e: ir.Cell) -> tuple[ir.Expr | None, int]:
    """The thing whose state this is, and the difference between the number of its cell and its own."""
    match e.at:
        case ir.Op(_, ("+" | "-") as sign, (thing, ir.Const(_, int(number)))):
            less = number if sign == "+" else -number
        case thing:
            less = 0
    rep = thing.rep
    if rep.sort != "thing" or rep.low is None or rep.end is None:
        return None, 0
    inside = e.first <= rep.low + less and rep.end + less <= e.first + e.count
    return (thing, less) if inside else (None, 0)


def _farthest(offs: list[int | None]) -> int | None:
    known = [off for off in offs if off is not None]
    return max(known) if known and len(known) == len(offs) else None


def _either(a: Meant, b: Meant) -> Meant:
    """A local that has been set in two ways."""
    return Meant(a.depends | b.depends, _farthest([a.off, b.off]))
