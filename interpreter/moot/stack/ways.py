"""Searches for ways over a board: what the compiled `reachable`, `cost` and `path` call, and what they keep."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import Any

from ..code.program import Program
from ..state.position import Position
from .faults import Fault

ENDLESS = 1 << 60  # a cost that no way has
LONG = 200  # a cost up to which `reachable` has a list for each cost
MANY = 12  # cells; if more have changed, all is asked anew
OTHERS = 100  # as many other arguments are kept at most

Change = tuple[int, Any, Any]  # of a cell: its place among those that are looked at, what it was, what it is


class Kept:
    """What was asked of places, by the other arguments, in lists with room for every place.

    `far`: how far from a place those places lie whose cells are read for it; None where that is not known.
    """

    def __init__(self, far: int | None, rings: Any, ends: list[Any], holders: tuple[Any, ...], end: int) -> None:
        self.far = far
        self.rings = rings
        self.ends = ends
        self.holders = holders
        self.end = end
        self.found: dict[tuple[Any, ...], list[Any]] = {}

    def of(self, key: tuple[Any, ...]) -> list[Any]:
        """What is known for these arguments, by place; None where nothing is known."""
        known = self.found.get(key)
        if known is None:
            if len(self.found) >= OTHERS:
                self.found.clear()
            known = self.found[key] = [None] * self.end
        return known

    def forget(self, whose: str, first: int, changes: list[Change], cells: list[Any]) -> None:
        """Cells are no longer what they were: those of the thing `first` and the following, or where these lie."""
        if whose == "all" or self.far is None or len(changes) > MANY:
            self.found.clear()
            return
        for n, old, new in changes:
            for place in self._places(whose, first + n, old, new, cells):
                for near in self.rings[place, self.far] if place is not None else ():
                    for known in self.found.values():
                        known[near] = None

    def _places(self, whose: str, thing: int, old: Any, new: Any, cells: list[Any]) -> Iterable[int | None]:
        """The places that have to do with a cell that changed."""
        if whose == "lies":
            return self.holders[old], self.holders[new]
        if whose == "thing":
            return (self.holders[cells[thing]],)
        return (thing,) if whose == "place" else self.ends[thing]


class Watch:
    """All cells that are read for what is kept, as they were when last looked at.

    A position whose `seen` is that of the watch is the one that was looked at, and no cell of it was written to since.
    """

    def __init__(self, spans: dict[tuple[int, int], list[tuple[Kept, str, int]]]) -> None:
        """By first cell and one past the last: what is kept, whose the cells are, and the thing of the first."""
        self.spans = spans
        self.cells: dict[tuple[int, int], list[Any]] = {}
        self.seen = object()

    def look(self, S: Position) -> None:
        """What is kept is that of this position from now on."""
        S.seen = self.seen = object()
        for (low, end), keepers in self.spans.items():
            now = S.cells[low:end]
            before = self.cells.setdefault((low, end), now)
            if now == before:
                continue
            self.cells[low, end] = now
            changes = [(n, old, new) for n, (old, new) in enumerate(zip(before, now, strict=True)) if old != new]
            for kept, whose, first in keepers:
                kept.forget(whose, first, changes, S.cells)


def keep(known: list[Any], place: int, value: Any) -> Any:
    known[place] = value
    return value


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
        "Watch": Watch,
        "keep": keep,
    }
