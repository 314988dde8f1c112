"""Cases: rules tested as data.

`file` reads and checks their shape, `play` plays one, `expectations` checks the outcome, `run` runs many.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...lazy import handed_on

if TYPE_CHECKING:
    from .run import CaseResult, clauses_reached, run_cases

__all__ = ["CaseResult", "clauses_reached", "run_cases"]

__getattr__ = handed_on(
    __name__,
    {
        "CaseResult": "run",
        "clauses_reached": "run",
        "run_cases": "run",
    },
)
