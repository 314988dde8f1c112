"""The words of a game's declarations: from the `##` lines of rules files, and from `doc:` in YAML."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..lang import tree
from ..lang.rule_names import sort_of
from ..lang.source import Span
from .model.bundle import Bundle, CodeText


@dataclass(slots=True)
class DeclaredWords:
    """Words of one declaration. `name`: `kind.name` for a field or state of a kind, and `thing.name` for a declaration
    of a thing.

    `parts`: words about its values, parameters or names. `places`: where these are, for messages.
    """

    sort: str  # option, field, state, zone, action, phase, procedure, function, table, board, kind, deck, thing
    name: str
    decl: tree.Declaration | None
    pack: str
    at: Span
    text: str = ""
    parts: dict[str, str] = field(default_factory=dict)
    places: dict[str, Span] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """As programs keep it."""
        return f"{self.sort} {self.name}"

    def read(self, doc: tree.Doc | None) -> None:
        """Take over the words given; words given earlier for other parts stay."""
        if doc is None:
            return
        self.text = doc.text or self.text
        for part in doc.parts:
            self.parts[part.name] = part.text
            self.places[part.name] = part.at


def declared_words(bundle: Bundle) -> dict[str, DeclaredWords]:
    """Everything that may have words, by key: declarations with a name, those of things, and decks and things by `doc:`
    alone.

    The words of a mod or an edition come last and replace earlier ones.
    """
    return _read(bundle)[0]


def unknown_words(bundle: Bundle) -> dict[str, Span]:
    """The names of `doc:` that mean nothing in the game."""
    return _read(bundle)[1]


def _read(bundle: Bundle) -> tuple[dict[str, DeclaredWords], dict[str, Span]]:
    found = {one.key: one for one in _declared(bundle)}
    for setting in bundle.settings:
        if setting.decl is not None and f"option {setting.option}" in found:
            found[f"option {setting.option}"].read(setting.decl.doc)
    by_name: dict[str, list[DeclaredWords]] = {}
    for one in found.values():
        by_name.setdefault(one.name, []).append(one)
    decks = {deck.whole: deck for deck in bundle.decks.values()}
    unknown: dict[str, Span] = {}
    for name, (text, at) in bundle.docs.items():
        owner, _, part = name.rpartition(".")
        other = decks.get(name) or bundle.things.get(name)
        if name in by_name:
            for one in by_name[name]:
                one.text = text
        elif owner in by_name:
            for one in by_name[owner]:
                one.parts[part], one.places[part] = text, at
        elif other is not None:
            one = DeclaredWords("deck" if name in decks else "thing", name, None, other.pack, other.at, text)
            found[one.key] = one
        else:
            unknown[name] = at
    return found, unknown


def _declared(bundle: Bundle) -> Iterator[DeclaredWords]:
    for decl in bundle.declarations:
        yield from _words(decl, "", bundle.home.get(id(decl), ""), bundle)
    for thing in bundle.things.values():
        for entry in thing.fields.values():
            if isinstance(entry.value, CodeText) and entry.value.entry == "standing":
                for node in entry.value.nodes:
                    yield from _words(node, f"{thing.id}.", thing.pack, bundle)


def _words(decl: tree.Declared, owner: str, pack: str, bundle: Bundle) -> Iterator[DeclaredWords]:
    name = getattr(decl, "name", "")
    if not name or isinstance(decl, tree.GameDecl | tree.OverrideDecl | tree.DefaultDecl):
        return
    yield _of(decl, sort_of(decl), f"{owner}{name}", pack)
    if isinstance(decl, tree.KindDecl):
        lines: list[tree.FieldDecl | tree.StateDecl] = [*decl.fields, *decl.states]
        for line in lines:
            sort = "state" if isinstance(line, tree.StateDecl) else "field"
            yield _of(line, sort, f"{name}.{line.name}", bundle.home.get(id(line), pack))


def _of(decl: tree.Declaration, sort: str, name: str, pack: str) -> DeclaredWords:
    made = DeclaredWords(sort, name, decl, pack, decl.at)
    made.read(decl.doc)
    return made
