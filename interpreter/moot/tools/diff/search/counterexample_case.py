"""Counterexamples as cases, each with the outcome on either side."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ....pack.model.yaml_text import plain_text
from ..structure.side import Side
from .behaviour import Behaviour
from .counterexample import Counterexample, as_chance
from .lockstep import Parting

TOLD = 4  # the most parts of a parting in a case, the most telling first
_PLAIN = re.compile(r"[A-Za-z_][\w.]*(\([\w., ]*\))?( \d+)?")
_WORDS = {"yes", "no", "true", "false", "on", "off", "null", "none"}


def case_file(a: Side, b: Side, found: Iterable[Behaviour], folder: Path = Path()) -> str:
    """The text of a file of cases: one for each counterexample, played on both sides, with `then in` each.

    Where both sides are one pack, whose options differ, there are two for each. The packs below mods are listed in a
    comment, because a case cannot name mods. Packs named by their folder are named relative to `folder`, the folder of
    the file. Empty if there is no counterexample.
    """
    examples = [(one, one.counterexample) for one in found if one.counterexample is not None]
    if not examples:
        return ""
    games = [_game(side, folder) for side in (a, b)]
    same = games[0] == games[1]
    lines = [f"# with mods: {_mods(a)} on one side, {_mods(b)} on the other"] if a.mods != b.mods else []
    lines += [f"game: {_value(games[0] if same else games)}", "cases:"]
    for one, counterexample in examples:
        if same:
            for side, name in ((a, "a"), (b, "b")):
                lines += _case(one, counterexample, {"options": dict(side.settings)}, name, {"then": name})
        else:
            own = {g: dict(side.settings) for g, side in zip(games, (a, b), strict=True) if side.settings}
            lines += _case(one, counterexample, {"options in": own}, "", dict(zip(games, "ab", strict=True)))
    return "\n".join(lines) + "\n"


def _game(side: Side, folder: Path) -> str:
    if not Path(side.name).is_dir():
        return side.bundle.id
    if Path(side.name).is_absolute():
        return side.name
    return Path(os.path.relpath(side.name, folder)).as_posix()


def _mods(side: Side) -> str:
    return ", ".join(map(str, side.mods)) or "none"


def _case(
    one: Behaviour, counterexample: Counterexample, options: dict[str, Any], side: str, then: dict[str, str]
) -> list[str]:
    cites = {"a": one.clauses_a, "b": one.clauses_b}.get(side, tuple(dict.fromkeys((*one.clauses_a, *one.clauses_b))))
    told: dict[str, Any] = {"cites": list(cites)} | options
    told |= {"given": counterexample.given, "chance": _chance(counterexample, side), "when": counterexample.when}
    thens = {name: then_of(counterexample.parting, "a" if which == "a" else "b") for name, which in then.items()}
    told_as = f"{one.entry.heading}: {one.entry.sentence}"
    lines = [f"  - name: {_value(f'{told_as}, as one side has it' if side else told_as)}"]
    for key, value in told.items():
        if not value:
            continue
        if isinstance(value, dict):
            lines += [f"    {key}:", *(f"      {_value(k)}: {_value(v)}" for k, v in value.items())]
        elif key == "when":
            lines += ["    when:", *(f"      - {_value(k)}: {_value(v)}" for step in value for k, v in step.items())]
        else:
            lines.append(f"    {key}: {_value(value)}")
    if side:
        return [*lines, "    then:", *(f"      {_value(k)}: {_value(v)}" for k, v in thens["then"].items())]
    lines.append("    then in:")
    for game, what in thens.items():
        lines += [f"      {_value(game)}:", *(f"        {_value(k)}: {_value(v)}" for k, v in what.items())]
    return lines


def _chance(counterexample: Counterexample, side: str) -> list[Any]:
    if side == "b" and counterexample.b.chance is not None:
        return as_chance(counterexample.b.chance)
    return counterexample.chance


def then_of(parting: Sequence[Parting], side: str) -> dict[str, Any]:
    """The `then` of a case for one side, `a` or `b`: the first differences, with that side's values."""
    found: dict[str, Any] = {}
    for part in parting:
        if len(found) >= TOLD:
            break
        mine, other = (part.a, part.b) if side == "a" else (part.b, part.a)
        if part.what == "asked":
            found["asked"] = "none" if mine is None else mine
        elif part.what == "options":
            found["choices"] = mine
        elif part.what == "result":
            if mine is not None or "asked" not in found:
                found["winner"] = "none" if mine is None else mine.split(", ") if ", " in mine else mine
        elif part.what == "scores":
            found["scores"] = mine
        elif part.what == "state":
            found[part.name] = {"yes": True, "no": False}.get(mine, mine) if isinstance(mine, str) else mine
        elif part.what == "zone" and "things" in mine:
            found[part.name] = mine["things"]
        elif part.what == "view":
            _sight(found, part.name.partition(": ")[0], mine, other)
    return found


def _sight(found: dict[str, Any], player: str, mine: Any, other: Any) -> None:
    """Things that the player knows on one side only."""
    if not isinstance(mine, dict) or not isinstance(other, dict):
        return
    known, else_known = (list(told.get("things") or told.get("known") or ()) for told in (mine, other))
    for key, things in (
        ("sees", [thing for thing in known if thing not in else_known]),
        ("sees not", [thing for thing in else_known if thing not in known]),
    ):
        if things:
            found.setdefault(key, {}).setdefault(player, []).extend(things)


def _value(value: Any) -> str:
    """A value in YAML, on one line."""
    if value is None or isinstance(value, bool):
        return plain_text(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_value(k)}: {_value(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(f'"{v}"' if "," in str(v) and isinstance(v, str) else _value(v) for v in value) + "]"
    text = str(value)
    plain = isinstance(value, int) or (_PLAIN.fullmatch(text) and text not in _WORDS - {"none"}) or _is_path(text)
    return text if plain else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _is_path(text: str) -> bool:
    return re.fullmatch(r"[\w./-]+", text) is not None and text not in _WORDS and not text[:1].isdigit()
