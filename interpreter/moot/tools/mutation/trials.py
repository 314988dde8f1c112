"""Plays cases against mutants: each case once without any, to see which mutants it reaches, then with each of these."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...pack.model.bundle import Bundle
from ...stack.driver import FUEL
from ...state.position import Position
from ..cases.file import BrokenFile, Case
from ..cases.run import PASSED, CaseResult, CaseRunner
from ..setup.compiled import CompiledGame
from .mutants import MutantKey, slots_of
from .schemata import STATE, write_schemata

LEAST_FUEL = FUEL // 20  # wrong rules often loop forever: cases that pass within this limit get no more


class NotingZero(int):
    """The state that says which mutant is on, while none is: it notes with which numbers it is compared."""

    compared: set[int]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            self.compared.add(other)
        return int(self) is other

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = int.__hash__


class MutantRunner(CaseRunner):
    """Plays cases in rules that hold many mutants. `folders`: by folder of a game, of the packs that are changed."""

    def __init__(
        self,
        options: Iterable[tuple[str, Any]],
        mods: Sequence[str | Path],
        folders: Mapping[Path, Collection[Path]],
        numbers: Mapping[MutantKey, int],
    ) -> None:
        super().__init__(options, mods, edit=self._mutated)
        self.explains = False
        self.folders = folders
        self.numbers = numbers
        self.on = 0  # the state's value in the next case
        self.fuel = LEAST_FUEL  # and its limit

    def _mutated(self, bundle: Bundle) -> None:
        folder = Path(bundle.manifests[-1].folder)
        write_schemata(bundle, slots_of(bundle, self.folders.get(folder.resolve(), ())), self.numbers)

    def prepare(self, game: CompiledGame, position: Position) -> None:
        row = next(row for row in reversed(game.layout.states) if row.name == STATE)
        position.cells[row.first] = self.on
        game.game.machine.limit_fuel(self.fuel)

    def compared(self, case: Case | BrokenFile) -> tuple[CaseResult, set[int]]:
        """The result of a case without a mutant, and the numbers of the mutants that its play reaches."""
        self.on = noting = NotingZero()
        noting.compared = set()
        self.fuel = LEAST_FUEL
        result = self.run(case)
        if result.status != PASSED:
            self.fuel = FUEL
            result = self.run(case)
        return result, noting.compared

    def notices(self, case: Case | BrokenFile, number: int) -> bool:
        """Whether the case that was played last no longer passes while a mutant is on, perhaps as it has no end."""
        self.on = number
        try:
            return self.run(case).status != PASSED
        except Exception:  # whatever Python makes of rules that are wrong
            return True


@dataclass(frozen=True, slots=True)
class Lot:
    """Cases to be played, by their places among all, against the mutants of one program."""

    batch: int
    cases: tuple[int, ...]


@dataclass(slots=True)
class LotResult:
    """The result of a lot: the mutants that a case has noticed or reached, and the cases that fail without any."""

    cases: int
    noticed: set[MutantKey] = field(default_factory=set)
    reached: set[MutantKey] = field(default_factory=set)
    left_out: list[CaseResult] = field(default_factory=list)


class Trials:
    """Plays lots. `batches`: the mutants that one program holds, for each program."""

    def __init__(
        self,
        cases: Sequence[Case | BrokenFile],
        batches: Sequence[Sequence[MutantKey]],
        folders: Mapping[Path, Collection[Path]],
        options: Sequence[tuple[str, Any]],
        mods: Sequence[str | Path],
    ) -> None:
        self.cases = cases
        self.batches = batches
        self.folders = folders
        self.options = options
        self.mods = mods
        self._batch = -1
        self._runner: MutantRunner | None = None

    def play(self, lot: Lot, noticed: Collection[MutantKey]) -> LotResult:
        """`noticed`: mutants that need no other case."""
        keys = self.batches[lot.batch]
        if self._runner is None or self._batch != lot.batch:
            numbers = {key: number for number, key in enumerate(keys, 1)}
            self._runner = None  # the games of another batch go before those of this one come
            self._runner = MutantRunner(self.options, self.mods, self.folders, numbers)
            self._batch = lot.batch
        waiting = {number for number, key in enumerate(keys, 1) if key not in noticed}
        found = LotResult(len(lot.cases))
        for place in lot.cases:
            case = self.cases[place]
            result, compared = self._runner.compared(case)
            if result.status != PASSED:
                found.left_out.append(result)
                continue
            found.reached |= {keys[number - 1] for number in compared if 0 < number <= len(keys)}
            for number in sorted(compared & waiting):
                if self._runner.notices(case, number):
                    waiting.discard(number)
                    found.noticed.add(keys[number - 1])
        return found
