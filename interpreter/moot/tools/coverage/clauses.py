"""Coverage: for each clause, the rules that implement it, the cases that test it, and the games that exercised it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ...lang.diagnostic import Diagnostic, Report, fail
from ...pack.find import GAME, packs_at
from ...pack.load import load
from ...pack.model.bundle import Bundle, Clause, Document
from ...pack.model.yaml_text import raw
from ..cases.file import BrokenFile, Case, cases_below
from ..cases.run import PASSED, CaseResult, CaseRunner
from ..documents.citations import Citation, CitingRule, LinePlace, rules_of
from ..documents.owner_text import read_sources
from .lines import covering_game, random_games

DECIDING = ("rule", "definition", "card_text")  # kinds of clauses that must be implemented
REMARKS = ("gloss", "doubt")  # a translator's: they decide something where a rule takes them up

CoverageProgress = Callable[[str, int, int], None]  # the activity ("cases", "games"), the number done, and the total


@dataclass(slots=True)
class ClauseCovered:
    """One clause. `cases` passed and cite it; those in `unreached` ran no rule that cites it.

    `games` counts the random games in which a rule that cites it has run. `always`: such rules are always active
    (zones, options, laws), so they cannot be counted.
    """

    clause: Clause
    rules: list[Citation]
    cases: list[CaseResult] = field(default_factory=list)
    unreached: list[CaseResult] = field(default_factory=list)
    games: int = 0
    sentence: str = ""  # the owner's text, where it is given

    @property
    def deciding(self) -> bool:
        kind = self.clause.kind
        return (kind in DECIDING or (kind in REMARKS and bool(self.rules))) and not self.clause.left_out

    @property
    def always(self) -> bool:
        return bool(self.rules) and not self.lines

    @property
    def lines(self) -> frozenset[LinePlace]:
        return frozenset().union(*(rule.lines for rule in self.rules))

    @property
    def reached(self) -> bool:
        return self.always or self.games > 0

    @property
    def missing(self) -> bool:
        return self.deciding and not self.rules

    def as_json(self) -> dict[str, Any]:
        rules = dict.fromkeys((rule.rule, rule.file, rule.line) for rule in self.rules)
        return {
            "place": self.clause.place,
            "kind": self.clause.kind,
            "gist": self.clause.gist,
            "deciding": self.deciding,
            "rules": [{"rule": rule, "file": file, "line": line} for rule, file, line in rules],
            "cases": [
                {"file": case.file, "line": case.line, "name": case.name, "reached": case not in self.unreached}
                for case in self.cases
            ],
            "games": self.games,
            "always": self.always,
            **({"sentence": self.sentence} if self.sentence else {}),
        }


@dataclass(slots=True)
class DocumentCovered:
    """The clauses of one document in its own order, as implemented by the rules of one game."""

    document: Document
    game: str
    title: str
    clauses: list[ClauseCovered]

    @property
    def deciding(self) -> list[ClauseCovered]:
        return [one for one in self.clauses if one.deciding]

    @property
    def left_out(self) -> list[Clause]:
        return [one.clause for one in self.clauses if one.clause.left_out]

    @property
    def missing(self) -> list[ClauseCovered]:
        return [one for one in self.clauses if one.missing]

    def counts(self) -> dict[str, int]:
        """How many clauses there are, and of the deciding ones how many are encoded, tested, reached."""
        deciding = self.deciding
        return {
            "clauses": len(self.clauses),
            "deciding": len(deciding),
            "encoded": sum(bool(one.rules) for one in deciding),
            "tested": sum(bool(one.cases) for one in deciding),
            "reached": sum(one.reached for one in deciding),
        }

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            **self.counts(),
            "left_out": [{"id": clause.id, "why": clause.left_out} for clause in self.left_out],
            "missing": [one.clause.id for one in self.missing],
            "clauses_of": {one.clause.id: one.as_json() for one in self.clauses},
        }


@dataclass(slots=True)
class Coverage:
    """The findings. `uncited`: rules without a citation; `warnings`: inconsistencies."""

    documents: list[DocumentCovered]
    uncited: list[CitingRule]
    warnings: list[Diagnostic]
    games: int
    seed: int
    options: dict[str, dict[str, str]]  # by game: as they were set

    @property
    def complete(self) -> bool:
        """Whether every deciding clause is implemented by a rule and cited by a passing case."""
        return all(one.rules and one.cases for document in self.documents for one in document.deciding)

    @property
    def failed(self) -> bool:
        """Whether a text and its document do not match."""
        return any(d.severity == "error" for d in self.warnings)

    def as_json(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "seed": self.seed,
            "options": self.options,
            "documents": {one.document.id: one.as_json() for one in self.documents},
            "uncited": [
                {"rule": rule.label, "file": rule.file, "line": rule.line, "stand_in": rule.stand_in}
                for rule in self.uncited
            ],
            "warnings": [diagnostic.as_json() for diagnostic in self.warnings],
        }


def coverage(
    name: str | Path,
    *,
    games: int = 200,
    seed: int = 0,
    jobs: int = 1,
    settings: Iterable[tuple[str, Any]] = (),
    also: Iterable[tuple[str, Any]] = (),
    mods: Sequence[str | Path] = (),
    sources: Sequence[str] = (),
    on_progress: CoverageProgress | None = None,
) -> Coverage:
    """Read every edition that a game's id, a pack's id or a folder means; run its cases, and random games.

    Only the rules of an edition count for its document. `also`: options under each of which the same number of games is
    played again, to exercise other clauses. `sources`: the owner's texts (see `source_text.read_sources`). Raises
    MootError if a pack has errors, has no document, or cannot be played.
    """
    settings, also = list(settings), list(also)
    found = Coverage([], [], [], games * (1 + len(also)), seed, {})
    for folder in packs_at(name):
        bundle = load(folder, mods, settings, cases=False)
        game = covering_game(bundle, mods)
        documents = _own_documents(bundle)
        rules = rules_of(bundle)
        cited: dict[str, list[Citation]] = {}
        for rule in rules:
            for citation in rule.cites:
                cited.setdefault(citation.clause, []).append(citation)
        by_clause = {
            f"{document.id}/{clause.id}": _carried_out(clause, cited.get(f"{document.id}/{clause.id}", []), own)
            for document in documents
            for own in [_folders_of(document, bundle)]
            for clause in document.clauses.values()
        }
        results = _played(bundle, folder, settings, mods, on_progress)
        found.warnings += _tested(by_clause, results)
        found.warnings += [_left_out(one) for one in by_clause.values() if one.clause.left_out and one.rules]
        report_more = _games_progress(found.games, on_progress)
        ran = random_games(game, games, seed, jobs, report_more)
        for other in also:
            again = covering_game(load(folder, mods, [*settings, other], cases=False), mods)
            ran += random_games(again, games, seed, jobs, report_more)
        _reached(by_clause, ran)
        found.uncited += [rule for rule in rules if not rule.cites and rule not in found.uncited]
        found.options[bundle.id] = dict(game.options)
        for document in documents:
            clauses = [by_clause[f"{document.id}/{ident}"] for ident in document.clauses]
            _keep(found.documents, DocumentCovered(document, bundle.id, bundle.manifests[0].title, clauses), bundle)
    _read_sources(found, sources)
    return found


def _folders_of(document: Document, bundle: Bundle) -> list[Path]:
    """The packs that this document belongs to: a clause that they leave out may be taken up by others."""
    own = [one.folder for one in bundle.manifests if bundle.own_documents.get(one.id) == document.id]
    return [Path(folder).resolve() for folder in own]


def _carried_out(clause: Clause, rules: list[Citation], own: list[Path]) -> ClauseCovered:
    inside = any(folder in Path(rule.file).resolve().parents for rule in rules for folder in own)
    taken_up = bool(clause.left_out and rules and not inside)
    return ClauseCovered(replace(clause, left_out="") if taken_up else clause, rules)


def _read_sources(found: Coverage, sources: Sequence[str]) -> None:
    """Give each clause its sentence, and report mismatches."""
    report = Report()
    texts = read_sources(sources, [one.document for one in found.documents], report)
    for document in found.documents:
        text = texts.get(document.document.id)
        if text is not None:
            for one in document.clauses:
                one.sentence = text.sentences.get(one.clause.id, "")
    found.warnings += report


def _own_documents(bundle: Bundle) -> list[Document]:
    """The documents that the game's packs implement: its own, and those of its base packs."""
    own = dict.fromkeys(bundle.own_documents.get(manifest.id, "") for manifest in bundle.manifests)
    found = [bundle.documents[ident] for ident in own if ident in bundle.documents]
    if not found:
        hint = "create one with moot new document TEXT, and name it in pack.yaml under `document:`"
        raise fail("no-document", f"`{bundle.id}` has no document for its rules to cite", hint=hint)
    return found


