"""A bot that does not go round in circles, where rules let things be taken back and done again without end."""

from __future__ import annotations

from collections import Counter

from ...stack.game import Game
from ...state.position import Position
from .simple import Bot

MOST = 3  # times that an option is taken where all is as it was before
REMEMBERED = 20_000


class SteadyBot:
    """Another bot, which is asked without an option that it has taken several times in the same situation.

    Situations are compared whole, with what is hidden, but only to see whether they are equal.
    """

    def __init__(self, bot: Bot, game: Game) -> None:
        self.bot = bot
        layout = game.program.layout
        self.made, self.counters = layout.made, len(layout.row_kinds)  # which cells count what is made in play
        self.taken: Counter[tuple[int, int, object]] = Counter()

    def choose(self, S: Position) -> int:
        question = S.question()
        options = list(question.options)
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
        return at

    def situation(self, S: Position) -> int:
        """Where things lie, what holds of them, what goes on, and what was made, but for calls, which are ever new."""
        rows = (tuple(row.items()) for row in S.rows.values() if row["_kind"] != "call")
        cells = S.cells[: self.made] + S.cells[self.made + self.counters :]
        return hash((tuple(cells), tuple(rows), tuple(S.frames())))
