"""Nodes of statements: what happens."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .formulas import Call, Cite, Expression, Node, Proceed, Text

if TYPE_CHECKING:
    from .declarations import StandingRule


@dataclass(slots=True, eq=False)
class Statement(Node):
    cites: list[Cite] = field(default_factory=list, kw_only=True)


Block = list[Statement]


@dataclass(slots=True, eq=False)
class Set(Statement):
    target: Expression
    value: Expression


@dataclass(slots=True, eq=False)
class Raise(Statement):
    target: Expression
    by: Expression


@dataclass(slots=True, eq=False)
class Lower(Statement):
    target: Expression
    by: Expression


@dataclass(slots=True, eq=False)
class Move(Statement):
    thing: Expression  # a thing, or a zone: all that lies in it
    to: Expression
    place: str | None  # "top", "bottom", or None: top of a pile or stack, right end of a row


@dataclass(slots=True, eq=False)
class MoveBefore(Statement):
    thing: Expression
    before: Expression


@dataclass(slots=True, eq=False)
class Remove(Statement):
    thing: Expression


@dataclass(slots=True, eq=False)
class Let(Statement):
    name: str
    value: Expression
    local: Any = field(default=None, init=False)  # the Local that the name makes (typing stage)


@dataclass(slots=True, eq=False)
class Require(Statement):
    condition: Expression
    reason: Text | None


@dataclass(slots=True, eq=False)
class CallStatement(Statement):
    call: Call


@dataclass(slots=True, eq=False)
class Run(Statement):
    code: Expression
    args: list[Expression]


@dataclass(slots=True, eq=False)
class Branch(Node):
    condition: Expression
    cites: list[Cite]
    block: Block


@dataclass(slots=True, eq=False)
class If(Statement):
    branches: list[Branch]
    otherwise: Block | None
    otherwise_cites: list[Cite]


@dataclass(slots=True, eq=False)
class ForEach(Statement):
    name: str
    over: Expression
    where: Expression | None
    block: Block
    local: Any = field(default=None, init=False)  # the Local that the name makes (typing stage)


@dataclass(slots=True, eq=False)
class While(Statement):
    condition: Expression
    block: Block


@dataclass(slots=True, eq=False)
class Repeat(Statement):
    block: Block
    until: Expression


@dataclass(slots=True, eq=False)
class Choose(Statement):
    """`choose c in …`: low = high = None; `c or none` sets or_none; `choose 2 c`: low = high = 2; `0..3 c`: a span."""

    name: str
    low: Expression | None
    high: Expression | None
    or_none: bool
    over: Expression
    where: Expression | None
    by: Expression
    prompt: Text
    then: Block
    otherwise: Block | None
    otherwise_cites: list[Cite]
    local: Any = field(default=None, init=False)  # the Local that the name makes (typing stage)


@dataclass(slots=True, eq=False)
class Alternative(Node):
    label: Text
    where: Expression | None
    cites: list[Cite]
    block: Block


@dataclass(slots=True, eq=False)
class ChooseOne(Statement):
    by: Expression
    prompt: Text
    alternatives: list[Alternative]
    otherwise: Block | None
    otherwise_cites: list[Cite]


@dataclass(slots=True, eq=False)
class Pick(Statement):
    name: str
    count: Expression | None  # None: one
    over: Expression
    where: Expression | None
    then: Block
    otherwise: Block | None
    otherwise_cites: list[Cite]
    local: Any = field(default=None, init=False)  # the Local that the name makes (typing stage)


@dataclass(slots=True, eq=False)
class Offer(Statement):
    families: list[str]  # ["actions"]: all
    to: Expression
    occasion: str | None
    until_done: bool
    requires: list[Require]
    on_none: Block | None
    chosen: str | None
    on_chosen: Block | None
    local: Any = field(default=None, init=False)  # the Local that the name makes (typing stage)


@dataclass(slots=True, eq=False)
class Return(Statement):
    value: Expression | None


@dataclass(slots=True, eq=False)
class ProceedStatement(Statement):
    proceed: Proceed


@dataclass(slots=True, eq=False)
class Lasting(Statement):
    point: str  # "end" or "start"
    phase: str
    once: bool
    rules: list[StandingRule]
    captures: list[Any] = field(default_factory=list, init=False)  # outer Locals its rules use, and the Builtin `this`


@dataclass(slots=True, eq=False)
class Win(Statement):
    player: Expression
    reason: Text | None


@dataclass(slots=True, eq=False)
class Nothing(Statement):
    pass
