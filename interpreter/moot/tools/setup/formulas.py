"""Formulas in cases: parsed and typed like those of rules, compiled into the game's own namespace."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ...code.compiled import Compiled
from ...code.further import NAME, FurtherPrinting, further, further_printing
from ...code.typing import symbols
from ...code.typing.asked import type_of
from ...code.typing.builtins import OF_PHASES
from ...code.typing.in_game import phases_read
from ...code.typing.rules import place_in
from ...code.typing.scope import How, World
from ...code.typing.types import ANY, Thing, Type
from ...lang import tree
from ...lang.diagnostic import Diagnostic, Report
from ...lang.parser import parse_code
from ...lang.source import Span
from ...lang.spelling import nearest
from ...lang.walk import walk
from ...stack.driver import FAULTS
from ...stack.faults import none_here
from ...stack.machine import Machine
from ...state.layout import ROW, row_number
from ...state.position import Position


@dataclass(slots=True)
class ReadableFormula:
    """A formula with its type and the function that reads its value from a position."""

    text: str
    node: tree.Formula
    type: Type
    value: Callable[[Position], Any]


class FormulaReader:
    """The formulas of one compiled game."""

    def __init__(self, world: World, compiled: Compiled, machine: Machine) -> None:
        self.world = world
        self.compiled = compiled
        self.layout = compiled.numbering.layout
        self.machine = machine
        self._read_as = {words.casefold(): name for name, words in machine.program.terms.items() if words != name}
        self._kept: dict[str, ReadableFormula] = {}
        self._dotted = {row.key.replace(".", "_"): n for n, row in enumerate(self.layout.things) if "." in row.key}
        kinds = "|".join(map(re.escape, self.layout.row_kinds))
        self._rows = re.compile(rf"(?<![\w.])({kinds}) (\d+)(?!\w)") if kinds else None
        keys = sorted((row.key for row in self.layout.things if "." in row.key), key=len, reverse=True)
        self.keys = re.compile(r"(?<![\w.])(" + "|".join(map(re.escape, keys)) + r")(?!\w)") if keys else None

    @cached_property
    def _printing(self) -> FurtherPrinting:
        return further_printing(self.compiled)

    def read(self, text: str, at: Span, report: Report) -> ReadableFormula | None:
        """The formula that begins at a place of the case's file; None, with diagnostics, if it is wrong."""
        if text in self._kept:
            return self._kept[text]
        node = self.parsed(text, at, report)
        if node is None:
            return None
        mine = Report()
        found = self.typed(node, mine)
        mine.diagnostics = [self._with_hint(d, text) for d in mine]
        for diagnostic in mine:
            if diagnostic.severity == "error":
                report.add(diagnostic)
        if mine.failed or found == ANY or not self._can_be_read(node, report):
            return None
        formula = ReadableFormula(text, node, found, self.reading(node))
        self._kept[text] = formula
        return formula

    def parsed(self, text: str, at: Span, report: Report) -> tree.Formula | None:
        """The tree of a formula. In it `ann.fern` and `company 1` are one name each."""
        if self.keys is not None:
            text = self.keys.sub(lambda found: found[0].replace(".", "_"), text)
        if self._rows is not None:
            text = self._rows.sub(self._row, text)
        quoted = at.text[at.column - 1 : at.column] in ("'", '"')
        mine = Report()
        nodes = parse_code("formula", text, at.source, at.line, at.column + quoted, mine)
        for d in mine:
            report.add(replace(d, hint=self._words_hint(text) or d.hint))
        return nodes[0] if nodes else None

    def _words_hint(self, text: str) -> str:
        """A hint for what is called as players read it: `cards played`, `energy of Ann`."""
        words, read_as = text.strip().casefold(), self._read_as
        name, of = read_as.get(words.partition("(")[0].strip()), ""
        if name is None:
            words, _, owner = words.rpartition(" of ")
            name, of = read_as.get(words, words if words.isidentifier() else None), read_as.get(owner, "")
            if name is None or not of:
                return ""
        return f"write `{name}({of})`, as rules and cases do" if of else f"write `{name}`, as rules and cases do"

    def _row(self, found: re.Match[str]) -> str:
        """`company 1` as one name of the same length."""
        number = row_number(self.layout, found[0])
        assert number is not None
        name = found[0].replace(" ", "_")
        self._dotted[name] = number
        return name

    def typed(self, node: tree.Formula, report: Report, how: How = How.PURE) -> Type:
        """Resolve the names of a formula and give its type."""
        place = place_in(self.world)
        for name, number in self._dotted.items():
            things = self.layout.things
            kind = things[number].kind if number < len(things) else self.layout.row_kinds[number // ROW - 1]
            place.scope.names[name] = symbols.Local(name, Thing(kind))
        told, self.world.report = self.world.report, report
        try:
            return type_of(place, node, None, how)
        finally:
            self.world.report = told

    def about(self, node: tree.Formula, name: str, kind: str, report: Report) -> Callable[[Position, int], Any] | None:
        """The function that reads a formula's value about the thing of a kind that it calls by the name."""
        place = place_in(self.world)
        local = place.scope.names[name] = symbols.Local(name, Thing(kind))
        told, self.world.report = self.world.report, report
        try:
            type_of(place, node, None, How.PURE)
        finally:
            self.world.report = told
        if report.failed:
            return None
        read = self._placed(self.function(node, {id(local): name}), node)
        return lambda S, thing: read(S, **{name: thing})

    def reading(self, node: tree.Formula) -> Callable[[Position], Any]:
        """The function that reads a typed formula's value. A zone's value is its number."""
        return self._placed(self.function(node, known=self.dotted_in(node)), node)

    def dotted_in(self, node: tree.Formula) -> dict[int, int]:
        """By the id of each name that replaces `ann.fern` or `company 1`: the number of that thing or record."""
        refs = (getattr(inner, "ref", None) for inner in walk(node))
        return {
            id(ref): self._dotted[ref.name]
            for ref in refs
            if isinstance(ref, symbols.Local) and ref.name in self._dotted and ref.decl is None
        }

    def _placed(self, read: Callable[..., Any], node: tree.Formula) -> Callable[..., Any]:
        """A function that raises, for any error, a Fault with the place of the formula."""

        def value(S: Position, **given: Any) -> Any:
            try:
                return read(S, **given)
            except FAULTS as error:
                fault = self.machine.faulted(error)
                fault.at = node.at
                raise fault from None

        return value

    def function(
        self,
        node: tree.Formula,
        names: Mapping[int, str] | None = None,
        this: str = "",
        was: Mapping[int, str] | None = None,
        known: Mapping[int, int] | None = None,
        members: bool = False,
    ) -> Callable[..., Any]:
        """The function of a position, and of the values for the formula's names (code.further).

        It raises Fault if the formula has no value. Raises AsksError if it contains a prompt.
        """
        made = further(self._printing, node, names, this, was, known, members)
        space = self.machine.fast.names
        for name, value in made.constants.items():
            space.setdefault(name, value)
        exec(made.text, space)
        function: Callable[..., Any] = space.pop(NAME)

        def read(S: Position, **given: Any) -> Any:
            try:
                return function(S, *(given[name] for name in made.names))
            except (TypeError, IndexError) as error:
                raise none_here().with_traceback(error.__traceback__) from error

        return read

    def _can_be_read(self, node: tree.Formula, report: Report) -> bool:
        """Whether a phase runs is kept only where some rule asks for it."""
        for inner in walk(node):
            if isinstance(inner, tree.Call) and inner.name in OF_PHASES and isinstance(inner.args[0], tree.Name):
                plan = self.compiled.plan
                every = [name for name, one in plan.game.procedures.items() if one.is_phase]
                laid = plan.scopes.keys() - plan.quiet if inner.name == "innermost" else plan.scopes.keys()
                if not laid >= {*phases_read(inner, every)}:
                    asked = f"`{inner.args[0].name}` {'runs' if inner.name == 'in_phase' else 'is the innermost phase'}"
                    message = f"cannot test here whether {asked}: no rule of the game tests it"
                    report.error("not-kept", message, inner.at)
                    return False
        return True

    def _with_hint(self, d: Diagnostic, text: str) -> Diagnostic:
        """A hint that names the copies of a title, or the nearest full name of a copy or state of an effect."""
        things = self.layout.things
        hint = d.hint
        if d.code == "many-copies":
            copies = self.compiled.numbering.copies.get(d.message.split("`")[1], ())
            hint = f"name one of them: {', '.join(things[n].key for n in copies)}"
        elif d.code == "no-fields" and not hint:
            hint = nearest(text.rpartition(".")[0], [row.key for row in things if "." in row.key])
        elif d.code == "unknown-field" and not hint:
            states = [state for carried in self.world.game.carried.values() for state in carried.states]
            hint = nearest(text.rpartition(".")[2], states)
        elif d.code == "unknown-name" and not hint:
            hint = self._words_hint(text)
        return replace(d, hint=hint)
