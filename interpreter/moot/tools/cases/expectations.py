"""Expectations of a case: each line of `then` compared with the position, the decision and the journal."""

from __future__ import annotations

from dataclasses import dataclass

from ...code.typing import types
from ...code.typing.types import bare
from ...lang.diagnostic import Report
from ...lang.source import Span
from ...lang.spelling import nearest
from ...pack.model.bundle import YamlEntry
from ...pack.model.schema import entry_phrase
from ...pack.model.yaml_text import raw
from ...stack.faults import Fault
from ...stack.game import State
from ..setup.case_values import CaseValues
from ..setup.compiled import CompiledGame
from ..setup.given import carried_cell
from ..setup.journal_text import fact_line, titled_line
from .bans import NOBODY, actual_reasons, asked_text, available, matches_reason, reason_text, reasons_against
from .file import Case
from .origins import origin_lines
from .play import option_meant
from .resolve import bans_of
from .words import CaseWords


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One line of `then` that does not hold."""

    what: str
    expected: str
    actual: str
    at: Span
    origin: tuple[str, ...] = ()  # the origin of the actual value


class Checker:
    """Compares one case's `then`. Errors in the case itself go to the report."""

    def __init__(self, game: CompiledGame, state: State, report: Report, explains: bool = True) -> None:
        """`explains`: whether a failure shows where values come from."""
        self.game = game
        self.state = state
        self.report = report
        self.values = CaseValues(game, report)
        self.values.rows = state.position.rows
        self.words = CaseWords(game, report)
        self.found: list[Mismatch] = []
        self.explains = explains

    def run(self, case: Case) -> list[Mismatch]:
        """Every mismatch with the case."""
        own = {
            "asked": self._asked,
            "choices": self._choices,
            "not allowed": self._not_allowed,
            "winner": self._winner,
            "scores": self._scores,
            "reason": self._reason,
            "sees": self._sees,
            "sees not": self._sees_not,
            "journal": self._journal,
        }
        for key, entry in case.items("then"):
            if key in own:
                own[key](entry)
            else:
                self._value(key, entry)
        return self.found

    def _differs(self, what: str, expected: str, actual: str, at: Span, origin: tuple[str, ...] = ()) -> None:
        self.found.append(Mismatch(what, expected, actual, at, origin))

    # -------------------------------------------------------------------------------------------- values and zones

    def _value(self, key: str, entry: YamlEntry) -> None:
        S = self.state.position
        carried = carried_cell(self.game, key)
        formula = None
        if carried is not None:
            cell, of = carried
            value = S.cells[cell]
        else:
            formula = self.game.formulas.read(key, entry.key_at, self.report)
            if formula is None:
                return
            try:
                of, value = formula.type, formula.value(S)
            except Fault as fault:
                self._differs(key, _value_text(entry), f"a runtime error: {fault.message}", entry.at)
                return
        plain = bare(of)
        if isinstance(plain, types.Zone) and isinstance(entry.value, list):
            things = [] if value is None or value < 0 else S.zones[value]
            if not self.values.same(entry.value, things, plain.item, ordered=plain.sort != "pool"):
                origin = origin_lines(self.game, self.state, key, formula) if self.explains else ()
                self._differs(key, _list(entry), self.values.things_text(things), entry.at, origin)
        elif not self.values.matches(entry, of, value):
            origin = origin_lines(self.game, self.state, key, formula) if self.explains else ()
            self._differs(key, _value_text(entry), self.values.value_text(of, value), entry.at, origin)

    # -------------------------------------------------------------------------------------------- the decision

    def _asked(self, entry: YamlEntry) -> None:
        name = raw(entry)
        decision = self.state.decision
        asked = [one.player for one in self.state.decisions]
        if name != "none" and self.values.player(name, entry) is None:
            return
        if name not in (asked or ["none"]):
            self._differs("asked", name, asked_text(decision), entry.at)

    def _choices(self, entry: YamlEntry) -> None:
        decision = self.state.decision
        if decision is None:
            self._differs("choices", _list(entry), NOBODY, entry.at)
            return
        wanted = []
        for item in entry.value:
            option = option_meant(self.game, decision, raw(item))
            self.words.choice(item, decision)
            wanted.append(option.key if option is not None else raw(item))
        actual = [option.key for option in decision.options]
        if sorted(wanted) != sorted(actual):
            self._differs("choices", f"[{', '.join(wanted)}]", f"[{', '.join(actual)}]", entry.at)

    def _not_allowed(self, entry: YamlEntry) -> None:
        for ban in bans_of(entry, self.report):
            self._ban(*ban)

    def _ban(self, name: str, choice: YamlEntry, because: YamlEntry | None) -> None:
        """`because` is None if any reason will do: the player must then be prompted."""
        decision = next((one for one in self.state.decisions if one.player == name), self.state.decision)
        if self.values.player(name, choice) is None or not self.words.choice(choice, decision):
            return
        key = raw(choice)
        free = available(self.game, self.state, name, key)
        if free:
            self._differs("not allowed", f"{name} cannot choose {key}", f"{name} can", choice.at)
        elif because is None and free is None:
            expected = f"{name} is prompted, but cannot choose {key}"
            self._differs("not allowed", expected, asked_text(decision), choice.at)
        elif because is not None:
            reasons = reasons_against(self.game, self.state, name, key)
            if not any(matches_reason(self.words, raw(because), one) for one in reasons):
                actual = reason_text(actual_reasons(self.game, self.state, name, key))
                self._differs("not allowed, because", raw(because), actual, because.at)

    # -------------------------------------------------------------------------------------------- the end

    def _winner(self, entry: YamlEntry) -> None:
        """A player, a list of several, or none."""
        several = entry.value if isinstance(entry.value, list) else [entry]
        names = [raw(one) for one in several]
        for name, one in zip(names, several, strict=True):
            if name != "none" and self.values.player(name, one) is None:
                return
        result = self.state.result
        actual = (result.winners or ("none",)) if result is not None else (asked_text(self.state.decision),)
        if sorted(names) != sorted(actual):
            self._differs("winner", ", ".join(names), ", ".join(actual), entry.at)

    def _scores(self, entry: YamlEntry) -> None:
        """Each player's score."""
        scores = (self.state.result.scores if self.state.result is not None else None) or {}
        for player, one in entry.value.items():
            if self.values.player(player, one) is not None and raw(one) != str(scores.get(player, "none")):
                self._differs(f"score of {player}", raw(one), str(scores.get(player, "none")), one.at)

    def _reason(self, entry: YamlEntry) -> None:
        result = self.state.result
        if result is None or raw(entry) not in result.reason or not result.reason:
            actual = "the game has not ended" if result is None or not result.rule else result.reason
            self._differs("reason", raw(entry), actual, entry.at)

    # -------------------------------------------------------------------------------------------- knowledge

    def _sees(self, entry: YamlEntry) -> None:
        self._knowledge("sees", entry, True)

    def _sees_not(self, entry: YamlEntry) -> None:
        self._knowledge("sees not", entry, False)

    def _knowledge(self, what: str, entry: YamlEntry, wanted: bool) -> None:
        S = self.state.position
        knows = self.game.game.machine.fast.knows
        for name, things in entry.value.items():
            player = self.values.player(name, things)
            numbers = [self.values.thing(item) for item in things.value]
            if player is None:
                continue
            for item, thing in zip(things.value, numbers, strict=True):
                if thing is not None and knows(S, player, thing) is not wanted:
                    actual = f"{name} does not know it" if wanted else f"{name} knows it"
                    self._differs(f"{what}: {name}", raw(item), actual, item.at)

    # -------------------------------------------------------------------------------------------- what happened

    def _journal(self, entry: YamlEntry) -> None:
        happened = self.state.journal
        teller, keys = self.game.game.teller, self.game.formulas.keys
        told = [{fact_line(e), titled_line(e, keys), teller.line(e)} for e in happened]
        at = 0
        for item in entry.value:
            wanted = " ".join(raw(item).split())
            hit = next((n for n in range(at, len(told)) if wanted in told[n]), None)
            if hit is None:
                earlier = any(wanted in lines for lines in told[:at])
                lines = [line for pair in told for line in pair if line]
                hint = nearest(wanted, lines).removeprefix("did you mean ").rstrip("?")
                near = f"it did not happen{'; nearest: ' + hint if hint else ''}"
                actual = "it happened, but before the line above" if earlier else near
                self._differs("journal", wanted, actual, item.at)
                return
            at = hit + 1


def _list(entry: YamlEntry) -> str:
    return "[" + ", ".join(map(_value_text, entry.value)) + "]"


def _value_text(entry: YamlEntry) -> str:
    if isinstance(entry.value, list):
        return _list(entry)
    return entry_phrase(entry) if isinstance(entry.value, dict) else raw(entry)
