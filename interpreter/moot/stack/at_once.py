"""Players who choose at once: the players yet to choose, and the others' knowledge of the choices made.

They are prompted one after another, because no player knows another's answer until all have answered. Each player's
options were fixed before the first prompt, and are stored in the frame with the answers so far.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from ..code.program_index import ProgramIndex
from ..state.position import Args, Frame, Position, RawQuestion, Value
from .driver import FAULTS
from .form import Form


class Choosers(NamedTuple):
    """The players who choose at once, the options of each, and the answers so far.

    `unit`: if not all see what the options depend on, the unit that gives them again for a player and `given`.
    """

    players: Sequence[int]
    options: Sequence[Sequence[Value]]
    answers: Sequence[Value]
    unit: str = ""
    given: Args = ()


def choosers(index: ProgramIndex, frame: Frame | None) -> Choosers | None:
    """The players who choose at once in a frame; None if there is only one."""
    places = index.at_once.get((frame[0], frame[1])) if frame is not None else None
    if places is None or frame is None:
        return None
    return Choosers(*(known if at < 0 else frame[at] for at, known in places))


def waiting_questions(index: ProgramIndex, S: Position) -> list[RawQuestion]:
    """The decisions of the players whose turn comes after the present one."""
    found = choosers(index, S.frame)
    if found is None or S.ask is None:
        return []
    site, _, _, _ = S.ask
    none = _none(S.ask)
    later = range(len(found.answers) + 1, len(found.players))
    return [
        (site, found.players[n], [*found.options[n], *none], None)
        for n in later
        if len(found.options[n]) > (0 if none else 1)
    ]


def _none(ask: RawQuestion) -> Sequence[Value]:
    """None, if each may also choose none"""
    values = ask[2]
    return (None,) if values[len(values) - 1] is None else ()


def guess_answers(index: ProgramIndex, form: Form, S: Position, seat: int, rng: random.Random) -> None:
    """In place of earlier answers, which the seat cannot know, any that those players might have given. The options of
    the others become the ones of the guess.
    """
    found = choosers(index, S.frame)
    if found is None or S.frame is None or S.ask is None:
        return
    site, asked, _, words = S.ask
    none = _none(S.ask)
    options = found.options
    if found.unit:
        own = zip(found.players, options, strict=True)
        options = tuple(old if player == seat else _again(form, S, found, player) for player, old in own)
        if asked != seat:
            S.ask = (site, asked, [*options[len(found.answers)], *none], words)
    answers = tuple(
        answer if player == seat else rng.choice([*own, *none]) if len(own) or none else None
        for player, own, answer in zip(found.players, options, found.answers, strict=False)
    )
    frame = [*S.frame]
    for (at, _), value in zip(index.at_once[S.frame[:2]][1:], (options, answers), strict=False):
        if at >= 0:
            frame[at] = value
    S.frame = tuple(frame)


def _again(form: Form, S: Position, found: Choosers, player: int) -> Sequence[Value]:
    """A player's options in a guess; none where the rules fail there."""
    try:
        return tuple(form.names[found.unit](S, player, *found.given))
    except FAULTS:
        return ()
