"""A loaded game: start it, or restore a state of it."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any

from ..code.program import Program
from ..lang import arguments
from ..lang.diagnostic import Diagnostic, MootError, fail
from ..lang.spelling import one_of
from ..state.sealed_chance import fresh_bits
from .chance import generator_of
from .decision import Decision, Option
from .guesses.determinize import Determinizer
from .journal import Entry, Teller
from .machine import Machine
from .progress import State
from .result import IllegalChoice, Result
from .saves.restore import restored


class _Own(threading.local):
    """The engine of each thread: compiled rules store intermediate results in their namespace."""

    def __init__(self, program: Program) -> None:
        self.machine = Machine(program)
        self.determinizer: Determinizer | None = None


class Game:
    """A loaded game. Its rules do not change. Several threads may play games of it at the same time."""

    def __init__(self, program: Program, mods: Sequence[str] = (), source: str = "") -> None:
        self.program = program
        self.source = source  # the id or folder that it was loaded by
        self._own = _Own(program)
        self.teller = Teller(program)
        self.mods = tuple(mods)
        self.anyway: tuple[str, ...] = ()  # the errors accepted when it was loaded

    @property
    def id(self) -> str:
        return self.program.id

    @property
    def title(self) -> str:
        return self.program.title

    @property
    def players(self) -> list[str]:
        return self.program.layout.players

    @property
    def options(self) -> dict[str, str]:
        """The options and their values, as text: `{"rounds": "5"}`."""
        return self.program.options

    @property
    def decks(self) -> dict[str, dict[str, dict[str, int]]]:
        """The players' own decks: the number of copies by player, section and card id."""
        return self.program.player_decks

    def _seat(self, player: str) -> int:
        """The place of a player in their order. Raises ValueError if there is none of that name."""
        if player not in self.players:
            hint = one_of(str(player), self.players)
            raise ValueError(f"`{self.id}` has no player `{player}`; {hint}")
        return self.players.index(player)

    @property
    def machine(self) -> Machine:
        """The engine of the calling thread."""
        return self._own.machine

    @property
    def determinizer(self) -> Determinizer:
        """Makes positions that look the same to a player, for bots of the calling thread."""
        own = self._own
        if own.determinizer is None:
            own.determinizer = Determinizer(self.program, own.machine)
        return own.determinizer

    def start(
        self, seed: int = 0, *, journal: bool = True, nature: bool = False, sealed: bool = False, salt: str = ""
    ) -> State:
        """A new game at its first decision.

        With `nature`, dice, picks and shuffles are decisions of the player "nature", and are not sampled. The chance of
        a `sealed` game cannot be foretold: it depends on the seed, on a random salt, and on fresh bits at each choice.
        `salt`: that of a sealed game, to play it again.
        """
        seed = arguments.whole(seed, "seed")
        arguments.expect(isinstance(salt, str), "salt", "a text", salt)
        if sealed and not salt:
            salt = fresh_bits()
        position = self.machine.opening.fresh(generator_of(seed, salt), journal, nature, notices=True)
        return State(self, position, seed, salt=salt)

    def restore(self, data: Mapping[str, Any]) -> State:
        """The state that `State.save` wrote.

        Raises MootError if it belongs to another game or version, or is damaged.
        """
        return restored(self, data)


def seat_number(game: Game, seat: int | str) -> int:
    """The number of a player, by number or name. Raises MootError for an unknown player."""
    if isinstance(seat, int):
        return seat
    if seat not in game.players:
        hint = one_of(seat, game.players)
        raise fail("unknown-seat", f"`{game.id}` has no player `{seat}`", hint=hint)
    return game.players.index(seat)


__all__ = ["Decision", "Diagnostic", "Entry", "Game", "IllegalChoice", "MootError", "Option", "Result", "State"]
