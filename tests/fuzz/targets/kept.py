"""Logs and saves of the bases, changed. `python -m tests.saves` restores many more, without the command around them."""

from __future__ import annotations

import contextlib
import json
import os
import random
import tempfile
from functools import cache
from pathlib import Path

from moot.stack.saves.serialize import save_sum

from ..bases import GAMES, kept_games
from ..call import Call
from ..changes import ODD, changed_data, changed_text
from .grammar import bases_of

WORDS = ("done", "none", "all", "keeper", "game", "seed", "position", "choices", "1", "[]", "{}", "null", *ODD)


@cache
def kept_files(game: str) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        here = os.getcwd()
        os.chdir(folder)
        try:
            return kept_games(game, Path(folder))
        finally:
            os.chdir(here)


def logs(rng: random.Random) -> Call:
    game = rng.choice(GAMES)
    lines = kept_files(game)["game.log"].decode().split("\n")
    for _ in range(rng.randint(1, 3)):
        at = rng.choice((0, rng.randrange(len(lines)), len(lines) - 2))
        with contextlib.suppress(ValueError):
            lines[at] = json.dumps(changed_data(json.loads(lines[at]), rng, WORDS, 1))
    text = "\n".join(lines)
    if rng.random() < 0.4:
        text = changed_text(text, rng, WORDS)
    place = rng.choice(("1", "3", "99999", "0", "-1", "x", "٣"))
    words = rng.choice(
        (
            ("replay", "game.log"),
            ("replay", "game.log", "--json"),
            ("replay", "game.log", "--calls"),
            ("replay", "game.log", "--pictures", "pictures"),
            ("verify", "game.log"),
            ("verify", "game.log", "--json"),
            ("used", "game.log"),
            ("used", ".", "--lines", "--json"),
            ("explain", f"game.log:{place}"),
            ("explain", f"game.log:{place}", "--not", rng.choice(WORDS) or "x"),
            ("odds", f"game.log:{place}"),
            ("sheet", "--log", "game.log", "--html", "sheet.html"),
        )
    )
    return Call(words, bases_of(game), {"game.log": text.encode("utf-8", "surrogateescape")})


def saves(rng: random.Random) -> Call:
    game = rng.choice(GAMES)
    data = json.loads(kept_files(game)["kept.json"])
    if rng.random() < 0.8:
        data = changed_data(data, rng, WORDS)
        if isinstance(data, dict) and rng.random() < 0.8:
            with contextlib.suppress(TypeError, ValueError, KeyError, AttributeError):
                data["sum"] = save_sum(data)
        text = json.dumps(data)
    else:
        text = changed_text(json.dumps(data), rng, WORDS)
    words: tuple[str, ...] = rng.choice((("play", "--resume", "kept.json"),) * 3 + (("odds", "kept.json"),))
    if words[0] == "play":
        words += ("--hotseat",)
    typed = b"look\nlog\nmap\n1\n1\nundo\nsave again.json\nquit\n"
    return Call(words, bases_of(game), {"kept.json": text.encode("utf-8", "surrogateescape")}, typed)
