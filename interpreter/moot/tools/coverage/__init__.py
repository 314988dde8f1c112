"""Which clauses the rules implement and the cases test, and what games use.

`clauses` is the coverage of documents, and `lines` records which lines run. `usage` counts the things, cells and rules
that logged games used; `usage_series` replays them for that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...lazy import handed_on

if TYPE_CHECKING:
    from .clauses import coverage
    from .usage import used

__all__ = ["coverage", "used"]

__getattr__ = handed_on(
    __name__,
    {
        "coverage": "clauses",
        "used": "usage",
    },
)
