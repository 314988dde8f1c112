"""A game's definition of players' deck files (`deck_files:` in a pack), and its cards by name, code and mark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ...lang.diagnostic import fail
from ...lang.name_folding import fold_name
from ...lang.spelling import MOST_HINTS, by_nearness
from ...lang.visible import visible_line
from ...pack.model.bundle import Bundle, Thing, YamlEntry
from ...pack.model.kinds import Kinds


def fold_heading(text: str) -> str:
    """A heading in the form used for comparison: as a name, and in the singular."""
    return " ".join(word.removesuffix("s") for word in fold_name(text.replace("_", " ")).split())


def bracketed(marks: Iterable[str]) -> str:
    """Marks as written after a name: ` [B] (BA)`."""
    return "".join(f" [{mark}]" if len(mark) == 1 else f" ({mark})" for mark in marks)


@dataclass(frozen=True, slots=True)
class Section:
    """`called`: its names in files, compared like headings. `fields`: those it sets for its cards. `within`: the
    section that contains its cards in files without subsections; otherwise empty.
    """

    id: str
    title: str
    within: str
    called: frozenset[str]
    fields: dict[str, YamlEntry]
    zone: str
    at: YamlEntry


@dataclass(frozen=True, slots=True)
class Group:
    """`kinds`: the kinds of its cards. `unknown`: the thing that an unknown card of it counts as; may be empty.
    `needed`: whether a file without any of its cards is only part of a deck.
    """

    id: str
    called: frozenset[str]
    kinds: frozenset[str]
    section: str
    unknown: str
    needed: bool


@dataclass(slots=True)
class HeadingMeaning:
    """The meaning of the headings above a card. `passed`: the lines below them are not cards. `odd`: the unknown
    headings.
    """

    section: str = ""
    group: str = ""
    passed: bool = False
    odd: list[str] = field(default_factory=list)


class DeckGame:
    """The cards of a game, and their names in files. Raises MootError if no pack of it describes deck files."""

    def __init__(self, bundle: Bundle) -> None:
        self.sought: set[str] = set()  # names whose nearest match was searched for
        if bundle.deck_files is None:
            hint = "add a file with `deck_files:` to its pack, to define the sections of decks"
            raise fail("no-deck-files", f"`{bundle.id}` does not define deck files", hint=hint)
        self.bundle = bundle
        self.kinds = Kinds(bundle.declarations)
        told: dict[str, YamlEntry] = bundle.deck_files.value
        self.name_field, self.code_field = _text(told, "name"), _text(told, "code")
        self.starred = _text(told, "starred")
        self.passed = set(map(fold_heading, _texts(told, "passed_over")))
        self.sections = {name: self._section(name, one) for name, one in told["sections"].value.items()}
        self.groups = {name: self._group(name, one) for name, one in _fields(told, "groups").items()}
        self.marks = {fold_name(name): one.value for name, one in _fields(told, "marks").items()}
        self.prefer = {name: [str(m.value) for m in one.value] for name, one in _fields(told, "prefer").items()}
        stand_ins = {group.unknown for group in self.groups.values()}
        held = {kind for group in self.groups.values() for kind in group.kinds}
        self.cards = {
            one.id: one
            for one in bundle.things.values()
            if one.id not in stand_ins and (not held or held & self._line(one))
        }

    def _section(self, name: str, entry: YamlEntry) -> Section:
        title = _text(entry.value, "title") or name.replace("_", " ").capitalize()
        called = frozenset(fold_heading(one) for one in (name, title, *_texts(entry.value, "called")))
        zone, within = _text(entry.value, "zone"), _text(entry.value, "within")
        return Section(name, title, within, called, _fields(entry.value, "fields"), zone, entry)

    def _group(self, name: str, entry: YamlEntry) -> Group:
        called = frozenset(fold_heading(one) for one in (name, *_texts(entry.value, "called")))
        section = _text(entry.value, "section") or next(iter(self.sections))
        needed = "needed" in entry.value and entry.value["needed"].value in (True, "yes")
        kinds = frozenset(_texts(entry.value, "kinds"))
        return Group(name, called, kinds, section, _text(entry.value, "unknown"), needed)

    # ---------------------------------------------------------------------------------------------- headings

    def known_heading(self, text: str) -> bool:
        """Whether a line of a file is a heading of a section or a group, and nothing else."""
        word = fold_heading(text)
        sections = any(word in one.called for one in self.sections.values())
        return sections or word in self.passed or any(word in one.called for one in self.groups.values())

    def heads(self, headings: Sequence[str]) -> HeadingMeaning:
        """The meaning of headings, outermost first: the section of the outermost that names one."""
        found = HeadingMeaning()
        for text in headings:
            word = fold_heading(text)
            section = next((one.id for one in self.sections.values() if word in one.called), "")
            group = next((one.id for one in self.groups.values() if word in one.called), "")
            if word in self.passed:
                found.passed = True
            elif section and not found.section:
                found.section = section
            elif group:
                found.group = found.group or group
            elif not section:
                found.odd.append(text)
        if found.group and not found.section:
            found.section = self.groups[found.group].section
        return found

    def group_of(self, thing: Thing) -> Group | None:
        """The group in whose kinds a card is."""
        line = self._line(thing)
        return next((one for one in self.groups.values() if one.kinds & line), None)

    def _line(self, thing: Thing) -> set[str]:
        return {kind.name for kind in self.kinds.line(thing.kind)}

    # ------------------------------------------------------------------------------------------------- cards

    def card_name(self, thing: Thing) -> str:
        """The printed name of a card."""
        if self.name_field in thing.fields:
            return str(thing.fields[self.name_field].value)
        return self.bundle.terms.get(thing.id, thing.id.replace("_", " "))

    def code(self, thing: Thing) -> str:
        """Its code in lists of cards; empty if there is none."""
        return str(thing.fields[self.code_field].value) if self.code_field in thing.fields else ""

    def marks_of(self, thing: Thing) -> list[str]:
        """The marks that fit a card, as the game writes them."""
        given = _fields(self.bundle.deck_files.value, "marks") if self.bundle.deck_files else {}
        return [name for name, one in given.items() if self._fits(thing, one.value)]

    def full_name(self, thing: Thing) -> str:
        """A card with everything that distinguishes it from its namesakes: `Moria [B] (BA)`."""
        return f"{self.card_name(thing)}{bracketed(self.marks_of(thing))}"

    @cached_property
    def by_name(self) -> dict[str, list[Thing]]:
        """All cards by their names in comparison form, with and without a leading article."""
        found: dict[str, list[Thing]] = {}
        for one in self.cards.values():
            found.setdefault(fold_name(self.card_name(one)), []).append(one)
        return found

    @cached_property
    def by_code(self) -> dict[str, Thing]:
        return {self.code(one).casefold(): one for one in self.cards.values() if self.code(one)}

    def cards_named(self, name: str) -> list[Thing]:
        """The cards with that name after `fold_name`, whatever its article, even with letters garbled in decoding."""
        word = fold_name(name)
        without = word.removeprefix("the ")
        for one in (word, f"the {word}", without, *map(fold_name, _ungarbled(name))):
            if one in self.by_name:
                return self.by_name[one]
        return []

    def nearest(self, name: str) -> list[str]:
        """The card names that an unknown name may mean, the nearest first.

        Only for the first names, since a list of thousands of hints is useless.
        """
        self.sought.add(name)
        if len(self.sought) > MOST_HINTS:
            return []
        return [self.card_name(self.by_name[one][0]) for one in by_nearness(fold_name(name), self.by_name)]

    def marked(self, things: Iterable[Thing], mark: str) -> list[Thing] | None:
        """The given cards that match a mark: one of the game's, or a word for a kind. Returns None if unknown."""
        word = fold_name(mark)
        if word in self.marks:
            return [one for one in things if self._fits(one, self.marks[word])]
        kind = word.replace(" ", "_")
        if kind in self.kinds.kinds:
            return [one for one in things if kind in self._line(one)]
        return None

    def _fits(self, thing: Thing, wanted: dict[str, YamlEntry]) -> bool:
        return all(
            name in thing.fields and _like(str(thing.fields[name].value), str(one.value))
            for name, one in wanted.items()
        )

    def same_card(self, things: Sequence[Thing]) -> bool:
        """Whether cards differ only in their codes: printings of one card."""
        return len({_face(one, self.code_field) for one in things}) == 1


