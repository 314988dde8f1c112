"""Things and decks: from the entries of YAML files to `Thing` and `Deck`."""

from __future__ import annotations

from collections.abc import Sequence

from ..lang.diagnostic import Report, with_article
from ..lang.source import NOWHERE, Span
from ..lang.spelling import MOST_HINTS, nearest, nearest_word, one_of
from .model.bundle import Deck, Thing, YamlEntry
from .model.csv_text import CsvThings
from .model.fields import Fields
from .model.kinds import needed
from .model.schema import THINGS
from .products import titles_like

RESERVED = ("kind", "stand_in")  # keys of an entry that are not fields


def section_of(root: YamlEntry) -> tuple[str, dict[str, YamlEntry]]:
    """The key under which a things file holds its entries, or the name of a CSV file; and the entries."""
    for name in THINGS:
        if name in root.value:
            return root.called if isinstance(root, CsvThings) else name, root.value[name].value
    return "", {}


def make_thing(ident: str, entry: YamlEntry, root: YamlEntry, section: str, fields: Fields, pack: str) -> Thing | None:
    """One entry of a things file as a `Thing`; None, with diagnostics, if its kind is unknown.

    `check_missing` looks for missing fields later, because a deck may set them.
    """
    given: dict[str, YamlEntry] = entry.value
    kind = kind_of(ident, entry, root, section, fields)
    if not kind:
        return None
    own = {name: value for name, value in given.items() if name not in RESERVED}
    typed = fields.row(own, kind, f"`{ident}`", entry.key_at, pack, whole=False)
    known = fields.kinds.fields(kind)
    stand_in: list[str] = []
    for where, named in ((root, root.value.get("stand_in")), (entry, given.get("stand_in"))):
        for word in named.value if named else []:
            if word.value in typed:
                stand_in.append(word.value)
            elif where is entry and word.value not in known:
                message = f"{with_article(kind)} has no field `{word.value}`"
                fields.report.error("unknown-field", message, word.at, nearest(word.value, known))
            elif where is entry:
                message = f"`{word.value}` is listed as a stand-in, but `{ident}` does not set it"
                fields.report.error("missing-field", message, word.at, f"write `{word.value}:`, or remove it here")
    return Thing(ident, kind, typed, entry.key_at, pack, list(dict.fromkeys(stand_in)))


def check_stand_in(root: YamlEntry, kinds: set[str], fields: Fields) -> None:
    """Tells of fields that `stand_in` at the top of a file names and that no entry of these kinds can have."""
    known = {name for kind in kinds for name in fields.kinds.fields(kind)}
    for word in root.value["stand_in"].value if "stand_in" in root.value and kinds else []:
        if word.value not in known:
            message = f"no entry in this file has a field `{word.value}`"
            fields.report.error("unknown-field", message, word.at, nearest(word.value, known))


def override_thing(base: Thing, entry: YamlEntry, root: YamlEntry, fields: Fields, pack: str) -> Thing:
    """The thing with the fields that the entry gives instead of its own."""
    given: dict[str, YamlEntry] = entry.value
    kind = base.kind
    if "kind" in given and _known_kind(given["kind"], fields):
        kind = str(given["kind"].value)
    own = {name: value for name, value in given.items() if name not in RESERVED}
    typed = fields.row(own, kind, f"`{base.id}`", entry.key_at, pack, whole=False)
    marks = [word.value for at in (root, entry) if "stand_in" in at.value for word in at.value["stand_in"].value]
    stand_in = [name for name in base.stand_in if name not in typed]
    stand_in += [name for name in dict.fromkeys(marks) if name in typed]
    return Thing(base.id, kind, {**base.fields, **typed}, base.at, base.pack, stand_in)


