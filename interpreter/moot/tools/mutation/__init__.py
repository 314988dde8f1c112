"""Mutation testing: small changes are made to the rules, and cases that pass should no longer do so.

`operators` says what a formula or a step may be changed into, `mutants` finds all changes of a pack's rules,
`schemata` writes many of them into one program, `typed_mutants` leaves out those that no longer type, `trials` plays
cases against them, and `run` draws them and finds those that no case has noticed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...lazy import handed_on

if TYPE_CHECKING:
    from .run import MutationScore, mutation_score

__all__ = ["MutationScore", "mutation_score"]

__getattr__ = handed_on(
    __name__,
    {
        "MutationScore": "run",
        "mutation_score": "run",
    },
)
