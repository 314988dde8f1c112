"""Decks that players bring along: dealt in place of those of the packs, as `deck_files:` says where sections go."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from ..lang import tree
from ..lang.arguments import PlayerDecks
from ..lang.diagnostic import Report, fail
from ..lang.source import NOWHERE
from ..lang.spelling import one_of
from .model.bundle import Bundle, Deck, YamlEntry
from .model.fields import Fields
from .model.kinds import Kinds, without_none
from .model.yaml_text import Scalar
from .things import type_deck

PLAYER = "p"  # in zones and fields of sections: the player whose deck it is


def deal_player_decks(bundle: Bundle, decks: PlayerDecks) -> None:
    """Replace every deck that begins in a zone for players' decks with the players' own decks.

    Raises MootError if the game uses no players' decks, or if these name things that it does not have.
    """
    told = bundle.deck_files
    if told is None:
        hint = "add a file with `deck_files:` that assigns the sections of a player's deck to zones"
        raise fail("no-deck-files", f"`{bundle.id}` does not define deck files", hint=hint)
    sections: dict[str, YamlEntry] = told.value["sections"].value
    report = Report()
    made: list[Deck] = []
    taken: set[str] = set()
    for player, given in decks.items():
        if player not in players_of(bundle):
            message = f"unknown player `{player}`"
            report.error("unknown-player", message, NOWHERE, one_of(player, players_of(bundle)))
            continue
        for name in given:
            if name not in sections:
                message = f"players' decks have no section `{name}`"
                report.error("unknown-section", message, NOWHERE, one_of(name, sections))
        for name, section in sections.items():
            deck = section_deck(bundle, player, name, given.get(name, {}))
            taken.add(_without_blanks(deck.zone))
            if not deck.zone:
                message = f"missing zone for the cards of the section `{name}`"
                hint = f"write its zone, such as `zone: library({PLAYER})`, where {PLAYER} is the deck's player"
                report.error("no-deck-zone", message, section.key_at, hint)
            if deck.cards:
                made.append(deck)
    report.raise_if_failed()
    replaced = {deck.whole for deck in bundle.decks.values() if _without_blanks(deck.zone) in taken}
    kept = {ident: deck for ident, deck in bundle.decks.items() if deck.whole not in replaced}
    fields = Fields(Kinds(bundle.declarations), report, bundle.home)
    for deck in made:
        while deck.id in kept:
            deck.id += "_"
        type_deck(deck, bundle.things, fields, True)
        kept[deck.id] = deck
    report.raise_if_failed()
    bundle.decks = kept
    bundle.player_decks = {player: {name: dict(cards) for name, cards in of.items()} for player, of in decks.items()}


def players_of(bundle: Bundle) -> list[str]:
    """All players that the rules name, whether they take part or not."""
    return next((one.names for one in bundle.declarations if isinstance(one, tree.PlayersDecl)), [])


def check_playing(bundle: Bundle, brought: Iterable[str], playing: Sequence[str]) -> None:
    """Raises MootError if somebody brings a deck who does not take part."""
    absent = [player for player in brought if player not in playing]
    if absent:
        needed = players_of(bundle).index(absent[0]) + 1
        message = f"`{absent[0]}` has a deck but is not one of the {len(playing)} players"
        hint = f"add players, such as --players {needed}, or remove the deck"
        raise fail("not-playing", message, hint=hint)


def check_sections(told: YamlEntry, report: Report) -> None:
    """Report names of sections that `deck_files` uses but does not describe."""
    known = told.value["sections"].value
    named = [told.value["starred"]] if "starred" in told.value else []
    for part, key in (("sections", "within"), ("groups", "section")):
        entries = told.value[part].value.values() if part in told.value else ()
        named += [one.value[key] for one in entries if key in one.value]
    for entry in named:
        if entry.value not in known:
            hint = one_of(str(entry.value), known)
            report.error("unknown-section", f"unknown section `{entry.value}`", entry.at, hint)


def section_deck(bundle: Bundle, player: str, name: str, cards: Mapping[str, int]) -> Deck:
    """The cards of a section of a player's deck, with the fields and in the zone that `deck_files` names."""
    assert bundle.deck_files is not None
    sections: dict[str, YamlEntry] = bundle.deck_files.value["sections"].value
    section = sections[name]
    zone = _zone(section, sections)
    where = _of_player(str(zone.value), player) if zone is not None else ""
    kinds = Kinds(bundle.declarations)
    known: dict[str, tree.FieldDecl] = {}
    for title in cards:
        known |= kinds.fields(bundle.things[title].kind) if title in bundle.things else {}
    fields: dict[str, YamlEntry] = dict(section.value["fields"].value) if "fields" in section.value else {}
    for field, entry in fields.items():
        declared = without_none(known[field].declared) if field in known else None
        if entry.value == PLAYER and isinstance(declared, tree.NamedType) and declared.name == "player":
            fields[field] = Scalar(player, entry.at, entry.key_at, raw=player)
    dealt = [(title, count, section.key_at) for title, count in cards.items() if count]
    zone_at = zone.at if zone is not None else section.key_at
    ident = f"{player}_{name}"
    return Deck(ident, where, fields, dealt, section.key_at, bundle.id, zone_at, of=f"{player}:", section=name)


def _zone(section: YamlEntry, sections: Mapping[str, YamlEntry]) -> YamlEntry | None:
    """The zone of a section, or of that within which it is."""
    found: YamlEntry | None = section.value.get("zone")
    if found is None and "within" in section.value:
        outer = sections.get(str(section.value["within"].value))
        found = outer.value.get("zone") if outer is not None else None
    return found


def _of_player(zone: str, player: str) -> str:
    """`library(p)` → `library(ann)`."""
    head, bracket, inside = zone.partition("(")
    return head + bracket + re.sub(rf"\b{PLAYER}\b", player, inside)


def _without_blanks(zone: str) -> str:
    return re.sub(r"\s", "", zone)
