"""Exact odds: a question of a pack, answered by its own rules, with every random outcome enumerated.

A question sets up a position like a case, with things made for it, and calls a procedure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...lang.diagnostic import Diagnostic, MootError, Report, fail
from ...lang.spelling import nearest
from ...pack.load import load
from ...pack.model.bundle import Bundle, OddsQuestion, Setting, YamlEntry
from ...pack.model.yaml_text import raw
from ..setup.compiled import CompiledGame, compile_game
from .fixtures import Fixtures
from .parameters import Combination, Parameter, combinations, parameters_of, trial
from .prompts import check_prompts
from .solve import OTHER, OddsRow, QuestionSolver


@dataclass(slots=True)
class AnsweredQuestion:
    """The question and its game, with the parameters."""

    game: str
    question: str
    title: str
    cites: tuple[str, ...]
    parameters: dict[str, Parameter]

    def as_json(self) -> dict[str, Any]:
        return {"game": self.game, "question": self.question, "title": self.title, "cites": list(self.cites)}

    def said_as_json(self, said: Combination) -> dict[str, Any]:
        return {name: list(one) if self.parameters[name].several else one[0] for name, one in said.items()}


@dataclass(slots=True)
class Odds(AnsweredQuestion):
    """`outcomes`: those of some row; `chosen`: the default choices of players on the way, by prompt."""

    rows: list[OddsRow]
    outcomes: list[str]
    chosen: dict[str, str]


def questions(
    name: str | Path, mods: Sequence[str | Path] = ()
) -> dict[str, tuple[OddsQuestion, dict[str, Parameter]]]:
    """The questions that a game answers, each with what it asks. Raises MootError if the packs are not sound."""
    bundle = load(name, mods, cases=False)
    report = Report()
    found = {ident: (question, parameters_of(bundle, question, report)) for ident, question in bundle.odds.items()}
    bundle.report.raise_if_failed()
    report.raise_if_failed()
    return found


def odds(
    name: str | Path,
    question: str,
    said: Mapping[str, Sequence[str]] | None = None,
    mods: Sequence[str | Path] = (),
    settings: Iterable[tuple[str, Any]] = (),
    choices: Mapping[str, str] | None = None,
    samples: int = 0,
    seed: int = 0,
    on_progress: Callable[[int, int], None] | None = None,
) -> Odds:
    """The odds of a question, for each combination of parameters. `choices` override those of the question.

    With `samples`, each combination is also played that many times at random. `on_progress` gets the amount done and
    the total. Raises MootError if the question is unknown, has errors, or cannot be answered by the rules, and if
    `choices` has a prompt that never occurs.
    """
    bundle, asked, parameters = opened(name, question, mods, settings)
    combined = combinations(parameters, said or {})
    whole = with_options(bundle, asked)
    fixtures = Fixtures(whole, asked, parameters, set())
    names = [fixtures.made(one) for one in combined]
    fixtures.finish()
    solver = QuestionSolver(
        compile_game(whole, mods, traced_alone=not samples, quick=not samples), fixtures, dict(choices or {})
    )
    rows = []
    done, of = 0, len(combined) * (1 + samples)

    def report_more(more: int) -> None:
        nonlocal done
        done += more
        if on_progress is not None:
            on_progress(done, of)

    for number, one in enumerate(combined):
        rows.append(solver.row(one, names[number], samples, seed + number, report_more))
        report_more(1)
    solver.raise_if_never_asked()
    order = [*asked.root.value["outcomes"].value, OTHER]
    outcomes = [one for one in order if any(row.odds.get(one) for row in rows)]
    return Odds(*heading(bundle, asked), parameters, rows, outcomes, solver.chosen)


def heading(bundle: Bundle, asked: OddsQuestion) -> tuple[str, str, str, tuple[str, ...]]:
    """Game, name, title and cites of a question."""
    parts = asked.root.value
    cites = tuple(raw(one) for one in parts["cites"].value) if "cites" in parts else ()
    return bundle.id, asked.id, raw(parts["title"]), cites


def opened(
    name: str | Path, question: str, mods: Sequence[str | Path], settings: Iterable[tuple[str, Any]]
) -> tuple[Bundle, OddsQuestion, dict[str, Parameter]]:
    """A game's packs, one of their questions, and its parameters. Raises MootError if they have errors."""
    bundle = load(name, mods, settings, cases=False)
    bundle.report.raise_if_failed()
    asked = question_of(bundle, question)
    report = Report()
    parameters = parameters_of(bundle, asked, report)
    report.raise_if_failed()
    return bundle, asked, parameters


