"""Exact odds, by the rules themselves: every outcome of chance gone through.

`question` has those that a pack asks (with `parameters` and `fixtures`), `solve` answers one, by `chance_tree`;
`choices` are odds of what a player may choose, `paths` and `best_paths` odds of ways over a board; `stand_ins` notes
which figures without a source were read.
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
