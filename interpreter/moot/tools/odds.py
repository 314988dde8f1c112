"""Exact odds: a question of a pack put to its own rules, every outcome of chance gone through.

A question sets up a position as a case does, with things made for it, and calls what is asked about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..lang.diagnostic import Diagnostic, MootError, Report, fail, nearest
from ..pack.board_values import BoardValues
from ..pack.bundle import Bundle, Entry, Question, Setting
from ..pack.fields import Fields
from ..pack.kinds import Kinds
from ..pack.load import load
from ..pack.things import check_missing, make_thing
from ..pack.yaml_text import Scalar
from ..stack.decision import decision_of
from ..stack.decision import option_called as option_named
from ..stack.machine import Machine
from ..state.position import NATURE, Position
from .asks import Ask, Combination, asks_of, combinations
from .case_file import raw
from .case_formula import Formula
from .case_game import CaseGame, case_game
from .case_position import PositionMaker, Start
from .chances import spread

OTHER = "none of these"
_WORDS = re.compile(r"(?<![.\w])[A-Za-z_]\w*(?!\w*\()")  # neither a field nor what is called


@dataclass(slots=True)
class Row:
    """The odds of one combination of what was said: for each outcome its probability, in the question's order.

    `sampled` are the counts of that many games played by chance, where that was asked.
    """

    said: Combination
    odds: dict[str, Fraction]
    sampled: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Odds:
    """`outcomes` are those that some row has; `chosen` what players chose on the way without being told, by prompt."""

    game: str
    question: str
    title: str
    cites: tuple[str, ...]
    asks: dict[str, Ask]
    rows: list[Row]
    outcomes: list[str]
    chosen: dict[str, str]


def questions(name: str | Path, mods: Sequence[str | Path] = ()) -> dict[str, tuple[Question, dict[str, Ask]]]:
    """The questions that a game answers, each with what it asks. Raises MootError if the packs are not sound."""
    bundle = load(name, mods, cases=False)
    report = Report()
    found = {ident: (question, asks_of(bundle, question, report)) for ident, question in bundle.odds.items()}
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
    """The odds of a question, for each combination of what is asked. `choices` win over those of the question.

    Raises MootError if the question is not there, is wrong, or is not answered by the rules.
    """
    bundle = load(name, mods, settings, cases=False)
    bundle.report.raise_if_failed()
    asked = bundle.odds.get(question)
    if asked is None:
        there = f"it answers: {', '.join(bundle.odds)}" if bundle.odds else "its packs hold no `odds:`"
        raise fail(
            "unknown-question", f"the game answers no `{question}`", hint=nearest(question, bundle.odds) or there
        )
    report = Report()
    asks = asks_of(bundle, asked, report)
    report.raise_if_failed()
    combined = combinations(asks, said or {})
    whole = _with_options(bundle, asked)
    probes = _Probes(whole, asked, asks, set())
    names = [probes.made(one) for one in combined]
    probes.finish()
    posed = _Posed(case_game(whole, mods), probes, dict(choices or {}))
    rows = []
    for number, one in enumerate(combined):
        rows.append(posed.row(one, names[number], samples, seed))
        if on_progress is not None:
            on_progress(number + 1, len(combined))
    cites = tuple(raw(one) for one in asked.root.value["cites"].value) if "cites" in asked.root.value else ()
    order = [*asked.root.value["outcomes"].value, OTHER]
    outcomes = [one for one in order if any(row.odds.get(one) for row in rows)]
    return Odds(bundle.id, question, raw(asked.root.value["title"]), cites, asks, rows, outcomes, posed.chosen)


def check_odds(bundle: Bundle, mods: Sequence[str | Path] = ()) -> list[Diagnostic]:
    """What is wrong with the questions of a sound bundle: each is set up once, with the first of all values."""
    found: list[Diagnostic] = []
    alike: dict[str, list[tuple[Question, dict[str, Ask]]]] = {}  # by options: they need one game
    for question in bundle.odds.values():
        report = Report()
        asks = asks_of(bundle, question, report)
        found += report.diagnostics
        if not report.failed:
            alike.setdefault(repr([(name, raw(entry)) for name, entry in _options(question)]), []).append(
                (question, asks)
            )
    for several in alike.values():
        whole = _with_options(bundle, several[0][0])
        taken: set[str] = set()
        posed = []
        try:
            for question, asks in several:
                first = {ask.name: ask.default or ((ask.values or ("1",))[0],) for ask in asks.values()}
                probes = _Probes(whole, question, asks, taken)
                posed.append((probes, first, probes.made(first)))
            for probes, _, _ in posed:
                probes.finish()
            game = case_game(whole, mods)
        except MootError as error:
            found += error.diagnostics
            continue
        for probes, first, names in posed:
            try:
                _Posed(game, probes, {}).start(first, names)
            except MootError as error:
                found += error.diagnostics
    return found


def _options(question: Question) -> list[tuple[str, Entry]]:
    parts = question.root.value
    return list(parts["options"].value.items()) if "options" in parts else []


def _with_options(bundle: Bundle, question: Question) -> Bundle:
    """A bundle of the question's own, with the options that it sets."""
    whole = bundle.copy()
    whole.report = Report()
    for option, entry in _options(question):
        value = {"yes": True, "no": False}.get(raw(entry), entry.value)
        whole.settings.append(Setting(option, value, entry.at, "question", entry.key_at))
    return whole


