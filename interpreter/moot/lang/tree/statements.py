"""Nodes of statements, and of standing rules, which appear in blocks too and hold blocks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .formulas import Call, Cite, Formula, Node, Proceed, Text


@dataclass(slots=True, eq=False)
class Statement(Node):
    """The fields that all steps and `Cost` share. A member of a block is a `Step`."""

    cites: list[Cite] = field(default_factory=list, kw_only=True)


@dataclass(slots=True, eq=False)
class Change(Statement):
    """A step that sets a state, or a name made by `let`."""

    target: Formula


@dataclass(slots=True, eq=False)
class Set(Change):
    value: Formula


@dataclass(slots=True, eq=False)
class Raise(Change):
    by: Formula


@dataclass(slots=True, eq=False)
class Lower(Change):
    by: Formula


@dataclass(slots=True, eq=False)
class Move(Statement):
    thing: Formula  # a thing, or a zone: everything in it
    to: Formula
    place: str | None  # "top", "bottom", or None: top of a pile or stack, right end of a row


@dataclass(slots=True, eq=False)
class MoveBefore(Statement):
    thing: Formula
    before: Formula


@dataclass(slots=True, eq=False)
class Remove(Statement):
    thing: Formula


@dataclass(slots=True, eq=False)
class Let(Statement):
    name: str
    value: Formula
    local: Any = field(default=None, init=False)  # the Local that the name makes (typing stage)


@dataclass(slots=True, eq=False)
class Require(Statement):
    condition: Formula
    reason: Text | None


@dataclass(slots=True, eq=False)
class CallStatement(Statement):
    call: Call


@dataclass(slots=True, eq=False)
class Run(Statement):
    code: Formula
    args: list[Formula]


@dataclass(slots=True, eq=False)
class Branch(Node):
    condition: Formula
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
    over: Formula
    where: Formula | None
    block: Block
    local: Any = field(default=None, init=False)  # the Local that the name makes (typing stage)


@dataclass(slots=True, eq=False)
class While(Statement):
    condition: Formula
    block: Block


@dataclass(slots=True, eq=False)
class Repeat(Statement):
    block: Block
    until: Formula


@dataclass(slots=True, eq=False)
class Choose(Statement):
    """`choose c in …`: low = high = None; `c or none` sets or_none; `choose 2 c`: low = high = 2; `0..3 c`: a span."""

    name: str
    low: Formula | None
    high: Formula | None
    or_none: bool
    over: Formula
    where: Formula | None
    by: Formula
    prompt: Text
    then: Block
    otherwise: Block | None
    otherwise_cites: list[Cite]
    at_once: AtOnce | None = None  # the players who choose at once; `by` is the name for each
    local: Any = field(default=None, init=False)  # the Local that the name makes (typing stage)


@dataclass(slots=True, eq=False)
class AtOnce(Node):
    """Several players who each choose without knowing the others' choices."""

    name: str
    over: Formula
    where: Formula | None
    local: Any = field(default=None, init=False)


@dataclass(slots=True, eq=False)
class Choice(Node):
    """`c in hand(p)`: one of the things that are chosen together."""

    name: str
    over: Formula  # may use the names before it
    local: Any = field(default=None, init=False)  # the Local that the name makes (typing stage)


@dataclass(slots=True, eq=False)
class ChooseTogether(Statement):
    choices: list[Choice]
    where: Formula | None
    by: Formula
    prompt: Text
    then: Block
    otherwise: Block | None
    otherwise_cites: list[Cite]


@dataclass(slots=True, eq=False)
class Alternative(Node):
    label: Text
    where: Formula | None
    cites: list[Cite]
    block: Block


@dataclass(slots=True, eq=False)
class ChooseOne(Statement):
    by: Formula
    prompt: Text
    alternatives: list[Alternative]
    otherwise: Block | None
    otherwise_cites: list[Cite]


