"""Mutation testing: small changes of the rules, which should make some passing case fail.

`operators` defines the possible changes of a formula or a step. `mutants` finds all changes of a pack's rules,
`schemata` writes many of them into one program, and `typed_mutants` removes those that do not type. `trials` plays
cases against them, and `run` draws them and finds those that every case misses.
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
