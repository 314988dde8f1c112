"""Nodes of declarations: what is, and standing rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .formulas import Call, Cite, Expression, Node, Param, Text, TypeNode
from .statements import Block, Let, Require, Statement


@dataclass(slots=True, eq=False)
class Declaration(Node):
    cites: list[Cite] = field(default_factory=list, kw_only=True)


@dataclass(slots=True, eq=False)
class GameDecl(Declaration):
    name: str
    title: str


@dataclass(slots=True, eq=False)
class PlayersDecl(Declaration):
    names: list[str]


@dataclass(slots=True, eq=False)
class FieldDecl(Declaration):
    """A printed field of a kind; `a, b : number` makes two."""

    name: str
    declared: TypeNode
    default: Expression | None
    seen_by: Expression | None


@dataclass(slots=True, eq=False)
class StateDecl(Declaration):
    """What changes. Inside a kind or an `effect`, one for each thing; there `params` is empty."""

    name: str
    params: list[Param]
    declared: TypeNode
    initial: Expression | None
    point: str | None  # "end" or "start": until when it lasts
    phase: str | None
    seen_by: Expression | None


@dataclass(slots=True, eq=False)
class KindDecl(Declaration):
    name: str
    base: str | None
    fields: list[FieldDecl]
    states: list[StateDecl]


@dataclass(slots=True, eq=False)
class NamesDecl(Declaration):
    """`kind strength : E, D, C`: names in an order, least first."""

    name: str
    names: list[str]


@dataclass(slots=True, eq=False)
class BoardDecl(Declaration):
    """`board map : hexes of hex, hexside`: its map stands in YAML."""

    name: str
    shape: str  # hexes, graph
    place: str  # the kind of its places
    side: str  # the kind of what lies between two places; empty if nothing does


@dataclass(slots=True, eq=False)
class ZoneDecl(Declaration):
    name: str
    params: list[Param]
    sort: str  # pile, pool, row, stack
    item: str  # a kind, or `call`
    seen_by: Expression
    in_play: bool


@dataclass(slots=True, eq=False)
class OptionDecl(Declaration):
    name: str
    declared: TypeNode
    default: Expression  # Number, Minus of Number, Name, Bool or NoneValue


@dataclass(slots=True, eq=False)
class TableDecl(Declaration):
    name: str
    params: list[Param]
    declared: TypeNode


@dataclass(slots=True, eq=False)
class Guarded(Node):
    value: Expression
    condition: Expression | None  # None: `otherwise`, or a value alone
    cites: list[Cite]


@dataclass(slots=True, eq=False)
class FunctionDecl(Declaration):
    name: str
    params: list[Param]
    result: TypeNode | None
    lets: list[Let]
    lines: list[Guarded]


@dataclass(slots=True, eq=False)
class ProcedureDecl(Declaration):
    """`is_phase`: a procedure that is a scope as well."""

    name: str
    params: list[Param]
    result: TypeNode | None
    is_phase: bool
    block: Block


@dataclass(slots=True, eq=False)
class Domain(Node):
    name: str
    declared: TypeNode
    within: Expression | None
    local: Any = field(default=None, init=False)  # the Local that the name makes (typing stage)


@dataclass(slots=True, eq=False)
class Head(Node):
    """A name and names for its arguments: `movement(co)`. `names` may be shorter than the parameters."""

    name: str
    names: list[str]
    locals: list[Any] = field(default_factory=list, init=False)  # one Local a parameter; unnamed: no name
    ref: Any = field(default=None, init=False)  # the target symbol; None for the word of an offer


@dataclass(slots=True, eq=False)
class ActionDecl(Declaration):
    name: str
    params: list[Domain]
    family: Call | None
    zones: list[str]
    actor: Expression | None
    occasions: list[Head]
    once_in: str | None
    lines: list[Let | Cost | Require]
    do: Block | None


@dataclass(slots=True, eq=False)
class Cost(Statement):
    statement: Statement  # set, raise, lower, move or a call


@dataclass(slots=True, eq=False)
class Claim(Node):
    condition: Expression
    cites: list[Cite]


@dataclass(slots=True, eq=False)
class LawEach(Node):
    name: str
    over: Expression
    where: Expression | None
    lines: list[LawLine]
    local: Any = field(default=None, init=False)  # the Local that the name makes (typing stage)


LawLine = Claim | Let | LawEach


@dataclass(slots=True, eq=False)
class LawDecl(Declaration):
    section: str  # of which data: deck, or a kind of things, of which each is held against it
    title: str
    lines: list[LawLine]
    local: Any = field(default=None, init=False)  # the Local that `deck` makes (typing stage); None for a kind


@dataclass(slots=True, eq=False)
class StandingRule(Declaration):
    head: Head
    where: Expression | None


@dataclass(slots=True, eq=False)
class Hook(StandingRule):
    when: str  # before, instead, after
    block: Block


@dataclass(slots=True, eq=False)
class Modify(StandingRule):
    becomes: Expression | None  # either this
    by: Expression | None  # or this, with its limits
    up_to: Expression | None
    down_to: Expression | None


@dataclass(slots=True, eq=False)
class Forbid(StandingRule):
    reason: Text


@dataclass(slots=True, eq=False)
class When(StandingRule):
    """`head` has an empty name; `where` is the formula that becomes true."""

    once: bool
    block: Block


@dataclass(slots=True, eq=False)
class DefaultDecl(Declaration):
    """`override option mode = easy`."""

    name: str
    value: Expression


@dataclass(slots=True, eq=False)
class OverrideDecl(Declaration):
    of: Declaration


Carried = StateDecl | FunctionDecl | ProcedureDecl | ActionDecl | LawDecl | StandingRule