@dataclass(slots=True, eq=False)
class Pick(Statement):
    name: str
    count: Formula | None  # None: one
    over: Formula
    where: Formula | None
    weight: Formula | None  # None: the same for all
    then: Block
    otherwise: Block | None
    otherwise_cites: list[Cite]
    local: Any = field(default=None, init=False)  # the Local that the name makes (typing stage)


@dataclass(slots=True, eq=False)
class Offer(Statement):
    families: list[str]  # ["actions"]: all
    to: Formula
    occasion: str | None
    until: str | None  # "done": repeatedly; "taken": one must be taken; None: once
    requires: list[Require]
    on_none: Block | None
    chosen: str | None
    on_chosen: Block | None
    prompt: Text | None = None
    local: Any = field(default=None, init=False)  # the Local that the name makes (typing stage)


@dataclass(slots=True, eq=False)
class Return(Statement):
    value: Formula | None


@dataclass(slots=True, eq=False)
class ProceedStatement(Statement):
    proceed: Proceed


@dataclass(slots=True, eq=False)
class Lasting(Statement):
    point: str  # "end" or "start"
    phase: str
    once: bool
    rules: list[Standing]
    captures: list[Any] = field(default_factory=list, init=False)  # outer Locals its rules use, and the Builtin `this`


SCORER = "each player"  # the name for the player in the score of a Win; no name of the rules can clash with it


@dataclass(slots=True, eq=False)
class Win(Statement):
    """`who`: the winners; None: the player with the highest score. `score`: a player's score, with the local as the
    player.
    """

    who: Formula | None
    score: Call | None
    reason: Text | None
    local: Any = field(default=None, init=False)  # Local


@dataclass(slots=True, eq=False)
class Nothing(Statement):
    pass


@dataclass(slots=True, eq=False)
class DocPart(Node):
    """Words about one value, parameter or name of a declaration."""

    name: str
    text: str


@dataclass(slots=True, eq=False)
class Doc(Node):
    """The words of a declaration: its lines that begin with `##`. They change nothing in play."""

    text: str
    parts: list[DocPart]


@dataclass(slots=True, eq=False)
class Declaration(Node):
    """The fields that all declarations share, with the fields of a kind. A declaration of a file is a `Declared`."""

    cites: list[Cite] = field(default_factory=list, kw_only=True)
    doc: Doc | None = field(default=None, kw_only=True)


@dataclass(slots=True, eq=False)
class Head(Node):
    """A name and names for its arguments: `movement(co)`. `names` may be shorter than the parameters."""

    name: str
    names: list[str]
    locals: list[Any] = field(default_factory=list, init=False)  # one Local a parameter; unnamed: no name
    ref: Any = field(default=None, init=False)  # the target symbol; None for the word of an offer


@dataclass(slots=True, eq=False)
class StandingRule(Declaration):
    """The fields that all standing rules share. Each of them is a `Standing`."""

    head: Head
    where: Formula | None


@dataclass(slots=True, eq=False)
class Hook(StandingRule):
    when: str  # before, instead, after
    block: Block


@dataclass(slots=True, eq=False)
class Modify(StandingRule):
    becomes: Formula | None  # either this
    by: Formula | None  # or this, with its limits
    up_to: Formula | None
    down_to: Formula | None
    at_last: bool

    @property
    def layer(self) -> int:
        """Modifiers of a function work in layers: those that replace, those that add, then those marked `at last`."""
        return 2 if self.at_last else 1 if self.becomes is None else 0


@dataclass(slots=True, eq=False)
class Forbid(StandingRule):
    reason: Text


@dataclass(slots=True, eq=False)
class When(StandingRule):
    """`head` has an empty name; `where` is the formula that becomes true."""

    once: bool
    block: Block


Step = (
    Set
    | Raise
    | Lower
    | Move
    | MoveBefore
    | Remove
    | Let
    | Require
    | CallStatement
    | Run
    | If
    | ForEach
    | While
    | Repeat
    | Choose
    | ChooseTogether
    | ChooseOne
    | Pick
    | Offer
    | Return
    | ProceedStatement
    | Lasting
    | Win
    | Nothing
)
Block = list[Step]
Standing = Hook | Modify | Forbid | When
