"""Which mutants type: the others are not valid rules, and do not count."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from ...code.typing.typed import typed_world
from ...lang.diagnostic import Diagnostic
from ..setup.compiled import GameCache
from .mutants import Mutant, MutantKey, Slot, slots_of
from .schemata import write_schemata


class TypedMutants:
    """Types the rules of one game with mutants in them. `folders`: of the packs whose rules are changed."""

    def __init__(self, games: GameCache, folder: Path, folders: Collection[Path]) -> None:
        self.games = games
        self.folder = folder
        self.folders = folders
        self._kept: dict[MutantKey, bool] = {}  # whether a mutant types

    def slots(self) -> list[Slot]:
        """All places where the game's rules can be changed. Raises MootError if it is not sound as it is."""
        as_it_is = self.games.bundle(self.folder)
        typed_world(as_it_is)
        as_it_is.report.raise_if_failed()
        return slots_of(self.games.bundle(self.folder), self.folders)

    def typing(self, mutants: Sequence[Mutant]) -> list[Mutant]:
        """The ones that type, in their order."""
        new = [mutant for mutant in mutants if mutant.key not in self._kept]
        sound = {mutant.key for mutant in self._sound(new)}
        self._kept |= {mutant.key: mutant.key in sound for mutant in new}
        return [mutant for mutant in mutants if self._kept[mutant.key]]

    def _sound(self, mutants: Sequence[Mutant]) -> list[Mutant]:
        """Together first. Mutants near an error are tried one by one; without a near one, each half on its own."""
        errors = self._errors(mutants)
        if not errors:
            return list(mutants)
        if len(mutants) <= 1:
            return []
        near = [mutant for mutant in mutants if any(_is_near(mutant, error) for error in errors)]
        if not near or len(near) == len(mutants):
            half = len(mutants) // 2
            found = [*self._sound(mutants[:half]), *self._sound(mutants[half:])]
        else:
            keys = {mutant.key for mutant in near}
            found = self._sound([mutant for mutant in mutants if mutant.key not in keys])
            found += [mutant for mutant in near if not self._errors([mutant])]
        return found

    def _errors(self, mutants: Sequence[Mutant]) -> list[Diagnostic]:
        if not mutants:
            return []
        bundle = self.games.bundle(self.folder)
        numbers = {mutant.key: number for number, mutant in enumerate(mutants, 1)}
        write_schemata(bundle, slots_of(bundle, self.folders), numbers)
        typed_world(bundle)
        return [d for d in bundle.report if d.severity == "error"]


def _is_near(mutant: Mutant, error: Diagnostic) -> bool:
    one, other = mutant.at, error.at
    same = one.source.path == other.source.path
    return same and one.line <= other.end_line and other.line <= one.end_line
