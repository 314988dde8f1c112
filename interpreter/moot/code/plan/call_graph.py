"""Call graphs, by numbers: cycles of calls, and reachability."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence


def turning_points(edges: Mapping[int, Sequence[int]], rather: set[int]) -> set[int]:
    """The targets of back edges in a depth-first traversal of calls: every cycle has one, so counting fuel there is
    enough.

    `rather`: preferred nodes on cycles that are seldom called, which then suffice for their cycles.
    """
    found = set(rather)
    left = {key: [k for k in called if k not in found] for key, called in edges.items() if key not in found}
    state: dict[int, int] = {}  # 1: in progress, 2: done
    for start in left:
        stack: list[tuple[int, Iterator[int]]] = [(start, iter(left[start]))] if start not in state else []
        state.setdefault(start, 1)
        while stack:
            key, rest = stack[-1]
            step = next((k for k in rest if k in left), None)
            if step is None:
                state[key] = 2
                stack.pop()
            elif state.get(step) == 1:
                found.add(step)
            elif step not in state:
                state[step] = 1
                stack.append((step, iter(left[step])))
    return found


def all_reached(edges: Mapping[int, Sequence[int]]) -> dict[int, set[int]]:
    """For each who is reached from it, itself only on a circle."""
    reach: dict[int, set[int]] = {}
    for start in edges:
        seen: set[int] = set()
        stack = list(edges[start])
        while stack:
            key = stack.pop()
            if key not in seen:
                seen.add(key)
                if key in reach:
                    seen |= reach[key]
                else:
                    stack.extend(edges.get(key, ()))
        reach[start] = seen
    return reach
