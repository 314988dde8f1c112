"""Saved games in progress, so that an interrupted one can be resumed."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

import platformdirs

from ...lang.diagnostic import Diagnostic, MootError
from ...lang.source import shown_path
from ...stack.game import State
from ...tools.files import write_whole
from ...tools.logs.log import end_record, header_of, log_text
from ...tools.logs.save import ReadSave, read_save, saved_at, write_save
from ..options import wrong_call

LAST_LOG = "last_game.log"  # of the game that was finished last
LEFT_OVER = 600  # seconds after which a temporary file belongs to no running process


def autosave_folder() -> Path:
    """The user's folder of games in progress; `MOOT_STATE` names another."""
    named = os.environ.get("MOOT_STATE", "")
    return Path(named) if named else Path(platformdirs.user_state_dir("moot", appauthor=False)) / "games"


def read_last() -> tuple[Path, ReadSave, list[str]]:
    """The youngest interrupted game that can be resumed, and a line for each younger file that cannot. A save holds its
    own time, so that a copy of an old save stays old.

    Raises MootError if none can be resumed.
    """
    folder = autosave_folder()
    clear_leftovers(folder)
    with contextlib.suppress(OSError):
        paths = [path for path in folder.glob("*.json") if path.is_file() or path.is_dir()]  # a pipe would not end
        errors: list[Diagnostic] = []
        skipped: list[str] = []
        for _, path in sorted(((_age(path), path) for path in paths), reverse=True):
            try:
                return path, read_save(path), skipped
            except MootError as error:
                errors += error.diagnostics
                reason = error.diagnostics[0].message.removeprefix(f"cannot read `{shown_path(path)}`: ")
                skipped.append(f"skipped `{shown_path(path)}`: {reason}")
        if errors:
            raise MootError(errors)
    raise wrong_call("no-save", f"no interrupted game in {folder}", "name a save file")


def _age(path: Path) -> float:
    """The time of a save in seconds: from the save itself, otherwise that of its file."""
    if (written := saved_at(path)) is not None:
        return written
    try:
        return path.lstat().st_mtime
    except OSError:
        return 0.0


def clear_leftovers(folder: Path) -> None:
    """Remove the temporary files of processes that were killed while they saved a game."""
    with contextlib.suppress(OSError):
        for path in folder.glob(".*.part"):
            with contextlib.suppress(OSError):
                if time.time() - path.stat().st_mtime > LEFT_OVER:
                    path.unlink()


class Autosave:
    """The save file of one game in progress. After a write error, the next choice tries again."""

    def __init__(self, state: State, game_folder: str, seats: dict[str, str], path: Path | None = None) -> None:
        """`path`: the file that a resumed game is kept in already."""
        name = f"{state.game.id.replace('/', '-')}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.json"
        self.path = path or autosave_folder() / name
        self.game_folder = game_folder
        self.seats = seats
        self.trouble = ""

    def keep(self, state: State) -> bool:
        """Save the present game; returns whether that was possible. If not, `trouble` holds the reason."""
        self.trouble = ""
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
        header = header_of(state.game, state.seed, self.game_folder, state.salt)
        opening = (state.seed, state.salt) if state.salt else None
        text = log_text(header, state.choices, end_record(state), state.fresh, opening)
        try:
            write_whole(path, text, private=True)
        except MootError:
            return None
        return path

    def forget(self) -> None:
        """The game is over: nothing is left to resume."""
        with contextlib.suppress(OSError):
            self.path.unlink()
