"""What rules of small packs may name: a `Scope` of names in a `World` of declarations; and who draws them, a `Hand`."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from hypothesis import strategies as st

T = TypeVar("T")


class Hand:
    """Draws what a pack is made of; the first of several is the simplest."""

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
        self.draw = draw
        self.count = 0

    def number(self, low: int, high: int) -> int:
        return int(self.draw(st.integers(low, high)))

    def among(self, values: Sequence[T]) -> T:
        return values[self.number(0, len(values) - 1)]

    def perhaps(self, percent: int) -> bool:
        return self.number(0, 99) >= 100 - percent

    def fresh(self, head: str) -> str:
        self.count += 1
        return f"{head}{self.count}"


class Dice(Hand):
    """Draws by a generator of Python's own."""

    def __init__(self, seed: int) -> None:
        super().__init__(lambda strategy: None)
        self.rng = random.Random(seed)

    def number(self, low: int, high: int) -> int:
        return self.rng.randint(low, high)


# The sorts of values, and their types: a place is a zone as such, `cards` are several as a list; what ends in `or none`
# may be none.
TYPES = {
    "player": "player",
    "card": "card",
    "number": "number",
    "place": "place",
    "token": "token",
    "cards": "list of card",
    "maybe": "card or none",
    "stray": "token or none",
    "perhaps": "number or none",
    "wait": "call or none",
    "spot": "spot",
}
SPOTS = ("hill", "lake", "moor", "ford")  # places of the board, where there is one
SORTS = ("player", "card", "number")  # of every pack; the others are in those that mix everything


@dataclass(frozen=True, slots=True)
class State:
    """`sort`: of SORTS, or bool, tint, tints. `of`: the sorts of its parameters; "this card", "this token": in the
    kind.
    """

    name: str
    sort: str
    of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Procedure:
    name: str
    level: int
    params: tuple[tuple[str, str], ...]  # name, sort
    gives: str = ""  # the sort of its value


@dataclass(frozen=True, slots=True)
class Act:
    """An action or family that hooks and calls that wait may name."""

    name: str
    params: tuple[tuple[str, str], ...]
    is_leaf: bool


@dataclass(slots=True)
class World:
    """What the rules declare, as far as steps name it."""

    players: list[str]
    zones: list[tuple[str, bool, str]] = field(default_factory=list)  # name, whether of a player, who sees it
    pools: set[str] = field(default_factory=set)
    states: list[State] = field(default_factory=list)
    functions: list[tuple[str, str]] = field(default_factory=list)  # name, sort of the parameter; each reads later ones
    procedures: list[Procedure] = field(default_factory=list)
    rows: bool = False  # there are tokens with a pouch
    pouch: str = ""  # who sees it
    storm: bool = False  # there is a table of steps
    offers: list[str] = field(default_factory=list)  # actions that end an offer by themselves
    mixed: bool = False  # values of all sorts stand in all places; tokens are always there
    acts: list[Act] = field(default_factory=list)
    board: bool = False  # there is a board of spots, with cards on them
    squares: bool = False  # these are squares, not a graph
    lull: bool = False  # a turn makes an offer in a word of its own
    makers: list[tuple[str, str, str]] = field(default_factory=list)  # functions: name, sorts of parameter and value

    @property
    def sorts(self) -> tuple[str, ...]:
        if not self.mixed:
            return SORTS
        return tuple(sort for sort in TYPES if sort != "spot" or self.board)


@dataclass(frozen=True, slots=True)
class Scope:
    players: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    level: int = 0
    function: int = 0  # only functions from here on
    deep: int = 0
    turn: bool = False  # a turn runs for certain
    runs: bool = True  # code of cards may be run
    others: tuple[tuple[str, str], ...] = ()  # names of values of the other sorts: name, sort

    def named(self, sort: str) -> tuple[str, ...]:
        own = {"player": self.players, "card": self.cards, "number": self.numbers}
        return own[sort] if sort in own else tuple(name for name, other in self.others if other == sort)

    def knowing(self, name: str, sort: str) -> Scope:
        """The same with one more name."""
        match sort:
            case "player":
                return replace(self, players=(*self.players, name))
            case "card":
                return replace(self, cards=(*self.cards, name))
            case "number":
                return replace(self, numbers=(*self.numbers, name))
        return replace(self, others=(*self.others, (name, sort)))

    def can(self, sort: str) -> bool:
        """Whether there is a value of the sort to be named."""
        return bool(self.named(sort)) if sort in ("card", "token", "this card", "this token") else True
