"""Cases: rules tested as data. Finds cases, plays them and reports the mismatches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...lang import arguments
from ...lang.diagnostic import Diagnostic, MootError, Report
from ...lang.source import NOWHERE
from ...lang.spelling import nearest
from ...pack.model.bundle import Bundle, Setting, YamlEntry
from ...pack.model.yaml_text import raw
from ...stack.game import State
from ...state.position import Position
from ..setup.compiled import CompiledGame, GameCache, compile_game
from ..setup.journal_text import clauses_of, recent_lines
from ..setup.position import PositionMaker
from .decks import broken_laws_differ
from .expectations import Checker, Mismatch
from .file import BrokenFile, Case, collect_cases
from .open_options import OpenOptions, open_options
from .play import CaseFailed, Player
from .positions import check_position, game_begun_inside, print_values, reset_at_start, silent_whens
from .resolve import Resolver

PASSED, FAILED, ERROR = "passed", "failed", "error"


@dataclass(frozen=True, slots=True)
class CaseResult:
    """The result of one case. `status`: passed, failed (an expectation is not met), or error (the case itself is
    wrong).

    `game` is the file's name for the pack. `several`: the file tests other packs too. `reached` holds the clauses that
    its play implemented, as document/clause. `message` is empty if it passed. A file that cannot be read gives one
    result with an empty name. `ran`: the lines of the rules that ran (file and line), if the runner was asked to note
    them.
    """

    file: str
    name: str
    cites: tuple[str, ...]
    status: str
    message: str
    line: int
    game: str = ""
    several: bool = False
    reached: frozenset[str] = field(default=frozenset(), repr=False)
    ran: frozenset[tuple[str, int]] = field(default=frozenset(), repr=False)

    def as_json(self) -> dict[str, Any]:
        return {
            "file": self.file,
            "line": self.line,
            "name": self.name,
            "game": self.game,
            "cites": list(self.cites),
            "status": self.status,
            "message": self.message,
        }


class CaseRunner:
    """Plays cases one after another, each game compiled once for every set of options.

    With `covering`, the results list the lines of the rules that ran. `edit`: see GameCache.
    """

    def __init__(
        self,
        options: Iterable[tuple[str, Any]] = (),
        mods: Sequence[str | Path] = (),
        covering: bool = False,
        edit: Callable[[Bundle], None] | None = None,
    ) -> None:
        self.games = GameCache(options, mods, covering, edit=edit)
        self.explains = True  # whether a failure shows where values come from
        self._edit = edit
        self._own: dict[str, tuple[YamlEntry, str, CompiledGame]] = {}  # by purpose, the last case that used the game
        self._opened = GameCache(options, mods, covering, edit=self._open)
        self._open_options: dict[Path, OpenOptions | None] = {}  # none where rules need options as they are
        self._told: dict[str, str] = {}  # the errors of a game, with the first case that found them

    def run(self, case: Case | BrokenFile) -> CaseResult:
        """Play one case. Raises MootError only if options or mods do not fit its game at all."""
        if isinstance(case, BrokenFile):
            first = case.diagnostics[0].at.line if case.diagnostics else 0
            return CaseResult(case.file, case.name, (), ERROR, _rendered(case.diagnostics), case.line or first)
        report = Report()
        try:
            if case.part("deck") is not None:
                return self._judged(case, report)
            game, options = self._game(case)
            phase, states = reset_at_start(game, dict(case.items("given")))
            if states:
                game = self._own_game("begun", case, lambda: game_begun_inside(self._bundle(case), phase, states))
                options = {}
            return self._played(case, game, options, report)
        except MootError as error:  # of rules that are compiled when they first run, too
            message = self._unloaded(error, case.name)
            return _result(case, (), ERROR, "\n\n".join([message, *self._besides(case)]))

    def _besides(self, case: Case) -> list[str]:
        """The other errors of a case whose options or printed values cannot be used."""
        report = Report()
        if not any(case.items("options")) and not any(case.items("printed")):
            return []
        try:
            game = self.games.game(case.folder, [])
            self._cited(case, game, report)
            PositionMaker(game, report).make(dict(case.items("given")))
            Resolver(game, report).check(case)
        except MootError:
            return []
        return [_rendered(report)] if report.failed else []

    def _open(self, bundle: Bundle) -> None:
        open_options(bundle)
        if self._edit is not None:
            self._edit(bundle)

    def _game(self, case: Case) -> tuple[CompiledGame, dict[str, YamlEntry]]:
        """The game of a case, and the case's values for options that are states there."""
        folder, settings = case.folder, settings_of(case)
        if any(case.items("printed")):
            return self._own_game("printed", case, lambda: self._printed(case)), {}
        if folder not in self._open_options:
            self._open_options[folder] = self._options_to_open(folder)
        options = self._open_options[folder]
        if options is None or not all(options.may_be(name, entry) for name, entry in case.items("options")):
            return self.games.game(folder, settings), {}
        states = {name: entry for name, entry in case.items("options") if name in options.declared}
        return self._opened.game(folder, [one for one in settings if one.option not in states]), states

    def _own_game(self, purpose: str, case: Case, made: Callable[[], CompiledGame]) -> CompiledGame:
        """A game for this case alone; kept until another case needs one."""
        last = self._own.get(purpose)
        if last is None or last[0] is not case.root or last[1] != case.game:
            last = self._own[purpose] = case.root, case.game, made()
        return last[2]

    def _printed(self, case: Case) -> CompiledGame:
        return compile_game(self._bundle(case), traced_alone=True, quick=True)

    def _bundle(self, case: Case) -> Bundle:
        """The trees of a case's game, with the case's options and printed values."""
        bundle = self.games.bundle(case.folder, settings_of(case))
        print_values(bundle, dict(case.items("printed")))
        if self._edit is not None:
            self._edit(bundle)
        return bundle

    def _options_to_open(self, folder: Path) -> OpenOptions | None:
        try:
            self._opened.game(folder, [])
            return OpenOptions(self._opened.bundle(folder))
        except MootError:
            return None

    def _played(self, case: Case, game: CompiledGame, options: dict[str, YamlEntry], report: Report) -> CaseResult:
        cites = self._cited(case, game, report)
        opened = self._open_options.get(case.folder)
        for name, entry in case.items("given"):
            if opened is not None and name in opened.declared:
                report.error(
                    "unknown-name", f"`{name}` is an option, not a state", entry.key_at, "set it under `options`"
                )
        given = dict(case.items("given"))
        start = PositionMaker(game, report).make(given, options)
        Resolver(game, report).check(case)
        if start is not None and "posed" not in given:
            check_position(game, start.position, case, report)
        if start is None or report.failed:
            return _result(case, cites, ERROR, _rendered(report))
        before = start.position.copy()
        start.position.journal = []
        start.position.nature = True
        self.prepare(game, start.position)
        state = State(game.game, start.position, 0)
        chance = case.part("chance")
        covered = game.game.machine.traced.covered
        covered.clear()
        try:
            Player(game, case, report, list(chance.value) if chance is not None else [], state).run(start)
            wrong = [] if report.failed else Checker(game, state, report, self.explains).run(case)
        except CaseFailed as failed:
            journal = state.journal
            head = f"{failed.at.source.path}:{failed.at.line}: {failed.message}"
            told = [head, *(silent_whens(game, before) if self.explains else ()), *recent_lines(journal)]
            return _result(case, cites, FAILED, "\n".join(told), clauses_of(journal))
        journal = state.journal
        reached = clauses_of(journal)
        if report.failed:
            return _result(case, cites, ERROR, _rendered(report), reached)
        if wrong:
            silent = silent_whens(game, before) if self.explains else ()
            told = [*_side_by_side(wrong), *silent, *recent_lines(journal)]
            return _result(case, cites, FAILED, "\n".join(told), reached)
        rules = game.game.program.rules
        return _result(case, cites, PASSED, "", reached, frozenset((rules[n].file, rules[n].line) for n in covered))

    def _judged(self, case: Case, report: Report) -> CaseResult:
        """Check a deck against the laws of decks."""
        wrong = broken_laws_differ(self._bundle(case), case, report)
        if report.failed:
            return _result(case, (), ERROR, _rendered(report))
        message = "\n".join(_side_by_side(wrong))
        return _result(case, case.cites, FAILED if wrong else PASSED, message)

    def prepare(self, game: CompiledGame, position: Position) -> None:
        """May change the starting position of a case."""

    def _cited(self, case: Case, game: CompiledGame, report: Report) -> tuple[str, ...]:
        """The clauses that the case names, as document/clause; unknown clauses are reported.

        In a case of several games, each cites the clauses it has.
        """
        entry = case.part("cites")
        found = []
        for one in entry.value if entry is not None else []:
            clause = raw(one)
            full = _full(clause, game)
            if full in game.game.program.clauses:
                found.append(full)
            elif not any(self._knows(folder, clause) for folder in case.others):
                report.error("unknown-clause", f"unknown clause `{clause}`", one.at, _meant(clause, game))
        return tuple(found)

    def _knows(self, folder: Path, clause: str) -> bool:
        """Whether another game of the file has the clause. A game that cannot be loaded is reported elsewhere."""
        try:
            game = (self._opened if self._open_options.get(folder) else self.games).game(folder, [])
        except MootError:
            return True
        return _full(clause, game) in game.game.program.clauses

    def _unloaded(self, error: MootError, name: str) -> str:
        """The errors of a game; in full the first time only. Raises it if it is the caller's doing."""
        errors = [d for d in error.diagnostics if d.severity == "error"]
        if all(d.at is NOWHERE for d in errors):
            raise MootError(errors)
        told = _rendered(errors)
        if told in self._told:
            return f"the game cannot be loaded: see the case `{self._told[told]}`"
        self._told[told] = name
        return told


