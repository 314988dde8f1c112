"""Statements: they write, prompt, pause or continue elsewhere. Blocks nest as in the language; there are no jumps.

`Ask`, and `Call` with a point, are the only places where a unit can be left before its end. Points count from 1. A unit
continues from one with the code that `passes.behind` derives from the structure, and with the locals that `passes.live`
finds alive there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .callees import Callee
from .expressions import Cell, Expr, Var
from .node import AnyStmt
from .ways import Flood, Look, Ways


@dataclass(frozen=True, slots=True)
class Line(AnyStmt):
    """From here on this rule line is implemented, and blamed for errors. `covers`: running it counts for coverage."""

    rule: int
    covers: bool = True


@dataclass(frozen=True, slots=True)
class Entered(AnyStmt):
    """An entry of the journal: this body begins with these arguments. Their tags are for people."""

    rule: int
    args: tuple[Expr, ...]
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Note(AnyStmt):
    """For the instrumented version: a step begins, and `given` are the values of its names. `number`: the step."""

    number: int
    given: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Let(AnyStmt):
    var: Var
    value: Expr


@dataclass(frozen=True, slots=True)
class Store(AnyStmt):
    """A state is set. `silent`: neither the journal nor anybody else hears of it (first values)."""

    cell: Cell
    value: Expr
    rule: int
    silent: bool = False


@dataclass(frozen=True, slots=True)
class Fill(AnyStmt):
    """Cells that follow one another are set to one value, in silence. `each`: the value holds one for each of them."""

    first: int
    count: int
    value: Expr
    each: bool = False


@dataclass(frozen=True, slots=True)
class StoreField(AnyStmt):
    """A field or state of a row is set. `silent`: it is the initial value, which is not recorded."""

    row: Expr
    name: str
    value: Expr
    rule: int
    silent: bool = False


@dataclass(frozen=True, slots=True)
class StoreSparse(AnyStmt):
    """A state of rows is set. `first`: the value at which it takes no room."""

    place: int
    args: tuple[Expr, ...]
    value: Expr
    first: Expr
    rule: int


@dataclass(frozen=True, slots=True)
class Move(AnyStmt):
    """A thing moves to a zone: to its `top`, to its `bottom`, or `before` another thing (the goal is then that thing).

    `zones`: all zones in which it may be by then, if known. `top`: whether it is the last of its zone.
    """

    thing: Expr
    goal: Expr
    how: Literal["top", "bottom", "before"]
    rule: int
    zones: frozenset[int] | None = None
    top: bool = False


@dataclass(frozen=True, slots=True)
class MoveAll(AnyStmt):
    """All things in a zone go to another, in order."""

    zone: Expr
    goal: Expr
    rule: int


@dataclass(frozen=True, slots=True)
class Do(AnyStmt):
    """A step of the runtime that never pauses; `prims.STEPS` gives its parameters and writes. `into`: its result."""

    name: str
    args: tuple[Expr, ...]
    rule: int = -1
    into: Var | None = None


@dataclass(frozen=True, slots=True)
class Add(AnyStmt):
    """One more member behind those of a local that is a seq made here (a `Let` of an empty `Make`)."""

    var: Var
    item: Expr


@dataclass(frozen=True, slots=True)
class AddAll(AnyStmt):
    """All members of another seq behind them."""

    var: Var
    items: Expr


@dataclass(frozen=True, slots=True)
class NewRow(AnyStmt):
    """A row comes into being with these fields, in the order of its kind."""

    into: Var
    kind: str
    fields: tuple[tuple[str, Expr], ...]


@dataclass(frozen=True, slots=True)
class Mark(AnyStmt):
    """The body of a standing rule that may lead to itself begins: it is not asked about its own calls."""

    rule: int
    inst: Expr


@dataclass(frozen=True, slots=True)
class Unmark(AnyStmt):
    """It ends, or steps aside while what it proceeds to runs."""


@dataclass(frozen=True, slots=True)
class Listen(AnyStmt):
    """Rules made by `until` begin to listen. `rules`: slot and number of each. `scope`: with what they end."""

    rules: tuple[tuple[int, int], ...]
    source: Expr
    captured: Expr
    scope: Expr
    once: bool
    rule: int


@dataclass(frozen=True, slots=True)
class Enter(AnyStmt):
    """A scope is opened. `saved`: the states that go back when it ends. `quiet`: it lays no entry, frames show it."""

    phase: str
    scope: int
    args: Expr
    saved: tuple[Expr, ...]
    counted: bool
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Leave(AnyStmt):
    """The innermost scope ends; its saved values go into `saved`."""

    phase: str
    scope: int
    saved: tuple[Var, ...]
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Modify(AnyStmt):
    """A value after the modifiers in play that are active in this slot, oldest first.

    `layer`: their layer (tree.Modify.layer). `rules`: the possible ones.
    """

    var: Var
    slot: int
    args: tuple[Expr, ...]
    layer: int
    rules: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ask(AnyStmt):
    """A player, or nature, is asked; the answer is in `into`.

    | how | who | options | when nobody is asked | |---|---|---|---| | choose | player | seq | of one it is that, of
    none it is none | | some | player | seq, never empty | of one it is that | | or_none | player | seq; `none` is one
    more | of none it is none | | always | player | seq | never | | offer | player | options; what holds `done` back is
    in `held` | there are none and nothing is hidden: then none | | pick | nature | seq, perhaps with `weights` | of one
    it is that, of none it is none; else the generator draws | | roll | nature | `dice` | without a question the
    generator draws | | shuffle | nature | what lies in the zone `of` | without a question the generator draws |

    `hidden`: names of zones whose contents an offer must not betray by not asking. `words`: the prompt, where it is
    made while playing. `at_once`: if several players are prompted at once, these players, the choices of each, and the
    answers so far.
    """

    point: int
    site: int
    player: Expr
    options: Expr
    into: Var
    how: Literal["choose", "some", "or_none", "always", "offer", "pick", "roll", "shuffle"]
    words: Expr | None = None
    held: Expr | None = None
    hidden: tuple[str, ...] = ()
    dice: tuple[int, int] = (0, 0)
    weights: Expr | None = None
    at_once: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Call(AnyStmt):
    """Something is called. With a point it may pause. `into`: its value. `tail`: its value is returned at once, and no
    frame is left for it.
    """

    point: int
    callee: Callee
    args: tuple[Expr, ...]
    into: Var | None = None
    tail: bool = False
    rule: int = -1

    @property
    def pauses(self) -> bool:
        return self.point > 0


@dataclass(frozen=True, slots=True)
class If(AnyStmt):
    """`quick`: without the test the branch does nothing but entries of the journal, so the traced form takes it in any
    case.
    """

    test: Expr
    then: Block
    other: Block = ()
    quick: bool = False


@dataclass(frozen=True, slots=True)
class Loop(AnyStmt):
    """Endless, except for a `Break`. `fuel`: the line blamed if it does not end; -1 if it is certain to end."""

    body: Block
    fuel: int = -1


@dataclass(frozen=True, slots=True)
class Each(AnyStmt):
    """A loop over a seq that is evaluated once. It never pauses inside; a `Break` in it leaves it."""

    var: Var
    over: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class Scope(AnyStmt):
    """A block that a `Break` leaves at once."""

    body: Block


@dataclass(frozen=True, slots=True)
class Attempt(AnyStmt):
    """A block that reads values that may not be readable yet: if it fails, `failed` runs instead."""

    body: Block
    failed: Block


@dataclass(frozen=True, slots=True)
class Break(AnyStmt):
    """Leaves the innermost Loop, Each or Scope."""


@dataclass(frozen=True, slots=True)
class Return(AnyStmt):
    value: Expr | None


@dataclass(frozen=True, slots=True)
class Win(AnyStmt):
    """The game ends at once. `who` is None for the players with the highest score. `scores` are the players' scores in
    order, or None.
    """

    who: Expr | None
    scores: Expr | None
    reason: Expr
    rule: int


@dataclass(frozen=True, slots=True)
class Fault(AnyStmt):
    """The rules fail here: no_value, refuse (a requirement; `reason`), cut_short (in a cost), none_asked (a site),
    fuel (it does not end).
    """

    kind: Literal["no_value", "refuse", "cut_short"]
    rule: int
    reason: Expr | None = None


@dataclass(frozen=True, slots=True)
class Fuel(AnyStmt):
    """A call that may come back to itself takes one unit of fuel."""

    rule: int


Stmt = (
    Line
    | Entered
    | Note
    | Let
    | Store
    | Fill
    | StoreField
    | StoreSparse
    | Move
    | MoveAll
    | Do
    | Add
    | AddAll
    | NewRow
    | Mark
    | Unmark
    | Listen
    | Enter
    | Leave
    | Modify
    | Ask
    | Call
    | If
    | Loop
    | Each
    | Scope
    | Attempt
    | Break
    | Return
    | Win
    | Fault
    | Fuel
    | Look
    | Ways
    | Flood
)
Block = tuple[Stmt, ...]
