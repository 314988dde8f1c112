"""Choices of a destination: their costs and leftovers, and the rules that put other places out of reach.

A choice concerns a board if its set comes down to `reachable(step, …, start, limit)`, perhaps through functions and
`each … where`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

from ...code.typing import symbols
from ...lang import tree
from ...stack.faults import Fault
from ...stack.game import State
from ...state.boards import BoardRow
from .formula_trace import FormulaTracer, Lack, Unread, source_text_of
from .instrumented import InstrumentedGame

MOST_STEPS = 3  # the most blocked ways into a place to report
DEEPEST = 8  # the depth to which a step's cost is traced through functions


@dataclass(frozen=True, slots=True)
class Shut:
    """The line of the rules that forbids a step between two places."""

    here: int
    line: str
    rule: str
    file: str
    at: int
    clauses: tuple[str, ...]
    hidden: bool  # it reads something the player may not see


@dataclass(slots=True)
class Travel:
    """The destinations that a choice offers. `start` and `limit` are the values at that time. `filters`: additional
    conditions on destinations.
    """

    tracer: FormulaTracer
    board: BoardRow
    step: symbols.Function
    given: list[Any]
    start: int
    limit: int
    decl: tree.FunctionDecl | None  # the function that contains the search, if any
    filters: list[tuple[FormulaTracer, tree.Quantified, tree.FunctionDecl | None]] = field(default_factory=list)
    _costs: dict[int, int] | None = None

    def price(self, here: int, there: int) -> int | None:
        """The cost of a step; None if it cannot be made."""
        names = self.tracer.made.game.machine.fast.names
        found = names[self.tracer.made.plan.target(self.step).python](self.tracer.S, *self.given, here, there)
        return found if isinstance(found, int) else None

    def costs(self) -> dict[int, int]:
        """The least cost of reaching each place that some route leads to, without a limit."""
        if self._costs is None:
            self._costs = {}
            open_ = [(0, self.start)]
            while open_:
                cost, here = heappop(open_)
                if here in self._costs:
                    continue
                self._costs[here] = cost
                for there in self._around(here):
                    price = None if there in self._costs else self.price(here, there)
                    if price is not None:
                        heappush(open_, (cost + price, there))
        return self._costs

    def _around(self, place: int) -> Iterator[int]:
        return (there for there in self.board.around[place - self.board.first] if there >= 0)

    def shut(self, place: int) -> list[Shut]:
        """Why a place cannot be entered from its reachable neighbours, with each line once."""
        costs = self.costs()
        beside = sorted((here for here in self._into(place) if here in costs), key=lambda here: costs[here])
        found: dict[tuple[str, int], Shut] = {}
        for here in beside:
            one = self._line(self.tracer, self.step, [*self.given, here, place], here, DEEPEST)
            if one is not None:
                found.setdefault((one.file, one.at), one)
        return list(found.values())[:MOST_STEPS]

    def _into(self, place: int) -> Iterator[int]:
        return (here for here in self.board.places if place in self._around(here))

    def _line(
        self, tracer: FormulaTracer, ref: symbols.Function, given: list[Any], here: int, depth: int
    ) -> Shut | None:
        """The line that makes a function return none, in the innermost function with one."""
        try:
            inside = tracer.inside(ref, given)
            node = ref.decl
            assert isinstance(node, tree.FunctionDecl)
            for line in node.lines:
                if line.condition is not None and not inside.value(line.condition):
                    continue
                value = inside.value(line.value)
                if value is not None:
                    return self._modified(tracer, ref, value, given, here)
                inner = self._inner_call(inside, line.value) if depth else None
                if inner is not None:
                    deeper = self._line(inside, *inner, here, depth - 1)
                    if deeper is not None:
                        return deeper
                plan = tracer.made.plan
                clauses = plan.clauses(line.cites or node.cites, plan.packs.get(id(node), ""))
                if not clauses and depth and line.condition is not None:
                    deeper = self._missing(inside, line.condition, here, depth)
                    if deeper is not None:
                        return deeper
                text = source_text_of(line.value)
                if line.condition is not None:
                    text += f" if {source_text_of(line.condition)}"
                hidden = any(one.hidden for one in inside.traced(line.condition))
                return Shut(here, text, f"function {ref.name}", line.at.source.path, line.at.line, clauses, hidden)
        except Unread:
            pass
        return None

    def _modified(
        self, tracer: FormulaTracer, ref: symbols.Function, value: Any, given: list[Any], here: int
    ) -> Shut | None:
        """The modifier that makes a function's value none."""
        for one in tracer.modifiers(ref, value, tuple(given)):
            if one.value.endswith("→ none"):
                return Shut(here, one.formula, one.rule, one.file, one.line, one.clauses, False)
        return None

    def _missing(self, inside: FormulaTracer, condition: tree.Formula, here: int, depth: int) -> Shut | None:
        """The line behind the none in a condition such as `cost(u, h) = none`."""
        for item in condition.items if isinstance(condition, tree.And) else [condition]:
            if isinstance(item, tree.Compare) and item.op == "=" and isinstance(item.right, tree.NoneValue):
                called = self._inner_call(inside, item.left)
                found = self._line(inside, *called, here, depth - 1) if called is not None else None
                if found is not None:
                    return found
        return None

    def _inner_call(self, inside: FormulaTracer, node: tree.Formula) -> tuple[symbols.Function, list[Any]] | None:
        """The function that a formula calls, or the first one below it that returns none."""
        if isinstance(node, tree.Call) and isinstance(node.ref, symbols.Function):
            return node.ref, [inside.value(arg) for arg in node.args]
        if isinstance(node, tree.Arithmetic):
            for side in (node.left, node.right):
                if inside.value(side) is None:
                    return self._inner_call(inside, side)
        return None

    def lacking(self, place: int) -> Iterator[tuple[list[Lack], tree.FunctionDecl | None]]:
        """The additional conditions on destinations that this place fails, each with its function."""
        for tracer, node, decl in self.filters:
            if node.where is not None:
                with suppress(Unread):
                    yield tracer.with_local(node.ref, place).lacking(node.where), decl


