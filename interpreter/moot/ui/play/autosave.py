"""Saved games in progress, so that an interrupted one can be resumed."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

import platformdirs

from ...lang.diagnostic import MootError
from ...stack.game import State
from ...tools.logs.log import LogWriter, end_record, header_of
from ...tools.logs.save import write_save
from ..options import wrong_call

LAST_LOG = "last_game.log"  # of the game that was finished last


def autosave_folder() -> Path:
    """The user's folder of games in progress; `MOOT_STATE` names another."""
    named = os.environ.get("MOOT_STATE", "")
    return Path(named) if named else Path(platformdirs.user_state_dir("moot", appauthor=False)) / "games"


def last() -> Path:
    """The game that was interrupted last. Raises MootError if there is none."""
    found: list[Path] = []
    with contextlib.suppress(OSError):
        found = sorted(autosave_folder().glob("*.json"), key=lambda path: path.stat().st_mtime)
    if not found:
        raise wrong_call("no-save", f"no interrupted game in {autosave_folder()}", "name a save file")
    return found[-1]


class Autosave:
    """The save file of one game in progress. A write error is reported once."""

    def __init__(self, state: State, game_folder: str, seats: dict[str, str], path: Path | None = None) -> None:
        """`path`: the file that a resumed game is kept in already."""
        name = f"{state.game.id.replace('/', '-')}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.json"
        self.path = path or autosave_folder() / name
        self.game_folder = game_folder
        self.seats = seats
        self.trouble = ""

    def keep(self, state: State) -> bool:
        """Save the present game; returns whether that was possible. If not, `trouble` holds the reason."""
        if self.trouble:
            return False
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_save(self.path, state, self.game_folder, self.seats)
        except MootError as error:
            self.trouble = error.diagnostics[0].message
        except OSError as error:
            self.trouble = f"cannot create `{self.path.parent}`: {(error.strerror or '').lower()}"
        return not self.trouble

    def finish(self, state: State) -> Path | None:
        """Keep a log of the finished game, in place of that of the game before; None if that is not possible."""
        path = self.path.parent / LAST_LOG
        try:
            path.unlink(missing_ok=True)
            writer = LogWriter(path, header_of(state.game, state.seed, self.game_folder), state.choices)
            path.chmod(0o600)
        except (MootError, OSError):
            return None
        writer.finish(end_record(state))
        writer.close()
        return path

    def forget(self) -> None:
        """The game is over: nothing is left to resume."""
        with contextlib.suppress(OSError):
            self.path.unlink()
