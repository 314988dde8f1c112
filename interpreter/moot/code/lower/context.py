"""The data for lowering: a `Stage` for the whole game, a `Lowering` for one unit."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property

from ...lang import tree
from ...lang.source import Span
from ...lang.walk import walk
from ..ir import convert, make
from ..ir.expressions import Const, Expr, Plain, PrintedTable, Var
from ..ir.make import NO_VALUE, local
from ..ir.reps import Rep
from ..ir.statements import Block, Do, Let, Line, Note, Stmt
from ..ir.units import Choosable, NoteRow, RuleLine, Site
from ..ir.walk import ends
from ..layout.numbering import Numbering
from ..plan import pausing
from ..plan.secrecy import secrets
from ..plan.tables import Tables
from ..plan.units import Plan, Target, Unit
from ..typing import symbols
from ..typing.types import Type
from .formulas.types_as_reps import kept_rep, rep_of


@dataclass(frozen=True, slots=True)
class Dispatch:
    """The functions that lower formulas and steps: passed in from above, because they are mutually recursive."""

    formula: Callable[[Lowering, tree.Formula], Expr]
    step: Callable[[Lowering, tree.Step], None]


@dataclass
class Stage:
    """One lowering of a game: its input (`numbering`, `plan`, `tables`), and the numbers it assigns.

    `notes`: whether steps are noted for the instrumented version.
    """

    numbering: Numbering
    plan: Plan
    tables: Tables
    dispatch: Dispatch
    noting: bool = False
    sites: list[Site] = field(default_factory=list)
    lines: list[RuleLine] = field(default_factory=list)
    notes: list[NoteRow] = field(default_factory=list)
    found: dict[PrintedTable, tuple[Plain, ...]] = field(default_factory=dict)  # tables that are worked out here
    # Offers of many actions: by these and the occasion, the number of the unit that gathers them, and the first of
    # these offers.
    offers: dict[tuple[tuple[int, ...], str | None], tuple[int, tree.Offer]] = field(default_factory=dict)
    choosable: list[Choosable] = field(default_factory=list)
    _numbers: dict[RuleLine, int] = field(default_factory=dict)
    _files: dict[str, str] = field(default_factory=dict)
    _reps: dict[Type, Rep] = field(default_factory=dict)

    def is_secret(self, *chosen: symbols.Local | tree.Roll | tree.May) -> bool:
        """Whether what is chosen for these names, or what these dice show, goes where not all see it."""
        return any(id(one) in self.secret for one in chosen)

    @cached_property
    def secret(self) -> frozenset[int]:
        return secrets(self.plan)

    @property
    def sees(self) -> Target | None:
        """The viewers of zones, if any rule changes them."""
        return next((t for t in self.plan.targets.values() if t.native and t.symbol.name == "sees"), None)

    @property
    def game(self) -> symbols.TypedGame:
        return self.numbering.game

    def rep(self, of: Type) -> Rep:
        if of not in self._reps:
            self._reps[of] = rep_of(self.numbering, of)
        return self._reps[of]

    def kept(self, of: Type) -> Rep:
        return kept_rep(self.numbering, of)

    def rule(self, label: str, at: Span, cites: Sequence[tree.Cite], pack: str) -> int:
        """The number of a rule line, as used by journal entries, choices and errors."""
        path = at.source.path
        if path not in self._files:
            self._files[path] = os.path.abspath(path)  # a program is kept for other folders to use
        line = RuleLine(label, self._files[path], at.line, self.plan.clauses(cites, pack))
        if line not in self._numbers:
            self._numbers[line] = len(self.lines)
            self.lines.append(line)
        return self._numbers[line]

    def table(self, table: PrintedTable, values: tuple[Plain, ...]) -> PrintedTable:
        """A table that is worked out while lowering."""
        self.found[table] = values
        return table

    def site(self, site: Site) -> int:
        self.sites.append(site)
        return len(self.sites) - 1


@dataclass(frozen=True, slots=True)
class LineOrigin:
    """The origin of a unit's lines: the label of its rules, its beginning, its citations, its pack."""

    label: str = ""
    at: Span | None = None
    cites: tuple[tree.Cite, ...] = ()
    pack: str = ""