def _keep(documents: list[DocumentCovered], new: DocumentCovered, bundle: Bundle) -> None:
    """A document that several editions share is reported once: for the edition whose own it is."""
    for number, old in enumerate(documents):
        if old.document.id == new.document.id:
            if bundle.own_documents.get(bundle.id) == new.document.id:
                documents[number] = new
            return
    documents.append(new)


# ------------------------------------------------------------------------------------------------ cases and games

PlayedCases = list[tuple[Case | BrokenFile, CaseResult]]


def _played(
    bundle: Bundle,
    folder: Path,
    settings: list[tuple[str, Any]],
    mods: Sequence[str | Path],
    on_progress: CoverageProgress | None,
) -> PlayedCases:
    """The cases that test this game, from the folders of all its packs and its sisters', each with what came of it."""
    roots = dict.fromkeys(with_sisters(Path(manifest.folder).resolve()) for manifest in bundle.manifests)
    cases = [
        case
        for root in roots
        if not any(other in root.parents for other in roots)
        for case in cases_below(root)
        if isinstance(case, BrokenFile) or case.folder.resolve() == folder.resolve()
    ]
    runner = CaseRunner(settings, mods, covering=True)
    played: PlayedCases = []
    for case in cases:
        played.append((case, runner.run(case)))
        if on_progress is not None:
            on_progress("cases", len(played), len(cases))
    return played


