"""Logs of games: JSON Lines. A header, one line a choice, and for a finished game its end, with a checksum.

A log replays a game move for move, so anyone can verify a game they receive.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from ...lang.arguments import are_decks
from ...lang.diagnostic import MootError, Report, fail
from ...lang.source import Source, shown_path
from ...lang.spelling import nearest, nearest_word
from ...lang.visible import visible_data
from ...stack.game import Game, IllegalChoice, State
from ...stack.load import load
from ...stack.saves.serialize import format_hint
from ...stack.scoreboard import Reported
from ...version import __version__
from ..files import LOG_BYTES, read_whole, unwritable, whole_line_at
from .reload import game_as_made

FORMAT = 2
# The keys of a header and their JSON types; `folder` only if moot does not ship the game, `bots`
# where bots have played on all seats, `decks` where players have brought decks along, `anyway` the errors in spite of
# which the game was played.
HEADER: dict[str, type] = {
    "moot log": int,
    "moot": str,
    "game": str,
    "digest": str,
    "versions": dict,
    "options": dict,
    "mods": list,
    "seed": int,
    "folder": str,
    "bots": dict,
    "decks": dict,
    "anyway": list,
}
_OPTIONAL = ("folder", "bots", "decks", "anyway")
_CHOICE = ("player", "choice")
_END = {"winner": (str, list, type(None)), "reason": (str,), "score": (int, type(None))}


@dataclass(slots=True)
class Log:
    """A log as read. `choices` are (player, key), `lines` their lines in the file.

    `end`: how the game ended (winner, reason, score), if it did; then `sum` is the checksum of the lines before, as
    written.
    """

    source: Source
    header: dict[str, Any]
    choices: list[tuple[str, str]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    end: dict[str, Any] | None = None
    sum: str = ""


def header_of(game: Game, seed: int, folder: str = "") -> dict[str, Any]:
    """The first line of a log of a game. `folder`: the folder of its pack, if moot does not ship it."""
    program = game.program
    made: dict[str, Any] = {
        "moot log": FORMAT,
        "moot": __version__,
        "game": program.id,
        "digest": program.digest,
        "versions": program.versions,
        "options": program.options,
        "mods": list(game.mods),
        "seed": seed,
    }
    more = {"decks": program.player_decks, "folder": folder, "anyway": list(game.anyway)}
    return made | {name: value for name, value in more.items() if value}


class LogWriter:
    """Writes a log while a game is played; each line is in the file before the next choice.

    After a write error the file ends with a whole line, `trouble` holds the reason, and the next change tries again.
    """

    def __init__(self, path: Path, header: dict[str, Any], choices: Sequence[tuple[str, str]] = ()) -> None:
        """Raises MootError if the file is there already or cannot be written."""
        self.path = path
        self.trouble = ""
        self._lines = [_line(header), *(_line({"player": player, "choice": key}) for player, key in choices)]
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

    def choice(self, player: str, key: str) -> None:
        """Add a choice."""
        self._lines.append(_line({"player": player, "choice": key}))
        self._put()

    def undo(self) -> None:
        """Take the last choice out again."""
        self._lines.pop()
        del self._ends[len(self._lines) :]
        self._put()

    def finish(self, end: dict[str, Any]) -> None:
        """Say how the game ended; nothing follows."""
        self._lines.append(_line({"end": end, "sum": log_sum(b"".join(self._lines), end)}))
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


def log_sum(before: bytes, end: dict[str, Any]) -> str:
    """The mark of a finished log: over all lines before, and the end of the game."""
    return hashlib.sha256(before + json.dumps(end, ensure_ascii=False).encode()).hexdigest()


def log_text(header: dict[str, Any], choices: Sequence[tuple[str, str]], end: dict[str, Any]) -> str:
    """The whole log of a finished game."""
    made = [header, *({"player": player, "choice": key} for player, key in choices)]
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in made)
    return text + json.dumps({"end": end, "sum": log_sum(text.encode(), end)}, ensure_ascii=False) + "\n"


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
    header = _object(source, 1, report)
    if header is not None and "moot save" in header:
        hint = "resume it with moot play --resume; moot play --log FILE writes a log"
        raise fail("log-format", f"`{source.path}` is a saved game, not a log", hint=hint)
    if header is None or header.get("moot log") != FORMAT:
        found = f" (its version is {header['moot log']!r})" if header and "moot log" in header else ""
        raise fail(
            "log-format",
            f"this version of moot cannot read the log{found}",
            whole_line_at(source, 1),
            format_hint((header or {}).get("moot log"), FORMAT)
            or f'the first line must be a map with "moot log": {FORMAT}',
        )
    _check_header(source, header, report)
    log = Log(source, header)
    for number in range(2, len(source.lines) + 1):
        made = _object(source, number, report)
        if log.end is not None:
            report.error("log-damaged", f"line {number} comes after the end of the game", whole_line_at(source, number))
        elif made is not None and "end" in made:
            if _check_end(source, number, made, report):
                log.end, log.sum = made["end"], made["sum"]
        elif made is not None and _check_choice(source, number, made, report):
            log.choices.append((made["player"], made["choice"]))
            log.lines.append(number)
    report.raise_if_failed()
    return log


def _object(source: Source, number: int, report: Report) -> dict[str, Any] | None:
    text = source.lines[number - 1]
    at = whole_line_at(source, number)
    try:
        made = json.loads(text, object_pairs_hook=_pairs)
    except _Twice as twice:
        report.error("log-damaged", f"line {number} has the key `{twice}` twice", at)
        return None
    except (ValueError, RecursionError):
        if number == len(source.lines) and number > 1 and not source.text.endswith("\n"):
            hint = "remove that line to replay what comes before it"
            report.error("log-broken-off", f"the log ends in the middle of line {number}", at, hint)
        else:
            report.error("log-damaged", f"line {number} is not JSON", at)
        return None
    if not isinstance(made, dict):
        report.error("log-damaged", f"line {number} is not a map of keys and values", at)
        return None
    shown: dict[str, Any] = visible_data(made)
    return shown


class _Twice(Exception):
    pass


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        raise _Twice(next(name for name in names if names.count(name) > 1))
    return made


def _check_header(source: Source, header: dict[str, Any], report: Report) -> None:
    at = whole_line_at(source, 1)
    for name, value in header.items():
        if name not in HEADER:
            report.error("log-unknown-key", f"unknown key `{name}` in a log's header", at, nearest(name, HEADER))
        elif not isinstance(value, HEADER[name]) or isinstance(value, bool):
            report.error("log-damaged", f"the header's `{name}` is not {_TYPES[HEADER[name]]}", at)
    for name in HEADER:
        misspelt = any(nearest_word(other, [name]) for other in header if other not in HEADER)
        if name not in header and name not in _OPTIONAL and not misspelt:
            report.error("log-damaged", f"missing `{name}` in the header", at)
    if isinstance(header.get("mods"), list) and not all(isinstance(mod, str) for mod in header["mods"]):
        report.error("log-damaged", "the header's `mods` must be texts", at)
    if isinstance(header.get("anyway"), list) and not all(isinstance(one, str) for one in header["anyway"]):
        report.error("log-damaged", "the header's `anyway` must be texts", at)
    if isinstance(header.get("options"), dict) and not all(isinstance(v, str) for v in header["options"].values()):
        report.error("log-damaged", "the header's `options` must be texts", at)
    if isinstance(header.get("decks", {}), dict) and not are_decks(header.get("decks", {})):
        report.error("log-damaged", "the header's `decks` must be maps of players, sections, ids and counts", at)


_TYPES = {int: "a whole number", str: "a text", dict: "a map", list: "a list"}


def _check_choice(source: Source, number: int, made: dict[str, Any], report: Report) -> bool:
    at = whole_line_at(source, number)
    for name in made:
        if name not in _CHOICE:
            report.error("log-unknown-key", f"unknown key `{name}` in a choice of a log", at, nearest(name, _CHOICE))
            return False
    for name in _CHOICE:
        if not isinstance(made.get(name), str):
            report.error("log-damaged", f"missing text under `{name}` in line {number}", at)
            return False
    return True


def _check_end(source: Source, number: int, made: dict[str, Any], report: Report) -> bool:
    end = made["end"]
    sound = isinstance(end, dict) and end.keys() - {"scores"} == _END.keys() and made.keys() == {"end", "sum"}
    sound = sound and all(isinstance(end[name], sorts) and end[name] is not True for name, sorts in _END.items())
    sound = sound and isinstance(end.get("scores", {}), dict)
    if not (sound and isinstance(made["sum"], str)):
        report.error("log-damaged", f"line {number} does not say how the game ended", whole_line_at(source, number))
        return False
    return True


def verified(log: Log, mods: Sequence[str] = ()) -> State:
    """The finished game of a log, replayed to the end that the log gives.

    Raises MootError like `replayed`; also if the log has no end, its checksum does not match its lines, or the game
    ends differently.
    """
    check_sum(log)
    state = game_of(log, mods).start(log.header["seed"])
    play_to_end(log, state)
    return state


def check_sum(log: Log) -> None:
    """Raises MootError if a log has no end, or was edited."""
    at = whole_line_at(log.source, len(log.source.lines))
    if log.end is None:
        hint = "use a log of a finished game, written by `moot play --log`"
        raise fail("log-unfinished", "the log does not say how the game ended", at, hint)
    before = "".join(f"{line}\n" for line in log.source.lines[:-1]).encode()
    if log_sum(before, log.end) != log.sum:
        raise fail("log-changed", "the log was edited after it was written: its checksum does not match", at,
                   "ask the sender for the file again")  # fmt: skip


def play_to_end(log: Log, state: State) -> None:
    """Replay a game from a finished log. Raises MootError if that is impossible, or the game ends differently."""
    play_choices(log, state, len(log.choices))
    at = whole_line_at(log.source, len(log.source.lines))
    if not state.over:
        raise fail("log-end", "the game is not over after the last choice of the log", at)
    found = end_record(state)
    for name, told in (log.end or {}).items():
        if found[name] != told:
            raise fail("log-end", f"the log gives the {name} as {told!r}, but the game ends with {found[name]!r}", at)


def replayed(log: Log, mods: Sequence[str] = ()) -> State:
    """The game of a log, replayed with its journal. `mods` replace those that the log names, if given.

    Raises MootError if the present packs are not those of the log, or a choice is not available; the log is not
    changed.
    """
    state = game_of(log, mods).start(log.header["seed"])
    play_choices(log, state, len(log.choices))
    return state


def game_of(log: Log, mods: Sequence[str] = (), make: Callable[..., Game] = load) -> Game:
    """The game that a log was made with; `make` loads it, as stack.load.load. Raises MootError like `replayed`."""
    return game_as_made(log.header, "log", whole_line_at(log.source, 1), mods, make)


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
            state.apply(key)
        except IllegalChoice as illegal:
            raise fail("log-choice", illegal.reason, at, _other_moot(log)) from None
