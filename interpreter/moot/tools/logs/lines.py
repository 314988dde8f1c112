"""The lines of a log: a header, one line a choice, and for a finished game its end. Each is read and checked.

A sealed log has a seal in its header in place of the seed, and fresh bits in each choice. Its last line opens it: it
holds the seed and the salt behind the seal.
"""

from __future__ import annotations

import json
from typing import Any

from ...lang.arguments import are_decks
from ...lang.diagnostic import Report
from ...lang.source import Source
from ...lang.spelling import nearest, nearest_word
from ...lang.visible import visible_data
from ..files import whole_line_at

# The keys of a header and their JSON types; `seed` or `sealed`, `folder` only if moot does not ship the game, `bots`
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
    "sealed": str,
    "folder": str,
    "bots": dict,
    "decks": dict,
    "anyway": list,
}
_OPTIONAL = ("sealed", "folder", "bots", "decks", "anyway")
_CHOICE = ("player", "choice")
_SEALED_CHOICE = (*_CHOICE, "fresh")
_END = {"winner": (str, list, type(None)), "reason": (str,), "score": (int, type(None))}


def line_object(source: Source, number: int, report: Report) -> dict[str, Any] | None:
    """A line as JSON. Reports what is wrong with it, and gives None."""
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


def check_header(source: Source, header: dict[str, Any], report: Report) -> None:
    at = whole_line_at(source, 1)
    for name, value in header.items():
        if name not in HEADER:
            report.error("log-unknown-key", f"unknown key `{name}` in a log's header", at, nearest(name, HEADER))
        elif not isinstance(value, HEADER[name]) or isinstance(value, bool):
            report.error("log-damaged", f"the header's `{name}` is not {_TYPES[HEADER[name]]}", at)
    for name in HEADER:
        misspelt = any(nearest_word(other, [name]) for other in header if other not in HEADER)
        needed = name not in _OPTIONAL and not (name == "seed" and "sealed" in header)
        if name not in header and needed and not misspelt:
            report.error("log-damaged", f"missing `{name}` in the header", at)
    if "seed" in header and "sealed" in header:
        report.error("log-damaged", "the header has both `seed` and `sealed`", at)
    if isinstance(header.get("mods"), list) and not all(isinstance(mod, str) for mod in header["mods"]):
        report.error("log-damaged", "the header's `mods` must be texts", at)
    if isinstance(header.get("anyway"), list) and not all(isinstance(one, str) for one in header["anyway"]):
        report.error("log-damaged", "the header's `anyway` must be texts", at)
    if isinstance(header.get("options"), dict) and not all(isinstance(v, str) for v in header["options"].values()):
        report.error("log-damaged", "the header's `options` must be texts", at)
    if isinstance(header.get("decks", {}), dict) and not are_decks(header.get("decks", {})):
        report.error("log-damaged", "the header's `decks` must be maps of players, sections, ids and counts", at)


_TYPES = {int: "a whole number", str: "a text", dict: "a map", list: "a list"}


def check_choice(source: Source, number: int, made: dict[str, Any], sealed: bool, report: Report) -> bool:
    at = whole_line_at(source, number)
    names = _SEALED_CHOICE if sealed else _CHOICE
    for name in made:
        if name not in names:
            report.error("log-unknown-key", f"unknown key `{name}` in a choice of a log", at, nearest(name, names))
            return False
    for name in names:
        if not isinstance(made.get(name), str) or (name == "fresh" and not made[name]):
            report.error("log-damaged", f"missing text under `{name}` in line {number}", at)
            return False
    return True


def check_end(source: Source, number: int, made: dict[str, Any], report: Report) -> bool:
    end = made["end"]
    sound = isinstance(end, dict) and end.keys() - {"scores"} == _END.keys() and made.keys() == {"end", "sum"}
    sound = sound and all(isinstance(end[name], sorts) and end[name] is not True for name, sorts in _END.items())
    sound = sound and isinstance(end.get("scores", {}), dict)
    if not (sound and isinstance(made["sum"], str)):
        report.error("log-damaged", f"line {number} does not say how the game ended", whole_line_at(source, number))
        return False
    return True


def check_opening(source: Source, number: int, made: dict[str, Any], report: Report) -> bool:
    sound = made.keys() == {"seed", "salt"} and type(made["seed"]) is int and isinstance(made["salt"], str)
    if not (sound and made["salt"]):
        hint = "write a whole number `seed` and a text `salt`"
        report.error("log-damaged", f"line {number} does not open the log", whole_line_at(source, number), hint)
        return False
    return True
