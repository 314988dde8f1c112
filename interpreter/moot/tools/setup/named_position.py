"""Positions as cases give them, by name, and the same position set up in any rule set that has those names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ...stack.game import Game
from ...state.layout import argument_key, row_key, state_keys, zone_key
from ...state.position import Position
from .placement import begins_anew, enter_phase, fill_zones, phases_around, settle_whens

RangeEnd = int | str  # a number, or the name of a function without parameters
NamedCall = tuple[str, tuple[str, ...]]  # a procedure and its arguments, as people write them


@dataclass(frozen=True, slots=True)
class NamedPosition:
    """The contents of a case's `given`. `phase` is None if the whole game begins.

    `zones` by key: things by key, bottom or left first; `states` by key: values as people write them.
    """

    phase: NamedCall | None = None
    within: tuple[NamedCall, ...] = ()
    zones: dict[str, tuple[str, ...]] = field(default_factory=dict)
    states: dict[str, Any] = field(default_factory=dict)

    def as_case(self) -> dict[str, Any]:
        """The mapping that a case file has under `given`."""
        case: dict[str, Any] = {}
        if self.phase is not None:
            case["phase"] = named_call_text(self.phase)
        if self.within:
            case["within"] = [named_call_text(one) for one in self.within]
        case.update({key: list(things) for key, things in self.zones.items()})
        case.update({key: {"yes": True, "no": False}.get(value, value) for key, value in self.states.items()})
        return case

    @property
    def size(self) -> int:
        """The amount to read."""
        return 2 * (len(self.zones) + len(self.states) + len(self.within)) + sum(map(len, self.zones.values()))


def name_in(key: str) -> str:
    """The name of a zone or state without its arguments or its thing."""
    return key.partition("(")[0].rpartition(".")[2]


def named_call_text(called: NamedCall) -> str:
    name, args = called
    return f"{name}({', '.join(args)})" if args else name


class CannotSetUp(ValueError):
    """A rule set has not what a position names, or must not have it there."""


class PositionSetup:
    """Sets positions up in one game, by name."""

    def __init__(self, game: Game, bounds: Mapping[str, tuple[RangeEnd, RangeEnd]] | None = None) -> None:
        """`bounds`: by name, the ranges of numeric states; each given state must be within them."""
        self.game = game
        self.bounds = bounds or {}
        program = game.program
        self.layout = layout = program.layout
        self.procedures = program.index.procedures
        self.things = {thing.key: number for number, thing in enumerate(layout.things)}
        self.zones = {zone_key(layout, number): number for number in range(len(layout.zones))}
        self.cells: dict[str, tuple[int, str]] = {}
        for row in layout.states:
            if row.first >= 0:
                self.cells.update({key: (row.first + n, row.tag) for n, key in enumerate(state_keys(layout, row))})
        self._values: dict[str, dict[str, Any]] = {}

    @cached_property
    def blank(self) -> Position:
        return self.game.machine.blank(0)

    def set_up(self, given: NamedPosition) -> tuple[Position, str, tuple[Any, ...]]:
        """The position, the procedure to begin with, and its arguments. Raises CannotSetUp."""
        program = self.game.program
        S = self.blank.copy()
        if given.phase is None:
            name, args = program.index.main, ()
        else:
            name, args = self._resolved_call(given.phase)
        around = {called[0]: self._resolved_call(called)[1] for called in given.within}
        for phase in phases_around(program.index, name, around):
            number = program.index.scopes.get(phase)
            if number is None:
                continue
            if self.procedures[phase] and phase not in around:
                raise CannotSetUp(f"`{name}` runs in `{phase}`, which takes arguments")
            enter_phase(self.game, S, number, around.get(phase, ()))
        if given.zones:
            fill_zones(self.game, S, [(self._zone(key), self._things(things)) for key, things in given.zones.items()])
        for key, value in given.states.items():
            cell, tag = self._cell(key)
            if not begins_anew(self.game, S, name_in(key), name):
                S.cells[cell] = self.value(tag, value)
            S.rewritten()
        self._keep_bounds(S, given.states)
        settle_whens(self.game, S)
        return S, name, args

    def _keep_bounds(self, S: Position, states: Mapping[str, Any]) -> None:
        for key in states:
            name = name_in(key)
            if name in self.bounds:
                low, high = self.ends(name, S)
                if not low <= S.cells[self.cells[key][0]] <= high:
                    raise CannotSetUp(f"`{key}` is not in {low}..{high}")

    def ends(self, name: str, S: Position) -> tuple[int, int]:
        """The least and the greatest value of a state as it is now; they may hang on other states."""
        functions = self.game.machine.fast.functions
        low, high = (end if isinstance(end, int) else functions[end](S) for end in self.bounds[name])
        return low, high

    def _resolved_call(self, called: NamedCall) -> tuple[str, tuple[Any, ...]]:
        name, args = called
        params = self.procedures.get(name)
        if params is None or len(params) != len(args):
            raise CannotSetUp(f"unknown procedure `{named_call_text(called)}`")
        return name, tuple(self.value(tag, arg) for (_, tag), arg in zip(params, args, strict=True))

    def _zone(self, key: str) -> int:
        if key not in self.zones:
            raise CannotSetUp(f"unknown zone `{key}`")
        return self.zones[key]

    def _things(self, keys: Iterable[str]) -> list[int]:
        found = [self.things.get(key, -1) for key in keys]
        if -1 in found:
            raise CannotSetUp("a thing is missing")
        return found

    def _cell(self, key: str) -> tuple[int, str]:
        if key not in self.cells:
            raise CannotSetUp(f"unknown state `{key}`")
        return self.cells[key]

    def value(self, tag: str, text: Any) -> Any:
        """The machine's value for what people write. Raises CannotSetUp."""
        if text == "none":
            return None
        sort, _, kind = tag.partition(" ")
        if sort in ("number", "roll"):
            return int(text)
        if sort == "string":
            return text
        if sort in ("mask", "list"):
            inner = [self.value(kind, one) for one in str(text)[1:-1].split(", ") if one]
            return sum({1 << one for one in inner}) if sort == "mask" else tuple(inner)
        known = self._values.get(tag)
        if known is None:
            known = self._values[tag] = self._known(sort, kind)
        if text not in known:
            raise CannotSetUp(f"unknown name `{text}`")
        return known[text]

    def _known(self, sort: str, kind: str) -> dict[str, Any]:
        if sort == "bool":
            return {"yes": True, "no": False}
        if sort == "names":
            return {name: number for number, name in enumerate(self.layout.names[kind])}
        if sort == "words":
            return {name: number for number, name in enumerate(kind.split(","))}
        if sort == "place":
            return self.zones | {"nowhere": -1}
        return dict(self.things)

    # -------------------------------------------------------------------------------------------- back to names

    def position_by_name(self, S: Position, name: str, args: tuple[Any, ...], scopes: bool = True) -> NamedPosition:
        """A position in which a procedure is about to be called, by name: all zones and states that there are."""
        layout = self.layout
        zones = {key: tuple(map(self._key, S.zones[number])) for key, number in self.zones.items()}
        blank = self.blank.cells
        states = {
            key: self._value_text(tag, S.cells[cell])
            for key, (cell, tag) in self.cells.items()
            if "." not in key or S.cells[cell] != blank[cell]
        }
        params = self.procedures[name]
        words = tuple(argument_key(layout, tag, arg) for (_, tag), arg in zip(params, args, strict=True))
        return NamedPosition((name, words), self._within(S, name) if scopes else (), zones, states)

    def _within(self, S: Position, name: str) -> tuple[NamedCall, ...]:
        """The running phases that have parameters, where the phases that usually run must be given arguments."""
        index = self.game.program.index
        numbers = {number: phase for phase, number in index.scopes.items()}
        usual = index.within.get(name, ())
        found = []
        for number, args, *_ in S.scopes:
            phase = numbers[number]
            if args and phase in usual:
                tags = [tag for _, tag in self.procedures[phase]]
                found.append((phase, tuple(argument_key(self.layout, t, a) for t, a in zip(tags, args, strict=True))))
        return tuple(found)

    def _key(self, thing: int) -> str:
        return self.layout.things[thing].key if thing < len(self.layout.things) else row_key(self.layout, thing)

    def _value_text(self, tag: str, value: Any) -> Any:
        return value if tag == "number" and value is not None else argument_key(self.layout, tag, value)
