"""Why something happened: an entry's rule, the values behind it, the events that led to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, assert_never

from ...code.lower.formulas.formulas_of import formulas_of
from ...code.program import Program
from ...lang import tree
from ...stack.chance import ROLL
from ...stack.game import State
from ...stack.journal import Entry
from ..logs.entries import choices_before, journal_entry
from ..logs.log import Log, begin_game, game_of, play_choices
from .formula_trace import FormulaTracer, TracedFormula, Unread, source_text_of
from .instrumented import NotedStep, instrument_again
from .open_calls import OpenCalls

MOST_CHOICES = 5  # the most entries to list before an entry


@dataclass(frozen=True, slots=True)
class Condition:
    """A line around the entry's line: the condition that held there, or the current value of the loop."""

    text: str
    rule: str
    file: str
    line: int
    clauses: tuple[str, ...]
    values: list[TracedFormula]


@dataclass(frozen=True, slots=True)
class Explained:
    """An entry with the calls that led to it (outermost first), the choices on the way, and the values behind it."""

    entry: Entry
    led: list[Entry]
    chosen: list[Entry] = field(default_factory=list)
    values: list[TracedFormula] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        entry = self.entry
        return {
            "entry": entry.as_json(),
            "rule": entry.rule,
            "file": entry.file,
            "line": entry.line,
            "values": [one.as_json() for one in self.values],
            "conditions": [
                {
                    "text": one.text,
                    "rule": one.rule,
                    "line": one.line,
                    "clauses": list(one.clauses),
                    "values": [told.as_json() for told in one.values],
                }
                for one in self.conditions
            ],
            "chosen": [one.as_json() for one in self.chosen],
            "led": [one.as_json() for one in self.led],
        }


class Replay:
    """A log, replayed in the instrumented version. Raises MootError if it cannot be replayed."""

    def __init__(self, log: Log, mods: Sequence[str] = ()) -> None:
        self.log = log
        self.instrumented = instrument_again(game_of(log, mods))
        self.state = begin_game(log, self.instrumented.game)
        self.lengths: list[int] = []  # the length of the journal before each choice
        for number in range(len(log.choices)):
            self.lengths.append(len(self.state.position.journal or ()))
            play_choices(log, self.state, number + 1)

    @property
    def program(self) -> Program:
        return self.instrumented.game.program

    def explained(self, number: int) -> Explained:
        """Raises MootError if the journal has no entry of that number."""
        journal = _with_needs(self.state.journal)
        entry = journal_entry(journal, number)
        self._play(sum(length <= number for length in self.lengths), number)
        before = [one for one in journal if one.number < number]
        led = _led(self.program, before, entry)
        found = Explained(entry, led, _chosen(before, led))
        raw = (self.state.position.journal or [])[number]
        step = self.instrumented.of_rules.get(raw[1])
        if step is not None and entry.what != "does":
            tracer = self.instrumented.tracer(step)
            found.values.extend(_values(tracer, step.note.node))
            found.conditions.extend(self._conditions(step))
        return found

    def decision_at(self, number: int) -> State:
        """The game at the prompt that an entry answers, or at the last prompt before it. `number` may be one past the
        last entry. Raises MootError if there was none yet.
        """
        count = choices_before(self.state, self.lengths, number)
        return self._play(count, None)

    def _play(self, count: int, until: int | None) -> State:
        """Make that many choices again, noting the steps up to an entry."""
        instrumented = self.instrumented
        instrumented.steps.clear()
        instrumented.of_rules.clear()
        instrumented.until = until
        state = begin_game(self.log, instrumented.game)
        play_choices(self.log, state, count)
        return state

    # -------------------------------------------------------------------------------------------- what held

    def _conditions(self, step: NotedStep) -> list[Condition]:
        """The conditions and loops around the line, outermost first, as far as they were read on the way here."""
        found = []
        for outer, part in self.instrumented.around(step.note.node):
            around = self.instrumented.steps.get(id(outer))
            if around is None:
                continue
            tracer = self.instrumented.tracer(around)
            named = _name_values(self.instrumented.tracer(step), tracer, outer)
            for words, node, values in _held(tracer, outer, part, named):
                label, file, _, clauses = self.program.rules[around.note.rule]
                found.append(Condition(words, label, file, node.at.line, self._cited(outer, part, clauses), values))
        rule = self.instrumented.rule_of(step.note.node)
        if rule is not None:
            clauses = self.instrumented.made.plan.clauses(rule.node.cites, rule.pack)
            text = rule.node.at.text.partition("@")[0].strip()
            at = rule.node.at
            found.append(Condition(text, rule.label, at.source.path, at.line, clauses, []))
        return found[::-1]

    def _cited(self, outer: tree.Step, part: tree.Node | str, clauses: tuple[str, ...]) -> tuple[str, ...]:
        if not isinstance(part, tree.Branch | tree.Alternative) or not part.cites:
            return clauses
        document = clauses[0].partition("/")[0] if clauses else ""
        own = tuple(c.clause if "/" in c.clause else f"{document}/{c.clause}" for c in part.cites)
        return own if document or all("/" in c.clause for c in part.cites) else clauses


