"""`python -m tests.saves.kills --moments 500`: games are killed at random moments and resumed; nothing may be lost.

A process plays a game at the prompt. Its writes are slow and go byte by byte, and it is killed (SIGKILL) at a random
moment. A choice is acknowledged when the prompt behind it has been printed. After each kill the save must be readable
and hold every acknowledged choice, and the log must hold whole lines. The game is then resumed from the save.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from moot.lang.diagnostic import MootError
from moot.tools.logs.log import read_log
from moot.tools.logs.save import read_save

# Starts moot with writes that take their time.
SLOW = """
import os, random, sys, time
from moot.lang import whole_file
from moot.ui.command import cli
rng = random.Random(int(sys.argv.pop(1)))
fsync, replace, mkstemp = os.fsync, os.replace, whole_file.tempfile.mkstemp
def slow(deed):
    def later(*args, **options):
        time.sleep(rng.random() * 0.004)
        return deed(*args, **options)
    return later
os.fsync, os.replace, whole_file.tempfile.mkstemp = slow(fsync), slow(replace), slow(mkstemp)
class Slow:
    def __init__(self, file): self.file = file
    def __enter__(self): return self
    def __exit__(self, *error): self.file.close()
    def write(self, data):
        for at in range(0, len(data), 4096):
            time.sleep(rng.random() * 0.002)
            self.file.write(data[at:at + 4096])
            self.file.flush()
        return len(data)
    def __getattr__(self, name): return getattr(self.file, name)
fdopen = os.fdopen
os.fdopen = lambda *args, **options: Slow(fdopen(*args, **options))
cli()
"""


class Lost(AssertionError):
    """An acknowledged choice is not in the save."""


def one_life(folder: Path, rng: random.Random, number: int, resume: bool, game: str) -> tuple[int, bool]:
    """Play until the kill. Gives the number of acknowledged choices and whether the game ended."""
    log = folder / f"{number}.log"
    call = ["play", "--resume", "last"] if resume else ["play", game, "--seed", str(number), "--seat", SEATS[game]]
    command = [sys.executable, "-c", SLOW, str(number), *call, "--log", str(log), "--no-about"]
    env = os.environ | {"MOOT_STATE": str(folder), "PYTHONUNBUFFERED": "1", "COLUMNS": "200"}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        os.set_blocking(process.stdout.fileno(), False)
        text, asked, end = b"", 0, None
        begun = time.monotonic()
        while process.poll() is None:
            text += process.stdout.read() or b""
            prompts = text.count(MARK[game])
            if prompts > asked:
                asked = prompts
                if end is None:  # from the first prompt on
                    end = time.monotonic() + rng.random() * 0.6
                process.stdin.write(b"1\n")
                process.stdin.flush()
            if end is not None and time.monotonic() > end:
                process.send_signal(signal.SIGKILL)
                break
            if time.monotonic() - begun > 120:
                raise Lost(f"no prompt: {text[-500:]!r}")
            time.sleep(0.0005)
        process.wait()
        text += process.stdout.read() or b""
        return text.count(MARK[game]), process.returncode == 0


SEATS = {"duel": "gandalf"}
MARK = {"duel": b"Gandalf> "}


def check(folder: Path, number: int, before: int, asked: int) -> int:
    """The number of choices in the save. Raises Lost."""
    saves = list(folder.glob("*.json"))
    if len(saves) != 1:
        raise Lost(f"{len(saves)} saves")
    state, _, _ = read_save(saves[0])
    own = sum(player == "gandalf" for player, _ in state.choices)
    if own < before + asked - 1:  # the last prompt may not have been answered
        raise Lost(f"{before} + {asked} prompts, but {own} choices")
    log = folder / f"{number}.log"
    if log.exists():
        lines = log.read_bytes().splitlines(keepends=True)
        for line in lines:
            json.loads(line)
        if lines and not lines[-1].endswith(b"\n"):
            raise Lost("half a line in the log")
        if lines:
            read_log(log)
            if len(lines) - 1 < len(state.choices):
                raise Lost(f"{len(lines) - 1} choices in the log, {len(state.choices)} in the save")
    return own


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.saves.kills", description=__doc__.split("\n")[0])
    parser.add_argument("--moments", type=int, default=500, help="how many times a game is killed")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rng, done, games, choices = random.Random(asked.seed), 0, 0, 0
    while done < asked.moments:
        games += 1
        with tempfile.TemporaryDirectory() as name:
            folder, resume, own = Path(name), False, 0
            while done < asked.moments:
                number = asked.seed * 100_000 + done
                prompts, ended = one_life(folder, rng, number, resume, "duel")
                if ended:
                    choices += own + prompts
                    break
                done += 1
                try:
                    own = check(folder, number, own, prompts)
                except (Lost, MootError, ValueError) as error:
                    print(f"moment {done}, game {games}: {error}")
                    return 1
                resume = True
                if done % 50 == 0:
                    print(f"{done} kills, {games} games", flush=True)
    print(f"{done} kills in {games} games: no acknowledged choice was lost")
    return 0


if __name__ == "__main__":
    sys.exit(main())
