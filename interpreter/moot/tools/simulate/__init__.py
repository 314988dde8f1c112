"""Many games between bots: win rates, endings, and confidence intervals.

>>> from moot.tools.simulate import simulate
>>> simulate("duel", games=2, seed=1)["games"]
2
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...lazy import handed_on

if TYPE_CHECKING:
    from .option_sweep import every_option
    from .series import simulate
    from .solo import survival

__all__ = ["every_option", "simulate", "survival"]

__getattr__ = handed_on(
    __name__,
    {
        "simulate": "series",
        "survival": "solo",
        "every_option": "option_sweep",
    },
)
