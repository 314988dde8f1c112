"""Games from packs, to be walked."""

from __future__ import annotations

from pathlib import Path

from walk_formulas import Given

from moot.code.given import given_of
from moot.code.pipeline import compiled, program_of
from moot.code.registers import registers_of
from moot.code.typing.typed import typed
from moot.pack.load import load
from moot.pack.model.bundle import Bundle
from oracle import Walked


def walked(bundle: Bundle) -> Walked:
    """Its units as lowering made them, before any pass. Raises MootError where the rules are not sound."""
    game = typed(bundle)
    bundle.report.raise_if_failed()
    made = compiled(game, bundle)
    read = given_of(made)
    given = Given(
        read.printed, read.formulas, {name: (table.cells, table.ends) for name, table in read.lookups.items()}
    )
    units = {unit.name: unit for unit in made.lowered.units}
    return Walked(units, given, registers_of(made), program_of(made, bundle))


def walked_folder(folder: str | Path) -> Walked:
    return walked(load(str(folder), cases=False))
