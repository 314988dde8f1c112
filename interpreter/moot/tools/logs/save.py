"""Saves as files: a position with everything needed to resume it, and the seats."""

from __future__ import annotations

import hashlib
import json
import time
from pathlib import Path
from typing import Any

from ...lang.arguments import are_decks
from ...lang.diagnostic import Diagnostic, MootError, fail
from ...lang.source import Source, Span
from ...lang.spelling import nearest
from ...lang.visible import visible_data
from ...stack.game import State
from ...stack.saves.serialize import FORMAT, OLDEST_FORMAT, format_hint, is_read
from ..files import LOG_BYTES, read_whole, write_whole
from .reload import game_as_made

KEYS: dict[str, type | tuple[type, ...]] = {
    "moot save": int,
    "game": str,
    "digest": str,
    "frames": str,
    "versions": dict,
    "options": dict,
    "mods": list,
    "seed": int,
    "salt": str,
    "fresh": list,
    "choices": list,
    "position": dict,
    "journal": (list, type(None)),
    "folder": str,
    "seats": dict,
    "decks": dict,
    "anyway": list,
    "ahead": dict,
    "saved": (int, float),
    "sum": str,
    "check": str,
}
_OPTIONAL = ("salt", "fresh", "folder", "seats", "decks", "anyway", "ahead", "saved")
ReadSave = tuple[State, dict[str, str], str]  # the state, its seats, the game's folder (empty for one that moot ships)


def write_save(path: Path, state: State, folder: str, seats: dict[str, str]) -> None:
    """`seats` gives for each player its bot, or "person". Raises MootError."""
    data = state.save() | ({"folder": folder} if folder else {}) | {"seats": seats, "saved": time.time()}
    data["check"] = _check(data)
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))  # after every choice: so no blanks
    write_whole(path, text + "\n", private=True)


def saved_at(path: Path) -> float | None:
    """When a save was written, in seconds; None if the file does not say."""
    try:
        data = json.loads(path.read_bytes())
        saved = data["saved"]
        return float(saved) if isinstance(saved, int | float) else None
    except (OSError, ValueError, LookupError, TypeError, OverflowError, RecursionError):
        return None


def read_save(path: Path) -> ReadSave:
    """Read a saved game. Raises MootError; the file is not changed."""
    source = read_whole(path, LOG_BYTES)
    at = Span(source, 0, 0, 0, 0)
    data = _checked(source, at)
    game = game_as_made(data, "save", at)
    try:
        state = game.restore(data)
        game.anyway = tuple(map(str, data.get("anyway", ())))
    except MootError as error:
        raise MootError([Diagnostic(d.code, d.message, at, d.hint) for d in error.diagnostics]) from None
    seats = data.get("seats", {})
    if any(player not in game.players or not isinstance(seats[player], str) for player in seats):
        raise fail("save-damaged", "the save's `seats` are not the players of the game", at)
    return state, seats, data.get("folder", "")


def _checked(source: Source, at: Span) -> dict[str, Any]:
    try:
        data = json.loads(source.text)
    except (ValueError, RecursionError) as error:
        line, column = getattr(error, "lineno", 0), getattr(error, "colno", 0)
        place = Span(source, line, column, line, column + 1) if line else at
        if source.text.startswith('{"moot log"'):
            raise fail("save-format", "this is a log, not a save", at, "read logs with moot replay") from None
        raise fail("save-damaged", "the save is not JSON, or is incomplete", place) from None
    if not isinstance(data, dict) or not is_read(data.get("moot save"), OLDEST_FORMAT, FORMAT):
        found = f" (its version is {data['moot save']!r})" if isinstance(data, dict) and "moot save" in data else ""
        older = format_hint(data.get("moot save"), OLDEST_FORMAT) if isinstance(data, dict) else ""
        hint = "read logs with moot replay" if isinstance(data, dict) and "moot log" in data else older
        raise fail("save-format", f"this version of moot cannot read the save{found}", at, hint)
    wrong: list[Diagnostic] = []
    for name, value in data.items():
        if name not in KEYS:
            wrong.append(Diagnostic("save-unknown-key", f"unknown key `{name}` in the save", at, nearest(name, KEYS)))
        elif not isinstance(value, KEYS[name]) or (isinstance(value, bool) and KEYS[name] is int):
            wrong.append(Diagnostic("save-damaged", f"the save's `{name}` has the wrong type", at))
    wrong += [
        Diagnostic("save-damaged", f"missing `{name}` in the save", at)
        for name in KEYS
        if name not in data and name not in _OPTIONAL
    ]
    for name in ("mods", "options"):
        values = data.get(name)
        texts = values.values() if isinstance(values, dict) else values if isinstance(values, list) else ()
        if not all(isinstance(text, str) for text in texts):
            wrong.append(Diagnostic("save-damaged", f"the save's `{name}` must be texts", at))
    if not are_decks(data.get("decks", {})):
        wrong.append(Diagnostic("save-damaged", "the save's `decks` must be maps of sections, ids and counts", at))
    if wrong:
        raise MootError(wrong)
    if data["check"] != _check(data):
        raise fail(
            "save-damaged",
            "the save was edited after it was written",
            at,
            "save the game again: saves cannot be edited",
        )
    shown: dict[str, Any] = visible_data(data)
    return shown


def _check(data: dict[str, Any]) -> str:
    """A checksum over the whole save, to detect damage."""
    text = json.dumps({name: value for name, value in data.items() if name != "check"}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
