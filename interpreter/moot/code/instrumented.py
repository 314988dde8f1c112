"""The instrumented version: the traced version, which also reports the values of names at each step and each prompt.

Explanations rerun a game in it and read the formulas of a line again, with the values that they had. Frames of the
other versions continue in it, because its units are the same except for these notes.
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
    """The module, the constants that it reads, and the meanings of its calls `noted(S, number, values)`, by their
    numbers.
    """
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
