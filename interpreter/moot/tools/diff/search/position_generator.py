"""Generates positions in which a difference may show: positions of games, changed at the relevant places."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ....state.tags import Tag
from ...setup.named_position import NamedCall, NamedPosition, name_in
from ..structure.side import CompiledRules
from .impact import Impact
from .sampled_calls import Samples

STRAIGHT = 0.1  # share of the positions left as they were in a game
SWAPS = 4
MOST_SET = 4
LEVEL = 0.2  # share of the states set for which all states of the name get one value
FEW = 2  # most titles of an argument in games, if its meaning is settled
_CHOICE = ("bool", "names", "words")  # types of values with few names


class PositionGenerator:
    """Positions for one difference, by name. `rules`: both sides, with ranges to keep. Samples are from the first."""

    def __init__(self, rules: Sequence[CompiledRules], samples: Samples, impact: Impact, luck: random.Random) -> None:
        self.rules = rules
        self.samples = samples
        self.impact = impact
        self.luck = luck
        self.setup = rules[0].setup
        layout = rules[0].game.program.layout
        self.decks = {thing.key: thing.deck for thing in layout.things}
        self.title_of = {thing.key: thing.title for thing in layout.things}
        self.kinds = {thing.key: thing.kind for thing in layout.things}
        self.wanted: dict[str, float] = {
            t.key: _weight(impact.titles[t.title]) for t in layout.things if t.title in impact.titles
        }
        self.names = [n for n in impact.procedures if samples.by_name.get(n)]
        ways = rules[0].game.program.index.ways
        self.inner = {n: [m for m in samples.by_name if n in ways.get(m, ())] for n in self.names}
        self.weights = [1.0 / (1 + impact.procedures[name]) for name in self.names]
        blind = {name: d for name, d in impact.procedures.items() if d <= 2 and not samples.by_name.get(name)}
        self.unmet = [name for name in blind if self.setup.procedures.get(name) is not None]
        self.keys = [key for key in self.setup.cells if name_in(key) in impact.states]
        self.heavy = [
            1.0 / (1 + impact.states[name_in(key)]) for key in self.keys
        ]  # several distant states may have to agree
        self.numbers = sorted(impact.numbers)

    @property
    def able(self) -> bool:
        """Whether games have called any procedure that leads there."""
        return bool(self.names)

    def next(self) -> NamedPosition:
        """A position and the procedure to begin with."""
        luck = self.luck
        name = luck.choices(self.names, self.weights)[0]
        sample = luck.choice(self.samples.by_name[name])
        inner = self.inner.get(name)
        if inner and luck.random() < 0.4:  # with the phase partly done, so that every iteration of a loop occurs
            sample = replace(luck.choice(self.samples.by_name[luck.choice(inner)]), args=sample.args)
        given = self.setup.position_by_name(sample.position, name, sample.args)
        if self.unmet and luck.random() < 0.3:
            given = self._never_met(given)
        if luck.random() < STRAIGHT:
            return given
        zones = {key: list(things) for key, things in given.zones.items()}
        assert given.phase is not None
        args = list(given.phase[1])
        self._bring(zones, args, self._settled(given.phase))
        way = luck.random()
        if way < 0.3:
            self._shift(zones, args)
        if way < 0.1 or (way > 0.6 and self.inner.get(name)):
            self._thin(zones, args)
        states = self._states(given.states)
        phase: NamedCall = (given.phase[0], tuple(args))
        return self._in_range(replace(given, phase=phase, zones={k: tuple(v) for k, v in zones.items()}, states=states))

    def _never_met(self, given: NamedPosition) -> NamedPosition:
        """A procedure that no game has called, with random arguments."""
        name = self.luck.choice(self.unmet)
        args: list[str] = []
        for _, tag in self.setup.procedures[name]:
            value = self._any_value(tag, given)
            if value is None:
                return given
            args.append(str(value))
        return replace(given, phase=(name, tuple(args)))

    def _any_name(self, tag: Tag) -> str:
        """Any value of one of the types in `_CHOICE`."""
        if tag.sort == "bool":
            return self.luck.choice(("yes", "no"))
        return self.luck.choice(tag.names or self.setup.layout.names[tag.inner])

    def _any_value(self, tag: str, given: NamedPosition) -> Any:
        luck = self.luck
        if Tag.read(tag).sort in _CHOICE:
            return self._any_name(Tag.read(tag))
        if tag == "number":
            return luck.choice([*self.numbers, 1])
        if tag == "thing":
            lying = [
                thing for key, things in given.zones.items() if name_in(key) in self.impact.zones for thing in things
            ]
            if self.wanted and (not lying or luck.random() < 0.7):
                return self._drawn()
            return luck.choice(lying) if lying else None
        return None

    # -------------------------------------------------------------------------------------------- things

    def _bring(self, zones: dict[str, list[str]], args: list[str], settled: set[str]) -> None:
        """Move relevant things into relevant zones, or make them arguments, in exchange for others there."""
        luck = self.luck
        times = luck.randint(1, SWAPS) if self.wanted or luck.random() < 0.5 else 0
        for _ in range(times if self.decks else 0):
            thing = self._drawn() if self.wanted and luck.random() < 0.9 else luck.choice(list(self.decks))
            here = next((key for key, things in zones.items() if thing in things), None)
            if here is None:
                continue
            if thing in settled:
                continue
            named = [arg for arg in args if arg in self.decks and arg not in settled and self._like(arg, thing)]
            if named and luck.random() < 0.5:
                self._exchange(zones, args, thing, here, luck.choice(named))
                continue
            goals = [k for k, things in zones.items() if things and k != here and name_in(k) in self.impact.zones]
            goals = goals or [key for key, things in zones.items() if things and key != here]
            if not goals:
                continue
            goal = luck.choice(goals)
            lying = [other for other in zones[goal] if other not in settled]
            there = [other for other in lying if self._like(other, thing)] or [
                other for other in lying if self._may_lie(goal, thing) and self._may_lie(here, other)
            ]
            if there:
                self._exchange(zones, args, thing, here, luck.choice(there))

    def _settled(self, phase: NamedCall) -> set[str]:
        """The arguments that are nearly always the same thing in games, and so must stay."""
        name, args = phase
        seen = self.samples.by_name.get(name, ())
        found = set()
        for number, arg in enumerate(args):
            if arg in self.decks and len({self._title(sample.args[number]) for sample in seen}) <= FEW:
                found.add(arg)
        return found

    def _title(self, thing: Any) -> str:
        things = self.setup.layout.things
        return things[thing].title if isinstance(thing, int) and 0 <= thing < len(things) else ""

    def _drawn(self) -> str:
        """A random relevant thing, weighted by relevance."""
        return self.luck.choices(list(self.wanted), list(self.wanted.values()))[0]

    def _exchange(self, zones: dict[str, list[str]], args: list[str], thing: str, here: str, other: str) -> None:
        there = next((key for key, things in zones.items() if other in things), None)
        if there is None or thing == other:
            return
        one, two = zones[here].index(thing), zones[there].index(other)
        zones[here][one], zones[there][two] = other, thing
        swapped = {thing: other, other: thing}
        args[:] = [swapped.get(arg, arg) for arg in args]

    def _like(self, one: str, other: str) -> bool:
        return self.decks[one] == self.decks[other] and self.kinds[one] == self.kinds[other]

    def _may_lie(self, zone: str, thing: str) -> bool:
        return (self.setup.zones[zone], self.decks[thing]) in self.samples.lain

    def _shift(self, zones: dict[str, list[str]], args: list[str]) -> None:
        """Move a few things to zones that similar things have been in."""
        luck = self.luck
        sources = [key for key, things in zones.items() if things]
        if not sources:
            return
        near = [key for key in zones if name_in(key) in self.impact.zones] or list(zones)
        for _ in range(luck.randint(1, 5)):
            source = luck.choice(sources)
            if not zones[source]:
                continue
            thing = luck.choice(zones[source])
            goals = [key for key in near if key != source and self._may_lie(key, thing)]
            goals = goals if luck.random() < 0.7 else [k for k in zones if k != source and self._may_lie(k, thing)]
            if goals and thing not in args:
                zones[source].remove(thing)
                zones[luck.choice(goals)].append(thing)

    def _thin(self, zones: dict[str, list[str]], args: list[str]) -> None:
        """Among zones of one name, only a few things stay. The others go where similar things have been, so that
        games end.
        """
        luck = self.luck
        names = sorted({name_in(key) for key, things in zones.items() if len(things) > 2})
        for name in luck.sample(names, min(len(names), luck.randint(1, 2))):
            left = luck.randint(0, 4)
            for key in [key for key in zones if name_in(key) == name]:
                for thing in zones[key][left:]:
                    goals = [goal for goal in zones if name_in(goal) != name and self._may_lie(goal, thing)]
                    if goals and thing not in args:
                        zones[key].remove(thing)
                        zones[goals[-1]].append(thing)

    # -------------------------------------------------------------------------------------------- states

    def _states(self, given: dict[str, Any]) -> dict[str, Any]:
        luck = self.luck
        states = dict(given)
        chosen = luck.choices(self.keys, self.heavy, k=luck.randint(0, MOST_SET)) if self.keys else []
        for key in dict.fromkeys(chosen):
            value = self._value(key, states)
            if value is not None:
                states[key] = value
                if luck.random() < LEVEL:
                    states |= {like: value for like in self.keys if name_in(like) == name_in(key)}
        return states

    def _value(self, key: str, states: dict[str, Any]) -> Any:
        luck = self.luck
        _, tag = self.setup.cells[key]
        if Tag.read(tag).sort in _CHOICE:
            return self._any_name(Tag.read(tag))
        if tag != "number":
            return None
        near = luck.choice(self.numbers) if self.numbers else 0
        likes = [
            k for k in self.keys if k != key and self.setup.cells[k][1] == "number" and isinstance(states.get(k), int)
        ]
        own = [k for k in likes if name_in(k) == name_in(key)]
        way = luck.random()
        if way < 0.35 and (own or likes):  # as far from another state as one of the numbers
            return states[luck.choice(own or likes)] + luck.choice((-1, 1)) * (near + luck.randint(-1, 1))
        if way < 0.7:
            return near + luck.randint(-1, 1)
        return luck.choice(("low", "high", "any"))

    def _in_range(self, given: NamedPosition) -> NamedPosition:
        """Fit every number into its range, on both sides; limits may depend on other states."""
        ranged = [key for key in self.keys if key in given.states and name_in(key) in self.rules[0].bounds]
        if not ranged:
            return replace(given, states={k: _number_or_zero(v) for k, v in given.states.items()})
        states = dict(given.states)
        for key in ranged:
            if isinstance(states[key], str):
                states[key] = {"low": -(1 << 30), "high": 1 << 30, "any": None}.get(states[key], 0)
        for _ in range(2):
            ends = self._ends({k: v for k, v in states.items() if isinstance(v, int) and k in self.setup.cells})
            for key in ranged:
                low, high = ends[name_in(key)]
                value = states[key]
                states[key] = self.luck.randint(low, max(low, high)) if value is None else max(low, min(high, value))
        return replace(given, states={k: _number_or_zero(v) for k, v in states.items()})

    def _ends(self, states: dict[str, Any]) -> dict[str, tuple[int, int]]:
        """For each state, the limits that hold on both sides, given the other states."""
        found: dict[str, tuple[int, int]] = {}
        for rules in self.rules:
            S = rules.setup.blank.copy()
            for key, value in states.items():
                if key in rules.setup.cells:
                    S.cells[rules.setup.cells[key][0]] = value
                    S.rewritten()
            for name in {name_in(key) for key in self.keys} & set(rules.bounds):
                low, high = rules.setup.ends(name, S)
                before = found.get(name, (low, high))
                found[name] = max(low, before[0]), min(high, before[1])
        return found


def _weight(distance: int) -> float:
    return 1.0 / (1 + distance) ** 2


def _number_or_zero(value: Any) -> Any:
    return 0 if value in ("low", "high", "any") else value