def _values(tracer: FormulaTracer, node: tree.Node) -> list[TracedFormula]:
    """The values of the formulas of a line, each once."""
    found: list[TracedFormula] = []
    for formula in formulas_of(node):
        found += [one for one in tracer.traced(formula) if one not in found]
    return found


def _name_values(inner: FormulaTracer, around: FormulaTracer, outer: tree.Step) -> list[TracedFormula]:
    """The value of a loop's or choice's name in the line inside it, if that line reads it, and of its `where` for that
    value.
    """
    local = getattr(outer, "local", None)
    if local is None or id(local) not in inner.names:
        return []
    name = tree.Name(outer.at, local.name)
    name.type, name.ref = local.type, local
    try:
        value = inner.value(name)
        where = around.with_local(local, value).traced(getattr(outer, "where", None))
        return [TracedFormula(local.name, inner.value_text(local.type, value)), *where]
    except Unread:
        return []


def _held(
    tracer: FormulaTracer, outer: tree.Step, part: tree.Node | str, named: list[TracedFormula]
) -> list[tuple[str, tree.Node, list[TracedFormula]]]:
    """The conditions and loops around the line in words, with their values, innermost first."""
    match outer:
        case tree.If():
            return _held_if(tracer, outer, part)
        case tree.ForEach():
            return [(_in(f"for each {outer.name}", outer), outer, named or tracer.traced(outer.over))]
        case tree.While():
            return [(f"while {source_text_of(outer.condition)}", outer, [])]
        case tree.ChooseOne():
            if isinstance(part, tree.Alternative):
                return [(f"the option “{source_text_of(part.label)[1:-1]}”", part, [])]
            return []
        case tree.Choose() | tree.Pick():
            return [(_in(outer.name, outer), outer, named)] if part == "then" else []
        case tree.ChooseTogether():
            words = ", ".join(f"{one.name} in {source_text_of(one.over)}" for one in outer.choices)
            return [(words + _where(outer), outer, named)] if part == "then" else []
        case tree.Repeat() | tree.Offer() | tree.Lasting():
            return []
        case tree.Change() | tree.Move() | tree.MoveBefore() | tree.Remove() | tree.Let() | tree.Require():
            return []
        case tree.CallStatement() | tree.Run() | tree.Return() | tree.ProceedStatement() | tree.Win() | tree.Nothing():
            return []
        case _:
            assert_never(outer)


def _held_if(
    tracer: FormulaTracer, outer: tree.If, part: tree.Node | str
) -> list[tuple[str, tree.Node, list[TracedFormula]]]:
    found: list[tuple[str, tree.Node, list[TracedFormula]]] = []
    for number, branch in enumerate(outer.branches):
        word = "if" if not number else "else if"
        if branch is part:
            return [(f"{word} {source_text_of(branch.condition)}", branch, tracer.traced(branch.condition)), *found]
        failed = [lack.traced for lack in _lacking(tracer, branch.condition)]
        found.insert(0, (f"not {word} {source_text_of(branch.condition)}", branch, failed))
    return found


def _in(words: str, node: tree.ForEach | tree.Choose | tree.Pick) -> str:
    return f"{words} in {source_text_of(node.over)}{_where(node)}"


def _where(node: tree.ForEach | tree.Choose | tree.ChooseTogether | tree.Pick) -> str:
    return f" where {source_text_of(node.where)}" if node.where is not None else ""


def _lacking(tracer: FormulaTracer, condition: tree.Formula) -> list[Any]:
    try:
        return list(tracer.lacking(condition))
    except Unread:
        return []


def _with_needs(journal: Sequence[Entry]) -> list[Entry]:
    """The entries, with the target of each roll that was compared with something, and whether it was met."""
    found = list(journal)
    for place, (one, following) in enumerate(pairwise(journal)):
        if one.what == "chance" and following.facts.get("of") == ROLL:
            found[place] = replace(one, facts={**one.facts, "needed": following.facts["text"]})
    return found


def _chosen(before: list[Entry], led: list[Entry]) -> list[Entry]:
    """The choices and random results of the innermost call that had any."""
    asked = [one for one in before if one.what in ("choice", "chance")]
    for call in reversed(led):
        found = [one for one in asked if one.number > call.number]
        if found:
            return found[-MOST_CHOICES:]
    return asked[-1:]


def _led(program: Program, before: list[Entry], entry: Entry) -> list[Entry]:
    """The calls around an entry, outermost first."""
    calls = OpenCalls(program)
    for one in [*before, entry]:
        calls.add(one)
    return [call for call in calls.outermost_first() if call is not entry]