class _Posed:
    """A question set up in a game that has the things made for it."""

    def __init__(self, game: CaseGame, probes: _Probes, told: Mapping[str, str]) -> None:
        self.game = game
        self.probes = probes
        self.question = probes.question
        self.told = told
        self.chosen: dict[str, str] = {}
        self.choices: dict[str, list[str]] = {}  # of the row at hand: by prompt what is chosen, the first that may be

    def start(self, said: Combination, made: Combination) -> tuple[Start, dict[str, Formula]]:
        """The position of one combination, with the things made for it, and the outcomes read in it.

        Raises MootError for what is wrong.
        """
        names = {**said, **made}
        lists = {name for name, ask in self.probes.asks.items() if ask.several} | self.probes.several
        report = Report()
        parts: dict[str, Entry] = self.question.root.value
        start = PositionMaker(self.game, report).make(_filled(parts["given"], names, lists))
        formulas = {}
        for label, entry in parts["outcomes"].value.items():
            filled = _filled(entry, names, lists)
            formula = self.game.formulas.read(raw(filled), entry.at, report)
            if formula is not None:
                formulas[label] = formula
        report.raise_if_failed()
        assert start is not None
        own: dict[str, Entry] = parts["choices"].value if "choices" in parts else {}
        chosen = {prompt: _filled(entry, names, lists) for prompt, entry in own.items()}
        self.choices = {
            prompt: [raw(one) for one in entry.value] if isinstance(entry.value, list) else [raw(entry)]
            for prompt, entry in chosen.items()
        } | {prompt: [key] for prompt, key in self.told.items()}
        return start, formulas

    def row(self, said: Combination, made: Combination, samples: int, seed: int) -> Row:
        """The odds of one combination."""
        start, formulas = self.start(said, made)
        machine = self.game.game.machine
        S = start.position
        S.nature = True
        machine.call(S, start.procedure, start.args)
        found: dict[str, Fraction] = {}
        for share, end in spread(machine, S.copy(), self._choose):
            label = _label(formulas, end)
            found[label] = found.get(label, Fraction(0)) + share
        row = Row(said, {label: found[label] for label in [*formulas, OTHER] if label in found})
        if samples:
            row.sampled = dict.fromkeys(row.odds, 0)
            first = S.copy()
            first.rng = machine.blank(seed).rng
            for _ in range(samples):
                end = first.copy()
                self._sampled(machine, end)
                first.rng = end.rng
                label = _label(formulas, end)
                row.sampled[label] = row.sampled.get(label, 0) + 1
        return row

    def _sampled(self, machine: Machine, S: Position) -> None:
        while S.ask is not None:
            machine.advance(S, machine.sample(S) if S.ask[1] == NATURE else self._choose(S))

    def _choose(self, S: Position) -> Any:
        """What a player chooses on the way: as told by what he is asked, else the first that is offered."""
        decision = decision_of(self.game.game.program, S)
        assert decision is not None
        keys = self.choices.get(decision.prompt)
        if keys is None:
            first = decision.options[0]
            self.chosen[decision.prompt] = first.text
            return first.value
        named = (option_named(self.game.game.program, decision, key) for key in keys)
        option = next((option for option in named if option is not None), None)
        if option is None:
            offered = ", ".join(option.key for option in decision.options)
            message = f"`{', '.join(keys)}` cannot be chosen when {decision.player} is asked “{decision.prompt}”"
            raise fail("not-offered", message, self.question.at, f"offered are: {offered}")
        return option.value