def with_sisters(folder: Path) -> Path:
    """The folder of a game with several editions, one of whose packs is here; a case may test several of them."""
    return folder.parent if (folder.parent / GAME).is_file() else folder


def _tested(by_clause: dict[str, ClauseCovered], played: PlayedCases) -> list[Diagnostic]:
    """Give each clause the cases that test it, and report cases that fail or do not reach their clauses."""
    found = []
    for case, result in played:
        if isinstance(case, BrokenFile):
            found.append(Diagnostic("case-failed", f"cannot read the cases in {case.file}", severity="warning"))
            continue
        if result.status != PASSED:
            message = f"the case `{case.name}` does not pass, so it tests nothing"
            found.append(Diagnostic("case-failed", message, case.at, "run moot test for the reason", "warning"))
            continue
        cites = case.part("cites")
        places = {raw(one).rpartition("/")[2]: one.at for one in cites.value} if cites is not None else {}
        for clause in result.cites:
            one = by_clause.get(clause)
            if one is None:
                continue
            at = places.get(clause.rpartition("/")[2], case.at)
            one.cases.append(result)
            if one.lines and not one.lines & result.ran:
                one.unreached.append(result)
                message = f"this case cites `{clause}`, but no rule citing it ran"
                hint = "extend the case to reach the rule, cite what it does test, or cite the clause at the rule"
                found.append(Diagnostic("cites-not-reached", message, at, hint, "warning"))
    return found


def _left_out(one: ClauseCovered) -> Diagnostic:
    message = f"`{one.clause.id}` is marked as left out, but a rule cites it: {one.rules[0].rule}"
    return Diagnostic("left-out-cited", message, one.clause.at, "remove `left_out`, or the citation", "warning")


def _reached(by_clause: dict[str, ClauseCovered], ran: list[frozenset[LinePlace]]) -> None:
    for one in by_clause.values():
        lines = one.lines
        one.games = sum(1 for game in ran if lines & game) if lines else 0


def _games_progress(games: int, on_progress: CoverageProgress | None) -> Callable[[int], None] | None:
    if on_progress is None:
        return None
    done = 0

    def report_more(more: int) -> None:
        nonlocal done
        done += more
        on_progress("games", done, games)

    return report_more
