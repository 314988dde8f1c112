"""The tree of a rules text: what the parser makes, names the checker resolves and the compiler reads.

Every node has `at`, its place. Expressions also have `type` and `ref`, which the typing stage fills in.
Statements and declarations carry `cites`: the clauses that the line carries out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .source import Span


@dataclass(slots=True, eq=False)
class Node:
    at: Span


@dataclass(slots=True, eq=False)
class Cite(Node):
    clause: str  # without the `@`: "8.2" of the pack's own document, or "cox/8.2"


# ------------------------------------------------------------------------------------------------ types as written


@dataclass(slots=True, eq=False)
class TypeNode(Node):
    pass


@dataclass(slots=True, eq=False)
class NamedType(TypeNode):
    name: str


@dataclass(slots=True, eq=False)
class RangeType(TypeNode):
    low: int | str  # a number, or the name of an option or of a function without parameters; -20 is a number
    high: int | str


@dataclass(slots=True, eq=False)
class DiceType(TypeNode):
    count: int
    faces: int


@dataclass(slots=True, eq=False)
class SetType(TypeNode):
    item: TypeNode


@dataclass(slots=True, eq=False)
class ListType(TypeNode):
    item: TypeNode


@dataclass(slots=True, eq=False)
class OrNoneType(TypeNode):
    of: TypeNode


@dataclass(slots=True, eq=False)
class WordsType(TypeNode):
    names: list[str]


@dataclass(slots=True, eq=False)
class CodeType(TypeNode):
    entry: str  # steps, standing, formula
    params: list[Param]
    result: TypeNode | None


@dataclass(slots=True, eq=False)
class Param(Node):
    name: str
    declared: TypeNode


# ------------------------------------------------------------------------------------------------ expressions


@dataclass(slots=True, eq=False)
class Expression(Node):
    type: Any = field(default=None, init=False)
    ref: Any = field(default=None, init=False)


@dataclass(slots=True, eq=False)
class Number(Expression):
    value: int


@dataclass(slots=True, eq=False)
class Text(Expression):
    parts: list[str | Expression]  # "{c} is struck" is [Name c, " is struck"]


@dataclass(slots=True, eq=False)
class Bool(Expression):
    value: bool


@dataclass(slots=True, eq=False)
class NoneValue(Expression):
    pass


@dataclass(slots=True, eq=False)
class Name(Expression):
    name: str


@dataclass(slots=True, eq=False)
class Call(Expression):
    name: str
    args: list[Expression]


@dataclass(slots=True, eq=False)
class ListOf(Expression):
    items: list[Expression]


@dataclass(slots=True, eq=False)
class Roll(Expression):
    count: int
    faces: int


@dataclass(slots=True, eq=False)
class New(Expression):
    kind: str
    given: list[tuple[str, Expression]]


@dataclass(slots=True, eq=False)
class Pending(Expression):
    call: Call


@dataclass(slots=True, eq=False)
class Proceed(Expression):
    args: list[Expression] | None  # None: the same arguments again


@dataclass(slots=True, eq=False)
class Field(Expression):
    of: Expression
    name: str


@dataclass(slots=True, eq=False)
class FieldCall(Expression):
    of: Expression
    name: str
    args: list[Expression]


@dataclass(slots=True, eq=False)
class Lookup(Expression):
    of: Expression
    args: list[Expression]


@dataclass(slots=True, eq=False)
class Minus(Expression):
    of: Expression


@dataclass(slots=True, eq=False)
class Arithmetic(Expression):
    op: str  # + - * / %
    left: Expression
    right: Expression


@dataclass(slots=True, eq=False)
class Compare(Expression):
    op: str  # = != < <= > >=
    left: Expression
    right: Expression


@dataclass(slots=True, eq=False)
class In(Expression):
    item: Expression
    within: Expression


@dataclass(slots=True, eq=False)
class Is(Expression):
    of: Expression
    name: str  # a kind, a title, an action or a family


@dataclass(slots=True, eq=False)
class May(Expression):
    player: Expression
    prompt: Text


@dataclass(slots=True, eq=False)
class Not(Expression):
    of: Expression


@dataclass(slots=True, eq=False)
class And(Expression):
    items: list[Expression]


@dataclass(slots=True, eq=False)
class Or(Expression):
    items: list[Expression]


@dataclass(slots=True, eq=False)
class Range(Expression):
    low: Expression
    high: Expression


@dataclass(slots=True, eq=False)
class Quantified(Expression):
    quantifier: str  # any every count each sum most least
    name: str
    over: Expression
    where: Expression | None
    of: Expression | None  # what `every … has`, `sum … of`, `most … of`, `least … of` reads


# ------------------------------------------------------------------------------------------------ statements


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
    """`choose c in …` has low = high = None; `c or none` sets or_none; `choose 2 c` has low = high = 2, `0..3 c` a span."""

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


# ------------------------------------------------------------------------------------------------ declarations


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
    section: str  # of which data: deck, scenario, map …
    title: str
    lines: list[LawLine]
    local: Any = field(default=None, init=False)  # the Local that the name makes (typing stage): the section


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
