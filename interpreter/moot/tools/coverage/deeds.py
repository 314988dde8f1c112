"""The fate of actions in a replayed game: offered, taken, resolved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from ...stack.game import Game
from ...state.position import ActionCall, Position


class Deed(NamedTuple):
    """An action and a thing: the thing carries the action (`own`), or the action belongs to the rules and is about
    the thing.
    """

    kind: str
    thing: str  # its title
    action: str
    own: bool


STAGES = ("offered", "taken", "resolved")


class DeedNotes:
    """The record of one game: how often each deed was offered (in how many decisions), taken and resolved.

    An action is resolved if its steps have finished, or have ended the game; not if it is cancelled, or fails when its
    turn comes. The game must record what runs. `roots`: the base of each kind of things; an action of the rules is
    about the first thing of each.
    """

    def __init__(self, game: Game, roots: Mapping[str, str]) -> None:
        self.program = game.program
        self.roots = roots
        self.things = game.program.layout.things
        self.counts: dict[str, Counter[Deed]] = {stage: Counter() for stage in STAGES}
        self.open: list[ActionCall] = []  # actions begun and not yet finished
        names = game.machine.traced.names
        names["began"], names["ended"] = self.began, self.ended
        self.known: dict[ActionCall, tuple[Deed, ...]] = {}

    def clear(self) -> None:
        self.open.clear()
        for counts in self.counts.values():
            counts.clear()

    def began(self, S: Position, call: ActionCall) -> None:
        self.open.append(call)

    def ended(self, S: Position, call: ActionCall) -> None:
        if call in self.open:
            self.open.remove(call)
        self.counts["resolved"].update(self.deeds(call))

    def asked(self, S: Position) -> None:
        """At a prompt: the actions offered."""
        if S.ask is not None and self.program.sites[S.ask[0]].tag == "call":
            calls: Iterable[Any] = (value for value in S.ask[2] if isinstance(value, tuple))
            self.counts["offered"].update({deed for call in calls for deed in self.deeds(call)})

    def over(self, S: Position) -> None:
        """The game has been replayed to the end of its log: the actions taken; one that ended the game is resolved."""
        for entry in S.journal or ():
            if entry[0] == "choice" and self.program.sites[entry[2]].tag == "call" and isinstance(entry[4], tuple):
                deeds = self.deeds(entry[4])
                self.counts["taken"].update(deeds)
                if entry[5]:  # the only choice, so there was no prompt
                    self.counts["offered"].update(deeds)
        if S.result is not None:
            self.counts["resolved"].update(deed for call in self.open for deed in self.deeds(call))

    def deeds(self, call: ActionCall) -> tuple[Deed, ...]:
        found = self.known.get(call)
        if found is None:
            found = self.known[call] = tuple(dict.fromkeys(self._deeds(call)))
        return found

    def _deeds(self, call: ActionCall) -> Iterator[Deed]:
        number, _, this, args = call
        if number < 0:
            return
        row = self.program.index.actions[number]
        if this is not None and 0 <= this < len(self.things):
            yield Deed(self.things[this].kind, self.things[this].title, row.name, True)
            return
        seen: set[str] = set()
        for tag, value in zip(row.tags, args, strict=False):
            if tag == "thing" and isinstance(value, int) and 0 <= value < len(self.things):
                kind = self.things[value].kind
                root = self.roots.get(kind, kind)
                if root not in seen:
                    seen.add(root)
                    yield Deed(kind, self.things[value].title, row.name, False)


def own_deeds(game: Game) -> Iterator[Deed]:
    """The actions that things bring, each for each title."""
    things = game.program.layout.things
    for number, row in game.program.index.actions.items():
        for this in game.machine.traced.actions[number].things or ():
            yield Deed(things[this].kind, things[this].title, row.name, True)


def roots_of(kinds: Iterable[Any]) -> dict[str, str]:
    """The ultimate base of each kind of things."""
    found = {}
    for kind in kinds:
        root = kind
        while root.base is not None:
            root = root.base
        found[kind.name] = root.name
    return found
