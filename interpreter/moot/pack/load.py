"""Loads a game: from the folders of its packs to one `Bundle`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from ..lang.arguments import PlayerDecks
from ..lang.diagnostic import Report
from ..lang.source import NOWHERE, Span
from ..lang.spelling import nearest, nearest_word
from ..lang.without_gc import uncollected
from .document import check_about, continue_document, continues, make_docs, make_document, make_terms
from .gather import Gathered, gather_packs
from .maps.link import BoardLinker
from .model.bundle import CALLER, Bundle, Deck, Document, OddsQuestion, Setting, Table, Thing, YamlEntry
from .model.csv_text import CsvThings
from .model.fields import Fields
from .model.kinds import Kinds
from .model.lineage import Claims
from .model.schema import check_shape
from .override import Merger
from .own_choices import own_decks_first, own_settings
from .player_decks import check_sections, deal_player_decks
from .products import is_product, things_of
from .read import PackText, names_in, read_pack
from .tables import TableReader, override_table
from .things import (
    check_missing,
    check_stand_in,
    kind_of,
    make_decks,
    make_thing,
    override_thing,
    section_of,
    type_deck,
)


def load(
    name: str | Path,
    mods: Sequence[str | Path] = (),
    settings: Iterable[tuple[str, Any]] = (),
    cases: bool = True,
    decks: PlayerDecks | None = None,
) -> Bundle:
    """Read a pack, its bases and the mods loaded on top, and merge them.

    `name` and `mods` are ids or folders. `settings` are values for options, which override those of packs. With
    `cases=False` the packs' cases are not read. `decks` are the players' own. Errors are in the bundle's report.
    MootError is raised only if a pack cannot be found or its manifest cannot be used.
    """
    report = Report()
    bundle = merged(gather_packs(name, mods, report), report, settings, cases)
    if decks and not report.failed:
        deal_player_decks(bundle, decks)
    return bundle


@uncollected()
def merged(found: Gathered, report: Report, settings: Iterable[tuple[str, Any]] = (), cases: bool = True) -> Bundle:
    """The bundle that `load` builds from packs that have been gathered. `report`: the diagnostics found so far."""
    texts = [read_pack(one, found.files[one.id], report, cases) for one in found.manifests]
    homes: dict[int, str] = {}
    complete = not any(text.rules_failed for text in texts)
    merger = Merger(found.lineage, report, homes, complete)
    said = [[*merger.add(text.manifest.id, text.declarations), *text.manifest.options] for text in texts]
    linker = _Linker(texts, found, merger, report, homes)
    linker.run()
    decks = own_decks_first(linker.decks, [text.manifest.id for text in texts])
    options: list[Setting] = []
    for text, more in zip(texts, said, strict=True):
        options += own_settings(text.manifest.id, merger.declarations, homes, linker.things, decks, options)
        options += more
    options += [Setting(option, value, NOWHERE, CALLER) for option, value in settings]
    merger.override_standing(linker.things, found.documents)
    return Bundle(
        id=found.root,
        manifests=found.manifests,
        declarations=merger.declarations,
        home=homes,
        things=linker.things,
        decks=decks,
        tables=linker.tables,
        boards=linker.boards.boards,
        documents=linker.documents,
        terms={name: words for name, (words, _, _) in linker.terms.items()},
        term_places={name: entry.key_at for name, (_, _, entry) in linker.terms.items()},
        docs=linker.docs,
        settings=options,
        cases=[case for text in texts for case in text.cases],
        report=report,
        digest=found.digest,
        own_documents=found.documents,
        odds=linker.odds,
        deck_files=linker.deck_files,
        phrases=[root for text in texts for root in text.files.get("phrases", [])],
        lineage=found.lineage,
        packs={path: text.manifest.id for text in texts for path in text.paths},
    )


def documents(name: str | Path) -> dict[str, Document]:
    """By id the documents that a pack and its bases bring, without reading their rules. Raises MootError if it is not
    found."""
    report = Report()
    found = gather_packs(name, (), report)
    read: dict[str, Document] = {}
    for one in found.manifests:
        files = [(file, data) for file, data in found.files[one.id] if re.search(rb"^document:", data, re.MULTILINE)]
        for root in sorted(read_pack(one, files, report, cases=False).files.get("document", []), key=continues):
            if continues(root):
                continue_document(root, one.id, read, report)
            else:
                document = make_document(root, one.id, report)
                read.setdefault(document.id, document)
    return read


class _Linker:
    """Brings the YAML of all packs together, pack by pack, bases first."""

    def __init__(
        self, texts: list[PackText], found: Gathered, merger: Merger, report: Report, homes: dict[int, str]
    ) -> None:
        self.texts = texts
        self.roots = found.roots
        self.report = report
        self.homes = homes
        self.lineage = merger.lineage
        self.claims = Claims(merger.lineage, report)
        self.fields = Fields(Kinds(merger.declarations), report, homes)
        self.rules_known = not any(text.rules_failed for text in texts)
        self.things_known = self.rules_known and not any(text.things_failed for text in texts)
        self.things: dict[str, Thing] = {}
        self.boards = BoardLinker(self.fields, self.things, self.claims)
        self.decks: dict[str, Deck] = {}
        self.tables: dict[str, Table] = {}
        self.documents: dict[str, Document] = {}
        self.terms: dict[str, tuple[str, str, YamlEntry]] = {}  # words, pack, place
        self.docs: dict[str, tuple[str, Span]] = {}
        self.odds: dict[str, OddsQuestion] = {}
        self.deck_files: YamlEntry | None = None

    def run(self) -> None:
        if self.rules_known:
            self.boards.grids([(text.manifest.id, self._maps(text)) for text in self.texts], self.things_known)
            self.homes.update((id(thing), thing.pack) for thing in self.things.values())
        else:
            named = (name for text in self.texts for root in self._maps(text) for name in names_in(root.at.source))
            self.report.lost.update(named)
        for text in self.texts:
            pack = text.manifest.id
            for root in sorted(text.files.get("document", []), key=continues):
                self._document(root, pack)
            for root in text.files.get("terms", []):
                self._terms(root, pack)
            for root in text.files.get("doc", []):
                self.docs |= make_docs(root)
            for root in text.files.get("things", []):
                self._things(root, pack)
            for root in text.files.get("decks", []):
                self._decks(root, pack)
            for root in text.files.get("tables", []):
                self._tables(root, pack)
            for root in text.files.get("odds", []):
                self._odds(root, pack)
            for root in text.files.get("deck_files", []):
                self.deck_files = root.value["deck_files"]
                check_sections(self.deck_files, self.report)
            overrides = [(kind, root) for kind in ("things", "decks", "tables") for root in text.files.get(kind, [])]
            others = [root for root in text.files.get("override", []) if not self._of_maps(root)]
            overrides += [(self._sort_of(root), root) for root in others]
            for kind, root in overrides:
                self._override(kind, root, pack)
            self._own_document(text)
        if not any(text.things_failed for text in self.texts):
            for text in self.texts:
                for root in text.files.get("document", []):
                    check_about(root, self.documents, self.report)
        if self.rules_known:
            self.boards.graphs(self.things_known, self.homes)
        for deck in self.decks.values():
            type_deck(deck, self.things, self.fields, self.things_known)
        if self.things_known:
            check_missing(self.things, self.decks, self.boards.mapped, self.fields)

    def _maps(self, text: PackText) -> list[YamlEntry]:
        """The files of maps, and those of overrides alone that are of maps."""
        overrides = [root for root in text.files.get("override", []) if self._of_maps(root)]
        return text.files.get("maps", []) + [root for root in overrides if check_shape(root, "maps", self.report)]

    def _of_maps(self, root: YamlEntry) -> bool:
        over = root.value["override"].value
        return isinstance(over, dict) and bool(over.keys() & self.fields.kinds.boards.keys())

    # ------------------------------------------------------------------------------------------- what is new

    def _fresh(self, what: str, ident: str, entry: YamlEntry, pack: str, known: dict[str, Any]) -> bool:
        """Whether no pack has such a thing with that id yet. If one has, an error is reported."""
        other = known.get(ident)
        if other is None:
            return True
        shown = f"the {what} `{ident}`"
        notes = [(other.at, f"in `{other.pack}`" if other.pack != pack else "first occurrence")]
        if other.pack == pack:
            message, hint = f"{shown} appears twice in this pack", "change one of the ids"
        elif self.lineage.extends(pack, other.pack):
            message, hint = f"the base `{other.pack}` already has {shown}", "put it under `override:`, or rename it"
        else:
            message = f"`{other.pack}` and `{pack}` both have {shown}, and neither extends the other"
            hint = "use only one of them"
        self.report.error("duplicate-id", message, entry.key_at, hint, notes)
        return False

    def _things(self, root: YamlEntry, pack: str) -> None:
        section, entries = section_of(root)
        if isinstance(root, CsvThings):
            self.fields.sheets[root.at.source] = root
        if not self.rules_known:  # the kinds are unknown because of errors in the rules, which have been reported
            self.report.lost.update(entries)
            return
        kinds: set[str] = set()
        for ident, entry in self._single(entries, root, section):
            if self._fresh("thing", ident, entry, pack, self.things):
                thing = make_thing(ident, entry, root, section, self.fields, pack)
                if thing is None:
                    self.things_known = False
                else:
                    self.things[ident] = thing
                    self.homes[id(thing)] = pack
                    kinds.add(thing.kind)
        check_stand_in(root, kinds, self.fields)

    def _single(self, entries: dict[str, YamlEntry], root: YamlEntry, section: str) -> Iterator[tuple[str, YamlEntry]]:
        """The entries with those of products written out."""
        for ident, entry in entries.items():
            if not is_product(ident):
                yield ident, entry
                continue
            kind = kind_of(ident, entry, root, section, self.fields)
            made = list(things_of(ident, entry, kind, self.fields)) if kind else []
            if not made:
                self.things_known = False
                self.report.lost.add(ident)
            yield from made

    def _decks(self, root: YamlEntry, pack: str) -> None:
        for ident, entry in root.value["decks"].value.items():
            if self._fresh("deck", ident, entry, pack, self._whole_decks()):
                for deck in make_decks(ident, entry, (), pack, self.report):
                    if self._fresh("deck", deck.id, entry, pack, self.decks):
                        self.decks[deck.id] = deck

    def _whole_decks(self) -> dict[str, Deck]:
        """By their ids all decks; of one in sections the first."""
        return {deck.whole: deck for deck in reversed(self.decks.values())}

    def _tables(self, root: YamlEntry, pack: str) -> None:
        for ident, entry in root.value["tables"].value.items():
            table = self._table(ident, entry, pack)
            if table and self._fresh("table", ident, entry, pack, self.tables):
                self.tables[ident] = table

    def _table(self, ident: str, entry: YamlEntry, pack: str) -> Table | None:
        decl = self.fields.kinds.tables.get(ident)
        if not self.rules_known:
            self.report.lost.add(ident)
            return None
        if decl is None:
            meant = nearest_word(ident, self.fields.kinds.tables)
            self.report.lost.add(meant)  # that nothing gives its cells needs no telling
            hint = f"did you mean `{meant}`?" if meant else f"add to the rules: table {ident}(…) : …"
            self.report.error("unknown-table", f"unknown table `{ident}`", entry.key_at, hint)
            return None
        return TableReader(decl, self.fields, pack).read(ident, entry)

    def _document(self, root: YamlEntry, pack: str) -> None:
        if continues(root):
            continue_document(root, pack, self.documents, self.report)
            return
        document = make_document(root, pack, self.report)
        if self._fresh("document", document.id, root.value["document"], pack, self.documents):
            self.documents[document.id] = document

    def _terms(self, root: YamlEntry, pack: str) -> None:
        for name, (words, entry) in make_terms(root).items():
            if name in self.terms:
                before, other, at = self.terms[name]
                if before != words and not self.lineage.extends(pack, other):
                    message = f"`{name}` has two terms: “{before}” and “{words}”"
                    self.report.error("duplicate-term", message, entry.key_at, "", [(at.key_at, "the other term")])
            self.terms[name] = (words, pack, entry)

    def _odds(self, root: YamlEntry, pack: str) -> None:
        for ident, entry in root.value["odds"].value.items():
            other = self.odds.get(ident)
            if (other is not None and self.lineage.extends(pack, other.pack)) or self._fresh(
                "question", ident, entry, pack, self.odds
            ):
                self.odds[ident] = OddsQuestion(ident, entry, entry.key_at, pack)

    def _own_document(self, text: PackText) -> None:
        wanted = text.manifest.document
        if wanted and wanted not in self.documents and not text.things_failed:
            hint = nearest(wanted, self.documents) or "add the document's file to the pack or a base pack"
            at = self.roots[text.manifest.id].value["document"].at
            self.report.error("unknown-document", f"unknown document `{wanted}`", at, hint)

    # -------------------------------------------------------------------------------------- what is overridden

    def _sort_of(self, root: YamlEntry) -> str:
        """The kind of things that a file with only `override:` overrides, found from the first id that is known."""
        over = root.value["override"]
        if not {"kind", "stand_in"} & root.value.keys() and isinstance(over.value, dict):
            for kind, known in (("things", self.things), ("decks", self._whole_decks()), ("tables", self.tables)):
                if over.value.keys() & known.keys():
                    return self._checked(root, kind)
        return self._checked(root, "things")

    def _checked(self, root: YamlEntry, kind: str) -> str:
        return kind if check_shape(root, kind, self.report) else ""

    def _override(self, kind: str, root: YamlEntry, pack: str) -> None:
        if not kind or "override" not in root.value or not self.rules_known:
            return
        every: dict[str, dict[str, Any]] = {"things": self.things, "decks": self._whole_decks(), "tables": self.tables}
        known = every[kind]
        for ident, entry in root.value["override"].value.items():
            what = kind[:-1]
            base = known.get(ident)
            if base is None:
                if self.things_known:
                    other = next((sort[:-1] for sort, there in every.items() if ident in there), "")
                    if other:  # a file is of one sort
                        hint = (
                            f"`{ident}` is a {other}: put it under `override:` in a separate file, for {other}s alone"
                        )
                    else:
                        fresh = f"cannot add a new {what} under `override:`"
                        if isinstance(root, CsvThings):
                            fresh = "put new things in a file whose first column is `id`"
                        hint = nearest(ident, known) or fresh
                    message = f"no base pack has a {what} `{ident}`"
                    self.report.error("override-nothing", message, entry.key_at, hint)
                continue
            shown = f"the {what} `{ident}`"
            if not self.claims.allowed((kind, ident), shown, base.pack, base.at, pack, entry.key_at):
                continue
            if kind == "things":
                known[ident] = override_thing(base, entry, root, self.fields, pack)
                self.homes[id(known[ident])] = self.homes.pop(id(base))
            elif kind == "decks":
                of = [deck for deck in self.decks.values() if deck.whole == ident]
                self.decks.update((deck.id, deck) for deck in make_decks(ident, entry, of, pack, self.report))
            else:
                over = self._table(ident, entry, pack)
                if over:
                    known[ident] = override_table(base, over)
