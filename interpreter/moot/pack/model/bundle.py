"""A game as read: its packs merged, overrides applied, nothing typed yet. `pack` hands it to `code`."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...lang.diagnostic import Report
from ...lang.source import NOWHERE, Span
from ...lang.without_gc import uncollected
from .boards import Board
from .copies import copier
from .lineage import Lineage

if TYPE_CHECKING:
    from ...lang import tree


@dataclass(slots=True, eq=False)
class CodeText:
    """Code in a field of a data file, parsed, with positions in that file.

    `entry` is steps (nodes: statements), standing (nodes: the declarations a thing carries) or formula (nodes: one
    expression).
    """

    entry: str
    nodes: list[Any]
    at: Span
    text: str  # as it is written


@dataclass(slots=True, eq=False)
class YamlEntry:
    """A value of YAML with its place: an int, str, bool or None, a list, a map, or a CodeText."""

    value: Any
    at: Span
    key_at: Span = NOWHERE  # of the key it belongs to, if there is one


@dataclass(slots=True, eq=False)
class Thing:
    """A card, unit, site, spell …: one title, of which decks may make several copies.

    `fields` holds the fields as written. Code is parsed according to the types that the kinds declare, and drawn rows
    ("x..x") become lists of numbers. Names are still strings. Absent fields are left out; `code` applies defaults.
    """

    id: str
    kind: str
    fields: dict[str, YamlEntry]
    at: Span
    pack: str
    stand_in: list[str] = field(default_factory=list)  # the fields whose values no source gives


@dataclass(slots=True, eq=False)
class Deck:
    """Copies to make of things, their initial zone, and printed fields that the deck sets.

    `choice` names the option that selects the deck, if it is not always used. `suits` names the options with which it
    is used when that option is none. A deck in sections is a `Deck` for each: `of` is the id of the whole, `section`
    its own.
    """

    id: str
    zone: str  # "supply(ann)" as written
    fields: dict[str, YamlEntry]
    cards: list[tuple[str, int, Span]]
    at: Span
    pack: str
    zone_at: Span = NOWHERE
    choice: YamlEntry | None = None
    suits: dict[str, YamlEntry] = field(default_factory=dict)
    of: str = ""
    section: str = ""
    changed_at: Span = NOWHERE  # where the last pack changes it, if one does

    @property
    def whole(self) -> str:
        """The id of the deck, whether this is all of it or a section."""
        return self.of or self.id

    def is_of(self, players: Collection[str]) -> bool:
        """Whether it is in a zone of one of these players."""
        words = self.zone.partition("(")[2].rstrip(") ").split(",")
        return any(word.strip() in players for word in words)


@dataclass(slots=True, eq=False)
class Table:
    """The cells of a table: one entry for each combination of parameter values (as written: ints or names).

    `stand_in` holds the combinations whose cells are stand-ins, each with the keys that marked it.
    """

    id: str
    cells: dict[tuple[Any, ...], YamlEntry]
    at: Span
    pack: str
    stand_in: dict[tuple[Any, ...], str] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)  # of the parameters, as they are nested where it is written


@dataclass(slots=True, eq=False)
class Clause:
    """One clause of a document: its place, its summary in our own words, and its type of sentence."""

    id: str
    place: str
    lines: tuple[int, int]
    gist: str
    kind: str  # rule definition example component tip flavour card_text gloss doubt
    terms: list[str]
    about: list[str]  # ids that other documents have for the same thing, where they differ from this one
    left_out: str  # why no rule implements it; empty if one does
    at: Span
    mark: str = ""  # a checksum of the words on its lines, to detect changes


@dataclass(slots=True, eq=False)
class Document:
    id: str
    title: str
    edition: str
    translator: str
    date: str
    sha256: str
    clauses: dict[str, Clause]
    at: Span
    pack: str


CALLER = "caller"  # the setter of an option, if no pack sets it


@dataclass(slots=True, eq=False)
class Setting:
    """The value of an option, set by a pack, `override option`, a scenario or the command line. The latest wins."""

    option: str
    value: Any  # int, str, bool or None
    at: Span
    by: str
    named_at: Span = NOWHERE  # the place of the option's name, if different
    decl: tree.DefaultDecl | None = None  # the `override option` that gives it, if one does


@dataclass(slots=True, eq=False)
class Manifest:
    """`pack.yaml`."""

    id: str  # "market/first"
    title: str
    version: str
    licence: str
    needs: str  # the moot version it needs
    extends: list[str]
    options: list[Setting]
    document: str  # the document that a citation without `/` means; empty if the pack has none
    stand_in: list[str]  # the stand-ins in it, in words for the user
    folder: str
    at: Span
    needs_words: bool = False  # whether `moot check` asks for words of its declarations
    report: dict[str, YamlEntry] = field(default_factory=dict)  # for tools: time, last, score, columns
    about: dict[str, str] = field(default_factory=dict)  # notes for players: goal, turn, length, numbers, first
    about_for: dict[str, YamlEntry] = field(default_factory=dict)  # the options with which these notes are true


@dataclass(slots=True, eq=False)
class OddsQuestion:
    """The chances of a game that users can ask for: the question, its position, and its outcomes."""

    id: str
    root: YamlEntry
    at: Span
    pack: str


@dataclass(slots=True, eq=False)
class CaseFile:
    path: str
    pack: str
    root: YamlEntry


@dataclass(slots=True, eq=False)
class Bundle:
    """Base first, then the packs that extend it, then mods. `documents` by id; a citation `@c` in a pack means its own
    document.

    `declarations` have overrides applied in place. `home` gives the pack id of each declaration and thing (by identity
    of the node).
    """

    id: str
    manifests: list[Manifest]
    declarations: list[tree.Declared]
    home: dict[int, str]
    things: dict[str, Thing]
    decks: dict[str, Deck]
    tables: dict[str, Table]
    documents: dict[str, Document]
    terms: dict[str, str]  # an edition's display names: from a name in the rules to the name that players read
    settings: list[Setting]
    cases: list[CaseFile]
    report: Report
    digest: str  # of all files read: the key of caches and the mark of logs and saves
    own_documents: dict[str, str] = field(default_factory=dict)  # by pack: the document of a citation without `/`
    boards: dict[str, Board] = field(default_factory=dict)  # in the order of their declarations
    docs: dict[str, tuple[str, Span]] = field(default_factory=dict)  # words given by `doc:` in YAML, and their places
    term_places: dict[str, Span] = field(default_factory=dict)  # by name in the rules: the place of its term
    odds: dict[str, OddsQuestion] = field(default_factory=dict)
    deck_files: YamlEntry | None = None  # how files of players' decks are read, as the last pack that says it does

    phrases: list[YamlEntry] = field(default_factory=list)  # files of phrases, bases first; see tools.text
    player_decks: dict[str, dict[str, dict[str, int]]] = field(default_factory=dict)  # see pack.player_decks

    lineage: Lineage = field(default_factory=Lineage)
    packs: dict[str, str] = field(default_factory=dict)  # by the path of a file: the id of its pack

    def may_name(self, at: Span, declared: Span) -> bool:
        """Whether code at the one place may mean what is declared at the other: a base knows nothing of packs that
        extend it.
        """
        pack, home = self.packs.get(at.source.path, ""), self.packs.get(declared.source.path, "")
        return pack == home or "" in (pack, home) or self.lineage.extends(pack, home)

    def map_lost(self, kind: str) -> bool:
        """Whether these are things of a board that has no map, or one that could not be read."""
        from ...lang import tree  # imported here only: code that compares packs needs no trees of rules

        boards = (decl for decl in self.declarations if isinstance(decl, tree.BoardDecl))
        return any(decl.name not in self.boards and kind in (decl.place, decl.side) for decl in boards)

    def copy(self) -> Bundle:
        """The same with nodes of its own, as typing writes into them. Texts and places are shared."""
        return self.copier()()

    def copier(self) -> Callable[[], Bundle]:
        """Make many copies of the bundle as it is now; the copies after the first are faster."""
        made = copier(self, self.home)

        @uncollected()
        def copied() -> Bundle:
            new, home = made()
            new.home = home
            return new

        return copied
