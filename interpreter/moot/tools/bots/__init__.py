"""Players that choose by themselves, for any game.

`basic` has random and greedy bots and makes bots by name, `brisk` is for games with many pieces, `ismcts` searches
over information sets; `evaluate` says how well each player stands.

>>> import moot
>>> game = moot.load("duel")
>>> state, bot = game.start(seed=7), make_bot("greedy", game, "gandalf", seed=1)
>>> state.apply(bot.choose(state.position))
>>> len(state.choices)
1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...lazy import handed_on

if TYPE_CHECKING:
    from .basic import Bot, GreedyBot, RandomBot, make_bot, sensible_bot
    from .brisk import BriskBot
    from .ismcts import SearchBot

__all__ = ["Bot", "BriskBot", "GreedyBot", "RandomBot", "SearchBot", "make_bot", "sensible_bot"]

__getattr__ = handed_on(
    __name__,
    {
        "Bot": "basic",
        "RandomBot": "basic",
        "GreedyBot": "basic",
        "BriskBot": "brisk",
        "SearchBot": "ismcts",
        "make_bot": "basic",
        "sensible_bot": "basic",
    },
)