def kind_of(ident: str, entry: YamlEntry, root: YamlEntry, section: str, fields: Fields) -> str:
    """The kind of an entry; empty, with a diagnostic, if nothing says a known one."""
    named: YamlEntry | None = entry.value.get("kind") or root.value.get("kind")
    if named is not None:
        return str(named.value) if _known_kind(named, fields) else ""
    for singular in (section[:-1], section[:-3] + "y", section):  # cards, stories, card
        if singular in fields.kinds.kinds:
            return singular
    message, at = f"missing kind of `{ident}`", entry.key_at
    hint = "write `kind:` at the top of the file, or in the entry"
    if isinstance(root, CsvThings):
        like = nearest_word(section.removesuffix("s"), fields.kinds.kinds) or next(iter(fields.kinds.kinds), "card")
        hint = f"name the file after the kind, such as {like}s.csv, or add a column `kind`"
        if "kind" not in root.columns:
            message, at = f"missing kind of the things in `{section}.csv`", root.at
    fields.report.error("missing-kind", message, at, hint)
    return ""


def _known_kind(named: YamlEntry, fields: Fields) -> bool:
    kinds = fields.kinds.kinds
    if named.value in kinds:
        return True
    if named.value in fields.kinds.names:
        fields.report.error("unknown-kind", f"`{named.value}` is a kind of names, not of things", named.at)
    else:
        hint = one_of(str(named.value), kinds, "kinds")
        fields.report.error("unknown-kind", f"unknown kind `{named.value}`", named.at, hint)
    return False


def check_missing(things: dict[str, Thing], decks: dict[str, Deck], told: set[str], fields: Fields) -> None:
    """Report required fields that are set neither by a thing nor by every deck with copies of it. `told`: the things
    reported.
    """
    given: dict[str, set[str]] = {}
    for deck in decks.values():
        for title, count, _ in deck.cards:
            if count:
                here = set(deck.fields)
                given[title] = given[title] & here if title in given else here
    dealt = {fields.kinds.line(things[title].kind)[-1].name for title in given if title in things}
    could: set[str] = set().union(*(deck.fields for deck in decks.values()))
    for thing in things.values():
        if thing.id in told:
            continue
        # where decks deal things of its kind and it is in none, it waits for one, which could give what others give
        waits = thing.id not in given and fields.kinds.line(thing.kind)[-1].name in dealt
        known = fields.kinds.fields(thing.kind)
        there = thing.fields.keys() | (could if waits else given.get(thing.id, set()))
        missing = [name for name, field in known.items() if needed(field) and name not in there]
        fields.missing(missing, thing.kind, f"`{thing.id}`", thing.at)


def make_decks(ident: str, entry: YamlEntry, base: Sequence[Deck], pack: str, report: Report) -> list[Deck]:
    """A deck, or one for each of its sections. `base` is the deck it changes: new zones, fields and counts replace the
    old ones one by one.
    """
    given: dict[str, YamlEntry] = entry.value
    before = {one.section: one for one in base}
    sections = given.get("sections")
    if sections is None:
        if before and "" not in before:
            return _sections_alone(ident, entry, list(base), pack, report)
        return [_make_deck(ident, "", entry, entry, before.get(""), pack, report)]
    if "" in before:
        message = f"the deck `{ident}` has no sections"
        report.error("override-nothing", message, sections.key_at, "write its `cards` without sections")
        return list(base)
    for key in ("zone", "cards"):
        if key in given:
            message = f"`{key}` of a deck with sections must be in each section"
            report.error("bad-key", message, given[key].key_at, "move it into a section, below `sections:`")
    made = []
    for name, one in {**dict.fromkeys(before), **sections.value}.items():
        if before and name not in before and "zone" not in one.value:
            there = nearest(name, before) or f"available sections: {', '.join(before)}"
            report.error("override-nothing", f"the deck `{ident}` has no section `{name}`", one.key_at, there)
            continue
        made.append(_make_deck(ident, name, one or YamlEntry({}, entry.at), entry, before.get(name), pack, report))
    return made


def _sections_alone(ident: str, whole: YamlEntry, base: list[Deck], pack: str, report: Report) -> list[Deck]:
    """The sections of a base with what an override says of all of them."""
    given: dict[str, YamlEntry] = whole.value
    for key in ("zone", "cards"):
        if key in given:
            message = f"the deck `{ident}` has sections, and `{key}` must be in one of them"
            hint = f"move it below `sections:`, to one of: {', '.join(deck.section for deck in base)}"
            report.error("override-nothing", message, given[key].key_at, hint)
    empty = YamlEntry({}, base[0].at)
    return [_make_deck(ident, deck.section, empty, whole, deck, pack, report) for deck in base]


