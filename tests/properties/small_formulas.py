"""Formulas for small packs, and what they may name: a `Scope` of names in a `World` of declarations."""

from __future__ import annotations

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


@dataclass(frozen=True, slots=True)
class State:
    """`sort`: number, bool, tint, card, player, tints. `of`: the sorts of its parameters; "this card": in the kind."""

    name: str
    sort: str
    of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Procedure:
    name: str
    level: int
    params: tuple[tuple[str, str], ...]  # name, sort
    gives: bool  # a number


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
    storm: bool = False  # there is a table of steps
    offers: list[str] = field(default_factory=list)  # actions that end an offer by themselves


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


class Formulas:
    def __init__(self, hand: Hand, world: World) -> None:
        self.hand = hand
        self.world = world

    # ------------------------------------------------------------------------------------------- formulas

    def player(self, s: Scope) -> str:
        found = self.hand.among([*s.players, *s.players, *self.world.players])
        return f"opponent({found})" if len(self.world.players) == 2 and self.hand.perhaps(25) else found

    def zone(self, s: Scope, seen: str = "") -> str:
        """Any zone of cards; with `seen` one that all see."""
        open_ones = [z for z in self.world.zones if not seen or z[2] == "all"]
        name, owned, _ = self.hand.among(open_ones)
        return f"{name}({self.player(s)})" if owned else name

    def reading(self, s: Scope, sorts: Sequence[str]) -> str | None:
        """A state of one of the sorts."""
        found = [x for x in self.world.states if x.sort in sorts and (s.cards or "card" not in " ".join(x.of))]
        if not found:
            return None
        state = self.hand.among(found)
        if state.of == ("this card",):
            return f"{self.hand.among(s.cards)}.{state.name}"
        return self.called(s, state.name, state.of)

    def called(self, s: Scope, name: str, sorts: Sequence[str]) -> str:
        return f"{name}({', '.join(self.value(s, sort) for sort in sorts)})" if sorts else name

    def value(self, s: Scope, sort: str) -> str:
        if sort == "player":
            return self.player(s)
        if sort == "card":
            return self.hand.among(s.cards)
        if sort == "tint":
            return self.tint(s)
        if sort == "bool":
            return self.truth(s)
        return self.number(s)

    def tint(self, s: Scope) -> str:
        if s.cards and self.hand.perhaps(50):
            return f"{self.hand.among(s.cards)}.tint"
        return self.hand.among(["red", "green", "blue"])

    def number(self, s: Scope, deep: int = 0) -> str:
        match self.hand.number(0, 9 if deep < 2 else 4):
            case 0 | 1:
                return str(self.hand.number(0, 3))
            case 2:
                return self.reading(s, ["number"]) or "tally"
            case 3:
                return f"size({self.zone(s)})"
            case 4:
                return self.hand.among(s.numbers) if s.numbers else "1"
            case 5:
                fits = [f for f in self.world.functions[s.function :] if f[1] == "player" or s.cards]
                if not fits:
                    return "2"
                name, sort = self.hand.among(fits)
                return f"{name}({self.value(s, sort)})"
            case 6:
                if not s.cards:
                    return "1"
                card = self.hand.among(s.cards)
                return self.hand.among([f"{card}.worth", f"rank({card}.tint)"])
            case 7:
                c = self.hand.fresh("c")
                inner = replace(s, cards=(*s.cards, c))
                if self.hand.perhaps(50):
                    return f"(count {c} in {self.zone(s)} where {self.truth(inner, 2)})"
                return f"(sum {c} in {self.zone(s)} of {self.number(inner, 2)})"
            case 8:
                sign = self.hand.among(["+", "-", "/ 2 +", "% 3 -"])
                return f"({self.number(s, deep + 1)} {sign} {self.number(s, deep + 1)})"
            case _:
                if self.hand.perhaps(40):
                    return f"yield_of[{self.number(s, 2)}, {self.tint(s)}]"
                return f"{self.hand.among(['min', 'max'])}({self.number(s, 2)}, {self.number(s, 2)})"

    def truth(self, s: Scope, deep: int = 0) -> str:
        match self.hand.number(0, 8 if deep < 2 else 4):
            case 0 | 1:
                return f"{self.number(s, deep + 1)} {self.hand.among(['>=', '<', '!=', '='])} {self.hand.number(0, 3)}"
            case 2:
                return self.reading(s, ["bool"]) or "tally > 2"
            case 3:
                if not s.cards:
                    return f"lead {self.hand.among(['=', '!='])} {self.hand.among(['none', self.player(s)])}"
                card = self.hand.among(s.cards)
                return self.hand.among(
                    [f"{card}.tint = {self.tint(s)}", f"{card} in {self.zone(s)}", f"{card} is fern"]
                )
            case 4:
                a, b = self.player(s), self.player(s)
                return f"{a} = {b}" if not s.cards else f"in_play({self.hand.among(s.cards)})"
            case 5:
                return f"not ({self.truth(s, deep + 1)})"
            case 6:
                return f"({self.truth(s, deep + 1)} {self.hand.among(['and', 'or'])} {self.truth(s, deep + 1)})"
            case 7:
                c = self.hand.fresh("c")
                inner = replace(s, cards=(*s.cards, c))
                return f"(any {c} in {self.zone(s)} where {self.truth(inner, 2)})"
            case _:
                c = self.hand.fresh("c")
                return f"(every {c} in {self.zone(s)} has {self.truth(replace(s, cards=(*s.cards, c)), 2)})"
