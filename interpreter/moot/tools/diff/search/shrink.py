"""Shrinks a counterexample by delta debugging: remove parts and lower values while the two still part."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...setup.named_position import NamedPosition
from .common_random import Chance

Choices = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """A position, the results of chance, and the choices."""

    given: NamedPosition
    chance: tuple[Chance, ...]
    choices: Choices

    @property
    def size(self) -> tuple[int, int, int, int]:
        """A smaller trial is easier to read."""
        names = sum(isinstance(c.came, tuple) for c in self.chance)
        far = sum(min(abs(v), 99) for v in self.given.states.values() if isinstance(v, int))
        whole = 1000 if self.given.phase is None and len(self.chance) + len(self.choices) > 2 else 0
        return 3 * len(self.choices) + len(self.chance) + names + self.given.size + whole, far, 0, 0


Check = Callable[[Trial], Trial | None]  # the trial as played, cut off where the two part; None if they do not


def shrunk(trial: Trial, check: Check, tries: int = 600) -> Trial:
    """The smallest trial found; equal trials give equal results."""
    return _Shrinker(check, tries).run(trial)


class _Shrinker:
    def __init__(self, check: Check, tries: int) -> None:
        self.check = check
        self.left = tries
        self.best: Trial

    def run(self, trial: Trial) -> Trial:
        self.best = trial
        while self.left > 0:
            before = self.best.size
            for step in (
                self._chance,
                self._all_states,
                self._zones,
                self._states,
                self._things,
                self._choices,
                self._values,
            ):
                step()
            if self.best.size >= before:
                break
        return self.best

    def _try(self, trial: Trial) -> bool:
        if self.left <= 0:
            return False
        self.left -= 1
        found = self.check(trial)
        if found is None or found.size >= self.best.size:
            return False
        self.best = found
        return True

    def _with(self, **changes: Any) -> bool:
        return self._try(replace(self.best, given=replace(self.best.given, **changes)))

    # -------------------------------------------------------------------------------------------- single steps

    def _chance(self) -> None:
        if self.best.chance:
            self._try(replace(self.best, chance=()))
        for number, one in enumerate(self.best.chance):
            if number < len(self.best.chance) and one.sort == "shuffle" and one.came:
                came = Chance("shuffle", ())
                self._try(replace(self.best, chance=_put(self.best.chance, number, came)))

    def _choices(self) -> None:
        """Remove choices, also two at a time, together with their consequences."""
        for size in (2, 1):
            for number in reversed(range(len(self.best.choices) - size + 1)):
                choices = self.best.choices
                if number + size > len(choices):
                    continue
                fewer = choices[:number] + choices[number + size :]
                if not self._try(replace(self.best, choices=fewer)):
                    zones = _taken_out(self.best.given.zones, choices[number : number + size])
                    if zones != self.best.given.zones:
                        given = replace(self.best.given, zones=zones)
                        self._try(replace(self.best, choices=fewer, given=given))

    def _all_states(self) -> None:
        if self.best.given.states:
            self._without("states", list(self.best.given.states))

    def _zones(self) -> None:
        """The arguments of the call keep their places."""
        named = set(self._begun_with())
        zones = self.best.given.zones
        keys = sorted((key for key in zones if named.isdisjoint(zones[key])), key=lambda key: -len(zones[key]))
        for several in (keys, *([key] for key in keys)):
            self._without("zones", several)

    def _begun_with(self) -> tuple[str, ...]:
        phase = self.best.given.phase
        return () if phase is None else phase[1]

    def _states(self) -> None:
        for key in list(self.best.given.states):
            if key in self.best.given.states:
                self._without("states", [key])

    def _without(self, part: str, keys: list[str]) -> None:
        """Remove lines: all at once if possible, otherwise each half on its own."""
        now: dict[str, Any] = getattr(self.best.given, part)
        keys = [key for key in keys if key in now]
        if not keys or self.left <= 0:
            return
        if self._with(**{part: {key: value for key, value in now.items() if key not in keys}}) or len(keys) == 1:
            return
        if part == "zones":
            return
        half = len(keys) // 2
        self._without(part, keys[:half])
        self._without(part, keys[half:])

    def _things(self) -> None:
        for zone in list(self.best.given.zones):
            for size in (len(self.best.given.zones.get(zone, ())), 3, 2, 1):
                self._fewer(zone, size)

    def _fewer(self, zone: str, size: int) -> None:
        """Remove that many things at once from a zone."""
        place = 0
        while size and self.left > 0:
            zones = self.best.given.zones
            things = zones.get(zone, ())
            if place + size > len(things):
                return
            gone = things[place : place + size]
            if not set(self._begun_with()).isdisjoint(gone) or not self._with(
                zones=zones | {zone: things[:place] + things[place + size :]}
            ):
                place += size

    def _values(self) -> None:
        for key, value in list(self.best.given.states.items()):
            if isinstance(value, int):
                for smaller in _smaller(value):
                    states = self.best.given.states
                    if states.get(key) == value and self._with(states=states | {key: smaller}):
                        break


def _taken_out(zones: dict[str, tuple[str, ...]], choices: Choices) -> dict[str, tuple[str, ...]]:
    """The zones without the chosen things: by name, or by title for things of a player."""
    found = dict(zones)
    for player, key in choices:
        for zone, things in found.items():
            mine = player in zone
            found[zone] = tuple(t for t in things if t != key and not (mine and t.rpartition(".")[2] == key))
    return found


def _put(items: Sequence[Any], number: int, *given: Any) -> tuple[Any, ...]:
    return (*items[:number], *given, *items[number + 1 :])


def _smaller(value: int) -> Iterator[int]:
    """Smaller numbers, closest to zero first."""
    sign = -1 if value < 0 else 1
    seen = {value}
    for size in (0, 1, 2, 3, 5, abs(value) // 2, abs(value) - 2, abs(value) - 1):
        if 0 <= size < abs(value) and size not in seen:
            seen.add(size)
            yield sign * size
