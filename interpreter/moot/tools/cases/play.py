"""Playing a case: the results of chance and the players' choices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...lang.diagnostic import MootError, Report
from ...lang.source import Span
from ...pack.model.bundle import YamlEntry
from ...pack.model.schema import entry_phrase
from ...pack.model.yaml_text import raw
from ...stack.chance import Orders
from ...stack.decision import Decision, Option, option_called
from ...stack.game import IllegalChoice, State
from ...state.layout import argument_key
from ..setup.case_values import CaseValues
from ..setup.compiled import CompiledGame
from ..setup.position import Start
from .file import Case


class CaseFailed(Exception):
    """The case stops here: play differs from the case. `at` is the place in the case."""

    def __init__(self, message: str, at: Span) -> None:
        super().__init__(message)
        self.message = message
        self.at = at


@dataclass(slots=True)
class Player:
    """Plays one case, in order. Raises CaseFailed; errors in the case itself go to the report."""

    game: CompiledGame
    case: Case
    report: Report
    chance: list[YamlEntry]
    state: State

    def run(self, start: Start) -> None:
        """From the start to the end of `when`."""
        when = self.case.part("when")
        self.state.begun = start.position.copy(), start.procedure, start.args
        self._guard(self.case.at, lambda: self.game.game.machine.call(start.position, start.procedure, start.args))
        self._nature(self.case.at)
        for step in when.value if when is not None else []:
            ((name, choice),) = step.value.items()
            if not self._choose(name, choice):
                return
        if self.chance:
            message = "`chance` has values left over" if len(self.chance) == 1 else "`chance` has too many values"
            self.report.error("chance-left", message, self.chance[0].at, "remove the unused values")

    def _guard(self, at: Span, act: Any) -> None:
        """Runtime errors end the case, as does a position that the rules never reach."""
        try:
            act()
        except MootError as error:
            raise CaseFailed(
                "runtime error in the rules:\n" + "\n".join(d.render() for d in error.diagnostics), at
            ) from None
        except (TypeError, IndexError, KeyError, ValueError, AttributeError) as error:
            if isinstance(error, IllegalChoice):
                raise
            message = f"the rules cannot continue from this position ({type(error).__name__}: {error})"
            raise CaseFailed(f"{message}; perhaps `given` lacks something that they need", at) from error

    # -------------------------------------------------------------------------------------------- players

    def _choose(self, name: str, choice: YamlEntry) -> bool:
        """One line of `when`; False, with a diagnostic, if it makes no sense here."""
        player = CaseValues(self.game, self.report).player(name, choice)
        if player is None:
            return False
        decision = self.state.decision
        if decision is None:
            message = f"{name} has no choice here: the call has ended"
            hint = "remove the extra choices; an only choice is made without a prompt"
            self.report.error("not-asked", message, choice.key_at, hint)
            return False
        if all(one.player != name for one in self.state.decisions):
            message = f"it is not {name}'s choice, but {decision.player}'s: “{decision.prompt}”"
            hint = f"available choices of {decision.player}: {', '.join(o.key for o in decision.options)}"
            self.report.error("not-asked", message, choice.key_at, hint)
            return False
        try:
            self._guard(choice.at, lambda: self.state.apply(_key(choice), name))
        except IllegalChoice as illegal:
            why = f" ({', '.join(illegal.clauses)})" if illegal.clauses else ""
            raise CaseFailed(
                f"{_choice_phrase(choice)} is not available to {name}: {illegal.reason}{why}", choice.at
            ) from None
        self._nature(choice.at)
        return True

    # -------------------------------------------------------------------------------------------- nature

    def _nature(self, at: Span) -> None:
        while (decision := self.state.decision) is not None and decision.player == "nature":
            options = self.state.position.question().options
            if isinstance(options, Orders):
                order = self._order(list(options.things))
                self._guard(at, lambda order=order: self.game.game.machine.advance(self.state.position, order))
                continue
            option = self._given(decision, at)
            self._guard(at, lambda option=option: self.state.apply(option))

    def _order(self, things: list[int]) -> tuple[int, ...]:
        """The order after a shuffle: named things on top, the last one topmost, then the others in their old order."""
        if not self.chance or not isinstance(self.chance[0].value, dict):
            return tuple(things)
        entry = self.chance.pop(0).value["shuffle"]
        on_top: list[int] = []
        for item in entry.value:
            copies = self.game.things.get(raw(item), [])
            thing = next((t for t in copies if t in things and t not in on_top), None)
            if thing is None:
                lie = ", ".join(argument_key(self.game.layout, "thing", t) for t in things)
                raise CaseFailed(f"{entry_phrase(item)} is not one of the shuffled things: {lie}", item.at)
            on_top.append(thing)
        return (*(t for t in things if t not in on_top), *on_top)

    def _given(self, decision: Decision, at: Span) -> Option:
        keys = [option.key for option in decision.options]
        rolled = decision.prompt.startswith("roll")
        may = f"{keys[0]}..{keys[-1]}" if rolled else ", ".join(keys)
        asked = f"chance must decide {f'`{decision.prompt}`' if rolled else 'one of several'}"
        where = f"{asked} by {decision.rule}"
        if not self.chance:
            raise CaseFailed(f"{where}, but `chance` has no value for it (possible values: {may})", at)
        entry = self.chance.pop(0)
        if isinstance(entry.value, dict):
            raise CaseFailed(f"{where}, but `chance` has a shuffle here (possible values: {may})", entry.at)
        found = option_meant(self.game, decision, raw(entry))
        if found is None:
            raise CaseFailed(f"{where}, but {entry_phrase(entry)} is not possible (possible values: {may})", entry.at)
        return found


def option_meant(game: CompiledGame, decision: Decision, key: str) -> Option | None:
    """The option with that key, or with a thing of that title or full name."""
    found = option_called(game.game.program, decision, key)
    if found is not None:
        return found
    things = game.layout.things
    for option in decision.options:
        value = option.value
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < len(things):
            continue
        if option.key in (things[value].key, things[value].title) and value in game.things.get(key, ()):
            return option
    return None


def _key(choice: YamlEntry) -> str:
    """The choice, as logs write it; for a list the set of its members."""
    return ", ".join(map(raw, choice.value)) or "none" if isinstance(choice.value, list) else raw(choice)


def _choice_phrase(choice: YamlEntry) -> str:
    return f"`{_key(choice)}`" if isinstance(choice.value, list) else entry_phrase(choice)