def check_odds(bundle: Bundle, case: CompiledGame, mods: Sequence[str | Path] = ()) -> list[Diagnostic]:
    """The errors in the questions of a valid bundle: each is set up once, with the first of all values.

    `case`: the bundle's game, the last to have typed its trees.
    """
    found: list[Diagnostic] = []
    alike: dict[str, list[tuple[OddsQuestion, dict[str, Parameter]]]] = {}  # by options: they need one game
    for question in bundle.odds.values():
        report = Report()
        parameters = parameters_of(bundle, question, report)
        found += report.diagnostics
        if not report.failed:
            setting = (without_decks(question), *((name, raw(entry)) for name, entry in _options(question)))
            alike.setdefault(repr(setting), []).append((question, parameters))
    own = True  # the trees are still typed as in the bundle's own game
    for several in sorted(alike.values(), key=lambda some: _other_game(some[0][0])):
        whole = with_options(bundle, several[0][0])
        taken: set[str] = set()
        prepared = []
        try:
            for question, parameters in several:
                first = {param.name: trial(param) for param in parameters.values()}
                fixtures = Fixtures(whole, question, parameters, taken)
                prepared.append((fixtures, first, fixtures.made(first)))
            for fixtures, _, _ in prepared:
                fixtures.finish()
            own = own and not _other_game(several[0][0]) and whole.things.keys() == bundle.things.keys()
            game = case if own else compile_game(whole, mods, traced_alone=True, quick=True)
        except MootError as error:
            found += error.diagnostics
            continue
        for fixtures, first, names in prepared:
            try:
                QuestionSolver(game, fixtures, {}).start(first, names)
            except MootError as error:
                found += error.diagnostics
            report = Report()
            check_prompts(bundle, fixtures.question, game, report)
            found += report.diagnostics
    return found


def _options(question: OddsQuestion) -> list[tuple[str, YamlEntry]]:
    parts = question.root.value
    return list(parts["options"].value.items()) if "options" in parts else []


def _other_game(question: OddsQuestion) -> bool:
    """Whether it needs a game of its own: with other options, or without the decks."""
    return without_decks(question) or bool(_options(question))


def without_decks(question: OddsQuestion) -> bool:
    """Whether it uses no decks, so that each thing exists once."""
    return "decks" in question.root.value


def question_of(bundle: Bundle, question: str) -> OddsQuestion:
    """The question of that name. Raises MootError if the game answers none."""
    asked = bundle.odds.get(question)
    if asked is None:
        raise unknown_question(question, bundle.odds)
    return asked


def unknown_question(question: str, known: Iterable[str]) -> MootError:
    """The error for an unknown question, with the available ones."""
    names = list(known)
    hint = nearest(question, names) or (f"questions: {', '.join(names)}" if names else "its packs have no `odds:`")
    return fail("unknown-question", f"the game has no question `{question}`", hint=hint)


def with_options(bundle: Bundle, question: OddsQuestion) -> Bundle:
    """A bundle of the question's own, with the options that it sets, and without decks if it has none. Its trees are
    those of the other: whichever game is made last has typed them.
    """
    whole = replace(
        bundle, things=dict(bundle.things), home=dict(bundle.home), settings=list(bundle.settings), report=Report()
    )
    if without_decks(question):
        whole.decks = {}
    for option, entry in _options(question):
        value = {"yes": True, "no": False}.get(raw(entry), entry.value)
        whole.settings.append(Setting(option, value, entry.at, "question", entry.key_at))
    return whole
