"""The meanings of names. The typing stage attaches one of these to every name and call; the compiler reads them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ...lang import tree
from ...lang.source import Span
from ...pack.model.boards import Board
from .types import Code, Type


@dataclass(slots=True, eq=False)
class Symbol:
    name: str
    type: Type  # of the value, or of the result
    decl: tree.Node | None = None


@dataclass(slots=True, eq=False)
class Local(Symbol):
    """A parameter, a `let`, a chosen, picked or loop name, or a name bound by a hook's head or an occasion.

    One object for each binding place; `settable` for those made by `let`.
    """

    settable: bool = False


@dataclass(slots=True, eq=False)
class Value(Symbol):
    """One name of a kind of names (`ann`, `E`) or of words made in a type: its index there."""

    index: int = 0


@dataclass(slots=True, eq=False)
class Title(Symbol):
    """The id of a thing: the thing itself if it has one copy, or a test after `is`.

    If the expression's type is NAME it means the id itself, a string.
    """


@dataclass(slots=True, eq=False)
class Area(Symbol):
    """A named set of places of a board's map, by their ids."""

    places: list[str] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Option(Symbol):
    value: Any = None  # settled before anything is compiled: an int, bool, None, or the index of a name


@dataclass(slots=True, eq=False)
class Kind(Symbol):
    """A kind of things. Used as a value it is the set of all of them. `type` is Thing(name)."""

    base: Kind | None = None
    fields: dict[str, Member] = field(default_factory=dict)  # its own and its bases'
    sorts: list[Kind] = field(default_factory=list)  # the kinds that name this one as their base


@dataclass(slots=True, eq=False)
class NameKind(Symbol):
    """A kind of names, `player` among them. `type` is Names(name)."""

    names: list[str] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Member(Symbol):
    """A printed field of a kind, or a state of each thing of it."""

    kind: str = ""  # the kind that declares it; for a state of an `effect`: empty
    is_state: bool = False
    default: Any = None  # tree.Formula or None
    until: tuple[str, str] | None = None  # ("end", phase)
    title: str = ""  # for a state declared in a thing's `effect`: that thing


@dataclass(slots=True, eq=False)
class State(Symbol):
    params: list[Local] = field(default_factory=list)
    until: tuple[str, str] | None = None


@dataclass(slots=True, eq=False)
class Zone(Symbol):
    """`type` is types.Zone(item, sort)."""

    params: list[Local] = field(default_factory=list)
    in_play: bool = False


@dataclass(slots=True, eq=False)
class Table(Symbol):
    params: list[Local] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Function(Symbol):
    """`owner`: the title of the thing whose `effect` declares it, otherwise empty (the same below)."""

    params: list[Local] = field(default_factory=list)
    owner: str = ""


@dataclass(slots=True, eq=False)
class Procedure(Symbol):
    """`type` is NOTHING if there is no result."""

    params: list[Local] = field(default_factory=list)
    is_phase: bool = False
    owner: str = ""


@dataclass(slots=True, eq=False)
class Action(Symbol):
    params: list[Local] = field(default_factory=list)
    families: list[Action] = field(default_factory=list)
    owner: str = ""


@dataclass(slots=True, eq=False)
class Builtin(Symbol):
    """A name that every game has: `size`, `first`, `this`, `value` … (code/typing/builtins.py lists them)."""

    sort: str = "function"  # value, function, procedure, field
    params: list[Local] = field(default_factory=list)
    doc: str = ""


@dataclass(slots=True, eq=False)
class CallField(Symbol):
    """`.player`, `.source`, `.action` or a parameter of a pending call."""


@dataclass(slots=True, eq=False)
class TypedGame:
    """Everything that a linked game declares, by name. Fields are in their kinds."""

    name: str = ""
    title: str = ""
    players: list[str] = field(default_factory=list)  # the players in this game
    absent: list[str] = field(default_factory=list)  # the players in games of other sizes
    most_players: int = 0
    kinds: dict[str, Kind] = field(default_factory=dict)
    name_kinds: dict[str, NameKind] = field(default_factory=dict)
    words: dict[str, list[Value]] = field(default_factory=dict)  # of kinds and words; the type decides among several
    titles: dict[str, Title] = field(default_factory=dict)  # also under the additional names that maps give them
    boards: dict[str, Board] = field(default_factory=dict)
    options: dict[str, Option] = field(default_factory=dict)
    states: dict[str, State] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    procedures: dict[str, Procedure] = field(default_factory=dict)  # phases too
    actions: dict[str, Action] = field(default_factory=dict)
    laws: list[tree.LawDecl] = field(default_factory=list)
    standing: list[tree.Standing] = field(default_factory=list)  # of rules files, oldest first
    main: Procedure | None = None  # the first phase
    carried: dict[str, Carried] = field(default_factory=dict)  # by title: the declarations in its `effect`
    things: dict[str, ThingValues] = field(default_factory=dict)  # by title, in the order of the packs
    left_out: set[str] = field(default_factory=set)  # titles of things of players who do not take part
    decks: dict[str, DeckValues] = field(default_factory=dict)
    cells: dict[str, dict[tuple[Any, ...], Any]] = field(default_factory=dict)  # by table; keys and values: constants
    stand_in: dict[str, dict[tuple[Any, ...], str]] = field(
        default_factory=dict
    )  # by table: cells that no source gives
    code: list[CodeUnit] = field(default_factory=list)  # all code in data: fields, cells, defaults of fields
    report: dict[str, list[str]] = field(
        default_factory=dict
    )  # values that tools show: time, last, score, plan, columns
    about: dict[str, str] = field(default_factory=dict)  # the introduction for players, with these options


@dataclass(slots=True, eq=False)
class Carried:
    """The declarations in the `standing` field of one title, known in that title's code only (dictionaries by name)."""

    title: str
    held_in: str  # the field that holds it: `effect`
    states: dict[str, Member] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    procedures: dict[str, Procedure] = field(default_factory=dict)
    actions: dict[str, Action] = field(default_factory=dict)
    laws: list[tree.LawDecl] = field(default_factory=list)
    standing: list[tree.Standing] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class TitleOf:
    """A constant that means a thing, by its id."""

    id: str


@dataclass(slots=True, eq=False)
class CodeUnit:
    """Code kept in data: steps or a formula. `title` is empty for a table's cell and for the default of a field.

    `field` is the name of the field, or of the table.
    """

    title: str
    field: str
    code: Code
    params: list[Local]
    nodes: list[Any]  # statements, or one expression
    at: Span
    kind: str = ""  # of `this`, where there is one
    pack: str = ""  # whose document its citations mean

    @property
    def entry(self) -> str:
        return self.code.entry


@dataclass(slots=True, eq=False)
class ThingValues:
    """The printed fields of one title as constants, every field of its kind, defaults applied.

    Constants: int, bool, None, str (a string or a name), the index of a name, a bit mask (types.is_mask), TitleOf, a
    CodeUnit (inside a list of code), or a tuple of constants. Fields that hold code are in `code`, by their name. A
    field in neither is code that the thing lacks.
    """

    title: str
    kind: str
    pack: str
    values: dict[str, Any] = field(default_factory=dict)
    code: dict[str, CodeUnit] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class DeckValues:
    """The initial zone of a deck's cards, their counts, and the constants of the fields that it sets."""

    id: str
    zone: Zone | None
    args: tuple[Any, ...]
    cards: list[tuple[str, int]]
    values: dict[str, Any] = field(default_factory=dict)
