"""The stored data of a shipped game's readings, in `readings.json` of its folder: an example and results."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...lang.diagnostic import MootError
from ...pack.find import find_pack, rules_folder

FILE = "readings.json"


def kept_readings(name: str) -> Mapping[str, Any]:
    """`{examples: {option: {file, case, game, value, other}}, figures: {pack: …}}` of the game that a shipped pack
    belongs to; empty for a pack of somebody else's. Files are named from the game's folder.
    """
    file = _file(name)
    if file is None or not file.is_file():
        return {}
    found: Mapping[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def keep_readings(name: str, part: str, value: Mapping[str, Any]) -> Path | None:
    """Write one part, `examples` or `figures`, and keep the rest. Returns None for a pack that moot does not ship."""
    file = _file(name)
    if file is None:
        return None
    known = {"examples": {}, "figures": {}} | dict(kept_readings(name))
    known[part] = dict(sorted((known[part] | dict(value)).items()))
    file.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return file


def pack_path(name: str) -> str:
    """A shipped pack by its path below the folder of rules, such as `duel/english`; any other pack by its name."""
    folder = _shipped(name)
    return folder.as_posix() if folder is not None else name


def game_folder(name: str) -> Path | None:
    """The folder of the game that a shipped pack belongs to."""
    folder = _shipped(name)
    return rules_folder().resolve() / folder.parts[0] if folder is not None and folder.parts else None


def _shipped(name: str) -> Path | None:
    try:
        folder, root = find_pack(name).resolve(), rules_folder().resolve()
    except MootError:
        return None
    return folder.relative_to(root) if folder.is_relative_to(root) else None


def _file(name: str) -> Path | None:
    folder = game_folder(name)
    return None if folder is None else folder / FILE
