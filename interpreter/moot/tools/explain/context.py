"""The context of a prompt: the line that asks, the meaning of names there, and the reader's knowledge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...code.plan.units import Unit
from ...code.program import RuleLine
from ...lang import tree
from ...stack.decision import Decision
from ...stack.game import State
from ...stack.words import name_words
from ...state.layout import argument_key, row_number, zone_key
from ...state.tags import Tag
from .formula_trace import Lack, TracedFormula
from .instrumented import InstrumentedGame, NotedStep

MOST_READ = 4  # the words that a condition reads


@dataclass(frozen=True, slots=True)
class RefusalReason:
    """One reason against a choice. `needed`: the change it takes. `source`: the thing whose text it is.

    `decisive`: the clauses of the functions that make its condition fail, apart from the clauses of its own line.
    `words`: the rule's own words. `read`: the words of the functions, states and fields that its condition reads, with
    their values. `listing`: it only repeats the choices.
    """

    what: str
    needed: str = ""
    values: tuple[TracedFormula, ...] = ()
    rule: str = ""
    file: str = ""
    line: int = 0
    clauses: tuple[str, ...] = ()
    source: str = ""
    decisive: tuple[str, ...] = field(default=(), compare=False)
    words: str = field(default="", compare=False)
    read: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    listing: bool = field(default=False, compare=False)

    def as_json(self) -> dict[str, Any]:
        return {
            "what": self.what,
            "needed": self.needed,
            "values": [one.as_json() for one in self.values],
            "rule": self.rule,
            "clauses": list(self.clauses),
            "source": self.source or None,
        }


def asking_line(instrumented: InstrumentedGame, state: State) -> RuleLine:
    """The line that prompts."""
    program = instrumented.game.program
    return program.rules[program.sites[state.position.question().site].rule]


class DecisionContext:
    """One prompt. `seat`: leave out anything that this player may not know."""

    def __init__(self, instrumented: InstrumentedGame, state: State, decision: Decision, seat: int | None) -> None:
        self.instrumented, self.made = instrumented, instrumented.made
        self.state, self.S = state, state.position
        self.decision, self.seat = decision, seat
        self.place = asking_line(instrumented, state)
        self.site = self.made.game.program.sites[self.S.question().site]

    def reason(self, what: str, needed: str = "", values: Sequence[TracedFormula] = ()) -> RefusalReason:
        """A reason given by the line that prompts."""
        return RefusalReason(what, needed, self.seen(values), *self.place)

    def seen(self, values: Sequence[TracedFormula]) -> tuple[TracedFormula, ...]:
        """The reasons that the reader may see."""
        return tuple(one for one in values if not one.hidden)

    def lacks(self, lacks: list[Lack], place: RuleLine | None = None, why: str = "") -> list[RefusalReason]:
        """A reason for each part of a condition that fails."""
        found = []
        for lack in lacks:
            traced = lack.traced
            values = () if traced.hidden else self.seen(traced.below)
            what = f"`{traced.formula}` is {traced.value}"
            needed = f"`{traced.formula}` must be {lack.needed}"
            told = f"{why}: {what}" if why else what
            decisive = () if traced.hidden else tuple(_decisive(traced, traced.value))
            at = place or self.place
            read = tuple(dict.fromkeys(_read(traced)))[:MOST_READ]
            found.append(RefusalReason(told, needed, values, *at, decisive=decisive, words=why, read=read))
        return found

    def pack(self, step: NotedStep) -> str:
        """The pack whose text contains a step."""
        node: tree.Node = step.note.node
        for outer, _ in self.instrumented.around(node):
            node = outer
        unit: Unit | None = next((u for u in self.made.plan.units if any(node is one for one in u.block)), None)
        return unit.pack if unit is not None else ""

    def candidates(self, tag: str, key: str) -> list[Any]:
        """The values that a name may mean in a choice among values of this type."""
        program = self.made.game.program
        layout = program.layout
        low = key.casefold()

        def index(names: list[str]) -> list[int]:
            return [n for n, one in enumerate(names) if low in (one.casefold(), name_words(program, one).casefold())]

        if tag in ("thing", "call"):
            row = row_number(layout, key)
            found = list(self.made.things.get(key, ()))
            found = found or [
                n for n, t in enumerate(layout.things) if low in (t.key, name_words(program, t.title).casefold())
            ]
            return [row] if row is not None else found
        read = Tag.read(tag)
        if read.sort in ("names", "words"):
            return index(read.names or layout.names[read.inner])
        if tag == "bool":
            return [key == "yes"] if key in ("yes", "no") else []
        if tag == "place":
            return [n for n in range(len(layout.zones)) if zone_key(layout, n) == key]
        return [int(key)] if key.lstrip("-").isdigit() else []

    def name(self, tag: str, value: Any) -> str:
        """A value in words."""
        program = self.made.game.program
        if tag == "thing" and type(value) is int and 0 <= value < len(program.layout.things):
            return name_words(program, program.layout.things[value].title)
        return name_words(program, argument_key(program.layout, tag, value))

    def where(self, tag: str, value: Any) -> str:
        """The actual place of a thing, if the reader may know it."""
        layout = self.made.layout
        if tag != "thing" or value is None or not 0 <= value < len(layout.things):
            return ""
        if self.seat is not None and not self.made.game.machine.fast.knows(self.S, self.seat, value):
            return ""
        at = self.S.cells[value]
        if any(value in board.places for board in layout.boards):
            return ""
        if at < 0:
            return ": it is in no zone"
        key = zone_key(layout, at) if at < len(layout.zones) else zone_key(layout, self.S.extra[at])
        return f": it is in {self.made.game.teller.zone_words(key)}"


def _read(traced: TracedFormula, deepest: int = 2) -> Iterator[tuple[str, str]]:
    """The words of the names in a formula, with its value; parts are listed only if the formula itself has no words."""
    if traced.hidden:
        return
    if traced.words:
        yield traced.words, traced.value
    elif deepest:
        for one in traced.below:
            yield from _read(one, deepest - 1)


def _decisive(traced: TracedFormula, value: str) -> Iterator[str]:
    """The clauses of a formula and of the parts that give it its value."""
    yield from traced.clauses
    for one in traced.below:
        if one.value == value:
            yield from _decisive(one, value)
