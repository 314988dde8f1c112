"""Searches for ways over a board: what the compiled `reachable`, `cost` and `path` call."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any

from ..code.program import Program
from .faults import Fault

ENDLESS = 1 << 60  # a cost that no way has
LONG = 200  # a cost up to which `reachable` has a list for each cost
MANY = 12  # places; if more have changed, all is asked anew


class Kept:
    """What was asked of places, by the other arguments, as long as no cell changes that was read for it.

    `far`: how far from a place those places lie whose cells are read for it; None where that is not known.
    """

    def __init__(
        self,
        spans: tuple[tuple[int, int, str, int], ...],
        far: int | None,
        rings: Any,
        ends: list[Any],
        holders: tuple[Any, ...],
    ) -> None:
        self.spans = spans
        self.far = far
        self.rings = rings
        self.ends = ends
        self.holders = holders
        self.now: list[list[Any]] = []
        self.found: dict[tuple[Any, ...], dict[int, Any]] = {}

    def of(self, cells: list[Any], key: tuple[Any, ...]) -> dict[int, Any]:
        """What is known for these arguments, by place."""
        now = [cells[low:end] for low, end, _, _ in self.spans]
        if now != self.now:
            places = self._changed(now, cells) if self.now and self.far is not None else None
            if places is None:
                self.found.clear()
            for place in places or ():
                for near in self.rings[place, self.far]:
                    for known in self.found.values():
                        known.pop(near, None)
            self.now = now
        return self.found.setdefault(key, {})

    def _changed(self, now: list[list[Any]], cells: list[Any]) -> set[int] | None:
        """The places that have to do with the cells that changed; None if those are many, or concern all."""
        places: set[int | None] = set()
        for (low, _, whose, less), was, is_now in zip(self.spans, self.now, now, strict=True):
            if was == is_now:
                continue
            for n, (old, new) in enumerate(zip(was, is_now, strict=True)):
                if old == new:
                    continue
                thing = low + n - less
                if whose == "all" or len(places) > MANY:
                    return None
                if whose == "lies":
                    places |= {self.holders[old], self.holders[new]}
                elif whose == "thing":
                    places.add(self.holders[cells[thing]])
                else:
                    places |= {thing} if whose == "place" else {*self.ends[thing]}
        return {place for place in places if place is not None}


def way_helpers(program: Program) -> dict[str, Any]:
    def negative(step: Callable[..., Any]) -> None:
        rule = program.names["bodies"].get(step.__name__, (-1,))[0]
        raise Fault("negative-step", "a step costs less than nothing here", rule, "a cost is 0 or more, or none")

    def search(
        S: Any, step: Callable[..., Any], around: Any, given: tuple[Any, ...], start: int, most: int, goal: Any
    ) -> tuple[list[int], dict[int, int], dict[int, int]]:
        """The places that can be reached from the start at that cost at most, cheapest first; the least cost of each;
        and from where it is reached so. It ends where the goal is reached. `step` gives the cost of a step from a place
        to the next, none where there is none.
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

    def reached(S: Any, step: Any, around: Any, given: tuple[Any, ...], start: Any, most: Any) -> tuple[int, ...]:
        """The places that can be reached at that cost at most, the start among them, cheapest first."""
        if start is None or most is None or most < 0:
            return ()
        return tuple(search(S, step, around, given, start, most, None)[0])

    def least_cost(S: Any, step: Any, around: Any, given: tuple[Any, ...], start: Any, goal: Any) -> int | None:
        """What the cheapest way from the start to the goal costs; none where there is none."""
        if start is None or goal is None:
            return None
        return search(S, step, around, given, start, ENDLESS, goal)[1].get(goal)

    def way(S: Any, step: Any, around: Any, given: tuple[Any, ...], start: Any, goal: Any) -> tuple[int, ...]:
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

    found: dict[str, Any] = {f.__name__: f for f in (reached, least_cost, way, way_back, negative)}
    return found | {
        "heappop": heappop,
        "heappush": heappush,
        "ENDLESS": ENDLESS,
        "LONG": LONG,
        "UNKNOWN": object(),
        "Kept": Kept,
    }
