"""Places in a log: an entry of its journal by number, and the question that it answers."""

from __future__ import annotations

from collections.abc import Sequence

from ...lang.diagnostic import fail
from ...stack.game import State
from ...stack.journal import Entry
from .log import Log, begin_game, game_of, play_choices


def journal_entry(journal: list[Entry], number: int) -> Entry:
    """Raises MootError if the journal has no entry of that number."""
    found = next((entry for entry in journal if entry.number == number), None)
    if found is None:
        raise _unknown(number, journal)
    return found


def choices_before(state: State, lengths: list[int], number: int) -> int:
    """The number of choices before the question that an entry answers, or else before the last question ahead of it;
    `number` may be one past the last entry, for the question at the end of the log.

    `state`: the game at the end of the log; `lengths`: of the journal before each choice. Raises MootError if there is
    no such entry, or no question yet.
    """
    length = len(state.position.journal or ())
    if number < length:
        journal_entry(state.journal, number)
    elif number > length:
        raise _unknown(number, state.journal)
    answered = [n for n, at in enumerate(lengths) if at <= number]
    count = len(lengths) if number == length else answered[-1] if answered else -1
    if count < 0:
        first = f"the first choice is made by entry {lengths[0]}" if lengths else "the log has no choice"
        raise fail("not-asked", f"no choice has come up yet at entry {number}", hint=first)
    return count


def asked_at(log: Log, number: int | None = None, mods: Sequence[str] = ()) -> State:
    """The game at the question that an entry answers, as `choices_before` says; without a number where the log ends.

    Raises MootError like `replayed`.
    """
    game = game_of(log, mods)
    state = begin_game(log, game)
    lengths = []
    for done in range(len(log.choices)):
        lengths.append(len(state.position.journal or ()))
        play_choices(log, state, done + 1)
    if number is None:
        return state
    count = choices_before(state, lengths, number)
    again = begin_game(log, game)
    play_choices(log, again, count)
    return again


def _unknown(number: int, journal: list[Entry]) -> Exception:
    last = journal[-1].number if journal else -1
    message = f"the journal has no entry {number}"
    return fail("unknown-entry", message, hint=f"use a number from 0 to {last}" if journal else "it is empty")
