"""Loads again the game that a log or a save was made with, or says which packs it wants."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...lang.diagnostic import MootError, Report, fail
from ...lang.source import Span
from ...pack.find import find_pack, rules_folder
from ...pack.gather import gather_packs
from ...stack.game import Game
from ...stack.load import load, value_from_text
from ...version import __version__


def folder_of(name: str) -> str:
    """The folder to remember for a game that was called by its folder; empty for one that moot ships."""
    found = find_pack(name).resolve()
    return "" if found.is_relative_to(rules_folder().resolve()) else str(found)


def game_as_made(
    header: Mapping[str, Any], what: str, at: Span, mods: Sequence[str] = (), make: Callable[..., Game] = load
) -> Game:
    """The game whose id, options and mods a header names; `mods` replace those of the header, if given.

    `make` loads it, with the parameters of stack.load.load.

    Raises MootError if its packs cannot be loaded, or are not those with which the log or save (`what`) was made.
    """
    name = header.get("folder") or header["game"]
    laid = list(mods) or list(header["mods"])
    try:
        found = gather_packs(name, laid, Report())
    except MootError as error:
        raise _placed(error, at) from None
    if found.root != header["game"] or found.digest != header["digest"]:
        then = _packs(header["versions"])
        now = _packs({one.id: one.version for one in found.manifests})
        if then == now:
            made = header.get("moot", __version__)
            then += f" under moot {made}" if made != __version__ else " with other files"
            now += f" under moot {__version__}" if made != __version__ else " with the present files"
        message = f"the {what} was made with other rules: {then}; here: {now}"
        raise fail(f"{what}-version", message, at, f"load the packs it was made with; the {what} is unchanged")
    try:
        options = [(option, value_from_text(text)) for option, text in header["options"].items()]
        return make(name, options=options, mods=laid, decks=header.get("decks"))
    except MootError as error:
        raise _placed(error, at) from None


def _placed(error: MootError, at: Span) -> MootError:
    """An error without a place comes from the header: it is reported there."""
    return MootError([dataclasses.replace(d, at=d.at if d.at.source.path else at) for d in error.diagnostics])


def _packs(versions: Mapping[str, Any]) -> str:
    return ", ".join(f"{pack} {version}" for pack, version in versions.items()) or "no packs"
