"""Nodes of declarations. Standing rules are among the statements."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .formulas import Call, Cite, Formula, Node, Param, WrittenType
from .statements import (
    Block,
    CallStatement,
    Declaration,
    Head,
    Let,
    Lower,
    Move,
    Raise,
    Require,
    Set,
    Standing,
    Statement,
    Step,
)


@dataclass(slots=True, eq=False)
class GameDecl(Declaration):
    name: str
    title: str


@dataclass(slots=True, eq=False)
class PlayersDecl(Declaration):
    """`least`: the minimum number of players. Where the number varies, the option `players` holds it. `usual`: its
    default.
    """

    names: list[str]
    least: int
    usual: int
    named: bool = True


@dataclass(slots=True, eq=False)
class FieldDecl(Declaration):
    """A printed field of a kind; `a, b : number` makes two."""

    name: str
    declared: WrittenType
    default: Formula | None
    seen_by: Formula | None


@dataclass(slots=True, eq=False)
class StateDecl(Declaration):
    """A state. Inside a kind or an `effect`, one for each thing; there `params` is empty."""

    name: str
    params: list[Param]
    declared: WrittenType
    initial: Formula | None
    point: str | None  # "end" or "start": until when it lasts
    phase: str | None
    seen_by: Formula | None


@dataclass(slots=True, eq=False)
class KindDecl(Declaration):
    name: str
    base: str | None
    fields: list[FieldDecl]
    states: list[StateDecl]


@dataclass(slots=True, eq=False)
class KindExtension(Declaration):
    """`kind card has`: more fields and states of a kind that a base declares."""

    name: str
    fields: list[FieldDecl]
    states: list[StateDecl]


@dataclass(slots=True, eq=False)
class NamesDecl(Declaration):
    """`kind strength : E, D, C`: names in an order, least first."""

    name: str
    names: list[str]


@dataclass(slots=True, eq=False)
class BoardDecl(Declaration):
    """`board map : hexes of hex, hexside`: its map is in YAML."""

    name: str
    shape: str  # one of state.grids.GRIDS, or graph
    place: str  # the kind of its places
    side: str  # the kind of things between two places; empty if there is none


@dataclass(slots=True, eq=False)
class ZoneDecl(Declaration):
    name: str
    params: list[Param]
    sort: str  # pile, pool, row, stack
    item: str  # a kind, or `call`
    seen_by: Formula
    in_play: bool


@dataclass(slots=True, eq=False)
class OptionDecl(Declaration):
    name: str
    declared: WrittenType
    default: Formula  # Number, Minus of Number, Name, Bool or NoneValue


@dataclass(slots=True, eq=False)
class TableDecl(Declaration):
    name: str
    params: list[Param]
    declared: WrittenType


@dataclass(slots=True, eq=False)
class Guarded(Node):
    value: Formula
    condition: Formula | None  # None: `otherwise`, or a value without a condition
    cites: list[Cite]


@dataclass(slots=True, eq=False)
class FunctionDecl(Declaration):
    name: str
    params: list[Param]
    result: WrittenType | None
    lets: list[Let]
    lines: list[Guarded]


@dataclass(slots=True, eq=False)
class ProcedureDecl(Declaration):
    """`is_phase`: a procedure that is a scope as well."""

    name: str
    params: list[Param]
    result: WrittenType | None
    is_phase: bool
    block: Block


@dataclass(slots=True, eq=False)
class Domain(Node):
    name: str
    declared: WrittenType
    within: Formula | None
    local: Any = field(default=None, init=False)  # the Local that the name makes (typing stage)


@dataclass(slots=True, eq=False)
class ActionDecl(Declaration):
    name: str
    params: list[Domain]
    families: list[Call]  # the outermost first
    zones: list[str]
    actor: Formula | None
    occasions: list[Head]
    once_in: str | None
    lines: list[ActionLine]
    do: Block | None


@dataclass(slots=True, eq=False)
class Cost(Statement):
    statement: Set | Raise | Lower | Move | CallStatement


ActionLine = Let | Cost | Require


@dataclass(slots=True, eq=False)
class Claim(Node):
    condition: Formula
    cites: list[Cite]


@dataclass(slots=True, eq=False)
class LawEach(Node):
    name: str
    over: Formula
    where: Formula | None
    lines: list[LawLine]
    local: Any = field(default=None, init=False)  # the Local that the name makes (typing stage)


LawLine = Claim | Let | LawEach


@dataclass(slots=True, eq=False)
class LawDecl(Declaration):
    section: str  # the data it applies to: deck, or a kind of things, each of which is checked against it
    title: str
    where: Formula | None  # of which decks or things it is a law; None for all
    lines: list[LawLine]
    local: Any = field(default=None, init=False)  # the Local that `deck` makes (typing stage); None for a kind


@dataclass(slots=True, eq=False)
class DefaultDecl(Declaration):
    """`override option mode = easy`."""

    name: str
    value: Formula


@dataclass(slots=True, eq=False)
class OverrideDecl(Declaration):
    of: Declared


Carried = StateDecl | FunctionDecl | ProcedureDecl | ActionDecl | LawDecl | Standing
Declared = (
    GameDecl
    | PlayersDecl
    | KindDecl
    | KindExtension
    | NamesDecl
    | BoardDecl
    | ZoneDecl
    | StateDecl
    | OptionDecl
    | TableDecl
    | FunctionDecl
    | ProcedureDecl
    | ActionDecl
    | LawDecl
    | Standing
    | DefaultDecl
    | OverrideDecl
)
Code = Step | Carried | Formula  # the content of a YAML field
