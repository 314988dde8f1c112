"""Nodes of formulas and of types as written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..source import Span


@dataclass(slots=True, eq=False)
class Node:
    at: Span


@dataclass(slots=True, eq=False)
class Cite(Node):
    clause: str  # without the `@`: "8.2" of the pack's own document, or "cox/8.2"


# ------------------------------------------------------------------------------------------------ types as written


@dataclass(slots=True, eq=False)
class TypeNode(Node):
    """The fields that all written types share. Each of them is a `WrittenType`."""


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
    item: WrittenType


@dataclass(slots=True, eq=False)
class ListType(TypeNode):
    item: WrittenType


@dataclass(slots=True, eq=False)
class OrNoneType(TypeNode):
    of: WrittenType


@dataclass(slots=True, eq=False)
class WordsType(TypeNode):
    names: list[str]


@dataclass(slots=True, eq=False)
class CodeType(TypeNode):
    entry: str  # steps, standing, formula
    params: list[Param]
    result: WrittenType | None


@dataclass(slots=True, eq=False)
class Param(Node):
    name: str
    declared: WrittenType


WrittenType = NamedType | RangeType | DiceType | SetType | ListType | OrNoneType | WordsType | CodeType


# ------------------------------------------------------------------------------------------------ expressions


@dataclass(slots=True, eq=False)
class Expression(Node):
    """The fields that all formulas share. Each of them is a `Formula`."""

    type: Any = field(default=None, init=False)
    ref: Any = field(default=None, init=False)
    as_set: bool = field(default=False, init=False)  # a list in place of a set: each member counts once


@dataclass(slots=True, eq=False)
class Number(Expression):
    value: int


@dataclass(slots=True, eq=False)
class Text(Expression):
    parts: list[str | Formula]  # "{c} is struck" is [Name c, " is struck"]


@dataclass(slots=True, eq=False)
class Bool(Expression):
    value: bool


@dataclass(slots=True, eq=False)
class NoneValue(Expression):
    pass


@dataclass(slots=True, eq=False)
class Name(Expression):
    name: str
    known_as: Any = field(default=None, init=False)  # the narrower type that an enclosing condition implies, or None


@dataclass(slots=True, eq=False)
class Call(Expression):
    name: str
    args: list[Formula]


@dataclass(slots=True, eq=False)
class ListOf(Expression):
    items: list[Formula]


@dataclass(slots=True, eq=False)
class Roll(Expression):
    count: int | Formula
    faces: int
    each: bool  # the list of single results, not their sum


@dataclass(slots=True, eq=False)
class New(Expression):
    kind: str
    given: list[tuple[str, Formula]]


@dataclass(slots=True, eq=False)
class Literal(Expression):
    """A thing of a kind that never changes, by its fields."""

    kind: str
    given: list[tuple[str, Formula]]


@dataclass(slots=True, eq=False)
class Pending(Expression):
    call: Call
    player: Formula | None  # the player whose call it is, or None


@dataclass(slots=True, eq=False)
class Proceed(Expression):
    args: list[Formula] | None  # None: the same arguments again


@dataclass(slots=True, eq=False)
class Field(Expression):
    of: Formula
    name: str


@dataclass(slots=True, eq=False)
class FieldCall(Expression):
    of: Formula
    name: str
    args: list[Formula]


@dataclass(slots=True, eq=False)
class Lookup(Expression):
    of: Formula
    args: list[Formula]


@dataclass(slots=True, eq=False)
class Minus(Expression):
    of: Formula


@dataclass(slots=True, eq=False)
class Arithmetic(Expression):
    op: str  # + - * / %
    left: Formula
    right: Formula


@dataclass(slots=True, eq=False)
class Compare(Expression):
    op: str  # = != < <= > >=
    left: Formula
    right: Formula


@dataclass(slots=True, eq=False)
class In(Expression):
    item: Formula
    within: Formula


@dataclass(slots=True, eq=False)
class Is(Expression):
    of: Formula
    name: str  # a kind, a title, an action or a family


@dataclass(slots=True, eq=False)
class Cast(Expression):
    of: Formula
    name: str  # a kind


@dataclass(slots=True, eq=False)
class May(Expression):
    player: Formula
    prompt: Text


@dataclass(slots=True, eq=False)
class Not(Expression):
    of: Formula


@dataclass(slots=True, eq=False)
class And(Expression):
    items: list[Formula]


@dataclass(slots=True, eq=False)
class Or(Expression):
    items: list[Formula]


@dataclass(slots=True, eq=False)
class Conditional(Expression):
    value: Formula
    condition: Formula
    otherwise: Formula  # of a chain another one


@dataclass(slots=True, eq=False)
class Range(Expression):
    low: Formula
    high: Formula


@dataclass(slots=True, eq=False)
class Quantified(Expression):
    quantifier: str  # any every count each sum most least
    name: str
    over: Formula
    where: Formula | None
    order: Formula | None  # the key by which `each` sorts
    of: Formula | None  # the value that `every … has`, `sum … of`, `most … of`, `least … of` or `each … of` reads


Formula = (
    Number
    | Text
    | Bool
    | NoneValue
    | Name
    | Call
    | ListOf
    | Roll
    | New
    | Literal
    | Pending
    | Proceed
    | Field
    | FieldCall
    | Lookup
    | Minus
    | Arithmetic
    | Compare
    | In
    | Is
    | Cast
    | May
    | Not
    | And
    | Or
    | Conditional
    | Range
    | Quantified
)
