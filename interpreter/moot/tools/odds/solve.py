"""A question about odds, set up in a game: every random outcome enumerated, or played at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from typing import Any

from ...lang.diagnostic import Report, fail
from ...lang.source import NOWHERE
from ...lang.spelling import nearest
from ...pack.model.bundle import YamlEntry
from ...pack.model.yaml_text import raw
from ...stack.chance import seeded
from ...stack.decision import decision_of, option_called
from ...stack.faults import Fault
from ...state.position import Position
from ..setup.compiled import CompiledGame
from ..setup.formulas import ReadableFormula
from ..setup.position import PositionMaker, Start
from .chance_tree import chance_outcomes
from .fixtures import Fixtures, fill_in
from .parameters import Combination
from .prompts import matches_prompt
from .stand_ins import noted

OTHER = "none of these"
_TOLD_EACH = 1000  # samples between two progress reports
_IN_POSITION = ("call",)  # tags of values whose names hang on the position


@dataclass(slots=True)
class OddsRow:
    """The odds of one combination of values: for each outcome its probability, in the question's order.

    `sampled` are the counts of that many random games, if requested. `stand_ins` are the cells of tables that are
    stand-ins and were read.
    """

    said: Combination
    odds: dict[str, Fraction]
    sampled: dict[str, int] = field(default_factory=dict)
    stand_ins: tuple[str, ...] = ()


class QuestionSolver:
    """A question set up in a game that has the things made for it."""

    def __init__(self, game: CompiledGame, fixtures: Fixtures, told: Mapping[str, str]) -> None:
        self.game = game
        self.fixtures = fixtures
        self.question = fixtures.question
        self.told = told
        self.chosen: dict[str, str] = {}
        self.asked: dict[str, None] = {}  # the prompts of all rows so far
        self.choices: dict[str, list[str]] = {}  # of the row at hand: by prompt what is chosen, the first that may be
        self._answers: dict[tuple[Any, ...], Any] = {}  # of the row at hand

    def start(self, said: Combination, made: Combination) -> tuple[Start, dict[str, ReadableFormula]]:
        """The position of one combination, with the things made for it, and the outcomes read in it.

        Raises MootError for what is wrong.
        """
        names = {**said, **made}
        lists = {name for name, one in self.fixtures.parameters.items() if one.several} | self.fixtures.several
        report = Report()
        parts: dict[str, YamlEntry] = self.question.root.value
        start = PositionMaker(self.game, report).make(fill_in(parts["given"], names, lists))
        formulas = {}
        for label, entry in parts["outcomes"].value.items():
            text = raw(fill_in(entry, names, lists))
            formula = self.game.formulas.read(text, entry.at, report)
            if formula is not None:
                formulas[label] = formula
        report.raise_if_failed()
        assert start is not None
        own: dict[str, YamlEntry] = parts["choices"].value if "choices" in parts else {}
        chosen = {prompt: fill_in(entry, names, lists) for prompt, entry in own.items()}
        self.choices = {prompt: [key] for prompt, key in self.told.items()} | {
            prompt: [raw(one) for one in entry.value] if isinstance(entry.value, list) else [raw(entry)]
            for prompt, entry in chosen.items()
            if prompt not in self.told
        }
        return start, formulas

    def row(
        self,
        said: Combination,
        made: Combination,
        samples: int = 0,
        seed: int = 0,
        on_sample: Callable[[int], None] | None = None,
    ) -> OddsRow:
        """The odds of one combination; `on_sample` gets the number of additional games from time to time."""
        start, formulas = self.start(said, made)
        self._answers.clear()
        machine = self.game.game.machine
        S = start.position.copy()
        S.nature = True
        with noted(machine) as stand_ins:
            machine.call(S, start.procedure, start.args)
            found: dict[str, Fraction] = {}
            for share, end in chance_outcomes(machine, S, self._choose):
                label = self._label(formulas, end)
                found[label] = found.get(label, Fraction(0)) + share
        row = OddsRow(said, {label: found[label] for label in [*formulas, OTHER] if label in found})
        row.stand_ins = tuple(sorted(stand_ins))
        if samples:
            row.sampled = dict.fromkeys(row.odds, 0)
            for count, label in enumerate(islice(self._played(start, formulas, seed), samples), 1):
                row.sampled[label] = row.sampled.get(label, 0) + 1
                if on_sample is not None and (count % _TOLD_EACH == 0 or count == samples):
                    on_sample((count - 1) % _TOLD_EACH + 1)
        return row

    def _played(self, start: Start, formulas: Mapping[str, ReadableFormula], seed: int) -> Iterator[str]:
        """How games end in which dice fall as they do in play, without end."""
        machine = self.game.game.machine
        first = start.position
        first.nature = False
        first.rng = seeded(seed)
        while True:
            S = first.copy()
            machine.call(S, start.procedure, start.args)
            while S.ask is not None:
                machine.advance(S, self._choose(S))
            first.rng = S.rng
            yield self._label(formulas, S)

    def played(self, said: Combination, made: Combination, seed: int) -> Iterator[str]:
        """How games of one combination end in which dice fall as they do in play, without end."""
        start, formulas = self.start(said, made)
        self._answers.clear()
        return self._played(start, formulas, seed)

    def raise_if_never_asked(self) -> None:
        """Raises MootError for a choice at a prompt that no row has reached."""
        prompts = ", ".join(f"“{prompt}”" for prompt in self.asked)
        there = f"available prompts: {prompts}" if prompts else "the question has no prompts"
        never = [prompt for prompt in self.told if not any(matches_prompt(prompt, one) for one in self.asked)]
        report = Report()
        for prompt in never:
            hint = nearest(prompt, self.asked) or there
            report.error("never-asked", f"unknown prompt “{prompt}”", NOWHERE, hint)
        report.raise_if_failed()

    def _choose(self, S: Position) -> Any:
        """The player's choice on the way: the one set for the prompt, otherwise the first."""
        assert S.ask is not None
        site, player, values, more = S.ask
        if self.game.game.program.sites[site].tag in _IN_POSITION:
            return self._chosen(S)
        key = (site, player, tuple(values), more)
        if key not in self._answers:
            self._answers[key] = self._chosen(S)
        return self._answers[key]

    def _chosen(self, S: Position) -> Any:
        decision = decision_of(self.game.game.program, S)
        assert decision is not None
        self.asked[decision.prompt] = None
        keys = next((keys for prompt, keys in self.choices.items() if matches_prompt(prompt, decision.prompt)), None)
        if keys is None:
            first = decision.options[0]
            self.chosen[decision.prompt] = first.text
            return first.value
        named = (option_called(self.game.game.program, decision, key) for key in keys)
        option = next((option for option in named if option is not None), None)
        if option is None:
            offered = ", ".join(option.key for option in decision.options)
            message = f"`{', '.join(keys)}` is not available when {decision.player} is prompted “{decision.prompt}”"
            raise fail("not-offered", message, self.question.at, f"available: {offered}")
        return option.value

    def _label(self, formulas: Mapping[str, ReadableFormula], S: Position) -> str:
        """The outcome that holds. Raises MootError where one cannot be read."""
        try:
            return next((label for label, formula in formulas.items() if formula.value(S)), OTHER)
        except Fault as fault:
            raise self.game.game.machine.fault(fault) from None
