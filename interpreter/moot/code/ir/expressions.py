"""Expressions: they read, and never write, prompt or call anything that may pause.

So an expression may be moved, dropped, repeated and folded by code that respects its reads (`effects`). Only the order
of statements determines the order of changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .node import AnyExpr
from .operations import Operation
from .reps import Rep

Plain = int | bool | str | None | tuple["Plain", ...]  # possible constants
PrintedTable = tuple[str, str]  # a printed field: the root of its kind, and its name


@dataclass(frozen=True, slots=True, eq=False)
class Var:
    """A local of a unit, or of a loop inside an expression. One object for each; `name` is for people and printers."""

    name: str
    rep: Rep


@dataclass(frozen=True, slots=True)
class Const(AnyExpr):
    """A value that is known. A `range` is kept for a seq of numbers that follow one another."""

    rep: Rep
    value: Plain | range


@dataclass(frozen=True, slots=True)
class Local(AnyExpr):
    """`rep` may be narrower than the variable's: where it is known to be there."""

    rep: Rep
    var: Var


@dataclass(frozen=True, slots=True)
class Cell(AnyExpr):
    """A state: the cell of that number, one of the `count` from `first`."""

    rep: Rep
    at: Expr
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class Cells(AnyExpr):
    """All cells of a state as they are now, as a seq: to be kept, and given back by a `Fill` of each."""

    rep: Rep
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class Where(AnyExpr):
    """The zone of a thing."""

    rep: Rep
    thing: Expr


@dataclass(frozen=True, slots=True)
class Printed(AnyExpr):
    """A printed value of a thing, or a value of a name: a table that never changes."""

    rep: Rep
    table: PrintedTable
    at: Expr


@dataclass(frozen=True, slots=True)
class Field(AnyExpr):
    """A field or state of a row; none where the row is gone."""

    rep: Rep
    row: Expr
    name: str


@dataclass(frozen=True, slots=True)
class Sparse(AnyExpr):
    """A state of rows: the value stored for these arguments, or else its initial value."""

    rep: Rep
    place: int
    args: tuple[Expr, ...]
    first: Expr


@dataclass(frozen=True, slots=True)
class RowZone(AnyExpr):
    """The zone of that name which a row has; none where the row is gone."""

    rep: Rep
    name: str
    row: Expr


@dataclass(frozen=True, slots=True)
class Contents(AnyExpr):
    """The contents of a zone, in order: the only way from a zone to a seq. For no zone: empty.

    The list is live: a value that must outlast the next move is `frozen`.
    """

    rep: Rep
    zone: Expr


@dataclass(frozen=True, slots=True)
class Make(AnyExpr):
    """A seq of these, or the arguments of a call (`args`), or an option."""

    rep: Rep
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Listening(AnyExpr):
    """Whether any rule in play listens in this slot."""

    rep: Rep
    slot: int


@dataclass(frozen=True, slots=True)
class Listeners(AnyExpr):
    """The rules that hook a target, oldest first: those of rules files (`target`; -1: none), then those in play in
    this slot (-1: none). `newest`: in reverse.
    """

    rep: Rep
    target: int
    slot: int
    newest: bool = False


@dataclass(frozen=True, slots=True)
class Arg(AnyExpr):
    """An argument of the hooked call, in a unit that has `args`."""

    rep: Rep
    args: Expr
    number: int


@dataclass(frozen=True, slots=True)
class Captured(AnyExpr):
    """A local that a rule made by `until` has kept, or what its `was` came to."""

    rep: Rep
    inst: Expr
    number: int


@dataclass(frozen=True, slots=True)
class RuleSource(AnyExpr):
    """The thing whose standing rule this is."""

    rep: Rep
    inst: Expr


@dataclass(frozen=True, slots=True)
class Op(AnyExpr):
    """An operation; `make.op` builds it, folded. `verify` says what each takes and gives."""

    rep: Rep
    op: Operation
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Bind(AnyExpr):
    """A value that `body` reads more than once."""

    rep: Rep
    var: Var
    value: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class Fold(AnyExpr):
    """A loop without effects over a seq.

    any, every, count, each (the members, or the values of `of` for them, in order), sum, most, least. `of`: the formula
    that `every` tests and `sum`, `most`, `least` read; for none, the result is none or the member is skipped (sentence
    38 of docs/semantics.md, and 36 for a sum).
    """

    rep: Rep
    what: Literal["any", "every", "count", "each", "sum", "most", "least"]
    var: Var
    over: Expr
    where: Expr | None
    of: Expr | None


