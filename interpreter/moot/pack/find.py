"""How to find a pack: from an id or a path to its folder."""

from __future__ import annotations

import os
import re
from pathlib import Path

from ..lang import data
from ..lang.diagnostic import Diagnostic, MootError, Report, fail
from ..lang.source import NOWHERE, Source, Span, shown_path
from ..lang.spelling import nearest, one_of, there_are
from .model.bundle import YamlEntry
from .model.schema import check_shape
from .model.yaml_text import parse_yaml, read_text

MANIFEST = "pack.yaml"
GAME = "game.yaml"


def rules_folder() -> Path:
    return data.data_folder("rules")


def find_pack(name: str | Path, at: Span = NOWHERE, beside: Path | None = None) -> Path:
    """The folder of the pack that an id (`market`, `market/first`) or a path names.

    A game's name alone means its default edition, as `game.yaml` sets it. A relative path is relative to `beside`, the
    folder of a file that names it, or to the working folder. Inside a game's folder, ids mean the packs there, so that
    a copy of a game is independent. Raises MootError.
    """
    text = str(name)
    if not text:
        raise fail("unknown-pack", "the pack name is empty", at, "write a pack's id or its folder")
    places = [] if text.startswith(".") or os.path.isabs(text) else [rules_folder() / text]
    places.append((beside or Path()) / text)
    own = _in_its_game(text, beside)
    if own is not None:
        return own
    for place in places:
        if place.is_file() and place.name == MANIFEST:
            return place.parent
        if (place / MANIFEST).is_file():
            return place
        if (place / GAME).is_file():
            return _default(place)
    if any(place.is_dir() for place in places):
        folder = next(place for place in places if place.is_dir())
        message = f"the folder `{shown_path(folder)}` is not a pack: missing {MANIFEST}"
        raise fail("no-manifest", message, at, f"name a pack's folder, or add {MANIFEST}")
    if any(place.is_file() for place in places):
        raise fail("no-manifest", f"`{text}` is a file, not a pack", at, "name a game's id or a pack's folder")
    known = pack_ids()
    hint = nearest(text, known) or nearest(text, _beside(beside or Path(), text)) or there_are(known)
    raise fail("unknown-pack", f"unknown pack `{text}`", at, hint)


def _in_its_game(ident: str, beside: Path | None) -> Path | None:
    """The pack with that id in the folder of the game that contains another folder, if moot does not ship it."""
    around = () if beside is None else (beside.resolve(), *beside.resolve().parents)
    game = next((folder for folder in around if (folder / GAME).is_file()), None)
    if game is None or game.is_relative_to(rules_folder().resolve()):
        return None
    place = game / ident.rpartition("/")[2]
    try:
        text = (place / MANIFEST).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return None
    return place if re.search(rf"""^id: *["']?{re.escape(ident)}["']? *(#.*)?$""", text, re.MULTILINE) else None


def _beside(folder: Path, path: str) -> list[str]:
    """The packs in the folder that a path names, written in the same style."""
    before, slash, _ = path.rpartition("/")
    try:
        places = sorted((folder / before).iterdir())
    except OSError:
        return []
    return [before + slash + one.name for one in places if (one / MANIFEST).is_file() or (one / GAME).is_file()]


def pack_ids() -> list[str]:
    """The ids of the packs that moot ships, games with editions among them, in order."""
    root = rules_folder()
    found = {path.parent for name in (MANIFEST, GAME) for path in root.rglob(name)}
    return sorted(path.relative_to(root).as_posix() for path in found)


def game_ids() -> list[str]:
    """The ids of whole games: those at the top of the rules folder."""
    return [name for name in pack_ids() if "/" not in name]


def game_file(folder: Path, report: Report) -> YamlEntry | None:
    """The checked content of a folder's `game.yaml`; None, with diagnostics, if it cannot be used."""
    path = folder / GAME
    try:
        source = read_text(path.read_bytes(), shown_path(path), report)
    except OSError as error:
        report.add(unreadable(path, error))
        return None
    root = parse_yaml(source, report) if source else None
    return root if root and check_shape(root, "game", report) else None


def _default(folder: Path) -> Path:
    report = Report()
    root = game_file(folder, report)
    if root is None:
        raise MootError(report.diagnostics)
    default: YamlEntry = root.value["default"]
    if (folder / default.value / MANIFEST).is_file():
        return folder / str(default.value)
    editions = [path.parent.name for path in folder.glob(f"*/{MANIFEST}")]
    message = f"missing {MANIFEST} in the default edition `{default.value}`"
    raise fail("unknown-pack", message, default.at, one_of(default.value, sorted(editions)))


def editions_beside(folder: Path) -> list[str]:
    """The ids of the editions of the game in whose folder a pack is, if it is none of them. Otherwise empty."""
    around = folder.resolve().parent
    editions = _editions(around) if (around / GAME).is_file() else []
    if not editions or folder.resolve() in [one.resolve() for one in editions]:
        return []
    return [f"{around.name}/{one.name}" for one in editions]


def unreadable(path: Path, error: OSError, at: Span = NOWHERE) -> Diagnostic:
    """The diagnostic for a file that the system does not let us read."""
    reason = (error.strerror or "unknown reason").lower()
    place = at if at.line else Span(Source(shown_path(path), ""), 0, 0, 0, 0)
    return Diagnostic("unreadable", f"cannot read `{shown_path(path)}`: {reason}", place)


def packs_at(path: str | Path) -> list[Path]:
    """The folders of the packs that an id, a pack's folder, a folder of packs or a file in a pack names.

    A game's folder means all its editions. Raises MootError if there is none.
    """
    place = Path(path)
    if place.is_file():
        for folder in place.resolve().parents:
            if (folder / MANIFEST).is_file():
                return [folder]
        raise fail("unknown-pack", f"`{shown_path(place)}` is not in a pack: no folder above it has a {MANIFEST}")
    shipped = rules_folder() / str(path)
    for folder in (shipped, place):
        if (folder / GAME).is_file():
            return _editions(folder)
        if (folder / MANIFEST).is_file():
            return [folder]
    if place.is_dir():
        below = _below(place)
        if below:
            return below
    return [find_pack(path)]


def _below(folder: Path) -> list[Path]:
    """All games and packs in a folder; of a game its editions, not what they share."""
    found: list[Path] = []
    games = sorted(path.parent for path in folder.rglob(GAME))
    for game in games:
        found += _editions(game)
    for path in sorted(folder.rglob(MANIFEST)):
        if not any(game in path.parents for game in games):
            found.append(path.parent)
    return found


def _editions(folder: Path) -> list[Path]:
    report = Report()
    root = game_file(folder, report)
    if root is None:
        raise MootError(report.diagnostics)
    if "editions" not in root.value:
        return [find_pack(folder)]
    found = []
    for entry in root.value["editions"].value:
        if (folder / str(entry.value) / MANIFEST).is_file():
            found.append(folder / str(entry.value))
        else:
            report.error("unknown-pack", f"missing {MANIFEST} in the edition `{entry.value}`", entry.at)
    report.raise_if_failed()
    return found
