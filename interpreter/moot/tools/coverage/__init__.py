"""Which clauses the rules carry out and the cases test, and what games make use of.

`clauses` is the coverage of documents, `lines` notes which lines run; `usage` tells which things, cells and rules
logged games used, `usage_series` plays them again for that.
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
