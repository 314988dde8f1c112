"""Lines typed at the prompt."""

from __future__ import annotations

import random

from ..bases import GAMES, base_files
from ..call import Call
from ..changes import ODD
from ..pieces import names_in
from .grammar import bases_of

COMMANDS = (
    "help",
    "why",
    "odds",
    "look",
    "code",
    "map",
    "log",
    "goal",
    "rules",
    "clause",
    "undo",
    "save",
    "give up",
    "no",
    "yes",
)


def typed(rng: random.Random) -> Call:
    game = rng.choice(GAMES)
    names = [name for path, data in base_files(game).items() for name in names_in(data.decode())]
    lines: list[str] = []
    for _ in range(rng.randint(3, 25)):
        line = rng.choice(("1", "1", "2", "3", *COMMANDS))
        if rng.random() < 0.5:
            line += " " + rng.choice(
                (rng.choice(names), rng.choice(names), rng.choice(ODD), "1", "kept.json", ".", "/x/y")
            )
        if rng.random() < 0.1:
            line = rng.choice((*ODD, " ", "", "1 2 3", "1,2", "0", "-1", "99", "done", "none"))
        lines.append(line)
    words = ["play", game, "--seed", str(rng.randrange(100))]
    words += rng.choice((["--hotseat"], ["--hotseat", "--no-about"], ["--hotseat", "--log", "out.log"], ["--steps"]))
    return Call(tuple(words), bases_of(game), {}, "\n".join(lines).encode("utf-8", "surrogateescape"))
