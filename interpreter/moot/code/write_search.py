"""Searches for ways over a board: functions made for the cost function that `reachable`, `cost` or `path` names.

What the cost of a step owes to printed facts, and to states of movers, places and sides, stands in rows of steps, one
for each place, made when it is first left and kept for all movers of whom the same is so, as long as no such state
changes near by; steps that these facts forbid are not among them. What is asked of one place is asked once in a search;
or once as long as no cell changes that it reads.
"""

from __future__ import annotations

import re

from ..lang import tree
from .bounds import bounds
from .build import Build
from .cells_read import Span, joined, reads_cells
from .printed_facts import Fact
from .typing import symbols
from .typing.boards import board_of
from .typing.types import may_be_none
from .write_board import general_text
from .write_head import with_tables
from .write_steps import StepWriter

Lines = list[str]


def write_searches(build: Build) -> Lines:
    """All that were asked for, and those that they ask for in turn."""
    out: Lines = []
    written: set[str] = set()
    functions = [kept for kept in (build.kept_functions or {}).values() if kept is not None]
    held: dict[str, tuple[str, list[Span]]] = {kept.name: (kept.made, kept.spans) for kept in functions}
    boards: dict[str, None] = {}
    while waiting := [name for name in build.searches if name not in written]:
        for name in waiting:
            written.add(name)
            sort, step = build.searches[name]
            search = Search(build, sort, step)
            out += ["", *search.function(name)]
            if f"STEPS_{step.name}" not in held:
                out += ["", *search.rows_function()]
            held.update(search.writer.held)
            if sort == "reachable":
                boards[search.board.name] = None
    build.watched = (build.watched or set()) | {span[:2] for _, spans in held.values() for span in spans}
    return [*out, *(f"SPARE_{board} = {{}}" for board in boards), *_keepers(held)]


def _keepers(held: dict[str, tuple[str, list[Span]]]) -> Lines:
    """What is kept from search to search, and the cells that are looked at before it is used."""
    watched: dict[tuple[int, int], list[str]] = {}
    for kept, (_, spans) in held.items():
        for low, end, whose, less in joined(spans):
            watched.setdefault((low, end), []).append(f"({kept}, {whose!r}, {low - less})")
    out = [f"{kept} = {made}" for kept, (made, _) in held.items()]
    looked = [f"    {cells!r}: [{', '.join(keepers)}]," for cells, keepers in watched.items()]
    return [*out, "WATCH = Watch({", *looked, "})"] if watched else out


_KNOWN = ["if best[there] <= spent:", "    continue"]
_TOO_DEAR = ["if total >= best[there]:", "    continue"]
_BY_COST = [
    "while costs:",
    "    spent = heappop(costs)",
    "    for here in queue[spent]:",
]
_TO_COST = [
    "if total in queue:",
    "    queue[total].append(there)",
    "else:",
    "    queue[total] = [there]",
    "    heappush(costs, total)",
]
_GIVEN_BACK = [  # as they were, for the next search; what is lost in a fault is made anew
    "far = most + 1",
    "for here in found:",
    "    best[here] = far",
    "for bucket in queue:",
    "    bucket.clear()",
    "spare[most] = best, queue",
]
# How a search begins, goes on, what it does with a place whose cost is known and with one that it finds, how it ends.
_QUEUES: dict[str, tuple[Lines, Lines, Lines, Lines, Lines]] = {
    "reachable": (
        ["queue[0].append(start)", "found = []"],
        ["for spent, bucket in enumerate(queue):", "    for here in bucket:"],
        ["found.append(here)"],
        ["queue[total].append(there)"],
        [*_GIVEN_BACK, "return tuple(found)"],
    ),
    "cost": (
        ["queue = {0: [start]}", "costs = [0]"],
        _BY_COST,
        ["if here == goal:", "    return spent"],
        _TO_COST,
        ["return None"],
    ),
    "path": (
        ["queue = {0: [start]}", "costs = [0]", "came = {}"],
        _BY_COST,
        ["if here == goal:", "    return way_back(came, start, goal)"],
        ["came[there] = here", *_TO_COST],
        ["return ()"],
    ),
}


