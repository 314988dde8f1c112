"""Draws mutants of the rules that cases test, and finds those that no case notices."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...lang import arguments
from ...lang.diagnostic import MootError, Report, fail
from ...pack.find import GAME
from ...pack.model.bundle import Bundle
from ..cases.file import BrokenFile, Case, collect_cases
from ..cases.run import CaseResult, settings_of
from ..processes import spread
from ..setup.compiled import GameCache
from .lockstep import GamesTally, play_in_lockstep, rules_of_cases
from .mutants import Mutant, MutantKey
from .trials import Lot, LotResult, Trials
from .typed_mutants import TypedMutants

BATCH = 1000  # mutants in one program
LOT = 10  # cases that a process plays before it reports what came of them
Played = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class MutationScore:
    """The results. `possible`: the number of possible changes; `drawn`: those that were tried; `reached`: those
    reached by a case; `survivors`: those that every case missed, in the order of the files. `left_out`: the cases
    that fail with the unchanged rules. `games`: the games played with the survivors, if any were asked for.
    """

    possible: int
    drawn: Sequence[Mutant]
    reached: frozenset[MutantKey]
    survivors: Sequence[Mutant]
    cases: int
    left_out: Sequence[CaseResult]
    seed: int
    games: GamesTally | None = None

    @property
    def noticed(self) -> int:
        return len(self.drawn) - len(self.survivors)

    @property
    def without_effect(self) -> list[Mutant]:
        """The survivors that changed no game."""
        return [one for one in self.survivors if self.games is not None and one.key not in self.games.parted]

    def as_json(self) -> dict[str, Any]:
        return {
            "seed": self.seed,
            "possible": self.possible,
            "drawn": len(self.drawn),
            "noticed": self.noticed,
            "cases": self.cases,
            "left_out": [result.as_json() for result in self.left_out],
            "survivors": [
                one.as_json() | {"reached": one.key in self.reached, "games": self._in_games(one)}
                for one in self.survivors
            ],
        }

    def _in_games(self, one: Mutant) -> dict[str, Any] | None:
        if self.games is None:
            return None
        reached, parted = self.games.reached.get(one.key, 0), self.games.parted.get(one.key)
        return {"played": self.games.games, "reached": reached, "differs": parted}


def mutation_score(
    paths: Sequence[str | Path] = (),
    number: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | Iterable[tuple[str, Any]] = (),
    mods: Sequence[str | Path] = (),
    jobs: int = 1,
    on_progress: Played | None = None,
    within: Sequence[str | Path] = (),
    games: int = 0,
    on_games: Played | None = None,
) -> MutationScore:
    """Change the rules that cases test in `number` small ways, drawn with `seed`, or in all ways, and play the cases.

    `paths` are as for `run_cases`. The rules of a pack are changed, and those of its base packs. `within` limits the
    changes to files or folders; `FILE:LINE` and `FILE:FIRST-LAST` name lines of a file. `on_progress` gets the number
    of cases played and the total; each is played once for each `BATCH` mutants. The results do not depend on `jobs`.
    With `games`, that many random games are played with and without the survivors, with the options that the cases set.
    `on_games` receives the number of games played and the total.
    Raises MootError as `run_cases` does, for rules with errors, and if there is nothing to change.
    """
    settings = arguments.pairs(options, "options", "a mapping of names to values")
    arguments.paths(paths, "paths", "files, folders and ids of packs")
    arguments.paths(mods, "mods", "ids or folders of packs")
    arguments.paths(within, "within", "files or folders of rules")
    number = None if number is None else arguments.whole(number, "number", 1)
    jobs, seed = arguments.whole(jobs, "jobs"), arguments.whole(seed, "seed")
    cases = list(collect_cases(paths))
    games = arguments.whole(games, "games")
    cache = GameCache(settings, mods)
    typed = {
        folder: TypedMutants(cache, folder, _changed(folder, cache.bundle(folder)))
        for folder in dict.fromkeys(case.folder.resolve() for case in cases if isinstance(case, Case))
    }
    if not typed and cases:  # no file of them can be read
        raise MootError([found for file in cases if isinstance(file, BrokenFile) for found in file.diagnostics])
    places = [ChangedPart.read(str(one)) for one in within]
    found = _Drawing(typed, places)
    report = Report()
    for written, place in zip(within, places, strict=True):
        if not any(place.holds(key) for key in found.mutants):
            hint = (
                "write a file or folder of these rules, relative to the current folder, or lines of a file: FILE:10-20"
            )
            report.error("no-mutants", f"`{written}` has no rules to change", hint=hint)
    report.raise_if_failed()
    if not found.mutants:
        raise fail("no-mutants", "these packs have no rules to change", hint="write the id of a pack with rules")
    drawn = found.drawn(number, seed)
    batches = [[one.key for one in drawn[at : at + BATCH]] for at in range(0, len(drawn), BATCH)]
    folders = {folder: one.folders for folder, one in typed.items()}
    noticed: set[MutantKey] = set()
    reached: set[MutantKey] = set()
    left_out: dict[tuple[str, int, str], CaseResult] = {}
    played = 0
    for result in _results(Trials(cases, batches, folders, settings, mods), noticed, jobs):
        noticed |= result.noticed
        reached |= result.reached
        left_out |= {(one.file, one.line, one.game): one for one in result.left_out}
        played += result.cases
        if on_progress is not None:
            on_progress(played, len(cases) * len(batches))
    survivors = sorted((one for one in drawn if one.key not in noticed), key=lambda one: one.key)
    broken = [left_out[key] for key in sorted(left_out)]
    tally: GamesTally | None = None
    if games:
        tally = GamesTally()
        rules = rules_of_cases([case for case in cases if isinstance(case, Case)], folders)
        missed = [one.key for one in survivors]
        for part in play_in_lockstep(rules, missed, games if missed else 0, seed, settings, mods, jobs):
            tally.add(part)
            if on_games is not None:
                on_games(tally.games, games)
    return MutationScore(len(found.mutants), drawn, frozenset(reached), survivors, len(cases), broken, seed, tally)


def _changed(folder: Path, bundle: Bundle) -> list[Path]:
    """The folders of the packs that are changed with a pack: its own, and those of its game that it extends."""
    packs = {Path(manifest.folder).resolve() for manifest in bundle.manifests}
    beside = (folder.parent / GAME).is_file()
    return sorted(pack for pack in packs if pack == folder or (beside and pack.parent == folder.parent))


@dataclass(frozen=True, slots=True)
class ChangedPart:
    """Where rules are changed: a file or folder, or some lines of a file."""

    path: Path
    lines: range | None = None

    @classmethod
    def read(cls, written: str) -> ChangedPart:
        """`FILE`, `FOLDER`, `FILE:LINE` or `FILE:FIRST-LAST`."""
        named = re.fullmatch(r"(.+):(\d+)(?:-(\d+))?", written)
        if named is None or Path(written).exists():
            return cls(Path(written).resolve())
        first = int(named[2])
        return cls(Path(named[1]).resolve(), range(first, int(named[3] or first) + 1))

    def holds(self, key: MutantKey) -> bool:
        return Path(key[0]).is_relative_to(self.path) and (self.lines is None or key[1] in self.lines)


class _Drawing:
    """Mutants of several games, drawn together: shared lines are changed in all of them."""

    def __init__(self, typed: Mapping[Path, TypedMutants], places: Sequence[ChangedPart]) -> None:
        self.typed = typed
        self.games: dict[MutantKey, list[TypedMutants]] = {}
        self.mutants: dict[MutantKey, Mutant] = {}
        for one in typed.values():
            for mutant in {slot.mutant.key: slot.mutant for slot in one.slots()}.values():
                if places and not any(place.holds(mutant.key) for place in places):
                    continue
                self.mutants.setdefault(mutant.key, mutant)
                self.games.setdefault(mutant.key, []).append(one)

    def drawn(self, number: int | None, seed: int) -> list[Mutant]:
        """So many as type, by chance; or all, in the order of the files."""
        waiting = [self.mutants[key] for key in sorted(self.mutants)]
        if number is None:
            return self._typing(waiting)
        random.Random(seed).shuffle(waiting)
        found: list[Mutant] = []
        while waiting and len(found) < number:
            lacking = number - len(found)
            found += self._typing(waiting[:lacking])
            waiting = waiting[lacking:]
        return found

    def _typing(self, mutants: Sequence[Mutant]) -> list[Mutant]:
        """The ones that type in each game with their line."""
        for one in self.typed.values():
            own = [mutant for mutant in mutants if one in self.games[mutant.key]]
            sound = {mutant.key for mutant in one.typing(own)}
            mutants = [mutant for mutant in mutants if one not in self.games[mutant.key] or mutant.key in sound]
        return list(mutants)


# ------------------------------------------------------------------------------------------------ lots and processes


def _lots(trials: Trials) -> list[Lot]:
    """Cases that are played in one compiled game follow one another."""
    kinds: dict[tuple[str, str], list[int]] = {}
    for place, case in enumerate(trials.cases):
        kinds.setdefault(_compiled_as(case), []).append(place)
    return [
        Lot(batch, tuple(places[at : at + LOT]))
        for batch in range(len(trials.batches))
        for places in kinds.values()
        for at in range(0, len(places), LOT)
    ]


def _compiled_as(case: Case | BrokenFile) -> tuple[str, str]:
    if isinstance(case, BrokenFile):
        return "", ""
    return str(case.folder), repr(sorted((one.option, str(one.value)) for one in settings_of(case)))


def _results(trials: Trials, noticed: set[MutantKey], jobs: int) -> Iterator[LotResult]:
    """The results of all batches. `noticed` may grow meanwhile."""
    lots = _lots(trials)
    if jobs <= 1 or len(lots) <= 1:
        return (trials.play(lot, noticed) for lot in lots)
    given = (trials.cases, trials.batches, trials.folders, trials.options, trials.mods)
    late = ((lot, frozenset(noticed)) for lot in lots)  # each with what has been noticed by then
    return spread(_play, late, min(jobs, len(lots)), "played cases", _begin, (given,))


_here: list[Trials] = []  # in a worker: its trials


def _begin(paths_of_cases: Any) -> None:
    _here[:] = [Trials(*paths_of_cases)]


def _play(lot: Lot, noticed: frozenset[MutantKey]) -> LotResult:
    return _here[0].play(lot, noticed)
