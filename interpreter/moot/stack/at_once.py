"""Players who choose at once: the players yet to choose, and the others' knowledge of the choices made.

They are prompted one after another, because no player knows another's answer until all have answered. Each player's
options were fixed before the first prompt, and are stored in the frame with the answers so far.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from ..code.program_index import ProgramIndex
from ..state.position import Frame, Position, RawQuestion, Value


class Choosers(NamedTuple):
    """The players who choose at once, the options of each, and the answers so far."""

    players: Sequence[int]
    options: Sequence[Sequence[Value]]
    answers: Sequence[Value]


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


def guess_answers(index: ProgramIndex, S: Position, seat: int, rng: random.Random) -> None:
    """In place of earlier answers, which the seat cannot know, any that those players might have given."""
    found = choosers(index, S.frame)
    if found is None or S.frame is None or S.ask is None:
        return
    none = _none(S.ask)
    (_, _), (_, _), (at, _) = index.at_once[S.frame[0], S.frame[1]]
    answers = tuple(
        answer if player == seat or not options else rng.choice([*options, *none])
        for player, options, answer in zip(found.players, found.options, found.answers, strict=False)
    )
    if at >= 0:
        S.frame = (*S.frame[:at], answers, *S.frame[at + 1 :])
