"""Resolves every name in a case before it runs, so that one run reports all errors in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...code.typing import types
from ...code.typing.types import bare
from ...lang.diagnostic import Report
from ...pack.model.bundle import YamlEntry
from ...pack.model.yaml_text import raw
from ...state.layout import row_number
from ..setup.case_values import CaseValues
from ..setup.compiled import CompiledGame
from ..setup.given import carried_cell
from .file import Case
from .words import CaseWords

BECAUSE, ANY_REASON = "because", "for any reason"
BAN_KEYS = (BECAUSE, ANY_REASON)


class Resolver:
    """Resolves one case. Errors go to the report. The position maker reads `given`."""

    def __init__(self, game: CompiledGame, report: Report) -> None:
        self.game = game
        self.report = report
        self.values = CaseValues(game, report)
        self.words = CaseWords(game, report)

    def check(self, case: Case) -> None:
        self._chance(case.part("chance"))
        when = case.part("when")
        for step in when.value if when is not None else []:
            ((name, choice),) = step.value.items()
            self.values.player(name, choice)
            self.words.choice(choice)
        own: dict[str, Callable[[YamlEntry], object]] = {
            "asked": lambda entry: raw(entry) == "none" or self.values.player(raw(entry), entry),
            "choices": lambda entry: [self.words.choice(item) for item in entry.value],
            "not allowed": self._bans,
            "winner": self._winner,
            "scores": lambda entry: [self.values.player(name, one) for name, one in entry.value.items()],
            "sees": self._knowledge,
            "sees not": self._knowledge,
            "reason": lambda entry: None,
            "journal": lambda entry: None,
            "breaks": lambda entry: None,
        }
        for key, entry in case.items("then"):
            if key in own:
                own[key](entry)
            else:
                self._value(key, entry)

    def _chance(self, chance: YamlEntry | None) -> None:
        for entry in chance.value if chance is not None else []:
            if isinstance(entry.value, dict):
                for item in entry.value["shuffle"].value:
                    self.values.known_thing(item)
            else:
                self.words.choice(entry)

    def _bans(self, entry: YamlEntry) -> None:
        for ban in bans_of(entry, self.report):
            self._ban(*ban)

    def _ban(self, name: str, choice: YamlEntry, because: YamlEntry | None) -> None:
        self.values.player(name, choice)
        self.words.choice(choice)
        if because is not None:
            self.words.reason(because)

    def _winner(self, entry: YamlEntry) -> None:
        for one in entry.value if isinstance(entry.value, list) else [entry]:
            if raw(one) != "none":
                self.values.player(raw(one), one)

    def _knowledge(self, entry: YamlEntry) -> None:
        for name, things in entry.value.items():
            self.values.player(name, things)
            for item in things.value:
                if row_number(self.game.layout, raw(item)) is None:
                    self.values.thing(item)

    def _value(self, key: str, entry: YamlEntry) -> None:
        carried = carried_cell(self.game, key)
        if carried is not None:
            of = carried[1]
        else:
            formula = self.game.formulas.read(key, entry.key_at, self.report)
            if formula is None:
                return
            of = formula.type
        plain = bare(of)
        if isinstance(plain, types.Zone) and isinstance(entry.value, list):
            self.values.same(entry.value, [], plain.item, ordered=True)
        else:
            self.values.matches(entry, of, None)


def bans_of(entry: YamlEntry, report: Report) -> Iterator[tuple[str, YamlEntry, YamlEntry | None]]:
    """The bans of `not allowed`: player, choice and reason; the reason is None if any will do."""
    for ban in entry.value if isinstance(entry.value, list) else [entry]:
        named = [(name, item) for name, item in ban.value.items() if name not in BAN_KEYS]
        because, any_reason = (ban.value.get(key) for key in BAN_KEYS)
        if len(named) != 1:
            report.error(
                "wrong-value", "expected one player and one choice", ban.at, "write {player: choice, because: …}"
            )
            continue
        if (because is None) == (any_reason is None):
            both = f"`{BECAUSE}` and `{ANY_REASON}` cannot be used together"
            message = "missing `because`" if because is None else both
            hint = f"add `{BECAUSE}:` with a clause or words of the reason, or `{ANY_REASON}: yes`"
            report.error("missing-reason", message, named[0][1].at, hint if because is None else "remove one of them")
        elif any_reason is not None and raw(any_reason) != "yes":
            report.error("wrong-value", f"expected yes, found `{raw(any_reason)}`", any_reason.at, "name the reason")
        yield (*named[0], because)
