"""Check packs without running them: everything that reading, typing and compiling can find."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...lang.diagnostic import Diagnostic, MootError, Report
from ...lang.source import shown_path
from ...lang.without_gc import uncollected
from ...pack.find import GAME, packs_at, rules_folder
from ...pack.gather import Gathered, gather_packs
from ...pack.model.bundle import Bundle
from ..processes import spread
from .findings import PackChecked, keep_findings, kept_findings, key_of
from .terms import EditionTerms, GlossaryEntry, edition_terms, glossary, term_gaps

LARGE = 200_000  # bytes of a pack and its bases: from about here on its check takes longer than a process to start


@dataclass(slots=True)
class Checked:
    """The findings of a check.

    `stand_in` lists each pack's stand-ins in its own words. For each checked pack, `stand_in_fields` lists the fields
    of things that are still stand-ins, `stand_in_map` the fields of places or sides of boards by kind, and
    `stand_in_cells` the cells of tables by key. `glossary`: the editions' display names for names in the rules.
    `legal`: for each deck that an option chooses and that has no `for`, the options under which it is legal.
    """

    packs: list[str] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    stand_in: dict[str, list[str]] = field(default_factory=dict)
    stand_in_fields: dict[str, dict[tuple[str, ...], list[str]]] = field(default_factory=dict)
    stand_in_map: dict[str, dict[tuple[str, str], list[str]]] = field(default_factory=dict)
    stand_in_cells: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    glossary: list[GlossaryEntry] = field(default_factory=list)
    legal: dict[str, list[str]] = field(default_factory=dict)

    def add(self, one: PackChecked) -> None:
        """Add the findings of a pack, except for its diagnostics."""
        self.packs.append(one.name)
        self.stand_in |= one.stand_in
        self.legal |= one.legal
        for fields, things in one.stand_in_fields.items():
            self.stand_in_fields.setdefault(one.name, {}).setdefault(fields, []).extend(things)
        for of, places in one.stand_in_map.items():
            self.stand_in_map.setdefault(one.name, {}).setdefault(of, []).extend(places)
        if one.stand_in_cells:
            self.stand_in_cells.setdefault(one.name, {}).update(one.stand_in_cells)

    @property
    def errors(self) -> int:
        return sum(d.severity == "error" for d in self.diagnostics)

    @property
    def warnings(self) -> int:
        return len(self.diagnostics) - self.errors


def check(
    paths: Sequence[str | Path] = (),
    mods: Sequence[str | Path] = (),
    settings: Iterable[tuple[str, Any]] = (),
    jobs: int = 1,
) -> Checked:
    """Check the packs that ids or paths name, each with the mods loaded on top; without paths every shipped game.

    With `jobs`, that many processes check large packs at once; each imports the caller's main module. Raises MootError
    if a path names no pack.
    """
    folders: dict[Path, None] = {}
    for path in paths or [rules_folder()]:
        folders.update(dict.fromkeys(packs_at(path)))
    found = Checked()
    seen: set[tuple[Any, ...]] = set()
    settings = list(settings)
    editions: dict[Path, list[EditionTerms]] = {}
    for folder, one in zip(folders, _check_all(list(folders), mods, settings, jobs), strict=True):
        found.add(one)
        if one.words is not None:
            game = folder.parent if (folder.parent / GAME).is_file() else folder
            editions.setdefault(game, []).append(one.words)
        for diagnostic in one.diagnostics:
            key = tuple(diagnostic.as_json().values())
            if key not in seen:  # packs with a common base share its errors
                seen.add(key)
                found.diagnostics.append(diagnostic)
    for words in editions.values():
        found.glossary += glossary(words)
        found.diagnostics += term_gaps(words)
    return found


@dataclass(frozen=True, slots=True)
class _PackRead:
    """A pack as gathered, and the cached result of an earlier check of the very same files."""

    gathered: Gathered
    report: Report
    key: str
    kept: PackChecked | None

    def check(self, mods: Sequence[str | Path], settings: list[tuple[str, Any]]) -> PackChecked:
        """Its findings: from the cache, if nothing has changed."""
        if self.kept is not None:
            return self.kept
        readable = not self.report.diagnostics  # the digest does not cover unreadable files
        found = _found(self.gathered, self.report, mods, settings)
        if readable:
            keep_findings(self.key, found)
        return found

    def is_large(self) -> bool:
        return sum(len(content) for files in self.gathered.files.values() for _, content in files) > LARGE


def _read(folder: Path, mods: Sequence[str | Path], settings: list[tuple[str, Any]]) -> _PackRead | PackChecked:
    """A pack, or the reason why it cannot be read."""
    report = Report()
    try:
        gathered = gather_packs(folder, mods, report)
    except MootError as error:
        return PackChecked(shown_path(folder), error.diagnostics)
    key = key_of(gathered, mods, settings)
    return _PackRead(gathered, report, key, kept_findings(key))


def _check_all(
    folders: list[Path], mods: Sequence[str | Path], settings: list[tuple[str, Any]], jobs: int
) -> Iterator[PackChecked]:
    """The findings for each. With `jobs`, several large packs are checked at once, in processes of their own."""
    read = [_read(folder, mods, settings) for folder in folders]
    large = [at for at, one in enumerate(read) if isinstance(one, _PackRead) and one.kept is None and one.is_large()]
    jobs = min(len(large), jobs)
    elsewhere: dict[int, PackChecked] = {}
    if jobs > 1:
        lots = [(folders[at], mods, settings) for at in large]
        with suppress(MootError):  # a process has ended early: its pack is checked here
            elsewhere = dict(zip(large, spread(_check_one, lots, jobs, "checked packs"), strict=True))
    for at, one in enumerate(read):
        if at in elsewhere:
            yield elsewhere[at]
        else:
            yield one.check(mods, settings) if isinstance(one, _PackRead) else one


def _check_one(folder: Path, mods: Sequence[str | Path], settings: list[tuple[str, Any]]) -> PackChecked:
    one = _read(folder, mods, settings)
    return one.check(mods, settings) if isinstance(one, _PackRead) else one


@uncollected()
def _found(
    gathered: Gathered, report: Report, mods: Sequence[str | Path], settings: list[tuple[str, Any]]
) -> PackChecked:
    from ...pack.load import merged

    bundle = merged(gathered, report, settings)
    found = PackChecked(bundle.id)
    for manifest in bundle.manifests:
        if manifest.stand_in:
            found.stand_in[manifest.id] = manifest.stand_in
    drawn = {ident for board in bundle.boards.values() for ident in (*board.places, *board.links.values())}
    for thing in bundle.things.values():
        for name in thing.stand_in if thing.id in drawn else []:
            found.stand_in_map.setdefault((name, thing.kind), []).append(thing.id)
        if thing.stand_in and thing.id not in drawn:
            found.stand_in_fields.setdefault(tuple(thing.stand_in), []).append(thing.id)
    for table in bundle.tables.values():
        if table.stand_in:
            found.stand_in_cells[table.id] = list(dict.fromkeys(table.stand_in.values()))
    try:
        found.diagnostics = _mistakes(bundle, found, mods, settings)
        found.words = edition_terms(bundle)
    except MootError as error:
        told = bundle.report.diagnostics
        found.diagnostics = [*told, *(d for d in error.diagnostics if d not in told)]
    return found


def _mistakes(
    bundle: Bundle, found: PackChecked, mods: Sequence[str | Path], settings: list[tuple[str, Any]]
) -> list[Diagnostic]:
    """All diagnostics of a bundle; adds the legal decks to `found`. Raises MootError if it is not sound."""
    from ..laws.broken import broken_laws
    from ..odds.question import check_odds
    from ..setup.compiled import compile_game
    from ..text.check import check_phrases
    from .boards import check_boards
    from .bot_functions import check_bot_functions
    from .decks import check_decks
    from .no_words import check_words_missing

    case = compile_game(bundle, mods, traced_alone=True, quick=True)
    boards, odds = check_boards(bundle, case), check_odds(bundle, case, mods)
    decks = check_decks(bundle, mods, dict(settings))
    found.legal = decks.legal
    program = case.game.program
    told = [*bundle.report, *check_bot_functions(bundle, program)]
    told += [*broken_laws(case.game.machine, bundle), *decks.diagnostics]
    return [*told, *boards, *odds, *check_phrases(bundle), *check_words_missing(bundle, case.world.game)]
