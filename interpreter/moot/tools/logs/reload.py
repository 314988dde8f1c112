"""Loads again the game that a log or a save was made with, or says which packs it wants."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...lang.diagnostic import MootError, Report, fail
from ...lang.source import Span
from ...pack.find import find_pack, rules_folder
from ...pack.gather import Gathered, gather_packs
from ...stack.game import Game
from ...stack.load import load, value_from_text
from ...version import __version__
from .kept_rules import kept_packs

_MOST = 3  # changed files of a pack that are named


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
    made = str(header.get("moot", __version__))
    own = None
    try:
        found = gather_packs(name, laid, Report())
    except MootError as error:
        own = kept_packs(Path(at.source.path), header)
        if own is None:
            raise _placed(error, at) from None
        found, name, laid = own
    if not _are_those(found, header, made) and own is None:
        own = kept_packs(Path(at.source.path), header)
        if own is not None and _are_those(own[0], header, made):
            found, name, laid = own
    if not _are_those(found, header, made):
        words = _changed(found, header["versions"], Path(at.source.path))
        words += f"; moot {made} made it, and this is moot {__version__}" if made != __version__ else ""
        hint = f"start a new game, or restore the packs it was made with; the {what} is unchanged"
        raise fail(f"{what}-version", f"the {what} was made with other rules ({words})", at, hint)
    try:
        options = [(option, value_from_text(text)) for option, text in header["options"].items()]
        return make(name, options=options, mods=laid, decks=header.get("decks"))
    except MootError as error:
        raise _placed(error, at) from None


def _are_those(found: Gathered, header: Mapping[str, Any], made: str) -> bool:
    """Whether packs are those that a header names; another version of moot gives them another digest."""
    return found.root == header["game"] and header["digest"] in (found.digest, found.digest_of(made))


def _placed(error: MootError, at: Span) -> MootError:
    """An error without a place comes from the header: it is reported there."""
    return MootError([dataclasses.replace(d, at=d.at if d.at.source.path else at) for d in error.diagnostics])


def _changed(found: Gathered, before: Mapping[str, Any], made: Path) -> str:
    """Which packs are not as they were when the file `made` was written: by their versions, or their files' times."""
    now = {one.id: one.version for one in found.manifests}
    told = [f"`{pack}` {before[pack]} is now {now[pack]}" for pack in now if before.get(pack, now[pack]) != now[pack]]
    told += [f"`{pack}` is new" for pack in now if pack not in before]
    told += [f"`{pack}` is not loaded" for pack in before if pack not in now]
    if told:
        return ", ".join(told)
    folders = {one.id: Path(one.folder) for one in found.manifests}
    newer = {
        pack: [path for path, _ in files if _time(folders[pack] / path) > _time(made)]
        for pack, files in found.files.items()
    }
    told = [f"{', '.join(Path(one).name for one in some[:_MOST])} of `{pack}`" for pack, some in newer.items() if some]
    return f"changed since: {', '.join(told)}" if told else f"files of {', '.join(f'`{pack}`' for pack in now)} differ"


def _time(path: Path) -> float:
    """When a file was changed last; 0 if it is not there."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
