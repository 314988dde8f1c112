"""Decks: which are used, in which zone, and the constants of the fields that they set."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ....lang import tree
from ....lang.spelling import nearest
from ....pack.model import bundle as packs
from ....pack.player_decks import players_of, section_deck
from ..data_values import EntryReader
from ..declared_types import DECK
from ..fits import fits, type_phrase
from ..names import arguments_phrase, unknown
from ..rules import HELD, held_item, place_in
from ..scope import World
from ..symbols import DeckValues, Option, Symbol, Zone
from ..types import ANY, Names, bare
from ..types import Zone as ZoneType

_DECK_ZONE = re.compile(r"(\w+)\s*(?:\(([^()]*)\))?")


def read_decks(world: World) -> None:
    """The decks in use: every deck that no option chooses, and the chosen ones among the others."""
    game = world.game
    _sections_of_files(world)
    laid = _laid(world)
    for deck in world.bundle.decks.values():
        if deck.id not in laid:
            continue
        here = game.titles.keys() - game.left_out
        made = DeckValues(deck.id, None, (), [(title, count) for title, count, _ in deck.cards if title in here])
        game.decks[deck.id] = made
        _deck_zone(world, deck, made)
        _of_one_kind(world, deck)
        kinds = [game.kinds[game.titles[title].type.kind] for title, _ in made.cards]  # type: ignore[attr-defined]
        for name, entry in deck.fields.items():
            member = next((k.fields[name] for k in kinds if name in k.fields), None)
            if member is not None and not member.is_state:
                reader = EntryReader(world, deck.id, member.kind, deck.pack, "")
                made.values[name] = reader.read(entry, member.type, name)


def _sections_of_files(world: World) -> None:
    """Tells of zones that the sections of players' decks name, and that are none."""
    told, players = world.bundle.deck_files, players_of(world.bundle)
    for name in told.value["sections"].value if told is not None and players else ():
        section = section_deck(world.bundle, players[0], name, {})
        _deck_zone(world, section, DeckValues(section.id, None, (), []))


def _of_one_kind(world: World, deck: packs.Deck) -> None:
    """Report members of a section that laws cannot read in a deck."""
    item = held_item(world)
    laws = any(isinstance(decl, tree.LawDecl) and decl.section == HELD for decl in world.bundle.declarations)
    for title, _, at in deck.cards if laws and deck.section else []:
        symbol = world.game.titles.get(title)
        if symbol is not None and not fits(world.game, symbol.type, item):
            message = f"the laws of decks read {type_phrase(item)}, but `{title}` is {type_phrase(symbol.type)}"
            of, kind = getattr(item, "kind", "card"), getattr(symbol.type, "kind", title)
            hint = f"make one kind a subtype of the other, `kind {kind} is {of}`, or both subtypes of a third"
            world.report.error("mixed-deck", message, at, hint)


def _laid(world: World) -> set[str]:
    laid: set[str] = set()
    chosen: dict[str, str] = {}  # by option the deck that it has
    absent = {deck.whole for deck in world.bundle.decks.values() if deck.is_of(world.game.absent)}
    for deck in world.bundle.decks.values():
        option = _choice(world, deck)
        suits = fits_options(world, deck.suits, deck.id, deck.pack)
        if deck.whole in absent:
            continue
        if option is None:
            laid.add(deck.id)
        elif option.value is not None:
            if world.values[(bare(option.type), deck.whole)].index == option.value:
                laid.add(deck.id)
        elif suits and chosen.setdefault(option.name, deck.whole) == deck.whole:
            laid.add(deck.id)
    return laid


def _choice(world: World, deck: packs.Deck) -> Option | None:
    """The option that chooses the deck; None if nothing does."""
    if deck.choice is None:
        return None
    options = world.game.options
    name, at = str(deck.choice.value), deck.choice.at
    option = options.get(name)
    choosing = {one.name: one for one in options.values() if bare(one.type) == Names(DECK)}
    if option is None:
        hint = nearest(name, choosing) or f"add to the rules: option {name} : deck or none = none"
        world.report.error("unknown-option", f"unknown option `{name}`", at, hint)
    elif name not in choosing:
        message = f"`{name}` does not choose a deck: it is {type_phrase(option.type)}"
        world.report.error("wrong-type", message, at, nearest(name, choosing) or "give it the type `deck`")
    return choosing.get(name)


def fits_options(world: World, asked: Mapping[str, packs.YamlEntry], ident: str, pack: str) -> bool:
    """Whether the options are set as a deck, or the introduction of a pack, asks for."""
    found = True
    for name, entry in asked.items():
        option = world.game.options.get(name)
        if option is None:
            known: dict[str, Symbol] = dict(world.game.options)
            unknown(place_in(world), "unknown-option", f"unknown option `{name}`", name, entry.key_at, known)
        elif EntryReader(world, ident, "", pack, "").read(entry, option.type, name) != option.value:
            found = False
    return found


def _deck_zone(world: World, deck: packs.Deck, made: DeckValues) -> None:
    match = _DECK_ZONE.fullmatch(deck.zone.strip())
    game = world.game
    if not deck.zone:
        return
    zone = game.zones.get(match.group(1)) if match else None
    if zone is None or match is None:
        called = match.group(1) if match else deck.zone
        known: dict[str, Symbol] = dict(game.zones)
        unknown(place_in(world), "unknown-zone", f"unknown zone `{called}`", called, deck.zone_at, known)
        return
    made.zone = zone
    words = [word.strip() for word in (match.group(2) or "").split(",") if word.strip()]
    if len(words) != len(zone.params):
        message = f"`{zone.name}` takes {arguments_phrase(len(zone.params))}, but {len(words)} given"
        world.report.error("wrong-arity", message, deck.zone_at, _zone_shown(zone))
        return
    reader = EntryReader(world, deck.id, "", deck.pack, "")
    made.args = tuple(
        reader.read(packs.YamlEntry(int(w) if w.lstrip("-").isdigit() else w, deck.zone_at), p.type, p.name)
        for w, p in zip(words, zone.params, strict=True)
    )
    item = zone.type.item if isinstance(zone.type, ZoneType) else ANY
    for title, _, at in deck.cards:
        symbol = game.titles.get(title)
        if symbol is not None and not fits(game, symbol.type, item):
            message = f"`{zone.name}` holds {type_phrase(item)}, but `{title}` is {type_phrase(symbol.type)}"
            world.report.error("wrong-type", message, at)


def _zone_shown(zone: Zone) -> str:
    inside = ", ".join(f"{p.name}: {p.type}" for p in zone.params)
    return f"write `{zone.name}({inside})`" if inside else f"write `{zone.name}`"
