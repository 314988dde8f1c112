"""A unit as a Python function. One that may pause is cut into numbered parts, so that it can be left and resumed.

def p_choose_card(S, p):
    S.ask = (3, p, Z[p + 2], None)
    S.frame = (6, 1); return PAUSE        # the frame that goes on with the answer
def p_play(S, p):
    ret = p_choose_card(S, p)
    if ret is PAUSE:                      # it asks: leave a frame, innermost first, with what is needed afterwards
        S.unwind.append((7, 1, p)); return PAUSE
    c = ret                               # what the call gave, whether it paused or not
    …
def resume7_1(S, fr, ret):
    p = fr[2]
    c = ret
    …
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from ..lang import tree
from ..lang.walk import walk
from .build import Build
from .known import NOTHING, Fact, Known
from .live_names import Lines
from .old_plan import Unit, _asks, calls_of
from .typing import symbols
from .write_frames import Parts, assemble, entered
from .write_loops import LoopWriter

_UNTURNED = "turned = False"
_GOES_TO = re.compile(r"\b(pc = |FRAME)(\d+)")


class UnitWriter(LoopWriter):
    """Holds the text made so far: finished parts, and the lines of the part that is being written."""

    def __init__(self, build: Build, unit: Unit | None, traced: bool, number: int, label: str) -> None:
        super().__init__(build)
        self.unit = unit
        self.whole = unit  # the function that is written, whatever body is put into it
        self.traced = traced
        self.number = number
        self.label = label
        self.at: Any = unit.at if unit else None
        self.pack = unit.pack if unit else ""
        self.own_cites: list[tree.Cite] = list(unit.cites) if unit else []
        self.parts: list[tuple[int, list[str]]] = [(0, [])]
        self.depth = 0
        self.labels = 0
        self.aliases: dict[int, int] = {}  # other numbers of a part
        self.locals: list[str] = []
        self.first: list[str] = []  # parameters of the function, once they are known
        self.prelude: list[str] = []
        self.epilogue: list[str] = []
        self.opened: list[Unit] = []  # procedures whose bodies are being written where they are called
        self.phases: list[str] = []  # quiet phases that run where is written
        self.open: dict[int, tuple[int, ...]] = {}  # by part: those in which frames resume, by number
        self.put_in = 0  # nodes of the bodies written so
        self._pausing: dict[int, bool] = {}
        self.next_statement: tree.Step | None = None  # in the same block, after the statement that is written
        self.shared: tuple[tree.Step, str, str] | None = None  # for that change: a value as text, its local
        self.known = Known(self.zone_texts.get)
        self.tags: dict[str, str] = {"inst": "rule", "ctx": "rules"}  # of what frames hold, for guesses (stack.guess)

    proceeded = "proceeded"  # a local: whether a replacement has done what it replaces
    proceeded_value = "proceeded_value"

    # -------------------------------------------------------------------------------------------- lines and parts

    def line(self, text: str) -> None:
        self.lines_follow(text)
        if not self.traced:
            self.known.follow(text, self.depth)
        self.parts[-1][1].append("    " * self.depth + text)

    def fact(self, text: str) -> Fact:
        return NOTHING if self.traced or self.build.covering else self.known.fact(text, self.depth)

    def new_label(self) -> int:
        self.labels += 1
        return self.labels

    def place(self, label: int) -> None:
        """Here begins the part `label`; what was written before falls through to it."""
        assert self.depth == 0
        self.found = {}
        self.known.forget()
        if not self.parts[-1][1] and len(self.parts) > 1:  # no statement has begun since: two names for one part
            self.aliases[label] = self.parts[-1][0]
            return
        if not self.ended():
            self.line(f"pc = {label}")
        self.parts.append((label, []))

    def ended(self) -> bool:
        lines = self.parts[-1][1]
        return (
            bool(lines)
            and not lines[-1].startswith(" ")
            and lines[-1].startswith(("return", "continue", "raise", "win("))
        )

    def jump(self, label: int) -> None:
        self.line(f"pc = {label}")
        self.line("continue")

    def lasting_names(self) -> set[str]:
        """Names that keep their values as long as anybody may read them: parameters and locals."""
        return {*self.locals, *self.first, *(line.split(" = ")[0] for line in self.prelude)}

    def new_local(self, hint: str, tag: str = "") -> str:
        self.fresh += 1
        text = f"{hint}_{self.fresh}"
        self.locals.append(text)
        self.tags[text] = tag
        return text

    def bind(self, local: symbols.Local) -> str:
        text = super().bind(local)
        self.tags[text] = self.build.tag(local.type)
        if id(local) in self.build.set_locals:
            self.known.changing.add(text)
        return text

    def bind_local(self, local: symbols.Local) -> str:
        text = self.bind(local)
        self.locals.append(text)
        return text

    def pause(self, label: int) -> None:
        """Wait for what has been asked: the frame resumes at `label`."""
        self.leave(label)
        self.line(f"S.frame = FRAME{label}FRAME")
        self.line("return PAUSE")

    def wait(self, label: int) -> None:
        """Where `ret` is a pause of what was called, leave a frame that resumes at `label`."""
        self.leave(label)
        self.line("if ret is PAUSE:")
        self.line(f"    FRAMES.append(FRAME{label}FRAME)")
        self.line("    return PAUSE")

    def leave(self, label: int) -> None:
        """Note which quiet phases run where a frame resumes."""
        if self.phases:
            self.open[label] = tuple(self.plan.scopes[phase] for phase in self.phases)

    def call(self, text: str) -> None:
        """Call what may pause; its value is in `ret` at the new part that follows."""
        if self.tail == 0:
            self.line(f"return {text}")
            return
        if self.tail is not None:
            self.line(f"ret = {text}")
            self.wait(self.tail)
            return
        label = self.new_label()
        self.line(f"ret = {text}")
        self.wait(label)
        self.place(label)

    def rule(self, node: tree.Node | None = None) -> int:
        """The number of this line of the rules, with its own citations or else those of what it stands in."""
        cites = getattr(node, "cites", None) or self.own_cites
        at = node.at if node is not None else self.at
        return self.build.rule(self.label, at, cites, self.pack)

    def pausing(self, node: Any) -> bool:
        key = id(node)
        if key not in self._pausing:
            nodes = list(walk(node))
            found = any(_asks(n) for n in nodes if not isinstance(n, tree.Lasting)) or _proceeds_in_formula(nodes)
            if not found and node is not None:
                for called in calls_of(self.plan, node, self.unit):
                    target = self.plan.targets.get(called)
                    if target is not None:
                        found = found or target.pauses
                    else:
                        found = found or any(u.pauses for u in self.plan.units if id(u) == called)
            self._pausing[key] = found
        return self._pausing[key]

    def block(self, block: list[tree.Step]) -> None:
        if not block:
            self.line("pass")
        for statement, following in zip(block, [*block[1:], None], strict=True):
            self.next_statement = following
            self.statement(statement)
        for statement in block:
            if isinstance(statement, tree.Let) and isinstance(statement.value, tree.Pending) and not self.ended():
                self.line(f"drop_call(S, {self.names[id(statement.local)]})")  # it goes if it still lies nowhere

    def body(self, block: list[tree.Step], after: int = 0) -> None:
        """A block after which nothing follows (0): what it ends with may be returned as it comes, without a frame. Or
        one after which the part `after` follows: what it ends with resumes there.
        """
        if any(isinstance(statement, tree.Let) and isinstance(statement.value, tree.Pending) for statement in block):
            self.block(block)
            return
        for statement, following in pairwise(block):
            self.next_statement = following
            self.statement(statement)
        self.next_statement = None
        if block:
            self.last_statement(block[-1], after)

    def inside(self, block: list[tree.Step], after: int) -> None:
        """The same one step deeper, as the body of a branch."""
        lines = self.parts[-1][1]
        before = len(lines)
        self.depth += 1
        self.body(block, after)
        if all(line.lstrip().startswith("#@") for line in lines[before:]):
            self.line("pass")
        self.depth -= 1

    def last_statement(self, node: tree.Step, after: int) -> None:
        if (self.epilogue and not after) or not self.pausing(node):
            self.statement(node)
            return
        saved, self.own_cites = self.own_cites, node.cites or self.own_cites
        if isinstance(node, tree.If) and not any(self.pausing(branch.condition) for branch in node.branches):
            self.note(node)
            self.last_if(node, after)
        elif isinstance(node, tree.CallStatement | tree.Run):
            self.tail = after
            self.statement(node)
            self.tail = None
        else:
            self.statement(node)
        self.own_cites = saved

    tail: int | None = None  # what follows the statement that is written, if it is the last: nothing (0), or a part

    def last_if(self, node: tree.If, after: int) -> None:
        raise AssertionError("written by FlowWriter")

    def ends_simply(self, block: list[tree.Step]) -> bool:
        raise AssertionError("known by FlowWriter")

    def statement(self, node: tree.Step) -> None:
        saved = self.own_cites
        if node.cites:
            self.own_cites = node.cites
        rule = self.rule(node)
        self.line(f"#@{rule}")  # so that a fault in these lines knows its rule
        for line in self.build.covered(rule):
            self.line(line)
        self.note(node)
        getattr(self, f"do_{type(node).__name__.lower()}")(node)
        self.own_cites = saved

    in_hook = False  # it has the parameters `args` and `inst`

    def note(self, node: tree.Node) -> None:
        if self.build.noting is not None:
            self.build.noting(self, node)

    def fuel(self, node: tree.Step) -> None:
        """A loop that need not end runs on fuel, which each decision fills up again."""
        self.line("S.fuel -= 1")
        self.line("if S.fuel < 0:")
        self.line(f"    out_of_fuel(S, {self.rule(node)})")

    def place_turning(self, head: int, node: tree.Step) -> None:
        """The part at which a loop begins in which something pauses: the first turn after each entry is free. Mostly
        that is the only one.
        """
        if _UNTURNED not in self.prelude:
            self.prelude.append(_UNTURNED)
        self.line(_UNTURNED)
        self.place(head)
        self.line("if turned:")
        self.depth += 1
        self.fuel(node)
        self.depth -= 1
        self.line("turned = True")

    # -------------------------------------------------------------------------------------------- the whole function

    def function(self, name: str, first: list[str], guard: Lines | None = None, guarded: str = "") -> Lines:
        """The finished text. `first`: parameters after `S`; `guarded`: a second name, whose function begins with
        `guard`.
        """
        pausing = len(self.parts) > 1
        if not pausing and self.proceeded in self.locals:
            self.parts[0][1].insert(0, f"{self.proceeded} = {self.proceeded_value} = None")
        end = [] if self.ended() else [*self.epilogue, "return None"]
        kept = self.build.kept.setdefault(self.number, {})
        parts = [(label, [self.with_own_number(line) for line in part]) for label, part in self.parts]
        settled, quick = self.build.noting is not None, not (self.traced or self.build.covering)
        numbers = self.frame_numbers(parts)
        unit = Parts(numbers, first, self.locals, parts, self.prelude, end, guard or [], kept, settled, quick)
        lines = assemble(name, unit, guarded)
        for part, names in kept.items():
            tags = [self.tags.get(v, "") for v in first + self.locals if v in names]
            self.build.frames[numbers[part], part] = tags
        for label, phases in self.open.items():
            part = self.aliases.get(label, label)
            if part in numbers:
                self.build.open[numbers[part], part] = phases
        return lines

    def frame_numbers(self, parts: list[tuple[int, Lines]]) -> dict[int, int]:
        """By the part at which frames resume: their number, the same in all forms of the module."""
        known = self.build.entries.setdefault(self.number, {})
        for label in sorted(entered(parts)):
            if label not in known:
                known[label] = self.plan.next_number() if known else self.number
        return known

    def with_own_number(self, line: str) -> str:
        """A line that goes to a part, by the part's own number."""
        return _GOES_TO.sub(lambda m: f"{m[1]}{self.aliases.get(int(m[2]), int(m[2]))}", line) if self.aliases else line


def _proceeds_in_formula(nodes: list[tree.Node]) -> bool:
    """Whether a `proceed` stands in a formula: it is done before the formula, like a call that may pause."""
    proceeds = [n for n in nodes if isinstance(n, tree.Proceed)]
    whole = {id(n.proceed) for n in nodes if isinstance(n, tree.ProceedStatement)} if proceeds else set()
    return any(id(n) not in whole for n in proceeds)
