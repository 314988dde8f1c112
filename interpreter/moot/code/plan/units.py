"""The parts to compile: units, standing rules, their targets, pausing, and which phases run where.

Keys of mappings that are numbers are ids: of the symbol of a target, of a unit that is no target's body, of a
declaration. All of these live as long as the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from ...lang import tree
from ...lang.source import Span
from ..layout.numbering import Numbering
from ..typing import symbols
from ..typing.in_game import bodies_of
from ..typing.types import NOTHING, Type

TargetSymbol: TypeAlias = symbols.Procedure | symbols.Action | symbols.Function | symbols.Builtin
Origin: TypeAlias = Literal["file", "effect", "until"]


@dataclass(frozen=True, slots=True, eq=False)
class Unit:
    """A body of statements that becomes one function. `number` marks its frames.

    target: the target of the body; rule: the standing rule of the body; code in data has neither.
    """

    number: int
    python: str
    label: str  # for people: "procedure score", "lookout: text"
    params: Sequence[symbols.Local]
    block: Sequence[tree.Step]
    result: Type = NOTHING
    this: bool = False  # whether it belongs to a thing
    target: Target | None = None
    rule: Rule | None = None
    cites: Sequence[tree.Cite] = ()
    at: Span | None = None
    pack: str = ""
    pauses: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A standing rule: of a rules file (always), of a thing's effect (while it is in play), or made by `until`."""

    number: int
    node: tree.Standing
    label: str
    origin: Origin
    title: str = ""  # the thing whose code it is in
    captures: Sequence[symbols.Local] = ()
    body: Unit | None = None
    own: bool = False  # its body may lead to its own target again
    once: bool = False  # it ends when one of the rules made with it has acted
    pack: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """A procedure, phase, action or function that standing rules may hook. Dead rules are not among them. `slot`:
    of those in play; -1 if there are none.
    """

    symbol: TargetSymbol
    python: str
    slot: int = -1
    rules: Sequence[Rule] = ()  # of rules files, oldest first
    moving: Sequence[Rule] = ()  # temporary ones
    body: Unit | None = None
    pauses: bool = False
    native: bool = False  # built in


@dataclass(frozen=True, slots=True, eq=False)
class Flat:
    """A concrete action: `chain` from its outermost family down to itself."""

    number: int
    symbol: symbols.Action
    chain: Sequence[symbols.Action]
    pack: str

    @property
    def name(self) -> str:
        return f"{self.symbol.owner}.{self.symbol.name}" if self.symbol.owner else self.symbol.name


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The whole plan. The fields are in the order in which make_plan fills them in."""

    numbering: Numbering
    carried: Mapping[str, symbols.Carried]  # by title, of things in the game
    code: Sequence[symbols.CodeUnit]  # of code in the game that belongs to no thing
    packs: Mapping[int, str]  # of a declaration its pack
    title_packs: Mapping[str, str]
    documents: Mapping[str, str]  # of a pack its document
    steady: frozenset[str]  # fields of formulas that read nothing which changes in play

    units: Sequence[Unit]
    rules: Sequence[Rule]  # the dead ones too
    targets: Mapping[int, Target]
    target_numbers: Mapping[int, int]
    fields: Mapping[str, Sequence[Unit]]  # code fields by name: their units
    code_units: Mapping[int, Unit]  # by id of the CodeUnit
    lasting: Mapping[int, Sequence[Rule]]  # by id of the `until` node
    effects: Mapping[str, Sequence[Rule]]  # by title
    whens: Sequence[Rule]
    when_slot: int  # -1 if there are none
    slots: int
    scopes: Mapping[str, int]  # phases that rules test for, and their numbers
    starts: frozenset[str]  # phases at whose start something may end
    ends: frozenset[str]  # phases at whose end something may end
    once_in: frozenset[str]  # phases in which something may be done once
    free_number: int  # the first that no unit's frames have

    calls: Mapping[int, Sequence[int]] = field(default_factory=dict)  # of targets and units: their direct callees
    reach: Mapping[int, frozenset[int]] = field(default_factory=dict)  # all their possible callees
    loops: frozenset[int] = frozenset()  # of targets and units: one at least on each circle of calls
    pausing: frozenset[int] = frozenset()  # of targets and units
    was_rules: frozenset[int] = frozenset()  # numbers of rules that ask what stood before
    in_costs: frozenset[int] = frozenset()  # of code that costs may call
    dead: frozenset[int] = frozenset()  # numbers of rules whose condition cannot hold
    modified: frozenset[int] = frozenset()  # of functions that living rules change

    flat: Sequence[Flat] = ()
    answered: bool = False  # whether rules answer paying or resolving
    resolved: bool = False  # whether rules pay and resolve calls, or answer it, and not offers alone
    anywhere: frozenset[int] = frozenset()  # of code that may run in any phase
    inside: Mapping[str, frozenset[int]] = field(default_factory=dict)  # by phase: of code that runs only in it
    quiet: frozenset[str] = frozenset()  # phases that leave no entry while they run
    anew: Mapping[str, str] = field(default_factory=dict)  # states that hold their first values where that phase rests

    @property
    def game(self) -> symbols.TypedGame:
        return self.numbering.game

    @property
    def bodies(self) -> Sequence[tree.Node]:
        """All code in the game except functions."""
        return bodies_of(self.game, self.carried.values(), self.code)

    def target(self, symbol: TargetSymbol) -> Target:
        return self.targets[id(symbol)]

    def slot(self, rule: Rule) -> int:
        """Where a rule is while it is in play."""
        return self.when_slot if isinstance(rule.node, tree.When) else self.targets[id(rule.node.head.ref)].slot

    def scope_number(self, phase: str, point: str) -> int:
        """The value in place of a scope's serial if it needs none: of the next of a phase ("start"), or of the
        running one of a quiet phase ("end").
        """
        return -1 - self.scopes[phase] - (len(self.scopes) if point == "end" else 0)

    def clauses(self, cites: Sequence[tree.Cite], pack: str) -> tuple[str, ...]:
        """Citations as document/id."""
        document = self.documents.get(pack, "")
        return tuple(c.clause if "/" in c.clause else f"{document}/{c.clause}" for c in cites)

    def pack_of(self, action: symbols.Action) -> str:
        return self.packs.get(id(action.decl), self.title_packs.get(action.owner, ""))