@dataclass(frozen=True, slots=True)
class Pure(AnyExpr):
    """A function of the rules is called: a unit that does not pause and has no effects."""

    rep: Rep
    unit: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Prim(AnyExpr):
    """A function of the runtime that only reads; `prims.PRIMS` says what it takes and reads."""

    rep: Rep
    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class UnitRef(AnyExpr):
    """A unit as a value, for functions of the runtime that call it."""

    rep: Rep
    unit: str


@dataclass(frozen=True, slots=True)
class OnBoard(AnyExpr):
    """A reading of a board: neighbours, neighbour, ray, sides, ends, direction, between, across, line, crossed,
    distance, within.

    Arguments may be none: then the result is none, or empty.
    """

    rep: Rep
    board: str
    what: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Search(AnyExpr):
    """The routes over a board at the costs of a function: `reachable`, `cost`, `path`, `slide`.

    `given`: the arguments of the function before the two places of a step. `ends`: the start, and the limit, the goal
    or the direction.
    """

    rep: Rep
    what: Literal["reachable", "cost", "path", "slide"]
    board: str
    step: str  # the unit of the function
    given: tuple[Expr, ...]
    ends: tuple[Expr, Expr]


@dataclass(frozen=True, slots=True)
class Held(AnyExpr):
    """The contents of a keeper: for this key the known values by place, or all of them by arguments. Without a
    keeper: a new list over the places of a board, with no known values.
    """

    rep: Rep
    keeper: str
    board: str
    key: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Kept(AnyExpr):
    """The result of `value`: looked up if it is known, otherwise computed and stored.

    at: the place or the arguments of its entry in the local; None if the local is for it alone.
    """

    rep: Rep
    held: Var
    at: Expr | None
    value: Expr


@dataclass(frozen=True, slots=True)
class Members(AnyExpr):
    """The places that pass a test, in order. A keeper stores them for this key, and tests again only places near a
    change. recomputed: the same, by testing all.
    """

    rep: Rep
    keeper: str
    key: tuple[Expr, ...]
    recomputed: Expr


@dataclass(frozen=True, slots=True)
class Tabled(AnyExpr):
    """The result of a function that reads no position: computed once for all games."""

    rep: Rep
    unit: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Lookup(AnyExpr):
    """The cell of a table of a pack. `sure`: each argument is a key; otherwise a number outside means the nearest
    limit, none gives none, and a missing cell is an error.
    """

    rep: Rep
    table: str
    args: tuple[Expr, ...]
    sure: bool


@dataclass(frozen=True, slots=True)
class Lying(AnyExpr):
    """The given things that are in a zone, as a mask; a position stores the zone's contents as a number.

    `things`: a bit for each of them.
    """

    rep: Rep
    zone: int
    things: int


@dataclass(frozen=True, slots=True)
class Summed(AnyExpr):
    """The total over the things of a mask. `table`: the value of each."""

    rep: Rep
    table: PrintedTable
    things: Expr


@dataclass(frozen=True, slots=True)
class Modified(AnyExpr):
    """The value of a function for a thing, or its total over the things of a mask.

    Only the set of active rules in the slot changes it, so it is cached for each such set. `plain`: the table of the
    values without active rules, if there is one.
    """

    rep: Rep
    unit: str
    slot: int
    of: Expr
    plain: PrintedTable | None = None


@dataclass(frozen=True, slots=True)
class DataFormula(AnyExpr):
    """A formula that is printed on a thing, with these arguments: none where there is none."""

    rep: Rep
    table: PrintedTable
    thing: Expr
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Show(AnyExpr):
    """A value as people read it."""

    rep: Rep
    value: Expr


Expr = (
    Const
    | Local
    | Cell
    | Cells
    | Where
    | Printed
    | Field
    | Sparse
    | RowZone
    | Contents
    | Make
    | Listening
    | Listeners
    | Arg
    | Captured
    | RuleSource
    | Op
    | Bind
    | Fold
    | Pure
    | Prim
    | UnitRef
    | OnBoard
    | Search
    | Held
    | Kept
    | Members
    | Tabled
    | Lookup
    | Lying
    | Summed
    | Modified
    | DataFormula
    | Show
)