class _Probes:
    """The things that a question makes: one for each set of fields that some combination gives it.

    `taken`: the ids of those that questions have made in this bundle.
    """

    def __init__(self, bundle: Bundle, question: Question, asks: Mapping[str, Ask], taken: set[str]) -> None:
        self.taken = taken
        self.bundle = bundle
        self.question = question
        self.asks = asks
        self.fields = Fields(Kinds(bundle.declarations), bundle.report, bundle.home)
        for board in bundle.boards.values():
            if board.shape == "hexes":
                values = BoardValues.of(board, bundle.report)
                self.fields.boards |= {kind: values for kind in (board.place, board.side) if kind}
        parts = question.root.value
        self.things: dict[str, Entry] = parts["things"].value if "things" in parts else {}
        self.several = {name for name, entry in self.things.items() if self._list_in(entry)}
        self._known: dict[tuple[Any, ...], str] = {}

    def _list_in(self, entry: Entry) -> str:
        """The ask of several values that a thing's fields name; there is one such thing for each of them."""
        named = (raw(one) for one in _scalars(entry))
        return next((name for name in named if name in self.asks and self.asks[name].several), "")

    def made(self, said: Combination) -> Combination:
        """The names of the things that a combination needs, by the question's names for them."""
        found = {}
        for name, entry in self.things.items():
            listed = self._list_in(entry)
            each = [{**said, listed: (value,)} for value in said[listed]] if listed else [said]
            found[name] = tuple(self._thing(name, entry, one, number) for number, one in enumerate(each))
        return found

    def _thing(self, name: str, entry: Entry, said: Combination, number: int) -> str:
        whole = _said(entry, said)
        key = (name, number, *map(raw, _scalars(whole)))
        if key not in self._known:
            ident, n = name, 1
            while ident in self.taken:
                n += 1
                ident = f"{name}_{n}"
            if ident in self.bundle.things:
                message = f"the game has a thing called `{ident}` already"
                self.bundle.report.error(
                    "duplicate-id", message, entry.key_at, "give the question's thing another name"
                )
            self.taken.add(ident)
            made = make_thing(ident, whole, self.question.root, "", self.fields, self.question.pack)
            if made is not None:
                self.bundle.things[ident] = made
                self.bundle.home[id(made)] = self.question.pack
            self._known[key] = ident
        return self._known[key]

    def finish(self) -> None:
        """Raises MootError for what is wrong with any of them."""
        mine = {ident: self.bundle.things[ident] for ident in self._known.values() if ident in self.bundle.things}
        check_missing(mine, self.bundle.decks, set(), self.fields)
        self.bundle.report.raise_if_failed()


def _label(formulas: Mapping[str, Formula], S: Position) -> str:
    return next((label for label, formula in formulas.items() if formula.value(S)), OTHER)


def _scalars(entry: Entry) -> Iterator[Scalar]:
    """All that is no list and no map, below an entry."""
    if isinstance(entry, Scalar):
        yield entry
    inside = entry.value.values() if isinstance(entry.value, dict) else entry.value
    for inner in inside if isinstance(entry.value, dict | list) else ():
        yield from _scalars(inner)


def _said(entry: Entry, said: Combination) -> Entry:
    """A thing's entry with what was said in the places of the values that name what is asked."""
    if isinstance(entry.value, dict):
        return Entry({key: _said(item, said) for key, item in entry.value.items()}, entry.at, entry.key_at)
    if isinstance(entry.value, list):
        return Entry([_said(item, said) for item in entry.value], entry.at, entry.key_at)
    return _scalar(entry, said[entry.raw][0]) if isinstance(entry, Scalar) and entry.raw in said else entry


def _filled(entry: Entry, names: Combination, lists: set[str]) -> Entry:
    """What the question writes, with what was said and the things made for it in the places of their names."""
    if isinstance(entry.value, dict):
        made = {}
        for key, item in entry.value.items():
            made[_text(key, names, lists)] = _filled(item, names, lists)
        return Entry(made, entry.at, entry.key_at)
    if isinstance(entry.value, list):
        items: list[Entry] = []
        for item in entry.value:
            if isinstance(item, Scalar) and item.raw in names:
                items += [_scalar(item, one) for one in names[item.raw]]
            else:
                items.append(_filled(item, names, lists))
        return Entry(items, entry.at, entry.key_at)
    return _scalar(entry, _text(raw(entry), names, lists)) if isinstance(entry, Scalar) else entry


def _text(text: str, names: Combination, lists: set[str]) -> str:
    def said(found: re.Match[str]) -> str:
        values = names.get(found[0])
        if values is None:
            return found[0]
        return f"[{', '.join(values)}]" if found[0] in lists else values[0]

    return _WORDS.sub(said, text)


def _scalar(like: Scalar, text: str) -> Scalar:
    """A scalar at the same place, read as YAML would."""
    value: Any = text
    if not like.style:
        if re.fullmatch(r"-?\d+", text):
            value = int(text)
        elif text in ("true", "false"):
            value = text == "true"
    return Scalar(value, like.at, like.key_at, text, like.style)
