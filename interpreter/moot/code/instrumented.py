"""The instrumented form: the traced form that also tells, at each step and each question, what its names stand for.

Explanations run a game in it once more and read the formulas of a line again, with the values that they had. Frames of
the other forms go on in it, as its units are the same but for these notes.
"""

from __future__ import annotations

from dataclasses import replace
from types import CodeType

from .compiled import Compiled
from .emit.given import OBSERVED
from .emit.module import print_module
from .given import given_of
from .ir.units import NoteRow
from .lower.game import lower
from .passes.framed import framed
from .passes.order import passed
from .registers import registers_of
from .surroundings import passing


def instrumented_form(made: Compiled) -> tuple[CodeType, dict[str, object], tuple[NoteRow, ...]]:
    """The module, the constants that it reads, and what its calls `noted(S, number, values)` mean, by their numbers."""
    found = lower(made.plan, made.tables, noting=True)
    before = passing(made.plan, made.tables, found)
    after = before if made.quick else passed(before)
    noted = replace(
        made,
        lowered=found.lowered,
        printed=after.printed,
        framed=framed(after.units),
        keepers=after.keepers,
        tallied=after.tallied,
    )
    module = print_module(noted.framed, given_of(noted), registers_of(noted), OBSERVED)
    return compile(module.text, "<instrumented>", "exec"), dict(module.constants), found.lowered.notes
