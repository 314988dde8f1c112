"""A position as JSON, and back; and the data of a save that are read first."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from ...code.program import Program
from ...lang.diagnostic import fail
from ...state.position import EVERYBODY, Generator, NoticedChoice, Outcome, Position
from ...state.sealed_chance import KEY_BYTES, SealedChance
from ...state.view import Data
from ..chance import Orders

FORMAT, OLDEST_FORMAT = 4, 3  # of saves: that of new ones, and the oldest that can be read
_PLAIN = (
    "cells",
    "zones",
    "live",
    "once",
    "scopes",
    "marks",
    "serial",
    "lasting",
    "known",
    "free",
    "result",
)
_ON_THE_TABLE = ("cells", "zones", "rng", "result", "extra", "nature")


def position_as_json(S: Position) -> Data:
    data: Data = {name: getattr(S, name) for name in _PLAIN}
    data["rng"] = [S.rng.key.hex(), S.rng.used] if isinstance(S.rng, SealedChance) else S.rng
    data["stack"] = S.frames()
    data["rows"] = [[number, list(row.items())] for number, row in S.rows.items()]
    data["sparse"] = list(S.sparse.items())
    data["told"] = list(S.told.items())
    data["truth"] = list(S.truth.items())
    data["extra"] = list(S.extra.items())
    data["nature"] = S.nature
    if S.noticed:
        data["noticed"] = [[*choice[:-1], position_as_json(choice.at)] for choice in S.noticed]
    if S.notices != EVERYBODY:
        data["notices"] = S.notices
    if S.ask is not None:
        site, player, values, words = S.ask
        shuffle = isinstance(values, Orders)
        things = values.things if isinstance(values, Orders) else values
        data["ask"] = [site, player, list(things), words, shuffle]
    return data


def position_from_json(data: Data) -> Position:
    """Raises KeyError, TypeError or ValueError for what `position_as_json` did not make."""
    S = Position(list(map(tuples, data["cells"])), [list(zone) for zone in data["zones"]], [], _generator(data["rng"]))
    S.live = [tuples(live) for live in data["live"]]
    S.stack = [tuples(frame) for frame in data["stack"]]
    S.frame = S.stack.pop() if S.stack else None
    S.scopes = [tuples(scope) for scope in data["scopes"]]
    for name in ("once", "marks", "serial", "lasting", "known"):
        setattr(S, name, tuples(data[name]))
    S.free = list(data["free"])
    S.result = None if data["result"] is None else Outcome(*tuples(data["result"]))
    S.rows = {int(number): {name: tuples(v) for name, v in row} for number, row in data["rows"]}
    S.sparse = {tuples(key): tuples(value) for key, value in data["sparse"]}
    S.told = {int(thing): int(who) for thing, who in data["told"]}
    S.truth = {tuples(key): bool(value) for key, value in data["truth"]}
    S.extra = {int(number): tuples(zone) for number, zone in data["extra"]}
    S.nature = bool(data["nature"])
    S.noticed = tuple(_noticed(*choice) for choice in data.get("noticed", ()))
    S.notices = data.get("notices", EVERYBODY)
    if "ask" in data:
        site, player, values, words, shuffle = data["ask"]
        S.ask = (site, player, Orders(tuple(values)) if shuffle else [tuples(v) for v in values], tuples(words))
    return S


def _generator(data: Any) -> Generator:
    if isinstance(data, list):
        key, used = bytes.fromhex(data[0]), int(data[1])
        if len(data) != 2 or len(key) != KEY_BYTES or not 0 <= used < 1 << 63:
            raise ValueError("no generator of a sealed game")
        return SealedChance(key, used)
    return int(data)


def _noticed(unit: Any, player: Any, answer: Any, args: Any, at: Data) -> NoticedChoice:
    S = position_from_json(at)
    S.notices = None
    return NoticedChoice(unit, player, tuples(answer), tuples(args), S)


def on_the_table(data: Mapping[str, Any]) -> object:
    """The part of a position in JSON that is the same in every version of moot: all but what only frames explain."""
    ask = data.get("ask")
    return [data[name] for name in _ON_THE_TABLE], ask and ask[1:3]


def save_sum(data: Mapping[str, object]) -> str:
    """A checksum over everything that decides how a save continues, to detect damage. Raises TypeError for
    anything but JSON.
    """
    decisive = [data.get(name) for name in ("seed", "choices", "position", "journal")]
    decisive += [data[name] for name in ("ahead", "salt", "fresh") if name in data]
    return hashlib.sha256(json.dumps(decisive, sort_keys=True).encode()).hexdigest()


def tuples(value: Any) -> Any:
    """Lists, as JSON has them, as the tuples that were written."""
    return tuple(map(tuples, value)) if isinstance(value, list) else value


def format_hint(found: object, oldest: int) -> str:
    """Why a save or a log in a format that this moot does not read cannot be read, where that is known."""
    if found not in range(1, oldest):
        return ""
    return "an older version of moot wrote the save, with different shuffles: only that version can read it"


def is_read(format: object, oldest: int, newest: int) -> bool:
    """Whether this moot reads saves or logs of a format."""
    return type(format) is int and oldest <= format <= newest


def check_save(data: object, program: Program) -> None:
    """Raises MootError where a save is none that this moot reads, or is of another game, version or options."""
    if not isinstance(data, Mapping) or not is_read(data.get("moot save"), OLDEST_FORMAT, FORMAT):
        format = data.get("moot save") if isinstance(data, Mapping) else None
        found = f" (format {format!r})" if isinstance(data, Mapping) else ""
        hint = format_hint(format, OLDEST_FORMAT)
        raise fail("save-format", f"this version of moot cannot read the save{found}", hint=hint)
    if data.get("game") != program.id:
        raise fail("save-game", f"the save is from `{data.get('game')}`, not `{program.id}`")
    if data.get("digest") != program.digest:
        raise fail(
            "save-version",
            f"the save was made with other rules: {_versions(data.get('versions'))};"
            f" here: {_versions(program.versions)}",
            hint="load the packs it was made with; the save is unchanged",
        )
    if data.get("options") != program.options:
        raise fail("save-options", "the save was made with other options", hint=_options(data.get("options")))
    if data.get("decks", {}) != program.player_decks:
        raise fail("save-decks", "the save was made with other players' decks", hint="load the game with its `decks`")


def _versions(versions: object) -> str:
    if not isinstance(versions, Mapping):
        return "unknown packs"
    return ", ".join(f"{pack} {version}" for pack, version in versions.items())


def _options(options: object) -> str:
    if not isinstance(options, Mapping):
        return ""
    return "it was made with: " + " ".join(f"--option {name}={value}" for name, value in options.items())
