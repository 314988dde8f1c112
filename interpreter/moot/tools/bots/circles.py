"""A bot that avoids going round in circles, in games whose rules allow endless doing and undoing."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ...stack.game import Game
from ...state.position import Position
from .simple import Bot

MOST = 3  # times that an option is taken where all is as it was before
REMEMBERED = 20_000
LONG = 40  # answers in a row to a question that may be left; more where there are many options


class Stay(NamedTuple):
    """A repeated decision. `phases`: the phases around it; `most`: the number of options at once."""

    phases: tuple[object, ...]
    answers: int
    most: int


class SteadyBot:
    """Wraps another bot. It hides options that were taken several times in the same situation, and leaves a decision,
    if allowed, that was repeated too often: twice for each option, or `LONG` times.

    Situations are compared as a whole, including hidden parts, but only for equality.
    """

    def __init__(self, bot: Bot, game: Game) -> None:
        self.bot = bot
        layout = game.program.layout
        self.made, self.counters = layout.made, len(layout.row_kinds)  # which cells count what is made in play
        self.taken: Counter[tuple[int, int, object]] = Counter()
        self.stays: dict[int, Stay] = {}  # by question

    def choose(self, S: Position) -> int:
        question = S.question()
        options = list(question.options)
        if len(options) > 1 and None in options and self.stayed(S, question.site, len(options)):
            del self.stays[question.site]
            return options.index(None)
        place = self.bot.choose(S)
        if len(options) == 1:
            return place
        situation = self.situation(S)
        left = list(range(len(options)))
        at = place
        while self.taken[question.site, situation, options[at]] >= MOST and len(left) > 1:
            left.remove(at)
            asked = S.copy()
            asked.ask = question._replace(options=[options[other] for other in left])
            at = left[self.bot.choose(asked)]
        if len(self.taken) > REMEMBERED:
            self.taken.clear()
        self.taken[question.site, situation, options[at]] += 1
        if options[at] is None:
            self.stays.pop(question.site, None)
        return at

    def stayed(self, S: Position, site: int, count: int) -> bool:
        """Whether the question has been answered too often since the phase began in which it is asked.

        Procedures between may end and begin again: only phases count.
        """
        phases = tuple(S.scopes)
        self.stays = {at: stay for at, stay in self.stays.items() if phases[: len(stay.phases)] == stay.phases}
        stay = self.stays.get(site) or Stay(phases, 0, 0)
        stay = self.stays[site] = Stay(stay.phases, stay.answers + 1, max(stay.most, count))
        return stay.answers > max(LONG, 2 * stay.most)

    def situation(self, S: Position) -> int:
        """The positions and states of things, running phases, and records made in play, except calls, which are
        always new.
        """
        rows = (tuple(row.items()) for row in S.rows.values() if row["_kind"] != "call")
        cells = S.cells[: self.made] + S.cells[self.made + self.counters :]
        return hash((tuple(cells), tuple(rows), tuple(S.frames())))
