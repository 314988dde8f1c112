"""Logs of games: JSON Lines. A header, one line a choice, and for a finished game its end, with a checksum.

A log replays a game move for move, so anyone can verify a game they receive. The log of a sealed game has the hash of
the seed and the salt in its header; when the game ends, a last line opens it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from ...lang.diagnostic import MootError, Report, fail
from ...lang.source import Source, shown_path
from ...stack.game import Game, IllegalChoice, State
from ...stack.load import load
from ...stack.saves.serialize import format_hint, is_read
from ...stack.scoreboard import Reported
from ...state.sealed_chance import seal_of
from ...version import __version__
from ..files import LOG_BYTES, read_whole, unwritable, whole_line_at
from .lines import check_choice, check_end, check_header, check_opening, line_object
from .reload import game_as_made

FORMAT, OLDEST_FORMAT = 3, 2  # that of new logs, and the oldest that can be read


@dataclass(slots=True)
class Log:
    """A log as read. `choices` are (player, key), `lines` their lines in the file.

    `end`: how the game ended (winner, reason, score), if it did; then `sum` is the checksum of the lines before, as
    written, and `end_line` is where. A sealed log has `fresh` bits for each choice. `opening` holds its seed and its
    salt, if it was opened.
    """

    source: Source
    header: dict[str, Any]
    choices: list[tuple[str, str]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    end: dict[str, Any] | None = None
    sum: str = ""
    end_line: int = 0
    fresh: list[str] = field(default_factory=list)
    opening: tuple[int, str] | None = None

    @property
    def seal(self) -> str | None:
        """The hash of seed and salt; None if the log is not sealed."""
        return self.header.get("sealed")


def header_of(game: Game, seed: int, folder: str = "", salt: str = "") -> dict[str, Any]:
    """The first line of a log of a game. `folder`: the folder of its pack, if moot does not ship it. `salt`: that of a
    sealed game.
    """
    program = game.program
    made: dict[str, Any] = {
        "moot log": FORMAT,
        "moot": __version__,
        "game": program.id,
        "digest": program.digest,
        "versions": program.versions,
        "options": program.options,
        "mods": list(game.mods),
        **({"sealed": seal_of(seed, salt)} if salt else {"seed": seed}),
    }
    more = {"decks": program.player_decks, "folder": folder, "anyway": list(game.anyway)}
    return made | {name: value for name, value in more.items() if value}


class LogWriter:
    """Writes a log while a game is played; each line is in the file before the next choice.

    After a write error the file ends with a whole line, `trouble` holds the reason, and the next change tries again.
    """

    def __init__(
        self, path: Path, header: dict[str, Any], choices: Sequence[tuple[str, str]] = (), fresh: Sequence[str] = ()
    ) -> None:
        """`fresh`: the bits that each choice stirred into a sealed game.

        Raises MootError if the file is there already or cannot be written.
        """
        self.path = path
        self.trouble = ""
        self._lines = [_line(header), *map(_line, _choice_lines(choices, fresh))]
        self._ends: list[int] = []  # where each line ends that is in the file
        try:
            self._file: IO[bytes] = path.open("xb", buffering=0)
        except FileExistsError:
            raise fail(
                "file-exists",
                f"`{shown_path(path)}` already exists",
                hint="choose another file name: a log is never overwritten",
            ) from None
        except OSError as error:
            raise MootError([unwritable(path, error)]) from None
        self._put()
        self._raise_trouble()

    def choice(self, player: str, key: str, fresh: str = "") -> None:
        """Add a choice."""
        self._lines += map(_line, _choice_lines([(player, key)], [fresh] if fresh else []))
        self._put()

    def undo(self) -> None:
        """Take the last choice out again."""
        self._lines.pop()
        del self._ends[len(self._lines) :]
        self._put()

    def finish(self, end: dict[str, Any]) -> None:
        """Say how the game ended; only the opening of a sealed log follows."""
        self._lines.append(_line({"end": end, "sum": log_sum(b"".join(self._lines), end)}))
        self._put()

    def open_seal(self, seed: int, salt: str) -> None:
        """Write the last line of a sealed log."""
        self._lines.append(_line({"seed": seed, "salt": salt}))
        self._put()

    def close(self) -> None:
        """Raises MootError if the log is not complete."""
        if self.trouble:
            self._put()
        self._file.close()
        self._raise_trouble()

    def _put(self) -> None:
        """Write the lines that are not in the file, behind those that are."""
        self.trouble = ""
        whole = self._ends[-1] if self._ends else 0
        try:
            self._file.seek(whole)
            self._file.truncate()
            for line in self._lines[len(self._ends) :]:
                left = memoryview(line)
                while left:
                    left = left[self._file.write(left) or 0 :]
                whole += len(line)
                self._ends.append(whole)
        except OSError as error:
            self.trouble = unwritable(self.path, error).message
            with contextlib.suppress(OSError):
                self._file.truncate(whole)

    def _raise_trouble(self) -> None:
        if self.trouble:
            raise fail("unwritable", self.trouble)


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode() + b"\n"


def _choice_lines(choices: Sequence[tuple[str, str]], fresh: Sequence[str]) -> Iterator[dict[str, Any]]:
    for number, (player, key) in enumerate(choices):
        yield {"player": player, "choice": key} | ({"fresh": fresh[number]} if fresh else {})


def log_sum(before: bytes, end: dict[str, Any]) -> str:
    """The mark of a finished log: over all lines before, and the end of the game."""
    return hashlib.sha256(before + json.dumps(end, ensure_ascii=False).encode()).hexdigest()


def log_text(
    header: dict[str, Any],
    choices: Sequence[tuple[str, str]],
    end: dict[str, Any],
    fresh: Sequence[str] = (),
    opening: tuple[int, str] | None = None,
) -> str:
    """The whole log of a finished game; with `fresh` bits and `opening`, of a sealed one."""
    before = b"".join(map(_line, (header, *_choice_lines(choices, fresh))))
    last = _line({"end": end, "sum": log_sum(before, end)})
    opened = _line({"seed": opening[0], "salt": opening[1]}) if opening is not None else b""
    return (before + last + opened).decode()


def end_record(state: State) -> dict[str, Any]:
    """The end of a game, as logged: the result of `Result.as_json`, and the `score` that the pack's report names.

    `score` is None if the report names none, or if the game is lost: a lost game has no score.
    """
    result, score = state.result, Reported(state.game).score
    ended = result.as_json() if result is not None else {"winner": None, "reason": ""}
    won = result is not None and result.winners
    return ended | {"score": score(state.position) if score is not None and won else None}


def read_log(path: Path) -> Log:
    """A log, checked line by line. Raises MootError with all errors."""
    source = read_whole(path, LOG_BYTES)
    report = Report()
    if not source.lines:
        raise fail("log-damaged", f"`{source.path}` is empty", whole_line_at(source, 0))
    header = line_object(source, 1, report)
    if header is not None and "moot save" in header:
        hint = "resume it with moot play --resume; moot play --log FILE writes a log"
        raise fail("log-format", f"`{source.path}` is a saved game, not a log", hint=hint)
    if header is None or not is_read(header.get("moot log"), OLDEST_FORMAT, FORMAT):
        found = f" (its version is {header['moot log']!r})" if header and "moot log" in header else ""
        raise fail(
            "log-format",
            f"this version of moot cannot read the log{found}",
            whole_line_at(source, 1),
            format_hint((header or {}).get("moot log"), OLDEST_FORMAT)
            or f'the first line must be a map with "moot log": {FORMAT}',
        )
    check_header(source, header, report)
    log = Log(source, header)
    sealed = log.seal is not None and "seed" not in header
    for number in range(2, len(source.lines) + 1):
        made = line_object(source, number, report)
        if log.opening is not None or (log.end is not None and not (sealed and made is not None and "salt" in made)):
            report.error("log-damaged", f"line {number} comes after the end of the game", whole_line_at(source, number))
        elif made is None:
            continue
        elif "end" in made:
            if check_end(source, number, made, report):
                log.end, log.sum, log.end_line = made["end"], made["sum"], number
        elif sealed and "salt" in made:
            if check_opening(source, number, made, report):
                log.opening = made["seed"], made["salt"]
        elif check_choice(source, number, made, sealed, report):
            log.choices.append((made["player"], made["choice"]))
            log.lines.append(number)
            log.fresh += [made["fresh"]] if sealed else []
    report.raise_if_failed()
    return log


def verified(log: Log, mods: Sequence[str] = ()) -> State:
    """The finished game of a log, replayed to the end that the log gives.

    Raises MootError like `replayed`; also if the log has no end, its checksum does not match its lines, or the game
    ends differently.
    """
    opening_of(log)
    check_sum(log)
    state = begin_game(log, game_of(log, mods))
    play_to_end(log, state)
    return state


def check_sum(log: Log) -> None:
    """Raises MootError if a log has no end, or was edited."""
    at = whole_line_at(log.source, len(log.source.lines))
    if log.end is None:
        hint = "use a log of a finished game, written by `moot play --log`"
        raise fail("log-unfinished", "the log does not say how the game ended", at, hint)
    before = "".join(f"{line}\n" for line in log.source.lines[: log.end_line - 1]).encode()
    if log_sum(before, log.end) != log.sum:
        at = whole_line_at(log.source, log.end_line)
        raise fail("log-changed", "the log was edited after it was written: its checksum does not match", at,
                   "ask the sender for the file again")  # fmt: skip


def play_to_end(log: Log, state: State) -> None:
    """Replay a game from a finished log. Raises MootError if that is impossible, or the game ends differently."""
    play_choices(log, state, len(log.choices))
    at = whole_line_at(log.source, log.end_line)
    if not state.over:
        raise fail("log-end", "the game is not over after the last choice of the log", at)
    found = end_record(state)
    for name, told in (log.end or {}).items():
        if found[name] != told:
            raise fail("log-end", f"the log gives the {name} as {told!r}, but the game ends with {found[name]!r}", at)


def replayed(log: Log, mods: Sequence[str] = ()) -> State:
    """The game of a log, replayed with its journal. `mods` replace those that the log names, if given.

    Raises MootError like `opening_of`; also if the present packs are not those of the log, or a choice is not
    available. The log is not changed.
    """
    state = begin_game(log, game_of(log, mods))
    play_choices(log, state, len(log.choices))
    return state


def game_of(log: Log, mods: Sequence[str] = (), make: Callable[..., Game] = load) -> Game:
    """The game that a log was made with; `make` loads it, as stack.load.load. Raises MootError like `replayed`."""
    return game_as_made(log.header, "log", whole_line_at(log.source, 1), mods, make)


def begin_game(log: Log, game: Game, journal: bool = True) -> State:
    """The logged game at its first decision. Raises MootError like `opening_of`."""
    seed, salt = opening_of(log)
    return game.start(seed, journal=journal, salt=salt)


def opening_of(log: Log) -> tuple[int, str]:
    """The seed of a log, and its salt if it is sealed. Raises MootError if a sealed log was not opened, or was opened
    with another seed or salt.
    """
    if log.seal is None:
        return log.header["seed"], ""
    at = whole_line_at(log.source, len(log.source.lines))
    if log.opening is None and log.end is None:
        hint = "the end of the game opens it; resume the game with moot play --resume"
        raise fail("log-sealed", "the log is sealed, and its game has not ended", at, hint)
    if log.opening is None:
        hint = "ask the sender for the whole file: its last line holds the seed and the salt"
        raise fail("log-sealed", "the log is sealed, and was not opened at the end of the game", at, hint)
    if seal_of(*log.opening) != log.seal:
        hint = "the seed, the salt or the seal was changed: do not trust this log"
        raise fail("log-opening", "the seed and the salt do not match the seal in the first line", at, hint)
    return log.opening


def _other_moot(log: Log) -> str:
    """The hint for a log of another version of moot; otherwise empty."""
    made = log.header["moot"]
    return f"moot {made} made the log: replay it with that version" if made != __version__ else ""


def play_choices(log: Log, state: State, count: int) -> None:
    """The next choices of a log, until so many are made. Raises MootError for one that cannot be made."""
    for number in range(len(state.choices), count):
        player, key = log.choices[number]
        at = whole_line_at(log.source, log.lines[number])
        decision = state.decision
        if decision is None:
            raise fail("log-choice", "the game is over before this choice", at, _other_moot(log))
        if decision.player != player:
            raise fail(
                "log-choice",
                f"the choice here is not that of `{player}`, but of `{decision.player}` (“{decision.prompt}”)",
                at,
                _other_moot(log),
            )
        try:
            state.apply(key, fresh=log.fresh[number] if log.fresh else "")
        except IllegalChoice as illegal:
            raise fail("log-choice", illegal.reason, at, _other_moot(log)) from None