def settings_of(case: Case) -> list[Setting]:
    """The options of the rules that a case sets."""
    return [
        Setting(name, {"yes": True, "no": False}.get(raw(entry), entry.value), entry.at, "case", entry.key_at)
        for name, entry in case.items("options")
    ]


def run_cases(
    paths: Sequence[str | Path] = (),
    options: Mapping[str, Any] | Iterable[tuple[str, Any]] = (),
    mods: Sequence[str | Path] = (),
    on_progress: Callable[[int, int, CaseResult], None] | None = None,
) -> list[CaseResult]:
    """The results of all cases under the given files, folders and ids of packs; by default, of all shipped packs.

    `on_progress` gets how many are done, of how many, and the newest result. Raises MootError for a path that is not a
    file, folder or pack, and for options and mods that do not fit.
    """
    arguments.paths(paths, "paths", "files, folders and ids of packs")
    arguments.paths(mods, "mods", "ids or folders of packs")
    runner = CaseRunner(arguments.pairs(options, "options", "a mapping of names to values"), mods)
    cases = list(collect_cases(paths))
    results = []
    for number, case in enumerate(cases, 1):
        results.append(runner.run(case))
        if on_progress is not None:
            on_progress(number, len(cases), results[-1])
    return results


def clauses_reached(results: Iterable[CaseResult]) -> dict[str, list[CaseResult]]:
    """By clause (document/clause), the passed cases that reached it."""
    found: dict[str, list[CaseResult]] = {}
    for result in results:
        if result.status == PASSED:
            for clause in sorted(result.reached):
                found.setdefault(clause, []).append(result)
    return found


