"""Searches for ways over a board: functions made for the cost function that `reachable`, `cost` or `path` names.

What the cost of a step owes to printed facts stands in rows of steps, one for each place, made when it is first left
and kept for all movers of whom the same is printed; steps that these facts forbid are not among them. What is asked of
one place is asked once in a search; or once as long as no cell changes that it reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..lang import tree
from . import symbols
from .boards import board_of
from .bounds import bounds
from .printed_facts import Fact
from .types import may_be_none
from .write_board import general_text
from .write_rules import with_tables
from .write_steps import StepWriter

if TYPE_CHECKING:
    from .build import Build

Lines = list[str]


def write_searches(build: Build) -> Lines:
    """All that were asked for, and those that they ask for in turn."""
    out: Lines = []
    written: set[str] = set()
    stepped: set[str] = set()
    while waiting := [name for name in build.searches if name not in written]:
        for name in waiting:
            written.add(name)
            sort, step = build.searches[name]
            search = Search(build, sort, step)
            out += [f"{kept} = {{}}" for kept in search.writer.held]
            out += ["", *search.function(name)]
            if step.name not in stepped:
                stepped.add(step.name)
                out += ["", *search.rows_function()]
    return out


class Search:
    """One search function while it is written."""

    def __init__(self, build: Build, sort: str, step: symbols.Function) -> None:
        self.build = build
        self.sort = sort
        self.step = step
        board = board_of(build.game, step.params[-1].type)
        self.board = next(row for row in build.layout.boards if board is not None and row.name == board.id)
        self.writer = StepWriter(build, step)
        self.dropped: Lines = []  # in the making of rows: steps that printed facts forbid
        self.cost = ""  # the name in a row of what the step costs, where that is a printed fact
        self.sure = False  # whether that is never none
        self.body = self._body()

    # -------------------------------------------------------------------------------------------- a step

    def _body(self) -> Lines:
        """The lines that find out `step`, or go on to the next."""
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
        return [*out, *self._chain(lines), *self._negative(decl.lines)]

    def _is_printed(self, line: tree.Guarded) -> bool:
        parts = [part for part in (line.condition, line.value) if part is not None]
        return all(self.writer.reader.facts(part, self.writer.known) is not None for part in parts)

    def _uses(self, *nodes: tree.Expression) -> frozenset[Fact]:
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
            name, text = writer.lifted(condition, writer.plainly_tested)
            if name:
                return [f"if {name} is UNKNOWN:", f"    {name} = {text}", f"if {name}:", "    break"]
        text = writer.test(condition)
        return [] if text == "False" else [f"if {text}:", "    continue"]

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

    def _set(self, node: tree.Expression) -> Lines:
        return self._set_to(self.writer.expr(node), may_be_none(node.type))

    def _set_to(self, text: str, unsure: bool) -> Lines:
        return [f"step = {text}", *(["if step is None:", "    continue"] if unsure else [])]

    def _negative(self, lines: list[tree.Guarded]) -> Lines:
        """The look whether a step costs less than nothing, unless that is sure not to be."""
        least = [bounds(self.build, line.value)[0] for line in lines if not _is_none(line)]
        if all(low is not None and low >= 0 for low in least):
            return []
        return ["if step < 0:", f"    negative({self.build.plan.target(self.step).python})"]

    # -------------------------------------------------------------------------------------------- the whole

    def rows_function(self) -> Lines:
        """`steps_<function>(S, movers…, here)`: what is printed of each step from a place."""
        names = self.writer.columns
        values = "".join(f", {text}" for text in names)
        row = f"(there{values})" if names else "there"
        body = [*self.dropped, f"row.append({row})"]
        return [
            f"STEPS_{self.step.name} = {{}}",
            f"def steps_{self.step.name}({', '.join(['S', *self.writer.params, 'here'])}):",
            "    row = []",
            f"    for there in N_{self.board.name}[here]:",
            *(f"        {line}" for line in body),
            "    return tuple(row)",
        ]

    def function(self, name: str) -> Lines:
        """`reachable_<function>(S, movers…, start, most)`, or with a goal for `cost` and `path`."""
        writer, sort = self.writer, self.sort
        given, last = writer.params, "most" if sort == "reachable" else "goal"
        nothing = "None" if sort == "cost" else "()"
        none = "start is None or most is None or most < 0" if sort == "reachable" else "start is None or goal is None"
        head = [f"if {none}:", f"    return {nothing}"]
        target = self.build.plan.target(self.step)
        if target.moving:
            general = general_text(self.build, sort, self.step, given, f"start, {last}")
            head += [f"if S.live[{target.slot}]:", f"    return {general}"]
        head += [f"{text} = {value}" for value, text in writer.once.items()]
        head += [f"rows = STEPS_{self.step.name}.setdefault({self._key()}, {{}})", *writer.kept]
        head += [f"{text} = UNKNOWN" for text in writer.late.values()]
        limit = "most + 1" if sort == "reachable" else "ENDLESS"
        head += [
            f"best = [{limit}] * {self.board.places.stop}",
            "best[start] = 0",
            "queue = {0: [start]}",
            "costs = [0]",
        ]
        head += {"reachable": ["found = []"], "cost": [], "path": ["came = {}"]}[sort]
        reached = {
            "reachable": ["found.append(here)"],
            "cost": ["if here == goal:", "    return spent"],
            "path": ["if here == goal:", "    return way_back(came, start, goal)"],
        }[sort]
        names = "".join(f", {text}" for text in writer.columns.values())
        loop = [
            "while costs:",
            "    spent = heappop(costs)",
            "    for here in queue[spent]:",
            "        if best[here] != spent:",
            "            continue",
            *(f"        {line}" for line in reached),
            *(f"        {text} = UNKNOWN" for text in writer.of_here.values()),
            "        row = rows.get(here)",
            "        if row is None:",
            f"            row = rows[here] = steps_{self.step.name}({', '.join(['S', *given, 'here'])})",
            f"        for there{names} in row:",
            "            if best[there] <= spent:",
            "                continue",
            *(f"            {line}" for line in self.body),
            "            total = spent + step",
            "            if total < best[there]:",
            "                best[there] = total",
            *(["                came[there] = here"] if sort == "path" else []),
            "                if total in queue:",
            "                    queue[total].append(there)",
            "                else:",
            "                    queue[total] = [there]",
            "                    heappush(costs, total)",
            "return tuple(found)" if sort == "reachable" else f"return {nothing}",
        ]
        lines = with_tables([*head, *loop])
        return [f"def {name}({', '.join(['S', *given, 'start', last])}):", *(f"    {line}" for line in lines)]

    def _key(self) -> str:
        """What is printed of the movers on which rows of steps depend, as text."""
        shown = []
        for fact in sorted(self.writer.used, key=str):
            param = self.writer.params[fact[1]]
            shown.append(param if fact[0] == "name" else f"{self.build.printed(fact[3], fact[2])}[{param}]")
        return f"({''.join(f'{text}, ' for text in shown)})"


def _is_none(line: tree.Guarded) -> bool:
    return isinstance(line.value, tree.NoneValue)
