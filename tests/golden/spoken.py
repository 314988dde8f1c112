"""Whole games as text: files beside this one that hold commands and what they print.

A line that begins with `$` is a command, typed at the top of the project; what follows, to the next such line, is what
it prints. Where a command ends in `# ends`, only the first and last lines are there, and between them how many are left
out, with a hash of all. What a command writes (`--log game.log`) is there for those below it.
"""

from __future__ import annotations

import hashlib
import shlex
from pathlib import Path

from click.testing import CliRunner

from moot.pack.find import MANIFEST, game_ids
from moot.pack.load import load
from moot.ui.command import cli

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ENDS = "# ends"
SHOWN = 4  # lines at each end


def all_games() -> list[str]:
    """Every game that must have a file: the shipped ones by id, those of the examples and of the tests by folder."""
    found = game_ids()
    for folder in ("examples", "tests/packs"):
        for manifest in sorted((ROOT / folder).rglob(MANIFEST)):
            if not load(manifest.parent, cases=False).manifests[:-1]:  # it extends nothing: a game of its own
                found.append(manifest.parent.relative_to(ROOT).as_posix())
    return found


def commands(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("$ ")]


def first_commands(game: str) -> list[str]:
    """What the file of a new game begins with."""
    log = f"{Path(game).name}.log"
    return [f"$ moot play {game} --bots --seed 7 --log {log}", f"$ moot replay {log} --json {ENDS}"]


def played(lines: list[str]) -> str:
    """What the file of these commands must hold, run in the current folder."""
    out = []
    for line in lines:
        words = shlex.split(line.removeprefix("$ moot "), comments=True)
        result = CliRunner().invoke(cli, words)
        assert result.exit_code == 0, f"{line}\n{result.output}"
        out += [line, *(ends(result.stdout) if line.endswith(ENDS) else result.stdout.splitlines())]
    return "\n".join(out) + "\n"


def ends(text: str) -> list[str]:
    """The first and last lines of a text, and between them how many there are more and the hash of them all."""
    lines = text.splitlines()
    digest = hashlib.sha256(text.encode()).hexdigest()
    return [*lines[:SHOWN], f"… {len(lines) - 2 * SHOWN} lines more, all: sha256 {digest}", *lines[-SHOWN:]]
