"""The decks of a game's packs, as `moot show GAME decks` lists them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...lang.diagnostic import fail
from ...lang.name_folding import ids_named
from ...lang.spelling import one_of
from ...pack.load import load
from ...pack.model.bundle import Deck
from ...pack.model.yaml_text import raw


@dataclass(frozen=True, slots=True)
class DeckFacts:
    """A deck. `choice`: the option that selects it, or an empty string if it is always used.

    `sections`: for each part, the zone that it fills and its cards, as titles with the number of copies.
    """

    id: str
    pack: str
    choice: str
    sections: Mapping[str, Mapping[str, int]]

    @property
    def size(self) -> int:
        """The number of cards in all parts."""
        return sum(sum(cards.values()) for cards in self.sections.values())

    def as_json(self) -> dict[str, Any]:
        """The deck as plain data."""
        sections = [{"zone": zone, "cards": dict(cards)} for zone, cards in self.sections.items()]
        return {"id": self.id, "pack": self.pack, "choice": self.choice, "size": self.size, "sections": sections}


def decks_of(game: str, mods: tuple[str, ...] = (), name: str | None = None) -> list[DeckFacts]:
    """All decks of a game, or the one of that name. Raises MootError if there is none of that name."""
    bundle = load(game, mods, cases=False)
    parts: dict[str, list[Deck]] = {}
    for deck in bundle.decks.values():
        parts.setdefault(deck.whole, []).append(deck)
    chosen = list(parts) if name is None else ids_named(name, [(one, one) for one in parts])
    if name is not None and not chosen:
        hint = one_of(name, parts, "decks")
        raise fail("unknown-deck", f"the game has no deck `{name}`", hint=hint)
    return [_facts(one, parts[one]) for one in chosen]


def _facts(whole: str, parts: list[Deck]) -> DeckFacts:
    sections: dict[str, dict[str, int]] = {}
    for part in parts:
        cards = sections.setdefault(part.zone, {})
        for title, count, _ in part.cards:
            cards[title] = cards.get(title, 0) + count
    choice = parts[0].choice
    return DeckFacts(whole, parts[0].pack, "" if choice is None else raw(choice), sections)