class Lowering:
    """One unit while it is made. `out` is the block under construction; steps and pausing formulas add to it.

    `names`: the values of locals. `this`, `value`: the meanings of those words. `was`: by id of a formula, its earlier
    value. `unit`: the planned unit of these steps. `epilogue`: the steps before each return.
    """

    def __init__(self, stage: Stage, place: LineOrigin, unit: Unit | None = None) -> None:
        self.stage = stage
        self.place = place
        self.unit = unit
        self.cites: tuple[tree.Cite, ...] = place.cites
        self.names: dict[int, Expr] = {}
        self.this: Expr = NO_VALUE
        self.value: Expr = NO_VALUE
        self.was: Mapping[int, Expr] = {}
        self.out: list[Stmt] = []
        self.epilogue: tuple[Stmt, ...] = ()
        self.result: Type | None = None
        self.in_cost = False
        self.hook: HookContext | None = None
        self.following: Callable[[Lowering, tuple[Expr, ...] | None, Var | None], None] | None = None
        self._point = 0

    # -------------------------------------------------------------------------------------------- names and locals

    @property
    def numbering(self) -> Numbering:
        return self.stage.numbering

    @property
    def plan(self) -> Plan:
        return self.stage.plan

    def var(self, hint: str, rep: Rep) -> Var:
        return Var(hint or "unnamed", rep)

    def bind(self, name: symbols.Local, rep: Rep | None = None) -> Var:
        """A variable for a name of the language, which means it from here on."""
        var = self.var(name.name, rep if rep is not None else self.stage.rep(name.type))
        self.names[id(name)] = local(var)
        return var

    def let(self, hint: str, value: Expr) -> Expr:
        """The value, read once: in a local if it is more than a name or a constant."""
        return value if make.is_atom(value) else local(self.put(hint, value))

    def put(self, hint: str, value: Expr, rep: Rep | None = None) -> Var:
        """A new local that holds the value."""
        var = self.var(hint, rep or value.rep)
        self.out.append(Let(var, value))
        return var

    def point(self) -> int:
        self._point += 1
        return self._point

    # -------------------------------------------------------------------------------------------- formulas and steps

    def expr(self, node: tree.Formula) -> Expr:
        value = self.stage.dispatch.formula(self, node)
        return convert.each_once(value) if node.as_set else value

    def test(self, node: tree.Formula) -> Expr:
        return convert.test_of(self.expr(node))

    def fit(self, node: tree.Formula, due: Type) -> Expr:
        """A formula's value as it is kept where that type is needed."""
        return convert.fit(self.expr(node), self.stage.rep(due))

    def several(self, nodes: Sequence[tree.Formula]) -> list[Expr]:
        """Formulas from left to right: a value to the left of a pausing one is stored in a local."""
        found: list[Expr] = []
        last = next((at for at in range(len(nodes) - 1, 0, -1) if self.pauses(nodes[at])), 0)
        for at, node in enumerate(nodes):
            value = self.expr(node)
            if at < last and not isinstance(value, Const):
                value = local(self.put("kept", convert.frozen(value)))
            found.append(value)
        return found

    def pauses(self, node: tree.Node | Sequence[tree.Node] | None) -> bool:
        return node is not None and pausing.pauses(self.plan, self.unit, node)

    def block(self, steps: Sequence[tree.Step]) -> None:
        """Steps, until one after which nothing is reached. A call that waits nowhere at the end of a block goes."""
        for step in steps:
            if ends(tuple(self.out)):
                return
            self.stage.dispatch.step(self, step)
        for step in steps:
            if isinstance(step, tree.Let) and isinstance(step.value, tree.Pending) and not ends(tuple(self.out)):
                self.out.append(Do("drop_call", (self.names[id(step.local)],)))

    def inner(self, steps: Sequence[tree.Step]) -> Block:
        """The block that steps make."""
        with self.apart() as made:
            self.block(steps)
        return tuple(made)

    @contextmanager
    def apart(self) -> Iterator[list[Stmt]]:
        """The statements made within go into a block of their own."""
        saved, self.out = self.out, []
        made = self.out
        try:
            yield made
        finally:
            self.out = saved

    @contextmanager
    def citing(self, cites: Sequence[tree.Cite]) -> Iterator[None]:
        """Lines within that cite nothing cite this."""
        saved = self.cites
        self.cites = tuple(cites) or saved
        try:
            yield
        finally:
            self.cites = saved

    @contextmanager
    def costing(self) -> Iterator[None]:
        """A change within that a range cuts short means that the cost cannot be paid."""
        saved, self.in_cost = self.in_cost, True
        try:
            yield
        finally:
            self.in_cost = saved

    # -------------------------------------------------------------------------------------------- lines

    def rule(self, node: tree.Node | None = None) -> int:
        """The number of this rule line, with its own citations or else those of its context."""
        cites = getattr(node, "cites", None) or list(self.cites)
        at = node.at if node is not None else self.place.at
        assert at is not None
        return self.stage.rule(self.place.label, at, cites, self.place.pack)

    def line(self, node: tree.Node) -> None:
        self.out.append(Line(self.rule(node)))

    def note(self, node: tree.Node, formulas: Iterator[tree.Formula]) -> None:
        """For the instrumented form: the step begins, with what its formulas name."""
        if not self.stage.noting:
            return
        inside = [inner for formula in formulas for inner in walk(formula)]
        own = {id(inner.ref) for inner in inside if isinstance(inner, tree.Quantified)}
        chosen = node.choices if isinstance(node, tree.ChooseTogether) else [node]
        own.update(id(getattr(one, "local", None)) for one in chosen)
        read = [id(inner.ref) for inner in inside if isinstance(inner, tree.Name) and id(inner.ref) not in own]
        used = {key: self.names[key] for key in read if key in self.names}
        given = (self.this, *used.values(), *(e for e in self.was.values()))
        self.out.append(Note(len(self.stage.notes), given))
        self.stage.notes.append(NoteRow(node, self.rule(node), tuple(used), tuple(self.was)))


@dataclass(frozen=True, slots=True)
class HookContext:
    """The parameters of a hook's body; of a replacement where its value goes, and whether it has proceeded."""

    args: Var
    inst: Var
    ctx: Var
    value: Var | None = None
    proceeded: Var | None = None
