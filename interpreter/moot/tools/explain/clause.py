"""The meaning of a clause or a card: its rules, cases and options, and its counterpart in other editions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ...code.program import Program
from ...lang import tree
from ...lang.diagnostic import MootError, Report, fail
from ...lang.spelling import nearest
from ...lang.walk import walk
from ...pack.files import CASES
from ...pack.find import MANIFEST, find_pack, game_file, game_ids, pack_ids
from ...pack.gather import gather_packs
from ...pack.load import documents, load
from ...pack.model.bundle import CaseFile, Clause, Document
from ...pack.model.yaml_text import raw
from ...pack.read import read_pack
from ...pack.words import declared_words
from ...stack.words import name_words
from ..documents.citations import Citation, citations_of, label, rules_of
from ..documents.clause_lookup import clause_named
from ..show.facts import option_values, printed_facts
from ..text.texts import texts_of
from .found import Found, FoundClause, by_words, family, has_all, heading_of_place, section
from .name import AboutName, about_names

_CASE = re.compile(r"^ *- name: *(.+?)\n(.*?)(?=^ *- name:|\Z)", re.M | re.S)
_CITES = re.compile(r"\bcites: *\[(.*?)\]", re.S)


@dataclass(frozen=True, slots=True)
class Counterpart:
    """A clause of another document about the same thing."""

    clause: str
    gist: str
    place: str
    kind: str
    same: bool  # the same gist

    def as_json(self) -> dict[str, Any]:
        return {"clause": self.clause, "gist": self.gist, "place": self.place, "kind": self.kind, "same": self.same}


@dataclass(frozen=True, slots=True)
class CitedOption:
    """A choice between readings that a clause leaves open."""

    name: str
    declared: str  # as declared: its possible values and the default
    value: str  # its current value
    file: str
    line: int

    def as_json(self) -> dict[str, Any]:
        return {"option": self.name, "declared": self.declared, "value": self.value, "line": self.line}


@dataclass(frozen=True, slots=True)
class CitingCase:
    name: str
    file: str
    line: int

    def as_json(self) -> dict[str, Any]:
        return {"name": self.name, "file": self.file, "line": self.line}


@dataclass(frozen=True, slots=True)
class AboutClause:
    clause: str
    gist: str
    place: str
    kind: str
    left_out: str
    rules: tuple[Citation, ...]
    cases: tuple[CitingCase, ...]
    options: tuple[CitedOption, ...]
    counterparts: tuple[Counterpart, ...]
    without: tuple[str, ...]  # the other documents, without a counterpart
    family: tuple[FoundClause, ...]  # the other clauses of the same numbered case or sentence
    sentence: str = ""  # in the owner's text, if given

    def as_json(self) -> dict[str, Any]:
        return {
            "clause": self.clause,
            "gist": self.gist,
            "place": self.place,
            "kind": self.kind,
            "left_out": self.left_out or None,
            "rules": [{"rule": c.rule, "file": c.file, "line": c.line, "text": c.text} for c in self.rules],
            "cases": [one.as_json() for one in self.cases],
            "options": [one.as_json() for one in self.options],
            "counterparts": [one.as_json() for one in self.counterparts],
            "without": list(self.without),
            "family": [{"clause": one.clause, "gist": one.gist, "kind": one.kind} for one in self.family],
            **({"sentence": self.sentence} if self.sentence else {}),
        }


@dataclass(frozen=True, slots=True)
class AboutThing:
    """A title: its printed facts, the clauses that its rules cite, its own rules, rules of others that name it,
    options, cases.
    """

    title: str
    words: str  # as players read it
    kind: str
    facts: dict[str, str]  # as people write them
    text: tuple[str, ...]  # its effects, in paragraphs
    clauses: tuple[AboutClause, ...]
    rules: tuple[tuple[str, str, int], ...]  # label, file, line
    named_by: tuple[tuple[str, str, int], ...]

    def as_json(self) -> dict[str, Any]:
        def places(rules: Iterable[tuple[str, str, int]]) -> list[dict[str, Any]]:
            return [{"rule": rule, "file": file, "line": line} for rule, file, line in rules]

        return {
            "thing": self.title,
            "name": self.words,
            "kind": self.kind,
            "facts": self.facts,
            "text": list(self.text),
            "clauses": [one.as_json() for one in self.clauses],
            "rules": places(self.rules),
            "named_by": places(self.named_by),
        }


def game_with(text: str) -> str:
    """The game that moot ships one of whose documents has a clause of that name. Raises MootError."""
    from ...stack.load import load as load_game

    known: list[str] = []
    for name in game_ids():
        program = load_game(name).program
        try:
            clause_named(program, text)
            return name
        except MootError as error:
            if error.diagnostics[0].code == "ambiguous-clause":
                raise
        known += [ident if "/" in text else ident.partition("/")[2] for ident in program.clauses]
    hint = nearest(text, known) or "write LOG:N, such as game.log:48, or GAME:CLAUSE, such as my_game:draw.first"
    raise fail("unknown-clause", f"unknown clause `{text}` in the games that moot ships", hint=hint)


def edition_about(name: str, program: Program, text: str) -> str:
    """For the name of a game without an edition, the edition whose own document has the clause; otherwise the name
    itself.
    """
    if name not in game_ids():
        return name
    try:
        document = clause_named(program, text).partition("/")[0]
    except MootError:
        return name
    if document != program.document:
        bases = gather_packs(name, (), Report()).documents  # a game's own bases need not be playable alone
        for edition in pack_ids():
            if edition not in bases and edition.startswith(f"{name}/") and _own_document(edition) == document:
                return edition
    return name


def _own_document(edition: str) -> str:
    try:
        found = gather_packs(edition, (), Report())
    except MootError:  # an edition that cannot be read is reported elsewhere
        return ""
    return found.documents.get(found.root, "")


class Library:
    """A game's sources, in which clauses and cards are looked up."""

    def __init__(
        self,
        name: str | Path,
        program: Program,
        mods: Sequence[str | Path] = (),
        sentences: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.program = program
        self.sentences = sentences  # by clause, of the owner's text
        self.name, self.mods = name, mods
        self.bundle = load(name, mods, cases=False)
        self.cited = citations_of(self.bundle)
        self.documents = _beside(find_pack(name)) | self.bundle.documents
        self._files = gather_packs(name, mods, Report())
        self._read: dict[str, list[CaseFile]] = {}  # files of cases read so far

    def about(self, text: str) -> AboutClause | AboutThing | list[AboutName] | Found:
        """Everything about a name: a thing by its id or its display name, a clause, or a name in the rules.

        If nothing has the name, return the clauses below a heading with that name, or with these words.

        Raises MootError if there is nothing.
        """
        title = self._title(text.strip())
        if title:
            return self.thing(title)
        if not self._is_clause(text):
            names = about_names(self.bundle, self.program, self.cited, text)
            if names:
                return names
        try:
            return self.clause(clause_named(self.program, text))
        except MootError as error:
            first = error.diagnostics[0]
            if first.code != "unknown-clause":
                raise
            found = section(self.program, text) or self._by_words(text)
            several = " " in text.strip()
            if found is not None and found.all_words:
                return found
            if several or "did you mean" not in first.hint:
                known = [*self.bundle.things, *(one.name for one in declared_words(self.bundle).values())]
                hint = nearest(text, known)
                if several and not hint and found is not None:
                    return found
                if hint:
                    raise fail(first.code, first.message, hint=hint) from None
            raise

    def _by_words(self, text: str) -> Found | None:
        return by_words(self.bundle, self.program, self.cited, self._cases_with, text)

    def _cases_with(self, wanted: Iterable[str]) -> dict[str, str]:
        """By clause: a case that cites it and has these words in its name. Read from the text alone, which is quick."""
        found: dict[str, str] = {}
        wanted = list(wanted)
        for manifest in self._files.manifests:
            own = self.bundle.own_documents.get(manifest.id, "")
            for name, data in self._files.files[manifest.id]:
                if not name.startswith(f"{CASES}/") or name.endswith(".moot"):
                    continue
                for title, rest in _CASE.findall(data.decode("utf-8", "replace")):
                    cites = _CITES.search(rest)
                    if cites is not None and has_all(wanted, title):
                        for one in re.split(r"[\s,]+", cites[1].strip()):
                            found.setdefault(one if "/" in one else f"{own}/{one}", title.strip("\"'"))
        return found

    def _is_clause(self, text: str) -> bool:
        try:
            return bool(clause_named(self.program, text))
        except MootError as error:
            return error.diagnostics[0].code == "ambiguous-clause"

    def _title(self, text: str) -> str:
        if text in self.program.clauses:
            return ""
        low = text.casefold()
        things = self.bundle.things
        return next((t for t in things if low in (t.casefold(), name_words(self.program, t).casefold())), "")

    def clause(self, ident: str) -> AboutClause:
        document, _, name = ident.partition("/")
        clause = self.documents[document].clauses[name]
        found, without = self._counterparts(document, clause)
        rules = tuple(self.cited.get(ident, ()))
        options = tuple(one for one in self._options() if any(c.rule == f"option {one.name}" for c in rules))
        rules = tuple(c for c in rules if not c.rule.startswith("option "))
        place = clause.place or document
        cases = tuple(self._cases(ident))
        others, none = tuple(found), tuple(without)
        real = self.sentences.get(ident, "")
        said = self.program.clauses
        near = tuple(FoundClause(one, *said[one]) for one in family(self.program, ident))
        return AboutClause(
            ident, clause.gist, place, clause.kind, clause.left_out, rules, cases, options, others, none, near, real
        )

    def thing(self, title: str) -> AboutThing:
        own = [rule for rule in rules_of(self.bundle) if rule.label.startswith(f"{title}:")]
        clauses = {cite.clause for rule in own for cite in rule.cites}
        said = self.program.clauses
        called = name_words(self.program, title).casefold()
        known = [
            ident
            for ident in said
            if ident in clauses
            or (
                heading_of_place(said[ident][1]).casefold() == called
                and ident.partition("/")[0] in self.program.documents
            )
        ]
        naming = [
            (label(decl), decl.at.source.path, decl.at.line)
            for decl in self.bundle.declarations
            if any(isinstance(node, tree.Name | tree.Is) and node.name == title for node in walk([decl]))
        ]
        places = tuple((rule.label, rule.file, rule.line) for rule in own)
        thing, words = self.bundle.things[title], name_words(self.program, title)
        facts = printed_facts(self.program, thing)
        written = texts_of(self.name, self.mods, option_values(self.program))
        text = tuple(part.text for part in written[title].paragraphs)
        return AboutThing(title, words, thing.kind, facts, text, tuple(map(self.clause, known)), places, tuple(naming))

    def _options(self) -> Iterable[CitedOption]:
        for decl in self.bundle.declarations:
            if isinstance(decl, tree.OptionDecl):
                text = " ".join(decl.at.text.partition("@")[0].partition("#")[0].split())
                value = self.program.options.get(decl.name, "")
                yield CitedOption(decl.name, text, value, decl.at.source.path, decl.at.line)

    def _cases(self, ident: str) -> Iterable[CitingCase]:
        for file in self._case_files(ident.partition("/")[2].encode()):
            own = self.bundle.own_documents.get(file.pack, "")
            for case in file.root.value["cases"].value:
                cites = [raw(one) for one in case.value["cites"].value] if "cites" in case.value else []
                if ident in [one if "/" in one else f"{own}/{one}" for one in cites]:
                    name = case.value["name"]
                    yield CitingCase(raw(name), file.path, name.at.line)

    def _case_files(self, words: bytes) -> Iterable[CaseFile]:
        """The packs' files of cases that hold certain words; the others need not be read."""
        for manifest in self._files.manifests:
            for name, data in self._files.files[manifest.id]:
                if name.startswith(f"{CASES}/") and not name.endswith(".moot") and words in data:
                    key = f"{manifest.id}:{name}"
                    if key not in self._read:
                        self._read[key] = read_pack(manifest, [(name, data)], Report()).cases
                    yield from self._read[key]

    def _counterparts(self, document: str, clause: Clause) -> tuple[list[Counterpart], list[str]]:
        found, without = [], []
        for other in self.documents.values():
            if other.id == document:
                continue
            hits = [one for one in other.clauses.values() if _same_thing(document, clause, other.id, one)]
            for one in hits:
                same = one.gist == clause.gist
                found.append(Counterpart(f"{other.id}/{one.id}", one.gist, one.place or other.title, one.kind, same))
            if not hits:
                without.append(other.id)
        return found, without


def _same_thing(document: str, a: Clause, other: str, b: Clause) -> bool:
    """Clauses are about one thing if they have the same id, or one declares itself about the other."""
    return a.id == b.id or bool({b.id, f"{other}/{b.id}"} & set(a.about) or {a.id, f"{document}/{a.id}"} & set(b.about))


def _beside(folder: Path) -> dict[str, Document]:
    """The documents of the other editions of a pack's game, by id."""
    report = Report()
    root = game_file(folder.parent, report) if (folder.parent / "game.yaml").is_file() else None
    found: dict[str, Document] = {}
    for entry in root.value["editions"].value if root is not None else ():
        other = folder.parent / str(entry.value)
        if other.resolve() == folder.resolve() or not (other / MANIFEST).is_file():
            continue
        try:
            found |= documents(other)
        except MootError:  # an edition that cannot be read is reported elsewhere
            continue
    return found