class Search:
    """One search function while it is written."""

    def __init__(self, build: Build, sort: str, step: symbols.Function) -> None:
        self.build = build
        self.sort = sort
        self.step = step
        board = board_of(build.game, step.params[-1].type)
        self.board = next(row for row in build.layout.boards if board is not None and row.name == board.id)
        self.writer = StepWriter(build, step, self.board)
        self.leaving: list[str] = []  # conditions under which no step leaves a place
        self.dropped: Lines = []  # in the making of rows: steps that printed facts forbid
        self.cost = ""  # the name in a row of what the step costs, where that is a printed fact
        self.sure = False  # whether that is never none
        self.least = 0  # what a step costs at least, as far as that is known
        self.body = self._body()
        cells = [fact for fact in self.writer.used if fact[0] == "cells"]
        far = max((off for *_, off in cells), default=0)
        self.writer.hold(f"STEPS_{step.name}", [span for _, span, _ in cells], far)

    # -------------------------------------------------------------------------------------------- a step

    def _body(self) -> Lines:
        """The lines that find out `total`, what it costs to come there by this step, or go on to the next."""
        decl = self.step.decl
        assert isinstance(decl, tree.FunctionDecl)
        writer = self.writer
        out = [line for let in decl.lets if (line := writer.let(let))]
        lines = list(decl.lines)
        if not out:
            while lines and _is_none(lines[0]) and self._is_printed(lines[0]):
                condition = lines.pop(0).condition
                assert condition is not None
                self.dropped += [f"if {writer.plain.test(condition)}:", "    continue"]
                self._uses(condition)
        last = len(lines)
        while last and self._is_printed(lines[last - 1]):
            last -= 1
        lines, printed = lines[:last], lines[last:]
        if printed:
            self.cost = self._printed_cost(printed, all(map(_is_none, lines)) and not out)
        while lines and _is_none(lines[0]):
            out += self._forbidding(lines.pop(0))
        negative = self._negative(decl.lines)
        if self.sure and not lines and not negative:  # what it costs is known first, and most steps come too late
            return [f"total = spent + {self.cost}", *_TOO_DEAR, *out]
        return [*_KNOWN, *out, *self._chain(lines), *negative, "total = spent + step", *_TOO_DEAR]

    def _is_printed(self, line: tree.Guarded) -> bool:
        parts = [part for part in (line.condition, line.value) if part is not None]
        return all(self.writer.reader.facts(part, self.writer.known) is not None for part in parts)

    def _uses(self, *nodes: tree.Formula) -> frozenset[Fact]:
        found: frozenset[Fact] = frozenset()
        for node in nodes:
            found |= self.writer.reader.facts(node, self.writer.known) or frozenset()
        self.writer.used |= {fact for fact in found if not isinstance(fact, str)}
        return found

    def _printed_cost(self, lines: list[tree.Guarded], alone: bool) -> str:
        """The name of the column that holds what these lines come to. `alone`: where they come to none, there is no
        step at all.
        """
        parts = [part for line in lines for part in (line.condition, line.value) if part is not None]
        facts = self._uses(*parts)
        text = self.writer.plain.guarded_text(lines, False)
        if alone:
            self.sure = True
            self.dropped += [f"step = {text}", "if step is None:", "    continue"]
            text = "step"
        return self.writer.column(text, facts)

    def _forbidding(self, line: tree.Guarded) -> Lines:
        """A line before all costs under whose condition there is no step: if it asks of the place that is left, there
        is none at all.
        """
        condition, writer = line.condition, self.writer
        if condition is None:
            return ["continue"]
        places = writer.places_of(condition)
        if writer.reader.facts(condition, writer.known) is None and places is not None and "there" not in places:
            if reads_cells(self.build, condition):
                self.leaving.append(writer.told_at_once(condition, leaving=True))
                return []
            name, text = writer.lifted(condition, writer.plainly_tested)
            if name:
                return [f"if {name} is UNKNOWN:", f"    {name} = {text}", f"if {name}:", "    break"]
        if isinstance(condition, tree.Quantified) and condition.quantifier == "any" and writer.is_zone(condition.over):
            return self._looked_for(condition)
        text = writer.test(condition)
        return [] if text == "False" else [f"if {text}:", "    continue"]

    def _looked_for(self, node: tree.Quantified) -> Lines:
        """There is no step if one is found of what lies somewhere. Most places are empty, which is quickly seen."""
        source, name = self.writer.collection(node.over), self.writer.bind(node.ref)
        where = self.writer.told_at_once(node.where) if node.where is not None else "True"
        return [
            f"if {source}:",
            "    found_one = False",
            f"    for {name} in {source}:",
            f"        if {where}:",
            "            found_one = True",
            "            break",
            "    if found_one:",
            "        continue",
        ]

    def _chain(self, lines: list[tree.Guarded]) -> Lines:
        """What is left: one cost or another, or none."""
        writer = self.writer
        out: Lines = []
        word = "if"
        for line in lines:
            condition = writer.test(line.condition) if line.condition is not None else "True"
            if condition == "False":
                continue
            inner = ["continue"] if _is_none(line) else self._set(line.value)
            if condition == "True":
                return [*out, "else:", *(f"    {text}" for text in inner)] if out else inner
            out += [f"{word} {condition}:", *(f"    {text}" for text in inner)]
            word = "elif"
        rest = self._set_to(self.cost, not self.sure) if self.cost else ["continue"]
        return [*out, "else:", *(f"    {text}" for text in rest)] if out else rest

    def _set(self, node: tree.Formula) -> Lines:
        return self._set_to(self.writer.expr(node), may_be_none(node.type))

    def _set_to(self, text: str, unsure: bool) -> Lines:
        return [f"step = {text}", *(["if step is None:", "    continue"] if unsure else [])]

    def _negative(self, lines: list[tree.Guarded]) -> Lines:
        """The look whether a step costs less than nothing, unless that is sure not to be."""
        lows = [bounds(self.build, line.value)[0] for line in lines if not _is_none(line)]
        known = [low for low in lows if low is not None and low >= 0]
        if len(known) == len(lows):
            self.least = min(known, default=0)
            return []
        return ["if step < 0:", f"    negative({self.build.plan.target(self.step).python})"]

    # -------------------------------------------------------------------------------------------- the whole

    def rows_function(self) -> Lines:
        """`steps_<function>(S, movers…, here)`: what is printed of each step from a place."""
        names = self.writer.columns
        values = "".join(f", {text}" for text in names)
        row = f"(there{values})" if names else "there"
        body = [*self.dropped, f"row.append({row})"]
        lines = ["row = []", f"for there in N_{self.board.name}[here]:", *(f"    {line}" for line in body)]
        return [
            f"def steps_{self.step.name}({', '.join(['S', *self.writer.params, 'here'])}):",
            *(f"    {line}" for line in with_tables([*lines, "return tuple(row)"])),
        ]

    def function(self, name: str) -> Lines:
        """`reachable_<function>(S, movers…, start, most)`, or with a goal for `cost` and `path`."""
        writer, sort = self.writer, self.sort
        given, last = writer.params, "most" if sort == "reachable" else "goal"
        nothing = "None" if sort == "cost" else "()"
        none = "start is None or most is None or most < 0" if sort == "reachable" else "start is None or goal is None"
        head = [f"if {none}:", f"    return {nothing}"]
        target = self.build.plan.target(self.step)
        others = [f"S.live[{target.slot}]"] if target.moving else []
        others += ["most > LONG"] if sort == "reachable" else []
        if others:
            general = general_text(self.build, sort, self.step, given, f"start, {last}")
            head += [f"if {' or '.join(others)}:", f"    return {general}"]
        if any(spans for _, spans in writer.held.values()):
            head += ["if S.wrote is not WATCH.wrote or S.wrote:", "    WATCH.look(S)"]
        kept = [f"rows = STEPS_{self.step.name}.of({self._key()})", *writer.kept]
        read = "\n".join([*kept, *self.leaving, *self.body, *writer.late, *writer.of_here])
        for value, text in reversed(writer.once.items()):
            if re.search(rf"\b{text}\b", read):
                kept.insert(0, f"{text} = {value}")
                read += f"\n{value}"
        head += [*kept, *(f"{text} = UNKNOWN" for text in writer.late.values())]
        names = "".join(f", {text}" for text in writer.columns.values())
        begins, turns, found, queued, ends = _QUEUES[sort]
        loop = [
            *turns,
            "        if best[here] != spent:",
            "            continue",
            *(f"        {line}" for line in [*found, *self._at_the_edge()]),
            *(f"        {text} = UNKNOWN" for text in writer.of_here.values()),
            *(f"        {line}" for text in self.leaving for line in (f"if {text}:", "    continue")),
            "        row = rows[here]",
            "        if row is None:",
            f"            row = rows[here] = steps_{self.step.name}({', '.join(['S', *given, 'here'])})",
            f"        for there{names} in row:",
            *(f"            {line}" for line in self.body),
            "            best[there] = total",
            *(f"            {line}" for line in queued),
            *ends,
        ]
        head += [*self._lists(), "best[start] = 0", *begins]
        lines = with_tables([*head, *loop])
        return [f"def {name}({', '.join(['S', *given, 'start', last])}):", *(f"    {line}" for line in lines)]

    def _lists(self) -> Lines:
        """What is known of each place, and for `reachable` the queue: those of an earlier search if there are any."""
        count = self.board.places.stop
        if self.sort != "reachable":
            return [f"best = [ENDLESS] * {count}"]
        made = f"([most + 1] * {count}, [[] for _ in range(most + 1)])"
        return [f"spare = SPARE_{self.board.name}", f"best, queue = spare.pop(most, None) or {made}"]

    def _at_the_edge(self) -> Lines:
        """Nothing is asked of a place from where the cheapest step would cost too much."""
        if self.sort != "reachable" or not self.least:
            return []
        return [f"if spent + {self.least} > most:", "    continue"]

    def _key(self) -> str:
        """What is printed of the movers, and their states, on which rows of steps depend, as text."""
        shown = []
        for sort, *told in sorted((fact for fact in self.writer.used if fact[0] != "cells"), key=str):
            param = self.writer.params[told[0]]
            text = {"name": param, "state": f"C[{param} + {told[-1]}]"}.get(sort)
            shown.append(text or f"{self.build.printed(told[2], told[1])}[{param}]")
        return f"({''.join(f'{text}, ' for text in shown)})"


def _is_none(line: tree.Guarded) -> bool:
    return isinstance(line.value, tree.NoneValue)
