"""`python -m tests.saves.kills --moments 500`: games are killed at random moments and resumed; nothing may be lost.

A process plays a game at the prompt. Its writes are slow and go in small pieces, and it is killed (SIGKILL) at a random
moment. A choice is acknowledged when the prompt behind it has been printed. After each kill the save must be readable
and hold every acknowledged choice, and the log must hold whole lines. The game is then resumed from the save.

Each player is a fork of this process, which has imported moot and read the rules: starting Python took longer than
playing. Everything that is written is written by the fork alone.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from moot.lang import whole_file
from moot.lang.diagnostic import MootError
from moot.stack.load import load
from moot.tools.logs.log import read_log
from moot.tools.logs.save import read_save
from moot.ui.command import cli
from moot.ui.play import play_command  # noqa: F401 -- imported before the forks


class Lost(AssertionError):
    """An acknowledged choice is not in the save."""


def slow_disk(rng: random.Random) -> None:
    """From now on, this process's writes take their time."""

    def later(deed: Callable[..., Any]) -> Callable[..., Any]:
        def slowly(*args: Any, **options: Any) -> Any:
            time.sleep(rng.random() * 0.004)
            return deed(*args, **options)

        return slowly

    os.fsync, os.replace, whole_file.tempfile.mkstemp = map(later, (os.fsync, os.replace, whole_file.tempfile.mkstemp))
    fdopen = os.fdopen

    class Slow:
        def __init__(self, file: Any) -> None:
            self.file = file

        def __enter__(self) -> Slow:
            return self

        def __exit__(self, *error: object) -> None:
            self.file.close()

        def write(self, data: bytes) -> int:
            for at in range(0, len(data), 4096):
                time.sleep(rng.random() * 0.002)
                self.file.write(data[at : at + 4096])
                self.file.flush()
            return len(data)

        def __getattr__(self, name: str) -> Any:
            return getattr(self.file, name)

    os.fdopen = lambda *args, **options: Slow(fdopen(*args, **options))


def play(call: list[str], number: int, typed: int, told: int) -> NoReturn:
    """Become the player: `moot` with this call, its input and output at these handles."""
    status = 70
    try:
        for handle, mine in ((typed, 0), (told, 1), (told, 2)):
            os.dup2(handle, mine)
        os.closerange(3, max(typed, told) + 1)
        sys.stdin = open(0, closefd=False)  # noqa: SIM115
        sys.stdout = sys.stderr = open(1, "w", closefd=False, buffering=1)  # noqa: SIM115
        slow_disk(random.Random(number))
        cli.main(call)
    except SystemExit as end:
        sys.stdout.flush()
        status = end.code if isinstance(end.code, int) else 1
    except BaseException:
        os.write(1, traceback.format_exc().encode())
    finally:
        os._exit(status)


def one_life(folder: Path, rng: random.Random, number: int, resume: bool, game: str) -> tuple[int, bool]:
    """Play until the kill. Gives the number of acknowledged choices and whether the game ended."""
    log = folder / f"{number}.log"
    call = ["play", "--resume", "last"] if resume else ["play", game, "--seed", str(number), "--seat", SEATS[game]]
    os.environ |= {"MOOT_STATE": str(folder), "COLUMNS": "200"}
    (typed, typing), (telling, told) = os.pipe(), os.pipe()
    player = os.fork()
    if not player:
        os.close(typing), os.close(telling)
        play([*call, "--log", str(log), "--no-about"], number, typed, told)
    os.close(typed), os.close(told)
    os.set_blocking(telling, False)
    text, asked, end = b"", 0, None
    begun = time.monotonic()
    try:
        while not os.waitid(os.P_PID, player, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            text += _read(telling)
            prompts = text.count(MARK[game])
            if prompts > asked:
                asked = prompts
                if end is None:  # from the first prompt on
                    end = time.monotonic() + rng.random() * 0.6
                os.write(typing, b"1\n")
            if (end is not None and time.monotonic() > end) or time.monotonic() - begun > 120:
                os.kill(player, signal.SIGKILL)
                break
            time.sleep(0.0005)
    except BrokenPipeError:  # it ended as we answered
        pass
    _, status = os.waitpid(player, 0)
    killed = os.WIFSIGNALED(status)
    text += _read(telling)
    os.close(typing), os.close(telling)
    if (killed and end is None) or (not killed and os.WEXITSTATUS(status)):
        raise Lost(f"the game did not go on: {text[-500:]!r}")
    return text.count(MARK[game]), not killed


def _read(handle: int) -> bytes:
    """All that can be read now."""
    text = b""
    while True:
        try:
            more = os.read(handle, 1 << 16)
        except BlockingIOError:
            return text
        if not more:
            return text
        text += more


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
    for game in SEATS:
        load(game)
    while done < asked.moments:
        games += 1
        with tempfile.TemporaryDirectory() as name:
            folder, resume, own = Path(name), False, 0
            while done < asked.moments:
                number = asked.seed * 100_000 + done
                prompts, ended = one_life(folder, rng, number, resume, "duel")
                choices += prompts
                if ended:
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
    print(f"{done} kills in {games} games, {choices:,} prompts: no acknowledged choice was lost")
    return 0


if __name__ == "__main__":
    sys.exit(main())
