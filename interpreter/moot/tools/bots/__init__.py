"""Automatic players for any game.

`names` makes a bot from its name. `simple` has the random and the greedy bot, `brisk` is for games with many pieces,
and `search` searches through information sets. `evaluate` scores the position of each player.

>>> from moot.tools.bots import make_bot
>>> import moot
>>> game = moot.load("duel")
>>> state, bot = game.start(seed=7), make_bot("greedy", game, game.players[0], seed=1)
>>> state.apply(bot.choose(state.position))
>>> len(state.choices)
1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...lazy import handed_on

if TYPE_CHECKING:
    from .brisk import BriskBot
    from .names import make_bot, sensible_bot
    from .search import SearchBot
    from .simple import Bot, GreedyBot, RandomBot

__all__ = ["Bot", "BriskBot", "GreedyBot", "RandomBot", "SearchBot", "make_bot", "sensible_bot"]

__getattr__ = handed_on(
    __name__,
    {
        "Bot": "simple",
        "RandomBot": "simple",
        "GreedyBot": "simple",
        "BriskBot": "brisk",
        "SearchBot": "search",
        "make_bot": "names",
        "sensible_bot": "names",
    },
)
