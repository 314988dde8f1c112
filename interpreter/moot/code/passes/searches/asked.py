"""Expressions of a step over a board, rewritten for a search, using the facts known before the step is examined.

A formula becomes a local if it depends on the movers alone: computed once, before all steps or when it is first read.
It becomes a column of the rows of steps if it depends on facts, a look-up if it calls a function of one place, and a
local of the place being left if it depends on that alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ...ir.expressions import Bind, Cell, Const, Expr, Fold, Held, Kept, Local, Op, Printed, Pure, Var
from ...ir.keepers import Keeper
from ...ir.make import NO_VALUE, local
from ...ir.node import AnyExpr, AnyNode
from ...ir.walk import reads_locals, size, substituted, with_parts
from ..boards import BoardOf
from ..formulas import Formulas
from .depends import NOTHING, DependencyReader, Depends, Meant
from .keep import HELD, Keepers, anew

SHORT = 4  # nodes of values computed as fast as a local is read

Places = frozenset[Var]
NO_PLACE: Places = frozenset()


@dataclass(slots=True)
class StepRewriter:
    """Rewrites the expressions of one step function.

    meant, places: the values of locals, and the places of a step on which they depend. lets: locals of the rules that
    are in rows. origins: the results of locals made here. The locals made: once, before all steps; columns of rows;
    late, when first read in a search; of_place, when first read after a place is left; lists by place, with their
    keepers. used: the dependencies of rows.
    """

    reader: DependencyReader
    keepers: Keepers
    formulas: Formulas
    board: BoardOf
    here: Var
    there: Var
    meant: dict[Var, Meant] = field(default_factory=dict)
    places: dict[Var, Places] = field(default_factory=dict)
    lets: set[Var] = field(default_factory=set)
    origins: dict[Var, Expr] = field(default_factory=dict)
    once: dict[Expr, Var] = field(default_factory=dict)
    columns: dict[Expr, Var] = field(default_factory=dict)
    late: dict[Expr, Var] = field(default_factory=dict)
    of_place: dict[Expr, Var] = field(default_factory=dict)
    lists: dict[Expr, tuple[Var, Held]] = field(default_factory=dict)
    kept: dict[str, Keeper] = field(default_factory=dict)
    used: Depends = NOTHING

    # -------------------------------------------------------------------------------------------- what is known of it

    def places_of(self, e: AnyNode) -> Places | None:
        """On which of the two places it depends; None where it reads locals of loops around it."""
        found = NO_PLACE
        for var in reads_locals(e):
            if var not in self.places:
                return None
            found |= self.places[var]
        return found

    def facts(self, e: Expr) -> Depends | None:
        """Its dependencies, if on facts alone: printed values, states, readings of movers."""
        if self.places_of(e) is None:
            return None
        found = self.reader.read(e, self.meant)
        return found if found.steady and not found.bare else None

    def is_printed(self, e: Expr) -> bool:
        return self.facts(e) is not None

    def use(self, *es: Expr) -> None:
        """Rows depend on what these depend on."""
        for e in es:
            self.used |= self.reader.read(e, self.meant)

    def without_lets(self, e: Expr) -> Expr:
        """The same without the locals that are made here."""
        return substituted(e, self.origins)

    # -------------------------------------------------------------------------------------------- rewritten

    def rewritten(self, e: Expr, deep: bool = False, leaving: bool = False) -> Expr:
        """`deep`: it is inside what is found out late, or in a loop. `leaving`: it is asked before the row is there."""
        if isinstance(e, Const):
            return e
        if isinstance(e, Local):
            return self.column(e) if e.var in self.lets else e
        places = self.places_of(e)
        if places is None or (places and _is_index(e)):
            return self.inside(e, deep, leaving)
        if self.is_printed(e):
            if not places:
                return self.as_local(self.once, e, "k")
            return e if leaving else self.column(e)
        if not places and self.formulas.is_small(e):
            return self.as_local(self.once, e, "k")
        looked_up = self.looked_up(e, leaving) if isinstance(e, Pure) else None
        if looked_up is not None:
            return looked_up
        if not deep and self.there not in places and isinstance(e, Pure | Op | Fold | Cell | Printed):
            return self.later(e, places, leaving)
        return self.inside(e, deep, leaving)

    def inside(self, e: Expr, deep: bool, leaving: bool) -> Expr:
        if isinstance(e, Pure) and (opened := self.opened(e, deep, leaving)) is not None:
            return opened
        deeper = deep or isinstance(e, Fold | Bind)

        def part(one: AnyNode) -> AnyNode:
            assert isinstance(one, AnyExpr)
            return self.rewritten(one, deeper, leaving)  # type: ignore[arg-type]

        return with_parts(e, part)

    def as_local(self, names: dict[Expr, Var], e: Expr, hint: str) -> Expr:
        """The local that holds its result."""
        whole = self.without_lets(e)
        if whole not in names:
            var = names[whole] = Var(hint, e.rep)
            self.meant[var] = self.reader.meant(whole, self.meant)
            self.places[var] = self.places_of(whole) or NO_PLACE
            self.origins[var] = whole
        return Local(e.rep, names[whole])

    def column(self, e: Expr) -> Expr:
        if isinstance(e, Local) and e.var in (self.here, self.there):
            return e
        self.use(self.without_lets(e))
        return self.as_local(self.columns, e, "k")

    def later(self, e: Expr, places: Places, leaving: bool) -> Expr:
        """Found out when it is first read."""
        value = self.inside(e, True, leaving)
        if size(value) <= SHORT:
            return value
        names = self.of_place if places else self.late
        whole = self.without_lets(e)
        var = names.setdefault(whole, Var("h", e.rep))
        return Kept(e.rep, var, None, value)

    # -------------------------------------------------------------------------------------------- asked of one place

    def looked_up(self, e: Pure, leaving: bool) -> Expr | None:
        """A call that depends on one place is made once for each; None where it is too small for that."""
        asked = [n for n, arg in enumerate(e.args) if self.places_of(arg)]
        unit = self.keepers.effects.units.get(e.unit)
        if len(asked) != 1 or unit is None or e.args[asked[0]] not in (local(self.here), local(self.there)):
            return None
        if self.formulas.is_small(e) or self.asks_movers(e):
            return None
        (at,) = asked
        given = tuple(arg if n == at else self.rewritten(arg, True, leaving) for n, arg in enumerate(e.args))
        others = tuple(arg for n, arg in enumerate(given) if n != at)
        keeper = self.keepers.by_place(unit, at) if all(map(self.is_ahead, others)) else None
        held = Held(HELD, "", self.board.name, ())
        if keeper is not None:
            self.kept[keeper.name] = keeper
            held = Held(HELD, keeper.name, self.board.name, others)
        asked_there = replace(
            e, args=tuple(NO_VALUE if n == at else self.without_lets(arg) for n, arg in enumerate(given))
        )
        var, _ = self.lists.setdefault(asked_there, (Var("seen", HELD), held))
        name = anew(e.unit) if e.unit in self.keepers.functions else e.unit
        return Kept(e.rep, var, e.args[at], Pure(e.rep, name, given))

    def is_ahead(self, e: Expr) -> bool:
        """Whether it is known before all steps."""
        return isinstance(e, Const) or (isinstance(e, Local) and self.places.get(e.var) == NO_PLACE)

    def asks_movers(self, e: Pure) -> bool:
        """Whether a part that reads the place depends on the movers alone, and is better computed once."""
        value = self.formulas.of(e)
        match value:
            case Op(_, "and" | "or", items):
                return any(self.places_of(item) == NO_PLACE for item in items)
        return False

    def opened(self, e: Pure, deep: bool, leaving: bool) -> Expr | None:
        """The formula of a function in place of its call, where its arguments can be read again and again."""
        given = tuple(arg if self.is_mover(arg) else self.rewritten(arg, True, leaving) for arg in e.args)
        value = self.formulas.of(Pure(e.rep, e.unit, given))
        return None if value is None else self.rewritten(value, deep, leaving)

    def is_mover(self, e: Expr) -> bool:
        return isinstance(e, Local) and self.meant.get(e.var, Meant()).mover is not None


def _is_index(e: Expr) -> bool:
    """Whether it is a number that is worked out as fast as it is read."""
    match e:
        case Op(_, "as_zone" | "known_thing" | "+" | "-" | "*", args):
            return all(isinstance(arg, Const | Local) or _is_index(arg) for arg in args)
    return False