def travel_of(tracer: FormulaTracer, node: tree.Formula) -> Travel | None:
    """The search over a board that a formula comes down to; None if there is none."""
    try:
        return _search(tracer, node, None, DEEPEST)
    except (Unread, Fault):
        return None


def _search(tracer: FormulaTracer, node: Any, decl: tree.FunctionDecl | None, depth: int) -> Travel | None:
    if depth == 0:
        return None
    if isinstance(node, tree.Quantified) and node.quantifier == "each" and node.of is None:
        found = _search(tracer, node.over, decl, depth - 1)
        if found is not None:
            found.filters.append((tracer, node, decl))
        return found
    ref = getattr(node, "ref", None)
    if isinstance(ref, symbols.Function) and isinstance(node, tree.Call | tree.Name):
        args = node.args if isinstance(node, tree.Call) else []
        inside = tracer.inside(ref, [tracer.value(arg) for arg in args])
        inner = ref.decl
        assert isinstance(inner, tree.FunctionDecl)
        for line in inner.lines:
            if line.condition is None or inside.value(line.condition):
                return _search(inside, line.value, inner, depth - 1)
    if isinstance(node, tree.Call) and node.name == "reachable" and isinstance(ref, symbols.Builtin):
        step = node.args[0].ref
        if isinstance(step, symbols.Function) and not step.owner:
            *given, start, limit = (tracer.value(arg) for arg in node.args[1:])
            boards = tracer.made.game.program.layout.boards
            board = next((one for one in boards if start in one.places), None)
            if board is not None and isinstance(limit, int):
                return Travel(tracer, board, step, given, start, limit, decl)
    return None


def travel_asked(instrumented: InstrumentedGame, state: State, seat: int | None = None) -> Travel | None:
    """The search behind the present prompt; None if the prompt is about something else."""
    step = instrumented.step_asked(state)
    node = step.note.node if step is not None else None
    if step is None or not isinstance(node, tree.Choose):
        return None
    return travel_of(instrumented.tracer(step, seat), node.over)


def goals_told(instrumented: InstrumentedGame, state: State) -> dict[int, str]:
    """For each place on offer, the cost of going there and the remaining points."""
    if state.over:
        return {}
    found = travel_asked(instrumented, state)
    if found is None:
        return {}
    costs = found.costs()
    offered = [place for place in state.position.question().options if isinstance(place, int)]
    goals = [place for place in offered if place in costs and place in found.board.places]
    return {place: f"costs {costs[place]}, leaves {found.limit - costs[place]}" for place in goals}