def _result(
    case: Case,
    cites: tuple[str, ...],
    status: str,
    message: str,
    reached: frozenset[str] = frozenset(),
    ran: frozenset[tuple[str, int]] = frozenset(),
) -> CaseResult:
    told, several = cites or case.cites, bool(case.others)
    return CaseResult(case.file, case.name, told, status, message, case.at.line, case.game, several, reached, ran)


def _full(clause: str, game: CompiledGame) -> str:
    return clause if "/" in clause else f"{game.game.program.document}/{clause}"


def _meant(clause: str, game: CompiledGame) -> str:
    known = game.game.program.clauses
    document = _full(clause, game).partition("/")[0]
    own = [k.partition("/")[2] for k in known if k.startswith(f"{document}/")]
    return nearest(clause, own if "/" not in clause else known) or nearest(clause, known)


def _rendered(diagnostics: Iterable[Diagnostic]) -> str:
    ordered = sorted(diagnostics, key=lambda d: (d.at.source.path, d.at.line, d.at.column))
    return "\n\n".join(d.render() for d in ordered)


def _side_by_side(wrong: list[Mismatch]) -> list[str]:
    lines = []
    for one in wrong:
        lines.append(f"{one.at.source.path}:{one.at.line}: {one.what}")
        lines += [f"  expected  {one.expected}", f"  actual    {one.actual}"]
        lines += [f"  from      {line}" for line in one.origin]
    return lines