def _like(value: str, wanted: str) -> bool:
    """Whether a field has a value, or begins as one that ends with `*`."""
    if wanted.endswith("*"):
        return value.casefold().startswith(wanted[:-1].casefold())
    return fold_name(value) == fold_name(wanted)


def _face(thing: Thing, without: str) -> tuple[Any, ...]:
    fields = {name: one for name, one in thing.fields.items() if name != without}
    return thing.kind, tuple(sorted((name, _bare(one.value)) for name, one in fields.items()))


def _bare(value: Any) -> str:
    if isinstance(value, list):
        return str([_bare(one.value) for one in value])
    if isinstance(value, dict):
        return str({name: _bare(one.value) for name, one in value.items()})
    return str(value)


def _ungarbled(name: str) -> list[str]:
    """A name in UTF-8 that was once read in another encoding: `BÃ»rat`."""
    found = []
    for encoding in ("cp1252", "latin-1"):
        try:
            found.append(name.encode(encoding).decode("utf-8"))
        except UnicodeError:
            continue
    return [one for one in found if one != name]


def _fields(told: dict[str, YamlEntry], key: str) -> dict[str, YamlEntry]:
    return dict(told[key].value) if key in told else {}


def _text(told: dict[str, YamlEntry], key: str) -> str:
    return visible_line(str(told[key].value).strip()) if key in told else ""


def _texts(told: dict[str, YamlEntry], key: str) -> list[str]:
    return [str(one.value) for one in told[key].value] if key in told else []
