"""Searches for routes over a board: the functions behind compiled `reachable`, `cost`, `path` and `slide`, and
their caches.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush
from typing import Any, Generic, NoReturn, TypeVar

from ..code.program import Program
from ..state.boards import LazyTable
from ..state.position import UNSEEN, Args, Cells, Position, Value
from .faults import Fault
from .form import Namespace

T = TypeVar("T")
StepCost = Callable[..., int | None]  # (S, arguments …, from, to): the cost of a step, or none if it is not possible
Around = Sequence[Sequence[int]]  # the neighbours of each place, by its number

ENDLESS = 1 << 60  # a cost that no way has
MANY = 12  # cells; if more have changed, everything is recomputed
OTHERS = 100  # as many other arguments are kept at most
FOUND = 100_000  # values of one function are kept at most
NOBODY: tuple[tuple[CallCache, ...], tuple[tuple[PlaceCache | MemberCache, str, int], ...]] = (), ()  # reads a cell


class NearPlaces(Generic[T]):
    """Cached values of places, by arguments, and the places near a cell. `far`: the greatest distance from a place of
    the cells read for it; None if unknown.
    """

    def __init__(
        self,
        far: int | None,
        rings: Mapping[tuple[int, int], tuple[int, ...]],
        ends: Sequence[tuple[int, ...]],
        holders: Sequence[int | None],
    ) -> None:
        self.far = far
        self.rings = rings
        self.ends = ends
        self.holders = holders
        self.found: dict[Args, T] = {}

    def put(self, key: Args, kept: T) -> T:
        if len(self.found) >= OTHERS:
            self.found.clear()
        self.found[key] = kept
        return kept

    def forget(self, whose: str, thing: int, old: int, cells: Cells, cell: int) -> None:
        far = self.far if whose == "place" else None  # the usual case at once
        near = self.near(whose, thing, old, cells, cell) if far is None else self.rings[thing, far]
        if near is None:
            self.found.clear()
        else:
            self.changed(near)

    def changed(self, near: Sequence[int]) -> None:
        """Drop the values of these places."""
        raise NotImplementedError

    def clear(self) -> None:
        self.found.clear()

    def near(self, whose: str, thing: int, old: int, cells: Cells, cell: int) -> Sequence[int] | None:
        """Around a changed cell: one of a thing, or its zone. None for all places."""
        if whose == "all" or self.far is None:
            return None
        places: tuple[int | None, ...]
        if whose == "lies":
            places = self._holder(old), self._holder(cells[cell])
        elif whose == "thing":
            places = (self._holder(cells[thing]),)
        else:
            places = (thing,) if whose == "place" else self.ends[thing]
        return [near for place in places if place is not None for near in self.rings[place, self.far]]

    def _holder(self, zone: int) -> int | None:
        """The place whose zone that is; none of a zone of a row, which is made in play."""
        return self.holders[zone] if zone < len(self.holders) else None


class PlaceCache(NearPlaces[list[Value]]):
    """Results for places, by the other arguments, in lists with room for every place."""

    def __init__(self, end: int, *near: Any) -> None:
        super().__init__(*near)
        self.end = end

    def of(self, key: Args) -> list[Value]:
        """The known results for these arguments, by place; None for unknown ones."""
        known = self.found.get(key)
        return self.put(key, [None] * self.end) if known is None else known

    def changed(self, near: Sequence[int]) -> None:
        for known in self.found.values():
            for place in near:
                known[place] = None


class MemberCache(NearPlaces[tuple[list[int], set[int]]]):
    """The places that pass a test, by its other arguments, and those that must be tested again."""

    def __init__(self, test: Callable[..., bool], places: range, *near: Any) -> None:
        super().__init__(*near)
        self.test = test
        self.places = places
        self.watch: Watch | None = None  # where the test reads cells

    def of(self, S: Position, *key: Any) -> list[int]:
        """A test that reads no cells may be asked without a position, as tables of functions do that read nothing."""
        watch, test = self.watch, self.test
        if watch is not None and (S.wrote is not watch.wrote or S.wrote):
            watch.look(S)
        known = self.found.get(key)
        if known is None:
            known = self.put(key, ([place for place in self.places if test(S, *key, place)], set()))
        members, again = known
        for place in again:
            at = bisect_left(members, place)
            is_member = at < len(members) and members[at] == place
            if test(S, *key, place) != is_member:
                members[at : at + is_member] = () if is_member else (place,)
        again.clear()
        return members.copy()

    def changed(self, near: Sequence[int]) -> None:
        for _, again in self.found.values():
            again.update(near)


class CallCache(dict[Args, Value]):
    """The results of a function, by its arguments."""

    def keep(self, key: Args, value: T) -> T:
        if len(self) >= FOUND:
            self.clear()
        self[key] = value  # type: ignore[assignment]
        return value


Cache = PlaceCache | CallCache | MemberCache


class Watch:
    """All cells read for cached values, as they were when last checked.

    A position that holds the watch's own `wrote` is the one that was checked: only these cells can differ.
    """

    def __init__(self, spans: dict[tuple[int, int], list[tuple[Cache, str, int]]]) -> None:
        """By first cell and one past the last: the cache, the owner of the cells, and the thing of the first."""
        self.spans = spans
        self.keepers = list({id(kept): kept for row in spans.values() for kept, _, _ in row}.values())
        self.readers: dict[int, tuple[list[CallCache], list[tuple[PlaceCache | MemberCache, str, int]]]] = {}
        for (low, end), row in spans.items():
            for cell in range(low, end):
                calls, places = self.readers.setdefault(cell, ([], []))
                for kept, whose, first in row:
                    if isinstance(kept, CallCache):
                        calls.append(kept)
                    else:
                        places.append((kept, whose, first + cell - low))
        self.cells: Cells = []
        self.wrote: set[int] = set()
        self.passing: set[int] | None = None  # while a cost is tried: the cells to be restored that were checked
        for kept in self.keepers:
            if isinstance(kept, MemberCache):
                kept.watch = self

    def look(self, S: Position) -> None:
        """The cached values belong to this position from now on."""
        now, before = S.cells, self.cells
        if S.wrote is self.wrote:
            wrote = S.wrote
            changed = [cell for cell in wrote if now[cell] != before[cell]]
            if self.passing is not None:
                self.passing |= wrote
            wrote.clear()
        else:
            changed = self._changed(now)
            S.wrote = self.wrote = set()
        if len(changed) > MANY:
            for kept in self.keepers:
                kept.clear()
            changed, self.cells = [], now[:]
        for cell in changed:
            old, before[cell] = before[cell], now[cell]
            calls, places = self.readers.get(cell, NOBODY)
            for of_calls in calls:
                of_calls.clear()
            for of_places, whose, thing in places:
                of_places.forget(whose, thing, old, now, cell)

    def put_back(self, S: Position, wrote: set[int], passing: set[int] | None) -> None:
        """All cells are as they were before a cost was tried, and so were these two."""
        if S.wrote is not self.wrote:
            S.rewritten()
        elif S.wrote is wrote:
            wrote.update(self.passing or ())
        else:  # it was first looked at while it was changed
            S.rewritten()
            self.look(S)
        self.passing = passing

    def _changed(self, now: Cells) -> list[int]:
        """Among all cells that are read."""
        before = self.cells
        if not before:
            self.cells = now[:]
            return []
        spans = [(low, end) for low, end in self.spans if now[low:end] != before[low:end]]
        return list({cell for low, end in spans for cell in range(low, end) if now[cell] != before[cell]})


def keep(known: list[T], place: int, value: T) -> T:
    known[place] = value
    return value


def way_helpers(program: Program) -> Namespace:
    def negative(step: StepCost) -> NoReturn:
        body = program.index.bodies.get(step.__name__)
        rule = -1 if body is None else body.rule
        raise Fault("negative-step", "the cost of a step is negative", rule, "return 0, a positive cost, or none")

    def search(
        S: Position, step: StepCost, around: Around, given: Args, start: int, most: int, goal: int | None
    ) -> tuple[list[int], dict[int, int], dict[int, int]]:
        """The places within reach of the start at that cost, cheapest first; the lowest cost of each; and its
        predecessor. The search ends when the goal is reached. `step` gives the cost of a step from a place to the
        next, or none if it is not possible.
        """
        best, queue, costs = {start: 0}, {0: [start]}, [0]
        came: dict[int, int] = {}
        found: list[int] = []
        while costs:
            spent = heappop(costs)
            for here in queue[spent]:
                if best[here] != spent:
                    continue
                found.append(here)
                if here == goal:
                    return found, best, came
                for there in around[here]:
                    known = best.get(there, ENDLESS)
                    if known <= spent:
                        continue
                    more = step(S, *given, here, there)
                    if more is None:
                        continue
                    if more < 0:
                        negative(step)
                    total = spent + more
                    if total < known and total <= most:
                        best[there] = total
                        came[there] = here
                        if total in queue:
                            queue[total].append(there)
                        else:
                            queue[total] = [there]
                            heappush(costs, total)
        return found, best, came

    def reached(
        S: Position, step: StepCost, around: Around, given: Args, start: int | None, most: int | None
    ) -> tuple[int, ...]:
        """The places that can be reached at that cost at most, the start among them, cheapest first."""
        if start is None or most is None or most < 0:
            return ()
        return tuple(search(S, step, around, given, start, most, None)[0])

    def least_cost(
        S: Position, step: StepCost, around: Around, given: Args, start: int | None, goal: int | None
    ) -> int | None:
        """The cost of the cheapest route from the start to the goal, or none if there is no route."""
        if start is None or goal is None:
            return None
        return search(S, step, around, given, start, ENDLESS, goal)[1].get(goal)

    def way(
        S: Position, step: StepCost, around: Around, given: Args, start: int | None, goal: int | None
    ) -> tuple[int, ...]:
        """The places of the cheapest way that is found first, both ends among them; nothing where there is none."""
        if start is None or goal is None:
            return ()
        found, _, came = search(S, step, around, given, start, ENDLESS, goal)
        return way_back(came, start, goal) if found[-1] == goal else ()

    def way_back(came: dict[int, int], start: int, goal: int) -> tuple[int, ...]:
        """The way to a goal that was reached, from where each place was reached."""
        back = [goal]
        while back[-1] != start:
            back.append(came[back[-1]])
        return tuple(reversed(back))

    def slid(
        S: Position,
        step: StepCost,
        rays: Mapping[tuple[int, int], tuple[int, ...]],
        given: Args,
        start: int | None,
        direction: int | None,
    ) -> tuple[int, ...]:
        """The places in a direction, nearest first, for as long as each step to the next has a cost."""
        if start is None or direction is None:
            return ()
        here, found = start, rays[start, direction]
        for n, there in enumerate(found):
            more = step(S, *given, here, there)
            if more is None:
                return found[:n]
            if more < 0:
                negative(step)
            here = there
        return found

    found: Namespace = {f.__name__: f for f in (reached, least_cost, way, way_back, slid, negative)}
    return found | {
        "heappop": heappop,
        "heappush": heappush,
        "ENDLESS": ENDLESS,
        "UNKNOWN": object(),
        "Kept": PlaceCache,
        "Found": CallCache,
        "Members": MemberCache,
        "Table": LazyTable,
        "Watch": Watch,
        "UNSEEN": UNSEEN,
        "keep": keep,
    }
