"""The games of a run as logs in a folder: existing ones are not played again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...lang.diagnostic import MootError, fail
from ...stack.game import Game, State
from ...state.position import Position
from ..files import unwritable, whole_line_at, write_whole
from .log import Log, check_sum, end_record, header_of, log_text, read_log
from .reload import folder_of


class LogFolder:
    """The logs of one run, each named after its game's seed. Raises MootError if the folder cannot be used."""

    def __init__(self, folder: Path, game: Game, called: str, bots: Mapping[str, str]) -> None:
        self.folder = folder
        self.game = game
        self.pack = folder_of(called)
        self.bots = dict(bots)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise MootError([unwritable(folder, error)]) from None

    def read(self, seed: int) -> Log | None:
        """The log of a game, if it is there. Raises MootError for one that is damaged, or of another run."""
        path = self._path(seed)
        if not path.exists():
            return None
        log = read_log(path)
        check_sum(log)
        wanted = self._header(seed)
        for name in {**wanted, **log.header}:  # the game first
            if log.header.get(name) != wanted.get(name) and name not in ("moot", "moot log"):
                message = f"this log is from another run: its `{name}` differs from that of these games"
                raise fail("log-other", message, whole_line_at(log.source, 1), "use a separate folder for each run")
        return log

    def write(self, seed: int, choices: list[tuple[str, str]], S: Position) -> None:
        """Keep a game that is over. Raises MootError if it cannot be written."""
        end = end_record(State(self.game, S, seed))
        write_whole(self._path(seed), log_text(self._header(seed), choices, end))

    def _path(self, seed: int) -> Path:
        return self.folder / f"{seed}.log"

    def _header(self, seed: int) -> dict[str, object]:
        return header_of(self.game, seed, self.pack) | {"bots": self.bots}
