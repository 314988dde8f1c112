"""The place of a formula or statement: the known names, `this`, and the permitted steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from ...lang import tree
from ...lang.diagnostic import Report
from ...lang.source import NOWHERE, Span
from ...pack.model.bundle import Bundle
from .symbols import (
    Action,
    Area,
    Builtin,
    CallField,
    Carried,
    Function,
    Kind,
    Local,
    Member,
    NameKind,
    Option,
    Procedure,
    State,
    Symbol,
    Table,
    Title,
    TypedGame,
    Value,
    Zone,
)
from .types import NOTHING, Type


class How(IntEnum):
    """The effects that a formula may have."""

    PURE = 0
    MAKES = 1  # `new`, `pending`: in statements
    ACTS = 2  # also roll, ask and call procedures: in let, set, return and whole conditions


TypeFormula = Callable[["Place", tree.Formula, Type | None, How], Type]
TypeStep = Callable[["Place", tree.Step], None]


@dataclass(slots=True)
class World:
    """The data that all stages of typing share.

    A formula holds formulas and a step holds steps, of any kind. The function that types any kind comes with the world.
    """

    bundle: Bundle
    game: TypedGame
    report: Report
    formula: TypeFormula
    step: TypeStep
    values: dict[tuple[Type, str], Value] = field(default_factory=dict)
    names: dict[str, Symbol] = field(default_factory=dict)  # the space of values
    callables: dict[str, Symbol] = field(default_factory=dict)
    known_ids: set[str] = field(default_factory=set)  # contents of fields of type `name`, other than titles
    offer_words: set[str] = field(default_factory=set)
    untyped: dict[int, Callable[[], None]] = field(default_factory=dict)  # functions whose type is not known yet
    inferring: set[int] = field(default_factory=set)
    circular: set[int] = field(default_factory=set)  # functions that needed their own type to find it
    defaults: dict[int, Any] = field(default_factory=dict)  # the constants of fields that are not written
    nodes: list[tree.Node] = field(default_factory=list)  # all code of the packs
    literals: dict[tuple[Any, ...], str] = field(default_factory=dict)  # by kind and values: the title of that thing
    section_item: Type = NOTHING  # the contents of a section of a deck

    def type_of(self, function: Function) -> Type:
        """The type of the function's value, inferred from its body now if it is not declared."""
        if id(function) in self.inferring:
            self.circular.add(id(function))
        infer = self.untyped.pop(id(function), None)
        if infer is not None:
            self.inferring.add(id(function))
            infer()
            self.inferring.discard(id(function))
        return function.type

    def pack_of(self, node: object) -> str:
        return self.bundle.home.get(id(node), "")


class LocalScope:
    """The locals of a block; `lasting` marks where rules made by `until` begin."""

    def __init__(self, parent: LocalScope | None = None, lasting: tree.Lasting | None = None) -> None:
        self.parent = parent
        self.lasting = lasting
        self.names: dict[str, Local] = {}
        self.facts: dict[
            Symbol, Type
        ] = {}  # facts about names from enclosing conditions: narrower types than their own

    def find(self, name: str) -> Local | None:
        """The local of that name; where it comes from outside an `until`, that keeps it."""
        crossed: list[tree.Lasting] = []
        here: LocalScope | None = self
        while here is not None:
            if name in here.names:
                found = here.names[name]
                for lasting in crossed:
                    if found not in lasting.captures:
                        lasting.captures.append(found)
                return found
            if here.lasting is not None:
                crossed.append(here.lasting)
            here = here.parent
        return None

    def known(self) -> dict[str, Local]:
        outer = self.parent.known() if self.parent else {}
        return {**outer, **self.names}

    def fact_of(self, symbol: Symbol) -> Type | None:
        """The narrowest type of a name according to enclosing conditions, if any."""
        here: LocalScope | None = self
        while here is not None:
            if symbol in here.facts:
                return here.facts[symbol]
            here = here.parent
        return None

    def lastings(self) -> list[tree.Lasting]:
        outer = self.parent.lastings() if self.parent else []
        return [*outer, self.lasting] if self.lasting is not None else outer


@dataclass(slots=True)
class Place:
    """The place of code. `within(…)` gives the same place with an inner scope."""

    world: World
    scope: LocalScope
    this: Type | None = None
    carried: Carried | None = None
    value: Type | None = None  # of `value`, in `becomes`
    proceeds: Symbol | None = None  # the call that `proceed` continues
    result: Type = NOTHING  # the type that `return` gives
    returns: str = ""  # the place in words, for `return`: "a procedure", "a hook", or empty: none
    after: Symbol | None = None  # the target of the `after` hook around it: `was` is known

    @property
    def game(self) -> TypedGame:
        return self.world.game

    @property
    def report(self) -> Report:
        return self.world.report

    def within(self, lasting: tree.Lasting | None = None) -> Place:
        return Place(
            self.world,
            LocalScope(self.scope, lasting),
            self.this,
            self.carried,
            self.value,
            self.proceeds,
            self.result,
            self.returns,
            self.after,
        )

    def keep_this(self, this: Builtin) -> None:
        """`this` is used here: every `until` around keeps it."""
        for lasting in self.scope.lastings():
            if this not in lasting.captures:
                lasting.captures.append(this)

    def make(self, name: str, of: Type, node: tree.Node, settable: bool = False) -> Local:
        """A new local of this scope; reports a name that is taken."""
        local = Local(name, of, node, settable)
        if name:
            self.check_free(name, node.at)
            self.scope.names[name] = local
        return local

    def check_free(self, name: str, at: Span) -> None:
        taken: Symbol | None = self.scope.known().get(name) or self.world.names.get(name)
        if taken is None and self.carried is not None:
            taken = self.carried.states.get(name) or self.carried.functions.get(name)
            if isinstance(taken, Function) and taken.params:
                taken = None
        if taken is None and name in self.game.words:
            taken = self.game.words[name][0]
        if taken is None or not self.world.bundle.may_name(at, place_of(taken)):
            return
        message = f"`{name}` is already {what(taken)}"
        if isinstance(taken, Area | Title) and any(one.message == message for one in self.report):
            return  # the error is the one name of a map, or of a thing, not all its uses
        where = place_of(taken)
        notes = [(where, "declared here")] if where is not NOWHERE else []
        self.report.error("name-taken", message, at, "rename it: a name cannot hide another", notes)


def place_of(symbol: Symbol) -> Span:
    return symbol.decl.at if symbol.decl is not None else NOWHERE


WORDS: dict[type[Symbol], str] = {
    Local: "a name known here",
    Value: "a name of a kind",
    Title: "the id of a thing",
    Area: "an area of a map",
    Option: "an option",
    Kind: "a kind",
    NameKind: "a kind of names",
    State: "a state",
    Zone: "a zone",
    Table: "a table",
    Function: "a function",
    Action: "an action",
    Builtin: "a built-in name",
    CallField: "a field of a pending call",
}


def what(symbol: Symbol) -> str:
    """The kind of a symbol, in a sentence."""
    if isinstance(symbol, Member):
        return "a state" if symbol.is_state else "a field"
    if isinstance(symbol, Procedure):
        return "a phase" if symbol.is_phase else "a procedure"
    return WORDS.get(type(symbol), "a name")
