"""The defaults of a pack: its own story or scenario, and its own decks before those of its bases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..lang import tree
from .manifest import setting_of
from .model.bundle import Deck, Setting, Thing
from .model.kinds import Kinds

CHOSEN = ("story", "scenario")  # the options whose default is a pack's own thing


def own_decks_first(decks: Mapping[str, Deck], packs: Sequence[str]) -> dict[str, Deck]:
    """Decks with those that an option chooses ordered by pack, the latest pack first; the others stay in their place.

    `packs`: bases first.
    """
    chosen = [deck for deck in decks.values() if deck.choice is not None]
    latest = iter(sorted(chosen, key=lambda deck: -packs.index(deck.pack)))
    ordered = [deck if deck.choice is None else next(latest) for deck in decks.values()]
    return {deck.id: deck for deck in ordered}


def own_settings(
    pack: str,
    declarations: Sequence[tree.Declared],
    homes: Mapping[int, str],
    things: Mapping[str, Thing],
    decks: Mapping[str, Deck],
    settings: Sequence[Setting],
) -> list[Setting]:
    """The settings with which a pack that extends a game plays its additions: its first story and scenario, or else
    whatever its first deck is for. `settings`: the settings of its bases.
    """
    found: list[Setting] = []
    for one in declarations:
        if not isinstance(one, tree.OptionDecl) or one.name not in CHOSEN or homes.get(id(one)) == pack:
            continue
        if isinstance(one.declared, tree.NamedType):
            found += _own_thing(pack, one.name, one.declared.name, Kinds(list(declarations)), things, decks)
    return found or _for_own_deck(pack, declarations, decks, settings)


def _own_thing(
    pack: str, option: str, kind: str, kinds: Kinds, things: Mapping[str, Thing], decks: Mapping[str, Deck]
) -> list[Setting]:
    own = [one for one in things.values() if one.pack == pack and kind in {base.name for base in kinds.line(one.kind)}]
    with_deck = {_suits(deck).get(option) for deck in decks.values()}
    first = next((one for one in own if one.id in with_deck), own[0] if own else None)
    return [Setting(option, first.id, first.at, pack)] if first is not None else []


def _for_own_deck(
    pack: str, declarations: Sequence[tree.Declared], decks: Mapping[str, Deck], settings: Sequence[Setting]
) -> list[Setting]:
    own = [deck for deck in decks.values() if deck.pack == pack and deck.choice is not None and deck.suits]
    now: dict[str, Any] = {
        one.name: one.default.name if isinstance(one.default, tree.Name) else getattr(one.default, "value", None)
        for one in declarations
        if isinstance(one, tree.OptionDecl)
    }
    now |= {one.option: one.value for one in settings}
    if not own or any(all(now.get(name) == value for name, value in _suits(deck).items()) for deck in own):
        return []
    return [setting_of(name, entry, pack) for name, entry in own[0].suits.items() if name in now]


def _suits(deck: Deck) -> dict[str, Any]:
    return {name: setting_of(name, entry, "").value for name, entry in deck.suits.items()}