def _make_deck(
    ident: str, section: str, entry: YamlEntry, whole: YamlEntry, base: Deck | None, pack: str, report: Report
) -> Deck:
    given: dict[str, YamlEntry] = entry.value
    named = f"the section `{section}`" if section else f"the deck `{ident}`"
    cards: dict[str, tuple[str, int, Span]] = {card[0]: card for card in base.cards} if base else {}
    for key in ("zone", "cards"):
        if base is None and key not in given:
            hint = f"write `{key}:` below the section" if section else "write both `zone:` and `cards:`, or `sections:`"
            report.error("missing-key", f"missing `{key}` in {named}", entry.key_at, hint)
    for title, count in (given["cards"].value if "cards" in given else {}).items():
        if base and not count.value and not any(titles_like(known, [title]) for known in cards):
            hint = nearest(title, cards)
            report.error("override-nothing", f"{named} has no `{title}` to remove", count.key_at, hint)
        cards[title] = (title, count.value, count.key_at)
    zone = str(given["zone"].value) if "zone" in given else base.zone if base else ""
    fields = dict(base.fields) if base else {}
    for of in (whole, entry):
        if "fields" in of.value:
            fields.update(of.value["fields"].value)
    at = base.at if base else whole.key_at
    zone_at = given["zone"].at if "zone" in given else base.zone_at if base else NOWHERE
    dealt = list(cards.values()) if any("*" in title for title in cards) else [c for c in cards.values() if c[1]]
    choice = whole.value.get("choice", base.choice if base else None)
    suits = whole.value["for"].value if "for" in whole.value else base.suits if base else {}
    home = base.pack if base else pack
    changed = NOWHERE if base is None else whole.key_at if whole.key_at.line else base.changed_at
    called, inside = (f"{ident}_{section}", ident) if section else (ident, "")
    return Deck(called, zone, fields, dealt, at, home, zone_at, choice, suits, inside, section, changed)


def type_deck(deck: Deck, things: dict[str, Thing], fields: Fields, trusted: bool) -> None:
    """Type the fields that a deck sets for its copies, and report copies of unknown things.

    `trusted`: whether all things could be read. If not, an unknown title may be a lost one.
    """
    deck.cards[:] = _written_out(deck, things, fields.report if trusted else None)
    kinds = [things[title].kind for title, _, _ in deck.cards if title in things]
    if trusted:
        unknown = [(title, at) for title, _, at in deck.cards if title not in things]
        for number, (title, at) in enumerate(unknown):
            hint = nearest(title, things) if number < MOST_HINTS else ""
            fields.report.error("unknown-thing", f"unknown card `{title}`", at, hint)
    for name, entry in list(deck.fields.items()):
        for kind in dict.fromkeys(kinds):
            known = fields.kinds.fields(kind)
            if name in known:
                deck.fields[name] = fields.value(entry, known[name].declared, f"`{name}`", deck.pack)
                break
        else:
            if kinds:
                known_to_any = {field for kind in kinds for field in fields.kinds.fields(kind)}
                message = f"none of the cards of this deck has a field `{name}`"
                fields.report.error("unknown-field", message, entry.key_at, nearest(name, known_to_any))


def _written_out(deck: Deck, things: dict[str, Thing], report: Report | None) -> list[tuple[str, int, Span]]:
    """Its cards, with the titles that match `*`. An entry with the full title takes precedence."""
    named = {title for title, _, _ in deck.cards}
    cards: dict[str, tuple[str, int, Span]] = {}
    for title, count, at in deck.cards:
        if "*" not in title:
            cards[title] = (title, count, at)
            continue
        found = titles_like(title, things)
        if not found and report is not None:
            report.error("unknown-thing", f"no card matches `{title}`", at)
        cards.update({one: (one, count, at) for one in found if one not in named})
    return [card for card in cards.values() if card[1]]
