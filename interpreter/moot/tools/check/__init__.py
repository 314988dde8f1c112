"""Find every error in packs, without running them.

>>> from moot.tools.check import check
>>> check(["duel/english"]).errors
0
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...lazy import handed_on

if TYPE_CHECKING:
    from .packs import check

__all__ = ["check"]

__getattr__ = handed_on(
    __name__,
    {
        "check": "packs",
    },
)
