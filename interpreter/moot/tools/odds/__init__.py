"""Exact odds from the rules themselves: every random outcome is enumerated.

`question` has the questions of a pack (with `parameters` and `fixtures`). `solve` answers one, using `chance_tree`.
`choices` gives odds of a player's choices; `paths` and `best_paths` give odds of routes over a board. `stand_ins`
records the stand-ins that were read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...lazy import handed_on

if TYPE_CHECKING:
    from .question import check_odds, odds

__all__ = ["check_odds", "odds"]

__getattr__ = handed_on(
    __name__,
    {
        "odds": "question",
        "check_odds": "question",
    },
)
