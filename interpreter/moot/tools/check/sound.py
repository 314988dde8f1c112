"""Objections to playing a game: errors of its packs, decks that break laws, a story without a deck."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ...lang import cache, data, tree
from ...lang.arguments import PlayerDecks
from ...lang.diagnostic import Diagnostic, Report
from ...lang.source import NOWHERE
from ...pack.find import find_pack, rules_folder
from ...pack.gather import gather_packs
from ...pack.load import load
from ...pack.model.bundle import Bundle
from ...stack.game import Game
from .packs import check

_SHOWN = 5  # the most errors to list; the rest is counted
_PART = "sound"


def objections(
    game: Game,
    name: str | Path,
    mods: Sequence[str] = (),
    settings: Iterable[tuple[str, Any]] = (),
    decks: PlayerDecks | None = None,
) -> list[Diagnostic]:
    """The errors for which a loaded game should not be played, each once; none for a shipped game as it is.

    `name`, `mods`, `settings` and `decks` are the arguments that it was loaded with.
    """
    settings = list(settings)
    own = own_packs(name, mods)
    if not (own or settings or decks):
        return []
    found: dict[str, Diagnostic] = {}
    if own:
        told = check([find_pack(name)], mods).diagnostics
        found = {one.message: one for one in told if one.severity == "error"}
    if not found:
        found = {one.message: one for one in _of_decks(game, name, mods, settings, decks)}
    return list(found.values())


def own_packs(name: str | Path, mods: Sequence[str] = ()) -> bool:
    """Whether a game has packs that moot does not ship."""
    shipped = rules_folder().resolve()
    folders = [Path(one.folder).resolve() for one in gather_packs(name, mods, Report()).manifests]
    return not all(folder.is_relative_to(shipped) for folder in folders)


def not_played(found: Sequence[Diagnostic], name: str | Path) -> list[Diagnostic]:
    """Objections in a command's words: the first ones, and the next step."""
    shown = list(found[:_SHOWN])
    more = f" ({len(found) - len(shown)} more)" if len(found) > len(shown) else ""
    errors = "1 error" if len(found) == 1 else f"{len(found)} errors"
    message = f"`{name}` is not played: {errors}{more}"
    hint = f"{'fix it' if len(found) == 1 else 'fix them'}, or add --anyway, to play anyway"
    return [*shown, Diagnostic("not-played", message, NOWHERE, hint)]


def _of_decks(
    game: Game, name: str | Path, mods: Sequence[str], settings: list[tuple[str, Any]], decks: PlayerDecks | None
) -> list[Diagnostic]:
    """Missing decks, and the laws that the decks of a game break under its options. Caches a result without any."""
    program = game.program
    made = (data.interpreter_digest(), program.digest, sorted(program.options.items()), program.player_decks)
    key = hashlib.sha256(repr(made).encode()).hexdigest()
    if cache.get(key, _PART):
        return []
    bundle = load(name, mods, settings, cases=False, decks=decks)
    found = _missing_decks(game, bundle, str(name)) or _broken(bundle)
    if not found:
        cache.put(key, _PART, True)
    return found


def _broken(bundle: Bundle) -> list[Diagnostic]:
    from ...code.pipeline import compile_bundle
    from ...stack.machine import Machine
    from ..laws.broken import broken_deck, things_of_deck, whole_decks

    if not any(isinstance(one, tree.LawDecl) and one.section == "deck" for one in bundle.declarations):
        return []
    program = compile_bundle(bundle, traced_alone=True, quick=True)
    machine = Machine(program)
    S = machine.blank(0)
    found = []
    for ident, sections in whole_decks(bundle.decks.values()).items():
        things = things_of_deck(program, sections)
        if things:
            what = f"the deck of {ident[:-1]}" if ident.endswith(":") else f"the deck `{ident}`"
            found += broken_deck(machine, S, bundle, sections, things, what)
    return found


def _missing_decks(game: Game, bundle: Bundle, name: str) -> list[Diagnostic]:
    """For each option that chooses decks but has none, a message: no deck is for the present options."""
    laid = {row.deck for row in game.program.layout.things}
    filled = {deck.zone for deck in bundle.decks.values() if deck.id in laid}
    found: dict[str, Diagnostic] = {}
    for deck in bundle.decks.values():
        option = str(deck.choice.value) if deck.choice is not None else ""
        if not option or not deck.suits or deck.zone in filled or option in found:
            continue
        suits = {suit: game.options[suit] for suit in deck.suits if suit in game.options}
        asked = " and ".join(f"the {suit} `{value}`" for suit, value in suits.items())
        flags = " ".join(f"--option {suit}={value}" for suit, value in suits.items())
        folder = Path(name).name if Path(name).exists() else "PACK"
        hint = f"create one: moot new deck {folder}/NAME {flags} (or choose one: --option {option}=NAME)"
        at = next((bundle.things[value].at for value in suits.values() if value in bundle.things), NOWHERE)
        found[option] = Diagnostic("no-deck", f"no deck is for {asked}", at, hint)
    return list(found.values())
